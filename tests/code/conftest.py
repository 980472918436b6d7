"""What the tests of the package share: one way to draw numbers and one way to compare them."""

import pytest
import torch
from hypothesis import settings

import groundup.tensors  # noqa: F401  sets one thread, so that sums repeat bit for bit

# the same examples in every run, and no clock: a busy machine must not fail a true claim
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")

# In double precision two right ways to add differ by rounding only, about 1e-15 at these sizes.
ROUNDING = 1e-12


@pytest.fixture
def draw():
    """Return a function that draws standard normal numbers of a given shape, the same each run."""
    generator = torch.Generator().manual_seed(0)
    return lambda *shape: torch.randn(*shape, generator=generator, dtype=torch.float64)


@pytest.fixture
def agree():
    """Return a function that holds two results (lists or tensors) equal up to rounding."""

    def compare(got, expected, within=ROUNDING):
        got, expected = (
            torch.as_tensor(side, dtype=torch.float64).detach() for side in (got, expected)
        )
        torch.testing.assert_close(got, expected, rtol=within, atol=within)

    return compare
