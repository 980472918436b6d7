"""The training of the course model: step after step from a recipe, on one process or several."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from groundup.course import checkpoint
from groundup.course.recipe import Recipe
from groundup.course.text import Texts
from groundup.course.validation import bits_per_character, surprises
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.optimiser import learning_rate
from groundup.tensors.training import fused_cross_entropy

# 0.95 is usual for large batches; where a batch is as small as here, gradients differ so much from
# step to step that their squares have to be averaged over more of them
BETAS = (0.9, 0.99)
SAMPLE = 8  # a look during training reads one part in so many of the held-out text


class Trainer:
    """Train one model by a recipe. After torchrun each process takes its share of every batch.

    device: where it runs. half: bfloat16 for the matrix products, float32 for the rest.
    step: how many steps were taken. log: a row for each look: steps, tokens read, rate, mean loss
    since the look before, and bits per character on a sample of the held-out text.
    ValueError if the processes cannot share the batch equally.
    """

    def __init__(
        self, recipe: Recipe, texts: Texts, device: str = "cpu", half: bool = False
    ) -> None:
        self.recipe, self.texts, self.device, self.half = recipe, texts, device, half
        self.rank, self.processes = 0, 1
        if distributed.is_initialized():
            self.rank, self.processes = distributed.get_rank(), distributed.get_world_size()
        if recipe.training.batch % self.processes:
            raise ValueError(
                f"a batch of {recipe.training.batch} is not divisible by {self.processes} "
                "processes: choose a number of processes that divides the batch"
            )
        torch.manual_seed(recipe.training.seed)
        self.model = LanguageModel(recipe.configuration(len(texts.tokenizer))).to(device)
        self.optimiser = optimiser(self.model, recipe)
        self.step = 0
        self.log: list[dict[str, float]] = []
        self._shared = DistributedDataParallel(self.model) if self.processes > 1 else self.model

    def steps(self) -> Iterator[tuple[float, dict[str, float] | None]]:
        """Take the steps that are left; after each give its loss, and the row of its look if any.

        FloatingPointError for a loss or a gradient that is no number, before the weights change.
        """
        t = self.recipe.training
        losses = []
        for step in range(self.step, t.steps):
            rate = learning_rate(step, t.steps, t.rate, t.warmup)
            loss = self._take(step, rate)
            losses.append(loss)
            self.step, row = step + 1, None
            if self.step % t.validate == 0 or self.step == t.steps:
                row = {
                    "step": self.step,
                    "tokens": self.step * t.batch * self.recipe.model.context,
                    "rate": rate,
                    "loss": fmean(losses),
                    "bits": self.bits(SAMPLE),
                }
                self.log.append(row)
                losses = []
            yield loss, row

    def finish(self) -> None:
        """Take all the steps that are left, as steps does, for whoever wants their end alone."""
        for _ in self.steps():
            pass

    def bits(self, part: int = 1) -> float:
        """Compute the bits per character on the first of so many parts of the held-out text."""
        ids = self.texts.held_out[: len(self.texts.held_out) // part]
        with self._precision():
            losses = surprises(self.model, ids.to(self.device), self.recipe.model.context)
        return bits_per_character(losses.cpu(), ids, self.texts.tokenizer)

    def save(self, path: Path, seconds: float) -> None:
        """Write a checkpoint after so many seconds. OSError, the last one untouched, for no room."""
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "log": self.log,
            "seconds": seconds,
        }
        checkpoint.save(path, self.recipe, state)

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint, to the same bits as if the training had never stopped."""
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.log = state["step"], state["log"]

    def _take(self, step: int, rate: float) -> float:
        """Take one step at a learning rate, and return the loss before it, over all processes."""
        t = self.recipe.training
        rows = self.texts.batch(step, t.seed, t.batch, self.recipe.model.context)
        rows = rows[self.rank :: self.processes].to(self.device)
        with self._precision():
            logits = self._shared(rows[:, :-1])
            loss = fused_cross_entropy(logits.float(), rows[:, 1:])
        mean = loss.detach().clone()
        if self.processes > 1:
            distributed.all_reduce(mean)
            mean /= self.processes
        _require_number("loss", mean, step)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()  # several processes average their gradients here
        length = nn.utils.clip_grad_norm_(self.model.parameters(), t.clip)
        _require_number("gradient's length", length, step)
        self.optimiser.step()
        return mean.item()

    def _precision(self) -> AbstractContextManager:
        return torch.autocast(self.device, torch.bfloat16) if self.half else nullcontext()


def optimiser(model: nn.Module, recipe: Recipe) -> torch.optim.AdamW:
    """Make AdamW for a model: matrices decay; scales, shifts and biases do not."""
    matrices = [weight for weight in model.parameters() if weight.ndim > 1]
    vectors = [weight for weight in model.parameters() if weight.ndim < 2]
    groups = [
        {"params": matrices, "weight_decay": recipe.training.decay},
        {"params": vectors, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=recipe.training.rate, betas=BETAS, fused=True)


def _require_number(name: str, value: Tensor, step: int) -> None:
    if not isfinite(value):
        raise FloatingPointError(
            f"the {name} at step {step} is {value.item()}: lower the rate or clip more"
        )
