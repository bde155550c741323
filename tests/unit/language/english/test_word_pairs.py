"""The table of word pairs: what it holds, and the conditions on the context."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded.build import build_word_pairs
from hf_robust.language.embedded.build.word_decisions import WRITTEN, decisions
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.phrase_pairs import fitting_phrases
from hf_robust.language.english.word_pairs import CODES, PHRASES, fitting_words, paired_places, read_pair, word_pairs
from hf_robust.language.lexicons import lexicon


def test_the_table_holds_what_was_written():
    rows = {(key, new, when) for key, new, _, when, *_ in lexicon("word_pairs")}
    assert rows >= {(key, one.new, one.when or "-") for key, own in decisions().items() for one in own}
    assert all(level in ("sure", "ask") for _, _, level, *_ in lexicon("word_pairs"))
    assert len({(key, new) for key, new, _ in rows}) > 2000


def test_every_row_can_be_read():
    flags = {"head", "mod", "bare", "prep", "form"}
    for key, new, level, when, *counts in lexicon("word_pairs"):
        pair = read_pair(new, level, when)
        assert pair.flags <= flags, f"{key} -> {new}: {pair.flags - flags}"
        assert key.partition("|")[2] in {*CODES.values(), PHRASES} and new != key.partition("|")[0]
        asked, passed, asked_masked, passed_masked = map(int, counts)
        assert passed <= asked >= asked_masked >= passed_masked


def test_no_plural_is_formed_twice():
    for lemma, pairs in word_pairs()["NOUN"].items():
        for pair in pairs:
            plural = pair.new if "form" in pair.flags else inflected(pair.new, "NNS", "NOUN")
            assert plural is None or not plural.endswith("ses") or pair.new.endswith(("s", "se")), lemma


@pytest.mark.parametrize(
    ("when", "tagged", "fits"),
    [
        (">to", "tried/VERB/VBD/try to/PART run/VERB", True),
        (">to", "tried/VERB/VBD/try it/PRON", False),
        ("!>it", "tried/VERB/VBD/try it/PRON", False),
        (">to >>run", "tried/VERB/VBD/try to/PART run/VERB", True),
        ("<he", "he/PRON tried/VERB/VBD/try", True),
        ("<PRON", "he/PRON tried/VERB/VBD/try", True),
        ("<<and", "and/CCONJ he/PRON tried/VERB/VBD/try", True),
        ("=VBD", "tried/VERB/VBD/try", True),
        ("=VBZ", "tried/VERB/VBD/try", False),
        (":soup", "tried/VERB/VBD/try the/DET hot/ADJ soup/NOUN", True),
        (":soup", "tried/VERB/VBD/try the/DET soup/NOUN bowl/NOUN", False),
        ("!::ADJ,a", "tried/VERB/VBD/try the/DET soup/NOUN hot/ADJ", False),
        ("!::ADJ,a", "tried/VERB/VBD/try the/DET soup/NOUN", True),
        ("~soup", "the/DET soup/NOUN he/PRON tried/VERB/VBD/try", True),
        ("!~soup", "the/DET soup/NOUN he/PRON tried/VERB/VBD/try", False),
        ("", "tried/VERB/VBD/try near/ADP it/PRON", False),  # the verb may require the preposition
        ("prep", "tried/VERB/VBD/try near/ADP it/PRON", True),
        ("prep:with", "tried/VERB/VBD/try near/ADP it/PRON", False),
    ],
)
def test_conditions(monkeypatch, when, tagged, fits):
    table = {name: {} for name in CODES} | {"VERB": {"try": (read_pair("attempt", "sure", when),)}}
    monkeypatch.setattr("hf_robust.language.english.word_pairs.word_pairs", lambda level="sure": table)
    doc = Doc.tagged(tagged)
    place = next(number for number, token in enumerate(doc.tokens) if token.text == "tried")
    assert (fitting_words(doc, place) == ["attempted"]) is fits


def test_a_word_that_stands_close_by_is_not_used():
    assert fitting_words(Doc.tagged("the/DET film/NOUN/NN"), 1) == ["movie"]
    assert not fitting_words(Doc.tagged("the/DET film/NOUN/NN of/ADP a/DET movie/NOUN/NN"), 1)


@pytest.mark.parametrize(
    "tagged",
    [
        "The/DET boys/NOUN/NNS/boy were/AUX/VBD/be penned/VERB/VBN/pen in/ADP a/DET yard/NOUN/NN",
        "Rome/PROPN ceased/VERB/VBD/cease to/PART be/AUX/VB a/DET republic/NOUN/NN",
        "the/DET 150CC/NUM bike/NOUN/NN is/AUX/VBZ/be here/ADV",
        "more/ADJ room/NOUN/NN to/ADP the/DET downside/NOUN/NN was/AUX/VBD/be seen/VERB/VBN/see",
        "It/PRON helped/VERB/VBD/help Barcelona/PROPN beat/VERB/VBD/beat Madrid/PROPN",
        "They/PRON made/VERB/VBD/make a/DET bid/NOUN/NN to/PART win/VERB/VB",
        "the/DET gentleman/NOUN/NN 's/PART/POS hat/NOUN/NN",
    ],
)
def test_other_senses_keep_their_word(tagged):
    doc = Doc.tagged(tagged)
    words = {"penned", "ceased", "bike", "downside", "beat", "bid", "gentleman"}
    assert not fitting_words(doc, next(n for n, token in enumerate(doc.tokens) if token.text in words))


def test_a_line_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / WRITTEN.name
    path.write_text("n film: movie\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="line 1: expected 'n lemma: word"):
        decisions(path)


@pytest.fixture
def judged(monkeypatch, tmp_path):
    """What two judges say of "film" for "movie", which their table has after "the" alone; what they were asked."""
    asked = []

    def shares(places):
        asked.extend(places)
        return [[-9.0, -14.0] for _ in places]

    monkeypatch.setattr(build_word_pairs, "log_shares", shares)
    monkeypatch.setattr(build_word_pairs, "fits", lambda one: [(-5.0, -4.0) for _ in one])
    monkeypatch.setattr(build_word_pairs, "written_pairs", lambda: [("movie|n", "film", "<the,an")])
    texts = ["the/DET movie/NOUN/NN ends/VERB", "a/DET movie/NOUN/NN ends/VERB"]
    rows = [
        (doc.text, {name: [getattr(t, field) for t in doc.tokens] for name, field in FIELDS})
        for doc in map(Doc.tagged, texts)
    ]
    sentences = [
        (text, {**row, "dep": None, "head": None, "sent": None, **{key: [] for key in ENTITIES}}) for text, row in rows
    ]
    contexts = build_word_pairs.contexts_of(sentences, build_word_pairs.written_pairs())
    return lambda: build_word_pairs._judged(tmp_path / "scores.jsonl", sentences, contexts), contexts, asked


FIELDS = [*((name, name) for name in ("start", "end", "pos", "tag", "lemma")), ("token", "text")]
ENTITIES = ("ent_start", "ent_end", "ent_label")


def test_pairs_are_judged_where_they_hold_and_once(judged, tmp_path):
    judge, contexts, asked = judged
    ((pair, (context,)),) = contexts.items()
    assert pair == ("movie|n", "film", "<the,an") and (context.start, context.form) == (4, "film")
    assert judge() == judge() == {context: (-5.0, -4.0)}  # the second time from the file
    assert [(one.left, one.words) for one in asked] == [("the ", ("movie", "film"))]
    assert build_word_pairs.write(contexts, judge(), tmp_path / "out.tsv") == {"lemmas": 1, "pairs": 1, "judged": 1}
    assert (tmp_path / "out.tsv").read_text() == "movie|n\tfilm\tsure\t<the,an\t1\t1\t1\t0\n"


@pytest.mark.parametrize(
    ("tagged", "phrases"),
    [
        ("It/PRON rose/VERB/VBD more/ADJ/JJR than/ADP/IN 30/NUM/CD points/NOUN/NNS", [("more than", "over")]),
        ("no/DET more/ADJ/JJR than/ADP/IN 30/NUM/CD points/NOUN/NNS", []),
        ("Once/ADV again/ADV they/PRON won/VERB/VBD", [("Once again", "Once more")]),
        ("The/DET Once/PROPN Again/PROPN tour/NOUN", []),  # a name
        ("in/ADP/IN order/NOUN to/PART", [("in order to", "to")]),
        ("in/ADP/IN order/NOUN", []),
    ],
)
def test_phrases_are_found_in_their_context(tagged, phrases):
    doc = Doc.tagged(tagged)
    assert [(doc.text[edit.start : edit.end], edit.text) for _, edit in fitting_phrases(doc)] == phrases


def test_auxiliaries_have_pairs():
    assert fitting_words(Doc.tagged("How/ADV/WRB do/AUX/VBP I/PRON/PRP learn/VERB/VB it/PRON/PRP ?/PUNCT/."), 1) == [
        "can"
    ]


def test_the_contexts_of_a_phrase():
    doc = Doc.tagged("They/PRON stopped/VERB in/ADP order/NOUN to/PART rest/VERB")
    row = {name: [getattr(t, field) for t in doc.tokens] for name, field in FIELDS}
    sentence = (doc.text, {**row, "dep": None, "head": None, "sent": None, **{key: [] for key in ENTITIES}})
    pair = ("in order to|m", "to", "-")
    ((found, (context,)),) = build_word_pairs.contexts_of([sentence], [pair]).items()
    assert found == pair and context == (0, 13, 24, "to")


def test_no_context_is_read_of_a_token_that_is_not_wanted(monkeypatch):
    asked = []
    monkeypatch.setattr("hf_robust.language.english.word_pairs.named_or_joined", lambda doc, place: asked.append(place))
    doc = Doc.tagged("We/PRON bought/VERB/VBD/buy a/DET house/NOUN/NN and/CCONJ bought/VERB/VBD/buy a/DET car/NOUN/NN")
    assert list(paired_places(doc, lambda token: token.text == "bought" and token.start > 10)) == [5]
    assert 1 not in asked
