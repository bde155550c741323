"""What stands around a judgment, where its denial would repeat something or break a fixed phrase."""

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from hf_robust.core.doc import Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import ARTICLES, AUXILIARIES, BE_FINITE, DO_TENSED, NEITHER_NOR
from hf_robust.language.english.negation_signs import NEGATIVE

_FRAMES = (("at", "best"), ("at", "worst"), ("at", "most"), ("to", "say"), ("to", "put"))
_COMPARED = frozenset({"worse", "better", "worst"})
_REACH = 3  # tokens between a negation and what it denies
_OPENING = 3  # tokens in which a sentence takes a judgment up: "What's worse ...", "Terrible!"
_FUNCTION_WORDS = (
    ARTICLES | BE_FINITE | DO_TENSED | NEITHER_NOR | frozenset({"all", "at", "it", "never", "not", "that"})
)


def is_framed(tokens: Sequence[Token], place: int) -> bool:
    """Whether a fixed phrase follows a word, also in brackets: "mediocre ( at best )".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> is_framed(Doc.tagged("It was poor ( at best )").tokens, 2)
        True
    """
    behind = tokens[place + 1 :]
    marks = sum(1 for _ in takewhile(lambda token: not token.text[:1].isalnum(), behind))
    sentence = [token.text.lower() for token in behind[:marks]]
    opens = not set(sentence) & {".", "!", "?"}
    return opens and tuple(token.text.lower() for token in behind[marks : marks + 2]) in _FRAMES


def is_taken_up(tokens: Sequence[Token], place: int) -> bool:
    """Whether the next sentence has no subject of its own or says the word again: "It is good. Has been for years."

    Args:
        tokens: The tokens of the text.
        place: The word.
    """
    number = tokens[place].sent
    after = [token for token in tokens[place:] if number < token.sent <= number + 2 and token.text[:1].isalnum()]
    after = [token for token in after if token.sent == after[0].sent]
    words = [token.text.lower() for token in after]
    if not words:
        return False
    question = any(token.text == "?" and token.sent == after[0].sent for token in tokens)
    bare = words[0] in AUXILIARIES and not question
    return bare or not ({tokens[place].text.lower()} | _COMPARED).isdisjoint(words[:_OPENING])


def is_denied_near(tokens: Sequence[Token], place: int, said: Edit, others: Collection[Edit]) -> bool:
    """Whether the same thing is denied in the sentence, or in one beside it: "was not bad" behind "is not bad".

    Args:
        tokens: The tokens of the text.
        place: The word that would be denied.
        said: The edit that would deny it.
        others: The edits that were found before.
    """
    words = _telling(said.text)
    number = tokens[place].sent
    near = [n for n, token in enumerate(tokens) if -1 <= token.sent - number <= 1]
    for n in near:
        inside = said.start <= tokens[n].start < said.end
        if inside or tokens[n].text.lower() not in NEGATIVE:
            continue
        denied = [token.text.lower() for token in tokens[n + 1 : n + 1 + _REACH] if token.sent == tokens[n].sent]
        if not words.isdisjoint(denied):
            return True
    first, last = tokens[near[0]].start, tokens[near[-1]].end
    return any(first <= edit.start < last and not words.isdisjoint(_telling(edit.text)) for edit in others)


def _telling(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.lower())) - _FUNCTION_WORDS
