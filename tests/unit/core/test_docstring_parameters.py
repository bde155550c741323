"""Parameters that a class inherits are in its docstring."""

from dataclasses import dataclass

from hf_robust.core.docstrings import parameters, with_parameters
from hf_robust.transforms.base import WordTransformation


def test_entries_with_and_without_continuation():
    doc = """One line.

        Args:
            rate: Share
                of the words.
            count: Number.

        Raises:
            ValueError: Never.
        """
    assert parameters(doc) == {"rate": "Share of the words.", "count": "Number."}
    assert parameters("No section.") == parameters(None) == {}


def test_what_is_inherited_stands_before_what_is_its_own():
    doc = with_parameters("A.\n\nArgs:\n    own: B.\n    rate: Other.\n", {"rate": "Share.", "count": "Number."})
    assert list(parameters(doc)) == ["count", "own", "rate"] and parameters(doc)["rate"] == "Other."


def test_a_section_is_written_where_there_is_none():
    assert with_parameters("A.", {"rate": "Share."}) == "A.\n\nArgs:\n    rate: Share.\n"
    assert with_parameters("A.", {}) == "A."
    long = with_parameters("A.\n\nSource: B.", {"rate": "word " * 60})
    assert parameters(long)["rate"] == ("word " * 60).strip() and long.endswith("Source: B.")
    assert max(map(len, long.splitlines())) <= 110


def test_transformations_inherit_what_is_said_of_shared_parameters():
    @dataclass(frozen=True, kw_only=True)
    class Slip(WordTransformation):
        """A slip.

        Args:
            size: How large.
        """

        size: int = 1
        name = "slip"
        default_rate = 0.5
        choice = "long words"

    @dataclass(frozen=True, kw_only=True)
    class Larger(Slip):
        """A larger slip."""

        skips_stop_words = True
        choice = ""

    assert list(parameters(Slip.__doc__)) == ["rate", "count", "choose", "size"]
    assert parameters(Slip.__doc__)["rate"].startswith("Share of the long words, above 0 and up to 1 (0.5 unless")
    assert parameters(Larger.__doc__)["rate"].startswith("Share of the words that are not stop words, above 0")
    assert parameters(Larger.__doc__)["size"] == "How large."
