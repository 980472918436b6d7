"""Checkpoints: all that a training needs to go on, in a file that is always whole."""

import io
import os
from pathlib import Path
from typing import Any

import torch

from groundup.course.recipe import Recipe

VERSION = 1  # raised when a checkpoint holds other things than before


def save(path: Path, recipe: Recipe, state: dict[str, Any]) -> None:
    """Write a checkpoint beside the last one and put it in its place when it is whole.

    OSError, with the remedy and the last one untouched, where it cannot be written.
    """
    part = path.with_suffix(".part")
    whole = io.BytesIO()  # torch.save hides from a file's own errors what is wrong
    torch.save({"version": VERSION, "recipe": settings(recipe), **state}, whole)
    try:
        with part.open("wb") as file:
            file.write(whole.getbuffer())
            file.flush()
            os.fsync(file.fileno())  # the new name must not reach the disk before the bytes do
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(
            f"{path} cannot be written ({error.strerror}): make room for "
            f"{2 * len(whole.getbuffer()):,} bytes, and give the command again"
        ) from error
    part.replace(path)


def load(path: Path, recipe: Recipe) -> dict[str, Any] | None:
    """Read a checkpoint, or return None where there is none.

    ValueError, with the remedy, for a damaged one and for one of another recipe or version.
    """
    if not path.exists():
        return None
    remedy = "train in another folder (--folder), or remove it to begin anew"
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)
        version, before = saved.pop("version"), saved.pop("recipe")
    except Exception as error:  # torch.load raises almost anything for bytes that are not its own
        raise ValueError(f"{path} is no checkpoint, or a damaged one: {remedy}") from error
    if version != VERSION:
        raise ValueError(f"{path} has version {version}, and this program {VERSION}: {remedy}")
    now = settings(recipe)
    changed = [
        f"{name} was {before.get(name)!r}"
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    ]
    if changed:
        raise ValueError(f"{path} is of another recipe ({', '.join(changed)}): {remedy}")
    return saved


def settings(recipe: Recipe) -> dict[str, Any]:
    """Return all settings of a recipe by name."""
    parts = (recipe.text, recipe.model, recipe.training)
    return {name: value for part in parts for name, value in vars(part).items()}
