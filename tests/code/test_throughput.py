"""The benchmark of throughput compares like with like, and reckons as it says."""

import itertools
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import nn

from groundup.lists.configuration import Configuration

FOLDER = Path(__file__).resolve().parents[2] / "code" / "benchmarks" / "throughput"
sys.path.insert(0, str(FOLDER))

import rounds  # noqa: E402  in the folder above
from contestant import copy  # noqa: E402
from encoder import Encoder  # noqa: E402
from fused import Fused  # noqa: E402
from ours import Ours  # noqa: E402
from parts import parts  # noqa: E402
from same import check_text, proved  # noqa: E402

SMALL = Configuration("small", width=8, layers=2, heads=2, hidden=12, vocabulary=11, context=24)


def hugging_face():
    pytest.importorskip("transformers", reason="needs transformers: nox -s throughput")
    from hugging_face import HuggingFace

    return HuggingFace


MAKERS = {"encoder": lambda: Encoder, "fused": lambda: Fused, "hugging_face": hugging_face}


@pytest.fixture(params=MAKERS)
def two(request):
    """Ours and another one, at the same weights, large enough that each part tells."""
    ours, other = Ours(SMALL), MAKERS[request.param]()(SMALL)
    dice = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weight in ours.model.parameters():
            weight.add_(torch.randn(weight.shape, generator=dice) / 2)
    weights = ours.weights()
    ours.begin(weights)
    other.begin(weights)
    return ours, other


def ids(rows=3, columns=SMALL.context + 1):
    dice = torch.Generator().manual_seed(2)
    return torch.randint(SMALL.vocabulary, (rows, columns), generator=dice)


def test_another_library_computes_the_same_logits_and_losses(two):
    found = proved(list(two), [ids(), ids(), ids()])
    ours, other = found["first_losses"].values()
    assert ours == pytest.approx(other, abs=2e-5)
    assert len(set(ours)) == 3  # each step changes the weights
    assert found["logits_within"] < 1e-5


@torch.no_grad()
def test_every_weight_is_taken_over(two):
    ours, other = two
    changed = Ours(SMALL)
    for weight in changed.model.parameters():
        weight.copy_(torch.randn(weight.shape))
    before = {name: weight.clone() for name, weight in other.model.named_parameters()}
    other.take(changed.weights())
    for name, weight in other.model.named_parameters():
        assert (weight != before[name]).all(), name


def test_every_way_of_generating_gives_the_same_text(two):
    ours, prompt = two[0], ids(rows=1, columns=3)
    texts = [
        (name, generate(prompt, 20))
        for each in two
        for ways in each.generates().values()
        for name, generate in ways.items()
    ]
    assert len(texts) >= 3
    assert len(set(texts[0][1][0, 3:].tolist())) > 3  # the same id again and again would hide much
    for name, text in texts:
        check_text(ours, name, text, prompt, 20)
        assert text.equal(texts[0][1]), name


def test_with_a_cache_each_token_is_read_once(two):
    read = []
    for each in two:
        embedding = next(part for part in each.model.modules() if isinstance(part, nn.Embedding))
        embedding.register_forward_pre_hook(lambda _, given: read.append(given[0].shape[1]))
        for leg, ways in each.generates().items():
            for name, generate in ways.items():
                read.clear()
                generate(ids(rows=1, columns=3), 4)
                assert read == ([3, 1, 1, 1] if leg == "with cache" else [3, 4, 5, 6]), name


def test_only_the_encoder_has_no_cache():
    assert Encoder(SMALL).generates().keys() == {"without cache"}
    for contestant in (Ours(SMALL), Fused(SMALL)):
        assert contestant.generates().keys() == {"without cache", "with cache"}


def begun(kind, configuration=SMALL):
    weights = Ours(configuration).weights()
    contestant = kind(configuration)
    contestant.begin(weights)
    return contestant


def test_another_function_is_not_timed():
    ours, fused = begun(Ours), begun(Fused)
    with torch.no_grad():
        fused.model.blocks[1].output.bias[0] += 0.01
    with pytest.raises(SystemExit, match="not the same model: the logits of fused GPT differ by"):
        proved([ours, fused], [ids()])


def test_a_model_of_another_size_is_not_timed():
    larger = begun(Fused, replace(SMALL, hidden=13))
    with pytest.raises(SystemExit, match="their parameters are"):
        proved([begun(Ours), larger], [ids()])


def test_logits_that_are_no_numbers_are_not_timed():
    fused = begun(Fused)
    with torch.no_grad():
        fused.model.final_norm.bias.fill_(torch.nan)
    with pytest.raises(SystemExit, match="differ by nan"):
        proved([begun(Ours), fused], [ids()])


def test_another_training_is_not_timed():
    fused = begun(Fused)
    fused.optimiser = torch.optim.AdamW(fused.model.parameters(), lr=2e-3, fused=True)
    with pytest.raises(SystemExit, match="not the same training: the losses of fused GPT"):
        proved([begun(Ours), fused], [ids(), ids()])


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda text: text[:, :-1], "does not go on with the prompt by 4 tokens"),
        (lambda text: (text + 1) % SMALL.vocabulary, "does not go on with the prompt"),
        (lambda text: torch.cat([text[:, :-1], (text[:, -1:] + 1) % 11], -1), "below the largest"),
    ],
)
def test_another_text_is_not_timed(spoilt, said):
    ours, prompt = Ours(SMALL), ids(rows=1, columns=3)
    text = ours.reading_all(prompt, 4)
    check_text(ours, "it", text, prompt, 4)
    with pytest.raises(SystemExit, match=f"^it .*{said}"):
        check_text(ours, "it", spoilt(text), prompt, 4)


def test_a_weight_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"\(1,\) numbers do not fit \(2,\)"):
        copy(nn.Parameter(torch.zeros(2)).data, [1.0])


def test_each_round_starts_with_another_contestant(monkeypatch):
    called = []
    monkeypatch.setattr(rounds, "timed", lambda block: (block(), 1.0))
    blocks = {name: lambda name=name: called.append(name) or 1.0 for name in "abc"}
    rounds.measured(blocks, 2)
    assert "".join(called) == "abcbcacab"


def test_a_ratio_is_taken_within_its_round_and_the_first_round_is_left_out(monkeypatch):
    speeds = {"ours": iter([1.0, 10.0, 100.0, 1.0]), "other": iter([9.0, 20.0, 100.0, 4.0])}
    monkeypatch.setattr(rounds, "timed", lambda name: (next(speeds[name]), 7.0))
    found = rounds.measured({"ours": "ours", "other": "other"}, 3)
    ratio = found["other"]["ratio"]
    assert ratio == {"min": 1, "lower": 1.5, "median": 2, "upper": 3, "max": 4}
    assert found["ours"]["ratio"] == dict.fromkeys(ratio, 1)
    assert found["other"]["tokens_per_cpu_second"]["median"] == 20
    assert found["other"]["tokens_per_second"]["max"] == 7
    assert "\nother" in rounds.table(found)


def test_the_parts_add_up_to_the_whole(monkeypatch):
    monkeypatch.setattr(time, "process_time", itertools.count().__next__)  # a tick for each look
    model = Ours(SMALL).model
    spent = parts(model, ids()[:, :-1], passes=4)
    of_blocks = ("attention_norm", "attention", "feed_forward_norm", "feed_forward")
    assert spent == {
        "embedding": 1,
        **dict.fromkeys(of_blocks, SMALL.layers),
        "final_norm": 1,
        "rest": 10 + 1 / 4,  # each of ten parts is looked at twice, and the whole once more
    }
    assert not any(part._forward_hooks or part._forward_pre_hooks for part in model.modules())


def test_without_transformers_it_says_what_to_install():
    run = "import runpy, sys; sys.modules['transformers'] = None; runpy.run_path(sys.argv[1])"
    command = [sys.executable, "-c", run, str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("this benchmark needs transformers: python -m pip install")
    assert len(done.stderr.splitlines()) == 1
