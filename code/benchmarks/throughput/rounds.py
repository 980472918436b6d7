"""Measures contestants side by side: all in each round, so that a slow minute slows them all."""

import statistics
import time
from collections.abc import Callable

Block = Callable[[], int]  # works for a while and returns how many tokens that were


def measured(blocks: dict[str, Block], rounds: int) -> dict[str, dict]:
    """Run one block of each in every round and return each one's tokens a second.

    The order moves on by one from round to round. A round before the first is not counted.
    CPU seconds are this process's own, so they leave out the time that others held the core;
    ratio is a contestant's tokens per CPU second, divided by the first one's in the same round.
    """
    names = list(blocks)
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for number in range(rounds + 1):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            rates = timed(blocks[name])
            if number:
                seen[name].append(rates)
    base = [cpu for cpu, _ in seen[names[0]]]
    return {
        name: {
            "tokens_per_cpu_second": spread([cpu for cpu, _ in rates], 0),
            "tokens_per_second": spread([wall for _, wall in rates], 0),
            "ratio": spread([cpu / own for (cpu, _), own in zip(rates, base, strict=True)], 3),
        }
        for name, rates in seen.items()
    }


def timed(block: Block) -> tuple[float, float]:
    """Run a block once and return its tokens per CPU second and per second."""
    wall, cpu = time.perf_counter(), time.process_time()
    tokens = block()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return tokens / cpu, tokens / wall


def spread(values: list[float], digits: int) -> dict[str, float]:
    """Return the least, the three quartiles and the greatest of at least two values."""
    names = ("min", "lower", "median", "upper", "max")
    inner = statistics.quantiles(values, n=4, method="inclusive")
    found = [min(values), *inner, max(values)]
    return {name: round(value, digits or None) for name, value in zip(names, found, strict=True)}


def table(found: dict[str, dict]) -> str:
    """Lay out what was measured, a line for each contestant."""
    lines = [f"{'':36}tokens per CPU second      a second   ratio to the first"]
    for name, of in found.items():
        cpu, wall, ratio = of["tokens_per_cpu_second"], of["tokens_per_second"], of["ratio"]
        lines.append(
            f"{name:36}{cpu['median']:6} ({cpu['min']} … {cpu['max']})".ljust(62)
            + f"{wall['median']:7}   {ratio['median']:.3f} "
            f"({ratio['min']:.3f} [{ratio['lower']:.3f} {ratio['upper']:.3f}] {ratio['max']:.3f})"
        )
    return "\n".join(lines)
