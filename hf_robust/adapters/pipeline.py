"""Ready transformers pipelines, run as their owner configured them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from hf_robust.adapters.base import BatchedOutput, Prediction, texts_of, tokens_of
from hf_robust.adapters.huggingface.base import (
    check_one_score,
    check_several_labels,
    check_single_label,
    model_labels,
    model_limit,
)
from hf_robust.adapters.huggingface.batching import Waiting
from hf_robust.adapters.identity import settings_hash, tokenizer_hash, weights_hash
from hf_robust.adapters.kind_adapters import label_matcher, pipeline_adapter
from hf_robust.adapters.label_matching import rename
from hf_robust.adapters.model_kind import refuse
from hf_robust.adapters.probabilities import label_sets
from hf_robust.adapters.tag_matching import OUTSIDE, begin_groups, lacks_prefix, split_tag
from hf_robust.adapters.truncation import SeenInput, key_of, may_reach
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.text import replace_surrogates
from hf_robust.tasks import TASKS, Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from transformers import Pipeline


class PipelinePredictor(BatchedOutput):
    """What the two pipeline adapters share; make one with :func:`pipeline_predictor`.

    Args:
        task: A task of the pipeline's kind.
        label_map: Model label to data label, where the names do not match by themselves.
        batch_size: Rows a batch, unless the pipeline has its own.
    """

    kind = "pipeline"
    pipeline_task: ClassVar[str]

    def __init__(
        self,
        pipeline: "Pipeline",
        task: Task,
        *,
        label_map: Mapping[str, str] | None = None,
        batch_size: int = 32,
    ):
        self.pipeline = pipeline
        config = pipeline.model.config
        self.name = pipeline.model.name_or_path or type(pipeline.model).__name__
        self.revision: str | None = getattr(config, "_commit_hash", None)
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.batch_size = getattr(pipeline, "_batch_size", None) or batch_size
        if "pad_token" not in pipeline.tokenizer.special_tokens_map:
            self.batch_size = 1  # it cannot pad, and the pipeline is the user's: leave it as it is
        self.labels: tuple[str, ...] | None = None
        self.label_mapping: dict[str, str] = {}
        self._match_labels(task, label_map)
        self.max_length = self._limit = model_limit(pipeline.model, pipeline.tokenizer)

    def _match_labels(self, task: Task, label_map: Mapping[str, str] | None) -> None:
        own = model_labels(self.pipeline.model)
        matcher = label_matcher(task.kind)
        self.label_mapping = (
            matcher.match(own, task.scored_names, label_map) if task.label_names and matcher else rename(own, label_map)
        )
        self.labels = tuple(dict.fromkeys(self.label_mapping[label] for label in own))

    def fingerprint(self) -> str:
        """Hash over weights, tokenizer, labels and what the user configured."""
        pipe = self.pipeline
        configured = [getattr(pipe, f"_{part}_params", {}) for part in ("preprocess", "forward", "postprocess")]
        model = [weights_hash(pipe.model), tokenizer_hash(pipe.tokenizer), str(pipe.model.dtype)]
        return settings_hash([model, configured, self.label_mapping])

    def _run(
        self, inputs: Sequence[Any], lengths: Sequence[int], **options: Any
    ) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
        """The pipeline's results from long to short, batch by batch, with their places."""
        if not inputs:
            return
        order = sorted(range(len(inputs)), key=lambda i: -lengths[i])
        # a generator: the pipeline gives back each batch when it is done
        with evaluating(self.pipeline.model):
            results = self.pipeline((inputs[i] for i in order), batch_size=self.batch_size, **options)
            pairs = zip(order, results, strict=True)
            while batch := list(islice(pairs, self.batch_size)):
                yield tuple(place for place, _ in batch), tuple(result for _, result in batch)


class TextClassificationPredictor(PipelinePredictor):
    """A ``text-classification`` pipeline; pairs go in as ``{"text", "text_pair"}``.

    Texts above the model's limit are cut, unless the pipeline says something about truncation itself.
    """

    pipeline_task = "text-classification"

    def __init__(self, pipeline: "Pipeline", task: Task, **options: Any):
        super().__init__(pipeline, task, **options)
        self.check_head(pipeline.model.config)
        own = getattr(pipeline, "_preprocess_params", {})
        self._truncation: dict[str, Any] = {}
        if self._limit and "truncation" not in own:
            self._truncation = {"truncation": True, "max_length": self._limit}
        self.max_length = own.get("max_length") or self._limit

    def check_head(self, config: Any) -> None:
        """Refuse a head of another kind.

        Args:
            config: The configuration of the model.
        """
        check_single_label(config, self.name)

    def seen(self, rows: list[dict[str, Any]]) -> list[SeenInput | None]:
        """What the model sees of rows that reach the limit; None for the others."""
        limit, tokenizer = self.max_length, self.pipeline.tokenizer
        found: list[SeenInput | None] = [None] * len(rows)
        if limit is None:
            return found
        for place, row in enumerate(rows):
            texts = tuple(map(replace_surrogates, texts_of(row, self.roles)))
            if not may_reach(texts, limit, tokenizer.num_special_tokens_to_add(pair=len(texts) == 2)):
                continue
            whole = tokenizer(*texts, truncation=False, verbose=False)["input_ids"]
            if len(whole) >= limit:
                how = {**getattr(self.pipeline, "_preprocess_params", {}), **self._truncation}
                kept = tokenizer(*texts, truncation=how.get("truncation"), max_length=limit, verbose=False)["input_ids"]
                found[place] = SeenInput(len(kept) < len(whole), key_of([kept]), key_of([whole]))
        return found

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows of each batch; the first label of each, with the score the pipeline gives."""
        for places, results in self._classified(rows):
            yield list(places), [self._read(result) for result in results]

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray:
        """The score of each label, in the order of ``labels``, for each row."""
        names = tuple(self.labels or ())
        scores = np.zeros((len(rows), len(names)))
        for places, results in self._classified(rows, top_k=None):
            for place, result in zip(places, results):
                for item in result:
                    scores[place, names.index(self.label_mapping[str(item["label"])])] += float(item["score"])
        return scores

    def _classified(
        self, rows: list[dict[str, Any]], **options: Any
    ) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
        inputs = [tuple(map(replace_surrogates, texts_of(row, self.roles))) for row in rows]
        pairs = len(self.roles) == 2
        ready = [{"text": value[0], "text_pair": value[1]} if pairs else value[0] for value in inputs]
        return self._run(ready, [sum(map(len, value)) for value in inputs], **options, **self._truncation)

    def _read(self, result: Any) -> Prediction:
        best = max(result, key=lambda item: item["score"]) if isinstance(result, list) else result
        return Prediction(self.label_mapping[str(best["label"])], float(best["score"]))


class LabelSetPredictor(TextClassificationPredictor):
    """A ``text-classification`` pipeline over a multi-label head: the labels that reach the threshold of the task."""

    def __init__(self, pipeline: "Pipeline", task: Task, **options: Any):
        super().__init__(pipeline, task, **options)
        self.threshold = task.threshold

    def check_head(self, config: Any) -> None:
        """Refuse a head that was trained to choose one label."""
        check_several_labels(config, self.name)

    def fingerprint(self) -> str:
        """As in the base, with the threshold."""
        return f"{super().fingerprint()}|{self.threshold}"

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows, and the labels of each."""
        yield list(range(len(rows))), label_sets(self.probabilities(rows), self.labels or (), self.threshold)

    def _classified(
        self, rows: list[dict[str, Any]], **options: Any
    ) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
        return super()._classified(rows, function_to_apply="sigmoid", **options)


class ScorePredictor(TextClassificationPredictor):
    """A ``text-classification`` pipeline over a regression head; the value is its output, without a sigmoid."""

    def _match_labels(self, task: Task, label_map: Mapping[str, str] | None) -> None:
        refuse(["label_map"] if label_map is not None else [], f"{task.name}, whose predictions are no labels")

    def check_head(self, config: Any) -> None:
        """Refuse a head with several outputs."""
        check_one_score(config, self.name)

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows of each batch, and the score of each."""
        for places, results in self._classified(rows, function_to_apply="none", top_k=1):
            yield list(places), [Prediction(float(result[0]["score"])) for result in results]


class TokenClassificationPredictor(PipelinePredictor):
    """A ``token-classification`` pipeline, with whatever aggregation strategy it has.

    The tokens go in joined by blanks, and the character offsets that come back are read at the first
    character of each token. Groups become ``B-`` and ``I-`` tags where the model or the data has such. Token
    lists above the model's limit are split between tokens, unless the pipeline has its own stride.
    """

    pipeline_task = "token-classification"

    def __init__(self, pipeline: "Pipeline", task: Task, **options: Any):
        super().__init__(pipeline, task, **options)
        if not getattr(pipeline.tokenizer, "is_fast", False):
            raise UsageError(f"the tokenizer of pipeline {self.name} gives no offsets; make it with a fast tokenizer")
        own = model_labels(pipeline.model)
        self._begin = lacks_prefix(own, task.scored_names or ())
        self._groups = self._group_tags(own)
        self._strides = "tokenizer_params" in getattr(pipeline, "_preprocess_params", {})

    def _group_tags(self, own: Sequence[str]) -> dict[str, tuple[str, str]]:
        """For each entity group the tag of its first token and of the others."""
        groups: dict[str, tuple[str, str]] = {}
        for label in own:
            group = label.split("-", 1)[-1]  # as the pipeline cuts it, whatever the prefix
            prefix, kind = split_tag(self.label_mapping[label])
            if prefix and kind != OUTSIDE:
                groups[group] = (f"B-{kind}", f"I-{kind}")
            else:
                groups.setdefault(group, (self.label_mapping[label],) * 2)
        return groups

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and for each a list of tags as long as its tokens."""
        texts = [[replace_surrogates(token) for token in tokens_of(row)] for row in rows]
        pieces = [(row, piece) for row, tokens in enumerate(texts) for piece in self._pieces(tokens)]
        joined = [" ".join(piece) for _, piece in pieces]
        waiting = Waiting(len(rows), (row for row, _ in pieces))
        if waiting.ready:
            yield waiting.ready, [Prediction([], None) for _ in waiting.ready]
        entities: dict[int, Any] = {}
        parts: list[list[int]] = [[] for _ in rows]
        for place, (row, _) in enumerate(pieces):
            parts[row].append(place)
        for places, results in self._run(joined, list(map(len, joined))):
            entities.update(zip(places, results))
            done = waiting.done(pieces[place][0] for place in places)
            if done:
                yield done, [self._joined([(pieces[n][1], entities[n]) for n in parts[row]]) for row in done]

    def _joined(self, parts: Sequence[tuple[Sequence[str], Sequence[Mapping]]]) -> Prediction:
        """The tags of a row from those of its stretches."""
        tags: list[str] = []
        scores: list[float] = []
        for tokens, entities in parts:
            self._read(tokens, entities, tags, scores)
        return Prediction(begin_groups(tags) if self._begin else tags, sum(scores) / len(scores) if scores else None)

    def _read(self, tokens: Sequence[str], entities: Sequence[Mapping], tags: list[str], scores: list[float]) -> None:
        """Append the tags of one text; entities come in the order of their offsets."""
        waiting = iter(sorted(entities, key=lambda entity: entity["start"]))
        entity, fresh = next(waiting, None), True
        at = 0
        for token in tokens:
            while entity is not None and entity["end"] <= at:
                entity, fresh = next(waiting, None), True
            inside = entity is not None and bool(token) and entity["start"] <= at
            tags.append(self._tag(entity, fresh) if inside and entity is not None else OUTSIDE)
            if inside and entity is not None:
                scores.append(float(entity["score"]))
                fresh = False
            at += len(token) + 1

    def _tag(self, entity: Mapping[str, Any], first: bool) -> str:
        if "entity_group" in entity:
            tags = self._groups[str(entity["entity_group"])]
            return tags[0] if first else tags[1]
        return self.label_mapping[str(entity["entity"])]

    def _pieces(self, tokens: list[str]) -> Iterator[list[str]]:
        """The tokens as they are, or in stretches that fit the model; nothing for a blank text."""
        if not any(token.strip() for token in tokens):
            if tokens:
                yield tokens
            return
        if self._limit is None or self._strides or sum(map(len, tokens)) < self._limit - 2:
            yield tokens
            return
        tokenizer = self.pipeline.tokenizer
        room = self._limit - tokenizer.num_special_tokens_to_add(False)
        counts = [len(ids) for ids in tokenizer(tokens, add_special_tokens=False, verbose=False)["input_ids"]]
        piece: list[str] = []
        used = 0
        for token, count in zip(tokens, counts):
            if piece and used + count > room:
                yield piece
                piece, used = [], 0
            piece.append(token)
            used += count
        yield piece


class TextGenerationPredictor(PipelinePredictor):
    """A ``text-generation`` pipeline; the answer is what it writes after the text.

    The pipeline decides how it generates, so pass ``do_sample=False`` to the pipeline for answers that repeat.
    """

    pipeline_task = "text-generation"

    def _match_labels(self, task: Task, label_map: Mapping[str, str] | None) -> None:
        refuse(["label_map"] if label_map is not None else [], f"{task.name}, whose predictions are no labels")

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The indices of the rows of each batch, and their answers; a text without words has the empty answer."""
        texts = [replace_surrogates(texts_of(row, self.roles)[0]) for row in rows]
        blank = [place for place, text in enumerate(texts) if not text.strip()]
        if blank:
            yield blank, [Prediction("") for _ in blank]
        filled = [place for place, text in enumerate(texts) if text.strip()]
        lengths = [len(texts[place]) for place in filled]
        for places, results in self._run([texts[place] for place in filled], lengths, return_full_text=False):
            yield (
                [filled[place] for place in places],
                [Prediction(result[0]["generated_text"].strip()) for result in results],
            )


def pipeline_predictor(
    pipeline: "Pipeline", task: Task | str, *, label_map: Mapping[str, str] | None = None, batch_size: int = 32
) -> PipelinePredictor:
    """The adapter for a pipeline.

    Args:
        pipeline: A ``text-classification``, ``token-classification`` or ``text-generation`` pipeline.
        task: A task of the same kind, or its id.
        label_map: Model label to data label, where the names do not match by themselves.
        batch_size: Rows a batch, unless the pipeline has its own.

    Raises:
        UsageError: When the pipeline does something else, or not what the task asks for.
        LabelError: When the labels do not match the task's.
    """
    task = as_task(task)
    served = {found.pipeline_task for kind in TASKS.values() if (found := pipeline_adapter(kind))}
    adapter = pipeline_adapter(task.kind)
    if adapter is None or pipeline.task != adapter.pipeline_task:
        instead = "a folder, a Hub id, a model with tokenizer=, or a function"
        raise UsageError(
            f"a {pipeline.task} pipeline cannot serve {task.name}; pass "
            f"{instead if adapter is None else f'a {adapter.pipeline_task} pipeline'}. "
            f"Pipelines that can be used: {', '.join(sorted(served))}"
        )
    return adapter(pipeline, task, label_map=label_map, batch_size=batch_size)
