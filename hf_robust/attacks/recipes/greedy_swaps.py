"""Recipes that take the best of all swaps of all words at each step."""

from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.positions import KeepStopWords, MostWords, NoWordTwice
from hf_robust.attacks.constraints.word_distances import MeanVectorDistance
from hf_robust.attacks.constraints.word_fits import FitDrop
from hf_robust.attacks.goals.confidence_goals import LessSure, SureOfOther
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.greedy import Greedy


@recipe(
    "kuleshov",
    source="Kuleshov et al. (2018), Adversarial Examples for Natural Language Classification Problems, sections 3, 4.1",
)
def kuleshov(like: str) -> Parts:
    """Greedy search over embedding neighbors of all words, until the model predicts another label confidently."""
    constraints = (
        NoWordTwice(),
        KeepStopWords(),
        MostWords(share=0.5),
        MeanVectorDistance(most=threshold("kuleshov", "mean-vector", like)),
        FitDrop(most=2.0, window=None, compare="original"),
        *guarded(like),
    )
    # TextAttack's goal is reached when the right label falls below .7, whichever label is then given
    goal = LessSure(below=0.7) if like == "textattack" else SureOfOther(least=0.7)
    return Parts(VectorNeighbors(most=15), Greedy(), constraints, goal)
