"""What a program prints leaves at once or in pieces, whole and in order, up to a limit."""

import pytest
import reader
from reader import output


def test_a_program_prints_to_descriptor_one_and_complains_to_two(capfd, ran):
    told = ran("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('ä'); None")
    assert capfd.readouterr() == ("a\nä\n", "b\n")
    assert told == {"error": None, "check": None, "outside": None, "rest": False}


def test_the_last_value_is_shown_behind_what_was_printed(sent, ran):
    told = ran("print('a', end='')\n'value'", "assert printed == 'a', printed")
    assert sent.text(1) == "a\n'value'\n"
    assert told["check"] == {"passed": True}


def test_printed_text_and_complaints_keep_their_order(sent, ran):
    source = "for i in range(2000):\n    print(i, file=sys.stderr if i % 3 else sys.stdout)"
    ran("import sys\n" + source)
    assert sent.text(1, 2) == "".join(f"{i}\n" for i in range(2000))


def test_little_is_sent_at_once_and_much_in_pieces(sent, monkeypatch, ran):
    monkeypatch.setattr(output, "clock", lambda: 0.0)
    ran("for i in range(100): print(i)")
    assert [piece for _, piece in sent[:4]] == ["0", "\n", "1", "\n"]
    sent.clear()
    ran("for i in range(10_000): print(i)")
    assert sent.text(1) == "".join(f"{i}\n" for i in range(10_000))
    assert len(sent) < output.QUICK + 48_890 / output.PIECE + 2


def test_what_waits_is_sent_after_a_moment(sent, monkeypatch):
    times = iter([0.0] * 10_000 + [0.06] * 10)
    monkeypatch.setattr(output, "clock", lambda: next(times))
    way = output.Output()
    for _ in range(output.QUICK):
        way.write(1, "x")
    way.write(1, "waits")
    assert "waits" not in sent.text(1)
    times = iter([0.06] * 10)
    way.write(1, " no more")
    assert sent.text(1).endswith("waits no more")


def test_a_program_that_prints_now_and_then_never_waits(sent, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(output, "clock", lambda: now[0])
    way = output.Output()
    for _ in range(50):
        now[0] += 0.5
        for part in range(40):
            way.write(1, f"{part} ")
    assert len(sent) == 50 * 40


def test_nothing_is_lost_before_an_error_or_an_exit(sent, ran):
    for ending in ("1 / 0", "exit()", "raise KeyboardInterrupt"):
        sent.clear()
        ran(f"for i in range(3000): print(i)\n{ending}")
        assert sent.text(1).endswith("2999\n")


def test_what_goes_past_the_limit_is_left_out_and_that_is_said_once(sent, ran):
    ran("import sys\nfor i in range(40_000):\n    print(i)\n    print(i, file=sys.stderr)\n'value'")
    seen = sent.text(1, 2)
    assert seen.count("left out") == 1 and seen.endswith("\n" + output.LEFT_OUT)
    assert len(seen.removesuffix(output.LEFT_OUT).removesuffix("\n")) in (99_999, 100_000)


def test_what_is_left_out_is_neither_encoded_nor_kept(sent, monkeypatch, ran):
    kept = []
    monkeypatch.setattr(
        reader, "Printed", lambda *a, **k: kept.append(output.Printed(*a, **k)) or kept[0]
    )
    ran("for i in range(200_000): print(i)")
    assert sum(len(piece) for _, piece in sent) < output.LIMIT + 100
    assert kept[0].text() == ""


def test_one_text_past_the_limit_is_cut_before_it_is_encoded(sent, ran):
    ran("print('ä' * 1_000_000)")
    assert sent.text(1) == "ä" * 100_000 + "\n" + output.LEFT_OUT


def test_the_check_reads_all_that_was_printed(sent, ran):
    told = ran("for i in range(30_000): print(i)", "assert printed.endswith('29999\\n'), 'cut'")
    assert told["check"] == {"passed": True}


def test_half_a_character_does_not_stop_a_program(sent, ran):
    ran("print('a\\ud800b')")
    assert sent.text(1) == "a\\ud800b\n"


def test_a_program_may_print_to_the_streams_that_python_keeps(sent, ran):
    ran("import sys\nprint('a', file=sys.__stdout__)\nprint('b', file=sys.__stderr__)")
    assert sent == [(1, "a"), (1, "\n"), (2, "b"), (2, "\n")]


def test_a_closed_descriptor_ends_the_output_and_not_the_program(monkeypatch, ran):
    def closed(file, data):
        raise OSError("Bad file descriptor")

    monkeypatch.setattr(output, "send_bytes", closed)
    assert ran("print('a')\nx = 5", "assert x == 5")["check"] == {"passed": True}


def test_a_descriptor_that_takes_a_part_gets_the_rest_too(monkeypatch, ran):
    taken = []
    monkeypatch.setattr(output, "send_bytes", lambda file, data: taken.append(data[:2]) or 2)
    ran("print('abcde', end='')")
    assert b"".join(taken)[:5] == b"abcde"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_only_text_can_be_written(stream, error):
    told = error(f"import sys\nsys.{stream}.write(5)")
    assert told["text"].endswith("TypeError: write() argument must be str, not int\n")
