"""Answers that give one label to each aspect of a text."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.adapters.language_models.answer_json import json_values
from hf_robust.adapters.language_models.answer_text import folded
from hf_robust.adapters.language_models.answers import NO_VALUE, AnswerFormat, Parsed
from hf_robust.adapters.language_models.label_answers import LabelAnswers

_TERM_KEYS = ("aspect", "term", "target", "text")
_LABEL_KEYS = ("polarity", "sentiment", "label")


class AspectAnswers(AnswerFormat):
    """Reads a list with one label per aspect.

    The answer is a JSON list of labels in the order of the aspects, a JSON list of objects
    ``{"aspect": ..., "polarity": ...}``, an object from aspects to labels, or one line ``aspect: label`` per aspect.
    For a row with one aspect, it may also be a label as :class:`LabelAnswers` reads it.

    Args:
        words: The words of each label, the one that prompts show first.

    Example:
        >>> aspects = AspectAnswers({"positive": ["positive"], "negative": ["negative"]})
        >>> row = {"text": "Nice food, slow service.", "aspects": [{"term": "food"}, {"term": "service"}]}
        >>> aspects.parse('["positive", "negative"]', row).value
        ['positive', 'negative']
        >>> aspects.parse("service: negative\\nfood: positive", row).value
        ['positive', 'negative']
    """

    def __init__(self, words: Mapping[str, Sequence[str]]):
        self._labels = LabelAnswers(words)

    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return one label per aspect; None when a label is missing."""
        terms = [str(aspect["term"]) for aspect in row.get("aspects") or ()]
        for value in json_values(text):
            found = self._in_order(value, terms) or self._by_term(_pairs(value), terms)
            if found is not None:
                return Parsed(found)
        lines = [line.rpartition(":" if ":" in line else "：") for line in text.splitlines()]
        found = self._by_term([(term.strip(" -*•\t"), label) for term, mark, label in lines if mark], terms)
        if found is None and len(terms) == 1 and (label := self._labels.label(text)) is not None:
            found = [label]
        return None if found is None else Parsed(found)

    def missing(self, row: Mapping[str, Any]) -> list[str]:
        """Return a text that is no label for each aspect."""
        return [NO_VALUE] * len(row.get("aspects") or ())

    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the JSON list of the words of some labels.

        Example:
            >>> AspectAnswers({"pos": ["positive"]}).write(["pos"], {})
            '["positive"]'
        """
        return json.dumps([self._labels.write(label, row) for label in gold], ensure_ascii=False)

    def _in_order(self, value: Any, terms: Sequence[str]) -> list[str] | None:
        if not isinstance(value, list) or len(value) != len(terms):
            return None
        found = [self._labels.exact(item) for item in value if isinstance(item, str)]
        labels = [label for label in found if label is not None]
        return labels if len(labels) == len(terms) else None

    def _by_term(self, pairs: Sequence[tuple[str, str]], terms: Sequence[str]) -> list[str] | None:
        """The labels of the terms, in their order; a term that occurs twice takes its labels one after another."""
        said: dict[str, list[str]] = {}
        for term, label in pairs:
            if (found := self._labels.exact(label)) is not None:
                said.setdefault(folded(term), []).append(found)
        counts = {form: len(labels) for form, labels in said.items()}
        wanted = [folded(term) for term in terms]
        if not terms or any(counts.get(form) not in (1, wanted.count(form)) for form in wanted):
            return None
        return [said[form][0] if counts[form] == 1 else said[form].pop(0) for form in wanted]


def _pairs(value: Any) -> list[tuple[str, str]]:
    """The terms and labels of a JSON value."""
    if isinstance(value, dict):
        return [(term, label) for term, label in value.items() if isinstance(label, str)]
    pairs = []
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            term = next((item[key] for key in _TERM_KEYS if isinstance(item.get(key), str)), None)
            label = next((item[key] for key in _LABEL_KEYS if isinstance(item.get(key), str)), None)
            pairs += [(term, label)] if term is not None and label is not None else []
    return pairs
