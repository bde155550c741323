"""Texts in another language than that of the task are told in the report."""

from types import SimpleNamespace

import pytest

from hf_robust.evaluation.language_warnings import language_warnings


@pytest.mark.parametrize(("rows", "told"), [(6, True), (5, False)])
def test_a_language_of_more_than_half_of_the_rows_is_told(rows, told):
    result = SimpleNamespace(name="misspelling", total=10, reasons={"no word": 4, "it is in German": rows})
    found = language_warnings([result], "en")
    assert [one["code"] for one in found] == ["other-language"] * told
    assert not told or "6 of 10 texts seem to be in German" in found[0]["message"]
