"""Times the book's model beside others of the same configuration: in training and in generation.

python code/benchmarks/throughput               run by `nox -s throughput`
python code/benchmarks/throughput --rounds 3    other rounds, and no results are written
python code/benchmarks/throughput --parts       where the forward pass of ours spends its time

The others are GPT-2 of Hugging Face's transformers, PyTorch's TransformerEncoder with a causal mask,
and a plain GPT with fused attention written for this. All begin with the same weights, and before
any is timed they have to give the same logits and the same losses. Then each trains on the same
batches in the same order, with the same optimiser, in float32 and on one thread; one after another
within a round, so that all meet the same machine. The book's model is there twice: how far it is from
itself shows how much of a ratio is noise. Writes its results beside this folder.
"""

import argparse
import dataclasses
import importlib.util
import itertools
import os
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

if importlib.util.find_spec("transformers") is None:
    need = "python -m pip install -c _config/requirements.txt -r _config/benchmark.in"
    print(f"this benchmark needs transformers: {need}", file=sys.stderr)
    sys.exit(2)

import torch  # noqa: E402  after the sentence on what is missing
import transformers  # noqa: E402
from contestant import Contestant  # noqa: E402  beside this file
from encoder import Encoder  # noqa: E402
from fused import Fused  # noqa: E402
from hugging_face import HuggingFace  # noqa: E402
from ours import Ours  # noqa: E402
from parts import parts  # noqa: E402
from rounds import measured, table  # noqa: E402
from same import check_text, proved  # noqa: E402

from build import write  # noqa: E402  beside this folder
from groundup.lists.configuration import Configuration  # noqa: E402

FILE = HERE.with_suffix(".json")
COURSE = Configuration(
    "course", width=128, layers=4, heads=4, hidden=512, vocabulary=1280, context=256
)
BATCH, STEPS = 16, 2  # rows of a batch, and steps in a round
PROMPT = 32  # tokens; generation fills the context
LIVELY = 4  # times the weights of the blocks: as they start, a text is one id over and over
ROUNDS = 11
LEGS = ("without cache", "with cache")


def main() -> None:
    """Prove that all are the same, time them, print what was found and write it down."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--parts", action="store_true")
    asked = options.parse_args()
    if asked.parts:
        print_parts()
        return
    load = [round(os.getloadavg()[0], 1)]
    found = {"same": proved(line_up(), drawn(3))}
    print(f"all give the same logits, within {found['same']['logits_within']}, and the same losses")
    found["training"] = training(asked.rounds)
    for leg in LEGS:
        found[f"generation {leg}"] = generation(leg, asked.rounds)
    load.append(round(os.getloadavg()[0], 1))
    setting = {
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "threads": torch.get_num_threads(),
        "load": load,
        "configuration": dataclasses.asdict(COURSE),
        "training_on": f"{BATCH} × {COURSE.context} tokens a step, AdamW(fused=True), float32",
        "generation_of": f"{COURSE.context - PROMPT} tokens behind {PROMPT}, the likeliest each",
        "no_cache_of_its_own": [Encoder.name],
        "rounds": asked.rounds,
    }
    if asked.rounds == ROUNDS:
        write(FILE, setting | found)


def line_up(times: float = 1) -> list[Contestant]:
    """Return all contestants, each at the same weights: the book's model first, and again last.

    times: makes the weights of the blocks that many times as large as they start.
    """
    ours, again = Ours(COURSE), Ours(COURSE)
    with torch.no_grad():
        for weight in [*ours.model.blocks.parameters(), *again.model.blocks.parameters()]:
            weight.mul_(times)
    again.name = f"{ours.name} again"
    all_of_them = [ours, HuggingFace(COURSE), Encoder(COURSE), Fused(COURSE), again]
    weights = ours.weights()
    for each in all_of_them:
        each.begin(weights)
    return all_of_them


def drawn(count: int) -> list[torch.Tensor]:
    """Return the first batches of ids (batch, context + 1), the same at each call."""
    dice = torch.Generator().manual_seed(1)
    shape = (BATCH, COURSE.context + 1)
    return [torch.randint(COURSE.vocabulary, shape, generator=dice) for _ in range(count)]


def training(rounds: int) -> dict:
    """Time the training steps of all contestants, and keep the loss that each ends with."""
    batches = drawn(STEPS * (rounds + 1))
    losses = {}

    def block(contestant: Contestant) -> Callable[[], int]:
        mine = iter(batches)

        def steps() -> int:
            for batch in itertools.islice(mine, STEPS):
                losses[contestant.name] = round(contestant.step(batch), 4)
            return STEPS * BATCH * COURSE.context

        return steps

    found = shown("training", {each.name: block(each) for each in line_up()}, rounds)
    return {name: of | {"last_loss": losses[name]} for name, of in found.items()}


def generation(leg: str, rounds: int) -> dict:
    """Time all ways of one kind to go on with a prompt, once their texts are known to be right."""
    contestants = line_up(LIVELY)
    prompt, count = drawn(1)[0][:1, :PROMPT], COURSE.context - PROMPT
    blocks = {}
    for name, generate in ways(contestants, leg).items():
        check_text(contestants[0], name, generate(prompt, count), prompt, count)
        blocks[name] = lambda generate=generate: generate(prompt, count).numel() - PROMPT
    return shown(f"generation {leg}", blocks, rounds)


def ways(contestants: list[Contestant], leg: str) -> dict:
    """Return all ways of generating of one kind, by name."""
    return {
        name: generate
        for each in contestants
        for name, generate in each.generates().get(leg, {}).items()
    }


def shown(title: str, blocks: dict[str, Callable[[], int]], rounds: int) -> dict:
    """Time the blocks and print what was found."""
    found = measured(blocks, rounds)
    print(f"\n{title}\n{table(found)}", flush=True)
    return found


def print_parts() -> None:
    """Print where the forward pass of ours spends its time, in training and for one new token."""
    model, ids = Ours(COURSE).model, drawn(1)[0]
    for title, tokens, passes in [("a batch", ids[:, :-1], 10), ("one token", ids[:1, :1], 500)]:
        with torch.no_grad():
            spent = parts(model, tokens, passes)
        print(f"{title}: {1000 * spent.total():.2f} CPU ms")
        for name, seconds in spent.most_common():
            print(f"  {name:20} {1000 * seconds:8.2f} ms {100 * seconds / spent.total():5.1f} %")


if __name__ == "__main__":
    main()
