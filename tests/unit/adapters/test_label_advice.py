"""What is said of labels that do not match can be followed."""

import pytest

from hf_robust.adapters import label_matching
from hf_robust.adapters.label_matching import LabelMatcher, match_labels
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


@pytest.mark.parametrize("labels", [["-1", "0", "1"], ["a", "b", "-a"]])
def test_a_sign_makes_another_label(labels):
    with pytest.raises(LabelError) as refused:
        match_labels([labels[0], labels[2]], Seen(labels))
    assert "differ only" not in str(refused.value)


@pytest.mark.parametrize("size", [50, 400])
@pytest.mark.parametrize("change", [str, str.upper, lambda name: f" {name}", lambda name: f"new {name}"])
def test_many_classes_are_matched_in_linear_time(monkeypatch, size, change):
    calls = []

    def counted(form):
        return lambda label: calls.append(label) or form(label)

    monkeypatch.setattr(label_matching, "_FORMS", tuple(map(counted, label_matching._FORMS)))
    labels = Seen(f"class {number}" for number in range(size))
    matcher = LabelMatcher("model", labels, {})
    found = [matcher.name(change(label)) for label in labels]
    assert len(calls) <= 6 * size
    assert found == (list(map(change, labels)) if matcher.unseen else list(labels))
    calls.clear()
    if not matcher.unseen:
        assert match_labels(list(map(change, labels)), labels) == dict(zip(map(change, labels), labels))
        assert len(calls) <= 12 * size
