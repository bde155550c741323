"""Punctuation, case, distractors and the register of social media."""

import re

import pytest

from hf_robust.core.doc import Doc, Span
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.casing import WordCase
from hf_robust.transforms.distractors import AppendIrrelevant, join_tokens
from hf_robust.transforms.punctuation import Punctuation
from hf_robust.transforms.social import Twitter

SEEDS = range(40)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works, mostly...", "It works, mostly"),
        ("Really?!", "Really"),
        ("Yes !  ", "Yes"),
        ("No", "No"),
        ("!!!", "!!!"),
        ("", ""),
        ("a; b: c;", "a; b: c"),
        ("Well…", "Well"),
        ("(sure.)", "(sure.)"),
        ("trailing space ", "trailing space "),
        (" . ", " . "),
    ],
)
def test_final_punctuation_goes(text, expected):
    assert Punctuation(mode="remove").preview(text) == expected


def test_a_token_list_loses_the_token_but_no_abbreviation():
    assert Punctuation(mode="remove").preview(Doc.of_tokens(["He", "left", "."])) == "He left"
    assert Punctuation(mode="remove").preview(Doc.of_tokens(["the", "U.S."])) == "the U.S."


@pytest.mark.parametrize("text", ["It works.", "It works", "Why?", "x"])
def test_marks_are_put_around(text):
    pairs, marks = lexicon("quotes")["pairs"], lexicon("quotes")["end_marks"]
    body = text.rstrip(".?")
    allowed = {f"{a}{body}{b}{mark}" for a, b in pairs for mark in marks}
    found = {Punctuation().preview(text, seed=seed) for seed in SEEDS}
    assert found <= allowed and len(found) > 5
    assert not any(out.endswith((")" + text[-1], '"' + text[-1])) for out in found if text[-1] in ".?")


def test_an_answer_at_the_end_keeps_its_characters():
    doc = Doc("It was 5 p.m.", protected=[(7, 13)])
    assert Punctuation(mode="remove").preview(doc) == doc.text
    assert all("5 p.m." in Punctuation().preview(doc, seed=seed) for seed in SEEDS)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("upper", "IT'S A WELL-KNOWN STRASSE"),
        ("lower", "it's a well-known straße"),
        ("title", "It's A WELL-known Straße"),
    ],
)
def test_case(case, expected):
    assert WordCase(case=case).preview("it's a WELL-known Straße") == expected
    marked = Doc("it's a WELL-known Straße", marks=[Span(0, 4)])
    assert WordCase(case=case).preview(marked) == expected


@pytest.mark.parametrize(
    ("text", "titled"),
    [
        ("it 's fun", "It 's Fun"),
        ("it does n't", "It Does n't"),
        ("at nasa, by McAdam", "At Nasa, By McAdam"),
        ("NASA won", "NASA Won"),
        ("GREAT FOOD", "Great Food"),
        ("s m d", "S M D"),
        ("’s", "’s"),
    ],
)
def test_titles(text, titled):
    assert WordCase(case="title").preview(text) == titled
    assert WordCase(case="title").preview(Doc.of_tokens(titled.split()) if " " in text else text) == titled


def test_random_case_mixes_and_keeps_the_letters():
    found = {WordCase(case="random").preview("a wonderful film", seed=seed) for seed in SEEDS}
    assert len(found) > 30 and {out.lower() for out in found} == {"a wonderful film"}


def test_a_protected_word_keeps_its_case():
    assert WordCase().preview(Doc("a good film", protect=frozenset({"good"}))) == "A good FILM"


def test_irrelevant_text_at_either_end():
    leadins = tuple(join_tokens(entry["tokens"]) for entry in lexicon("leadins"))
    sayings = tuple(join_tokens(entry["tokens"]) for entry in lexicon("sayings"))
    short, long = "The food was cold.", "The food was cold and nobody came to see us at all."
    for seed in SEEDS:
        assert AppendIrrelevant().preview(short, seed=seed).startswith(leadins)
        assert AppendIrrelevant().preview(short, seed=seed).endswith("food was cold.")
        assert AppendIrrelevant().preview(long, seed=seed).endswith(sayings)
        assert AppendIrrelevant(place="end").preview(short, seed=seed).startswith(short + " ")
        assert AppendIrrelevant(place="start").preview(long, seed=seed).endswith("at all.")
    assert len(leadins) >= 120 and len(sayings) >= 120


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("It rained", "It rained. "),
        ("It rained.", "It rained. "),
        ("See https://a.example/b", "See https://a.example/b "),
        ("So #sad", "So #sad "),
        ("Oh! :)", "Oh! :) "),
    ],
)
def test_a_saying_stands_in_a_sentence_of_its_own(text, joined):
    assert AppendIrrelevant(place="end").preview(text, seed=3).startswith(joined)
    tokens = AppendIrrelevant(place="end").preview(Doc.of_tokens(["It", "rained"]), seed=3)
    assert tokens.startswith("It rained . ")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Don't go there.", "don't go there."),
        ("He's late.", "he's late."),
        ("Oslo won.", "Oslo won."),
        ("I won.", "I won."),
        ("I've won.", "I've won."),
        ("IT WON.", "IT WON."),
        ("It’s late.", "it’s late."),
        ("Mark won.", "Mark won."),
        ("Is it?", "is it?"),
        ("Based on a book.", "based on a book."),
        ("Heavy-handed and long.", "heavy-handed and long."),
        ("Boring, sadly.", "boring, sadly."),
        ("Director Anna Lund won.", "Director Anna Lund won."),
        ("Disney's film.", "Disney's film."),
        ("K-9 barks.", "K-9 barks."),
        ("Berlin, at night.", "Berlin, at night."),
        ("Monday again.", "Monday again."),
        ("Emily left.", "Emily left."),
    ],
)
def test_the_old_first_word_loses_only_a_capital_that_it_had_for_being_first(text, end):
    out = AppendIrrelevant(place="start").preview(text)
    assert out.endswith(" " + end)


def test_abbreviations_anywhere_and_a_sign_at_one_end():
    text = "Because I love you, see you later before two. Thanks, and you are great"
    short = re.compile(r"(bc|cuz) ily, cul8r b4 two\. thx, (&|n) ur gr8")
    starts = 0
    for seed in SEEDS:
        out = Twitter().preview(text, seed=seed)
        sign = short.sub("", out, count=1).strip()
        assert short.search(out) and re.fullmatch(r"@[a-z]{16,}|https://[a-z.]*example(\.(com|org|net))?/\w+", sign)
        starts += out.startswith(sign)
    assert 5 < starts < 35
    assert len({short.search(Twitter().preview(text, seed=seed)).groups() for seed in SEEDS}) == 4
    assert all(Twitter(mode="at").preview(text, seed=s).count("@") == 1 for s in SEEDS)
    assert Twitter().preview("THANKS A LOT", seed=1).find("THX A LOT") >= 0


@pytest.mark.parametrize("text", ["for 3 hours", "for three hours", "10 for 2"])
def test_no_digit_for_a_word_beside_a_number(text):
    assert text.split()[0] in Twitter().preview(text).split() and " 4 " not in Twitter().preview(text)
    assert " 4 " in Twitter(mode="at").preview("good for him", seed=1)


@pytest.mark.parametrize("word", ["youth", "forefront", "see-saw", "don't", "Thanksgiving", "back_up"])
def test_parts_of_words_are_not_abbreviated(word):
    assert word in Twitter().preview(f"A {word} story")
