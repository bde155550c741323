"""Moves to near words."""

from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.states import ORIGIN


def texts(drive, moves, attempt):
    groups = drive(moves.moves(attempt, ORIGIN, attempt.row.words))
    return [[attempt.row.text(state, "text") for state in group] for group in groups]


def test_the_nearest_come_first_in_the_case_of_the_word(drive, tagged_attempt, small_space):
    found = texts(drive, VectorNeighbors(most=2), tagged_attempt("A Film"))
    assert found == [[], ["A Movie", "A Picture"]]  # no vector, no neighbors


def test_none_is_further_than_allowed(drive, tagged_attempt, small_space):
    assert texts(drive, VectorNeighbors(min_cosine=0.9), tagged_attempt("film")) == [["movie"]]
