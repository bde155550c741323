"""A word with its neighbors."""

from typing import NamedTuple

from hf_robust.core.doc import Doc, Token

_NEAR = 5  # how many tokens after its verb a particle may stand
_NO_TOKEN = Token(0, 0, "")


class TokenWindow(NamedTuple):
    """A word and its neighbors; of a neighbor that is missing all strings are empty.

    Args:
        pos: Its universal part of speech.
        tag: Its Penn tag.
        lemma: Its dictionary form.
        before: The token before it.
        before_pos: Part of speech of that.
        before_lemma: Dictionary form of that.
        after: The token after it.
        after_pos: Part of speech of that.
        after_lemma: Dictionary form of that.
        hyphenated: Whether a hyphen touches the word.
        particle: Whether a particle ("up" in "set it up") stands near after it.
    """

    text: str
    pos: str
    tag: str
    lemma: str
    before: str
    before_pos: str
    before_lemma: str
    after: str
    after_pos: str
    after_lemma: str
    hyphenated: bool
    particle: bool


def window(doc: Doc, place: int) -> TokenWindow:
    """The window of one token.

    Args:
        place: Number of the token.

    Example:
        >>> window(Doc.tagged("a/DET set-up/NOUN"), 1)[:5]
        ('set-up', 'NOUN', '', 'set-up', 'a')
    """
    tokens, text = doc.tokens, doc.text
    word = tokens[place]
    before = tokens[place - 1] if place else _NO_TOKEN
    after = tokens[place + 1] if place + 1 < len(tokens) else _NO_TOKEN
    hyphenated = text[word.start - 1 : word.start] == "-" or text[word.end : word.end + 1] == "-"
    particle = any(token.tag == "RP" for token in tokens[place + 1 : place + 1 + _NEAR])
    beside = before.text, before.pos, before.lemma, after.text, after.pos, after.lemma
    return TokenWindow(word.text, word.pos, word.tag, word.lemma, *beside, hyphenated, particle)
