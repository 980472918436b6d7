"""What do the neurons of the course model answer to in held-out text, and can it be named?

A neuron is one entry of the hidden vector behind the gate, SiLU(gate)·up. A place is a token of the
text with at least half a window of tokens before it. The list of features below was written before
any neuron was looked at; each is computed from the text alone.
Criterion, said in advance: on the first half of the text take the side of the neuron, above or below
zero, on which its strongest places lie, and of the features that hold at fewer than a fifth of all
places the one that holds at most of the 50 strongest places there. The neuron is nameable if that
feature also holds at 80 % or more of its 50 strongest places in the second half.
Controls: the same numbers shuffled over the places; random directions of the hidden vector, as many
as neurons, with every hidden number first divided by its root mean square; the neurons of models of
these sizes that were not trained.
For "how many features share the neurons" the features are tokens, the one just read, all that are met
30 times or more in both halves. A neuron responds to a token if in both halves its mean there lies a
standard deviation or more to the same side of its mean over all places. A token is readable if, of as
many places of the second half as it has there, those where its reading is strongest, 80 % or more are
its own; the reading is a linear map of the hidden vector fitted on the first half by least squares,
or the one neuron that is best there, on either side. Control: a map fitted to shuffled tokens.
"""

import re
from collections.abc import Iterator

import torch
from torch import Tensor

from groundup.austen import split_ends
from groundup.course import course_model, course_tokenizer
from groundup.course.recipe import read
from groundup.experiments.course_deletion import hidden_numbers
from groundup.tensors.language_model import LanguageModel

RECIPE = {"tokens": 128, "windows": 0, "strongest": 50, "met": 30, "seeds": 3}
SHORT = {"windows": 24, "strongest": 10, "met": 10, "seeds": 1}
TOLERANCE = 0.1
ENOUGH, RARE = 0.8, 0.2
RESPONSE = 1.0  # standard deviations

TITLE = "(Mr|Mrs|Miss|Captain|Lady|Sir|Admiral|Colonel|Doctor|Dr)"
BE, HAVE = "(am|is|are|was|were|be|been|being)", "(have|has|had|having)"
MODAL = "(would|could|should|might|must|may|can|will|shall)"
NOT = "(not|no|never|nor|nothing|nobody|none|neither|cannot)"
OWN = "(my|his|her|its|our|your|their)"
NUMBER = "(one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|hundred|thousand)"

# what the token just read holds
TOKEN = {
    "a comma": ",", "a semicolon or colon": "[;:]", "a full stop": r"\.",
    "a question or exclamation mark": "[?!]", "a quotation mark": '"', "a dash": "--",
    "an apostrophe": "'", "a capital": "[A-Z]", "a single letter": "^ ?[A-Za-z]$",
    "white space alone": r"^\s$", "the beginning of a word": r"^ \w",
}  # fmt: skip
# a word that ends here: the place stands between what has been read and what comes next
WORD = {
    "the or a": "(the|a|an)", "to": "to", "of": "of", "and": "and", "in": "in", "that": "that",
    "another preposition": "(with|for|at|from|by|on|into|upon|about|after|before|without)",
    "I": "i", "he or she": "(he|she)", "another pronoun": "(it|they|we|you|him|them|me|us)",
    "a possessive": OWN, "a form of be": BE, "a form of have": HAVE, "a modal verb": MODAL,
    "a negation": NOT, "a question word": "(who|whom|whose|which|what|when|where|how|why)",
    "but, or, if, as, than": "(but|or|if|as|than|though|because)", "a number": NUMBER,
    "a word of degree": "(so|very|too|more|most|quite|such|much|as|rather|less)",
    "a verb of saying": "(said|cried|replied|answered|asked|say|says|told)", "a title": TITLE,
    "-ing": r"\w\w+ing", "-ed": r"\w\w+ed", "-ly": r"\w\w+ly", "-s": r"\w\w+s",
    "-ness, -ment or -tion": r"\w+(ness|ment|tion|sion)",
    "the word after to": r"to \w+", "the word after the or a": r"(the|a|an) \w+",
    "the word after of": r"of \w+", "the word after a title": rf"{TITLE} \w+",
    "the word after be": rf"{BE} \w+", "the word after have": rf"{HAVE} \w+",
    "the word after a modal verb": rf"{MODAL} \w+", "the word after a negation": rf"{NOT} \w+",
    "the word after a possessive": rf"{OWN} \w+",
}  # fmt: skip
PLACE = {
    "an unfinished word": r"\w¦\w", "an unfinished word with a capital": r"\b[A-Z]\w*¦\w",
    "a word with a capital": r"\b[A-Z]\w*¦(?!\w)", "the first word of a sentence": r"[.!?]\"? \"?\w+¦",
    "the first word after a comma": r", \w+¦", "the first word of speech": r'(\s|-)"\w+¦',
    "before a comma": "¦,", "before the end of a sentence": r"¦[.!?]", "before a semicolon": "¦;",
    "before a capital": "¦ [A-Z]", "before a quotation mark": '¦ ?"', "before to": r"¦ to\b",
    "before of": r"¦ of\b", "before and": r"¦ and\b", "before the or a": r"¦ (the|a|an)\b",
    "before a form of be": rf"¦ {BE}\b", "before that": r"¦ that\b",
}  # fmt: skip


class Places:
    """The places of the held-out text that are looked at, by windows that end in them: 0 for all.

    windows: ids (windows, tokens), of which the second half are places; tokens: the id at each place;
    half: how many places are those of the first half; met: the tokens met often enough in both.
    """

    def __init__(self, tokens: int = 128, windows: int = 0, met: int = 30) -> None:
        self.tokenizer = course_tokenizer()
        self.ids = torch.tensor(self.tokenizer.encode(split_ends().held_out))
        starts = torch.arange(0, len(self.ids) - tokens, tokens // 2)
        if windows:
            starts = starts[torch.linspace(0, len(starts) - 1, windows).long()]
        self.windows = self.ids[starts[:, None] + torch.arange(tokens)]
        self.at = (starts[:, None] + torch.arange(tokens // 2, tokens)).flatten()
        self.tokens = self.ids[self.at]
        self.half = len(starts) // 2 * (tokens // 2)
        halves = self.tokens[: self.half], self.tokens[self.half :]
        counts = [torch.bincount(part, minlength=len(self.tokenizer)) for part in halves]
        self.met = (torch.minimum(*counts) >= met).nonzero().flatten()

    def around(self, before: int = 40, after: int = 15) -> list[str]:
        """Write down each place: what has been read, a bar, and what comes next."""
        pieces = [self.tokenizer.tokens[each] for each in self.ids.tolist()]
        text, ends = b"".join(pieces), torch.tensor([len(each) for each in pieces]).cumsum(0)
        return [
            f"{text[max(0, end - before) : end].decode(errors='ignore')}¦"
            f"{text[end : end + after].decode(errors='ignore')}"
            for end in ends[self.at].tolist()
        ]

    def features(self) -> dict[str, Tensor]:
        """Say of each feature at which places it holds: {name: (places,)}."""
        pieces = [each.decode(errors="replace") for each in self.tokenizer.tokens]
        found = {}
        for name, sign in TOKEN.items():
            has = torch.tensor([re.search(sign, each) is not None for each in pieces])
            found[f"reads {name}"] = has[self.tokens]
        words = {name: rf"(?i)\b{word}¦(?!\w)" for name, word in WORD.items()}
        around = self.around()
        for name, sign in {**words, **PLACE}.items():
            found[name] = torch.tensor([re.search(sign, each) is not None for each in around])
        return found


@torch.no_grad()
def hidden(model: LanguageModel, places: Places) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield for each layer what its block reads at the places, and what its neurons answer."""
    kept: list[list[Tensor]] = [[] for _ in model.blocks]
    for text in places.windows.split(16):
        stream = model.embedding(text)
        for block, layer in zip(model.blocks, kept, strict=True):
            stream = stream + block.attention(block.attention_norm(stream))
            normed = block.feed_forward_norm(stream)
            layer.append(normed[:, text.shape[1] // 2 :].flatten(0, 1))
            stream = stream + block.feed_forward(normed)
    for block, layer in zip(model.blocks, kept, strict=True):
        x = torch.cat(layer)
        yield x, hidden_numbers(block.feed_forward, x).detach()


def strongest(numbers: Tensor, half: int, count: int) -> tuple[Tensor, Tensor]:
    """Find the strongest places of each column in both halves: two of (count, columns).

    The side, above or below zero, is the one that is stronger in the first half.
    """
    first, second = numbers[:half], numbers[half:]
    above, below = first.topk(count, dim=0), (-first).topk(count, dim=0)
    up = above.values[-1] >= below.values[-1]
    signed = torch.where(up, second, -second)
    return torch.where(up, above.indices, below.indices), signed.topk(count, dim=0).indices + half


def named(numbers: Tensor, features: Tensor, half: int, count: int) -> tuple[Tensor, Tensor]:
    """Name each column by the first half of the places: its feature, and its share in the second.

    numbers: (places, columns), features: (places, features) -> twice (columns,).
    """
    first, second = strongest(numbers, half, count)
    # of features that fit alike the rarer one
    fit = features[first].float().mean(dim=0) - 1e-3 * features.float().mean(dim=0)
    best = fit.argmax(dim=1)  # (columns,)
    return best, features[second, best].float().mean(dim=0)


def responses(numbers: Tensor, places: Places) -> Tensor:
    """Say which columns respond to which tokens: (met, columns)."""
    away = []
    for part in (slice(places.half), slice(places.half, None)):
        ids, scores = places.tokens[part], numbers[part]
        scores = (scores - scores.mean(dim=0)) / scores.std(dim=0, correction=0)
        sums = torch.zeros(int(ids.max()) + 1, scores.shape[1]).index_add_(0, ids, scores)
        away.append(sums[places.met] / torch.bincount(ids)[places.met][:, None])
    same = away[0].sign() == away[1].sign()
    return same & (torch.minimum(away[0].abs(), away[1].abs()) >= RESPONSE)


def reading(numbers: Tensor, places: Places, labels: Tensor) -> Tensor:
    """Fit a linear map, by least squares, to the labels of the first half: (met,) of the second."""
    half, met = places.half, places.met
    scores = (numbers - numbers[:half].mean(dim=0)) / numbers[:half].std(dim=0, correction=0)
    first = torch.cat([scores[:half], torch.ones(half, 1)], dim=1).double()
    sums = torch.zeros(len(places.tokenizer), first.shape[1], dtype=torch.double)
    gram = first.T @ first + 1e-4 * half * torch.eye(first.shape[1], dtype=torch.double)
    weights = torch.linalg.solve(gram, sums.index_add_(0, labels, first)[met].T).float()
    found = []
    for some, columns in zip(met.split(64), weights.split(64, dim=1), strict=True):
        for token, column in zip(some, (scores[half:] @ columns[:-1]).T, strict=True):
            own = places.tokens[half:] == token
            found.append(own[column.topk(int(own.sum())).indices].float().mean())
    return torch.stack(found)


def single(numbers: Tensor, places: Places) -> Tensor:
    """Take for each token the column that finds it best in the first half, on either side: (met,)."""
    found: list[list[Tensor]] = [[], []]
    for part, each in zip((slice(places.half), slice(places.half, None)), found, strict=True):
        ids, rank = places.tokens[part], torch.arange(len(places.tokens[part]))
        times = torch.bincount(ids, minlength=len(places.tokenizer))
        for column in numbers[part].T:
            order = ids[column.argsort()]
            for side in (order, order.flip(0)):
                hits = torch.bincount(side[rank < times[side]], minlength=len(times))
                each.append(hits[places.met] / times[places.met])
    first, second = map(torch.stack, found)  # (2 · columns, met)
    return second.gather(0, first.argmax(dim=0)[None]).squeeze(0)


def shuffled(numbers: Tensor, half: int, draw: torch.Generator) -> Tensor:
    """Shuffle each column over the places of each half by itself: the shape of numbers."""
    parts = numbers.tensor_split([half])
    orders = [torch.rand(part.shape, generator=draw).argsort(dim=0) for part in parts]
    return torch.cat([part.gather(0, order) for part, order in zip(parts, orders, strict=True)])


def share(found: Tensor) -> float:
    """Compute the share of what reaches the bound."""
    return (found >= ENOUGH).float().mean().item()


def measure(recipe: dict) -> dict:
    places = Places(recipe["tokens"], recipe["windows"], recipe["met"])
    half, own, count = places.half, places.tokens[: places.half], recipe["strongest"]
    every = {name: each for name, each in places.features().items() if each.any()}
    features = {name: each for name, each in every.items() if each.float().mean().item() < RARE}
    holds, names = torch.stack(list(features.values()), dim=1), list(features)
    draw, layers = torch.Generator().manual_seed(0), []
    for x, numbers in hidden(course_model(), places):
        best, again = named(numbers, holds, half, count)
        mixed = shuffled(numbers, half, draw)
        directions = torch.randn(numbers.shape[1], numbers.shape[1], generator=draw)
        turned = numbers / numbers.square().mean(dim=0).sqrt() @ directions
        controls = {"shuffled": mixed, "random directions": turned}
        shares = {kind: named(of, holds, half, count)[1] for kind, of in controls.items()}
        answers, none = (responses(of, places).float() for of in (numbers, mixed))
        counts = {
            "neurons to a token": answers.sum(dim=1), "tokens to a neuron": answers.sum(dim=0),
            "shuffled strengths": none.sum(dim=1),
        }  # fmt: skip
        found = {
            "all neurons": reading(numbers, places, own),
            "what the block reads": reading(x, places, own),
            "the best neuron": single(numbers, places),
            "shuffled tokens": reading(numbers, places, own[torch.randperm(half, generator=draw)]),
        }
        layers.append(
            {
                "names": [names[each] for each in best.tolist()],
                "again": again.tolist(),
                "nameable": {kind: share(of) for kind, of in {"neurons": again, **shares}.items()},
                "responding": {kind: each.median().item() for kind, each in counts.items()},
                "readable": {kind: share(of) for kind, of in found.items()},
            }
        )
    untrained = []
    for seed in range(recipe["seeds"]):
        torch.manual_seed(seed)
        model = LanguageModel(read().configuration(len(places.tokenizer)))
        of = [named(each, holds, half, count) for _, each in hidden(model, places)]
        untrained.append([share(again) for _, again in of])
    return {
        "places": len(places.tokens),
        "features": {name: each.float().mean().item() for name, each in every.items()},
        "tokens": len(places.met),
        "layers": layers,
        "not trained": untrained,
    }


def claims(results: dict) -> dict[str, bool]:
    def of(kind: str, name: str) -> list[float]:
        return [layer[kind][name] for layer in results["layers"]]

    nameable, random = of("nameable", "neurons"), of("nameable", "random directions")
    together, alone = of("readable", "all neurons"), of("readable", "the best neuron")
    untrained = list(zip(*results["not trained"], strict=True))  # of each layer
    neurons, tokens = len(results["layers"][0]["again"]), results["tokens"]
    answering = *of("responding", "neurons to a token"), *of("responding", "tokens to a neuron")
    return {
        "in every layer some neurons are nameable, and most are not":
            min(nameable) > 0.03 and max(nameable) < 0.5,
        "shuffled numbers name hardly any": max(of("nameable", "shuffled")) < 0.01,
        "in every layer random directions are nameable less often":
            all(one < other for one, other in zip(random, nameable, strict=True)),
        "models that were not trained have nameable neurons too": min(map(min, untrained)) > 0.05,
        "in the first layer training leaves more of them": nameable[0] > max(untrained[0]),
        "in the second and the third it leaves fewer":
            nameable[1] < min(untrained[1]) and nameable[2] < min(untrained[2]),
        "more tokens than neurons are readable in the first layer": together[0] * tokens > neurons,
        "from shuffled tokens none is": max(of("readable", "shuffled tokens")) < 0.01,
        "the best neuron alone reads fewer tokens than all": alone[0] < 0.7 * together[0],
        "after the first layer it reads hardly any":
            all(one < other / 5 for one, other in zip(alone[1:], together[1:], strict=True)),
        "a token moves many neurons, and a neuron answers to many tokens": min(answering) >= 10,
        "shuffled strengths answer to none": max(of("responding", "shuffled strengths")) == 0,
    }  # fmt: skip
