"""Run a reader's program in the page's Python: text comes in, text goes out.

The worker calls start() once and then run() for each program. What a program prints leaves by
os.write while it runs; how it ended is the JSON that run() returns.
"""

import ast
import builtins
import os
import sys
from contextvars import Context
from json.encoder import encode_basestring_ascii as quoted
from typing import Any

from groundup import exercise

from . import fresh as state
from .hints.names import outside
from .output import Errors, NoTyping, Output, Printed
from .report import message, place, report, shortened
from .rest import Rest, RestWanted

FOLDER, DEVICES = "/reader", ("/dev/stdout", "/dev/stderr")
the_rest = Rest()


def start() -> None:
    """Prepare the page's Python for the first program: cut it off, and give it a folder."""
    from .apart import cut_off  # it works on Pyodide's own insides

    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    state.folder, state.devices = FOLDER, DEVICES
    sys.meta_path.append(the_rest)
    cut_off()


def rest_arrived() -> None:
    """Let programs import what the worker has put into the rest of the library."""
    sys.path.append(state.REST)
    the_rest.arrived = True


def run(source: str, check: str = "") -> str:
    """Run a program, then its check if it has one, and return how both ended, as JSON.

    error: null, or kind, line, text and hint. check: null where none was made, else passed and,
    if it did not, message. outside: a package that this Python lacks. rest: whether the program
    has to be started again once the rest of the library has arrived.
    """
    the_rest.wanted = False
    output = Output()
    printed, errors = Printed(output, keep=bool(check)), Errors(output)
    verdict = None
    with state.fresh() as main:
        sys.stdin = sys.__stdin__ = NoTyping()
        sys.stderr = sys.__stderr__ = errors
        sys.__stdout__ = printed
        failed = _perform(source, vars(main), printed, errors)
        if check and failed is None and not the_rest.wanted:
            verdict = _checked(check, vars(main), printed.text())
        output.flush()
    result = {
        "error": None if failed is None else report(failed, source),
        "check": verdict,
        "outside": outside(failed),
        "rest": the_rest.wanted,
    }
    del failed, main
    state.forget()
    return as_json(result)


def _perform(
    source: str, namespace: dict[str, Any], printed: Printed, errors: Errors
) -> BaseException | None:
    """Run a program and return the error that it ended in; leaving by exit() is none."""
    put_back_library = state.library()
    try:
        try:
            Context().run(exercise.run, source, namespace, record=printed)
        finally:
            put_back_library()
    except SystemExit as leaving:
        if leaving.code is not None and not isinstance(leaving.code, int):
            errors.write(message(leaving) + "\n")
    except (KeyboardInterrupt, RestWanted):
        pass
    except BaseException as error:
        return error
    return None


def _checked(check: str, namespace: dict[str, Any], printed: str) -> dict[str, Any] | None:
    """Make a program's check and return what it says."""
    try:
        Context().run(exercise.check, check, namespace, printed)
    except AssertionError as error:
        said = shortened(message(error)).strip()
        return {"passed": False, "message": said or "The check does not hold."}
    except RestWanted:
        return None
    except BaseException as error:
        return {"passed": False, "message": _stopped(error, check, namespace)}
    return {"passed": True}


def _stopped(error: BaseException, check: str, namespace: dict[str, Any]) -> str:
    """Say why a check could not be made to its end."""
    used = {node.id for node in ast.walk(ast.parse(check)) if isinstance(node, ast.Name)}
    taken = sorted(used & set(namespace) & set(vars(builtins)))
    if taken:
        names = " and ".join(f"`{name}`" for name in taken)
        return f"The check needs Python's own {names}, and the program uses that name for a value."
    _, line = place(error)
    where = f" on line {line} of the program" if line else ""
    said = shortened(message(error)).strip()
    said = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return f"The check could not be made to its end. It stopped{where} with {said}"


def as_json(value: Any) -> str:
    """Write a value as JSON, by means that no program can have replaced."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{quoted(key)}: {as_json(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, str):
        return quoted(value)
    return "null" if value is None else str(value).lower()
