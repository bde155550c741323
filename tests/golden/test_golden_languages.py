"""The output of each version of each transformation for any language, text by text, as :mod:`test_golden` has it.

``pytest tests/golden/test_golden_languages.py --update-golden`` writes the files of what has none or another version.
"""

import json
from pathlib import Path

import pytest
from language_texts import TEXTS

import hf_robust as hr
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).with_name("any")
NAMES = [cls.name for cls in transformations.values("de") if cls.version.startswith("any.")]


def output(name, code):
    task = hr.task("text-classification", language=code)
    found = hr.Perturb(name, task, seed=1, keep="all")({"text": [TEXTS[code]], "label": [0]})
    return {"language": code, "status": found["robust"][0]["status"], "text": found["text"][0]}


def test_there_are_as_many_as_were_written():
    assert {path.name.partition("@")[0] for path in FOLDER.iterdir()} == set(NAMES) and len(NAMES) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_the_output_in_other_languages_is_what_it_was(name, request):
    path = FOLDER / f"{name}@{transformations.get(name, 'de').version}.jsonl"
    if request.config.getoption("--update-golden"):
        lines = [json.dumps(output(name, code), ensure_ascii=False) + "\n" for code in TEXTS]
        path.write_text("".join(lines), encoding="utf-8")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [output(name, line["language"]) for line in lines] == lines
    assert sum(line["status"] == "changed" for line in lines) >= 4
