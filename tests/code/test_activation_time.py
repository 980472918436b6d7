"""The times of the activations: what is claimed of them, and on which times it would not hold."""

import torch

from groundup.experiments.activation_time import FORMS, MARGIN, claims
from groundup.tensors import activation

ORDER = {"copy": 1.0, "ReLU": 1.0, "SiLU": 4.0, "GELU": 4.0, "GELU in steps": 12.0}


def held(**changed):
    times = {**ORDER, **changed}
    return claims({form: {"median": took} for form, took in times.items()})


def test_the_order_that_the_book_claims_holds_in_all_its_sentences():
    assert all(held().values())


def test_a_lead_below_the_margin_is_no_lead():
    near = 4.0 / MARGIN + 0.01
    assert not held(ReLU=near)["ReLU is faster than SiLU"]
    assert held(ReLU=near - 0.02)["ReLU is faster than SiLU"]


def test_a_gelu_that_is_clearly_slower_than_silu_breaks_the_claim_that_neither_is_faster():
    assert not held(GELU=6.1)["neither of GELU and SiLU is faster than the other"]


def test_the_forms_that_are_timed_are_the_curves_of_the_book():
    x = torch.linspace(-4, 4, 81)
    curves = {"ReLU": activation.relu, "SiLU": activation.silu, "GELU": activation.gelu}
    for form, curve in curves.items():
        torch.testing.assert_close(FORMS[form](x), curve(x))
    torch.testing.assert_close(FORMS["GELU in steps"](x), FORMS["GELU"](x))
