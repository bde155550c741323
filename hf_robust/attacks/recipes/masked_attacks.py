"""Recipes that ask a masked language model for words."""

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.parts_of_speech import SamePartOfSpeech
from hf_robust.attacks.constraints.positions import KeepStopWords, MostWords, NoWordTwice
from hf_robust.attacks.moves.masked_fills import InsertedFills, MaskedFills, MergedFills, SubwordFills
from hf_robust.attacks.moves.several import Several
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


def _near(name: str, like: str, window: int | None = None) -> Constraint:
    """Similar to the original for the encoder, in a window where one is given.

    The papers do not say that shorter texts pass unseen; the code that came with them, and TextAttack, lets them.
    """
    least = threshold(name, "sentence-cosine", like)
    return SentenceSimilarity(least=least, window=window, skips_short=window is not None and like == "textattack")


@recipe(
    "bae",
    source="Garg and Ramakrishnan (2020), BAE: BERT-based Adversarial Examples for Text Classification, section 2, the "
    "variant BAE-R",
)
def bae(like: str) -> Parts:
    """Replace the words whose deletion changes the score most, with predictions of a masked language model."""
    constraints = (
        NoWordTwice(),
        KeepStopWords(),
        SamePartOfSpeech(noun_or_verb=True),
        _near("bae", like, window=15),
        *guarded(like),
    )
    return Parts(MaskedFills(most=50), GreedyWordImportance(importance="delete"), constraints)


@recipe(
    "bert-attack",
    source="Li et al. (2020), BERT-ATTACK: Adversarial Attack Against BERT Using BERT, section 3",
)
def bert_attack(like: str) -> Parts:
    """Replace words with predictions of a masked language model that reads the text without a mask, by subword."""
    most = 8 if like == "textattack" else 48
    constraints = (NoWordTwice(), KeepStopWords(), MostWords(share=0.4), _near("bert-attack", like), *guarded(like))
    moves = SubwordFills(whole=most, inner=8, joined=most)
    return Parts(moves, GreedyWordImportance(importance="unk"), constraints)


@recipe(
    "clare",
    source="Li et al. (2021), Contextualized Perturbation for Textual Adversarial Attack, section 2",
)
def clare(like: str) -> Parts:
    """Replace, insert and merge words with a masked language model. Each step applies the most harmful edit."""
    kinds = (MaskedFills(most=50, least=5e-4), InsertedFills(most=50), MergedFills(most=50, least=5e-3))
    constraints = (NoWordTwice(), KeepStopWords(), _near("clare", like, window=15), *guarded(like))
    return Parts(Several(kinds=kinds), Greedy(), constraints)
