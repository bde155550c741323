"""Recipes that read the model's gradients."""

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.parts_of_speech import SamePartOfSpeech
from hf_robust.attacks.constraints.positions import KeepStopWords, MostWords, NoWordTwice, premise_kept
from hf_robust.attacks.constraints.word_distances import WordCosine
from hf_robust.attacks.moves.masked_fills import MaskedFills
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.gradient_beam import GradientBeam
from hf_robust.attacks.searches.word_importance import GreedyWordImportance

_A2T = "Yoo and Qi (2021), Towards Improving Adversarial Training of NLP Models, section 3"


def _a2t(like: str) -> tuple[Constraint, ...]:
    return (
        NoWordTwice(),
        KeepStopWords(),
        MostWords(share=0.1, count=4),
        SamePartOfSpeech(),
        SentenceSimilarity(least=threshold("a2t", "sentence-cosine", like)),
        *premise_kept(like),
        *guarded(like),
    )


@recipe("a2t", source=_A2T)
def a2t(like: str) -> Parts:
    """Replace words by embedding neighbors, words with the largest gradient first. Fast, for adversarial training."""
    cosine = threshold("a2t", "word-cosine", like)
    moves = VectorNeighbors(most=20, min_cosine=cosine)
    return Parts(moves, GreedyWordImportance(importance="gradient"), (*_a2t(like), WordCosine(least=cosine)))


@recipe("a2t-mlm", source=_A2T)
def a2t_mlm(like: str) -> Parts:
    """Like a2t, but with predictions of a masked language model."""
    return Parts(MaskedFills(most=20), GreedyWordImportance(importance="gradient"), _a2t(like))


@recipe(
    "hotflip",
    source="Ebrahimi et al. (2018), HotFlip: White-Box Adversarial Examples for Text Classification, section 5",
)
def hotflip(like: str) -> Parts:
    """Replace one or two words with the embedding neighbors that increase the loss most, estimated by the gradient."""
    cosine = threshold("hotflip", "word-cosine", like)
    constraints = (
        NoWordTwice(),
        KeepStopWords(),
        MostWords(count=2),
        WordCosine(least=cosine),
        SamePartOfSpeech(),
        *guarded(like),
    )
    return Parts(VectorNeighbors(most=50, min_cosine=cosine), GradientBeam(width=10), constraints)
