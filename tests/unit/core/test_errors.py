"""One tree of errors, and messages that say what to type."""

import pickle

import pytest

from hf_robust.core import errors
from hf_robust.core.errors import MissingExtra, MissingResource, RobustError, UnknownNameError, UsageError

ALL = [cls for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, Exception)]


@pytest.mark.parametrize("cls", ALL)
def test_every_error_is_ours_documented_and_drawn(cls):
    assert issubclass(cls, RobustError) and cls.__doc__
    assert cls.__name__ in errors.__doc__


def test_they_are_also_what_python_expects():
    assert issubclass(UsageError, ValueError) and issubclass(errors.ColumnError, UsageError)
    assert issubclass(MissingExtra, ImportError) and issubclass(MissingResource, LookupError)
    for name in ("UnknownNameError", "LabelError", "EmptyDataError"):
        assert issubclass(getattr(errors, name), UsageError)


def test_messages():
    assert str(UnknownNameError("task", "zzz", ["a"])) == "unknown task 'zzz'. Known: a"
    assert "did you mean bark?" in str(UnknownNameError("task", "brk", ["bark", "meow"]))
    for name in ("NLII", "nil"):
        assert "did you mean nli?" in str(UnknownNameError("task", name, ["parsing"], also=["nli", "ner"]))
    assert str(MissingResource("X", "pip install x")).endswith("run: pip install x")
    assert "hf-robust[metrics]" in str(MissingExtra("seqeval", "metrics"))
    assert str(MissingResource("X", "y")) == "X was not found; to install it, run: y"  # a LookupError would show quotes


@pytest.mark.parametrize(
    "error",
    [
        MissingResource("WordNet", "pip install x"),
        MissingExtra("seqeval", "metrics"),
        UnknownNameError("task", "a", ["b"]),
    ],
)
def test_errors_cross_process_borders(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error)
