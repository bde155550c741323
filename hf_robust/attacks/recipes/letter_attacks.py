"""Recipes that misspell words."""

from hf_robust.attacks.constraints.edit_distance import MostCharacters
from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice
from hf_robust.attacks.moves.letter_moves import DeleteLetter, InsertLetter, SubstituteLetter, SwapLetters
from hf_robust.attacks.moves.several import Several
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe(
    "deepwordbug",
    source="Gao et al. (2018), Black-box Generation of Adversarial Text Sequences to Evade Deep Learning Classifiers, "
    "section III",
)
def deepwordbug(like: str) -> Parts:
    """One drawn letter of a word swapped, replaced, deleted or put in, in the order of the words' importance."""
    moves = Several(kinds=(SwapLetters(), SubstituteLetter(), DeleteLetter(), InsertLetter()))
    constraints = (NoWordTwice(), KeepStopWords(), MostCharacters(most=30))
    return Parts(moves, GreedyWordImportance(importance="unk"), constraints)
