"""Slips of single words: stop words are left, counts are exact, and a mixture draws from its members."""

import re
from collections import Counter

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.language import resources
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import (
    MULTI_LABEL,
    PARSING,
    SIMILARITY_SCORING,
    TASKS,
    TEXT_GENERATION,
    TEXT_REGRESSION,
    TRANSLATION,
)
from hf_robust.transforms.characters import AdjacentSwap, MissingCharacter, RepeatedCharacter
from hf_robust.transforms.mixtures import SpellingErrors, TextNoise
from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.words import DeleteWord, Homophone

SEEDS = range(80)
CHARACTERS = [
    "missing-character",
    "adjacent-swap",
    "repeated-character",
    "random-character",
    "special-symbol",
    "whitespace",
    "homoglyph",
    "invisible-character",
    "bidi-control",
]
ALL = [*CHARACTERS, "stop-word", "emoji", "delete-word", "spelling-errors", "text-noise"]
TEXT = "The old knight didn't know that a great horse was there, but he would break the whole scene in two pieces"
CONTENT = "old knight know great horse break whole scene two pieces".split()


def make(name, **params):
    cls = transformations.get(name)
    try:
        resources.require(cls.resources, name)
    except LookupError as error:
        pytest.skip(str(error))
    return cls(**params, **({"where": "word"} if name == "emoji" else {}))


def outputs(transformation, text):
    return {transformation.preview(text, seed=seed) for seed in SEEDS}


def drawn(transformation, doc, seed):
    return list(transformation.edits(doc, row_rng(seed, transformation.signature, doc.text, "text")))


@pytest.mark.parametrize("name", ALL)
def test_stop_words_are_never_chosen(name):
    transformation = make(name, rate=1.0)
    places = [match.span() for match in re.finditer(r"[\w']+", TEXT) if match.group().lower() in lexicon("stop_words")]
    for seed in range(20):
        edits = drawn(transformation, Doc(TEXT), seed)
        assert edits
        articles = [edit for edit in edits if edit.text in ("a", "an")]
        for edit in edits:
            assert edit in articles or not any(edit.start < b and a < edit.end for a, b in places), edit
    with pytest.raises(NotApplicable, match="fewer than 1 words"):
        make(name, count=1).preview("It was not there, and they didn't.")


@pytest.mark.parametrize("name", ALL)
def test_counts_are_exact_or_not_applicable(name):
    for count in (1, 3, 5, 8):
        transformation = make(name, count=count)
        for seed in range(10):
            edits = drawn(transformation, Doc(TEXT), seed)
            assert sum(edit.text not in ("a", "an") for edit in edits) == count
            out = apply(TEXT, edits)
            left = Counter(re.findall(r"[\w']+", out))
            if name not in ("stop-word", "emoji", "text-noise"):
                assert sum(left[word] == 0 for word in CONTENT) == count
    with pytest.raises(NotApplicable, match="fewer than 11 words"):
        make(name, count=11).preview(TEXT)


@pytest.mark.parametrize("name", ALL)
def test_the_text_always_changes(name):
    transformation = make(name, rate=1.0)
    for text in ("aaaa oooo IIII 1111 brakes", "A GREAT KNIGHT", "aabb well-made"):
        for seed in range(20):
            try:
                edits = drawn(transformation, Doc(text), seed)
            except NotApplicable:
                assert name == "delete-word"
                continue
            assert all(edit.text != text[edit.start : edit.end] for edit in edits)


def test_the_share_of_words_is_the_usual_one():
    text = " ".join(["wonderful"] * 20)
    for name in [*CHARACTERS, "stop-word", "emoji", "delete-word", "spelling-errors", "text-noise"]:
        assert len(drawn(make(name), Doc(text), 0)) == 4


@pytest.mark.parametrize("name", ALL)
def test_important_words_come_first_and_stop_words_never(name):
    spans = {
        word: (TEXT.index(word), TEXT.index(word) + len(word))
        for word in ("there", "scene", "horse", "didn't", "knight")
    }
    doc = Doc(TEXT, importance=[spans["there"], spans["scene"], spans["didn't"], spans["knight"], spans["horse"]])
    for seed in range(10):
        touched = drawn(make(name, count=2, choose="important"), doc, seed)
        for word in ("scene", "knight"):
            start, end = spans[word]
            assert any(start - 1 <= edit.start <= end for edit in touched), (word, touched)
        with pytest.raises(NotApplicable):
            drawn(make(name, count=4, choose="important"), doc, seed)


# --- spelling


def test_a_letter_is_missing():
    found = outputs(MissingCharacter(count=1), "problem")
    assert found == {"problem"[:n] + "problem"[n + 1 :] for n in range(7)}
    assert outputs(MissingCharacter(), "ok 90s tv 5th") == {"ok 90s tv 5th"}
    assert outputs(MissingCharacter(count=1), "1990s-style") <= {
        "1990s-" + w for w in "tyle syle stle stye styl".split()
    } | {"1990-style"}


def test_neighbors_change_places():
    found = outputs(AdjacentSwap(count=1), "likely")
    assert found == {"ilkely", "lkiely", "liekly", "likley", "likeyl"}
    assert outputs(AdjacentSwap(count=1), "Likely") == {"Ilkely", "Lkiely", "Liekly", "Likley", "Likeyl"}
    assert outputs(AdjacentSwap(), "aaaa") == {"aaaa"}
    assert outputs(AdjacentSwap(count=1), "book") == {"obok", "boko"}
    assert outputs(AdjacentSwap(), "Aa a-b") == {"Aa a-b"}


def test_a_letter_is_doubled():
    found = outputs(RepeatedCharacter(count=1), "problem")
    assert found == {"problem"[:n] + "problem"[n] + "problem"[n:] for n in range(7)}
    assert outputs(RepeatedCharacter(count=1), "Tv") == {"Ttv", "Tvv"}
    assert outputs(RepeatedCharacter(count=1), "TV") == {"TTV", "TVV"}


def test_homophones_are_those_that_people_confuse():
    assert outputs(Homophone(count=1), "It has lost its charm.") == {"It has lost it's charm."}
    assert outputs(Homophone(count=1), "Their film has an end.") == {
        f"{w} film has an end." for w in ("There", "They're")
    }
    assert outputs(Homophone(), "Knights of the air ate by night") == {"Knights of the air ate by night"}


@pytest.mark.parametrize(
    "text",
    [
        "THEIR film is the one",  # capitals
        "This is by Whole of Devon",  # names
        "He flew from Rome to Paris, from 3 to 5",  # no word behind "to"
        "And there 's the house where n't",  # clitics that are words of their own
        "Le site et la course, on fare",  # other languages
    ],
)
def test_homophones_leave_names_figures_clitics_and_other_languages(text):
    assert outputs(Homophone(rate=1.0), text) == {text}


def test_a_text_has_at_most_one_homophone_or_key_in_ten_words():
    for size in (1, 9, 15, 19, 20, 40, 95):
        for name, word in (("homophone", "than"), ("keyboard", "wonderful")):
            assert 1 <= len(drawn(make(name), Doc(" ".join([word] * size)), 0)) <= max(1, size // 10)
    assert len(drawn(Homophone(rate=1.0), Doc("than " * 20), 0)) == 20


# --- the control


def test_what_leans_on_a_word_is_never_left_alone():
    assert outputs(DeleteWord(count=1), "Peter 's horse jumped") == {"Peter 's jumped", "Peter 's horse"}
    assert outputs(DeleteWord(rate=1.0), "mightn't win") == {"mightn't"}
    assert outputs(DeleteWord(rate=1.0), "horses ai n't winning") == {"ai n't"}


def test_deleted_words_take_their_space():
    assert outputs(DeleteWord(count=1), "He fought fiercely.") == {"He fiercely.", "He fought."}
    assert outputs(DeleteWord(count=1), "Good films") == {"Good", "films"}
    assert outputs(DeleteWord(count=2), "Good films are rare.") == {"are rare.", "films are.", "Good are."}
    assert outputs(DeleteWord(count=2), "very good films win") == {"very win", "very films", "very good"}
    assert outputs(DeleteWord(count=1), "(good) 'film'") == {"() 'film'", "(good) ''"}
    tokens = Doc.of_tokens(["Good", "films", "are", "rare"])
    assert {apply(tokens.text, drawn(DeleteWord(count=3), tokens, seed)) for seed in range(5)} == {"are"}


@pytest.mark.parametrize("params", [{"count": 2}, {"rate": 1.0}])
def test_something_is_left(params):
    with pytest.raises(NotApplicable, match="no word would be left"):
        DeleteWord(**params).preview("Great film!")


def test_deleting_is_a_control_of_classification():
    whole = {TEXT_REGRESSION, SIMILARITY_SCORING, MULTI_LABEL}  # labels and scores of the text as a whole
    assert DeleteWord.control and all(TASKS[task].classifies or task in whole for task in DeleteWord.effects)
    assert not any(transformations.get(name).control for name in ALL if name != "delete-word")


# --- mixtures


@pytest.mark.parametrize("family", [SpellingErrors, TextNoise])
def test_every_member_is_drawn_and_declared(family, monkeypatch):
    make(family.name)
    members = family.members()
    assert all(member.name in family.__doc__ for member in members)
    needed = {resource for member in members for resource in member.resources}
    assert set(family.resources) == needed and not any(member.needs for member in members)
    common = set.intersection(*(set(member.effects) for member in members))
    assert set(family.effects) == common
    seen = Counter()
    for member in members:
        original = type(member).edit_at

        def counted(self, *args, original=original):
            edit = original(self, *args)
            seen[self.name] += edit is not None
            return edit

        monkeypatch.setattr(type(member), "edit_at", counted)
    for seed in range(300):
        drawn(family(count=1), Doc("a whole"), seed)
    assert sum(seen.values()) == 300
    assert all(300 / len(members) * 0.6 < seen[member.name] < 300 / len(members) * 1.5 for member in members), seen


def test_parsing_is_left_out_where_a_stray_word_has_no_head():
    spaced = set(TASKS) - {"word-segmentation"}
    assert spaced - set(TextNoise.effects) == {PARSING, TRANSLATION, TEXT_GENERATION, SIMILARITY_SCORING}
    assert set(SpellingErrors.effects) == spaced


def test_another_member_where_the_first_cannot():
    make("spelling-errors")
    assert all(out != "tv" for out in outputs(SpellingErrors(count=1), "tv"))
    assert all(out != "1998" for out in outputs(TextNoise(count=1), "1998"))
    with pytest.raises(NotApplicable):
        SpellingErrors(count=1).preview("2023")
