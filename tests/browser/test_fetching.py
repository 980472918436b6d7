"""Nothing of the engine is fetched until a reader touches a box, and once fetched it is kept."""

import re

import pytest

ENGINE = "_static/run/*-*"  # worker, archive and engine: their names hold a digest


def fetched(server) -> set[str]:
    """Return the names of the files of the engine that were asked for."""
    return {request.path.rpartition("/")[2] for request in server.asked(ENGINE)}


def wait_for(visit, true) -> bool:
    """Give the page some time until something is true."""
    for _ in range(600):
        if true():
            return True
        visit.page.wait_for_timeout(50)
    return False


def test_a_reader_who_touches_no_box_fetches_nothing_of_the_engine(visit, server, bench_page):
    reader = visit(bench_page, server)
    reader.page.mouse.wheel(0, 5000)
    reader.page.locator("article p").first.hover()
    reader.page.wait_for_timeout(1000)
    assert fetched(server) == set()


def test_a_page_without_programs_loads_no_script_for_them(visit, server):
    visit("vocabulary/", server)
    assert server.asked("_static/run/*") == []


@pytest.mark.parametrize("touch", ["hover", "focus"])
def test_the_first_touch_of_a_box_starts_the_engine(visit, server, bench_page, touch):
    reader = visit(bench_page, server)
    getattr(reader.box().field, touch)()
    assert wait_for(reader, lambda: any("library" in name for name in fetched(server)))
    assert reader.box().state == "ready", "a touch runs nothing"
    assert reader.box().baked.is_visible()


@pytest.mark.parametrize("host", ["server", "below_a_path"])
def test_each_file_is_sent_once_and_then_no_network_is_needed(request, visit, bench_page, host):
    server = request.getfixturevalue(host)
    reader = visit(bench_page, server)
    box, other = reader.box(0), reader.box(1)
    box.run("print('plugged')")
    sent = [asked.path for asked in server.asked(ENGINE)]
    assert sorted(sent) == sorted(set(sent))
    assert len(sent) == 6
    server.unplugged = True
    assert box.run("print('unplugged')") == "unplugged\n"
    assert other.run("print('other')") == "other\n"
    box.field.fill("while True: pass")
    box.button("run").click()
    box.wait("running")
    box.button("run").click()
    box.wait()
    assert box.run("print('after a stop')") == "after a stop\n"


def test_programs_run_where_the_host_does_not_know_web_assembly(visit, server, bench_page):
    del server.types[".wasm"]
    assert visit(bench_page, server).box().run("print('runs')") == "runs\n"


def test_a_long_wait_is_explained_and_then_given_up(visit, server, bench_page):
    reader = visit(bench_page, server, clock=True)
    box = reader.box()
    server.hold("*/pyodide.asm.wasm")
    box.button("run").click()
    box.wait("starting")
    assert wait_for(reader, lambda: len(fetched(server)) >= 5)
    reader.page.wait_for_timeout(500)
    reader.page.clock.run_for(6_000)
    assert "fetched" in box.said()
    assert box.state == "starting"
    reader.page.clock.run_for(61_000)
    box.wait()
    assert re.search(r"could not be started.*press Run again", box.said())
    assert box.baked.is_visible()
    server.release()
    assert box.run("print('works')") == "works\n"
