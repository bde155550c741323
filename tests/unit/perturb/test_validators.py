"""What each validator says of a change."""

import math
from importlib.util import find_spec

import numpy as np
import pytest
import tiny_causal
from hostile_texts import HOSTILE

import hf_robust as hr
from hf_robust.core.errors import MissingResource, UnknownNameError, UsageError
from hf_robust.language import lookup, resources
from hf_robust.language.likelihood import causal_losses
from hf_robust.perturb import Change
from hf_robust.perturb.validators import base, validator_registry
from hf_robust.perturb.validators.base import Measured, measured_rows, validators_of
from hf_robust.perturb.validators.fluency import Perplexity, PseudoPerplexity
from hf_robust.perturb.validators.overlap import WordsChanged
from hf_robust.perturb.validators.sentence_similarity import Similarity

NAMES = (
    *("bleu", "chrf", "edit-distance", "gate", "grammar", "meaning", "pseudo-perplexity", "similarity"),
    "words-changed",
)


def validator(name, **params):
    try:
        return validators_of([{"name": name, **params}])[0]
    except MissingResource as absent:
        pytest.skip(str(absent))


def scores(one, *changes):
    return [round(measured.score, 3) for measured in one.measure([Change(*change) for change in changes])]


def test_all_are_registered():
    assert set(validator_registry.validators) == {*NAMES, "perplexity"}
    assert all(
        cls.name == name for name, cls in zip(validator_registry.validators, validator_registry.validators.values())
    )


@pytest.mark.parametrize("name", NAMES)
def test_one_is_as_the_original(name):
    one = validator(name)
    (measured,) = one.measure([Change("It was a good film.", "It was a good film.")])
    assert measured == pytest.approx((one.same, 1.0), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_scores_stay_between_0_and_1_whatever_the_text(name):
    one = validator(name, **({"pieces": 4} if name == "pseudo-perplexity" else {}))
    most = {"grammar": 500, "similarity": 60, "pseudo-perplexity": 60}.get(name, 60_000)
    texts = [(text or "")[:most] for text in HOSTILE.values()]
    changes = [Change(text, after) for text in texts for after in ("", text[1:], text + " and more")]
    found = one.measure(changes)
    assert len(found) == len(changes) and all(0 <= measured.score <= 1 for measured in found)
    assert not any(math.isnan(measured.value) for measured in found)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_measure(name):
    assert validator(name).measure([]) == []


def test_words_changed():
    one = WordsChanged()
    steps = [[(2, 3, "x")]]
    assert scores(one, ("a good old film", "a xood old film", steps)) == [0.75]
    assert scores(one, ("a good old film", "a xood old film")) == [0.75]  # without a record
    chain = [[(2, 6, "bad")], [(2, 3, "m"), (14, 14, "!")]]
    assert scores(one, ("a good old film", "a mad old film!", chain)) == [0.75]  # the same word twice, and a mark
    assert scores(one, ("a film", "a good film", [[(2, 2, "good ")]])) == [0.667]  # what is inserted counts
    assert scores(one, ("a film", "film", [[(0, 2, "")]])) == [0.5]
    assert scores(one, ("a film", "a films", [[(6, 6, "s")]])) == [0.5]  # a letter makes another word
    assert scores(one, ("film good", "good film")) == [0.5]
    assert scores(one, ("?", "!")) == [1.0] and scores(one, ("", "film")) == [0.0]


def test_a_record_that_does_not_lead_to_the_text_is_not_used():
    assert scores(WordsChanged(), ("a b c", "a x c", [[(0, 1, "zz")]])) == [0.667]


def test_edit_distance():
    one = validator("edit-distance")
    (measured,) = one.measure([Change("kitten", "sitting")])
    assert measured == Measured(3, 1 - 3 / 7)
    assert scores(one, ("", "")) == [1.0] and scores(one, ("", "abc")) == [0.0]


def test_overlap():
    bleu, chrf = validator("bleu"), validator("chrf")
    import sacrebleu

    before, after = "the cat sat on the mat", "the cat sits on the mat"
    expected = sacrebleu.sentence_bleu(after, [before], use_effective_order=True).score
    assert bleu.measure([Change(before, after)])[0] == pytest.approx((expected, expected / 100))
    expected = sacrebleu.sentence_chrf(after, [before]).score
    assert chrf.measure([Change(before, after)])[0] == pytest.approx((expected, expected / 100))
    assert scores(bleu, (before, "xyz")) == [0.0] and scores(chrf, (before, "")) == [0.0]


def test_grammar_counts_what_is_new():
    one = validator("grammar")
    assert [found.value for found in one.measure([Change("She has a dog.", "She have a dog.")])] == [1.0]
    assert scores(one, ("She have a dog.", "She have a cat.")) == [1.0]  # the error was there before
    assert scores(one, ("She has a dog.", "She have an dog.")) == [0.333]


@pytest.mark.parametrize("text", ["a" * 200_000, "!" * 200_000, "the old film " * 20_000])
def test_grammar_of_a_long_text_takes_bounded_time_and_memory(text):
    (measured,) = validator("grammar").measure([Change(text, "an " + text)])
    assert measured.value <= 2


def test_similarity_reads_each_text_once(monkeypatch):
    one = validator("similarity")
    from hf_robust.language.models import SentenceEncoder

    real, asked = SentenceEncoder.encode, []
    monkeypatch.setattr(SentenceEncoder, "encode", lambda self, texts: asked.extend(texts) or real(self, texts))
    base._memory.cache_clear()
    changes = [Change("a man eats", "a man ate"), Change("a man eats", "a person eats"), Change("a man ate", "no")]
    first = one.measure(changes)
    assert asked == ["a man eats", "a man ate", "a person eats", "no"]
    assert one.measure(changes) == first and len(asked) == 4  # remembered for the next transformation
    left, right = real(SentenceEncoder(), ["a man eats", "a man ate"])
    assert first[0].value == pytest.approx(float(np.dot(left, right)), abs=1e-5)
    assert first[0].score > first[2].score


def test_another_model_is_another_memory():
    assert Similarity(model="a") != Similarity(model="b") and Similarity(model="me/x").space == "me/x"
    assert Similarity(model="a").stamp() != Similarity(model="b").stamp()


def test_fluency():
    one = validator("pseudo-perplexity")
    fine, odd, gone = one.measure(
        [Change("The film was good.", text) for text in ("The film was great.", "The film was were.", "")]
    )
    assert fine.score > odd.score > 0 == gone.score
    assert odd.value > 1 and odd.score == pytest.approx(1 / odd.value)
    with pytest.raises(UsageError, match="pieces must be a whole number of at least 1"):
        PseudoPerplexity(pieces=0)


def test_a_row_counts_as_its_worst_text():
    rows = [[Change("a b", "a x"), Change("a b c d", "a b c x")], [], [Change("a b", "x y")]]
    assert measured_rows(WordsChanged(), rows) == [Measured(0.5, 0.5), Measured(0.0, 1.0), Measured(1.0, 0.0)]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([], "expected a list of validators"),
        ("similarity", "expected a list of validators"),
        ([3], "expected the name of a validator"),
        ([{"model": "x"}], "expected the name of a validator"),
        (["words-changed", "words-changed"], "named twice"),
        ([{"name": "words-changed", "model": "x"}], "words-changed has no parameter 'model'; it has none"),
    ],
)
def test_wrong_entries(entries, message):
    with pytest.raises(UsageError, match=message):
        validators_of(entries)


def test_an_unknown_name_is_suggested():
    with pytest.raises(UnknownNameError, match="did you mean similarity"):
        validators_of(["similarty"])


@pytest.mark.parametrize("name", ["edit-distance", "bleu", "chrf", "grammar"])
def test_what_is_not_installed_is_told_before_any_work(name, monkeypatch):
    monkeypatch.setattr(lookup, "find_spec", lambda _: None)
    command = r"to install it, run: pip install 'hf-robust\[validators\]'"
    with pytest.raises(MissingResource, match=rf"\(for .*\) was not found; {command}"):
        validators_of([name])


def test_perplexity_needs_a_name(monkeypatch):
    monkeypatch.delenv("HF_ROBUST_CAUSAL_LM", raising=False)
    monkeypatch.setattr(resources, "model_folder", lambda _: None)
    with pytest.raises(MissingResource, match="hf download"):
        validators_of(["perplexity"])
    assert validators_of([{"name": "perplexity", "model": "me/gpt"}])[0].stamp()[-1] == "me/gpt"


def test_perplexity(tmp_path):
    one = Perplexity(model=tiny_causal.build(str(tmp_path)))
    same, other, gone = one.measure([Change("the movie", text) for text in ("the movie", "movie the", "")])
    losses = causal_losses(["the movie", "movie the"], model=one.model)
    assert same == (1.0, 1.0) and other.value == pytest.approx(math.exp(losses[1] - losses[0]), rel=1e-4)
    assert other.score == pytest.approx(min(1.0, 1 / other.value)) and gone == (math.inf, 0.0)


@pytest.mark.skipif(find_spec("rapidfuzz") is None, reason="rapidfuzz is not installed (extra validators)")
def test_another_package_adds_one(monkeypatch):
    class Length(base.Validator):
        name, same = "length", 0.0

        def measure(self, changes):
            return [Measured(abs(len(one.before) - len(one.after)), 0.5) for one in changes]

    monkeypatch.setitem(validator_registry.validators._entries, "length", Length)
    assert validators_of(["length", "edit-distance"])[0].measure([Change("a", "abc")]) == [(2, 0.5)]


def test_words_of_chinese_are_counted_and_what_reads_english_is_refused():
    task = hr.task("text-classification", language="zh")
    rows = {"text": ["老师推荐的影片很好看"], "before": ["老师推荐的电影很好看"], "label": ["good"]}
    found = hr.Validate(["words-changed"], task, original="before")(rows)
    assert found["validity"][0]["words-changed"]["value"] == pytest.approx(1 / 6, abs=1e-4)
    for name in ("gate", "similarity", "pseudo-perplexity"):
        with pytest.raises(UsageError, match=f"{name}.* is for texts in en, not in zh"):
            hr.Validate([name], task)
