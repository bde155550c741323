"""Token classification models: one tag a token, whatever the length."""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, tokens_of
from hf_robust.adapters.huggingface.base import ModelPredictor, model_labels
from hf_robust.adapters.huggingface.batching import Waiting, Window, windows
from hf_robust.adapters.label_matching import rename
from hf_robust.adapters.tag_matching import OUTSIDE, begin_groups, lacks_prefix, match_tags
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task


class TokenTagger(ModelPredictor):
    """Predictor over an ``AutoModelForTokenClassification``.

    A token's tag is the prediction of its first sub-word; a token without sub-words gets ``O``. Inputs above
    the model's limit run in overlapping windows, and each sub-word is read where it stands deepest in a
    window. The score is the mean probability of the tags of a row.

    Args:
        tokenizer: Its tokenizer, a fast one.
        task: A tagging task, or its id.
        label_map: Model tag or entity type to the data's, where the names do not match by themselves.
        stride: Sub-words that neighboring windows share; a quarter of the window when None.
        **options: As for :class:`ModelPredictor`.

    Raises:
        LabelError: When the tags do not match the task's.
    """

    auto_class = "AutoModelForTokenClassification"
    head = "ForTokenClassification"
    words = True
    needs_fast_tokenizer = True

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task | str,
        *,
        label_map: Mapping[str, str] | None = None,
        stride: int | None = None,
        **options: Any,
    ):
        task = as_task(task)
        super().__init__(model, tokenizer, task, **options)
        own = model_labels(model)
        data = task.scored_names
        mapping = match_tags(own, data, label_map) if data else rename(own, label_map)
        self.labels = tuple(mapping[label] for label in own)
        self._begin = lacks_prefix(own, data or ())
        self._names = np.array(self.labels, dtype=object)
        self.stride = checked_stride(stride, self.max_length)

    def settings(self) -> dict[str, Any]:
        """As in the base, with the tags and the stride."""
        return {**super().settings(), "labels": self.labels, "stride": self.stride, "begin": self._begin}

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and for each a list of tags as long as its tokens."""
        texts = [tokens_of(row) for row in rows]
        filled = [place for place, tokens in enumerate(texts) if any(tokens)]
        empty = [place for place, tokens in enumerate(texts) if not any(tokens)]
        if empty:
            yield empty, [Prediction([OUTSIDE] * len(texts[place]), None) for place in empty]
        for places, predictions in self._tag([texts[place] for place in filled]) if filled else ():
            yield [filled[place] for place in places], predictions

    def _tag(self, texts: list[tuple[str, ...]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        encoded = self.encode(texts, is_split_into_words=True, truncation=False)
        words = [np.array([-1 if w is None else w for w in e.word_ids], dtype=np.int64) for e in encoded.encodings]
        starts = list(accumulate(map(len, words), initial=0))
        best = np.zeros(starts[-1], dtype=np.int64)
        sure = np.zeros(starts[-1], dtype=np.float64)
        pieces, views = self._windows(encoded, words)
        waiting = Waiting(len(texts), (view.row for view, _ in views))

        def read(indices: list[int]) -> tuple[list[int], list[Prediction]]:
            ends = [slice(starts[index], starts[index] + len(words[index])) for index in indices]
            return indices, [
                self._read(len(texts[index]), words[index], best[end], sure[end]) for index, end in zip(indices, ends)
            ]

        if waiting.ready:
            yield read(waiting.ready)
        for batch, output in self.forward(pieces) if views else ():
            top = output.logits.float().softmax(-1).max(-1)
            labels, scores = top.indices.cpu().numpy(), top.values.cpu().numpy()
            for line, piece in enumerate(batch):
                view, head = views[piece]
                width = labels.shape[1] - len(pieces["input_ids"][piece])
                shift = head - view.start + (width if self.tokenizer.padding_side == "left" else 0)
                here = slice(view.own_start + shift, view.own_end + shift)
                there = slice(starts[view.row] + view.own_start, starts[view.row] + view.own_end)
                best[there], sure[there] = labels[line, here], scores[line, here]
            done = waiting.done(views[piece][0].row for piece in batch)
            if done:
                yield read(done)

    def _windows(self, encoded: Any, words: list[np.ndarray]) -> tuple[dict[str, list], list[tuple[Window, int]]]:
        """Pieces that fit the model, each with its window and the number of special tokens before it."""
        keys = [key for key in ("input_ids", "attention_mask", "token_type_ids") if key in encoded]
        pieces: dict[str, list] = {key: [] for key in keys}
        views = []
        for row, word in enumerate(words):
            inside = np.flatnonzero(word >= 0)
            if not len(inside):
                continue
            start, end = int(inside[0]), int(inside[-1]) + 1
            room = max(1, (self.max_length or len(word)) - (len(word) - (end - start)))
            for view in windows(row, start, end, room, min(self.stride, room // 2)):
                for key in keys:
                    ids = encoded[key][row]
                    pieces[key].append(ids[:start] + ids[view.start : view.end] + ids[end:])
                views.append((view, start))
        return pieces, views

    def _read(self, count: int, word: np.ndarray, best: np.ndarray, sure: np.ndarray) -> Prediction:
        first = np.flatnonzero((word >= 0) & (word != np.concatenate(([-1], word[:-1]))))
        tags = np.full(count, OUTSIDE, dtype=object)
        tags[word[first]] = self._names[best[first]]
        named = begin_groups(tags.tolist()) if self._begin else tags.tolist()
        return Prediction(named, float(sure[first].mean()) if len(first) else None)


def checked_stride(stride: int | None, room: int | None) -> int:
    """The stride, or a quarter of the window when None.

    Raises:
        UsageError: When it is negative or leaves a window no step.
    """
    if stride is None:
        return min(128, (room or 512) // 4)
    if not isinstance(stride, int) or stride < 0 or (room is not None and stride > room // 2):
        upper = f" and {room // 2}, half of max_length" if room is not None else ""
        raise UsageError(f"stride must be a whole number between 0{upper}; found {stride!r}")
    return stride
