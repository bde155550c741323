"""Recipes that replace words by synonyms."""

from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice
from hf_robust.attacks.moves.wordnet_lemmas import WordNetLemmas
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe(
    "pwws",
    source="Ren et al. (2019), Generating Natural Language Adversarial Examples through Probability Weighted Word "
    "Saliency, section 3",
)
def pwws(like: str) -> Parts:
    """Synonyms of WordNet, in the order of the words' saliency times what the best synonym of each gains."""
    search = GreedyWordImportance(importance="saliency", keeps_best=like == "paper")
    return Parts(WordNetLemmas(), search, (NoWordTwice(), KeepStopWords()))
