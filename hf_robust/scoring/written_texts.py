"""Generated texts as the measures read them: beside their references, and cut into words."""

import re
from collections.abc import Sequence
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.measure_type import paired_rows

_HAN = r"[\u3040-\u30ff\u4e00-\u9fff]"  # written without spaces: each sign is a word
_WORD = re.compile(rf"{_HAN}|(?:(?!{_HAN})[^\W_])+")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case; of Chinese and Japanese text the signs.

    A word is a run of letters and digits.

    Example:
        >>> words_of("Das Haus, 红色")
        ('das', 'haus', '红', '色')
    """
    return tuple(_WORD.findall(text.casefold()))


def with_references(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[str, list[str]]]:
    """Return each generated text beside the list of its references.

    Args:
        predictions: One text per row.
        references: One text or a list of texts per row.

    Raises:
        UsageError: The columns differ in length, or a value is no text.

    Example:
        >>> with_references(["a"], [["b", "c"]])
        [('a', ['b', 'c'])]
    """
    rows = []
    for row, (found, gold) in enumerate(paired_rows(predictions, references)):
        golds = [gold] if isinstance(gold, str) else list(gold or ())
        for name, text in (("predictions", found), *(("references", one) for one in golds or (gold,))):
            if not isinstance(text, str):
                raise UsageError(f"{name} row {row}: expected a text, found {quoted(text)}")
        rows.append((found, golds))
    return rows
