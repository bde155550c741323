"""Questions without an answer: no transformation gives them one."""

import json
from functools import cache
from pathlib import Path

import pytest
from datasets import Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.transforms.chains import applicable

ROWS = Path(__file__).parents[1] / "task_rows"
FEATURES = Features(
    {
        "context": Value("string"),
        "question": Value("string"),
        "answers": {"text": List(Value("string")), "answer_start": List(Value("int32"))},
    }
)
NONE = {"text": [], "answer_start": []}
CASES = [
    (language, entry if isinstance(entry, str) else entry["name"])
    for language in ("en", "zh")
    for entry in applicable(hr.task("extractive-qa", language=language))
]


@cache
def questions(language: str) -> Dataset:
    """Questions whose answers were taken away, beside one that keeps its answer."""
    file = ROWS / ("" if language == "en" else language) / "extractive-qa.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()][:4]
    kept = {"context": rows[0]["context"], "question": rows[0]["question"], "answers": rows[0]["answers"]}
    none = [{"context": row["context"], "question": row["question"], "answers": NONE} for row in rows]
    return Dataset.from_list([kept, *none], features=FEATURES)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), CASES)
def test_questions_without_an_answer_stay_so(language, name):
    data = questions(language)
    found = data.map(hr.Perturb(name, hr.task("extractive-qa", language=language), seed=3, keep="all"), batched=True)
    assert found.features["answers"] == FEATURES["answers"]
    assert len(found) == len(data)
    for before, after in zip(data, found):
        assert bool(after["answers"]["text"]) == bool(before["answers"]["text"])
        assert after["robust"]["status"] != "not_applicable" or after["robust"]["reason"]
        for text, start in zip(after["answers"]["text"], after["answers"]["answer_start"]):
            assert after["context"][start : start + len(text)] == text
