"""Train the course model, or go on where a training was stopped.

Several processes share the work:  torchrun --nproc-per-node 2 -m groundup.course
"""

import argparse
import fcntl
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from safetensors import SafetensorError
from torch import distributed
from tqdm import tqdm

from groundup.course import TRAINED, checkpoint
from groundup.course.files import SUMS
from groundup.course.recipe import RECIPE, read
from groundup.course.report import FILES, report
from groundup.course.text import texts
from groundup.course.training import Trainer
from groundup.reference_lines import reference_lines

FOLDER = Path("_build/course")


def main() -> int:
    options = argparse.ArgumentParser(prog="groundup.course", description=__doc__)
    options.add_argument("--recipe", type=Path, default=RECIPE, help="settings, in TOML")
    options.add_argument("--folder", type=Path, default=FOLDER, help="where the results go")
    options.add_argument(
        "--device",
        choices=["cpu", "cuda"],
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="where it runs: on a graphics card, if there is one",
    )
    options.add_argument(
        "--precision",
        choices=["float32", "bfloat16"],
        help="of the matrix products: bfloat16 on a graphics card, else float32",
    )
    options.add_argument("--record", action="store_true", help="put the results into the package")
    given = options.parse_args()
    exact = given.device == "cpu" and given.precision != "bfloat16"
    if given.record and not (exact and given.recipe == RECIPE):
        options.error("--record takes the book's own recipe, on the processor and in float32")
    try:
        with alone(given.folder), processes(given.device):
            train(given)
    except (ValueError, FloatingPointError, OSError, SafetensorError) as error:
        kept = f"The last checkpoint in {given.folder}, if there is one, is untouched."
        print(f"\n{error}\n{kept}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nStopped. The same command goes on from the last checkpoint in {given.folder}.")
        return 130
    return 0


def train(given: argparse.Namespace) -> None:
    """Train by the options that were given, from the last checkpoint on where there is one."""
    recipe = read(given.recipe)
    kept = given.folder / "checkpoint.pt"
    state = checkpoint.load(kept, recipe)
    found = texts(recipe.text.source, recipe.text.merges, recipe.model.context)
    half = (given.precision or ("bfloat16" if given.device == "cuda" else "float32")) == "bfloat16"
    trainer = Trainer(recipe, found, given.device, half)
    seconds = 0.0
    if state is not None:
        seconds = state.pop("seconds")
        trainer.restore(state)
    if trainer.rank:  # the first process alone shows and writes
        trainer.finish()
        return
    lines = reference_lines() if recipe.text.source == "austen" else {}
    for name, bits in lines.items():
        print(f"{bits:.3f} bits per character: {name} alone")
    start = time.process_time() - seconds
    for step, row in shown(trainer):
        if row is not None:
            trainer.save(kept, time.process_time() - start)
            tqdm.write(f"{row['bits']:.3f} bits per character: the model after {step} steps")
    results = report(trainer, given.folder, time.process_time() - start)
    for name, bits in results["bits per character"].items():
        print(f"{bits:.4f} bits per character on the whole held-out text: {name}")
    print(f"The results are in {given.folder}.")
    if given.record:
        TRAINED.mkdir(exist_ok=True)
        for name in [*FILES, SUMS]:
            shutil.copyfile(given.folder / name, TRAINED / name)


def shown(trainer: Trainer) -> Iterator[tuple[int, dict[str, float] | None]]:
    """Take the steps that are left behind a bar with tokens a second, time left and the loss."""
    t = trainer.recipe.training
    tokens = t.batch * trainer.recipe.model.context
    with tqdm(
        total=t.steps * tokens, initial=trainer.step * tokens, unit=" tokens", unit_scale=True,
        mininterval=1, smoothing=0.05,
    ) as bar:  # fmt: skip
        for loss, row in trainer.steps():
            bar.update(tokens)
            bar.set_postfix(loss=f"{loss:.3f}", refresh=False)
            yield trainer.step, row


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other trainings out of a folder. ValueError if one is at work there."""
    if int(os.environ.get("RANK", 0)):
        yield  # the first of several processes keeps it for all
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a killed process lets go of it
        except BlockingIOError as error:
            raise ValueError(
                f"another training is at work in {folder}: wait for it, or name another --folder"
            ) from error
        yield


@contextmanager
def processes(device: str) -> Iterator[None]:
    """Join the processes that torchrun has started, where it has."""
    if "RANK" not in os.environ:
        yield
        return
    if device == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    distributed.init_process_group("nccl" if device == "cuda" else "gloo")
    try:
        yield
    finally:
        distributed.destroy_process_group()


if __name__ == "__main__":
    sys.exit(main())
