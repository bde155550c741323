"""Token ids of a prompt and of the answers behind it."""

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple


class AnswerTokens(NamedTuple):
    """A prompt and the answers that may follow it.

    Args:
        prompt: Token ids that all answers share.
        answers: The token ids of each answer behind them.

    Example:
        >>> AnswerTokens([5, 6], [[1, 2], [1]]).has_prefixes()
        True
        >>> AnswerTokens([5, 6], [[1, 2], [3]]).first().answers
        [[1], [3]]
    """

    prompt: list[int]
    answers: list[list[int]]

    def has_prefixes(self) -> bool:
        """Return whether an answer begins another one."""
        ordered = sorted(self.answers)
        return any(len(one) < len(other) and other[: len(one)] == one for one, other in pairwise(ordered))

    def first(self) -> "AnswerTokens":
        """Return the first token of each answer."""
        return AnswerTokens(self.prompt, [ids[:1] for ids in self.answers])

    def inputs(self) -> list[list[int]]:
        """Return the shortest list of inputs of a model in which each token of each answer is predicted.

        An input is the prompt with all tokens of an answer but the last. One that begins another one is left out.

        Example:
            >>> AnswerTokens([5], [[1, 2, 3], [1, 4], [7]]).inputs()
            [[5, 1, 2]]
            >>> AnswerTokens([5], [[1, 2], [3, 4]]).inputs()
            [[5, 1], [5, 3]]
        """
        heads = sorted(ids[:-1] for ids in self.answers)
        longest = [one for one, other in zip(heads, [*heads[1:], None]) if other is None or other[: len(one)] != one]
        return [[*self.prompt, *head] for head in longest]


def split_answers(prompt: Sequence[int], wholes: Sequence[Sequence[int]]) -> AnswerTokens:
    """Return where the answers begin: behind the tokens that the prompt and all prompts with an answer share.

    A tokenizer may join the end of a prompt with the begin of an answer. Such a token belongs to the answer.

    Args:
        prompt: Token ids of the prompt alone.
        wholes: Token ids of the prompt with each answer.

    Example:
        >>> split_answers([5, 6, 2], [[5, 6, 7, 2], [5, 6, 8, 9, 2]])
        AnswerTokens(prompt=[5, 6], answers=[[7, 2], [8, 9, 2]])
    """
    shared = max(1, shared_start([list(prompt), *map(list, wholes)]))
    return AnswerTokens(list(wholes[0][:shared]), [list(whole[shared:]) for whole in wholes])


def shared_start(lists: Sequence[list[int]]) -> int:
    """Return how many elements several lists have in common at their begin.

    Args:
        lists: At least one list.

    Example:
        >>> shared_start([[1, 2, 3], [1, 2], [1, 2, 4]])
        2
    """
    first, last = min(lists), max(lists)  # all others lie between them
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last)))
