"""Recipes that replace words by synonyms, in the order of the words' importance."""

from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.constraints.meaning_guard import guarded
from hf_robust.attacks.constraints.new_errors import NewErrors
from hf_robust.attacks.constraints.parts_of_speech import SamePartOfSpeech
from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice, premise_kept
from hf_robust.attacks.constraints.word_distances import WordCosine
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.moves.wordnet_lemmas import WordNetLemmas
from hf_robust.attacks.moves.wordnet_synonyms import WordNetSynonyms
from hf_robust.attacks.recipes.base import Parts, recipe
from hf_robust.attacks.recipes.spaces import threshold
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@recipe("textfooler", source="Jin et al. (2020), Is BERT Really Robust?, section 3.1")
def textfooler(like: str) -> Parts:
    """Replace the most important words (their deletion changes the score most) by embedding neighbors."""
    cosine = threshold("textfooler", "word-cosine", like)
    near = SentenceSimilarity(
        least=threshold("textfooler", "sentence-angular", like),
        metric="angular",
        compare="previous",
        window=15,
        skips_short=like == "textattack",  # so does the code that came with the paper, which itself says nothing of it
    )
    return Parts(
        VectorNeighbors(most=50, min_cosine=cosine),
        GreedyWordImportance(importance="delete", most_similar=True),
        (
            NoWordTwice(),
            KeepStopWords(),
            WordCosine(least=cosine),
            SamePartOfSpeech(noun_or_verb=True),
            near,
            *premise_kept(like),
            *guarded(like),
        ),
    )


@recipe("tf-adjusted", source="Morris et al. (2020), Reevaluating Adversarial Examples in Natural Language, section 5")
def tf_adjusted(like: str) -> Parts:
    """TextFooler with a grammar check and with similarity thresholds from a human study."""
    cosine = threshold("tf-adjusted", "word-cosine", like)
    return Parts(
        VectorNeighbors(most=50, min_cosine=cosine),
        GreedyWordImportance(importance="delete", most_similar=True),
        (
            NoWordTwice(),
            KeepStopWords(),
            WordCosine(least=cosine),
            SamePartOfSpeech(),
            SentenceSimilarity(least=threshold("tf-adjusted", "sentence-cosine", like)),
            NewErrors(),
            *premise_kept(like),
            *guarded(like),
        ),
    )


@recipe(
    "pwws",
    source="Ren et al. (2019), Generating Natural Language Adversarial Examples through Probability Weighted Word "
    "Saliency, section 3",
)
def pwws(like: str) -> Parts:
    """Replace words with WordNet synonyms, ordered by saliency (effect of masking) times effect of the best synonym."""
    plain = like == "textattack"
    return Parts(
        WordNetLemmas() if plain else WordNetSynonyms(),
        GreedyWordImportance(importance="saliency", keeps_best=not plain),
        (NoWordTwice(), KeepStopWords(), *guarded(like)),
    )
