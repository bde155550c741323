"""Every transformation that needs only a text takes a plain text; every other one says what to give instead."""

import re

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.transforms.transformation_registry import transformations

TEXTS = {
    "en": (
        "Anna said that the service at the Grand Hotel in Paris wasn't good: 12 people waited. It was a terrible day.",
        "ok",
        "",
    ),
    "zh": ("王芳女士在上海的华联超市工作，她说这款手机用了3天就坏了，客服态度非常差。", "好", ""),
}
TASK = "text-classification"
SPOKEN = [(name, code) for code in TEXTS for name in transformations.names(code)]
TAKES_TEXTS = [(name, code) for name, code in SPOKEN if TASK in transformations.get(name, code).effects]
OTHERS = [pair for pair in SPOKEN if pair not in TAKES_TEXTS]


def made(name, language):
    try:
        return hr.Perturb(name, language=language, seed=3)
    except LookupError as error:  # a resource is not installed, or is there for another language
        pytest.skip(str(error))


@pytest.mark.parametrize(("name", "language"), TAKES_TEXTS)
def test_a_plain_text_becomes_what_its_row_becomes(name, language):
    texts = list(TEXTS[language])
    perturb = made(name, language)
    rows = Dataset.from_dict({"text": texts, "label": ["pos", "neg", "neg"]})
    task = hr.task(TASK, language=language)
    keep = hr.Perturb(name, task, seed=3, keep="all")
    changed = rows.map(keep, batched=True)["text"][:]
    assert perturb(texts) == changed
    assert [perturb(text) for text in texts] == changed


def outcome(name, language):
    """What a plain text becomes, or the refusal."""
    perturb = made(name, language)
    try:
        return perturb(TEXTS[language][0])
    except UsageError as error:
        return error


@pytest.mark.parametrize(("name", "language"), OTHERS)
def test_what_needs_rows_says_what_to_give(name, language):
    found = outcome(name, language)
    if isinstance(found, str):
        return  # it needs only a text, though it applies to the rows of other tasks
    said = str(found)
    assert said.startswith(f"{name} changes rows of a task (")
    (call,) = re.findall(r"give it a dataset: data\.map\((.*), batched=True\)$", said)
    perturb = eval(call, {"hr": hr})  # what the error says to type is a call that works
    assert perturb.task.name in transformations.get(name, language).effects and perturb.task.language == language


def test_both_kinds_occur():
    for language in TEXTS:
        assert isinstance(outcome("keyboard" if language == "en" else "homophone", language), str)
        assert isinstance(outcome("add-sentence", language), UsageError)
