"""Tags of tokens from spans of the text that the tokens make."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from hf_robust.adapters.tag_matching import OUTSIDE, split_tag
from hf_robust.core.text import replace_surrogates

_BEGINS = ("B", "S", "U")  # marks of the first token of an entity


class TypedSpan(NamedTuple):
    """An entity in a text.

    Args:
        start: Offset of its first character, in code points.
        end: Offset after its last character.
        type: Its type, or a tag such as ``B-PER``.
    """

    start: int
    end: int
    type: str


class TokenText:
    """The text that tokens make, and where each token stands in it.

    Args:
        joiner: What stands between them.

    Example:
        >>> text = TokenText(["Ann", "lives", "in", "New", "York"])
        >>> text.text, text.starts
        ('Ann lives in New York', [0, 4, 10, 13, 17])
        >>> text.tags([TypedSpan(0, 3, "PER"), TypedSpan(13, 21, "LOC")])
        (['B-PER', 'O', 'O', 'B-LOC', 'I-LOC'], 0)
    """

    def __init__(self, tokens: Sequence[str], joiner: str = " "):
        self._tokens = [replace_surrogates(token) for token in tokens]
        self.text = joiner.join(self._tokens)
        steps = (len(token) + len(joiner) for token in self._tokens[:-1])
        self.starts = list(accumulate(steps, initial=0))[: len(self._tokens)]
        self._ends = [start + len(token) for start, token in zip(self.starts, self._tokens)]

    def covered(self, span: TypedSpan) -> range:
        """Return the indices of the tokens that overlap a span."""
        return range(bisect_right(self._ends, span.start), bisect_left(self.starts, span.end))

    def tags(self, spans: Sequence[TypedSpan], chunked: bool = True) -> tuple[list[str], int]:
        """Return one tag per token, and the number of spans that overlap no token.

        A token that several spans overlap belongs to the one that begins first, and of those to the longest. Types such
        as ``B-PER`` and ``I-PER`` are joined to entities.

        Args:
            spans: The spans, in any order.
            chunked: Whether the tags mark where entities begin; otherwise the tag is the type.
        """
        tags = [OUTSIDE] * len(self._tokens)
        lost = 0
        for span in sorted(spans, key=lambda one: (one.start, -one.end)):
            tokens = self.covered(span)
            mark, kind = split_tag(span.type) if chunked else ("", span.type)
            lost += not tokens
            free = [place for place in tokens if tags[place] == OUTSIDE]
            if not free or kind == OUTSIDE:
                continue
            goes_on = bool(mark) and mark not in _BEGINS and free[0] > 0 and tags[free[0] - 1][2:] == kind
            for place in free:
                tags[place] = (f"I-{kind}" if goes_on or place > free[0] else f"B-{kind}") if chunked else kind
        return tags, lost


def token_joiner(join: Callable[[Sequence[str]], str]) -> str:
    """Return what a language puts between two tokens.

    Args:
        join: Makes a text of tokens.

    Example:
        >>> token_joiner(" ".join)
        ' '
    """
    return join(["", ""])
