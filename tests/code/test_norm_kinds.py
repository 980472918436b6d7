"""Norm kinds: what the page says of the recorded runs would be denied by other results."""

from copy import deepcopy

import pytest

from groundup.experiments import recorded
from groundup.experiments.norm_kinds import claims


@pytest.mark.parametrize(
    ("kind", "loss", "denied"),
    [
        ("RMSNorm", 2.6, "RMSNorm and layer norm are about equally good"),
        ("RMSNorm", 2.3, "RMSNorm and layer norm are about equally good"),
        ("no norm", 2.3, "without any norm the model ends further behind than that"),
    ],
)
def test_one_seed_that_differs_much_denies_the_claim(kind, loss, denied):
    results = deepcopy(recorded("norm_kinds"))
    assert claims(results)[denied]
    results["losses"][kind][1] = loss
    assert not claims(results)[denied]


def test_one_deep_model_that_learns_denies_that_the_norm_is_needed():
    results = deepcopy(recorded("norm_kinds"))
    results["deep"][1] = 2.5
    assert not claims(results)["at twice the depth the model without any norm fails"]
