"""Recipes that misspell words."""

from hf_robust.attacks.constraints.edit_distance import MostCharacters
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.constraints.meaning_guard import MeaningGuard
from hf_robust.attacks.constraints.positions import KeepStopWords, LeastLetters, MostWords, NoWordTwice
from hf_robust.attacks.moves.bad_characters import BadCharacters
from hf_robust.attacks.moves.letter_moves import (
    DeleteLetter,
    InsertLetter,
    SplitWord,
    SubstituteLetter,
    SwapHomoglyph,
    SwapLetters,
)
from hf_robust.attacks.moves.several import Several
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.differential_evolution import DifferentialEvolution
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe(
    "deepwordbug",
    source="Gao et al. (2018), Black-box Generation of Adversarial Text Sequences to Evade Deep Learning Classifiers, "
    "section III",
)
def deepwordbug(like: str) -> Parts:
    """Swap, replace, delete or insert one random letter per word, most important words first."""
    moves = Several(kinds=(SwapLetters(), SubstituteLetter(), DeleteLetter(), InsertLetter()))
    constraints = (NoWordTwice(), KeepStopWords(), MostCharacters(most=30))
    return Parts(moves, GreedyWordImportance(importance="unk"), constraints)


@recipe(
    "textbugger",
    source="Li et al. (2019), TextBugger: Generating Adversarial Text Against Real-world Applications, section III-C",
)
def textbugger(like: str) -> Parts:
    """Edit letters, insert a space or use an embedding neighbor, for the most important words first."""
    letters = (SplitWord(), DeleteLetter(inside=True), SwapLetters(inside=True), SwapHomoglyph(every=True))
    metric = "angular" if like == "textattack" else "cosine"
    near = SentenceSimilarity(least=threshold("textbugger", f"sentence-{metric}", like), metric=metric)
    guard = () if like == "textattack" else (MeaningGuard(slips=True),)  # of near words, and of slips that make a word
    return Parts(
        Several(kinds=(*letters, VectorNeighbors(most=5))),
        GreedyWordImportance(importance="delete"),
        (NoWordTwice(), KeepStopWords(), near, *guard),
    )


@recipe(
    "pruthi",
    source="Pruthi et al. (2019), Combating Adversarial Misspellings with Robust Word Recognition, section 4",
)
def pruthi(like: str) -> Parts:
    """Swap, delete or insert one inner letter of one word, or replace it with the letter of an adjacent key."""
    kinds = (
        SwapLetters(inside=True, every=True),
        DeleteLetter(inside=True, every=True),
        InsertLetter(inside=True, every=True, letters="drawn" if like == "textattack" else "all"),
        SubstituteLetter(inside=True, every=True, letters="keyboard"),
    )
    constraints = (LeastLetters(least=4), KeepStopWords(), NoWordTwice(), MostWords(count=1))
    return Parts(Several(kinds=kinds), Greedy(steps=1), constraints)


@recipe("bad-characters", source="Boucher et al. (2022), Bad Characters: Imperceptible NLP Attacks, section V")
def bad_characters(like: str) -> Parts:
    """Imperceptible edits: homoglyphs, invisible characters, and control characters (backspace, text direction)."""
    if like == "textattack":
        return Parts(BadCharacters(kinds=("homoglyphs",)), DifferentialEvolution(edits=1))
    return Parts(BadCharacters(), DifferentialEvolution(edits=5))
