"""What is said of labels that do not match can be followed."""

import pytest

from hf_robust.adapters.label_matching import match_labels
from hf_robust.core.errors import LabelError
from hf_robust.tasks.labels import Seen


@pytest.mark.parametrize("extra", [["3"], ["2", "3"], ["other"]])
@pytest.mark.parametrize("kind", [tuple, Seen])
def test_classes_that_the_model_lacks(extra, kind):
    with pytest.raises(LabelError) as refused:
        match_labels(["1", "5"], kind(["1", *extra, "5"]))
    said = str(refused.value)
    assert "label_map" not in said and f"not in {extra!r}" in said and "Name a model" in said


@pytest.mark.parametrize("twin", ["Positive", " positive", "POSITIVE "])
def test_labels_that_differ_only_in_case_or_blanks(twin):
    with pytest.raises(LabelError) as refused:
        match_labels(["negative", "positive"], Seen(["negative", "positive", twin]))
    assert f"'positive' and {twin!r} differ only in case" in str(refused.value)
