"""Rows whose labels do not fit their text are told at the top of a report, and where ``map`` leaves them out."""

import warnings

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.evaluation.broken_rows import broken_row_warnings

TOKENS = ["Yesterday", "the", "president", "visited", "Berlin", "quietly"]
TAGS = ["O", "O", "O", "O", "B-LOC", "O"]


def tagged(broken):
    """Forty rows; every so many of them have a tag too few."""
    last = [7 - bool(broken and n % broken == 0) for n in range(40)]
    rows = [{"tokens": [*TOKENS, str(n)], "ner_tags": [*TAGS, "O"][:many]} for n, many in enumerate(last)]
    return (
        Dataset.from_list(rows),
        "ner",
        lambda rows: [["B-LOC" if one == "Berlin" else "O" for one in row] for row in rows],
    )


def answered(broken):
    """Forty rows; every so many of them have an answer one character too late."""
    context = "Yesterday the president visited {} quietly."
    rows = []
    for n in range(40):
        text = context.format(city := ("Berlin", "Paris", "Oslo")[n % 3])
        answers = {"text": [city], "answer_start": [text.index(city) + bool(broken and n % broken == 0)]}
        rows.append({"id": str(n), "question": "Which city?", "context": text, "answers": answers})
    return Dataset.from_list(rows), "qa", lambda rows: [row["context"].split()[4] for row in rows]


@pytest.mark.parametrize(
    ("rows", "said"), [(tagged, "7 tokens but 6 tags"), (answered, "an answer does not stand at its offset in the")]
)
def test_broken_rows_are_told_with_their_number_and_an_example(rows, said):
    data, task, model = rows(broken=2)
    report = hr.run(model, data, task=task, transformations=["keyboard", "word-case"], analysis=False)
    (found,) = [one["message"] for one in report.record["warnings"] if one["code"] == "broken-rows"]
    assert found.startswith("20 of 40 rows are broken and left out") and said in found
    assert found in report.verdict
    data, task, model = rows(broken=0)
    report = hr.run(model, data, task=task, transformations=["keyboard"], analysis=False)
    assert not broken_row_warnings(report.typed_record.results)


def test_map_tells_of_broken_rows_that_it_leaves_out():
    data = tagged(broken=2)[0]
    with pytest.warns(RuntimeWarning, match=r"labels do not fit .* left out; the first has: 7 tokens but 6 tags"):
        assert len(data.map(hr.Perturb("keyboard", "ner", seed=1), batched=True, load_from_cache_file=False)) == 20
    absent = Dataset.from_dict({"tokens": [[None, *TOKENS[1:]]], "ner_tags": [TAGS]})
    with pytest.warns(RuntimeWarning, match="the first has: a token is None"):
        absent.map(hr.Perturb("keyboard", "ner", seed=1), batched=True, load_from_cache_file=False)
    unlabeled = Dataset.from_dict({"tokens": [TOKENS, TOKENS], "ner_tags": [TAGS, None]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unlabeled.map(hr.Perturb("keyboard", "ner", seed=1), batched=True, load_from_cache_file=False)
