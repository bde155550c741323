"""Questions asked in other words: by another form, another question phrase, synonyms, or an opening."""

from collections.abc import Callable, Mapping, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import DO_TENSED, QUESTION_WORDS
from hf_robust.language.english.question_forms import forms
from hf_robust.language.english.question_parts import PREPOSITIONS, Piece, QuestionParts, question_parts, rendered
from hf_robust.language.english.question_phrases import other_phrases

_OPENINGS = ("According to the text, ", "According to the passage, ", "Going by the text, ", "In this passage, ")
_POINTED = frozenset({"text", "passage", "article", "according"})


def rewordings(doc: Doc, answer: str = "", replaced: Mapping[int, str] | None = None) -> list[str]:
    """The ways to ask the same in other words.

    Args:
        doc: The question, with its tags and its tree.
        answer: The gold answer, which tells what *when* asks for; empty where there is none.
        replaced: New words of tokens, by their number.

    Example:
        >>> doc = Doc.tagged("What/DET/WDT team/NOUN/NN won/VERB/VBD ?/PUNCT/.")
        >>> rewordings(doc)
        ['Which team won ?']
    """
    parts = question_parts(doc)
    if parts is None:
        return []
    words = replaced or {}
    found = [rendered(parts, pieces, words) for pieces in _all_pieces(parts, answer)]
    return list(dict.fromkeys(new for new in found if new.lower() != doc.text.lower()))


def _all_pieces(parts: QuestionParts, answer: str) -> list[Sequence[Piece]]:
    """The new forms; the exchange of "what" and "which" alone only where there is no other."""
    found: list[Sequence[Piece]] = [*forms(parts)]
    others: list[Sequence[Piece]] = [*other_phrases(parts, answer)]
    which: list[Sequence[Piece]] = [
        one for one in others if one[: parts.wh + 1][-1] in ("what", "which") and len(one) == parts.end
    ]
    found += [one for one in others if one not in which]
    return found or which


def opened(doc: Doc, rng: RowRandom) -> list[Edit]:
    """An opening that says where the answer is to be found; none where the question does not begin as a question.

    Args:
        doc: The question.
        rng: Draws.
    """
    words = [token.text.lower() for token in doc.tokens[:2]]
    place = 1 if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in QUESTION_WORDS else 0
    if not words or words[place] not in QUESTION_WORDS:
        return []
    first = doc.tokens[0]
    pointed = _POINTED & {token.text.lower() for token in doc.tokens}
    if first.start or pointed or not (first.text[1:].islower() or len(first.text) == 1):
        return []
    return [Edit(0, 1, rng.choice(_OPENINGS) + first.text[0].lower())]


def reworded(
    doc: Doc,
    rng: RowRandom,
    *,
    answer: str = "",
    synonyms: Callable[[], Sequence[Edit]] = tuple,
    lead_in: bool = False,
) -> Sequence[Edit]:
    """One of the ways to ask the same; none where no rule covers the question.

    Args:
        doc: The question, with its tags and its tree.
        rng: Draws.
        answer: The gold answer; empty where there is none.
        synonyms: Gives edits of single words, which are made too.
        lead_in: Whether a question that no rule covers gets an opening phrase.
    """
    # "Who did they beat": taggers take the verb after "did" for one in the past
    asks = any(token.text.lower() in DO_TENSED for token in doc.tokens)
    past = {token.start for token in doc.tokens if token.tag in ("VBD", "VBN", "VBP")} if asks else set()
    words = [one for one in synonyms() if one.start not in past]
    starts = {token.start: (place, token.end) for place, token in enumerate(doc.tokens)}
    replaced = {starts[one.start][0]: one.text for one in words if starts.get(one.start, (0, -1))[1] == one.end}
    options = rewordings(doc, answer, replaced)
    if options:
        return [_trimmed(doc.text, rng.choice(options))]
    return words or (opened(doc, rng) if lead_in else [])


def _trimmed(old: str, new: str) -> Edit:
    """The edit between two texts without the words that they share at both ends."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    while start and (old[start - 1].isalnum() or new[start - 1].isalnum()):
        start -= 1
    end = 0
    while end < min(len(old), len(new)) - start and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
        end += 1
    while end and old[len(old) - end].isalnum():
        end -= 1
    return Edit(start, len(old) - end, new[start : len(new) - end])
