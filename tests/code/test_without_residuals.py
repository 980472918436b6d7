"""Without residuals: what the page says of the recorded runs would be denied by other results."""

from copy import deepcopy

import pytest

from groundup.experiments import recorded
from groundup.experiments.without_residuals import RECIPE, claims


def test_the_chain_is_given_more_rates_than_its_rival():
    rates = RECIPE["rates"]
    assert set(rates["chain"]) > set(rates["with addition"])


@pytest.mark.parametrize(
    ("kind", "layers", "loss", "denied"),
    [
        ("chain", "6", 2.5, "chains of four and of six layers are stuck"),
        ("chain", "1", 3.02, "a chain of one layer learns"),
        ("with addition", "4", 2.9, "with additions, models of every depth learn"),
    ],
)
def test_one_seed_that_differs_denies_the_claim(kind, layers, loss, denied):
    results = deepcopy(recorded("without_residuals"))
    assert claims(results)[denied]
    results["losses"][kind][layers][1] = loss
    assert not claims(results)[denied]
