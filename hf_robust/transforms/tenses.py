"""Texts moved between present and past tense."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import PROTECTED, NoEdits
from hf_robust.language.english.tense_shift import Shift, shifted
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import is_whole
from hf_robust.tasks import ABSA, COREFERENCE, HATE_SPEECH, NER, NESTED_NER, RELATION, SENSES, SENTIMENT
from hf_robust.transforms.base import LABELED_TEXTS, WordTransformation, match_case, preserves, register


@register
@dataclass(frozen=True, kw_only=True)
class Tense(WordTransformation):
    """Change all finite verbs of a text from present to past or from past to present. Person and number are kept.

    A text that has both tenses moves to the past: its present verbs change, and its past verbs stay as they are.
    Auxiliaries change too, also contracted ones ("it's" becomes "it was"). "Has sung" becomes "had sung". "Can" becomes
    "could", and "will" and "would" change in reported speech; "would", "should" and "might" go with both tenses. Texts
    about the future alone and questions of mathematics do not change. Participles, infinitives and capitalized verbs of
    titles do not change. Times change with the verbs ("now" becomes "then"). A text does not change if it has a time
    that goes with its tense alone ("two years ago", "in the 1950s"), a condition or quoted speech, if one of its verbs
    cannot change, or if the tags of a verb and its subject do not agree, because then one of them may be wrong. With
    ``rate`` or ``count``, only some of the verbs change, and the text has both tenses.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Tense".

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP//nsubj/2 plays/VERB/VBZ//root/0 well/ADV/RB//advmod/2")
        >>> Tense().preview(doc)
        'He played well'
    """

    name = "tense"
    version = "17"
    level = "word"
    linguistics = "morphology"
    seed_name = "Tense"
    choice = "finite verbs"
    needs = frozenset({"pos", "dep"})
    parse_where = FINITE
    # not where a pronoun is clear from what caused what
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, NER, NESTED_NER, RELATION, COREFERENCE, SENSES)
    default_rate: ClassVar[float] = 1.0
    most_candidates: ClassVar[int] = 1

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [(doc.tokens[place].start, doc.tokens[place].end) for place in _written(doc)]

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit] | NoEdits:
        if self.count is not None or (self.rate or self.default_rate) < 1:
            return super().edits(doc, rng)
        tokens = doc.tokens  # all verbs change, so nothing is drawn
        written = sorted(_written(doc).items())
        found = [Edit(tokens[place].start, tokens[place].end, new) for place, new in written]
        return found or NoEdits(self.why_unchanged(doc))

    def why_unchanged(self, doc: Doc) -> str:
        return _shift(doc).reason or PROTECTED

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return _written(doc).get(doc.token_at(start))


@lru_cache(maxsize=1)
def _shift(doc: Doc) -> Shift:
    return shifted(doc.tokens)


@lru_cache(maxsize=1)
def _written(doc: Doc) -> Mapping[int, str]:
    """What the finite verbs of a text, and the times that move along, become, by their indices."""
    tokens = doc.tokens
    forms = _shift(doc).forms
    if not forms:
        return {}
    free = all(is_whole(doc, tokens[n]) and doc.is_free(tokens[n].start, tokens[n].end) for n in forms)
    moved = {place: form for place, form in forms.items() if form != tokens[place].text.lower()}
    written = {place: _cased(doc, place, form) for place, form in moved.items()} if free else {}
    return {place: new for place, new in written.items() if new != tokens[place].text}


def _cased(doc: Doc, place: int, new: str) -> str:
    """A form as it is written where the verb stands."""
    tokens = doc.tokens
    token, word = tokens[place], tokens[place].text
    loud = word[0] in "'’" and word[1:].isupper() and _shouts(tokens, place)
    new = new.upper() if loud else match_case(word, new)
    # "it's" becomes "it was", "cannot" "could not"
    before = " " if token.start and word[0] in "'’" and not doc.text[token.start - 1].isspace() else ""
    after = " " if doc.text[token.end : token.end + 3].lower() == "not" else ""
    return before + new + after


def _shouts(tokens: Sequence[Token], place: int) -> bool:
    return place > 0 and tokens[place - 1].text.isupper() and len(tokens[place - 1].text) > 1
