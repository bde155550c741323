"""Recipes against models that write a text."""

from hf_robust.attacks.constraints.edit_distance import MostCharacters
from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice
from hf_robust.attacks.goals.output_goals import NoWordInPlace
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe(
    "seq2sick",
    source="Cheng et al. (2020), Seq2Sick: Evaluating the Robustness of Sequence-to-Sequence Models with Adversarial "
    "Examples, section 3.2, without gradients",
)
def seq2sick(like: str) -> Parts:
    """Replace words until the output of the model differs from its original output at every word position."""
    return Parts(
        VectorNeighbors(most=50),
        GreedyWordImportance(importance="unk"),
        (NoWordTwice(), KeepStopWords(), MostCharacters(most=30), *guarded(like)),
        NoWordInPlace(),
    )
