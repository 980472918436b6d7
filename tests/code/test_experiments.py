"""The experiments: what is recorded is what the code gives, and what the book says of it holds."""

import json
from types import SimpleNamespace

import pytest

from groundup.experiments import record, recorded
from groundup.experiments.__main__ import compared

NAMES = record.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_recipe_is_the_one_that_was_recorded(name):
    assert record.read(name)["recipe"] == record.plain(record.experiment(name).RECIPE)


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_holds_on_the_recorded_results(name):
    claims = record.experiment(name).claims(recorded(name))
    assert claims and all(claims.values()), [claim for claim, holds in claims.items() if not holds]
    assert record.read(name)["claims"] == claims


@pytest.mark.parametrize("name", NAMES)
def test_the_code_still_gives_what_was_recorded(name):
    module = record.experiment(name)
    before, after = record.read(name)["short"], record.short(module)
    assert record.differences(before, after, module.TOLERANCE) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_says_its_question_and_its_threshold(name):
    assert len(record.experiment(name).__doc__.split()) > 30


def test_every_file_of_results_has_its_experiment():
    assert {path.stem for path in record.FOLDER.glob("*.json")} == set(NAMES)


def test_a_name_that_there_is_not_is_answered_with_those_that_there_are():
    with pytest.raises(ValueError, match="there are no results of 'weather'"):
        recorded("weather")
    with pytest.raises(ValueError, match="there is no experiment 'weather'"):
        record.experiment("weather")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a": 1.0}, {"b": 1.0}, "results: ['a'] became ['b']"),
        ({"a": [1.0, 2.0]}, {"a": [1.0]}, "a: 2 entries became 1"),
        ({"a": [1.0, 2.0]}, {"a": [1.0, 2.3]}, "a[1]: 2.0 became 2.3"),
        ({"a": {"b": 3}}, {"a": {"b": 4}}, "a.b: 3 became 4"),
        ({"a": float("nan")}, {"a": 1.0}, "a: nan became 1.0"),
        ({"a": True}, {"a": False}, "a: True became False"),
    ],
)
def test_a_difference_is_told_with_its_place(before, after, told):
    assert record.differences(before, after, 0.01) == [told]


@pytest.mark.parametrize(
    ("before", "after"),
    [(1.0, 1.009), (0.0, 0.009), (float("nan"), float("nan")), ("It was", "It is"), (2, 2)],
)
def test_what_another_machine_may_change_is_no_difference(before, after):
    assert record.differences([before], [after], 0.01) == []


def test_a_time_may_be_any_time():
    assert record.differences({"ms": 1.0, "runs": 5}, {"ms": 9.0, "runs": 5}, None) == []
    assert record.differences({"ms": 1.0, "runs": 5}, {"ms": 9.0, "runs": 6}, None)


def test_results_are_read_as_they_were_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    (tmp_path / "coin.py").write_text("")
    record.write("coin", {"results": record.plain({1: (1 / 3, "é")})})
    assert recorded("coin") == {"1": [0.333333, "é"]}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["coin.json", "coin.py"]


def test_a_changed_recipe_asks_for_new_results(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    (tmp_path / "coin.py").write_text("")
    new = {"recipe": {"throws": 9}, "results": {}}
    assert "nothing is recorded" in compared("coin", new, 0.1)[0]
    (tmp_path / "coin.json").write_text(json.dumps({"recipe": {"throws": 3}, "results": {}}))
    assert "the recipe has changed" in compared("coin", new, 0.1)[0]


def test_the_short_form_changes_the_recipe_where_it_says_and_nowhere_else():
    module = SimpleNamespace(RECIPE={"a": 1, "b": 2}, SHORT={"b": 1}, measure=lambda recipe: recipe)
    assert record.short(module) == {"a": 1, "b": 1}
