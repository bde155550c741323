"""Small suites of the tasks that language models are asked about, and models that answer with texts."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from zlib import crc32

from datasets import Dataset
from row_samples import FOLDER

import hf_robust as hr
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.language_model import LanguageModel, chosen_prompt
from hf_robust.suites.questions import SuiteQuestions

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
WRITTEN = ("labels", "entities", "questions", "translation")
"""A kind for each way in which answers are read."""
TRANSFORMATIONS = {"en": ["word-case", "punctuation"], "zh": ["punctuation"]}


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
    return SuiteQuestions(suite, chosen_prompt(suite.task))


def answer_to(kind: str, prompt: str) -> str:
    """What a made-up model writes: mostly right answers of some row, else a refusal or a text without a meaning."""
    number = crc32(prompt.encode())
    right = _right(kind)
    if number % 5 == 0:
        return ("I'm sorry, but I can't help with that.", "???", "")[number // 5 % 3]
    return list(right.values())[number % len(right)] if number % 3 == 0 else right[prompt]


@cache
def _right(kind: str) -> dict[str, str]:
    return {question.prompt: question.answers[0] for question in questions_of(kind)}


class WritingModel(LanguageModel):
    """A model that is asked row by row and writes :func:`answer_to` its prompt."""

    def __init__(self, kind: str):
        self._kind = kind
        super().__init__(questions_of(kind).task, name="writer", kind="chat")

    def answers(self, rows: list[dict], repeats: Sequence[int] = ()) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield one answer a row."""
        for place, row in enumerate(rows):
            text = answer_to(self._kind, self.messages(row)[-1]["content"])
            yield [place], [read_answer(text, self.expected, row)]


def scored(report: hr.Report) -> dict:
    """All of a record but what differs from run to run."""
    left_out = ("model", "created", "seconds", "command", "environment", "predictions")
    return {key: value for key, value in report.record.items() if key not in left_out}


def all_rows(kind: str) -> list[dict]:
    """The inputs of all rows of a suite."""
    task, suite = questions_of(kind).task, suite_of(kind)
    return [row for entry in suite.entries.values() for data in entry.rows.values() for row in task.inputs(data)]
