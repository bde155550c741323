"""Deletions, inflections and characters that nobody sees."""

import unicodedata

import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.moves.bad_characters import BACKSPACE, KINDS, BadCharacters
from hf_robust.attacks.moves.inflections import Inflections, inflections
from hf_robust.attacks.moves.word_deletion import DeleteWord
from hf_robust.attacks.states import ORIGIN, AttackRow, Move, words_changed
from hf_robust.core.doc import Doc
from hf_robust.core.errors import UsageError
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.imperceptible import BACKWARDS, FORWARDS, INVISIBLE

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


def attempt_on(doc, moves):
    doc = Doc(doc) if isinstance(doc, str) else doc
    row = AttackRow(TASK, {"text": doc.text, "label": 1}, {"text": doc}, "1", "pos", 7)
    return Attempt(row, Untargeted(), moves)


def states(drive, attempt, state=ORIGIN, units=None):
    return drive(attempt.candidates(state, attempt.row.words if units is None else units))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize("text", ["a fine film", "a fine film .", "( a  fine film )"])
def test_words_side_by_side_can_go_in_any_order_until_one_is_left(drive, order, text):
    attempt = attempt_on(text, DeleteWord())
    state, left = ORIGIN, ["a", "fine", "film"]
    for number in order[:2]:
        unit = attempt.row.words[number]
        ((state,),) = states(drive, attempt, state, [unit])
        left.remove(attempt.row.word(unit))
        now = attempt.row.text(state, "text")
        assert [word for word in now.split() if word.isalpha()] == left
        assert words_changed(attempt.row, state) == 3 - len(left)
    assert states(drive, attempt, state, attempt.row.words) == [[], [], []]


def test_a_token_goes_with_its_label(drive):
    task = hr.task("named-entity-recognition", label_names=["O", "B-LOC", "I-LOC"])
    tokens, tags = ["In", "New", "York"], ["O", "B-LOC", "I-LOC"]
    row = AttackRow(task, {"tokens": tokens, "ner_tags": tags}, {"tokens": Doc.of_tokens(tokens)}, "1", tags, 7)
    attempt = Attempt(row, Untargeted(), DeleteWord())
    groups = states(drive, attempt)
    assert [row.changed(group[0])["ner_tags"] for group in groups] == [
        ["B-LOC", "I-LOC"],
        ["O", "B-LOC"],
        ["O", "B-LOC"],
    ]
    first, second = groups[1][0], row.words[2]
    ((both,),) = states(drive, attempt, first, [second])
    assert row.changed(both) == {"tokens": ["In"], "ner_tags": ["O"]}


def test_the_last_token_stays_since_no_row_is_empty(drive):
    task = hr.task("named-entity-recognition", label_names=["O"])
    row = AttackRow(task, {"tokens": ["In"], "ner_tags": ["O"]}, {"tokens": Doc.of_tokens(["In"])}, "1", ["O"], 7)
    attempt = Attempt(row, Untargeted(), DeleteWord())
    assert states(drive, attempt) == [[]]


def test_inflections_are_of_the_words_part_of_speech():
    assert inflections("sings", "VERB") == ("sang", "sing", "singing", "sung")
    assert inflections("film", "NOUN") == ("films",)
    assert "are" in inflections("is", "AUX") and "is" not in inflections("is", "AUX")
    assert set(inflections("good", "ADJ")) == {"better", "best"}


def test_only_nouns_verbs_and_adjectives_are_inflected(drive):
    doc = Doc.tagged("Films/NOUN/NNS can/AUX/MD never/ADV/RB please/VERB/VB Oslo/PROPN/NNP ./PUNCT/.")
    attempt = attempt_on(doc, Inflections())
    found = {attempt.row.word(u): [s[0].text for s in g] for u, g in zip(attempt.row.words, states(drive, attempt))}
    assert found["Films"] == ["Film"]
    assert found["please"] == ["pleased", "pleases", "pleasing"]
    assert not found["can"] and not found["never"] and not found["Oslo"]


def test_no_inflections_where_they_would_change_the_gold_tags():
    Inflections().check(TASK)
    with pytest.raises(UsageError, match="change tags of part-of-speech"):
        Inflections().check(hr.task("part-of-speech"))


def shown(text):
    """A text as it is seen: without what is invisible, after its controls, with plain shapes."""
    shapes = {
        alike: plain for plain, many in sorted(lexicon("homoglyphs").items()) for alike in many if not alike.isascii()
    }
    out = []
    backwards = None
    for char in text:
        if char == BACKSPACE:
            out.pop()
        elif char == BACKWARDS[-1]:
            backwards = len(out)
        elif char == FORWARDS[0]:
            out[backwards:] = out[backwards:][::-1]
        elif char not in INVISIBLE and unicodedata.category(char) != "Cf":
            out.append(shapes.get(char, char))
    return "".join(out)


@pytest.mark.parametrize("kind", KINDS)
def test_bad_characters_are_not_seen_and_come_together_in_a_word(drive, kind):
    attempt = attempt_on("a decent film", BadCharacters(kinds=(kind,)))
    unit = attempt.row.words[1]
    (found,) = states(drive, attempt, ORIGIN, [unit])
    assert found
    for state in found:
        text = attempt.row.text(state, "text")
        assert text != "a decent film" and shown(text) == "a decent film"
        assert words_changed(attempt.row, state) == 1
    last = found[-1]
    (more,) = states(drive, attempt, last, [unit])
    both = [state for state in more if len(state) == 2]
    assert both and all(shown(attempt.row.text(state, "text")) == "a decent film" for state in both)
    assert all(words_changed(attempt.row, state) == 1 for state in both)


def test_bad_characters_of_an_unknown_kind_are_refused():
    with pytest.raises(UsageError, match="kinds must be some of"):
        BadCharacters(kinds=("hidden",))


def test_letters_that_join_or_run_from_right_to_left_are_left_alone(drive):
    assert states(drive, attempt_on("\u0633\u0644\u0627\u0645", BadCharacters())) == [[]]
    turned = BadCharacters(kinds=("reorderings",))
    assert states(drive, attempt_on("film \u0633\u0644\u0627\u0645", turned)) == [[], []]
    assert len(states(drive, attempt_on("caf\u00e9", turned))[0]) == 3


def test_moves_say_whether_the_meaning_stays():
    assert Inflections().keeps_meaning and BadCharacters().keeps_meaning and not DeleteWord().keeps_meaning
    assert Move("text", 0, 1, "") < Move("text", 0, 1, "a")
