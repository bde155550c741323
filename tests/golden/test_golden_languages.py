"""The output of each version of each transformation for other languages, text by text, as :mod:`test_golden` has it.

``pytest tests/golden/test_golden_languages.py --update-golden`` writes the files of what has none or another version.
"""

import json
from pathlib import Path

import pytest
from language_texts import TEXTS, WORD_TEXTS

import hf_robust as hr
from hf_robust.transforms.transformation_registry import transformations

INPUTS = {"any": {code: [text] for code, text in TEXTS.items()}, "european": WORD_TEXTS}
NAMES = [
    (kind, cls.name) for kind in INPUTS for cls in transformations.values("de") if cls.version.startswith(f"{kind}.")
]


def output(name, code, text):
    task = hr.task("text-classification", language=code)
    found = hr.Perturb(name, task, seed=1, keep="all")({"text": [text], "label": [0]})
    return {"language": code, "status": found["robust"][0]["status"], "text": found["text"][0]}


@pytest.mark.parametrize(("kind", "least"), [("any", 15), ("european", 5)])
def test_there_are_as_many_as_were_written(kind, least):
    written = {path.name.partition("@")[0] for path in Path(__file__).with_name(kind).iterdir()}
    assert written == {name for one, name in NAMES if one == kind} and len(written) >= least


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_the_output_in_other_languages_is_what_it_was(kind, name, request):
    path = Path(__file__).with_name(kind) / f"{name}@{transformations.get(name, 'de').version}.jsonl"
    found = [output(name, code, text) for code, texts in INPUTS[kind].items() for text in texts]
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in found), encoding="utf-8")
    assert found == [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(line["status"] == "changed" for line in found) >= 4
