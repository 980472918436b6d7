"""Binder understands what the repository asks of it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_repo2docker_reads_what_binder_reads():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    steps = said.stdout + said.stderr
    assert "Building conda environment for python=3.11" in steps
    assert re.search(r"^RUN .*pip install .*-r \"?\.binder/requirements\.txt", steps, re.MULTILINE)
    assert "RUN ./.binder/postBuild" in steps
    assert steps.index("COPY --chown=0:0 src/ ${REPO_DIR}/") < steps.index("pip install --no-cache")


def test_every_need_of_binder_is_one_of_the_lock():
    needs = (ROOT / ".binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in needs if line[0] not in "#"] == [
        "--extra-index-url https://download.pytorch.org/whl/cpu",
        "-c ../_config/requirements.txt",
        "-r ../_config/binder.in",
        "./code",
    ]
