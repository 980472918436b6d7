"""The recipe of a training: every setting, read from a file and checked before anything starts."""

import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from groundup.lists.configuration import Configuration
from groundup.lists.optimiser import learning_rate

RECIPE = Path(__file__).with_name("recipe.toml")


@dataclass(frozen=True)
class Text:
    """What is read: "austen" or the path of a file, and how many merges make its vocabulary."""

    source: str
    merges: int


@dataclass(frozen=True)
class Model:
    """The sizes and parts of the model; groundup.lists.configuration explains them."""

    width: int
    layers: int
    heads: int
    hidden: int
    context: int
    norm: str
    gated: bool
    positions: str
    biases: bool


@dataclass(frozen=True)
class Training:
    """How it is trained: batch counts stretches of context tokens, the rest is in steps or plain."""

    steps: int
    batch: int
    rate: float
    warmup: int
    decay: float
    clip: float
    seed: int
    validate: int


@dataclass(frozen=True)
class Recipe:
    """Hold all settings of a training. ValueError for one that no training can have."""

    text: Text
    model: Model
    training: Training

    def __post_init__(self) -> None:
        least = {"steps": 1, "batch": 1, "decay": 0, "seed": 0, "validate": 1}
        for name, value in least.items():
            if not getattr(self.training, name) >= value:
                raise ValueError(
                    f"{name} is {getattr(self.training, name)}: choose {value} or more"
                )
        for name in ("rate", "clip"):
            if not 0 < getattr(self.training, name) < float("inf"):
                raise ValueError(
                    f"{name} is {getattr(self.training, name)}: choose a finite number above 0"
                )
        if self.text.merges < 0:
            raise ValueError(f"merges is {self.text.merges}: choose 0 or more")
        # these raise ValueError for sizes that fit no model, and for a warmup that never ends
        self.configuration(vocabulary=1)
        learning_rate(0, self.training.steps, self.training.rate, self.training.warmup)

    def configuration(self, vocabulary: int) -> Configuration:
        """Return the configuration of the model, for a vocabulary of that many tokens."""
        return Configuration("course", vocabulary=vocabulary, **asdict(self.model))


PARTS = {"text": Text, "model": Model, "training": Training}


def read(path: Path = RECIPE) -> Recipe:
    """Read a recipe. ValueError, with the file and the setting, for one that cannot be used."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read ({error.strerror}): name a recipe") from error
    except ValueError as error:  # not TOML, or not UTF-8
        raise ValueError(f"{path} is not a recipe in TOML: {error}") from error
    try:
        _only(given, list(PARTS), "part")
        return Recipe(**{name: _part(name, given[name]) for name in PARTS})
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _part(name: str, given: Any) -> Any:
    """Make one part of a recipe of what the file gives for it."""
    kind = PARTS[name]
    _only(given, [field.name for field in fields(kind)], f"setting of [{name}]")
    values = {}
    for field in fields(kind):
        value = given[field.name]
        wanted = (int, float) if field.type is float else field.type
        # in Python True is an int too, but nobody means it as a size
        if not isinstance(value, wanted) or (isinstance(value, bool) and field.type is not bool):
            raise ValueError(f"{field.name} is {value!r}: give it as {field.type.__name__}")
        values[field.name] = field.type(value)
    return kind(**values)


def _only(given: Any, wanted: list[str], what: str) -> None:
    """Refuse a name too many and a name too few."""
    if not isinstance(given, dict):
        raise ValueError(f"{given!r} is no table of settings: give {', '.join(wanted)}")
    for name in given:
        if name not in wanted:
            raise ValueError(f"{name!r} is no {what}: choose one of {', '.join(wanted)}")
    for name in wanted:
        if name not in given:
            raise ValueError(f"the {what} {name!r} is missing: add it")
