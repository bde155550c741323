"""Punctuation, case, distractors and the register of social media."""

import re

import pytest

from hf_robust.core.doc import Doc, Span
from hf_robust.core.protection import protection
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
        ("Really!!", "Really"),
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
def test_marks_are_put_around_a_text_and_its_final_mark(text):
    found = {Punctuation().preview(text, seed=seed) for seed in SEEDS}
    assert found <= {f"{left}{text}{right}" for left, right in lexicon("quotes")["pairs"]} and len(found) > 5
    assert Punctuation().preview(f" {text} ").strip()[1:-1] == text


def test_marks_that_a_text_has_are_not_put_around_it():
    found = {Punctuation().preview('It\'s ("so") [good]', seed=seed)[0] for seed in SEEDS}
    assert found == set("*‘“")
    assert Punctuation().preview("It's (“so”) [‘good’] *\"") == "It's (“so”) [‘good’] *\""


def test_a_question_keeps_its_mark():
    assert Punctuation(mode="remove").preview("Is it good?") == "Is it good?"
    assert Punctuation(mode="remove").preview("Is it good?!") == "Is it good?!"


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
    assert WordCase().preview(Doc("a good film", protect=protection(["good"], defaults=False))) == "A good FILM"


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


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("He was late to the game.", "he was late to the game."),
        ("I've won the game.", "I've won the game."),
        ("I was there, and you?", None),
        ("It's late, and the room is dark.", "it's late, and the room is dark."),
        ("it 's the end of it", "it 's the end of it"),
        ("This is not that film.", "this is not that film."),
    ],
)
def test_lead_ins_stand_before_statements(text, end):
    out = AppendIrrelevant(place="start").preview(text)
    assert out.endswith(" " + end) if end else out == text


@pytest.mark.parametrize(
    "text",
    [
        "Is it the end of the game?",
        "What have you got?",
        "There is what?",
        "Storm hits the coast of Norway",
        "The Storm is a film of the year",
        "THE ROOM WAS DARK",
        "The film that was made in the end",
        "the best of all the films",
        "Ela disse que a sala era escura.",
    ],
)
def test_lead_ins_stand_before_nothing_else(text):
    assert AppendIrrelevant(place="start").preview(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "What is it that the two of them want from you?",
        "Storm hits the coast of Norway and there was more of it to come",
        "Il est tard et la salle de cinéma est vide ce soir, hélas.",
        "Der Film war gut und die Leute im Saal waren alle in einer guten Laune.",
    ],
)
def test_no_sentence_after_questions_headlines_and_other_languages(text):
    assert AppendIrrelevant(place="end").preview(text) == text


def test_a_token_list_gets_tokens():
    tokens = AppendIrrelevant(place="start").preview(Doc.of_tokens("It was late .".split()), seed=3)
    assert tokens.endswith((" , it was late .", " : it was late ."))


def test_abbreviations_anywhere_and_a_sign_at_one_end():
    text = "I was at home because you were there without the people that were so late again this time, and it was good"
    starts, found = 0, set()
    for seed in SEEDS:
        words = Twitter().preview(text, seed=seed).split()
        signs = [
            word for word in words if re.fullmatch(r"@user\w{0,4}|https://[a-z.]*example(\.(com|org|net))?/\w+", word)
        ]
        assert len(signs) == 1 and signs[0] in (words[0], words[-1])
        starts += signs[0] == words[0]
        short = [word for word in words if word in ("bc", "cuz", "w/o", "ppl", "u")]
        assert len(short) == 2, "one in ten words"
        found |= set(short)
    assert 5 < starts < 35 and found == {"bc", "cuz", "w/o", "ppl", "u"}
    assert all(Twitter(mode="at").preview(text, seed=s).count("@") == 1 for s in SEEDS)


@pytest.mark.parametrize(
    "text",
    [
        "Oslo Council Votes With Mayor on Trams",
        "The tram stops at the gate of Mr Lund",
        "Lund said you would vote for it",
        "the dealer reported a loss of ten percent",
    ],
)
def test_titles_news_and_texts_about_somebody_take_no_slang(text):
    assert Twitter().preview(text) == text


def test_names_and_quoted_words_keep_their_form():
    for seed in SEEDS:
        out = Twitter().preview('I saw "because you left" and the one of Government Street', seed=seed)
        assert 'I saw "because you left" and the one of Government Street' in out


@pytest.mark.parametrize("word", ["youth", "forefront", "see-saw", "don't", "Thanksgiving", "back_up"])
def test_parts_of_words_are_not_abbreviated(word):
    assert word in Twitter().preview(f"a {word} story")


@pytest.mark.parametrize(
    "text",
    [
        "Our municipality distributes registration certificates because administrators require documentation.",
        "I asked for it because of Anna and you left it here because of Peter.",  # many names
        "they wrote ``i left because you laughed'' and went",
        "he wrote “because you laughed” and went",
        "he wrote quot;because you laughed quot; and went",
    ],
)
def test_only_casual_texts_take_slang(text):
    outs = {Twitter().preview(text, seed=seed) for seed in SEEDS}
    assert len(outs) > 1 and all(text in out for out in outs)
    assert any(" u " in Twitter(mode="at").preview("i left because you laughed at me", seed=s) for s in SEEDS)


def test_a_lead_in_refers_to_nothing_before_it():
    leadins = [" ".join(entry["tokens"]).lower() for entry in lexicon("leadins")]
    assert len(leadins) == len(set(leadins)) >= 50
    assert not [text for text in leadins if re.search(r"\b(?:that|which|saying|asked)\b", text)]


def test_an_unrelated_sentence_is_no_hypothesis_of_a_premise():
    assert "natural-language-inference" not in AppendIrrelevant.effects
    assert "semantic-similarity-classification" in AppendIrrelevant.effects
