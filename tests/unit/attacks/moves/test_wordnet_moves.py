"""Moves to what WordNet has beside a word."""

from hf_robust.attacks.moves.wordnet_lemmas import WordNetLemmas
from hf_robust.attacks.moves.wordnet_synonyms import WordNetSynonyms
from hf_robust.attacks.states import ORIGIN


def words(drive, moves, attempt):
    (group,) = drive(moves.moves(attempt, ORIGIN, attempt.row.words))
    return [attempt.row.text(state, "text") for state in group]


def test_synonyms_are_of_the_part_of_speech_and_inflected_alike(drive, tagged_attempt):
    found = words(drive, WordNetSynonyms(), tagged_attempt("Movies/NOUN/NNS/movie"))
    assert "Films" in found and "Pictures" in found
    assert not {"Film", "Movies"} & set(found)
    assert "shoot" not in words(drive, WordNetSynonyms(), tagged_attempt("film/NOUN/NN/film"))


def test_a_word_of_no_open_class_has_no_synonyms(drive, tagged_attempt):
    assert words(drive, WordNetSynonyms(), tagged_attempt("in/ADP/IN/in")) == []


def test_lemmas_of_all_parts_of_speech_stand_as_the_dictionary_has_them(drive, tagged_attempt):
    found = words(drive, WordNetLemmas(), tagged_attempt("Films/NOUN/NNS/film"))
    assert {"Movie", "Picture", "Shoot"} <= set(found)  # "shoot" is the verb's
    assert found == sorted(found) and "Films" not in found
