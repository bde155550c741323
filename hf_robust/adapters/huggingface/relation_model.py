"""Relation extraction by sequence classification: the two entities stand between marks in the text."""

from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.adapters.base import tokens_of
from hf_robust.adapters.baselines.input_spans import Stretch, character_stretch, token_stretch
from hf_robust.adapters.huggingface.classifier import TextClassifier
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks import Task

MARKS = ("[E1]", "[/E1]", "[E2]", "[/E2]")
"""Before and after the subject, before and after the object, as a model was trained with them most often."""


class RelationClassifier(TextClassifier):
    """Predictor over an ``AutoModelForSequenceClassification`` that was trained on sentences with marked entities.

    Args:
        task: A task with the roles ``tokens``, ``subject`` and ``object``.
        marks: What stands before and after the subject, and before and after the object; ``{type}`` in one is the
            entity's type. They must be what the model was trained with.
        **options: As for :class:`~hf_robust.adapters.huggingface.classifier.TextClassifier`.

    Raises:
        UsageError: When there are not four marks, or the tokenizer does not know one.

    Source: Baldini Soares et al. (2019), "Matching the Blanks", section 3.2.
    """

    def __init__(self, model: Any, tokenizer: Any, task: Task, *, marks: Sequence[str] = MARKS, **options: Any):
        if isinstance(marks, str):
            marks = [part.strip() for part in marks.split(",")]
        if len(marks) != 4 or not all(isinstance(mark, str) for mark in marks):
            raise UsageError(f"marks must be four: before and after subject and object; found {quoted(marks)}")
        self.marks = tuple(marks)
        super().__init__(model, tokenizer, task, **options)
        unknown = tokenizer.unk_token_id
        strange = [
            mark
            for mark in marks
            if unknown in tokenizer(mark.replace("{type}", ""), add_special_tokens=False)["input_ids"]
        ]
        if unknown is not None and strange:
            raise UsageError(
                f"the tokenizer of {self.name} does not know the marks {', '.join(strange)}, so the model was "
                "trained with others; use marks=(before subject, after it, before object, after it)"
            )

    def settings(self) -> dict[str, Any]:
        """As in the base, with the marks."""
        return {**super().settings(), "marks": self.marks}

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The marked text of each row."""
        return [[(marked(row, self.marks),)] for row in rows]


def marked(row: Mapping[str, Any], marks: Sequence[str] = MARKS) -> str:
    """The text of a row with marks round subject and object.

    Args:
        row: ``tokens`` (a list, or a text), ``subject``, ``object``, perhaps their types.
        marks: Before and after the subject, before and after the object.

    Example:
        >>> row = {"tokens": ["Ann", "lives", "in", "New", "York"], "subject": [0, 0], "object": [3, 4]}
        >>> marked(row)
        '[E1] Ann [/E1] lives in [E2] New York [/E2]'
    """
    if isinstance(row["tokens"], str):
        text = row["tokens"]
        spans = [character_stretch(row[role]) for role in ("subject", "object")]
    else:
        text, spans = _joined(tokens_of(row), [token_stretch(row[role]) for role in ("subject", "object")])
    places = []
    for number, (role, (start, end)) in enumerate(zip(("subject", "object"), spans)):
        kind = str(row.get(f"{role}_type") or "")
        opening, closing = (mark.replace("{type}", kind) for mark in marks[2 * number : 2 * number + 2])
        # at one place a span ends before another begins; of two that lie in one another the outer opens first
        places.append((start, 1, -end, number, f"{opening} "))
        places.append((end, 0, -start, -number, f" {closing}"))
    for place, _, _, _, mark in sorted(places, reverse=True):
        text = text[:place] + mark + text[place:]
    return text


def _joined(tokens: Sequence[str], spans: Sequence[Stretch]) -> tuple[str, list[Stretch]]:
    """Tokens with blanks between, and the spans as characters."""
    starts, at = [], 0
    for token in tokens:
        starts.append(at)
        at += len(token) + 1
    text = " ".join(tokens)
    placed = []
    for start, end in spans:
        if not 0 <= start < end <= len(tokens):
            raise UsageError(f"the span [{start}, {end - 1}] does not lie in the {len(tokens)} tokens {quoted(text)}")
        placed.append(Stretch(starts[start], starts[end - 1] + len(tokens[end - 1])))
    return text, placed
