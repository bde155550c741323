"""Chinese words and texts rewritten by a model: a masked language model, and translation there and back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import SAME_TEXT, NoEdits
from hf_robust.language.chinese.character_fills import LONGEST, character_fills
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.predicates import polarities
from hf_robust.language.chinese.script import is_han, is_traditional, to_simplified, to_traditional
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.language.fill_mask import Suggestion
from hf_robust.language.lookup import file_stamp
from hf_robust.language.resources import stamp
from hf_robust.language.translation import translate_whole
from hf_robust.language.translation_pairs import translation_pair
from hf_robust.tasks import HATE_SPEECH, NER, NESTED_NER, NLI, POS, SENTIMENT, SIMILARITY, SIMILARITY_SCORING
from hf_robust.transforms.base import GENERAL_TASKS, LABELED_TEXTS, Batched, Effect, Transformation, preserves, register
from hf_robust.transforms.chinese.word_transformation import ChineseWords

_MADE_BY = "__made_by__"
_OPEN = frozenset({"NOUN", "VERB", "ADJ"})
_LEAST = 0.1  # of the best word's probability: what is less likely reads odd


class _Stamped:
    """Mixin of those that a model makes: what it is reaches the cache, and stays out of the object."""

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})  # type: ignore[misc]


@register
@dataclass(frozen=True, kw_only=True)
class ChineseMaskedLM(_Stamped, Batched, ChineseWords):
    """Replace a word with a word of the same part of speech that a masked language model predicts.

    Nouns, verbs and adjectives are masked one at a time, with all of their characters. The new word is in the
    dictionary, has the same number of characters and the same part of speech, and at least a tenth of the probability
    of the most likely word. It is sampled by probability. Words that already occur in the text are not used.

    Args:
        model: Hub id or folder of a fill-mask model of Chinese characters. Default: the model in
            ``HF_ROBUST_MASKED_LM_ZH``, or ``bert-base-chinese`` in the local cache of the Hub.
        top_k: Number of most likely words to consider.
        neutral: Whether only words without sentiment are replaced, with words without sentiment. Sentiment labels are
            then preserved. Without it, the effect is known only for tags.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "MLMSuggestion".

    Example:
        >>> ChineseMaskedLM(model="google-bert/bert-base-chinese").top_k
        50
    """

    model: str | None = None
    top_k: int = 50
    neutral: bool = True

    name = "masked-lm"
    linguistics = "model"
    seed_name = "MLMSuggestion"
    choice = "nouns, verbs and adjectives"
    resources: ClassVar[tuple[str, ...]] = ("masked-lm",)
    effects = MappingProxyType(
        {**dict.fromkeys(GENERAL_TASKS, Effect.UNKNOWN), **preserves(SENTIMENT, POS, NER, NESTED_NER)}
    )
    default_rate: ClassVar[float] = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("top_k")
        self._require(isinstance(self.neutral, bool), "neutral", "True or False")
        self._require(self.model is None or isinstance(self.model, str), "model", "a Hub id, a folder or None")
        if self.model is not None:
            object.__setattr__(self, "resources", ())

    def effect_on(self, task: str) -> Effect | None:
        """As for the class; with words of sentiment it is not known of a sentiment."""
        return Effect.UNKNOWN if task == SENTIMENT and not self.neutral else self.effects.get(task)

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        """All words that may stand there, the likeliest first."""
        return [edit for edit, _ in self._fitting(view, number, self._suggested([(view, number)])[0])]

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        view = word_view(doc)
        return [view.places[number] for number in range(len(view)) if self._may_go(view, number)]

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        view = word_view(doc)
        asked = view, view.number_at(start)
        return self._ordered(*asked, self._suggested([asked])[0], rng)

    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        """All words that are drawn are asked for together; where nothing fits, another word is drawn."""
        rows = [_Row(self, doc, rng) for doc, rng in zip(docs, rngs)]
        while drawn := [(row, place) for row in rows for place in row.take()]:
            asked = [(row.view, row.view.number_at(row.words[place][0])) for row, place in drawn]
            for (row, place), one, found in zip(drawn, asked, self._suggested(asked)):
                row.settle(next(self._ordered(*one, found, row.rng.fork(place)), None))
        return [row.result() for row in rows]

    def _suggested(self, asked: Sequence[tuple[WordView, int]]) -> list[list[Suggestion]]:
        texts, places = [view.text for view, _ in asked], [view.places[number] for view, number in asked]
        return character_fills(texts, places, self.top_k, self.model)

    def _ordered(self, view: WordView, number: int, found: Sequence[Suggestion], rng: RowRandom) -> Iterator[Edit]:
        """Of what fits, the likelier is the likelier to come first."""
        fitting = self._fitting(view, number, found)
        for place in rng.weighted_order([share for _, share in fitting]):
            yield fitting[place][0]

    def _fitting(self, view: WordView, number: int, found: Sequence[Suggestion]) -> list[tuple[Edit, float]]:
        (start, end), tag = view.places[number], view.tags(number)[0]
        best = max((one.probability for one in found), default=0.0)
        return [
            (Edit(start, end, view.written(one.word)), one.probability)
            for one in found
            if one.probability >= _LEAST * best
            and one.word not in view.text
            and universal_tags_of(one.word)[:1] == (tag,)
            and self._allowed(one.word)
        ]

    def _may_go(self, view: WordView, number: int) -> bool:
        word = view.word(number)
        if len(word) > LONGEST or not all(map(is_han, word)) or not view.doc.is_free(*view.places[number]):
            return False
        return bool(_OPEN.intersection(view.tags(number)[:1])) and self._allowed(word)

    def _allowed(self, word: str) -> bool:
        return not self.neutral or polarities().get(word, "neutral") == "neutral"

    def __getstate__(self) -> dict[str, Any]:
        try:
            made_by = stamp("masked-lm", self.model, "zh")
        except MissingResource:
            made_by = ""
        return {**super().__getstate__(), _MADE_BY: made_by}


class _Row:
    """One text on its way: which words are still to be asked for, and what has become of the others."""

    def __init__(self, what: ChineseMaskedLM, doc: Doc, rng: RowRandom):
        self.what, self.rng, self.view = what, rng, word_view(doc)
        self.words = what.eligible(doc)
        self.wanted = what.wanted(len(self.words))
        self.found: list[Edit] = []
        self.reason: NotApplicable | None = None
        self._order: Iterator[int] = iter(())
        if len(self.words) >= self.wanted:
            try:
                self._order = iter(what.order(doc, self.words, rng))
            except NotApplicable as reason:
                self.reason = reason

    def take(self) -> list[int]:
        """The next words, as many as are missing."""
        return list(islice(self._order, self.wanted - len(self.found)))

    def settle(self, edit: Edit | None) -> None:
        if edit is not None:
            self.found.append(edit)

    def result(self) -> Sequence[Edit] | NotApplicable:
        if self.reason is not None:
            return self.reason
        try:
            self.what.check_count(len(self.found))
        except NotApplicable as reason:
            return reason
        return sorted(self.found, key=lambda edit: edit[:2])


@register
@dataclass(frozen=True, kw_only=True)
class ChineseBackTranslation(_Stamped, Batched, Transformation):
    """Translate the text into English and back, sentence by sentence.

    Texts with a sentence that is too long for one of the models do not change. Nothing is truncated.

    Args:
        models: Hub ids or folders of the two models (forward and back), downloaded if needed. Default: the models in
            ``HF_ROBUST_TRANSLATION_ZH`` (separated by a comma), or the OPUS models for English in the local cache of
            the Hub.
        num_beams: Number of beams.
        max_length: Maximum number of word pieces per sentence, input or output.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "BackTrans".

    Example:
        >>> ChineseBackTranslation(models=("Helsinki-NLP/opus-mt-zh-en", "Helsinki-NLP/opus-mt-en-zh")).num_beams
        4
    """

    models: tuple[str, str] | None = None
    num_beams: int = 4
    max_length: int = 512

    name = "back-translation"
    version = "zh.1"
    level = "sentence"
    linguistics = "model"
    seed_name = "BackTrans"
    choice = "sentences that can be translated"
    languages = ("zh",)
    resources: ClassVar[tuple[str, ...]] = ("translation-models",)
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
        """All sentences in the batches of the two models; one edit a text."""
        cut = [[] if doc.guarded else doc.language.sentences(doc.text) for doc in docs]
        wanted = [to_simplified(doc.text[start:end]) for doc, places in zip(docs, cut) for start, end in places]
        returned = self._returned(list(dict.fromkeys(wanted)))
        return [self._edit(doc, places, returned) for doc, places in zip(docs, cut)]

    def _returned(self, sentences: Sequence[str]) -> Mapping[str, str | None]:
        """Each sentence as it comes back; None for one that is too long."""
        there, back = translation_pair(self.models, "zh")
        abroad = dict(zip(sentences, translate_whole(sentences, there, self.num_beams, self.max_length)))
        foreign = list(dict.fromkeys(text for text in abroad.values() if text))
        home = dict(zip(foreign, translate_whole(foreign, back, self.num_beams, self.max_length)))
        return {text: home[found] if found else found for text, found in abroad.items()}

    def _edit(
        self, doc: Doc, places: Sequence[Offsets], returned: Mapping[str, str | None]
    ) -> Sequence[Edit] | NotApplicable:
        if doc.guarded:
            return NotApplicable("the text contains protected words")
        new, at = "", 0
        for start, end in places:
            found = returned[to_simplified(doc.text[start:end])]
            if found is None:
                return NotApplicable("a sentence is too long for the translation models")
            if not found.strip():
                return NotApplicable("the translation is empty")
            new += doc.text[at:start] + found.strip()
            at = end
        new += doc.text[at:]
        new = to_traditional(new) if is_traditional(doc.text) else new
        return NoEdits(SAME_TEXT) if new == doc.text else [Edit(0, len(doc.text), new)]

    def __getstate__(self) -> dict[str, Any]:
        made_by = [file_stamp(name) for name in translation_pair(self.models, "zh")]
        return {**super().__getstate__(), _MADE_BY: made_by}
