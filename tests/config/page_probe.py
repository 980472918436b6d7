"""Runs in the page's Python for test_engine.py: at first with nothing but library.zip."""

import contextlib
import io
import json
import shutil
import sys
import traceback
import types
from importlib.machinery import PathFinder


class Rest:
    """The last finder: notes which modules of Python are missing, and finds them once they came."""

    missing = []
    place = None

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        top, *_ = parts = name.split(".")
        found = cls.place and PathFinder.find_spec(name, ["/".join([cls.place, *parts[:-1]])])
        if not found and top in sys.stdlib_module_names:
            cls.missing.append(name)
        return found


def printed(program):
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            exec(compile(program, "<program>", "exec"), vars(main))
        except BaseException:
            traceback.print_exc(file=sys.stdout)
    return said.getvalue()


def failing(names):
    said = {name: printed(f"__import__({name!r})") for name in names}
    return {name: text for name, text in said.items() if "Traceback" in text}


def main():
    asked = json.load(open("/made/asked.json"))
    shutil.copy("/made/archive.zip", "/lib/groundup.zip")
    sys.path.remove("/made")
    sys.path.remove("/programs")
    sys.path.append("/lib/groundup.zip")
    del sys.modules["asyncio"]  # as the reader does, before the first program
    sys.meta_path.append(Rest)
    told = {"printed": [printed(program) for program in asked["programs"]]}
    told["failing"] = failing(asked["archive"] + asked["library"])
    told["missing"] = Rest.missing[:]
    Rest.place = shutil.copy("/made/rest.zip", "/lib")
    told["failing with the rest"] = failing(asked["rest"])
    json.dump(told, open("/made/told.json", "w"))
