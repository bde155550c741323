"""Recipes that search with a population of texts: genetic ones and swarms."""

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.positions import KeepStopWords, MostWords, NoWordTwice, premise_kept
from hf_robust.attacks.constraints.word_distances import WordDistance
from hf_robust.attacks.constraints.word_fits import BestByFit, FitDrop
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.moves.wordnet_lemmas import WordNetLemmas
from hf_robust.attacks.moves.wordnet_synonyms import WordNetSynonyms
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.base import SearchMethod
from hf_robust.attacks.searches.genetic import Genetic, ImprovedGenetic
from hf_robust.attacks.searches.levy_swarm import LevySwarm
from hf_robust.attacks.searches.swarm import ParticleSwarm

_SHARE = 0.2  # of the words may change
_QUERIES = (
    10_000  # a row, of a swarm: each round asks for all neighbors of each particle, which long texts have many of
)
_TEMPERATURE = 0.3  # of TextAttack's draw of parents; the papers draw in proportion to the scores


@recipe(
    "alzantot",
    source="Alzantot et al. (2018), Generating Natural Language Adversarial Examples, sections 3.2 and 4.1",
)
def alzantot(like: str) -> Parts:
    """Genetic search over embedding neighbors, filtered by a language model."""
    search = Genetic(temperature=_temperature(like))
    return _near_words("alzantot", like, 8, search, (NoWordTwice(), BestByFit(most=4), *premise_kept(like)))


@recipe(
    "faster-alzantot",
    source="Jia et al. (2019), Certified Robustness to Adversarial Word Substitutions, section 5.1 and appendix A.3",
)
def faster_alzantot(like: str) -> Parts:
    """Like alzantot, but faster: the language model scores new words in the original text, not in the edited one."""
    search = Genetic(generations=40, temperature=_temperature(like))
    return _near_words("faster-alzantot", like, 8, search, (NoWordTwice(), FitDrop(most=5.0, window=6)))


@recipe(
    "iga",
    source="Wang et al. (2019), Natural Language Adversarial Attacks and Defenses in Word Level, sections 3 and 5.1",
)
def iga(like: str) -> Parts:
    """Genetic search that starts from the best edit of each word and may edit a word again."""
    return _near_words("iga", like, 50, ImprovedGenetic(temperature=_temperature(like)), ())


def _temperature(like: str) -> float | None:
    return _TEMPERATURE if like == "textattack" else None


def _near_words(
    name: str, like: str, neighbors: int, search: SearchMethod, constraints: tuple[Constraint, ...]
) -> Parts:
    """What the genetic recipes share: near words in a space of vectors, for a fifth of the words."""
    most = threshold(name, "word-distance", like)
    shared = (KeepStopWords(), MostWords(share=_SHARE), WordDistance(most=most), *guarded(like))
    return Parts(VectorNeighbors(most=neighbors, min_cosine=1 - most / 2), search, (*constraints, *shared))


@recipe(
    "pso",
    source="Zang et al. (2020), Word-level Textual Adversarial Attacking as Combinatorial Optimization, section 3",
    budget=_QUERIES,
)
def pso(like: str) -> Parts:
    """Particle swarm search over WordNet synonyms (the paper uses HowNet, a lexicon of units of meaning)."""
    search = ParticleSwarm(speed=3.0) if like == "textattack" else ParticleSwarm()
    constraints = (NoWordTwice(), KeepStopWords(), *premise_kept(like), *guarded(like))
    return Parts(WordNetSynonyms(), search, constraints)


@recipe(
    "leap",
    source="Xiao et al. (2023), LEAP: Efficient and Automated Test Method for NLP Software, section 3",
    budget=_QUERIES,
)
def leap(like: str) -> Parts:
    """Particle swarm search with occasional long random steps (Levy flights) over WordNet synonyms."""
    moves = WordNetLemmas() if like == "textattack" else WordNetSynonyms()
    return Parts(moves, LevySwarm(), (KeepStopWords(), MostWords(share=0.16), *guarded(like)))
