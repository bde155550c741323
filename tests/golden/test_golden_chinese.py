"""The output of each version of each Chinese transformation, row by row, as :mod:`test_golden` has it for English.

``pytest tests/golden -k chinese --update-golden`` writes the files of what has none or another version.
"""

import json
from pathlib import Path

import pytest
from chinese_rows import NAMES, WRITTEN, annotated_rows, available, task_of

import hf_robust as hr
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).with_name("zh")
# parameters that are used in turn; the defaults of all others
PARAMETERS = {
    "swap-gender": [{}, {"to": "male"}],
    "homophone": [{}, {"tone": "same"}],
    "number-form": [{"mode": "to-digit"}, {}],
}
FIRST = {
    "contraction": 6,
    "modify-position": 8,
    "swap-number": 8,
    "swap-verb": 13,
    "add-summary": 12,
    "swap-special-entity": 12,
}  # first row; else 0

# rows that speak of people, places or numbers or have several sentences, where few do
ROWS = {
    "add-subtree": [("parsing", row) for row in range(3, 13)],
    "long-number": [("word-segmentation", row) for row in (1, 2, 3, 9, 10, 15, 16, 17, 18, 19)],
    "add-sentence-diverse": [("extractive-qa", row) for row in (*range(4), *range(18, 24))],
    "swap-sentence-order": [("sentiment-classification", row) for row in (0, 2, 2, 4, 5, 22, 22, 23, 24, 24)],
    "swap-gender": [
        *(("text-classification", 3), ("text-classification", 7), ("sentiment-classification", 2)),
        *(("hate-speech-detection", 3), ("natural-language-inference", 6), ("natural-language-inference", 9)),
        *(("semantic-similarity-classification", 18), ("named-entity-recognition", 5)),
        *(("part-of-speech", 7), ("part-of-speech", 9)),
    ],
    "swap-region": [
        *(("text-classification", 3), ("text-classification", 7), ("sentiment-classification", 3)),
        *(("hate-speech-detection", 3), ("natural-language-inference", 2), ("part-of-speech", 3)),
        *(("semantic-similarity-classification", 0), ("semantic-similarity-classification", 8)),
        *(("semantic-similarity-classification", 16), ("part-of-speech", 8)),
    ],
}


def path_of(name):
    return FOLDER / f"{name}@{transformations.get(name, 'zh').version}.jsonl"


def cases(name):
    tasks = [task for task in transformations.get(name, "zh").effects if task in WRITTEN]
    options = PARAMETERS.get(name, [{}])
    first = FIRST.get(name, 0)
    chosen = ROWS.get(name) or [(tasks[place % len(tasks)], first + place) for place in range(10)]
    return [
        {
            "task": chosen[place][0],
            "row": chosen[place][1],
            "seed": place,
            "params": options[place % len(options)],
        }
        for place in range(10)
    ]


def output(name, case):
    task = task_of(case["task"])
    data = annotated_rows(name, case["task"]).select([case["row"]])
    one = data[:]
    out = hr.Perturb(name, task.bind(data), seed=case["seed"], keep="all", **case["params"])(one)
    new = {column: out[column][0] for column in task.columns.values() if column in out and out[column] != one[column]}
    return {"status": out["robust"][0]["status"], "reason": out["robust"][0]["reason"], "new": new}


@pytest.mark.parametrize("name", NAMES)
def test_chinese_output_is_what_it_was(name, request):
    available(name)
    path = path_of(name)
    if request.config.getoption("--update-golden"):
        lines = [{**case, **output(name, case)} for case in cases(name)]
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    assert path.is_file(), f"{path.name} is absent; run: pytest tests/golden -k chinese --update-golden"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 10 and sum(line["status"] == "changed" for line in lines) >= 3
    for number, line in enumerate(lines, start=1):
        case = {key: line[key] for key in ("task", "row", "seed", "params")}
        assert {**case, **output(name, case)} == line, (
            f"{path.name}, line {number}: the output changed and the version did not; give the class another `version`"
        )


def test_every_chinese_file_belongs_to_a_version():
    found, known = {path.name for path in FOLDER.glob("*.jsonl")}, {path_of(name).name for name in NAMES}
    assert found <= known, f"no transformation has these versions: {sorted(found - known)}"
