"""The questions of a suite: each row is asked about with the prompt of its task, and right answers are read back."""

from dataclasses import replace

import pytest
from datasets import Dataset
from harness_samples import KINDS, questions_of, suite_of

import hf_robust as hr
from hf_robust.adapters.base import input_of
from hf_robust.adapters.language_models.answers import read_answer
from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.core.errors import UsageError
from hf_robust.suites.questions import ORIGINALS, SuiteQuestions


@pytest.mark.parametrize("kind", KINDS)
def test_each_input_of_the_suite_is_asked_with_the_chosen_prompt(kind):
    suite, questions = suite_of(kind), questions_of(kind)
    asked = {}
    for one in questions:
        row = questions.task.inputs(suite[one.location.transformation].rows[one.location.split])[one.location.row]
        assert list(one.messages) == questions.prompt.messages(questions.task, row)
        asked[input_of(row, questions.task.input_roles)] = one
    wanted = {input_of(row, questions.task.input_roles) for row in suite.inputs()}
    assert wanted == asked.keys() and len(suite.entries) >= 1


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_are_read_as_the_gold_value(kind):
    suite, questions = suite_of(kind), questions_of(kind)
    for one in questions:
        rows = suite[one.location.transformation].rows[one.location.split]
        gold = questions.task.references(rows)[one.location.row]
        row = questions.task.inputs(rows)[one.location.row]
        assert one.answers
        for answer in one.answers:
            value = read_answer(answer, questions.form, row).value
            assert value in gold["text"] if isinstance(gold, dict) else value == gold


def test_originals_are_asked_once_and_perturbed_rows_in_each_transformation():
    suite, questions = suite_of("labels"), list(questions_of("labels"))
    parts = [one.location.part for one in questions]
    assert parts.count(ORIGINALS) == len({one.source_id for one in questions}) == 12
    assert {name: parts.count(name) for name in suite} == {name: len(suite[name]) for name in suite}
    assert len({str(one.location) for one in questions}) == len(questions)


def test_prompts_with_examples_and_other_tasks_are_refused():
    suite = suite_of("labels")
    with pytest.raises(UsageError, match="an exported prompt has no examples, found 2"):
        SuiteQuestions(suite, replace(chosen_prompt(suite.task), shots=2))
    data = Dataset.from_list([{"tokens": ["A", "dog"], "pos_tags": ["DET", "NOUN"]}])
    tags = hr.Suite.build(data, "part-of-speech", ["word-case"])
    with pytest.raises(UsageError, match="cannot be asked for the answers of part-of-speech"):
        SuiteQuestions(tags, chosen_prompt(suite.task))
