"""Recipes of letters, deletions, inflections and transformations: they run, and have the parameters of their papers."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.states import ORIGIN, AttackRow, words_changed
from hf_robust.core.doc import Doc

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
TEXT = "Films/NOUN/NNS of/ADP/IN this/DET/DT kind/NOUN/NN do/AUX/VBP not/PART/RB please/VERB/VB me/PRON/PRP"


def attacked(drive, name, broken_by, like="paper", **services):
    """The text that a recipe finds against a model that is sure of ``pos`` until a text is broken."""
    parts, doc = RECIPES[name].parts(like), Doc.tagged(TEXT)
    row = AttackRow(TASK, {"text": doc.text, "label": 1}, {"text": doc}, "1", "pos", 7)
    attempt = Attempt(row, parts.goal or Untargeted(), parts.moves, parts.constraints)

    def victim(given):
        belief = 0.2 if broken_by(given[0]) else 0.9 - 0.01 * len(set(doc.text.split()) - set(given[0].split()))
        return np.array([1 - belief, belief], np.float32)

    (first,) = drive(attempt.ask([ORIGIN]), victim=victim)
    final = drive(parts.search.run(attempt, first), victim=victim, **services)
    return row, final, row.text(final.state, "text")


@pytest.mark.parametrize("like", ["paper", "textattack"])
@pytest.mark.parametrize("name", ["deepwordbug", "pruthi", "bad-characters", "textbugger"])
def test_letters_break_a_word(drive, name, like):
    row, final, text = attacked(
        drive, name, lambda text: "please" not in text or "Films" not in text, like, encode=lambda text: np.ones(1)
    )
    assert final.reached and 1 <= words_changed(row, final.state) <= 5
    assert len(text.split()) - len(row.docs["text"].text.split()) in (0, 1)


def test_pruthi_edits_one_letter_inside_one_word(drive):
    row, final, _ = attacked(drive, "pruthi", lambda text: "please" not in text)
    (move,) = final.state
    assert final.reached and row.docs["text"].text[move.start : move.end] == "please"
    assert (move.text[0], move.text[-1]) == ("p", "e")
    _, final, _ = attacked(drive, "pruthi", lambda text: "please" not in text and "Films" not in text)
    assert not final.reached


def test_morpheus_takes_the_words_in_their_order(drive):
    _, final, text = attacked(drive, "morpheus", lambda text: "please " not in text)
    assert final.reached and text.split()[0] == "Film"


def test_checklist_makes_contractions(drive):
    _, final, text = attacked(drive, "checklist", lambda text: "don't" in text)
    assert final.reached and text == "Films of this kind don't please me"


def test_moves_of_textattack_are_fewer_where_it_has_fewer():
    assert RECIPES["bad-characters"].parts("textattack").moves.kinds == ("homoglyphs",)
    assert RECIPES["bad-characters"].parts("textattack").search.edits == 1
    assert RECIPES["pruthi"].parts("textattack").moves.kinds[2].letters == "drawn"
    assert [one.name for one in RECIPES["textbugger"].parts("textattack").constraints].count("meaning") == 0
    assert [one.name for one in RECIPES["textbugger"].parts().constraints].count("meaning") == 1


def test_the_worst_transformations_keep_the_meaning_and_the_share_of_words():
    parts = RECIPES["worst-transformations"].parts()
    assert parts.moves.keeps_meaning and {one.name for one in parts.constraints} == {"no-word-twice", "words-changed"}
