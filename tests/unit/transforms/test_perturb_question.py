"""Questions asked in other words."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.errors import UsageError
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.task_specific import perturb_question
from hf_robust.transforms.task_specific.perturb_question import PerturbQuestion, fixed_spans, known_modes

ROW = {"context": "Ana Ruiz won.", "answers": {"text": ["Ana Ruiz"], "answer_start": [0]}}


def asked(question, seed=0, **params):
    new = PerturbQuestion(**params).preview_row({**ROW, "question": question}, seed=seed)
    assert {**new, "question": None} == {**ROW, "question": None}
    return new["question"]


@pytest.mark.parametrize(
    ("question", "new"),
    [
        ("What team won the cup in 1990?", "In 1990, which team won the cup?"),
        ("Who wrote the letter?", "By whom was the letter written?"),
        ("Who was the letter written by?", "By whom was the letter written?"),
        ("In what year did Luther die?", "Luther died in what year?"),
        ("What city did she live in?", "In which city did she live?"),
        ("Into what language did she translate it?", "What language did she translate it into?"),
        ("What is the name of the river?", "What is the river called?"),
        ("What is the name of the rivers?", "What are the rivers called?"),
        ("What is the river called?", "What is the name of the river?"),
        ("What is the name of the player who won the cup?", "Which player won the cup?"),
        ("How many cups did she win?", "What number of cups did she win?"),
        ("Why did the king leave?", "For what reason did the king leave?"),
        ("What kind of house is it?", "What type of house is it?"),
        ("Which team lost?", "What team lost?"),
    ],
)
def test_rules_ask_the_same_in_other_words(question, new):
    assert new in (asked(question, seed) for seed in range(20))


def test_when_is_asked_by_what_its_answer_is():
    row = {"context": "It burned in 1904.", "question": "When did it burn?"}
    row["answers"] = {"text": ["1904"], "answer_start": [13]}
    found = {PerturbQuestion().preview_row(row, seed=seed)["question"] for seed in range(20)}
    assert "In what year did it burn?" in found
    assert all("date" not in one for one in found)


def test_an_opening_is_a_last_resort_that_must_be_asked_for():
    assert asked("Who was she?") == "Who was she?"
    assert asked("Who was she?", lead_in=True).endswith(", who was she?")
    assert not asked("How many cups did she win?", lead_in=True).endswith("how many cups did she win?")


@pytest.mark.parametrize(
    "question",
    [
        "Who won?", "Who did it?", "What did Ana call it?", "How old was Ana when she won?", "Which of them left?",
        "What was found by Ana in the house that Bo built?", "Who", "What is it that he said?", "When was that?",
        "To whom did the king who ruled Lima give the ring that Bo made?", "?", "How?", "By what was it?",
    ],
)  # fmt: skip
def test_each_result_is_a_question_with_the_same_names(question):
    for seed in range(5):
        new = asked(question, seed)
        assert new.endswith("?") == question.endswith("?")
        assert new[:1] == new[:1].upper() and "  " not in new
        assert ("Ana" in new, "Bo" in new) == ("Ana" in question, "Bo" in question)


@pytest.mark.parametrize("question", ["Is it late?", "Name the winner.", "In 1998, who won?"])
def test_what_no_rule_covers_stays(question):
    assert asked(question) == question


def test_a_question_without_an_answer_is_changed_too():
    row = {"context": "Rain fell.", "question": "Who won?", "answers": {"text": [], "answer_start": []}}
    assert PerturbQuestion(lead_in=True).preview_row(row)["question"].endswith("who won?")


@pytest.mark.parametrize("seed", range(5))
def test_names_numbers_and_quotations_stay(seed):
    new = asked('Who wrote the poem "Night rain" with Ana Ruiz in 1990?', seed, mode="keyboard")
    assert all(part in new for part in ('"Night rain"', "Ana Ruiz", "1990"))


def test_any_transformation_that_preserves_answers_may_run_on_the_question():
    assert asked("Who is the owner?", mode="contraction") == "Who's the owner?"
    assert "masked-lm" in known_modes()
    assert not {"named-entity", "modify-position", "perturb-question"} & set(known_modes())
    with pytest.raises(UsageError, match="mode must be one of wording"):
        PerturbQuestion(mode="named-entity")
    with pytest.raises(UsageError, match="models must be None unless"):
        PerturbQuestion(models=("a", "b"))


def test_a_translation_that_loses_a_name_is_refused(monkeypatch):
    doc = Doc.tagged("Who/PRON/WP met/VERB/VBD Ana/PROPN/NNP ?/PUNCT/.", {"Ana": "PERSON"})
    lost = perturb_question._change(doc, [perturb_question.Edit(0, len(doc.text), "Who met Anna?")])
    kept = perturb_question._change(doc, [perturb_question.Edit(0, len(doc.text), "Who did Ana meet?")])
    assert "would be lost" in str(perturb_question._change(doc, [perturb_question.Edit(8, 11, "her")]))
    assert kept.edits["question"][0].text == "Who did Ana meet?"
    assert str(lost) == "a name, a number or a quotation of the question would be lost"
    stated = perturb_question._change(doc, [perturb_question.Edit(0, len(doc.text), "Ana met him")])
    assert str(stated) == "the result is not a question"


def test_back_translation_takes_its_models():
    made = PerturbQuestion(mode="back-translation", models=["there", "back"])
    assert made.models == ("there", "back")
    assert isinstance(made.inner, Transformation)
    assert made.inner.models == ("there", "back")


def test_fixed_spans_hold_quotations():
    doc = Doc.tagged('Who/PRON said/VERB "/PUNCT go/VERB away/ADV "/PUNCT ?/PUNCT')
    assert doc.text[slice(*fixed_spans(doc)[0])] == '" go away "'
