"""Errors before any work starts, and faults that stay in their row."""

import warnings

import pytest
from corpus import SENTENCES
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, NotApplicable, TransformationError, UsageError
from hf_robust.transforms import Transformation
from hf_robust.transforms.base import preserves

TEXT = hr.task("text-classification")


def reviews():
    return Dataset.from_dict({"text": [s.text for s in SENTENCES], "label": [0] * len(SENTENCES)})


def test_absent_columns_are_named_with_what_fixes_it():
    data = Dataset.from_dict({"sentence": ["x"], "label": [0]})
    for run in (
        lambda p: data.map(p, batched=True),
        lambda p: p(data[:]),
        lambda p: list(data.to_iterable_dataset().map(p, batched=True)),
    ):
        with pytest.raises(ColumnError, match=r"(?s)text.*sentence.*hr\.task\('text-classification', text="):
            run(hr.Perturb("typos", TEXT))
    with pytest.raises(ColumnError, match="answers"):
        hr.Perturb("typos", hr.task("extractive-qa"))({"context": ["a"], "question": ["b"]})


def test_map_without_batched_says_so():
    with pytest.raises(UsageError, match="batched=True"):
        reviews().map(hr.Perturb("typos", TEXT))
    with pytest.raises(UsageError, match="batched=True"):
        list(reviews().to_iterable_dataset().map(hr.Perturb("typos", TEXT)))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"variants": 0}, "variants"),
        ({"keep": "none"}, "keep"),
        ({"protect": "film"}, "protect"),
    ],
)
def test_wrong_options_are_named(options, words):
    with pytest.raises(UsageError, match=words):
        hr.Perturb("typos", TEXT, **options)


@pytest.mark.parametrize("entry", [[], {}, 5, None, {"rate": 0.1}])
def test_what_is_no_transformation_is_refused(entry):
    with pytest.raises(UsageError):
        hr.Perturb(entry, TEXT)


def test_a_transformation_that_does_not_apply_is_refused():
    with pytest.raises(UsageError, match="does not apply to text-classification"):
        hr.Perturb("entity-typos", TEXT)
    with pytest.raises(UsageError, match="it is there for en and most other languages, not for zh"):
        hr.Perturb("typos", hr.task("text-classification", language="zh"))


# --- a fault in one row


def failing(registered):
    """A transformation that fails in three ways, depending on the text."""

    @registered
    class Failing(Transformation):
        """Fails in some rows."""

        name = "test-failing"
        level = "word"
        linguistics = "morphology"
        effects = preserves("text-classification")

        def edits(self, doc, rng):
            if "boom" in doc.text:
                raise ZeroDivisionError("a fault")
            if "cannot" in doc.text:
                raise NotApplicable("it cannot be done")
            yield hr.Edit(0, 500 if "outside" in doc.text else 1, "X")
            if "overlap" in doc.text:
                yield hr.Edit(0, 2, "Y")

    return Failing


def test_a_fault_stays_in_its_row(registered):
    failing(registered)
    texts = ["fine", "boom", "cannot", "outside", "overlap", "good"]
    data = Dataset.from_dict({"text": texts, "label": [0, 1] * 3})
    out = data.map(hr.Perturb("test-failing", TEXT, keep="all"), batched=True)
    statuses = ["changed", "fault", "not_applicable", "fault", "fault", "changed"]
    assert [r["status"] for r in out["robust"]] == statuses
    reasons = [r["reason"] for r in out["robust"]]
    assert reasons[1] == "ZeroDivisionError: a fault" and reasons[2] == "it cannot be done"
    assert all("test-failing made edits that cannot be applied" in reason for reason in reasons[3:5])
    assert out["text"][:] == ["Xine", *texts[1:5], "Xood"]
    assert data.map(hr.Perturb("test-failing", TEXT), batched=True)["text"][:] == ["Xine", "Xood"]


def test_a_suite_counts_the_faults(registered, tmp_path):
    failing(registered)
    data = Dataset.from_dict({"text": ["fine", "boom", "boom 2", "cannot"], "label": [0, 1, 0, 1]})
    with pytest.warns(RuntimeWarning, match="test-failing raised ZeroDivisionError: a fault"):
        suite = hr.Suite.build(data, TEXT, ["test-failing"])
    suite.save(tmp_path / "suite")
    for entry in (suite["test-failing"], hr.Suite.load(tmp_path / "suite")["test-failing"]):
        assert (len(entry), entry.total, entry.unchanged, entry.not_applicable, entry.faults) == (1, 4, 0, 1, 2)
        assert entry.reasons == {"ZeroDivisionError: a fault": 2, "it cannot be done": 1}
        assert entry.original["text"][:] == ["fine"] and entry.perturbed["text"][:] == ["Xine"]
    (result,) = hr.run(lambda texts: [0] * len(texts), suite).results
    assert (result["faults"], result["not_applicable"], result["coverage"]) == (2, 1, 0.25)


def test_the_first_exception_is_told_once_with_its_place(registered):
    failing(registered)
    perturb = hr.Perturb("test-failing", TEXT)
    batch = {"text": ["fine", "boom", "boom"], "label": [0, 1, 0]}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        perturb(batch)
        perturb(batch)
    (told,) = [str(warning.message) for warning in caught]
    assert "ZeroDivisionError: a fault" in told and "test_map_errors.py, line" in told


def test_failing_in_every_row_is_an_error(registered):
    failing(registered)
    data = Dataset.from_dict({"text": ["boom 1", "boom 2", "boom 3"], "label": [0, 1, 0]})
    with pytest.raises(TransformationError, match="test-failing fails in every row, first with ZeroDivisionError") as e:
        data.map(hr.Perturb("test-failing", TEXT), batched=True)
    assert isinstance(e.value.__cause__, ZeroDivisionError)
    with pytest.raises(TransformationError, match="test-failing fails in every row"):
        hr.Suite.build(data, TEXT, ["keyboard", "test-failing"])
    with pytest.raises(TransformationError, match="test-failing fails in every row"):
        hr.Perturb("test-failing")("boom")
