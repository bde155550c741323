"""The part of a generated text that is the answer, and the form in which answers are compared."""

import re
import unicodedata

_THINKING = "(?:think|thinking|thought|reasoning)"
_OPENING = re.compile(
    rf"<{_THINKING}>|◁{_THINKING}▷|\[{_THINKING}\]|<\|channel\|>(?:analysis|commentary)[^<]{{0,40}}<\|message\|>",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"</{_THINKING}>|◁/{_THINKING}▷|\[/{_THINKING}\]|<\|channel\|>final[^<]{{0,40}}<\|message\|>", re.IGNORECASE
)
_END_TOKEN = re.compile(r"(?:<\|[a-z_]{1,30}\|>|</s>|<eos>|<end_of_turn>)\Z")
_LONGEST_END_TOKEN = 40
_SEPARATORS = re.compile(r"[\W_]+")
_BEFORE = re.compile(r"\A(?:-(?!\d)|[^\w-]|_)+")  # the sign of a number stays


def without_thinking(text: str) -> str:
    """Return a generated text without reasoning blocks and end tokens.

    The answer is what follows the last reasoning block. When nothing follows, it is what precedes the first block. A
    block that is not closed reaches to the end of the text.

    Args:
        text: The generated text.

    Example:
        >>> without_thinking("<think>It could be negative.</think>\\nPositive<|im_end|>")
        'Positive'
        >>> without_thinking("<think>It seems positive, but")
        ''
        >>> without_thinking("◁think▷Negative?◁/think▷Positive")
        'Positive'
    """
    opening = _OPENING.search(text)
    closings = list(_CLOSING.finditer(text))
    after = text[closings[-1].end() :] if closings else text
    reopened = _OPENING.search(after)
    answer = after[: reopened.start()] if reopened else after
    if not answer.strip() and opening:
        answer = text[: opening.start()]
    answer = answer.strip()
    while found := _END_TOKEN.search(answer[-_LONGEST_END_TOKEN:]):
        answer = answer[: len(answer) - len(found[0])].rstrip()
    return answer


def unified(text: str) -> str:
    """Return a text with full-width and other compatibility characters replaced by the usual ones.

    Example:
        >>> unified("Ｐｏｓｉｔｉｖｅ")
        'Positive'
    """
    return unicodedata.normalize("NFKC", text)


def folded(text: str) -> str:
    """Return a short answer in the form in which answers are compared: lower case, words separated by single spaces.

    Example:
        >>> folded('**"Not_Entailment"**.'), folded(" -1. "), folded("...")
        ('not entailment', '-1', '')
    """
    bare = _BEFORE.sub("", unified(text).casefold())
    sign = "-" if bare.startswith("-") else ""
    return sign + _SEPARATORS.sub(" ", bare).strip()


def unquoted(text: str) -> str:
    """Return a text without one pair of quotation marks around it.

    Example:
        >>> unquoted('"Paris"'), unquoted("“巴黎”"), unquoted('"a" and "b"')
        ('Paris', '巴黎', '"a" and "b"')
    """
    for start, end in ('""', "''", "“”", "‘’", "「」", "《》", "``"):
        inside = text[1:-1]
        if len(text) > 1 and text[0] == start and text[-1] == end and not {start, end} & set(inside):
            return inside.strip()
    return text
