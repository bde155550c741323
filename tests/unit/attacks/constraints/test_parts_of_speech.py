"""The part of speech of new words."""

from hf_robust.attacks.asking import Refused
from hf_robust.attacks.constraints.parts_of_speech import SamePartOfSpeech, around
from hf_robust.attacks.states import ORIGIN

TEXT = "He/PRON/PRP enjoyed/VERB/VBD the/DET/DT film/NOUN/NN"


class Tagger:
    """Says one part of speech of all, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def __call__(self, request):
        self.asked.append(request)
        return self.answer


def passes(drive, constraint, attempt, state, tagger):
    (group,) = drive(constraint.filter(attempt, ORIGIN, [[state]]), tags=tagger)
    return bool(group)


def test_where_the_dictionary_knows_no_tagger_is_asked(drive, tagged_attempt, swaps):
    attempt, tagger = tagged_attempt(TEXT), Tagger(("X", "XX"))
    assert passes(drive, SamePartOfSpeech(), attempt, swaps(attempt, film="movie"), tagger)
    assert not passes(drive, SamePartOfSpeech(), attempt, swaps(attempt, film="happily"), tagger)
    assert tagger.asked == []


def test_the_tagger_reads_words_that_the_dictionary_does_not_decide(drive, tagged_attempt, swaps):
    attempt, state = tagged_attempt(TEXT), None
    state = swaps(attempt, film="blorp")
    noun, verb, refuses = Tagger(("NOUN", "NN")), Tagger(("VERB", "VB")), Tagger(Refused("why"))
    found = [passes(drive, SamePartOfSpeech(), attempt, state, one) for one in (noun, verb, refuses)]
    assert found == [True, False, False]
    assert noun.asked == [("He enjoyed the blorp", 15)]


def test_a_noun_may_stand_for_a_verb_where_that_is_allowed(drive, tagged_attempt, swaps):
    attempt, noun = tagged_attempt(TEXT), Tagger(("NOUN", "NN"))
    state = swaps(attempt, enjoyed="blorp")
    assert not passes(drive, SamePartOfSpeech(), attempt, state, noun)
    assert passes(drive, SamePartOfSpeech(noun_or_verb=True), attempt, state, noun)


def test_a_tagger_sees_only_the_words_nearby(tagged_attempt, swaps):
    attempt = tagged_attempt(" ".join(["far"] * 20 + ["film"] + ["away"] * 20))
    state = swaps(attempt, film="movie")
    text, place = around(attempt.row, state, state[0])
    assert text == " ".join(["far"] * 8 + ["movie"] + ["away"] * 8) and text[place:].startswith("movie")
