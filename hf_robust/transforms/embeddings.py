"""Words replaced by their nearest neighbors in a space of word vectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from os.path import commonprefix
from typing import Any, ClassVar

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.word_pairs import fitting_words
from hf_robust.language.english.wordforms import (
    are_opposites,
    is_fixed,
    lemmas_of,
    may_stand_for,
    swappable,
    tags_of,
)
from hf_robust.language.polarity import polarity, polarity_stamp
from hf_robust.language.resources import stamp
from hf_robust.language.vectors import Neighbor, word_vectors
from hf_robust.transforms.base import GENERAL_TASKS, GRADED_MEANING, match_case, preserves, register
from hf_robust.transforms.gated_words import GatedWords
from hf_robust.transforms.synonyms import replaceable_words


@register
@dataclass(frozen=True, kw_only=True)
class SynonymEmbedding(GatedWords):
    """Replace a word with a word or phrase of the same part of speech and form with a similar word vector.

    Nearest neighbors include antonyms (*good*, *bad*). Antonyms according to WordNet and neighbors with another
    sentiment are therefore excluded. With ``gate="balanced"`` the words are used that the table ``word_pairs`` holds as
    interchangeable in this context, the nearest most often; no language model runs.

    Args:
        vectors: File of word vectors, or Hub id or folder of a model whose input embeddings are used; see
            :func:`hf_robust.language.vectors.word_vectors`. Default: the vectors in ``HF_ROBUST_VECTORS``, or the
            bundled encoder.
        top_k: Number of neighbors to consider.
        min_similarity: Minimum cosine similarity, in [-1, 1].

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordEmbedding".

    Example:
        >>> doc = Doc.tagged("We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN")
        >>> SynonymEmbedding(count=1).preview(doc, seed=2)
        'We watched a film last night'
    """

    vectors: str | None = None
    top_k: int = 20
    min_similarity: float = 0.55

    name = "synonym-embedding"
    version = "13"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSyn-WordEmbedding"
    choice = "words with a near neighbor of the same part of speech and form"
    needs = frozenset({"pos", "lemma", "ent"})
    resources = ("word-vectors", "encoder", "word-sentiment", "wordnet", "masked-lm")
    effects = preserves(*GENERAL_TASKS, without=GRADED_MEANING)
    default_rate: ClassVar[float] = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("top_k")
        self._require_between("min_similarity", -1, 1)
        self._require(self.vectors is None or isinstance(self.vectors, str), "vectors", "a file, a model or None")
        if self.vectors is not None:
            object.__setattr__(self, "resources", tuple(name for name in self.resources if name != "word-vectors"))

    def knows(self, doc: Doc) -> bool:
        return bool(swappable(doc))

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        """The words of open classes that have a neighbor; with the gate ``balanced`` those that the table has."""
        if self.gate == "balanced":
            return replaceable_words(doc)
        return [(token.start, token.end) for token in swappable(doc) if self._fitting(token)]

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """The neighbors; the nearer, the likelier to come first."""
        place = doc.token_at(start)
        token = doc.tokens[place]
        if self.checked and _is_short_or_doubled(doc, place):
            return
        near = sorted(self._fitting(token))
        for number in rng.weighted_order([_weight(one) for one in near]):
            yield Edit(start, end, match_case(token.text, near[number].word))

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """The words of the table; the nearer, the likelier to come first."""
        old = doc.text[start:end]
        words = fitting_words(doc, doc.token_at(start))
        # a single word needs no weight
        near = {one.word: one for one in self._neighbors(old.lower())} if len(words) > 1 else {}
        weights = [_weight(near.get(word.lower(), Neighbor(word, self.min_similarity))) for word in words]
        for number in rng.weighted_order(weights):
            yield Edit(start, end, match_case(old, words[number]))

    def prepare(self, docs: Sequence[Doc]) -> None:
        """The neighbors of all words of the batch are looked for at once."""
        word_vectors(self.vectors).neighbors((t.text.lower() for doc in docs for t in swappable(doc)), self.top_k)

    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        if self.gate != "balanced":
            self.prepare(docs)
        return super().edits_batch(docs, rngs)

    def _neighbors(self, word: str) -> Sequence[Neighbor]:
        return word_vectors(self.vectors).neighbors([word], self.top_k, self.min_similarity)[word]

    def _fitting(self, token: Token) -> list[Neighbor]:
        word = token.text.lower()
        return [one for one in self._neighbors(word) if may_replace(one.word, word, token.tag)]

    def __getstate__(self) -> dict[str, Any]:
        try:
            made_by = [stamp("word-vectors", self.vectors), polarity_stamp()]
        except MissingResource:
            made_by = []
        return {**super().__getstate__(), "__made_by__": made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != "__made_by__"})


def _is_short_or_doubled(doc: Doc, place: int) -> bool:
    """Whether a word is an abbreviation in capitals, or stands in "bigger and bigger"."""
    tokens, text = doc.tokens, doc.tokens[place].text
    beside = [tokens[at].text.lower() for at in (place - 2, place + 2) if 0 <= at < len(tokens)]
    return (text.isupper() and len(text) < 4) or text.lower() in beside


@lru_cache(maxsize=200_000)
def may_replace(new: str, old: str, tag: str) -> bool:
    """Whether a word can stand for another of a Penn tag: same form and sentiment, no opposite, not the same word.

    Example:
        >>> may_replace("films", "movies", "NNS"), may_replace("bad", "good", "JJ")
        (True, False)
    """
    return (
        new != old
        and tag in tags_of(new)
        and not is_fixed(new)
        and polarity(new, tag) == polarity(old, tag)
        and not set(lemmas_of(new, tag)) & set(lemmas_of(old, tag))
        and not _same_stem(new, old)
        and all(may_stand_for(*pair) for pair in product((new, *lemmas_of(new, tag)), (old, *lemmas_of(old, tag))))
        and not are_opposites(new, old, tag)
    )


def _same_stem(left: str, right: str) -> bool:
    """Whether one word is made from the other: *music*, *musician*; *famous*, *infamous*.

    Example:
        >>> _same_stem("romance", "romantic"), _same_stem("film", "movie")
        (True, False)
    """
    shorter = min(len(left), len(right))
    shared = len(commonprefix((left, right)))  # noqa: RUF071 - words, not paths
    return (shared >= 3 and shared >= 0.6 * shorter) or left.endswith(right) or right.endswith(left)


def _weight(near: Neighbor) -> float:
    return max(near.similarity, 0.01) ** 4
