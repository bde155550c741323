"""Small suites of the tasks that language models are asked about, and models that answer with texts."""

import json
from functools import cache

from datasets import Dataset
from row_samples import FOLDER

import hf_robust as hr
from hf_robust.harnesses.questions import SuiteQuestions, default_prompt

ENTITIES = [
    {"tokens": ["Anna", "Smith", "saw", "Paris", "."], "ner_tags": ["B-PER", "I-PER", "O", "B-LOC", "O"]},
    {"tokens": ["He", "met", "Peter", "there", "."], "ner_tags": ["O", "O", "B-PER", "O", "O"]},
]
KINDS = {
    "labels": ("sentiment-classification", "en"),
    "pairs": ("natural-language-inference", "en"),
    "relations": ("relation-extraction", "en"),
    "entities": ("named-entity-recognition", "en"),
    "questions": ("extractive-qa", "en"),
    "aspects": ("aspect-based-sentiment-analysis", "en"),
    "translation": ("translation", "en"),
    "chinese-labels": ("sentiment-classification", "zh"),
    "chinese-entities": ("named-entity-recognition", "zh"),
}
TRANSFORMATIONS = {"en": ["word-case", "punctuation"], "zh": ["punctuation", "homophone"]}


@cache
def suite_of(kind: str) -> hr.Suite:
    """A suite of a few rows."""
    name, language = KINDS[kind]
    if kind == "labels":
        data = hr.demo_reviews().select(range(12))
    elif kind == "entities":
        data = Dataset.from_list(ENTITIES)
    else:
        path = FOLDER / ("zh" if language == "zh" else "") / f"{name}.jsonl"
        data = Dataset.from_list(list(map(json.loads, path.read_text("utf-8").splitlines()))[:6])
    fits = hr.list_transformations(name, language=language)
    chosen = [one for one in TRANSFORMATIONS[language] if one in fits]
    return hr.Suite.build(data, hr.task(name, language=language), chosen)


@cache
def questions_of(kind: str) -> SuiteQuestions:
    """The questions of a suite with the default prompt."""
    suite = suite_of(kind)
    return SuiteQuestions(suite, default_prompt(suite.task))
