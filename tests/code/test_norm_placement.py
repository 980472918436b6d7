"""Where the norm stands: the runs are told apart as the page tells them."""

from copy import deepcopy

from groundup.experiments import norm_placement, recorded
from groundup.experiments.norm_placement import best, claims, means, select

RUNS = [
    {"layers": 2, "rate": 0.1, "losses": [1.0, 9.0]},
    {"layers": 2, "rate": 0.2, "losses": [3.0, 4.0]},
    {"layers": 6, "rate": 0.1, "losses": [0.0, 0.0]},
]


def test_a_run_is_chosen_by_all_that_is_asked_for():
    assert select(RUNS, layers=2, rate=0.2) == [RUNS[1]]
    assert select(RUNS, layers=2) == RUNS[:2]


def test_the_best_run_is_the_one_whose_seeds_are_best_together():
    assert best(RUNS, layers=2) == [3.0, 4.0]


def test_the_last_stretch_may_be_shorter():
    assert means([1.0, 3.0, 5.0], every=2) == [2.0, 5.0]


def test_one_seed_that_learns_is_enough_to_deny_that_post_norm_is_stuck():
    said = "post-norm of twelve layers is stuck at every rate, with and without warmup"
    results = deepcopy(recorded("norm_placement"))
    assert claims(results)[said]
    run = select(results["runs"], layers=12, arrangement="post-norm")[0]
    run["losses"][0] = results["frequency_loss"] - 1
    assert not claims(results)[said]


def test_every_arrangement_is_trained_at_a_rate_that_all_share():
    rates = [set(rates) for rates in norm_placement.RECIPE["rates"].values()]
    assert set.intersection(*rates)
