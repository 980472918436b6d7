"""Run the experiments again and compare with what is recorded; --record replaces it."""

import argparse
import sys

from groundup.experiments import record


def main() -> int:
    options = argparse.ArgumentParser(prog="groundup.experiments", description=__doc__)
    options.add_argument("names", nargs="*", help="which experiments; all of them without a name")
    options.add_argument("--record", action="store_true", help="write the new results")
    given = options.parse_args()
    wrong = 0
    for name in given.names or record.names():
        try:
            module = record.experiment(name)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{name} ...", flush=True)
        new = record.measure(name)
        problems = [
            f"does not hold: {claim}" for claim, holds in new["claims"].items() if not holds
        ]
        if given.record:
            record.write(name, new)
        else:
            problems += compared(name, new, module.TOLERANCE)
        for problem in problems:
            print(f"  {problem}")
        wrong += bool(problems)
        verdict = "differs" if problems else "as recorded" if not given.record else "recorded"
        print(f"{name}: {verdict}, {new['cpu_seconds']} CPU s", flush=True)
    return 1 if wrong else 0


def compared(name: str, new: dict, tolerance: float | None) -> list[str]:
    """Say how new results differ from the recorded ones."""
    try:
        old = record.read(name)
    except ValueError:
        return [f"nothing is recorded: run it with --record and commit {name}.json"]
    if old["recipe"] != new["recipe"]:
        return ["the recipe has changed since the results were recorded: run it with --record"]
    return record.differences(old["results"], new["results"], tolerance)


if __name__ == "__main__":
    sys.exit(main())
