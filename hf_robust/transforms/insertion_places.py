"""Where beside a word something may be put in: never into an address, never between a word and its clitic."""

_MOST_MARKS = 8  # closing marks after a word that are skipped; a longer row of marks is no punctuation
_CLITIC_ROOM = 3  # characters of "n't", the longest clitic that is tested
_BEFORE_START, _ENDS = " \"'“‘([", ".!?:…\n"
_OPENING, _CLOSING = "([{\"'“‘«", ')]}"”»,.;:!?…。！？」』）।॥؟۔።'


def opens_sentence(text: str, start: int) -> bool:
    """Whether a word is the first of the text or of a sentence in it.

    Example:
        >>> [opens_sentence("Yes. No way", place) for place in (0, 5, 8)]
        [True, True, False]
    """
    before = text[max(0, start - 4) : start].rstrip(_BEFORE_START)
    return not before or before[-1] in _ENDS


def has_room_before(text: str, start: int) -> bool:
    """Whether something may stand before the word that begins here."""
    if text[start - 1 : start] in _OPENING:  # also at the start, where it is empty
        start -= 1
    return start <= 0 or text[start - 1].isspace()


def room_after(text: str, end: int) -> int:
    """Where a word may follow: past the marks that close this one, never before a clitic; -1 inside an address."""
    at = end
    while text[at : at + 1] in _CLOSING and at < min(len(text), end + _MOST_MARKS):  # "Mr.", "well," and "(good)."
        at += 1
    if at == len(text):
        return at
    if not text[at].isspace():
        return -1
    clitic = text[at + 1 : at + 1 + _CLITIC_ROOM].replace("’", "'")
    return -1 if clitic.startswith("n't") or (clitic[:1] == "'" and clitic[1:2].isalpha()) else at
