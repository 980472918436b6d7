"""What a training leaves behind: weights, vocabulary, log, curve, results and check sums."""

import csv
import json
import platform
from datetime import date
from pathlib import Path
from typing import Any

import torch
from matplotlib import pyplot

from groundup.course.checkpoint import settings
from groundup.course.files import sign
from groundup.course.training import Trainer
from groundup.course.weights import load, save, save_int8
from groundup.lists.tokenizer import Tokenizer
from groundup.memory import parameters
from groundup.plots import GREY, axes
from groundup.reference_lines import reference_lines
from groundup.tensors.cache import Cache
from groundup.tensors.generation import generate
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.sampling import choose, temperature

BEGINNING, LENGTH, SEEDS = "It is a truth", 60, (0, 1, 2)
FILES = [
    "curve.svg", "int8.safetensors", "log.csv", "results.json", "vocabulary.json",
    "weights.safetensors",
]  # fmt: skip


def report(trainer: Trainer, folder: Path, seconds: float) -> dict[str, Any]:
    """Write all that a finished training leaves behind, and return its results.

    The bits per character are those of the files as they are read again. seconds: of CPU time.
    """
    model, tokenizer = trainer.model, trainer.texts.tokenizer
    bits = {"float32": trainer.bits()}
    tokenizer.save(folder / "vocabulary.json")
    kinds = {"weights": save, "int8": save_int8}
    for name, write in kinds.items():
        path = folder / f"{name}.safetensors"
        write(path, model.state_dict())
        model.load_state_dict(load(path))
        bits[name] = trainer.bits()
    model.load_state_dict(load(folder / "weights.safetensors"))
    results = {
        "bits per character": bits,
        "parameters": parameters(model),
        "tokens": trainer.log[-1]["tokens"],
        "characters per token": len(tokenizer.decode(trainer.texts.train.tolist()))
        / len(trainer.texts.train),
        "samples": [sample(model, tokenizer, BEGINNING, LENGTH, seed) for seed in SEEDS],
        "cpu seconds": round(seconds),
        "date": date.today().isoformat(),
        "machine": f"{platform.machine()}, {trainer.processes} process(es) of one thread",
        "python": platform.python_version(),
        "torch": torch.__version__.split("+")[0],
        "recipe": settings(trainer.recipe),
    }
    write_log(trainer.log, folder / "log.csv")
    draw_curve(trainer.log, trainer.recipe.text.source, folder / "curve.svg")
    text = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
    (folder / "results.json").write_text(text, encoding="utf-8")
    sign(folder, FILES)
    return results


def write_log(log: list[dict[str, float]], path: Path) -> None:
    """Write the log of a training as a table, a row for each look."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(log[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(log)


def draw_curve(log: list[dict[str, float]], source: str, path: Path) -> None:
    """Draw the bits per character over the tokens read, beside the reference lines of the novels."""
    ax = axes(x="tokens read (millions)", y="bits per character")
    millions = [row["tokens"] / 1e6 for row in log]
    ax.plot(millions, [row["bits"] for row in log], marker="o")
    for name, bits in reference_lines().items() if source == "austen" else ():
        ax.axhline(bits, color=GREY, linestyle=":")
        ax.annotate(name, (millions[-1], bits), ha="right", va="bottom")
    ax.set_ylim(0, None)
    ax.figure.savefig(path, metadata={"Date": None})
    pyplot.close(ax.figure)


def sample(
    model: LanguageModel, tokenizer: Tokenizer, start: str, count: int, seed: int, heat: float = 0.8
) -> str:
    """Let a model continue a text by count tokens, drawn at a temperature."""
    draw = torch.Generator().manual_seed(seed)

    def choose_next(logits: torch.Tensor) -> torch.Tensor:
        number = torch.rand(len(logits), generator=draw, dtype=torch.double)
        return choose(temperature(logits, heat), number)

    ids = torch.tensor([tokenizer.encode(start)])
    caches = [Cache() for _ in model.blocks]
    return tokenizer.decode(generate(model, ids, count, choose_next, caches)[0].tolist())
