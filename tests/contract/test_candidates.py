"""What every transformation of words must offer as moves: all that may become of each word, one edit at a time."""

import pickle
import random
import time

import numpy as np
import pytest
from contract_helpers import NAMES, docs, edits_of, make, run, ungated
from corpus import SENTENCES, doc, parse
from test_gates import PASS

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply, check
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.gate import refusals
from hf_robust.language.gate.edit_gate import GateCandidate
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.gated_words import GatedWords
from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.word_candidates import single_edits, word_candidates

WORDS = [name for name in NAMES if issubclass(transformations.get(name), WordTransformation)]
TEXTS = [name for name in NAMES if name not in WORDS]
# no model, and no letter that may become any other of the alphabet
TABLES = ["adjacent-swap", "delete-word", "homoglyph", "homophone", "keyboard", "misspelling", "ocr", "synonym-random"]
PASSING = [doc(parse(line), tokens) for line in PASS.strip().splitlines() for tokens in (False, True)]
ALL = [*docs()[::3], *PASSING]  # in turn as texts and as token lists
_ARTICLES = ("a", "an")


def given(name):
    """With the gate and without: with it fewer words may change."""
    return [make(name, **params) for params in ([{}, ungated(name)] if ungated(name) else [{}])]


def texts_of(name):
    """What asks a model is given few words."""
    return PASSING if ungated(name) else ALL


def rng_of(transformation, document, seed=0):
    return row_rng(seed, transformation.signature, document.text, "text")


def candidates(transformation, documents=None, seed=0, most=None):
    documents = documents or texts_of(transformation.name)
    return [word_candidates(transformation, one, rng_of(transformation, one, seed), most) for one in documents]


@pytest.mark.parametrize("name", WORDS)
def test_each_is_one_change_at_its_word(name):
    for transformation in given(name):
        found = candidates(transformation)
        assert any(found)
        for document, words in zip(texts_of(name), found):
            eligible = list(transformation.eligible(document))
            assert [word for word, _ in words] == [word for word in eligible if word in dict(words)]
            for (start, end), edits in words:
                texts = [apply(document.text, [edit]) for edit in edits]
                assert document.text not in texts and len(set(map(str, edits))) == len(edits) > 0
                for edit in edits:
                    check([edit], len(document.text))
                    assert edit.start <= end + 8 and start <= edit.end, "it stands at the word, or past its marks"
                    assert not transformation.stays_inside or (start <= edit.start and edit.end <= end)
                    for tags in (edit.tags or {}).values():
                        assert len(tags) == len(edit.text.split())


@pytest.mark.parametrize("name", WORDS)
def test_what_edits_makes_of_words_is_among_them(name):
    for transformation in given(name):
        made = 0
        for seed in range(2):
            texts = texts_of(name)
            found = zip(texts, candidates(transformation, seed=seed), run(transformation, seed, texts))
            for document, words, edits in found:
                known = [edit for _, some in words for edit in some]
                for edit in edits:
                    if isinstance(edit, Edit) and document.text[edit.start : edit.end].lower() not in _ARTICLES:
                        assert edit in known, (document.text, edit)
                        made += 1
        assert made


@pytest.mark.parametrize("name", WORDS)
def test_same_draws_same_candidates_wherever_they_come_from(name):
    transformation = make(name, **ungated(name))
    states = random.getstate(), np.random.get_state()[1].tolist()
    found = candidates(transformation)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states
    assert candidates(pickle.loads(pickle.dumps(transformation))) == found == candidates(transformation)
    document = next(one for one, words in zip(texts_of(name), found) if words)
    (start, end), edits = word_candidates(transformation, document, rng_of(transformation, document))[0]
    rng = rng_of(transformation, document).fork(list(transformation.eligible(document)).index((start, end)))
    rng.bits()  # what was drawn before does not matter
    assert list(transformation.candidates(document, start, end, rng)) == edits
    some = candidates(transformation, most=2)
    assert some == [[(word, edits[:2]) for word, edits in words] for words in found]


@pytest.mark.parametrize("name", WORDS)
def test_which_there_are_is_not_left_to_chance(name):
    transformation = make(name, **ungated(name))

    def known(seed):
        found = candidates(transformation, seed=seed)
        return [[(word, sorted(map(str, edits))) for word, edits in words] for words in found]

    assert known(1) == known(2)


@pytest.mark.parametrize("name", WORDS)
def test_protected_words_have_none(name):
    transformation = make(name, **ungated(name))
    for sentence in SENTENCES:
        spans = [(e.start, e.end) for e in sentence.spans()]
        (words,) = candidates(transformation, [doc(sentence, protected=spans)])
        edits = [edit for _, edits in words for edit in edits]
        assert not [edit for edit in edits for start, end in spans if edit.start < end and start < edit.end]


@pytest.mark.parametrize("name", [name for name in WORDS if issubclass(transformations.get(name), GatedWords)])
def test_the_gate_passes_what_edits_makes(name):
    transformation = make(name, rate=1.0, gate="strict")
    document = next(one for one in PASSING if any(isinstance(edit, Edit) for edit in edits_of(transformation, one)))
    (words,) = candidates(transformation, [document])
    same = transformation.same_sense
    passed = set()
    for _, edits in words:
        reasons = refusals([GateCandidate.of(document.text, *edit[:3], same_sense=same) for edit in edits])
        passed |= {str(edit) for edit, reason in zip(edits, reasons) if reason is None}
    made = [e for e in edits_of(transformation, document) if document.text[e.start : e.end].lower() not in _ARTICLES]
    assert made and {str(edit) for edit in made} <= passed


TEXT = (
    "Their whole family definitely believed that this wonderful weather would continue through Wednesday because "
    "thirty experienced friends recommended another beautiful restaurant"
)


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_quick(name):
    transformation = make(name, **ungated(name))
    annotation = Doc.tagged(" ".join(f"{word}/NOUN/NN" for word in TEXT.split()))._annotation
    took = []
    for _ in range(8):
        document, start = Doc(TEXT, annotation=annotation), time.process_time()
        word_candidates(transformation, document, rng_of(transformation, document))
        took.append(time.process_time() - start)
    assert min(took) < 0.006, "three times what it takes"


# --- those that take a text as a whole


@pytest.mark.parametrize("name", TEXTS)
def test_variants_of_a_text_are_distinct_moves(name):
    transformation = make(name, **ungated(name))
    some = False
    for document in docs():
        rng = rng_of(transformation, document)
        moves = single_edits(transformation, document, rng)
        texts = [apply(document.text, edits) for edits in moves]
        assert document.text not in texts and len(set(texts)) == len(texts) <= 4
        for edits in moves:
            check(edits, len(document.text))
        made = edits_of(transformation, document)
        if made and isinstance(made[0], Edit) and apply(document.text, made) != document.text:
            assert moves[0] == made
            some = True
        assert single_edits(transformation, document, rng) == moves
    assert some


def test_rows_are_no_text():
    with pytest.raises(UsageError, match="changes rows"):
        single_edits(transformations.get("swap-word")(), doc(SENTENCES[0]), row_rng(0, "x", "y", "text"))
