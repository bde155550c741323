"""False statements that look like answers."""

import pytest

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.transforms.task_specific.distractor_answers import AddSentenceDiverse

CONTEXT = "In 1990 the cup went to Ana Ruiz. Rain fell in Lima. It was cold."


def row(question, *answers, context=CONTEXT):
    return {
        "context": context,
        "question": question,
        "answers": {"text": list(answers), "answer_start": [context.index(text) for text in answers]},
    }


def added(given, seed=0, **params):
    """The statement that was put in, and the new row."""
    new = AddSentenceDiverse(**params).preview_row(given, seed=seed)
    old = given["context"]
    for text, start in zip(new["answers"]["text"], new["answers"]["answer_start"]):
        assert new["context"][start : start + len(text)] == text
    assert new["answers"]["text"] == given["answers"]["text"]
    assert new["question"] == given["question"]
    after = new["context"]
    start = next((n for n, (a, b) in enumerate(zip(old, after)) if a != b), len(old))
    for begin in range(start, -1, -1):
        size = len(after) - len(old)
        if after[:begin] + after[begin + size :] == old:
            return after[begin : begin + size].strip(), new
    raise AssertionError("more than one place was changed")


@pytest.mark.parametrize("seed", range(8))
def test_the_statement_says_something_else(seed):
    said, _ = added(row("Who won the cup in 1990?", "Ana Ruiz"), seed, place="end")
    assert said.endswith(".")
    assert "1990" not in said
    assert "Ana" not in said and "Ruiz" not in said
    assert " won the cup in " in said


@pytest.mark.parametrize("seed", range(8))
def test_it_stands_at_an_edge_of_a_sentence(seed):
    said, new = added(row("Who won the cup in 1990?", "Ana Ruiz"), seed)
    assert new["context"].replace(said, "").split() == CONTEXT.split()
    # "It" keeps what it means right before it
    assert "Lima. It was cold." in new["context"]


def test_places():
    given = row("Who won the cup in 1990?", "Ana Ruiz")
    assert added(given, place="start")[1]["context"].endswith(f" {CONTEXT}")
    assert added(given, place="end")[1]["context"].startswith(f"{CONTEXT} ")
    with pytest.raises(UsageError, match="place must be one of start, end, random"):
        AddSentenceDiverse(place="middle")


def test_several_answers_and_none():
    given = row("Who won the cup in 1990?", "Ana Ruiz", "Ruiz")
    said, _ = added(given)
    assert "Ruiz" not in said
    said, new = added(row("Who won the cup in 1958?"))
    assert "1958" not in said
    assert new["answers"] == {"text": [], "answer_start": []}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Is Lima cold?", "no rule makes a statement"),
        ("Who won this cup in 1990?", "leans on another one"),
        ("Who left?", "no name or number"),
        ('Who said "go" in 1990?', "too long"),
    ],
)
def test_what_no_rule_covers_is_refused_with_the_reason(question, reason):
    with pytest.raises(NotApplicable, match=reason):
        added(row(question, "Ana Ruiz"))


def test_a_statement_that_would_hold_a_right_answer_is_refused():
    context = "Lima and Quito have a bridge. Rain fell in 1990."
    with pytest.raises(NotApplicable):
        added(row("Which city had a bridge between Lima and Quito in 1990?", "Lima", "Quito", context=context))
