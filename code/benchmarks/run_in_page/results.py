"""What was measured, as a table and as a file, held against what the book's boxes should reach."""

import datetime
import json
import os
import platform
import statistics

import sites

FILE = sites.HERE.with_suffix(".json")
BOOK = "this book"
FASTER = 2.5  # times faster than the fastest other tool, cold
EDITED, AGAIN = 0.2, 0.05  # seconds at most: after editing, and for a second run
SCRIPTS = 9000  # bytes of the scripts at most


def load() -> float:
    """Return how many processes were busy on this machine in the last minute."""
    return round(os.getloadavg()[0], 1)


def write(measuring, pyodide: str, script_bytes: int) -> None:
    """Print the medians and what they mean, and write all of it beside this folder."""
    tools = {
        tool: {state: summary(rounds) for state, rounds in states.items()}
        for tool, states in measuring.tools.items()
    }
    for tool, states in tools.items():
        for state, numbers in states.items():
            print(f"{tool:20} {state:15} {line(numbers)}")
    for tool, rounds in measuring.stumbled.items():
        print(f"{tool:20} failed in round {', '.join(map(str, rounds))}")
    for tool, why in measuring.failed.items():
        print(f"{tool:20} does not work: {why}")
    if BOOK not in tools:
        raise SystemExit("the book's own boxes do not work, so nothing is recorded")
    expected = held(tools, script_bytes)
    for claim in expected:
        print(f"{'holds' if claim['holds'] else 'FAILS':6} {claim['claim']}: {claim['measured']}")
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    recorded = {
        "machine": machine,
        "date": datetime.date.today().isoformat(),
        "browser": measuring.browser,
        "load": measuring.load,
        "rounds": max(len(rounds) for rounds in measuring.tools[BOOK].values()),
        "versions": {"pyodide of all but thebe-lite": pyodide, **versions()},
        "expected": expected,
        "script_bytes": script_bytes,
        "tools": tools,
        "rounds that failed": measuring.stumbled,
        "do not work": measuring.failed,
    }
    FILE.write_text(json.dumps(recorded, indent=2) + "\n", encoding="utf-8")


def versions() -> dict[str, str]:
    """Return the versions of all that was fetched."""
    return {name: number for group in sites.VERSIONS.values() for name, number in group.items()}


def summary(rounds: list[dict]) -> dict:
    """Return median, least and most of each number that the rounds gave."""
    found = {}
    for name in rounds[0]:
        values = [taken[name] for taken in rounds]
        digits = 0 if name.endswith("bytes") else 3
        numbers = statistics.median(values), min(values), max(values)
        numbers = [round(number, digits) if digits else int(number) for number in numbers]
        found[name] = dict(zip(("median", "least", "most"), numbers, strict=True))
    return found


def line(numbers: dict) -> str:
    """Return one line of the table."""
    parts = []
    for name, unit in (("seconds", "s"), ("cpu_seconds", "CPU s")):
        if name in numbers:
            one = numbers[name]
            parts.append(f"{one['median']:6.2f} {unit} ({one['least']:.2f} to {one['most']:.2f})")
    for name, words in (("page_bytes", "page"), ("press_bytes", "press")):
        if name in numbers:
            parts.append(f"{words} {numbers[name]['median'] / 1e6:.2f} MB")
    return "  ".join(parts)


def held(tools: dict, script_bytes: int) -> list[dict]:
    """Return each expectation with what was measured and whether it holds."""
    book = tools[BOOK]
    others = {name: states for name, states in tools.items() if name != BOOK}

    def median(states: dict, state: str, *names: str) -> float:
        return sum(states[state][name]["median"] for name in names)

    fastest = min(others, key=lambda name: median(others[name], "cold", "seconds"))
    lightest = min(others, key=lambda n: median(others[n], "cold", "page_bytes", "press_bytes"))
    times = median(others[fastest], "cold", "seconds") / median(book, "cold", "seconds")
    ours = median(book, "cold", "page_bytes", "press_bytes")
    theirs = median(others[lightest], "cold", "page_bytes", "press_bytes")
    edited = median(book, "edited", "seconds")
    again = median(book, "second run", "seconds")
    return [
        {
            "claim": f"cold, the book is at least {FASTER} times faster than {fastest}",
            "measured": f"{times:.2f} times",
            "holds": times >= FASTER,
        },
        {
            "claim": f"page and press together are no heavier than those of {lightest}",
            "measured": f"{ours:,} bytes against {theirs:,}",
            "holds": ours <= theirs,
        },
        {
            "claim": f"after editing, output comes within {EDITED} s of the press",
            "measured": f"{edited:.3f} s",
            "holds": edited <= EDITED,
        },
        {
            "claim": f"a second run takes at most {AGAIN} s",
            "measured": f"{again:.3f} s",
            "holds": again <= AGAIN,
        },
        {
            "claim": f"the scripts are at most {SCRIPTS:,} bytes",
            "measured": f"{script_bytes:,} bytes",
            "holds": script_bytes <= SCRIPTS,
        },
    ]
