"""Recipes that leave words out, or inflect them."""

from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice
from hf_robust.attacks.goals.input_reduction import FewestWords
from hf_robust.attacks.moves.inflections import Inflections
from hf_robust.attacks.moves.word_deletion import DeleteWord
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe(
    "input-reduction",
    source="Feng et al. (2018), Pathologies of Neural Models Make Interpretations Difficult, section 3",
)
def input_reduction(like: str) -> Parts:
    """Delete as many words as possible while the prediction stays the same (the status is maximized)."""
    if like == "textattack":
        search = GreedyWordImportance(importance="delete")  # there, stop words stay only where words are replaced
        return Parts(DeleteWord(), search, (NoWordTwice(),), FewestWords())
    return Parts(DeleteWord(), Greedy(beam=5, only_better=True), (NoWordTwice(),), FewestWords())


@recipe(
    "morpheus",
    source="Tan et al. (2020), It's Morphin' Time! Combating Linguistic Discrimination with Inflectional "
    "Perturbations, section 4",
)
def morpheus(like: str) -> Parts:
    """Change the inflection of nouns, verbs and adjectives, word by word in text order."""
    if like == "textattack":
        return Parts(Inflections(), Greedy(), (NoWordTwice(), KeepStopWords()))
    return Parts(Inflections(), GreedyWordImportance(importance="order"), (NoWordTwice(),))
