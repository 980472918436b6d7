"""Tales: mini stories, word by word, whose every random choice can be read in the text.

So the surprise of each token is known exactly, and with it the loss of a perfect model. A token is
    free            one of several words, each as likely as the others;
    copied          a word that the tale has said before;
    agreeing        she or he, as the name before demands;
    stored fact     found in a table of the world, by one key or by two;
    fixed           a word of the plot, as certain as the part of it that is told.
Whoever knows the world is surprised by free tokens only: by the log of how many words could stand.
"""

from dataclasses import dataclass, field
from itertools import chain, product
from math import fsum, log
from random import Random

NAMES = {
    **dict.fromkeys(("ada", "clara", "edith", "greta", "ida", "kate"), "she"),
    **dict.fromkeys(("bruno", "david", "felix", "hugo", "jack", "leon"), "he"),
}
FOODS = {
    "cat": "fish", "dog": "ham", "duck": "bread", "fox": "plums",
    "goat": "grass", "hen": "corn", "mouse": "cheese", "pig": "apples",
}  # fmt: skip
WEATHERS = ("rain", "snow", "wind", "fog")
# where it hides: to know the animal alone leaves four places open, the weather alone all eight
PLACES = {
    (animal, weather): place
    for animal, places in {
        "cat": "attic kitchen cellar tower",
        "dog": "kitchen barn shed hut",
        "duck": "mill hut barn cellar",
        "fox": "barn cellar hut attic",
        "goat": "shed tower mill barn",
        "hen": "tower attic kitchen shed",
        "mouse": "cellar mill attic kitchen",
        "pig": "hut shed tower mill",
    }.items()
    for weather, place in zip(WEATHERS, places.split(), strict=True)
}
COLOURS = ("black", "blue", "green", "red", "white", "yellow")
THINGS = ("bell", "blanket", "drum", "kite", "lamp", "ribbon", "rope", "whistle")

# Of each part one alternative is told: no two begin with the same word, so the text shows which.
# A word in capitals is a slot: another word takes its place, the same wherever the slot comes again.
PLOT = (
    (
        "once OWNER had a ANIMAL . SHE always kept FOOD for the ANIMAL ."
        " one day WEATHER came , and the ANIMAL hid in the PLACE .",
    ),
    (
        "nobody helped , but SHE thought of the PLACE .",
        "soon VISITOR came by , and HE heard the ANIMAL in the PLACE .",
        "then VISITOR brought a COLOUR THING . HE gave the COLOUR THING to OWNER ,"
        " and the ANIMAL came out of the PLACE .",
    ),
    (
        "so all was well .",
        "that evening OWNER and the ANIMAL had FOOD .",
        "now OWNER was happy again .",
    ),
)
SPEAKS_OF = {"SHE": "OWNER", "HE": "VISITOR"}  # either may turn out as she or as he


@dataclass(frozen=True)
class World:
    """What tales are made of: names with their pronouns, tables of facts, and the plot.

    ValueError if there are fewer than two names: a visitor has another than the owner.
    """

    names: dict[str, str] = field(default_factory=NAMES.copy)
    foods: dict[str, str] = field(default_factory=FOODS.copy)
    places: dict[tuple[str, str], str] = field(default_factory=PLACES.copy)
    colours: tuple[str, ...] = COLOURS
    things: tuple[str, ...] = THINGS
    plot: tuple[tuple[str, ...], ...] = PLOT

    def __post_init__(self) -> None:
        if len(self.names) < 2:
            raise ValueError(f"there are {len(self.names)} names: give the world two or more")

    def free(self) -> dict[str, tuple[str, ...]]:
        """Return the words among which chance chooses: those of each free slot."""
        weathers = dict.fromkeys(weather for _, weather in self.places)
        return {
            "OWNER": tuple(self.names),
            "VISITOR": tuple(self.names),
            "ANIMAL": tuple(self.foods),
            "WEATHER": tuple(weathers),
            "COLOUR": self.colours,
            "THING": self.things,
        }


WORLD = World()


@dataclass(frozen=True)
class Tale:
    """A tale's tokens, and for each its label and its surprise in nats to a perfect model."""

    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    surprises: tuple[float, ...]


def tale(draw: Random, world: World = WORLD) -> Tale:
    """Tell one tale, with the choices that draw makes."""
    told = []  # (token, label, surprise)
    said: dict[str, str] = {}  # what stands in the slots so far
    for alternatives in world.plot:
        begin = len(told)
        for word in draw.choice(alternatives).split():
            label, options = _options(word, said, world)
            token = draw.choice(options)
            if word.isupper():
                said[word] = token
            told.append((token, label, log(len(options))))
        if len(alternatives) > 1:  # the first word shows which was chosen
            told[begin] = (told[begin][0], "free", log(len(alternatives)))
    return Tale(*zip(*told, strict=True))


def tales(count: int, seed: int, world: World = WORLD) -> list[Tale]:
    """Tell count tales, the same ones whenever the seed is the same."""
    draw = Random(seed)
    return [tale(draw, world) for _ in range(count)]


def entropy_per_token(world: World = WORLD) -> float:
    """Compute the loss of a perfect model, in nats per token of many tales in a row.

    The model knows the world and reads each tale from its first word. Its loss is the expected
    surprise of a tale over its expected number of tokens (not the expectation of their ratio),
    both as means over all ways to choose the alternatives.
    """
    options = {slot: len(words) for slot, words in world.free().items()}
    options["VISITOR"] -= 1  # not the owner
    ways = [" ".join(way).split() for way in product(*world.plot)]
    slots = fsum(log(options[slot]) for way in ways for slot in options.keys() & set(way))
    parts = fsum(log(len(alternatives)) for alternatives in world.plot)
    tokens = sum(len(way) for way in ways)
    return (slots + parts * len(ways)) / tokens


def vocabulary(world: World = WORLD) -> list[str]:
    """Return every word that a tale can hold, in the order of the alphabet."""
    plot = " ".join(" ".join(alternatives) for alternatives in world.plot).split()
    frame = (word for word in plot if not word.isupper())
    tables = (world.names.values(), world.foods.values(), world.places.values())
    return sorted({*frame, *chain(*world.free().values(), *tables)})


def _options(word: str, said: dict[str, str], world: World) -> tuple[str, list[str]]:
    """Return the label of a word of the plot, and the words of which one may stand for it."""
    if not word.isupper():
        return "fixed", [word]
    if word in SPEAKS_OF:
        return "agreeing", [world.names[said[SPEAKS_OF[word]]]]
    if word in said:
        return "copied", [said[word]]
    if word == "FOOD":
        return "stored fact", [world.foods[said["ANIMAL"]]]
    if word == "PLACE":
        return "stored fact", [world.places[said["ANIMAL"], said["WEATHER"]]]
    # the owner's name stands in the visitor's table too
    return "free", [each for each in world.free()[word] if each != said.get("OWNER")]
