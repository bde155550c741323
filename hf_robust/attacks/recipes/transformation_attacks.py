"""Recipes over the registered transformations."""

from hf_robust.attacks.constraints.positions import MostWords, NoWordTwice
from hf_robust.attacks.moves.registered import Registered
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.transforms.contractions import Contraction
from hf_robust.transforms.entities import NamedEntity
from hf_robust.transforms.numbers import Number


@recipe(
    "checklist",
    source="Ribeiro et al. (2020), Beyond Accuracy: Behavioral Testing of NLP Models with CheckList, section 2.2",
)
def checklist(like: str) -> Parts:
    """Label-preserving edits: form or expand contractions; replace names, places and numbers."""
    contractions = (Contraction(mode="contract"), Contraction(mode="expand"))
    names = (NamedEntity(types=("person",)), NamedEntity(types=("place",)), Number())
    moves = Registered(transformations=(*contractions, *names), most=5, variants=5, only_fitting=True)
    return Parts(moves, Greedy(), (NoWordTwice(),))


@recipe("worst-transformations", source="this package, with the search of Ebrahimi et al. (2018), section 3.3")
def worst_transformations(like: str) -> Parts:
    """Search each row for the most harmful combination of label-preserving transformations."""
    return Parts(Registered(), Greedy(), (NoWordTwice(), MostWords(share=0.2)))
