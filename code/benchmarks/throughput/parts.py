"""Tells which parts of a model the time of its forward pass goes to."""

import time
from collections import Counter

from torch import Tensor, nn


def parts(model: nn.Module, tokens: Tensor, passes: int) -> Counter:
    """Return the CPU seconds of a forward pass by the name of a part, over all blocks.

    A part's inner parts are not counted again. What belongs to none, such as a tied head and the
    additions to the stream, is called rest.
    """
    spent: Counter = Counter()
    started: list[float] = []

    def before(*_) -> None:
        started.append(time.process_time())

    def behind(name: str):
        return lambda *_: spent.update({name: time.process_time() - started.pop()})

    hooks = []
    for path, part in named_parts(model):
        hooks.append(part.register_forward_pre_hook(before))
        hooks.append(part.register_forward_hook(behind(path)))
    model(tokens)  # the first pass is slower than all others
    spent.clear()
    start = time.process_time()
    for _ in range(passes):
        model(tokens)
    whole = time.process_time() - start
    for hook in hooks:
        hook.remove()
    spent["rest"] = whole - spent.total()
    return Counter({name: seconds / passes for name, seconds in spent.items()})


def named_parts(model: nn.Module) -> list[tuple[str, nn.Module]]:
    """Return the parts of the model and, in place of its blocks, the parts of each."""
    found = []
    for name, part in model.named_children():
        if isinstance(part, nn.ModuleList):
            found += [inner for block in part for inner in block.named_children()]
        else:
            found.append((name, part))
    return found
