"""A document cut into sentences, whatever its shape."""

from collections.abc import Iterator, Sequence
from typing import Any

from hf_robust.language.translation import sentences as sentences_of_text
from hf_robust.transforms.entity_spans import TITLES

ENDS = frozenset(".!?…") | {"..", "...", "?!", "!?"}
CLOSING = frozenset("\"'”’)]") | {"''", "-RRB-"}
_ABBREVIATED = TITLES | frozenset(
    "adm. ave. bros. brig. capt. cf. ch. cmdr. co. col. corp. cpl. dept. e.g. ed. eds. fl. gen. hon. i.e. inc. jr. lt. "
    "ltd. maj. messrs. mme. mt. mts. no. nos. pp. pvt. rev. sgt. sr. st. supt. univ. viz. vol. vols.".split()
)


def sentence_pieces(given: Any, shape: str) -> list[tuple[int, tuple[str, ...]]]:
    """Where each sentence of a document begins, and its parts: tokens, or one string.

    Args:
        shape: ``sentences``, ``tokens`` or ``text``.

    Example:
        >>> sentence_pieces(["He", "ran", ".", "She", "won", "."], "tokens")
        [(0, ('He', 'ran', '.')), (3, ('She', 'won', '.'))]
        >>> sentence_pieces("He met Dr. Fox. She won.", "text")
        [(0, ('He met Dr. Fox.',)), (16, ('She won.',))]
    """
    found: list[tuple[int, tuple[str, ...]]] = []
    at = 0
    if shape == "sentences":
        for sentence in given:
            found.append((at, tuple(sentence or ())))
            at += len(sentence or ())
    elif shape == "tokens":
        for end in _sentence_ends(given):
            found.append((at, tuple(given[at:end])))
            at = end
    else:
        for start, text in _texts(given):
            found.append((start, (text,)))
    return found


def _sentence_ends(tokens: Sequence[str]) -> Iterator[int]:
    """Number of the token after each sentence of a flat list."""
    place = 0
    while place < len(tokens):
        place += 1
        if tokens[place - 1] in ENDS:
            while place < len(tokens) and tokens[place] in CLOSING:
                place += 1
            if place < len(tokens) and (tokens[place][:1].isupper() or not tokens[place][:1].isalnum()):
                yield place
    yield len(tokens)


def _texts(text: str) -> Iterator[tuple[int, str]]:
    """Where each sentence of a text begins, and the sentence; what was cut behind an abbreviation is one again."""
    at, start = 0, 0
    pieces = sentences_of_text(text)
    for number, (sentence, space) in enumerate(pieces):
        at += len(sentence) + len(space)
        following = pieces[number + 1][0].lstrip("\"'“‘([")[:1] if number + 1 < len(pieces) else "X"
        last = sentence.split()[-1].lstrip("\"'“‘([").lower()
        short = last in _ABBREVIATED or sentence[-3:-2] in (".", " ")
        if "\n" not in space and (not following.isupper() or (short and number + 1 < len(pieces))):
            continue
        yield start + len(text[start:at]) - len(text[start:at].lstrip()), text[start:at].strip()
        start = at
