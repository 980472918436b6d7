"""The page's Python does what its own tests say, in a Python that holds nothing else.

Those tests let programs change Python itself, and look at all that is loaded. So they neither
share a Python with other tests nor bear one that others have filled.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_pages_python_passes_its_tests_in_a_python_of_its_own():
    options = ["-q", "-p", "no:cacheprovider", "-c", "tests/pytest.ini", "--rootdir", "."]
    command = [sys.executable, "-m", "pytest", *options, "tests/config/reader"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert " passed" in done.stdout
