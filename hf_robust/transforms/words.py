"""Word level: misspellings and synonyms."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.doc import Doc, Token
from hf_robust.edits import Edit, Offsets
from hf_robust.lexicons import lexicon
from hf_robust.lexicons.wordnet import synonyms
from hf_robust.randomness import RowRandom
from hf_robust.tasks import TASKS
from hf_robust.transforms import register
from hf_robust.transforms.articles import with_articles
from hf_robust.transforms.base import WordTransformation, match_case, preserves


@register
@dataclass(frozen=True, kw_only=True)
class Misspelling(WordTransformation):
    """A word becomes a misspelling of it that people really make.

    Args:
        rate: Share of the words that have one (0.3 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``: by the importance column.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SpellingError".

    Example:
        >>> Misspelling().preview("Definitely the best restaurant", seed=2)
        'Definitly the best restaurant'
    """

    name = "misspelling"
    level = "word"
    linguistics = "morphology"
    seed_name = "SpellingError"
    effects = preserves(*TASKS)
    default_rate: ClassVar[float] = 0.3

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        known = lexicon("misspellings")
        text = doc.text
        low = text.lower()
        if len(low) != len(text):  # a few letters change their length in lower case
            return [word for word in doc.free_words if text[word[0] : word[1]].lower() in known]
        return [word for word in doc.free_words if low[word[0] : word[1]] in known]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        return match_case(word, rng.choice(lexicon("misspellings")[word.lower()]))


WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
# light verbs and quantity words have synonyms in few of their uses
_TOO_LIGHT = frozenset(
    "be have do make take get go come let give put keep say see know think want use need seem become one thing way "
    "lot bit kind sort time more most much many less least few very so too just even only also not never ever still "
    "then now here there well back away up down out off over again".split()
)


@register
@dataclass(frozen=True, kw_only=True)
class Synonym(WordTransformation):
    """A word becomes a WordNet synonym of its likely sense, of the same part of speech, inflected alike.

    Args:
        rate: Share of the words that have one (0.1 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``: by the importance column.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordNet".

    Example:
        >>> doc = Doc.tagged("The/DET/DT movies/NOUN/NNS/movie ended/VERB/VBD/end")
        >>> Synonym(count=1).preview(doc, seed=5)
        'The films ended'
    """

    name = "synonym"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSyn-WordNet"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet",)
    effects = preserves(*TASKS)
    default_rate: ClassVar[float] = 0.1

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        bounds = None if doc.bounds is None else set(doc.bounds)
        return [
            (token.start, token.end)
            for token in doc.tokens
            if (bounds is None or (token.start, token.end) in bounds) and self._fits(token, doc)
        ]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        token = doc.tokens[bisect_left(doc.tokens, start, key=lambda token: token.start)]
        lemma = rng.choice(synonyms(token.lemma.lower(), WORDNET_POS[token.pos]))
        form = inflected(lemma, token.tag, token.pos)
        if form is None or form.lower() == token.text.lower():
            return None
        return match_case(token.text, form)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, super().edits(doc, rng))

    def _fits(self, token: Token, doc: Doc) -> bool:
        kind, lemma = WORDNET_POS.get(token.pos), token.lemma.lower()
        if kind is None or lemma in _TOO_LIGHT or not token.text.isalpha():
            return False
        return bool(synonyms(lemma, kind)) and doc.is_free(token.start, token.end)


_INFLECTED = frozenset({"NNS", "VBD", "VBG", "VBN", "VBZ", "JJR", "JJS", "RBR", "RBS"})


@lru_cache(maxsize=65536)
def inflected(lemma: str, tag: str, pos: str) -> str | None:
    """A lemma in the form that a Penn tag asks for; None when there is no such form.

    Example:
        >>> inflected("film", "NNS", "NOUN"), inflected("purchase", "VBD", "VERB")
        ('films', 'purchased')
    """
    if tag in ("NN", "VB", "VBP", "JJ", "RB", ""):
        return lemma
    if tag not in _INFLECTED:
        return None
    from lemminflect import getInflection

    forms = getInflection(lemma, tag, inflect_oov=True)
    return forms[0] if forms else None

