"""A browser is found or fetched on every kind of machine, or one sentence says what to do."""

import pytest

import browser

OWN = "/downloads/chromium"


class FakeMachine:
    """A machine with some commands, on which some browsers start and some commands go well."""

    def __init__(self, commands=(), starting=(), succeeding=(), root=False):
        self.downloaded = OWN
        self.root = root
        self.commands = {name: f"/usr/bin/{name}" for name in commands}
        self.starting = set(starting)
        self.succeeding = succeeding
        self.done = []

    def find(self, name):
        return self.commands.get(name)

    def starts(self, path):
        return path in self.starting

    def run(self, command):
        self.done.append(command)
        if command not in self.succeeding:
            return False
        if command == browser.DOWNLOAD:
            self.starting.add(OWN)
        if command == browser.APT[-1]:
            self.commands["chromium"] = "/usr/bin/chromium"
            self.starting.add("/usr/bin/chromium")
        return True


@pytest.mark.parametrize("name", browser.NAMES)
def test_an_installed_browser_is_taken(name):
    machine = FakeMachine(commands=[name], starting=[f"/usr/bin/{name}"])
    assert browser.choose(machine) == f"/usr/bin/{name}"
    assert machine.done == []


@pytest.mark.parametrize("path", browser.ON_A_MAC)
def test_an_application_of_a_mac_is_taken(path):
    machine = FakeMachine(starting=[path])
    assert browser.choose(machine) == path
    assert machine.done == []


def test_a_stub_that_does_not_start_is_passed_over():
    machine = FakeMachine(["chromium-browser", "google-chrome"], ["/usr/bin/google-chrome"])
    assert browser.choose(machine) == "/usr/bin/google-chrome"


def test_playwrights_own_browser_is_taken_where_it_was_fetched_before():
    machine = FakeMachine(starting=[OWN])
    assert browser.choose(machine) == OWN
    assert machine.done == []


def test_playwrights_own_browser_is_fetched_where_none_is_installed():
    machine = FakeMachine(["apt-get"], succeeding=[browser.DOWNLOAD, *browser.APT], root=True)
    assert browser.choose(machine) == OWN
    assert machine.done == [browser.DOWNLOAD]


def test_debian_installs_its_own_where_playwright_cannot_fetch():
    machine = FakeMachine(["apt-get"], succeeding=browser.APT, root=True)
    assert browser.choose(machine) == "/usr/bin/chromium"
    assert machine.done == [browser.DOWNLOAD, *browser.APT]


def test_debian_installs_its_own_where_playwrights_lacks_a_library():
    machine = FakeMachine(["apt-get"], succeeding=[browser.DOWNLOAD, *browser.APT], root=True)
    machine.starts = lambda path: path != OWN and path in machine.starting
    assert browser.choose(machine) == "/usr/bin/chromium"


@pytest.mark.parametrize(
    ("machine", "tried"),
    [
        (FakeMachine(["apt-get"], succeeding=browser.APT), [browser.DOWNLOAD]),
        (FakeMachine(root=True, succeeding=browser.APT), [browser.DOWNLOAD]),
        (FakeMachine(["apt-get"], root=True), [browser.DOWNLOAD, browser.APT[0]]),
        (FakeMachine(["apt-get"], succeeding=browser.APT[:1], root=True), None),
    ],
    ids=["not root", "not Debian", "no registry", "no such package"],
)
def test_no_browser_and_none_to_be_had_is_a_sentence(machine, tried):
    with pytest.raises(browser.NoBrowser, match="install Chromium, Chrome or Edge, or let"):
        browser.choose(machine)
    assert machine.done == (tried or [browser.DOWNLOAD, *browser.APT])


def test_the_machine_itself_is_asked(tmp_path):
    stub = tmp_path / "chromium"
    machine = browser.Machine(downloaded=str(stub))
    assert not machine.starts(str(stub))
    stub.write_text("#!/bin/sh\nexit 1\n")
    stub.chmod(0o755)
    assert not machine.starts(str(stub))
    stub.write_text("#!/bin/sh\necho Chromium 156\n")
    assert machine.starts(str(stub))
    assert not machine.run((str(stub / "none"),))
