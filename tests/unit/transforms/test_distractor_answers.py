"""False statements that look like answers."""

import re

import pytest

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.english.statement_form import is_well_written
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
        ("Who leaves?", "no name or number"),
        ('Who said "go" in 1990?', "too long"),
    ],
)
def test_what_no_rule_covers_is_refused_with_the_reason(question, reason):
    with pytest.raises(NotApplicable, match=reason):
        added(row(question, "Ana Ruiz", context="In 1990 the cup went to Ana Ruiz. It was cold."))


def test_a_statement_that_would_hold_a_right_answer_is_refused():
    context = "Lima and Quito have a bridge. Rain fell in 1990."
    with pytest.raises(NotApplicable):
        added(row("Which city had a bridge between Lima and Quito in 1990?", "Lima", "Quito", context=context))


TOWN = "The north of Lima has many thieves. Ana Ruiz and Eva Paz were its judges in 1990. So is the Rim Metro."
ASKED = [
    ("What area of Lima had judges in 1990?", "The north"),
    ("What area of Lima has thieves?", "The north"),
    ("Who were the judges of Lima in 1990?", "Ana Ruiz"),
    ("What year did Ana Ruiz leave Lima?", "1990"),
    ("When did Ana Ruiz and Eva Paz leave Lima?", "1990"),
    ("What trains cover most of Lima?", "the Rim Metro"),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_something_certain_of_the_question_is_another_one(question, answer, seed):
    said, _ = added(row(question, answer, context=TOWN), seed, place="end")
    named = [word for word in ("Lima", "1990", "Ana Ruiz", "Eva Paz") if word in question]
    assert " about " in said or not all(word in said for word in named)


@pytest.mark.parametrize("seed", range(6))
def test_who_were_asks_for_two(seed):
    said, _ = added(row("Who were the judges of Lima in 1990?", "Ana Ruiz", context=TOWN), seed, place="end")
    assert re.match(r"\w+ \w+ and \w+ \w+ were the judges of ", said)


@pytest.mark.parametrize("seed", range(6))
def test_the_article_fits_what_is_new(seed):
    said, _ = added(row("Who was a player in a Super Bowl?", "Ana Ruiz", context=TOWN), seed, place="end")
    assert re.search(r" (a [^AEIO]|an [AEIO])[\w ]+ Bowl\.$", said)


@pytest.mark.parametrize("seed", range(6))
def test_a_year_has_its_preposition(seed):
    said, _ = added(row("What year did Ana Ruiz leave the house?", "1990", context=TOWN), seed, place="end")
    assert re.search(r" left the house in \d{4}\.$", said)


@pytest.mark.parametrize(
    "text",
    [
        "The Foxes got 53 2015 season passes.",
        "The Foxes got nine 2015 season passes.",
        "It was drier than in 1996 in 1988.",
        "It was Kim's sister's wall.",
        "It was the Foxes' team's wall.",
    ],
)
def test_two_of_a_kind_in_a_row_are_no_good_english(text):
    assert not is_well_written(text)
    assert is_well_written("Kim's wall was drier in May 1996 than in 1988, and the Foxes got 53 passes.")


ROAD = "State Route 41 comes into Rosa from the north, and State Route 180 comes from the west via the city."


@pytest.mark.parametrize("seed", range(6))
def test_a_direction_keeps_its_article(seed):
    said, _ = added(row("State Route 180 comes from which direction via the city?", "west", context=ROAD), seed)
    assert " about " in said or re.search(r" comes from the \w+ via ", said)


@pytest.mark.parametrize("seed", range(12))
def test_it_does_not_stand_before_a_sentence_that_would_then_mean_it(seed):
    context = "The Amazon forest is old. Rain falls in Peru. The forest is mostly in Brazil, and nine birds live there."
    said, new = added(row("In what country can most of the Amazon forest be found?", "Brazil", context=context), seed)
    assert "forest" in said
    assert f"{said} The forest is mostly" not in new["context"]


@pytest.mark.parametrize(
    ("question", "answer", "form"),
    [
        ("Who painted the old house?", "Ana Ruiz", r"[A-Z]\w+ [A-Z]\w+ (is|organized)|A \w+.* by "),
        ("When did the oldest thieves leave Lima?", "1990", r"\b20\d\d\b"),
        ("How many thieves are the oldest in Lima?", "many", r"\b\d\d\b"),
        ("What founded the Rim Metro in Lima?", "Ana Ruiz", r" in [A-Z]\w+\.$"),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_what_cannot_be_another_gets_a_sentence_about_a_work(question, answer, form, seed):
    """No known town becomes another one; the sentence has a person, a year, a number or a place, as is asked."""
    said, _ = added(row(question, answer, context=TOWN), seed, place="end")
    assert " about " in said and re.search(form, said), said
    assert answer not in said


def test_it_never_begins_the_context():
    given = row("Who painted the old house?", "Ana Ruiz")
    assert all(added(given, seed)[1]["context"].startswith("In 1990") for seed in range(8))
