"""Question answering models: the likeliest span of a context, over windows where it is long.

transformers 5 has no pipeline for them any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

import numpy as np

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.huggingface.batching import Waiting, windows
from hf_robust.adapters.huggingface.tagger import checked_stride
from hf_robust.adapters.truncation import SeenInput, key_of, may_reach
from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task


class SpanAnswer(NamedTuple):
    """An answer and where it stands.

    Args:
        start: First character in the context.
        end: Character after the last; equal to ``start`` when there is no answer.
        score: Product of the softmax of start and end, over the context in its window; None without an
            answer.
    """

    start: int
    end: int
    score: float | None


class _View(NamedTuple):
    """A window over a context.

    Args:
        row: Index of the input.
        start: Where the window starts in the input.
        before: Where it starts in the piece that goes through the model.
        null: Place of the token in the piece whose logits score "no answer".
    """

    row: int
    start: int
    before: int
    length: int
    null: int


class QuestionAnswerer(ModelPredictor):
    """Predictor over an ``AutoModelForQuestionAnswering``.

    A context above the model's limit runs in overlapping windows, the question before each. The answer is
    the valid span of the context (start before end, at most ``max_answer`` tokens) with the largest sum of
    logits over all windows, cut out of the context by its character offsets.

    The model says that there is no answer (the empty text) when the null score exceeds the score of that span by more
    than ``null_threshold``. The null score is the sum of both logits at the classification token, the lowest of
    all windows. A context without tokens never has an answer.

    Args:
        tokenizer: Its tokenizer, a fast one.
        task: A task with the roles ``context`` and ``question``, or its id.
        stride: Context tokens that neighboring windows share; a quarter of the limit when None.
        max_answer: Most tokens of an answer.
        no_answer: Whether the model may say that there is no answer. None: it may, unless all questions of the rows
            that it is evaluated on have an answer, see :meth:`for_answerable`.
        null_threshold: By how much the null score must exceed that of the best span.
        **options: As for :class:`ModelPredictor`.

    Source: null answers as in Devlin et al. (2019), BERT, section 4.3, for SQuAD 2.0 (Rajpurkar et al. 2018).
    """

    auto_class = "AutoModelForQuestionAnswering"
    head = "ForQuestionAnswering"
    needs_fast_tokenizer = True

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task | str,
        *,
        stride: int | None = None,
        max_answer: int = 30,
        no_answer: bool | None = None,
        null_threshold: float = 0.0,
        **options: Any,
    ):
        task = as_task(task)
        super().__init__(model, tokenizer, task, **options)
        if not isinstance(max_answer, int) or max_answer < 1:
            raise UsageError(f"max_answer must be a whole number of at least 1, found {max_answer!r}")
        if self.max_length is not None and self.max_length < 16:
            raise UsageError(f"question and context need max_length of at least 16, found {self.max_length}")
        self.stride = checked_stride(stride, self.max_length)
        self.max_answer = max_answer
        if no_answer is not None and not isinstance(no_answer, bool):
            raise UsageError(f"no_answer must be True, False or None, found {no_answer!r}")
        if not is_number(null_threshold):
            raise UsageError(f"null_threshold must be a number, found {null_threshold!r}")
        self.no_answer = no_answer
        self.null_threshold = float(null_threshold)
        # models that pad on the left expect the context first
        self._context_side = 1 if tokenizer.padding_side == "right" else 0

    def settings(self) -> dict[str, Any]:
        """As in the base, with stride and answer length, and the threshold of null answers where there are such."""
        null = {"null_threshold": self.null_threshold} if self.abstains else {}
        return {**super().settings(), "stride": self.stride, "max_answer": self.max_answer, **null}

    @property
    def abstains(self) -> bool:
        """Whether the model may say that there is no answer."""
        return self.no_answer is not False

    def for_answerable(self) -> Self:
        """The same model for questions that all have an answer: it always gives one, unless ``no_answer`` is True."""
        if self.no_answer is not None:
            return self
        other = copy(self)
        other.no_answer = False
        return other

    def seen(self, rows: Sequence[Mapping[str, Any]]) -> list[SeenInput | None]:
        """What the model sees of rows whose question is cut; contexts run in windows and are never cut."""
        found: list[SeenInput | None] = [None] * len(rows)
        if self.max_length is None:
            return found
        room = self._question_room(self.max_length)
        for place, row in enumerate(rows):
            context, question = texts_of(row, ("context", "question"))
            if may_reach([question], room):
                ids = self.encode([question], truncation=False, add_special_tokens=False)["input_ids"][0]
                if len(ids) >= room:
                    found[place] = SeenInput(len(ids) > room, key_of([ids[:room], context]), key_of([ids, context]))
        return found

    @staticmethod
    def _question_room(limit: int) -> int:
        """Tokens of a question that are kept: half of the limit, without special tokens."""
        return limit // 2 - 3

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and an answer string for each."""
        inputs = [texts_of(row, ("context", "question")) for row in rows]
        for places, answers in self._locate(inputs):
            spans = [(inputs[place][0][answer.start : answer.end], answer) for place, answer in zip(places, answers)]
            yield places, [Prediction(text, answer.score) for text, answer in spans]

    def locate(self, rows: list[dict[str, Any]]) -> list[SpanAnswer]:
        """Where the answers stand in their contexts."""
        inputs = [texts_of(row, ("context", "question")) for row in rows]
        found = {place: one for places, answers in self._locate(inputs) for place, one in zip(places, answers)}
        return [found[place] for place in range(len(rows))]

    def _locate(self, inputs: list[tuple[Any, ...]]) -> Iterator[tuple[list[int], list[SpanAnswer]]]:
        if not inputs:
            return
        contexts, questions = [value[0] for value in inputs], [value[1] for value in inputs]
        pair = (questions, contexts) if self._context_side else (contexts, questions)
        encoded = self.encode(*pair, truncation=False, return_offsets_mapping=True)
        pieces, views = self._windows(encoded)
        offsets = encoded["offset_mapping"]
        for places, spans, scores in self._best_spans(pieces, views, len(inputs)):
            yield (
                places,
                [
                    _trimmed(contexts[place], offsets[place][start][0], offsets[place][end][1], score)
                    if start >= 0
                    else SpanAnswer(0, 0, None)
                    for place, (start, end), score in zip(places, spans.tolist(), scores.tolist())
                ],
            )

    def _windows(self, encoded: Any) -> tuple[dict[str, list], list[_View]]:
        """Pieces that fit the model, each with where it stands."""
        keys = [key for key in ("input_ids", "attention_mask", "token_type_ids") if key in encoded]
        pieces: dict[str, list] = {key: [] for key in keys}
        views: list[_View] = []
        for row, encoding in enumerate(encoded.encodings):
            sides = np.array([-1 if side is None else side for side in encoding.sequence_ids], dtype=np.int64)
            inside = np.flatnonzero(sides == self._context_side)
            if not len(inside):
                continue
            start, end = int(inside[0]), int(inside[-1]) + 1
            before, after = self._around(sides, start, end)
            null = self._null_index(encoding.ids, sides)
            room = (self.max_length or len(sides)) - len(before) - len(after)
            stride = min(self.stride, room // 2)
            for view in windows(row, start, end, room, stride):
                for key in keys:
                    ids = encoded[key][row]
                    pieces[key].append([ids[i] for i in before] + ids[view.start : view.end] + [ids[i] for i in after])
                length = view.end - view.start
                kept = [*before, *range(-length, 0), *after]
                views.append(_View(row, view.start, len(before), length, kept.index(null) if null in kept else 0))
        return pieces, views

    def _null_index(self, ids: list[int], sides: np.ndarray) -> int:
        """Where the token stands whose logits score "no answer": the first special one of its kind, else the first."""
        token = self.tokenizer.cls_token_id
        token = self.tokenizer.bos_token_id if token is None else token
        special = np.flatnonzero(sides == -1).tolist()
        return next((place for place in special if ids[place] == token), special[0] if special else 0)

    def _around(self, sides: np.ndarray, start: int, end: int) -> tuple[list[int], list[int]]:
        """Positions before and after the context; a question above half of the limit is cut at its end."""
        question = np.flatnonzero(sides == 1 - self._context_side)
        kept = np.ones(len(sides), dtype=bool)
        if self.max_length is not None:
            kept[question[self._question_room(self.max_length) :]] = False
        places = np.flatnonzero(kept)
        return places[places < start].tolist(), places[places >= end].tolist()

    def _best_spans(
        self, pieces: dict[str, list], views: list[_View], rows: int
    ) -> Iterator[tuple[list[int], np.ndarray, np.ndarray]]:
        """Rows as they are done: first and last token of the best span, and its probability.

        Both tokens are -1 where there is no answer.
        """
        spans = np.full((rows, 2), -1, dtype=np.int64)
        logits, nulls, scores = np.full(rows, -np.inf), np.full(rows, np.inf), np.zeros(rows)
        waiting = Waiting(rows, (view.row for view in views))
        if waiting.ready:
            yield waiting.ready, spans[waiting.ready], scores[waiting.ready]
        for batch, output in self.forward(pieces) if views else ():
            width = output.start_logits.shape[1]
            left = self.tokenizer.padding_side == "left"
            shifts = np.array([width - len(pieces["input_ids"][i]) if left else 0 for i in batch])
            chosen = np.array([views[i] for i in batch])
            first = chosen[:, 2] + shifts
            total, start, end, score = _search(output, first, first + chosen[:, 3], self.max_answer)
            np.minimum.at(nulls, chosen[:, 0], _null_scores(output, chosen[:, 4] + shifts))
            for line, (row, begin, *_) in enumerate(chosen.tolist()):
                span = start[line] + begin - first[line], end[line] + begin - first[line]
                if (total[line], -span[0]) > (logits[row], -spans[row, 0]):
                    spans[row], logits[row], scores[row] = span, total[line], score[line]
            done = waiting.done(views[piece].row for piece in batch)
            if self.abstains:
                spans[[row for row in done if nulls[row] - logits[row] > self.null_threshold]] = -1
            if done:
                yield done, spans[done], scores[done]


def _null_scores(output: Any, positions: np.ndarray) -> np.ndarray:
    """The sum of both logits at one token of each row of a batch."""
    import torch

    index = torch.from_numpy(positions).to(output.start_logits.device)[:, None]
    both = output.start_logits.float().gather(1, index) + output.end_logits.float().gather(1, index)
    return both[:, 0].double().cpu().numpy()


def _search(
    output: Any, first: np.ndarray, last: np.ndarray, longest: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Best span of each row of a batch, all rows at once.

    Returns:
        Sum of logits, first token, last token and probability, by row.
    """
    import torch

    starts, ends = output.start_logits.float(), output.end_logits.float()
    places = torch.arange(starts.shape[1], device=starts.device)
    limits = torch.from_numpy(np.stack([first, last])).to(starts.device)
    outside = (places < limits[0, :, None]) | (places >= limits[1, :, None])
    starts, ends = starts.masked_fill(outside, -torch.inf), ends.masked_fill(outside, -torch.inf)
    best = torch.full_like(starts, -torch.inf)
    gap = torch.zeros_like(starts, dtype=torch.long)
    for length in range(min(longest, starts.shape[1])):
        reach = starts.shape[1] - length
        sums = starts[:, :reach] + ends[:, length:]
        better = sums > best[:, :reach]
        best[:, :reach] = torch.where(better, sums, best[:, :reach])
        gap[:, :reach].masked_fill_(better, length)
    total, start = best.max(dim=1)
    end = start + gap.gather(1, start[:, None])[:, 0]
    score = starts.softmax(1).gather(1, start[:, None]) * ends.softmax(1).gather(1, end[:, None])
    return tuple(tensor.cpu().numpy() for tensor in (total, start, end, score[:, 0]))


def _trimmed(context: str, start: int, end: int, score: float) -> SpanAnswer:
    """The span without blanks at its ends, which some tokenizers count to a token."""
    text = context[start:end]
    start += len(text) - len(text.lstrip())
    return SpanAnswer(start, start + len(text.strip()), score)
