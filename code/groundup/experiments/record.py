"""The recorded results of the experiments: read, measured anew, compared and written."""

import json
import platform
import time
from datetime import date
from importlib import import_module
from math import isclose, isnan
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
# The files of this folder that are no experiment.
AROUND = {"__init__", "__main__", "record"}


def names() -> list[str]:
    """Return the names of all experiments."""
    return sorted({path.stem for path in FOLDER.glob("*.py")} - AROUND)


def recorded(name: str) -> dict[str, Any]:
    """Return the recorded results of an experiment. ValueError for a name that there is not."""
    return read(name)["results"]


def read(name: str) -> dict[str, Any]:
    """Return all that is recorded of an experiment: results, recipe, claims, date, versions."""
    path = FOLDER / f"{name}.json"
    if name not in names() or not path.exists():
        found = ", ".join(each for each in names() if (FOLDER / f"{each}.json").exists())
        raise ValueError(f"there are no results of {name!r}: choose one of {found}")
    return json.loads(path.read_text(encoding="utf-8"))


def experiment(name: str) -> ModuleType:
    """Return the module of an experiment. ValueError for a name that there is not."""
    if name not in names():
        raise ValueError(f"there is no experiment {name!r}: choose one of {', '.join(names())}")
    return import_module(f"groundup.experiments.{name}")


def measure(name: str) -> dict[str, Any]:
    """Run an experiment, long and short, and return all that is to be recorded."""
    import torch

    module = experiment(name)
    start = time.process_time()
    results = plain(module.measure(module.RECIPE))
    seconds = time.process_time() - start
    return {
        "recipe": plain(module.RECIPE),
        "date": date.today().isoformat(),
        "machine": f"{platform.machine()}, one thread",
        "python": platform.python_version(),
        "torch": torch.__version__.split("+")[0],
        "cpu_seconds": round(seconds),
        "claims": module.claims(results),
        "results": results,
        "short": short(module),
    }


def short(module: ModuleType) -> dict[str, Any]:
    """Run the short form of an experiment, by which a test notices that its code has changed."""
    return plain(module.measure({**module.RECIPE, **module.SHORT}))


def plain(value: Any) -> Any:
    """Return a value as a file of results gives it back: six digits, keys that are text."""
    return json.loads(json.dumps(rounded(value)))


def rounded(value: Any) -> Any:
    """Round every float in a value to six digits that count: the rest differs by machine."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]
    return value


def differences(before: Any, after: Any, tolerance: float | None, where: str = "") -> list[str]:
    """Say where two results differ: in form, in a whole number or, beyond tolerance, in a float.

    tolerance: how far a float may move, as it is or as a share of the larger; None lets it move
    freely, where it is a time. Text is not compared: one other letter leads a model elsewhere.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            return [f"{where or 'results'}: {sorted(before)} became {sorted(after)}"]
        pairs = [(f"{where}.{key}".lstrip("."), before[key], after[key]) for key in before]
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            return [f"{where}: {len(before)} entries became {len(after)}"]
        pairs = [(f"{where}[{i}]", *two) for i, two in enumerate(zip(before, after, strict=True))]
    elif isinstance(before, float) and isinstance(after, (float, int)):
        near = tolerance is None or isclose(before, after, rel_tol=tolerance, abs_tol=tolerance)
        same = near or (isnan(before) and isnan(after))
        return [] if same else [f"{where}: {before} became {after}"]
    else:
        words = isinstance(before, str) and isinstance(after, str)
        return [] if words or before == after else [f"{where}: {before!r} became {after!r}"]
    return [line for at, one, two in pairs for line in differences(one, two, tolerance, at)]


def write(name: str, record: dict[str, Any]) -> Path:
    """Write what was measured beside the experiment; a file half written never stands there."""
    path = FOLDER / f"{name}.json"
    part = path.with_suffix(".part")
    part.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return part.replace(path)
