"""Layouts of word segmentation: the words in a column of another name, as a list or as a text with spaces."""

from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, token_feature
from hf_robust.tasks.segmentation import SEGMENTATION
from hf_robust.tasks.segmented_words import read_words

_COLUMNS = ("tokens", "segmented", "text", "sentence")  # the first of them that is there
_LONGEST_WORD = 20  # characters; a longer text without spaces has not been cut


def _words(row: Row) -> list[dict[str, Any]]:
    value = row[next(name for name in _COLUMNS if name in row)]
    words = None if value is None else read_words(value)
    if isinstance(value, str) and words and len(words) == 1 and len(words[0]) > _LONGEST_WORD:
        raise NotApplicable(f"no space stands between the words of {quoted(value)}")
    return [{"words": words}]


def _word_features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"words": token_feature()}


def _holds_words(features: Mapping[str, Any]) -> bool:
    return text_shape(features[next(name for name in _COLUMNS if name in features)]) is not None


LAYOUTS.register(
    Layout(
        "words-elsewhere",
        SEGMENTATION,
        tuple((name,) for name in _COLUMNS),
        _word_features,
        _words,
        _holds_words,
        stale=_COLUMNS,
    )
)
