"""The course model: trained once on Austen's novels by `nox -s train`, and loaded by the pages.

What the training gave lies in trained/: the vocabulary, the weights in 16 bits, a copy in 8 for
the pages, the log, the curve, the results, and the check sum of each.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from groundup.course.files import whole
from groundup.course.recipe import read
from groundup.course.weights import load
from groundup.lists.tokenizer import Tokenizer
from groundup.tensors.language_model import LanguageModel

TRAINED = Path(__file__).parent / "trained"


@cache
def course_tokenizer() -> Tokenizer:
    """Return the tokenizer of the course model. ValueError for a damaged file."""
    return Tokenizer.load(whole(TRAINED / "vocabulary.json"))


def course_model(name: str = "weights") -> LanguageModel:
    """Return the trained course model. name: "weights", or "int8" for the copy of the pages.

    ValueError for a damaged file.
    """
    model = LanguageModel(read().configuration(len(course_tokenizer())))
    model.load_state_dict(load(whole(TRAINED / f"{name}.safetensors")))
    return model.eval()


def course_results() -> dict[str, Any]:
    """Return what was measured of the course model when its training ended."""
    return json.loads(whole(TRAINED / "results.json").read_text(encoding="utf-8"))
