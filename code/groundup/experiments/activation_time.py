"""How long does each activation take? ReLU, GELU and SiLU on as many numbers as a block has.

Each curve bends the hidden numbers of 256 tokens at hidden width 2048, on one thread. GELU runs in
two forms: the formula step by step, as groundup.tensors writes it, and PyTorch's single function.
The forms are timed in turn, over and over, so that a busy moment falls on all of them.
Quantity: the median time, in milliseconds, with the quartiles.
Threshold: one form is faster than another if the other's median is at least MARGIN times its own.
Control: copying the numbers, which bends nothing and cannot be done without.
Times differ from machine to machine, so the book claims their order only.
"""

import time
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from groundup.tensors.activation import gelu

RECIPE = {"tokens": 256, "hidden": 2048, "repeats": 200, "warmup": 20}
SHORT = {"tokens": 16, "repeats": 3, "warmup": 1}
TOLERANCE = None
MARGIN = 1.5

FORMS: dict[str, Callable[[Tensor], Tensor]] = {
    "copy": torch.clone,
    "ReLU": torch.relu,
    "SiLU": functional.silu,
    "GELU": functional.gelu,
    "GELU in steps": gelu,
}


def measure(recipe: dict) -> dict:
    draw = torch.Generator().manual_seed(0)
    numbers = torch.randn(recipe["tokens"], recipe["hidden"], generator=draw)
    times: dict[str, list[float]] = {name: [] for name in FORMS}
    for turn in range(recipe["warmup"] + recipe["repeats"]):
        for name, form in FORMS.items():
            start = time.perf_counter()
            form(numbers)
            took = 1000 * (time.perf_counter() - start)
            if turn >= recipe["warmup"]:
                times[name].append(took)
    quartiles = torch.tensor([0.25, 0.5, 0.75])
    return {
        name: dict(
            zip(
                ("low", "median", "high"),
                torch.tensor(each).quantile(quartiles).tolist(),
                strict=True,
            )
        )
        for name, each in times.items()
    }


def claims(results: dict) -> dict[str, bool]:
    def faster(one: str, other: str) -> bool:
        return MARGIN * results[one]["median"] <= results[other]["median"]

    return {
        "ReLU is faster than SiLU": faster("ReLU", "SiLU"),
        "ReLU is faster than GELU": faster("ReLU", "GELU"),
        "ReLU takes about as long as copying": not faster("copy", "ReLU"),
        "neither of GELU and SiLU is faster than the other": not faster("GELU", "SiLU")
        and not faster("SiLU", "GELU"),
        "GELU as one function is faster than in steps": faster("GELU", "GELU in steps"),
    }
