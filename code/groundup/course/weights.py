"""The weights of a model in few bytes: 16 bits for each number, or 8 and a scale for each row.

The files are safetensors: a length, a header in JSON, and the numbers one after the other, so that
a page can read them too.
"""

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

ROW_SCALE = ".row_scale"  # a matrix in 8 bits has a second entry of this ending
LARGEST = 127


def save(path: Path, weights: dict[str, Tensor]) -> None:
    """Write weights in 16 bits (float16), of which each rounds to about three digits."""
    save_file({name: weight.half().contiguous() for name, weight in weights.items()}, path)


def save_int8(path: Path, weights: dict[str, Tensor]) -> None:
    """Write matrices as whole numbers from -127 to 127 with a scale for each row, vectors in 16 bits.

    A row's scale is its largest entry divided by 127: no entry is off by more than half of it.
    """
    saved = {}
    for name, weight in weights.items():
        if weight.ndim < 2:
            saved[name] = weight.half()
            continue
        scale = weight.abs().amax(dim=1) / LARGEST  # (rows,)
        # a row of zeros would be 0/0
        steps = weight / scale.clamp(min=torch.finfo(scale.dtype).tiny)[:, None]
        saved[name], saved[name + ROW_SCALE] = steps.round().to(torch.int8), scale
    save_file(saved, path)


def load(path: Path) -> dict[str, Tensor]:
    """Read weights that save or save_int8 has written, as float32."""
    saved = load_file(path)
    return {
        name: weight * saved[name + ROW_SCALE][:, None]
        if name + ROW_SCALE in saved
        else weight.float()
        for name, weight in saved.items()
        if not name.endswith(ROW_SCALE)
    }
