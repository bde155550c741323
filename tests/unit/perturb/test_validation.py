"""``Validate`` in ``datasets.map``: the originals are found, and each row gets its numbers."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError

TASK = hr.task("sentiment-classification")
WORDS = ["words-changed"]
TEXTS = ["A wonderful little film.", "Dull.", "", None, "It is good, and they cannot wait."]


def reviews(**more):
    return Dataset.from_dict({"text": TEXTS, "label": [1, 0, 0, 1, 1], **more})


def scores(data, name="words-changed"):
    return [round(row[name]["score"], 3) for row in data["validity"]]


@pytest.fixture(scope="module")
def noisy():
    chain = [{"name": "typos", "count": 1}, {"name": "twitter", "mode": "at"}]
    return reviews().map(hr.Perturb(chain, TASK, keep="all", seed=1), batched=True)


def test_rows_that_did_not_change_score_1(noisy):
    found = noisy.map(hr.Validate(WORDS, TASK), batched=True)
    statuses = [record["status"] for record in noisy["robust"]]
    assert statuses == ["changed", "changed", "not_applicable", "not_applicable", "changed"]
    assert scores(found)[2:4] == [1.0, 1.0] and all(score < 1 for score in scores(found)[:2])
    assert found.features["validity"]["words-changed"].keys() == {"value", "score"}


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_batch_size_and_engine_do_not_matter(noisy, size):
    validate = hr.Validate(WORDS, TASK)
    expected = noisy.map(validate, batched=True)["validity"][:]
    assert noisy.map(validate, batched=True, batch_size=size)["validity"][:] == expected
    assert [row["validity"] for row in noisy.to_iterable_dataset().map(validate, batched=True)] == expected
    assert validate({name: noisy[name][:] for name in noisy.column_names})["validity"] == expected
    table = validate(noisy.with_format("arrow")[:])
    assert table.column("validity").to_pylist() == expected and table.num_rows == len(noisy)


def test_the_record_and_a_column_with_the_originals_agree(noisy):
    beside = noisy.add_column("source", TEXTS)
    by_column = beside.map(hr.Validate(WORDS, TASK, original="source"), batched=True)
    alone = beside.remove_columns("robust").map(hr.Validate(WORDS, TASK, original={"text": "source"}), batched=True)
    assert scores(by_column) == scores(alone) == scores(noisy.map(hr.Validate(WORDS, TASK), batched=True))


def test_rows_perturbed_twice():
    once = reviews().map(hr.Perturb("typos", TASK, count=1), batched=True)
    twice = once.map(hr.Perturb("word-case", TASK), batched=True)
    assert all(score < 0.5 for score in scores(twice.map(hr.Validate(WORDS, TASK), batched=True)))


def test_pairs_count_as_their_worst_text():
    task = hr.task("natural-language-inference")
    rows = {"premise": ["a b c d", "a b"], "hypothesis": ["a b", "a b"], "label": [0, 1]}
    rows |= {"p": ["a b c x", "a b"], "h": ["a b", "x y"]}
    found = hr.Validate(WORDS, task, original={"premise": "p", "hypothesis": "h"})(rows)["validity"]
    assert [row["words-changed"]["score"] for row in found] == [0.75, 0.0]
    with pytest.raises(UsageError, match="changes premise and hypothesis; use original="):
        hr.Validate(WORDS, task, original="p")


def test_token_lists():
    task = hr.task("named-entity-recognition")
    rows = Dataset.from_dict({"tokens": [["EU", "rejects", "call"], []], "ner_tags": [["B-ORG", "O", "O"], []]})
    changed = rows.map(hr.Perturb("entity-typos", task, keep="all"), batched=True)
    assert scores(changed.map(hr.Validate(WORDS, task), batched=True)) == [0.667, 1.0]


def test_a_text_that_was_changed_since_is_refused(noisy):
    later = noisy.select([0]).map(lambda row: {"text": row["text"].replace("i", "xx")})
    with pytest.raises(ColumnError, match=r"is not what the edits in its column 'robust' lead to.*original=\{'text'"):
        later.map(hr.Validate(WORDS, TASK), batched=True)


def test_rows_without_a_record_need_a_column():
    with pytest.raises(ColumnError, match="original='<column of the original>'"):
        hr.Validate(WORDS, TASK)({"text": ["a"]})
    with pytest.raises(ColumnError, match="column 'robust' must hold the record"):
        hr.Validate(WORDS, TASK)({"text": ["a"], "robust": ["mine"]})
    with pytest.raises(ColumnError, match="expects the columns text, source"):
        hr.Validate(WORDS, TASK, original="source")({"text": ["a"]})
    with pytest.raises(UsageError, match="original must name the original's column for text"):
        hr.Validate(WORDS, TASK, original={"body": "x"})
