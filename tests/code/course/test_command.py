"""The command: it survives kills and faults, shares work, and says what to do."""

import json
import re
import signal
import sys
import time

import pytest
import torch

from groundup.course import __main__ as command
from groundup.course.files import SUMS, whole
from groundup.course.report import FILES
from groundup.course.training import Trainer

ALL_READ = "768/768"  # tokens: of 12 steps with 4 stretches of 16
# What tells of time or machine, in a folder of results.
OF_THE_RUN = {"lock", "checkpoint.pt", "results.json", SUMS}


def results(folder):
    """The bytes of everything that depends on the recipe alone."""
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name not in OF_THE_RUN
    }


def test_it_leaves_what_it_promises(train, tmp_path):
    code, said = train()
    assert code == 0 and "bits per character on the whole held-out text" in said
    assert ALL_READ in said and "tokens/s" in said and "loss=" in said
    left = {path.name for path in (tmp_path / "run").iterdir()}
    assert left == {*FILES, SUMS, "checkpoint.pt", "lock"}
    for name in FILES:
        whole(tmp_path / "run" / name)
    found = json.loads((tmp_path / "run" / "results.json").read_text())
    assert set(found["bits per character"]) == {"float32", "weights", "int8"}
    assert all(text.startswith("It is a truth") for text in found["samples"])
    assert found["recipe"]["steps"] == 12
    rows = (tmp_path / "run" / "log.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["step", "4", "8", "12"]


def test_a_damaged_result_is_noticed(train, tmp_path):
    train()
    path = tmp_path / "run" / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(ValueError, match="weights.safetensors is damaged"):
        whole(path)


def test_a_second_run_finds_it_finished(train, tmp_path, monkeypatch):
    train()
    before = results(tmp_path / "run")
    monkeypatch.delattr(Trainer, "_take")  # no step is left to take
    assert train()[0] == 0
    assert results(tmp_path / "run") == before


def test_the_time_before_a_stop_counts(train, tmp_path):
    train()
    kept = tmp_path / "run" / "checkpoint.pt"
    torch.save({**torch.load(kept, weights_only=True), "seconds": 5000.0}, kept)
    train()
    found = json.loads((tmp_path / "run" / "results.json").read_text())
    assert 5000 <= found["cpu seconds"] < 5100


def test_what_is_recorded_is_whole(train, recipe_file, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "RECIPE", recipe_file())
    monkeypatch.setattr(command, "TRAINED", tmp_path / "trained")
    assert train("--record")[0] == 0
    assert {path.name for path in command.TRAINED.iterdir()} == {*FILES, SUMS}
    for name in FILES:
        whole(command.TRAINED / name)


def test_killed_again_and_again_it_ends_in_the_same_bits(train, started, tmp_path):
    train(folder=tmp_path / "whole", steps=300, validate=10)
    expected = results(tmp_path / "whole")
    kept, kills = tmp_path / "run" / "checkpoint.pt", 0
    for wait in (0.0, 0.05):
        before = kept.stat().st_mtime_ns if kept.exists() else None
        process = started(steps=300, validate=10)
        while process.poll() is None:
            now = kept.stat().st_mtime_ns if kept.exists() else None
            if now != before:  # a checkpoint of this process: kill it a little later
                time.sleep(wait)
                process.send_signal(signal.SIGKILL)
                kills += process.wait() == -signal.SIGKILL
                break
            time.sleep(0.001)
        process.communicate()
    assert kills
    assert train(steps=300, validate=10)[0] == 0
    assert results(tmp_path / "run") == expected


def test_two_processes_give_the_curve_of_one(train, started, tmp_path):
    train(folder=tmp_path / "one")
    two = started("-m", "torch.distributed.run", "--nproc-per-node", "2", "--standalone",
                  folder=tmp_path / "two")  # fmt: skip
    said = two.communicate()[0]
    assert two.returncode == 0, said
    assert said.count("The results are in") == 1  # one process alone writes
    one, two = (
        [[float(x) for x in row.split(",")] for row in
         (tmp_path / name / "log.csv").read_text().splitlines()[1:]]
        for name in ("one", "two")
    )  # fmt: skip
    # sums of gradients are rounded in another order
    torch.testing.assert_close(torch.tensor(two), torch.tensor(one), rtol=1e-4, atol=1e-4)
    found = json.loads((tmp_path / "two" / "results.json").read_text())
    assert found["machine"].endswith("2 process(es) of one thread")


def test_two_trainings_in_one_folder_are_refused(train, tmp_path):
    with command.alone(tmp_path / "run"):
        code, said = train()
    assert code == 1 and "another training is at work in" in said and "--folder" in said
    assert train()[0] == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": 0}, "steps is 0: choose 1 or more"),
        ({"source": "nowhere.txt"}, "nowhere.txt cannot be read"),
        ({"context": 5000}, "give a longer text or a shorter context"),
    ],
    ids=str,
)
def test_what_cannot_be_trained_is_said_in_one_sentence(train, change, told):
    code, said = train(**change)
    assert code == 1 and told in said and "Traceback" not in said


def test_a_checkpoint_of_another_recipe_is_kept(train, tmp_path):
    train()
    before = (tmp_path / "run" / "checkpoint.pt").read_bytes()
    code, said = train(width=16)
    assert code == 1 and re.search(r"another recipe \(width was 8\).*--folder", said)
    assert (tmp_path / "run" / "checkpoint.pt").read_bytes() == before


def test_a_full_disk_keeps_the_last_checkpoint_and_the_training_goes_on_later(
    train, tmp_path, monkeypatch, room
):
    train(folder=tmp_path / "whole")
    real = Trainer.save

    def full(self, path, seconds):
        with room(1000 if self.step == 8 else 10**9):
            real(self, path, seconds)

    monkeypatch.setattr(Trainer, "save", full)
    code, said = train()
    assert code == 1 and "cannot be written" in said and "is untouched" in said
    assert torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)["step"] == 4
    monkeypatch.setattr(Trainer, "save", real)
    code, said = train()
    assert code == 0 and ALL_READ in said
    assert results(tmp_path / "run") == results(tmp_path / "whole")


def test_a_loss_that_is_no_number_ends_it_with_the_last_checkpoint_kept(
    train, tmp_path, monkeypatch
):
    real = Trainer._take

    def broken(self, step, rate):
        if step == 6:
            with torch.no_grad():
                self.model.embedding.weight.fill_(float("nan"))
        return real(self, step, rate)

    monkeypatch.setattr(Trainer, "_take", broken)
    code, said = train()
    assert code == 1 and "the loss at step 6 is nan: lower the rate or clip more" in said
    state = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    assert state["step"] == 4
    assert all(weight.isfinite().all() for weight in state["model"].values())


def test_an_interrupt_says_how_to_go_on(train, monkeypatch):
    def interrupted(self, step, rate):
        raise KeyboardInterrupt

    monkeypatch.setattr(Trainer, "_take", interrupted)
    code, said = train()
    assert code == 130 and "The same command goes on from the last checkpoint" in said


@pytest.mark.parametrize("options", [(), ("--precision", "bfloat16")])
def test_what_is_not_the_book_s_own_training_cannot_become_the_course_model(
    options, monkeypatch, tmp_path, capsys
):
    recipe = () if options else ("--recipe", "other.toml")
    given = ["course", "--record", "--folder", str(tmp_path), *options, *recipe]
    monkeypatch.setattr(sys, "argv", given)
    with pytest.raises(SystemExit):
        command.main()
    assert "--record takes the book's own recipe, on the processor" in capsys.readouterr().err
