"""What a contributor runs. `nox` alone runs the checks and builds the book; `nox -l` lists the rest."""

import sys

if sys.version_info < (3, 11):
    sys.exit("The book needs Python 3.11 or newer; nox runs on {}.{}.".format(*sys.version_info))

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["check", "book"]
nox.options.reuse_existing_virtualenvs = True

LOCK = "_config/requirements.txt"
# One environment for everything that needs torch: installing it twice would cost gigabytes.
PYTHON = ".nox/environment/bin/python"
PYTEST = ["-m", "pytest", "-c", "tests/pytest.ini", "--rootdir", "."]


@nox.session
def environment(session):
    """Install what the book and its tests need, as locked."""
    session.install("-c", LOCK, "-r", "_config/requirements.in")
    session.install("--no-build-isolation", "--no-deps", "-e", "code")


@nox.session(venv_backend="none", requires=["environment"])
def book(session):
    """Build the book into _build/html, running every page. Any warning stops it."""
    session.run(PYTHON, "_config/build.py", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def export(session):
    """Build the book with all that readers take away: a PDF, an e-book and a ZIP file."""
    session.run(PYTHON, "_config/build.py", "--export", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def tests(session):
    """Prove everything, building what it needs. Pass paths to prove less."""
    session.run(PYTHON, *PYTEST, *(session.posargs or ["tests"]), external=True)


@nox.session
def check(session):
    """Check words, vocabulary, exercises and quizzes in seconds, without torch or a build."""
    session.install("-c", LOCK, "-r", "_config/check.in")
    session.install("--no-build-isolation", "--no-deps", "-e", "code")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("python", *PYTEST, "-m", "not built", *(session.posargs or ["tests/book"]))


@nox.session(venv_backend="none", requires=["environment"])
def write(session):
    """Show the book in a browser and build again on each save."""
    session.run(PYTHON, "_config/build.py", "--watch", *session.posargs, external=True)


@nox.session(venv_backend="none")
def serve(session):
    """Serve the book that was built last, as a host would."""
    serving = [sys.executable, "-m", "http.server", "--directory", "_build/html"]
    session.run(*serving, *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def links(session):
    """Ask the hosts of all outside links whether they still lead somewhere."""
    session.run(PYTHON, "_config/links.py", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def benchmarks(session):
    """Measure what it takes to build the book, to open its pages, to run a program and to learn merges."""
    session.run(PYTHON, "code/benchmarks/build.py", *session.posargs, external=True)
    session.run(PYTHON, "code/benchmarks/scale.py", external=True)
    session.run(PYTHON, "code/benchmarks/merges.py", external=True)
    session.run(PYTHON, "code/benchmarks/open_page", *session.posargs, external=True)
    session.run(PYTHON, "code/benchmarks/run_in_page", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def throughput(session):
    """Time training and generation beside other libraries, which it adds to the environment."""
    install = [PYTHON, "-m", "pip", "install", "-c", LOCK, "-r", "_config/benchmark.in"]
    session.run(*install, external=True)
    session.run(PYTHON, "code/benchmarks/throughput", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def experiments(session):
    """Run the experiments again and compare with what is recorded. Pass names to run fewer."""
    session.run(PYTHON, "-m", "groundup.experiments", *session.posargs, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def train(session):
    """Train the course model in _build/course, or go on where it was stopped. --record keeps it."""
    session.run(PYTHON, "-m", "groundup.course", *session.posargs, external=True)


@nox.session
def lock(session):
    """Write the one lock anew. Pass --upgrade for the newest releases."""
    session.install("uv")
    options = ["--universal", "--python-version", "3.11", "--fork-strategy", "fewest"]
    # no lock names a host
    options += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    needs = [f"_config/{need}.in" for need in ("requirements", "binder", "node", "benchmark")]
    session.run("uv", "pip", "compile", *options, *needs, "-o", LOCK, *session.posargs)
