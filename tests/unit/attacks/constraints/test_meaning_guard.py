"""The guard of meaning."""

import pytest

from hf_robust.attacks.constraints.meaning_guard import MeaningGuard, OpenWords, guarded
from hf_robust.attacks.states import ORIGIN, Move

TEXT = "A/DET/DT good/ADJ/JJ film/NOUN/NN about/ADP/IN Oslo/PROPN/NNP"


@pytest.mark.parametrize(
    "old, new, holds",
    [
        ("film", "movie", True),
        ("film", "movies", False),  # form
        ("good", "bad", False),  # opposite
        ("good", "terrible", False),  # sentiment
        ("good", "goods", False),  # the same word
        ("good", "excellent", False),  # "a" does not fit
        ("about", "on", False),  # function word
    ],
)
def test_a_new_word_says_the_same_in_the_same_form(tagged_attempt, swaps, old, new, holds):
    attempt = tagged_attempt(TEXT)
    assert MeaningGuard().passes(attempt, ORIGIN, swaps(attempt, **{old: new})) is holds


@pytest.mark.parametrize(
    "tagged, old, new, holds",
    [
        ("It/PRON/PRP starts/VERB/VBZ", "starts", "begins", True),
        ("It/PRON/PRP starts/VERB/VBZ", "starts", "protrudes", False),  # a rare sense
        ("It/PRON/PRP involves/VERB/VBZ us/PRON/PRP", "involves", "relies", False),  # takes no object
    ],
)
def test_senses_and_objects_of_verbs(tagged_attempt, swaps, tagged, old, new, holds):
    attempt = tagged_attempt(tagged)
    assert MeaningGuard().passes(attempt, ORIGIN, swaps(attempt, **{old: new})) is holds


def test_words_that_no_dictionary_has_come_only_as_slips(tagged_attempt, swaps):
    attempt = tagged_attempt(TEXT)
    slip, function_word = swaps(attempt, film="fillm"), swaps(attempt, film="not")
    assert [MeaningGuard(slips=slips).passes(attempt, ORIGIN, slip) for slips in (False, True)] == [False, True]
    assert not MeaningGuard(slips=True).passes(attempt, ORIGIN, function_word)


def test_what_is_put_in_neither_judges_nor_denies(tagged_attempt):
    attempt = tagged_attempt(TEXT)
    put_in = [(Move("text", 6, 6, f" {word}"),) for word in ("long", "bad", "not")]
    assert [MeaningGuard().passes(attempt, ORIGIN, state) for state in put_in] == [True, False, False]


def test_only_open_classes_and_no_names_are_free(tagged_attempt):
    attempt = tagged_attempt(TEXT)
    free = OpenWords().free(attempt, ORIGIN, list(attempt.row.words))
    assert [attempt.row.word(unit) for unit in free] == ["good", "film"]


def test_the_guard_is_off_only_in_the_profile_of_textattack():
    assert [one.name for one in guarded("paper")] == ["open-words", "meaning"]
    assert guarded("textattack") == ()
