"""Neutral adverbs put before verbs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

import numpy as np

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.verbs import is_name, is_whole, plain, token_number
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.annotated_words import AnnotatedWordTransformation, tokens_with
from hf_robust.transforms.base import GENERAL_TASKS, preserves, register

_BEFORE_FINITE = frozenset({"NN", "NNS", "NNP", "NNPS", "WDT", "WP", "CC", "PRP", "DT"})
# what must stand before a verb of each tag: the layer, and what it says
_BEFORE = {
    "VB": ("tag", frozenset({"MD"})),
    "VBG": ("pos", frozenset({"AUX"})),
    "VBN": ("pos", frozenset({"AUX"})),
    **dict.fromkeys(("VBZ", "VBP", "VBD"), ("tag", _BEFORE_FINITE)),
}
_SUBJECTS = {"VBZ": frozenset({"he", "she", "it"}), "VBP": frozenset({"i", "you", "we", "they"})}
_ANY_SUBJECT = frozenset({"i", "you", "he", "she", "it", "we", "they"})
_PRESENT_BE = frozenset({"is", "are", "am", "'s", "'re", "'m"})
_PAST_BE = frozenset({"was", "were"})
_HAVE = frozenset({"has", "have", "had", "'ve"})
_CAUSES = frozenset("let make help see watch hear have feel".split())  # "it makes people laugh": no finite verb
_DOUBT = frozenset({"may", "might", "must"})  # "may certainly" contradicts itself
_NEGATIVE = frozenset({"nobody", "nothing", "none", "one", "neither"})  # "nothing often works"
_NEGATED = frozenset({"never", "not", "n't", "hardly", "barely", "rarely", "seldom"})  # "never have gone"
_LEFT_OUT = frozenset("be let thank use".split())
_ASIDES = frozenset("mean guess bet suppose think know say see".split())  # "I mean", "you know"


@register
@dataclass(frozen=True, kw_only=True)
class InsertAdverb(AnnotatedWordTransformation):
    """A neutral adverb of manner, frequency, degree, time or certainty before full verbs.

    The adverb suits the verb and its form: one of frequency stands before a present form, one of manner only
    before verbs of doing. Left out are auxiliaries and the copula, infinitives, negated verbs, commands, and
    verbs that have an adverb before them. In trees the adverb hangs on its verb.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "InsertAdv".

    Example:
        >>> doc = Doc.tagged("She/PRON/PRP drinks/VERB/VBZ/drink tea/NOUN/NN")
        >>> InsertAdverb().preview(doc, seed=3)
        'She really drinks tea'
    """

    name = "insert-adverb"
    version = "2"
    level = "word"
    linguistics = "syntax"
    seed_name = "InsertAdv"
    choice = "verbs that can take an adverb"
    needs = frozenset({"pos", "lemma"})
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 1.0
    keeps_tokens: ClassVar[bool] = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [
            (token.start, token.end)
            for place, token in enumerate(doc.tokens)
            if token.pos == "VERB" and doc.is_free(token.start, token.end) and _adverbs(doc, place) is not None
        ]

    def eligible_tokens(self, texts: AnnotatedTexts) -> np.ndarray:
        may = np.zeros(len(texts.tokens.start), bool)
        for tag, (layer, known) in _BEFORE.items():
            may |= texts.among("tag", {tag}) & texts.follows(texts.among(layer, known))
        return tokens_with(texts, may & texts.among("pos", {"VERB"}), _adverbs)

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        words = _adverbs(doc, doc.token_at(start))
        return _inserted(start, doc.text[start:end], words, rng, _tags(doc, start, end))

    def edits_at(self, texts: AnnotatedTexts, tokens: np.ndarray, draws: Draws) -> Iterable[Edit | None]:
        _, starts, _ = texts.spans(tokens)
        words, keys = texts.strings("token", tokens), draws.keys.tolist()
        for number, start, word, key in zip(tokens.tolist(), starts, words, keys):
            yield _inserted(start, word, texts.facts[number], RowRandom(key))


def _inserted(
    start: int, word: str, adverbs: Sequence[str] | None, rng: RowRandom, tags: Mapping[str, Sequence] | None = None
) -> Edit | None:
    if not adverbs:
        return None
    adverb = rng.choice(adverbs)
    return Edit(start, start, f"{adverb.upper() if word.isupper() else adverb} ", tags)


def _tags(doc: Doc, start: int, end: int) -> Mapping[str, Sequence] | None:
    if doc.bounds is None:
        return None
    return {"upos": ["ADV"], "xpos": ["RB"], "deprel": ["advmod"], "head": [token_number(doc, start, end)]}


def _adverbs(doc: Doc, place: int) -> Sequence[str] | None:
    """The adverbs that suit a full verb and its form; None where none may be put before it."""
    tokens = doc.tokens
    frame = _frame(tokens, place) if place else None
    if frame is None or not is_whole(doc, tokens[place]) or is_name(tokens, place):
        return None
    return _fitting(frame, tokens[place].lemma.lower())


def _frame(tokens: Sequence[Token], place: int) -> str | None:
    """In what kind of verb group a full verb stands; None where no adverb may be put before it."""
    token, before = tokens[place], tokens[place - 1]
    tag, word, lemma = token.tag, plain(before), token.lemma.lower()
    layer, known = _BEFORE.get(tag, ("tag", frozenset()))
    if getattr(before, layer) not in known:
        return None
    if lemma in _LEFT_OUT or (place > 1 and plain(tokens[place - 2]) in _NEGATED):
        return None
    if tag == "VB":
        return "modal" if word not in _DOUBT else None
    if tag == "VBG":
        return "progressive" if word in _PRESENT_BE | _PAST_BE else None
    if tag == "VBN":
        return _participle_frame(word)
    if _has_subject(tokens, place) and not _is_auxiliary(tokens, place):
        return "past" if tag == "VBD" else "present"
    return None


def _participle_frame(word: str) -> str | None:
    if word in _HAVE:
        return "perfect"
    # "'s made" may be "has made"
    return "passive" if word in _PRESENT_BE and word != "'s" else "passive-past" if word in _PAST_BE else None


def _is_auxiliary(tokens: Sequence[Token], place: int) -> bool:
    """Whether what is tagged as a full verb is an auxiliary: "had cost", "as they do."."""
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    light = tokens[place].lemma.lower() in ("have", "do")
    if following is None or plain(following) in ("not", "n't"):
        return light
    return light and (following.tag == "VBN" or not following.tag[:1].isalpha())


def _has_subject(tokens: Sequence[Token], place: int) -> bool:
    """Whether the word before can be the end of the verb's subject, or joins the verb to another."""
    token, before = tokens[place], tokens[place - 1]
    word, lemma = plain(before), token.lemma.lower()
    if word in _NEGATIVE:
        return False
    if before.tag == "PRP":
        if lemma in _ASIDES and word in ("i", "you"):
            return False
        if word not in _SUBJECTS.get(token.tag, _ANY_SUBJECT):
            return False
    elif before.tag == "DT" and before.pos != "PRON":
        return False
    if token.tag != "VBP":
        return True
    return not any(other.lemma.lower() in _CAUSES for other in tokens[max(0, place - 5) : place])


@cache
def _groups() -> tuple[tuple[str, frozenset[str], frozenset[str], tuple[str, ...]], ...]:
    return tuple(
        (group["kind"], frozenset(group["frames"]), frozenset(group.get("verbs", ())), group["words"])
        for group in lexicon("adverbs")["words"]
    )


@lru_cache(maxsize=16384)
def _fitting(frame: str, lemma: str) -> tuple[str, ...]:
    """The adverbs that may stand in a frame before a verb."""
    found: list[str] = []
    state = lemma in lexicon("adverbs")["states"]
    for kind, frames, verbs, words in _groups():
        if frame not in frames or (verbs and lemma not in verbs) or (state and kind == "frequency"):
            continue
        found.extend(word for word in words if word not in found)
    return tuple(found)
