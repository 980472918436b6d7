"""Generating: the twins agree, and a cache changes nothing but the time it takes."""

from dataclasses import replace
from functools import partial

import pytest
import torch

from groundup.lists import generation as lists
from groundup.lists.cache import Cache as CacheOfLists
from groundup.lists.configuration import Configuration
from groundup.lists.language_model import language_model
from groundup.lists.sampling import choose as choose_of_lists
from groundup.tensors import generation as tensors
from groundup.tensors.cache import Cache
from groundup.tensors.language_model import LanguageModel, weights_of
from groundup.tensors.sampling import choose

# untied: a tied head of weights this large would repeat the token it has read
GPT2 = Configuration(
    "tiny", width=8, layers=2, heads=4, hidden=12, vocabulary=11, context=12, tied=False
)
LLAMA = replace(GPT2, key_value_heads=2, gated=True, biases=False, norm="rms", positions="rotary")
START, COUNT = [3, 1, 4], 8


def largest(logits):
    return logits.argmax(dim=-1)


def largest_of_lists(logits):
    return max(range(len(logits)), key=logits.__getitem__)


@pytest.fixture(params=[GPT2, LLAMA], ids=["GPT-2", "Llama"])
def model(request):
    torch.manual_seed(0)
    model = LanguageModel(request.param).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_()
    return model


def test_with_and_without_caches_lists_and_tensors_write_the_same(model):
    plain = partial(language_model, weights=weights_of(model), heads=4)

    def read(tokens, caches):
        return plain(tokens, caches=caches)

    caches = [Cache() for _ in model.blocks]
    written = tensors.generate(model, torch.tensor([START]), COUNT, largest, caches)[0].tolist()
    assert len(written) == len(START) + COUNT and written[:3] == START
    assert len(set(written)) > 3
    assert tensors.generate(model, torch.tensor([START]), COUNT, largest)[0].tolist() == written
    assert lists.generate(read, START, COUNT, largest_of_lists) == written
    caches = [CacheOfLists() for _ in model.blocks]
    assert lists.generate(read, START, COUNT, largest_of_lists, caches) == written


def test_nothing_is_noted_down_for_gradients(model):
    def choose_next(logits):
        assert not logits.requires_grad
        return largest(logits)

    written = tensors.generate(model, torch.tensor([START]), 2, choose_next)
    assert model(written).requires_grad  # what was written may take part in training


def test_by_no_tokens_the_text_comes_back_as_a_copy(model):
    given = list(START)
    written = lists.generate(lambda tokens, caches: [], given, 0, largest_of_lists)
    assert written == given and written is not given
    given = torch.tensor([START])
    written = tensors.generate(model, given, 0, largest)
    assert torch.equal(written, given) and written.data_ptr() != given.data_ptr()


def test_each_token_is_chosen_from_the_logits_behind_all_before_it(model):
    written = tensors.generate(model, torch.tensor([START]), COUNT, largest)
    logits = model(written[:, :-1])
    assert torch.equal(written[:, 3:], logits[:, 2:].argmax(-1))


def test_with_caches_every_token_is_read_once(model):
    read = []

    def counting(tokens, caches):
        read.append(tokens.shape[-1])
        return model(tokens, caches)

    caches = [Cache() for _ in model.blocks]
    tensors.generate(counting, torch.tensor([START]), COUNT, largest, caches)
    assert read == [3] + [1] * (COUNT - 1)
    assert caches[0].tokens == len(START) + COUNT - 1  # nothing follows the last
    read.clear()
    tensors.generate(counting, torch.tensor([START]), COUNT, largest)
    assert read == list(range(3, 3 + COUNT))


def test_rows_of_a_batch_are_continued_each_on_its_own(model):
    both = torch.tensor([START, [9, 9, 9]])
    together = tensors.generate(model, both, COUNT, largest, [Cache() for _ in model.blocks])
    for row, start in zip(together, both, strict=True):
        assert torch.equal(tensors.generate(model, start[None], COUNT, largest)[0], row)


def test_drawn_tokens_agree_too(model):
    numbers = [0.1, 0.9, 0.5, 0.3]

    def drawing(choose):
        left = iter(numbers)
        return lambda logits: choose(logits, next(left))

    plain = partial(language_model, weights=weights_of(model), heads=4)
    written = lists.generate(
        lambda tokens, caches: plain(tokens, caches=caches), START, 4, drawing(choose_of_lists)
    )
    assert tensors.generate(model, torch.tensor([START]), 4, drawing(choose))[0].tolist() == written
