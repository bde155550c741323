"""Questions asked with other question words, or with an opening that says where the answer is to be found."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import BE_THIRD, COMMON_PREPOSITIONS, DO_TENSED, QUESTION_WORDS

_OPENINGS = ("According to the text, ", "According to the passage, ", "Going by the text, ", "In this passage, ")
_WITH_WHAT = COMMON_PREPOSITIONS | {"under", "during"}
_NO_KIND = BE_THIRD | DO_TENSED | {"time", "else", "happened"}


def rewordings(doc: Doc) -> list[Sequence[Edit]]:
    """The ways to ask the same in other words: each is the edits that it takes.

    Args:
        doc: The question, with its tags.

    Example:
        >>> doc = Doc.tagged("What/DET/WDT team/NOUN/NN won/VERB/VBD ?/PUNCT/.")
        >>> [edits[0].text for edits in rewordings(doc)][:2]
        ['Which', 'According to the text, w']
    """
    tokens = doc.tokens
    words = [token.text.lower() for token in tokens]
    found: list[Sequence[Edit]] = []
    if not words:
        return found
    place = 1 if words[0] in _WITH_WHAT and words[1:2] and words[1] in QUESTION_WORDS else 0
    if words[place] not in QUESTION_WORDS:
        return found
    swapped = _swapped(doc, words, place)
    if swapped is not None:
        found.append([swapped])
    first = tokens[0]
    pointed = {"text", "passage", "article", "according"} & set(words)
    if first.start == 0 and first.text[1:].islower() | (len(first.text) == 1) and not pointed:
        found += [[Edit(0, 1, opening + first.text[0].lower())] for opening in _OPENINGS]
    return found


def _swapped(doc: Doc, words: Sequence[str], place: int) -> Edit | None:
    """ "What team" for "Which team", and the reverse; "What number of" for "How many"."""
    tokens = doc.tokens
    token, after = tokens[place], tokens[place + 1 : place + 2]
    if not after or place + 2 >= len(tokens):
        return None
    capital = token.text[:1].isupper()
    following = after[0]
    if words[place] == "how" and following.text == "many":
        noun = tokens[place + 2]
        fits = noun.tag in ("NNS", "JJ", "NN") and noun.text.islower()
        return Edit(token.start, following.end, "What number of" if capital else "what number of") if fits else None
    is_noun = following.tag in ("NN", "NNS", "JJ", "NNP", "NNPS") and words[place + 1] not in _NO_KIND
    if not is_noun or words[place] not in ("what", "which"):
        return None
    new = "which" if words[place] == "what" else "what"
    return Edit(token.start, token.end, new.capitalize() if capital else new)


def reworded(doc: Doc, rng: RowRandom) -> Sequence[Edit]:
    """One of the ways to ask the same; none where no rule covers the question.

    Args:
        doc: The question, with its tags.
        rng: Draws.
    """
    options = rewordings(doc)
    if not options:
        return []
    # an exchange of words is drawn as often as an opening
    exchanges = [edits for edits in options if edits[0].text[0].islower() or edits[0].end > 1]
    if exchanges and rng.random() < 0.5:
        return exchanges[0]
    return rng.choice(options)
