"""The package can be carried to a page: lists and the harness need the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import groundup

PACKAGE = Path(groundup.__file__).parent
PLAIN = sorted(
    [
        *PACKAGE.glob("lists/*.py"),
        *(PACKAGE / f"{name}.py" for name in ("austen", "exercise", "tales")),
    ]
)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            yield node.module


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_imports_the_standard_library_and_lists_only(path):
    for name in imported(path):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or name.startswith("groundup.lists."), name


def test_the_package_itself_imports_nothing():
    assert not list(imported(PACKAGE / "__init__.py"))


def test_lists_run_where_there_is_no_torch():
    names = sorted(path.stem for path in PACKAGE.glob("lists/*.py") if path.stem != "__init__")
    program = "import sys\n"
    program += "for absent in ('torch', 'numpy', 'matplotlib', 'IPython'):\n"
    program += "    sys.modules[absent] = None\n"  # importing it now raises ImportError
    program += "".join(f"import groundup.lists.{name}\n" for name in names)
    program += "import groundup.exercise, groundup.glue\n"
    program += "from groundup.lists.layer_norm import layer_norm\n"
    program += "print(layer_norm([1.0, 0.0, 0.0, 0.0], [1.0] * 4, [0.0] * 4)[0] > 1.73)\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_lists_never_add_floats_with_sum():
    """From Python 3.12 on sum() rounds in another way; fsum is the same everywhere."""
    for path in PACKAGE.glob("lists/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "sum", f"{path.name}, line {node.lineno}"


def test_tensors_use_one_thread():
    import torch

    import groundup.tensors  # noqa: F401

    assert torch.get_num_threads() == 1
