"""Verbs moved between present and past tense."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.verbs import (
    ADVERBS,
    agreement,
    children,
    is_first,
    is_name,
    is_whole,
    plain,
    reinflected,
    subject_of,
)
from hf_robust.tasks import ABSA, HATE_SPEECH, NER, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.annotated_words import AnnotatedWordTransformation, tokens_with
from hf_robust.transforms.base import match_case, preserves, register

_TO_PAST = {
    "is": "was",
    "are": "were",
    "am": "was",
    "'re": "were",
    "'m": "was",
    "has": "had",
    "have": "had",
    "'ve": "had",
    "does": "did",
    "do": "did",
}
_TO_PRESENT = {
    "had": {"I": "have", "he": "has", "they": "have"},
    "'d": {"I": "have", "he": "has", "they": "have"},
    "did": {"I": "do", "he": "does", "they": "do"},
}
_MODALS = {"will": "would", "'ll": "would", "wo": "would", "can": "could", "ca": "could"}
_NEGATED = {"will": "wo", "can": "ca"}  # before "n't"
_PAST_MODALS = {"would": "will", "'d": "will", "could": "can"}
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_BARE = frozenset({"rather", "better", "best"})  # "would rather", "had better" have no other tense
_BEFORE_NOUN = frozenset("a an the no every my your his its our their".split())  # "by no means"
_NOMINAL = frozenset({"obj", "obl", "nsubj", "amod", "nmod", "compound"})  # a noun that is tagged as a verb
_NOT_FINITE = ("amod", "acl", "compound", "nmod")  # what the tagger took for a past form of a noun's participle


@register
@dataclass(frozen=True, kw_only=True)
class Tense(AnnotatedWordTransformation):
    """Finite verbs move between present and past, in the same person and number.

    Auxiliaries move too, also contracted ones ("it's" becomes "it was"), and "will" and "can" change with
    "would" and "could". Participles and infinitives stay. A verb stays whose past looks like its
    present ("put"), and one that goes to the present when its subject cannot be told.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Tense".

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP plays/VERB/VBZ and/CCONJ/CC they/PRON/PRP sang/VERB/VBD")
        >>> Tense().preview(doc)
        'He played and they sing'
    """

    name = "tense"
    version = "2"
    level = "word"
    linguistics = "morphology"
    seed_name = "Tense"
    choice = "verbs that can change"
    needs = frozenset({"pos", "dep"})
    parse_where = _FINITE
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, NER)
    default_rate: ClassVar[float] = 1.0

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [
            (token.start, token.end)
            for place, token in enumerate(doc.tokens)
            if token.tag in _FINITE and doc.is_free(token.start, token.end) and _written(doc, place) is not None
        ]

    def eligible_tokens(self, texts: AnnotatedTexts) -> np.ndarray:
        return tokens_with(texts, texts.among("tag", _FINITE), _written)

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return _written(doc, doc.token_at(start))

    def edits_at(self, texts: AnnotatedTexts, tokens: np.ndarray, draws: Draws) -> Iterable[Edit]:
        _, starts, ends = texts.spans(tokens)
        return map(Edit, starts, ends, map(texts.facts.__getitem__, tokens.tolist()))


def _written(doc: Doc, place: int) -> str | None:
    """A finite verb in its other tense, as it is written where it stands; None where it has none."""
    tokens = doc.tokens
    token = tokens[place]
    new = _moved(tokens, place) if is_whole(doc, token) and not is_name(tokens, place) else None
    if new is None:
        return None
    word = token.text
    loud = word[0] in "'’" and word[1:].isupper() and _shouts(tokens, place)
    new = new.upper() if loud else match_case(word, new)
    # "it's" becomes "it was", "cannot" "could not"
    before = " " if token.start and word[0] in "'’" and not doc.text[token.start - 1].isspace() else ""
    after = " " if doc.text[token.end : token.end + 3].lower() == "not" else ""
    return before + new + after


def _shouts(tokens: Sequence[Token], place: int) -> bool:
    return place > 0 and tokens[place - 1].text.isupper() and len(tokens[place - 1].text) > 1


def _moved(tokens: Sequence[Token], place: int) -> str | None:
    """The other tense of a verb, in lower case; None when it has none."""
    token, word = tokens[place], plain(tokens[place])
    following = plain(tokens[place + 1]) if place + 1 < len(tokens) else ""
    if following in _BARE:
        return None
    if word == "'d" and _verb_after(tokens, place, "tag") in ("VBN", "VBD"):
        who = agreement(tokens, place)
        return who and _TO_PRESENT[word][who]
    if token.tag == "MD":
        return _modal(tokens, place, word, following)
    if token.tag == "VBD":
        return _present(tokens, place, word)
    if word == "'s":
        return None if place and plain(tokens[place - 1]) == "let" else "had" if _is_perfect(tokens, place) else "was"
    if word in _TO_PAST:
        return None if word in ("have", "do", "are") and _commands(tokens, place) else _TO_PAST[word]
    if token.tag == "VBZ" and place and _before_noun(tokens[place - 1]):
        return None
    if token.tag == "VBP" and (following == "n't" or _commands(tokens, place)):
        return None
    if token.dep != "ROOT" and (token.tag == "VBP" or token.dep in _NOMINAL) and subject_of(tokens, place) is None:
        return None
    return _other_form(word, token.tag, "VBD")


def _modal(tokens: Sequence[Token], place: int, word: str, following: str) -> str | None:
    if word in _MODALS:
        return _MODALS[word]
    present = _PAST_MODALS.get(word)
    # "could have gone" is no past of "can have gone"
    if present is None or (present == "can" and _verb_after(tokens, place) in ("have", "'ve")):
        return None
    return _NEGATED[present] if following == "n't" else present


def _verb_after(tokens: Sequence[Token], place: int, layer: str = "text") -> str:
    """The next word that is no adverb, in lower case, or its tag."""
    found = next((token for token in tokens[place + 1 :] if token.tag not in ADVERBS), None)
    return "" if found is None else found.tag if layer == "tag" else plain(found)


def _before_noun(token: Token) -> bool:
    """Whether what follows must be a noun, though it is tagged as a verb: "by no means"."""
    return plain(token) in _BEFORE_NOUN or (token.tag == "CD" and plain(token) != "one")


def _is_perfect(tokens: Sequence[Token], place: int) -> bool:
    """Whether a contracted "'s" is "has"."""
    head = tokens[place].head
    if _verb_after(tokens, place) in ("been", "got"):
        return True
    return tokens[place].dep == "aux" and head >= 0 and tokens[head].tag == "VBN"


def _commands(tokens: Sequence[Token], place: int) -> bool:
    """Whether what is tagged as a present form has no subject, as an imperative: "Thank you"."""
    return is_first(tokens, place) and (place + 1 >= len(tokens) or subject_of(tokens, place) is None)


def _present(tokens: Sequence[Token], place: int, word: str) -> str | None:
    token = tokens[place]
    if token.dep in _NOT_FINITE or (word == "used" and place + 1 < len(tokens) and plain(tokens[place + 1]) == "to"):
        return None
    who = agreement(tokens, place)
    if word in ("was", "were"):
        return _present_of_be(word, who, plain(tokens[place + 1]) if place + 1 < len(tokens) else "")
    if who is None or _may_be_participle(tokens, place, word):
        return None
    if word in _TO_PRESENT:
        return _TO_PRESENT[word][who]
    return _other_form(word, token.tag, "VBZ" if who == "he" else "VBP")


def _may_be_participle(tokens: Sequence[Token], place: int, word: str) -> bool:
    """Whether the tagger may have taken a participle for a past form: "a humble effort, but spiced with humour"."""
    token = tokens[place]
    borrowed = token.dep == "conj" and not any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place))
    return borrowed and tokens[token.head].tag != "VBD" and reinflected(word, "VBN", "VB") is not None


def _present_of_be(word: str, who: str | None, following: str) -> str | None:
    if word == "was":
        # there is no "amn't"
        return "is" if who != "I" else None if following == "n't" else "am"
    # "if it were" is no past
    return None if who in ("I", "he") else "are"


def _other_form(word: str, tag: str, new: str) -> str | None:
    form = reinflected(word, tag, new)
    return None if form == word else form
