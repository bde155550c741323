"""Noise: what may come out of a word, and what comes beside it."""

import itertools
import unicodedata
from functools import partial

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply, project_tags, project_tokens
from hf_robust.core.head_edits import remap_heads
from hf_robust.core.randomness import row_rng
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.imperceptible import BACKWARDS, FORWARDS, INVISIBLE, BidiControl, InvisibleCharacter
from hf_robust.transforms.letters import gaps, letter_places
from hf_robust.transforms.noise import SYMBOLS, Emoji, Homoglyph, RandomCharacter, SpecialSymbol, Whitespace
from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.words import STOP_WORDS, StopWord

SEEDS = range(80)


def outputs(transformation, text):
    return {transformation.preview(text, seed=seed) for seed in SEEDS}


def drawn(transformation, doc, seed):
    return list(transformation.edits(doc, row_rng(seed, transformation.signature, doc.text, "text")))


@pytest.mark.parametrize("word", ["problem", "PROBLEM", "Problem"])
def test_one_letter_becomes_another(word):
    found = outputs(RandomCharacter(count=1), word)
    assert len(found) > 20
    for out in found:
        ((old, new),) = [(a, b) for a, b in zip(word, out) if a != b]
        assert len(out) == len(word) and new.isalpha() and new.isupper() == old.isupper()


def test_one_letter_becomes_a_symbol():
    for out in outputs(SpecialSymbol(count=1), "problem"):
        ((_, new),) = [(a, b) for a, b in zip("problem", out) if a != b]
        assert len(out) == 7 and new in SYMBOLS
    assert not set(SYMBOLS) & set("'-.,\"()<> ")


@pytest.mark.parametrize("transformation", [RandomCharacter, SpecialSymbol, Whitespace, InvisibleCharacter])
@pytest.mark.parametrize("word", ["1998", "3.14", "20-30", "x", "é", "e\u0301"])
def test_numbers_and_single_letters_are_left(transformation, word):
    assert outputs(transformation(), word) == {word}


@pytest.mark.parametrize(
    "transformation",
    [
        "random-character",
        "special-symbol",
        "whitespace",
        "homoglyph",
        "invisible-character",
        "missing-character",
        "adjacent-swap",
        "repeated-character",
    ],
)
def test_a_letter_keeps_its_marks(transformation):
    text = "re\u0301sume\u0301 nai\u0308ve cafe\u0301s"
    changed = transformations.get(transformation)(rate=1.0)
    for seed in SEEDS:
        out = changed.preview(text, seed=seed)
        assert out != text
        for letter in ("e\u0301", "i\u0308"):
            assert out.count(letter) == text.count(letter)


def test_letters_and_gaps():
    assert list(letter_places("a1b")) == [0, 2] and list(letter_places("\u0301\u0302")) == []
    assert list(gaps("a-bc1d")) == [3] and list(gaps("мир")) == [1, 2] and list(gaps("a")) == []


def test_a_stop_word_stands_before_or_after_what_opens_a_sentence():
    for out in outputs(StopWord(count=1), "He fought fiercely."):
        words = out.rstrip(".").split()
        (new,) = set(words) - {"He", "fought", "fiercely"}
        assert new in STOP_WORDS and words[0] == "He" and out.endswith("fiercely.")
    for out in outputs(StopWord(count=1), "Wedding bells."):
        assert not out.lower().startswith(tuple(f"{word} " for word in STOP_WORDS))
    assert all(out.split()[0] in STOP_WORDS for out in outputs(StopWord(count=1), "Cheap?"))
    assert all(out.isupper() for out in outputs(StopWord(count=2), "GREAT FOOD, TERRIBLE SERVICE"))


def test_no_stop_word_twice_and_none_inside_an_address():
    for seed in SEEDS:
        words = StopWord(rate=1.0).preview("he looked at people by the sea", seed=seed).split()
        assert all(a != b for a, b in itertools.pairwise(words))
    for sign in (StopWord(rate=1.0), Emoji(rate=1.0, where="word")):
        for seed in SEEDS:
            assert "www.example.com/films" in sign.preview("good www.example.com/films good", seed=seed)


def test_signs_stand_after_the_marks_that_close_a_word():
    signs = {sign for kind in lexicon("emoji_signs").values() for sign in kind}
    for out in outputs(Emoji(count=1, where="word"), "Mr. Smith (really) left, sadly."):
        (new,) = [piece for piece in out.split() if piece in signs]
        assert "Mr. " in out and "(really) " in out and "left, " in out
        assert out.replace(f" {new}", "") == "Mr. Smith (really) left, sadly."
    assert all(
        "movie 's" in out and "would n't" in out
        for out in outputs(Emoji(rate=1.0, where="word"), "the movie 's fans would n't go")
    )


def test_signs_are_single_tokens_without_selectors():
    table = lexicon("emoji_signs")
    assert len(table["emoji"]) >= 80 and len(table["emoticons"]) >= 30
    for sign in (*table["emoji"], *table["emoticons"]):
        assert len(sign.split()) == 1 and not set(sign) & {"\u200d", "\ufe0f"}
    assert all(len(sign) == 1 and unicodedata.category(sign) == "So" for sign in table["emoji"])
    assert all(not any(char.isalnum() and not char.isascii() for char in s) or "ツ" in s for s in table["emoticons"])


def test_inserted_tokens_have_tags_of_their_own():
    doc = Doc.of_tokens(["Oslo", "movies", "won"])
    for cls, layers in ((partial(Emoji, where="word"), {"upos": "SYM", "xpos": "NFP"}), (StopWord, None)):
        for seed in range(20):
            edits = drawn(cls(count=2), doc, seed)
            found = project_tokens(doc.text, doc.bounds, edits)
            assert len(found.tokens) == 5
            for layer, old in (("upos", ["PROPN", "NOUN", "VERB"]), ("xpos", ["NNP", "NNS", "VBD"])):
                tags = project_tags(old, found, layer, None)
                for token, tag, origin in zip(found.tokens, tags, found.origins):
                    if origin is None:
                        assert tag == (layers[layer] if layers else STOP_WORDS[token.lower()][layer == "xpos"])
                    else:
                        assert tag == old[origin]
            entities = project_tags(["B-LOC", "O", "O"], found, "ner", "O")
            assert entities.count("O") == 4
    found = project_tokens(doc.text, doc.bounds, drawn(Emoji(count=1, where="word"), doc, 0))
    heads, deprels = remap_heads([2, 3, 0], ["compound", "nsubj", "root"], found)
    assert deprels.count("discourse") == 1 and heads[deprels.index("discourse")] == deprels.index("root") + 1


def test_a_space_inside_a_token_splits_it():
    doc = Doc.of_tokens(["Wedding", "of", "it"])
    for seed in range(10):
        edits = drawn(Whitespace(count=1), doc, seed)
        found = project_tokens(doc.text, doc.bounds, edits)
        assert len(found.tokens) == 4 and "".join(found.tokens[:2]) == "Wedding"
        assert project_tags(["B-MISC", "O", "O"], found, "ner", "O") == ["B-MISC", "I-MISC", "O", "O"]
        assert project_tags(["NOUN", "ADP", "PRON"], found, "upos", None)[:2] == ["NOUN", "NOUN"]
        assert remap_heads([0, 3, 1], ["root", "case", "nmod"], found) == (
            [0, 1, 4, 1],
            ["root", "goeswith", "case", "nmod"],
        )


def test_homoglyphs_are_single_other_characters():
    table = lexicon("homoglyphs")
    assert {"0", "1", "I", "l", "O", "W", *"aceiopsxy"} <= set(table)
    for char, alike in table.items():
        assert char.isascii() and char.isalnum() and char not in alike
        for other in alike:
            assert len(other) == 1 and other.isprintable()
            assert other.isascii() or not unicodedata.name(other).startswith(("FULLWIDTH", "MATHEMATICAL"))
    assert "O" in table["0"] and "0" in table["O"] and "l" in table["1"] and "1" in table["l"] and "l" in table["I"]
    assert "W0W" in outputs(Homoglyph(count=1), "WOW")
    for out in outputs(Homoglyph(count=1), "Amazing"):
        ((old, new),) = [(a, b) for a, b in zip("Amazing", out) if a != b]
        assert new in table[old]


def test_invisible_characters_are_all_that_differs():
    for out in outputs(InvisibleCharacter(count=1), "wedding"):
        (new,) = set(out) - set("wedding")
        assert new in INVISIBLE and out.replace(new, "") == "wedding" and out[0] == "w" and out[-1] == "g"
    assert outputs(InvisibleCharacter(), "مرحبا بالعالم") == {"مرحبا بالعالم"}
    assert all(not char.isspace() and unicodedata.category(char) == "Cf" for char in INVISIBLE)


def shown(text):
    """What a reader sees: the letters between the controls run backwards."""
    while BACKWARDS in text:
        before, _, rest = text.partition(BACKWARDS)
        inside, _, after = rest.partition(FORWARDS)
        text = before + inside[::-1] + after
    return text


def test_reordered_letters_read_the_same():
    text = "The wedding wasn't 1998's best"
    seen = outputs(BidiControl(rate=1.0), text)
    assert len(seen) > 20
    for out in seen:
        assert out != text and shown(out) == text and out.count(BACKWARDS) == out.count(FORWARDS) >= 2
    for text in ("\u202eabc\u202c wedding", "a wedding مرحبا", "שלום wedding", "[1]x", "été"):
        doc = Doc(text, bounds=[(0, len(text))]) if text == "[1]x" else Doc(text)
        assert all(not drawn(BidiControl(), doc, seed) for seed in range(5))


@pytest.mark.parametrize("name", ["stop-word", "emoji"])
def test_insertions_keep_protected_text_whole(name):
    text = 'She said "New York. Now" and left there happily'
    span = (text.index("New"), text.index("Now") + 3)
    transformation = transformations.get(name)(rate=1.0, **({"where": "word"} if name == "emoji" else {}))
    for seed in SEEDS:
        doc = Doc(text, protected=[span])
        edits = drawn(transformation, doc, seed)
        assert all(not span[0] < edit.start < span[1] for edit in edits)
        assert "New York. Now" in apply(text, edits)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Mr. Lund met Dr. Berg. He left", ["Berg.", "left"]),
        ("It works! Really?", ["works!", "Really?"]),
        ('She said "no." We left.', ['"no."', "left."]),
        ("the food was good . we left", ["good", "left"]),
        ("Stocks fall on Wall Street", ["Street"]),
    ],
)
def test_emoji_stand_at_the_end_of_sentences(text, ends):
    signs = {sign for kind in lexicon("emoji_signs").values() for sign in kind}
    seen = set()
    for out in outputs(Emoji(), text):
        words = out.split()
        (at,) = [index for index, word in enumerate(words) if word in signs]
        assert out.replace(f" {words[at]}", "", 1) == text
        seen.add(words[at - 1])
    assert seen == set(ends)


def test_a_text_without_room_for_an_emoji_says_so():
    assert Emoji().why_unchanged(Doc("Look at carrier.com/")) == "no sentence of the text ends where an emoji can stand"
