"""Lists and tensors are twins: the same files, the same names, the same arguments."""

import inspect
from importlib import import_module
from pathlib import Path

import pytest

import groundup

PACKAGE = Path(groundup.__file__).parent

# The only files without a twin: both sides use these, which need no tensors.
SHARED = {"require", "configuration", "slices", "tokenizer"}
# The only names without a twin, each with its reason.
EXCEPTIONS = {
    "attention.fused_attention": "PyTorch's own attention, which lists do not have",
    "language_model.language_model": "on tensors the model is a class that owns its weights",
    "language_model.weights_of": "takes a model of tensors over to lists",
    "training.fused_cross_entropy": "PyTorch's own loss, which lists do not have",
    "training.training_step": "on tensors an optimiser and a model replace the bare loss",
}


def files(side):
    return {path.stem for path in (PACKAGE / side).glob("*.py")} - {"__init__"}


def functions(side, name):
    """The public functions that a file offers, its own and those it hands on by __all__."""
    module = import_module(f"groundup.{side}.{name}")
    handed_on = getattr(module, "__all__", [])
    return {
        key: value
        for key, value in vars(module).items()
        if inspect.isfunction(value)
        and not key.startswith("_")
        and (value.__module__ == module.__name__ or key in handed_on)
        and f"{name}.{key}" not in EXCEPTIONS
    }


def public(side, name):
    module = import_module(f"groundup.{side}.{name}")
    return {
        key
        for key, value in vars(module).items()
        if not key.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }


NAMES = sorted(files("lists") - SHARED)


def test_both_sides_have_the_same_files():
    assert files("lists") - files("tensors") == SHARED
    assert not files("tensors") - files("lists")


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_have_the_same_functions_with_the_same_arguments(name):
    def arguments(side):
        return {
            key: list(inspect.signature(value).parameters)
            for key, value in functions(side, name).items()
        }

    assert arguments("lists") == arguments("tensors")


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_have_the_same_defaults(name):
    def defaults(side):
        return {
            (key, argument.name): getattr(argument.default, "__name__", argument.default)
            for key, value in functions(side, name).items()
            for argument in inspect.signature(value).parameters.values()
        }

    assert defaults("lists") == defaults("tensors")


def test_every_exception_still_exists():
    for exception in EXCEPTIONS:
        name, key = exception.split(".")
        sides = [import_module(f"groundup.{side}.{name}") for side in ("lists", "tensors")]
        assert any(hasattr(side, key) for side in sides), exception


MODULES = [(side, name) for side in ("lists", "tensors") for name in sorted(files(side))]


@pytest.mark.parametrize("side, name", MODULES)
def test_a_file_has_at_most_five_public_names_and_150_lines(side, name):
    # a class and the function whose parameters it owns are one thing to learn
    assert len({key.replace("_", "").lower() for key in public(side, name)}) <= 5
    text = (PACKAGE / side / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150


@pytest.mark.parametrize("side, name", MODULES)
def test_every_public_name_says_what_it_does(side, name):
    module = import_module(f"groundup.{side}.{name}")
    assert module.__doc__
    for key in public(side, name):
        value = getattr(module, key)
        if inspect.isfunction(value) or inspect.isclass(value):
            assert value.__doc__, key
            assert value.__doc__.splitlines()[0].rstrip().endswith((".", ").")), key
