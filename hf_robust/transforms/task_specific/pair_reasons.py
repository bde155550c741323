"""Why a hypothesis cannot be turned into one that contradicts its premise."""

from hf_robust.core.doc import Doc
from hf_robust.language.english.asserted_clause import main_clause
from hf_robust.language.english.closed_classes import HEDGES, NEGATIONS, PAST_MODALS, PRESENT_MODALS
from hf_robust.language.english.opposites_in_context import opposed_words
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.unseen_verbs import with_verb
from hf_robust.transforms.antonyms import opposites_at
from hf_robust.transforms.task_specific.pair_assertions import is_hedged
from hf_robust.transforms.task_specific.pair_told import told_share
from hf_robust.transforms.task_specific.pair_view import PairWords

_HEDGED = HEDGES | PAST_MODALS | PRESENT_MODALS | {"appear", "seem"}


def why_not_turned(doc: Doc, other: Doc) -> str:
    """Why no word of a hypothesis was replaced, by the first sign that is found.

    Args:
        doc: The hypothesis.
        other: The premise.
    """
    doc = with_verb(doc)
    mine, yours = PairWords(doc), PairWords(other)
    if "?" in mine.low:
        return "the hypothesis asks"
    if not any(token.tag in FINITE for token in doc.tokens):
        return "no finite verb was found in the hypothesis"
    if not NEGATIONS.isdisjoint(mine.low):
        return "the hypothesis is negated"
    if not _HEDGED.isdisjoint(mine.all) or is_hedged([*mine.all]):
        return "the hypothesis is hedged: it says what may be, is wanted or is reported"
    words = _opposed(doc, mine)
    if words and not any(yours.has(word) for word in words):
        return "the premise does not have the word with an opposite, so the opposite may be neutral"
    if words:
        return "the opposite of a word that both texts have may be true beside the premise"
    if told_share(mine, yours) < 1:
        return "no word has a known opposite, and the premise tells it in other words, so a denial may be neutral"
    if main_clause(doc.tokens) is None:
        return "no word has a known opposite, and the hypothesis has no plain main clause to deny"
    return "no word has a known opposite that the premise excludes, and the main clause cannot be denied"


def _opposed(doc: Doc, mine: PairWords) -> list[str]:
    """The words of a text that have an opposite."""
    adjectives = (place for place, token in enumerate(doc.tokens) if token.pos == "ADJ" and opposites_at(doc, place))
    return [*(found.key for found in opposed_words(doc)), *(mine.low[place] for place in adjectives)]
