"""Words and texts rewritten by a model: masked language models and back-translation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import exp
from typing import Any, ClassVar

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import SAME_TEXT, NoEdits
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.word_pairs import fitting_words, paired_words
from hf_robust.language.english.wordforms import are_opposites, is_fixed, may_stand_for, swappable, tags_of
from hf_robust.language.fill_mask import Suggestion, predictable_words, suggestions, text_fits
from hf_robust.language.lexicons.wordnet import akin
from hf_robust.language.lookup import file_stamp
from hf_robust.language.polarity import polarity, polarity_stamp
from hf_robust.language.resources import stamp
from hf_robust.language.translation import translate
from hf_robust.language.translation_pairs import translation_pair
from hf_robust.tasks import HATE_SPEECH, NLI, SENTIMENT, SIMILARITY, SIMILARITY_SCORING
from hf_robust.transforms.base import (
    GENERAL_TASKS,
    GRADED_MEANING,
    LABELED_TEXTS,
    Batched,
    Effect,
    Transformation,
    match_case,
    preserves,
    register,
)
from hf_robust.transforms.gated_words import Asked, GatedWords
from hf_robust.transforms.synonyms import WORDNET_POS, replaceable_words

_MADE_BY = "__made_by__"
_NEAR = 100  # characters
_LETTERS = re.compile(r"[^\W\d_]+")
_UNDRAWN = RowRandom(0)  # where nothing is drawn
_LEAST = 0.1  # of the best word's probability: what is less likely reads odd


@register
@dataclass(frozen=True, kw_only=True)
class MaskedLM(GatedWords):
    """Replace a word with a word of the same part of speech that a masked language model predicts.

    With ``gate="balanced"`` the words of the table ``word_pairs`` that are interchangeable in this context and that the
    model can predict are used; where a place has several, they are sampled by the model's scores, and the model reads
    the text once. With ``gate="strict"`` nouns, verbs, adjectives and
    adverbs are masked one at a time; a prediction is used if it can have the same Penn tag, is a synonym or a more
    general word, and passes the quality checks. With ``gate="off"`` any other word with at least a tenth of the
    probability of the best one is used. Names and function words do not change, and words that occur nearby are not
    used.

    Args:
        model: Hub id or folder of a fill-mask model, or ``"embedded"``. Default: the model in ``HF_ROBUST_MASKED_LM``,
            or the bundled model.
        top_k: Number of most likely words to consider.
        min_probability: Minimum probability of a prediction, in [0, 1]. If no prediction has it, another word is
            selected.
        neutral: Whether only words without sentiment are replaced, with words without sentiment; of the words of the
            table, whether only those of the same sentiment are used. Without the quality checks, this preserves
            sentiment labels; the effect on other labels is not known.
    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "MLMSuggestion".

    Example:
        >>> doc = Doc.tagged("We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN")
        >>> MaskedLM(count=1).preview(doc, seed=1)
        'We watched a film last night'
    """

    model: str | None = None
    top_k: int = 100
    min_probability: float = 0.002
    neutral: bool = True

    name = "masked-lm"
    version = "11"
    level = "word"
    linguistics = "model"
    seed_name = "MLMSuggestion"
    choice = "nouns, verbs, adjectives or adverbs that can be replaced"
    needs = frozenset({"pos", "lemma", "ent"})
    resources = ("masked-lm", "encoder", "word-sentiment", "wordnet")
    effects = preserves(*GENERAL_TASKS, without=GRADED_MEANING)
    default_rate: ClassVar[float] = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("top_k")
        self._require_between("min_probability", 0, 1)
        self._require(isinstance(self.neutral, bool), "neutral", "True or False")
        self._require(self.model is None or isinstance(self.model, str), "model", "a Hub id, a folder or None")
        spared = {"masked-lm"} if self.model is not None and not self.checked else set()
        spared |= {"encoder", "word-sentiment"} if not self.neutral else set()
        if spared:
            needed = tuple(name for name in self.resources if name not in spared)
            object.__setattr__(self, "resources", needed)

    def effect_on(self, task: str) -> Effect | None:
        """As for the class; without the gate it is known for sentiment alone, and there of neutral words alone."""
        known = self.checked or (self.neutral and task == SENTIMENT)
        return self.effects.get(task) if known or task not in self.effects else Effect.UNKNOWN

    def all_tried(self, asked: Sequence[Asked]) -> list[list[Edit]]:
        """All words that are drawn are asked for together."""
        most = self.most_tried if self.checked else 1
        return [list(islice(self._ordered(*one), most)) for one in zip(asked, self._suggested(asked))]

    def all_sure(self, asked: Sequence[Asked]) -> Sequence[Edit | None]:
        return [next(ranked, None) for ranked in self._all_ranked(asked)]

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return self._all_ranked([Asked(doc, start, end, rng)])[0]

    def _all_ranked(self, asked: Sequence[Asked]) -> list[Iterator[Edit]]:
        """The words of the table for each place; one pass over each text in which a place has a choice of them."""
        words = [self._interchangeable(one.doc, one.start) for one in asked]
        chosen = [place for place, own in enumerate(words) if len(own) > 1]
        texts = [asked[place].doc.text for place in chosen]
        places = [(asked[place].start, asked[place].end) for place in chosen]
        found = text_fits(texts, places, [words[place] for place in chosen], self.model) if chosen else []
        fits: dict[int, list[float | None]] = dict(zip(chosen, found))
        return [
            _ranked(one, own, fits.get(place, [0.0] * len(own))) for place, (one, own) in enumerate(zip(asked, words))
        ]

    def _interchangeable(self, doc: Doc, start: int) -> list[str]:
        """The words of the table that may stand in a place, and that the model can predict."""
        place = doc.token_at(start)
        old, tag = doc.tokens[place].text.lower(), doc.tokens[place].tag
        words = fitting_words(doc, place)
        known = predictable_words(self.model) if words else ()
        return [word for word in words if word.lower() in known and self._same_tone(word.lower(), old, tag)]

    def prepare(self, docs: Sequence[Doc]) -> None:
        self._suggested([Asked(doc, *word, _UNDRAWN) for doc in docs for word in self.eligible(doc)])

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        asked = Asked(doc, start, end, rng)
        return self._ordered(asked, self._suggested([asked])[0])

    def _suggested(self, asked: Sequence[Asked]) -> list[list[Suggestion]]:
        """What the model would write in the place of some words; it remembers what it was asked."""
        places = [(one.start, one.end) for one in asked]
        return suggestions([one.doc.text for one in asked], places, self.top_k, self.model)

    def _ordered(self, asked: Asked, words: Sequence[Suggestion]) -> Iterator[Edit]:
        """Of what fits, the likelier is the likelier to come first."""
        doc, start, end, rng = asked
        token = doc.tokens[doc.token_at(start)]
        fitting = self.fitting(doc, token, words)
        for number in rng.weighted_order([one.probability for one in fitting]):
            yield Edit(start, end, match_case(token.text, fitting[number].word))

    def knows(self, doc: Doc) -> bool:
        return bool(swappable(doc))

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        """Words of the open classes; with ``neutral`` those without sentiment."""
        if self.gate == "balanced":
            return [word for word in replaceable_words(doc) if self._interchangeable(doc, word[0])]
        return [(token.start, token.end) for token in self._tokens(doc)]

    def _tokens(self, doc: Doc) -> list[Token]:
        return [token for token in swappable(doc) if self._may_go(token)]

    def fitting(self, doc: Doc, token: Token, words: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions that may replace a word; none that stands close to it already, as models like to repeat."""
        near = doc.text[max(0, token.start - _NEAR) : token.end + _NEAR].lower()
        present = set(_LETTERS.findall(near))
        best = max((found.probability for found in words), default=0.0)
        least = self.min_probability if self.checked else max(_LEAST * best, self.min_probability)
        return [
            found
            for found in words
            if found.probability >= least
            and found.word not in present
            and not is_fixed(found.word)
            and token.tag in tags_of(found.word)
            and self._allowed(found.word, token.tag)
            and (not self.checked or found.word in _akin(token.lemma.lower(), token.pos, token.tag))
        ]

    def _same_tone(self, new: str, old: str, tag: str) -> bool:
        """Whether a word of the table keeps the sentiment."""
        return not self.neutral or polarity(new, tag) == polarity(old, tag)

    def _may_go(self, token: Token) -> bool:
        akin = not self.checked or _akin(token.lemma.lower(), token.pos, token.tag)
        return bool(akin) and self._allowed(token.text.lower(), token.tag)

    def _allowed(self, word: str, tag: str) -> bool:
        return not self.neutral or polarity(word, tag) == "neutral"

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        try:
            made_by = [stamp("masked-lm", self.model)]
            made_by += [polarity_stamp()] if self.neutral else []
        except MissingResource:
            made_by = []
        return {**state, _MADE_BY: made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _ranked(asked: Asked, words: Sequence[str], fits: Sequence[float | None]) -> Iterator[Edit]:
    """The words that have a score; the likelier, the likelier to come first."""
    known = [(word, exp(fit)) for word, fit in zip(words, fits) if fit is not None]
    old = asked.doc.text[asked.start : asked.end]
    for number in asked.rng.weighted_order([share for _, share in known]):
        yield Edit(asked.start, asked.end, match_case(old, known[number][0]))


@lru_cache(maxsize=65_536)
def _akin(lemma: str, pos: str, tag: str) -> frozenset[str]:
    """The words that say the same as another in its form, or less exactly; no opposites, no members of lists.

    Of verbs only those that take the same complements: "told him" is not "said him".
    """
    near = paired_words(lemma, pos) if pos == "VERB" else akin(lemma, WORDNET_POS[pos])
    forms = {inflected(word, tag, pos) for word in near if may_stand_for(word, lemma)}
    return frozenset(form for form in forms if form is not None and not are_opposites(form, lemma, tag))


@register
@dataclass(frozen=True, kw_only=True)
class BackTranslation(Batched, Transformation):
    """Translate the text into another language and back.

    Args:
        models: Hub ids or folders of the two models (forward and back), downloaded if needed. Default: the models in
            ``HF_ROBUST_TRANSLATION`` (separated by a comma), or the OPUS models for German in the local cache of the
            Hub.
        num_beams: Number of beams.
        max_length: Maximum number of word pieces per sentence. Longer sentences are split.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "BackTrans".

    Example:
        >>> BackTranslation(models=("Helsinki-NLP/opus-mt-en-fr", "Helsinki-NLP/opus-mt-fr-en")).num_beams
        4
    """

    models: tuple[str, str] | None = None
    num_beams: int = 4
    max_length: int = 512

    name = "back-translation"
    level = "sentence"
    linguistics = "model"
    seed_name = "BackTrans"
    choice = "sentences that can be translated"
    resources = ("translation-models",)
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, SIMILARITY_SCORING)

    def __post_init__(self) -> None:
        for name in ("num_beams", "max_length"):
            self._require_whole(name)
        if self.models is None:
            return
        pair = isinstance(self.models, (tuple, list)) and len(self.models) == 2
        named = pair and all(isinstance(name, str) and name for name in self.models)
        self._require(named, "models", "two Hub ids or folders, there and back")
        object.__setattr__(self, "models", tuple(self.models))
        object.__setattr__(self, "resources", ())

    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        """All texts in the batches of the two models; one edit a text."""
        there, back = translation_pair(self.models)
        texts = list(dict.fromkeys(doc.text for doc in docs if not doc.guarded))
        abroad = translate(texts, there, self.num_beams, self.max_length)
        returned = dict(zip(texts, translate(abroad, back, self.num_beams, self.max_length)))
        return [self._edit(doc, returned) for doc in docs]

    def _edit(self, doc: Doc, returned: Mapping[str, str]) -> Sequence[Edit] | NotApplicable:
        if doc.guarded:
            return NotApplicable("the text contains protected words")
        new = returned[doc.text].strip()
        if not new:
            return NotApplicable("the translation is empty")
        return NoEdits(SAME_TEXT) if new.split() == doc.text.split() else [Edit(0, len(doc.text), new)]

    def __getstate__(self) -> dict[str, Any]:
        made_by = [file_stamp(name) for name in translation_pair(self.models)]
        return {**super().__getstate__(), _MADE_BY: made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})
