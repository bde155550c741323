"""A suite of all transformations that apply can be built for every task and language; what is left out is named."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from datasets import Dataset
from default_suites import default_suite
from gold_checker import CHECKED

import hf_robust as hr
from hf_robust.core.errors import MissingResource, UnknownNameError, UsageError
from hf_robust.core.registry import languages
from hf_robust.language import resources
from hf_robust.tasks import TASKS
from hf_robust.transforms.chains import applicable

ROWS = Path(__file__).parents[1] / "task_rows"
CODES = ("de", "en", "tr", "zh")  # one of the five with the same classes as German
TEXTS = ["Anna Berg was very happy with the old hotel in Oslo.", "The food was not good, and it cost 25 dollars."]
TAGGED = [("Anna Berg left Oslo .", "B-PER I-PER O B-LOC O"), ("He works for Acme Bank now .", "O O O B-ORG I-ORG O O")]
OWN = {
    ("text-classification", "en"): [{"text": text, "label": label} for text, label in zip(TEXTS, "ab")],
    ("sentiment-classification", "en"): [{"text": t, "label": g} for t, g in zip(TEXTS, ("positive", "negative"))],
    ("hate-speech-detection", "en"): [{"text": text, "label": "no"} for text in TEXTS],
    ("named-entity-recognition", "en"): [{"tokens": t.split(), "ner_tags": tags.split()} for t, tags in TAGGED],
    ("translation", "zh"): [
        {"source": "苹果公司在2019年卖出了300台iPhone。", "target": "Apple sold 300 iPhone in 2019."},
        {"source": "今天天气很好,我们去公园散步。", "target": "The weather is nice, so we walk in the park."},
    ],
}
PAIRS = [(name, code) for code in CODES for name in TASKS]  # the models of two languages are not read by turns
# the suites of tasks whose gold moves are built where it is checked, in `test_moved_gold.py`
BUILT = [(name, code) for name, code in PAIRS if code in languages and name not in CHECKED]


def rows_of(name, code):
    if (name, code) in OWN:
        return OWN[name, code]
    path = ROWS / ("" if code == "en" else code) / f"{name}.jsonl"
    if not path.is_file():
        pytest.skip(f"no rows are written for {name} in {code!r}")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[:4] if line.strip()]


@pytest.mark.parametrize(("name", "code"), PAIRS)
def test_whatever_applies_can_be_made_or_lacks_a_resource(name, code):
    task = hr.task(name, language=code)
    for transformation in applicable(task):
        with suppress(MissingResource):
            assert hr.Perturb(transformation, task).name == transformation


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), BUILT)
def test_the_default_suite_is_built_and_comes_back_from_disk(name, code, tmp_path):
    default_suite(rows_of(name, code), hr.task(name, language=code), tmp_path / "suite")


def test_what_a_language_cannot_do_is_named():
    task = hr.task("translation", language="zh")
    suite = hr.Suite.build(Dataset.from_list(OWN["translation", "zh"]), task)
    (reason,) = [one["reason"] for one in suite.info["skipped"] if one["name"] == "swap-parallel-word"]
    assert reason == (
        "swap-parallel-word needs 'wordnet', which is there for en and not for zh; leave swap-parallel-word out"
    )
    with pytest.raises(MissingResource, match="which is there for en and not for zh"):
        hr.Suite.build(Dataset.from_list(OWN["translation", "zh"]), task, ["swap-parallel-word"])


def test_a_language_that_nothing_applies_to_is_refused_with_the_reason():
    task = hr.task("parsing", language="ru")
    if applicable(task):
        pytest.skip("something applies")
    rows = Dataset.from_list([{"tokens": ["Да"], "pos_tags": ["X"], "heads": [0], "deprels": ["root"]}])
    with pytest.raises(UsageError, match="no transformation applies"):
        hr.Suite.build(rows, task)


def test_a_name_that_is_no_resource_is_still_an_error():
    with pytest.raises(UnknownNameError):
        resources.require(["no-such"], "typos", "zh")
