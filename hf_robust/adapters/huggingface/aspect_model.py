"""Aspect-based sentiment by classification of a sentence and an aspect as two texts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.batching import Waiting
from hf_robust.adapters.huggingface.classifier import TextClassifier
from hf_robust.adapters.label_matching import rename
from hf_robust.tasks import Task


class AspectClassifier(TextClassifier):
    """Predictor over an ``AutoModelForSequenceClassification`` of (sentence, aspect); one polarity an aspect.

    The polarities are called as the model calls them, unless ``label_map`` says otherwise. The score of a row is that
    of its least sure aspect.

    Args:
        task: A task with the roles ``text`` and ``aspects``.
        label_map: Model label to the data's polarity.
        lower: Whether the model's labels are written in lower case, as datasets have them.
        **options: As for :class:`~hf_robust.adapters.huggingface.classifier.TextClassifier`.

    Source: Song et al. (2019), "Attentional Encoder Network for Targeted Sentiment Classification", section 3.1
        (BERT-SPC).
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        *,
        label_map: Mapping[str, str] | None = None,
        lower: bool = True,
        **options: Any,
    ):
        super().__init__(model, tokenizer, task, label_map=None, **options)
        mapping = rename(self.labels, label_map)
        given = label_map or {}
        self.labels = tuple(
            mapping[label] if label in given or not lower else mapping[label].lower() for label in self.labels
        )

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The sentence beside each of its aspects."""
        return [[(texts_of(row, ("text",))[0], aspect["term"]) for aspect in row["aspects"] or ()] for row in rows]

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and for each a list of polarities."""
        given = self.texts_given(rows)
        pairs = [(place, texts[0], texts[1]) for place, own in enumerate(given) for texts in own]
        waiting = Waiting(len(rows), (place for place, *_ in pairs))
        if waiting.ready:
            yield waiting.ready, [Prediction([], None) for _ in waiting.ready]
        if not pairs:
            return
        numbers: dict[int, list[int]] = {}
        for number, (place, *_) in enumerate(pairs):
            numbers.setdefault(place, []).append(number)
        found: dict[int, tuple[str, float]] = {}
        cut = {"truncation": True, "max_length": self.max_length} if self.max_length else {"truncation": False}
        encoded = self.encode([text for _, text, _ in pairs], [term for *_, term in pairs], **cut)
        for batch, output in self.forward(encoded):
            best = output.logits.float().softmax(-1).max(-1)
            for number, label, score in zip(batch, best.indices.tolist(), best.values.tolist()):
                found[number] = self.labels[label], score
            done = waiting.done(pairs[number][0] for number in batch)
            if done:
                yield done, [_of_row([found[number] for number in numbers[place]]) for place in done]


def _of_row(labels: list[tuple[str, float]]) -> Prediction:
    return Prediction([label for label, _ in labels], min(score for _, score in labels))
