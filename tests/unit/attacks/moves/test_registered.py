"""Registered transformations as moves: what they offer, what is left out, the gate, and who made a move."""

from dataclasses import dataclass

import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.constraints.positions import MostWords, NoWordTwice
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.moves.registered import Registered
from hf_robust.attacks.states import ORIGIN, AttackRow, Move
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import UsageError
from hf_robust.core.protection import protection
from hf_robust.transforms.base import Transformation, WordTransformation, preserves
from hf_robust.transforms.contractions import Contraction
from hf_robust.transforms.gated_words import GatedWords

SENTIMENT = hr.task("sentiment-classification", label_names=["neg", "pos"])


@dataclass(frozen=True, kw_only=True)
class Shout(WordTransformation):
    """A word in capitals, or with a mark."""

    name = "test-shout"
    level = "word"
    linguistics = "pragmatics"
    effects = preserves("sentiment-classification", "named-entity-recognition")

    def forms(self, word):
        return [word.upper(), word + "!"]


@dataclass(frozen=True, kw_only=True)
class Echo(Transformation):
    """The first and the last word change places."""

    name = "test-echo"
    level = "word"
    linguistics = "pragmatics"
    effects = preserves("sentiment-classification")

    def edits(self, doc, rng):
        (a, b), (c, d) = doc.words[0], doc.words[-1]
        return [Edit(a, b, doc.text[c:d]), Edit(c, d, doc.text[a:b])]


@dataclass(frozen=True, kw_only=True)
class Old(GatedWords):
    """A word becomes an older one."""

    name = "test-old"
    level = "word"
    linguistics = "paradigmatic"
    effects = preserves("sentiment-classification")
    keeps_fixed = False
    resources = ()

    def options(self, doc, start, end, rng):
        return iter([Edit(start, end, "old"), Edit(start, end, "late")])


def attempt_on(doc, moves, task=SENTIMENT, constraints=(), **values):
    doc = Doc(doc) if isinstance(doc, str) else doc
    role = task.text_roles[0]
    row = AttackRow(task, {task.column(role): doc.text, "label": 1, **values}, {role: doc}, "1", "pos", 7)
    return Attempt(row, Untargeted(), moves, constraints)


def texts(drive, attempt, state=ORIGIN, units=None, **services):
    groups = drive(attempt.candidates(state, units or attempt.free(state)), **services)
    role = attempt.row.task.text_roles[0]
    return [[attempt.row.text(one, role) for one in group] for group in groups]


def test_each_word_is_offered_what_the_transformation_makes_of_it(drive):
    attempt = attempt_on("a fine film", Registered(transformations=(Shout(),), most=None))
    assert [set(group) for group in texts(drive, attempt)] == [
        {"A fine film", "a! fine film"},
        {"a FINE film", "a fine! film"},
        {"a fine FILM", "a fine film!"},
    ]
    assert attempt.transformation_of[Move("text", 2, 6, "FINE")] == "test-shout"


def test_most_limits_the_candidates_of_a_word(drive):
    attempt = attempt_on("a fine film", Registered(transformations=(Shout(),), most=1))
    assert [len(group) for group in texts(drive, attempt)] == [1, 1, 1]


def test_moves_compose_and_a_word_gets_the_same_candidates_in_any_state(drive):
    attempt = attempt_on("a fine film", Registered(transformations=(Shout(),), most=1))
    first = drive(attempt.candidates(ORIGIN, attempt.row.words))
    again = drive(attempt.candidates(first[1][0], attempt.row.words))
    assert again[2][0] == tuple(sorted((*first[1][0], *first[2][0])))


def test_edits_of_a_whole_text_stay_together_and_leave_edited_words_alone(drive):
    attempt = attempt_on("fine old film", Registered(transformations=(Echo(),)))
    assert texts(drive, attempt) == [["film old fine"], [], []]
    assert texts(drive, attempt, (Move("text", 9, 13, "play"),)) == [[], [], []]
    assert texts(drive, attempt, (Move("text", 5, 8, "new"),)) == [["film new fine"], [], []]


def test_protected_words_stay_also_where_a_transformation_takes_no_heed(drive):
    doc = Doc("fine old film", protect=protection(["film"], defaults=False))
    found = texts(drive, attempt_on(doc, Registered(transformations=(Echo(), Shout()), most=1)))
    assert [len(group) for group in found] == [1, 1]  # by the word alone: the other move would take the film away
    assert all(text.endswith("film") for group in found for text in group)


def test_the_gate_is_asked_once_for_all_words_and_articles_are_mended(drive):
    asked = []

    def gate(candidate):
        asked.append(candidate)
        return None if candidate.new == "old" else "unlikely"

    attempt = attempt_on("a fine film", Registered(transformations=(Old(),), most=1))
    fine = attempt.row.words[1]
    assert texts(drive, attempt, units=[fine], gate=gate) == [["an old film"]]
    assert len(asked) == 2
    assert texts(drive, attempt, units=[fine], gate=gate) == [["an old film"]]
    assert len(asked) == 2
    assert set(attempt.transformation_of.values()) == {"test-old"}


def test_by_default_all_that_go_by_words_and_keep_the_label_are_taken_with_their_gates():
    chosen = {one.name: one for one in Registered().chosen(SENTIMENT)}
    assert {"typos", "synonym", "homoglyph", "contraction"} <= chosen.keys()
    assert not {"negation", "antonym", "delete-word", "back-translation", "word-case", "swap-entity"} & chosen.keys()
    assert all(one.gate == "strict" for one in chosen.values() if isinstance(one, GatedWords))
    assert "named-entity" not in {one.name for one in Registered().chosen(hr.task("named-entity-recognition"))}


def test_a_transformation_that_does_not_keep_the_label_is_refused_before_work():
    with pytest.raises(UsageError, match="negation is no attack on sentiment-classification"):
        Registered(transformations=("negation",)).check(SENTIMENT)
    moves = Registered(transformations=("negation", Contraction()), only_fitting=True)
    assert moves.chosen(SENTIMENT) == (Contraction(),)
    with pytest.raises(UsageError, match="keep the label"):
        Registered(transformations=("negation",), only_fitting=True).check(SENTIMENT)
    with pytest.raises(UsageError, match="more of a row than one text"):
        Registered(transformations=("concat-sentences",)).check(SENTIMENT)


def test_layers_and_resources_are_those_of_the_transformations():
    moves = Registered(transformations=("typos", "antonym"))
    assert {"pos", "lemma"} <= moves.needs
    assert {"wordnet", "masked-lm"} <= set(moves.resources)
    assert Registered(transformations=("typos",)).needs == frozenset()


def test_a_token_list_keeps_its_labels_or_the_move_is_none(drive):
    task = hr.task("named-entity-recognition", label_names=["O", "B-LOC"])
    tokens, tags = ["Anna", "saw", "Oslo"], ["O", "O", "B-LOC"]
    doc = Doc.of_tokens(tokens, protected=[(9, 13)])
    row = AttackRow(task, {"tokens": tokens, "ner_tags": tags}, {"tokens": doc}, "1", tags, 7)
    attempt = Attempt(row, Untargeted(), Registered(transformations=("typos", "whitespace", "emoji")), (NoWordTwice(),))
    groups = drive(attempt.candidates(ORIGIN, attempt.free(ORIGIN)))
    found = [row.changed(state) for group in groups for state in group]
    assert found and all(len(one["tokens"]) == len(one["ner_tags"]) for one in found)
    assert all(one["ner_tags"][-1] == "B-LOC" and one["tokens"][-1] == "Oslo" for one in found)
    assert "emoji" not in attempt.transformation_of.values()  # it would have to bring a tag along
    assert {len(one["tokens"]) for one in found} == {3, 4}


def test_words_changed_counts_a_word_once():
    attempt = attempt_on("a fine film", Registered(transformations=(Shout(),)), constraints=(MostWords(count=1),))
    state = (Move("text", 2, 3, "F"), Move("text", 4, 4, "-"))
    assert drive_passing(attempt, state) == [state]


def drive_passing(attempt, state):
    asking = attempt.passing(ORIGIN, [state])
    with pytest.raises(StopIteration) as ended:
        next(asking)
    return ended.value.value
