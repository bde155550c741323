"""What the answer of an API to one row means: a label, tags, an answer to a question, a text."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from hf_robust.adapters.base import Status
from hf_robust.adapters.language_models.answers import NO_VALUE
from hf_robust.adapters.remote.endpoint_file import answer_keys
from hf_robust.adapters.remote.endpoint_sections import EndpointFile, ResponsePaths
from hf_robust.adapters.remote.json_paths import AbsentPart, JsonPart, JsonPath, PathError
from hf_robust.adapters.remote.span_tags import TokenText, TypedSpan, token_joiner
from hf_robust.adapters.remote.token_classes import TokenClasses
from hf_robust.adapters.tag_matching import OUTSIDE, split_tag
from hf_robust.core.checks import is_number, is_whole_number
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.offset_units import UNITS, Reader, UnitMatch


@dataclass(frozen=True)
class AnswerMeaning:
    """The meaning of an answer.

    Args:
        value: The prediction; without a meaning a value that is never right.
        score: Its probability; None where the API gives none.
        scores: Probability by label, where the API gives them for several labels.
        unaligned: Number of spans that are in no token.
        status: ``ok``, ``unparsable`` or ``error``.
        reason: Why the status is not ``ok``.
    """

    value: Any
    score: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    unaligned: int = 0
    status: Status = "ok"
    reason: str = ""


class AnswerReader(ABC):
    """Reads the answers for one kind of task.

    Args:
        file: The description of the API.
        task: The task, bound to the data.
    """

    def __init__(self, file: EndpointFile, task: Task):
        self.file, self.task, self.paths = file, task, file.response

    def read(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the meaning of an answer; the status is ``unparsable`` when it has none.

        Args:
            item: The JSON of the answer.
            row: The inputs by role.

        Raises:
            UsageError: The answer shows that the file is wrong.
        """
        try:
            return self.meaning(item, row)
        except (PathError, NotApplicable) as error:
            return AnswerMeaning(self.missing(row), status="unparsable", reason=str(error))

    @abstractmethod
    def meaning(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the meaning of an answer.

        Raises:
            PathError: A part is absent or has the wrong type.
            NotApplicable: An offset is not in the text.
        """

    @abstractmethod
    def missing(self, row: Mapping[str, Any]) -> Any:
        """Return the value of a prediction without an answer."""

    @abstractmethod
    def check(self, item: Any) -> None:
        """Refuse an answer in which the main part is absent.

        Raises:
            PathError: It is absent.
        """

    @contextmanager
    def _must_fit(self, part: str) -> Iterator[None]:
        """Refuse the file when a path finds nothing in an answer whose main part is there.

        Args:
            part: What the main part is, for example ``"span"``.

        Raises:
            UsageError: A part is absent. A rerun uses the stored answers.
        """
        try:
            yield
        except AbsentPart as error:
            keys = f" (its keys: {named(error.inside)})" if isinstance(error.inside, Mapping) else ""
            raise UsageError(
                f"the API at {self.file.url} returned a {part} that does not fit {self.file.source}: {error}{keys}. "
                "Correct the path in the file, or write ? after the name of a field that may be absent, and run again"
            ) from error

    def _score(self, item: Any, above: Sequence[Any] = ()) -> float | None:
        path = self.paths.score
        score = None if path is None else path.get(item, above)
        return float(score) if is_number(score) else None


class AnswerLabels(AnswerReader):
    """Reads labels with their scores."""

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return a text that is no label."""
        return NO_VALUE

    def check(self, item: Any) -> None:
        """Refuse an answer without a label."""
        path = self.paths.label or self.paths.score
        if path is not None and path.get(item) in (None, []):
            raise PathError(f"{path.text}: expected a label, found none in {quoted(item)}")

    def meaning(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the label, or of several labels the one with the highest score."""
        self.check(item)
        label = None if self.paths.label is None else self.paths.label.get(item)
        with self._must_fit("label"):
            given = None if self.paths.score is None else self.paths.score.get(item)
        names = label if isinstance(label, list) else list(self.file.classes)
        if isinstance(given, Mapping):
            scores = {_name(name): float(value) for name, value in given.items() if is_number(value)}
        else:
            rated = given if isinstance(given, list) and names else []
            scores = dict(zip(map(_name, names), _numbers(rated, len(names)))) if rated else {}
        if label is None or isinstance(label, list):
            best = max(scores, key=lambda name: scores[name]) if scores else _name(names[0])
        else:
            best = _name(label)
        score = scores.get(best)
        if score is None:
            score = max(given, default=None) if isinstance(given, list) and all(map(is_number, given)) else given
        return self._mapped(best, float(score) if is_number(score) else None, scores, row)

    def _mapped(
        self, label: str, score: float | None, scores: Mapping[str, float], row: Mapping[str, Any]
    ) -> AnswerMeaning:
        """The label by the names of the file; several may become one."""
        labels = self.file.labels
        found = labels.get(label, label)
        if found is None:
            return AnswerMeaning(self.missing(row), status="unparsable", reason=f"the label {quoted(label)} means none")
        named: dict[str, float] = {}
        for name, one in scores.items():
            to = labels.get(name, name)
            if to is not None:
                named[to] = named.get(to, 0.0) + one
        return AnswerMeaning(found, score, named)


class SpanReader(AnswerReader):
    """Reads entities as one tag per token."""

    def __init__(self, file: EndpointFile, task: Task):
        super().__init__(file, task)
        self._joiner = token_joiner(task.spoken.join)
        self._only = {name.casefold() for name in file.only}
        self._chunked = task.kind.has_scheme
        self._classes = TokenClasses(file) if file.response.token_scores is not None else None

    def text_of(self, row: Mapping[str, Any]) -> TokenText:
        """Return the text of a row."""
        return TokenText([token or "" for token in row[self.task.text_roles[0]] or ()], self._joiner)

    def missing(self, row: Mapping[str, Any]) -> list[str]:
        """Return no entity."""
        return [OUTSIDE] * len(row[self.task.text_roles[0]] or ())

    def check(self, item: Any) -> None:
        """Refuse an answer without a list of spans."""
        for path in (self.paths.spans, self.paths.token_scores):
            if path is not None:
                path.find(item)

    def meaning(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the tags of the tokens that the spans overlap."""
        text = self.text_of(row)
        spans, scores = self._token_spans(item, text) if self._classes is not None else self._spans(item, text)
        tags, lost = text.tags(spans, self._chunked)
        return AnswerMeaning(tags, sum(scores) / len(scores) if scores else None, unaligned=lost)

    def _token_spans(self, item: Any, text: TokenText) -> tuple[list[TypedSpan], list[float]]:
        path, classes = self.paths.token_scores, self._classes
        assert path is not None and classes is not None
        return self._kept(classes.spans(path.get(item), text.text)), []

    def _spans(self, item: Any, text: TokenText) -> tuple[list[TypedSpan], list[float]]:
        assert self.paths.spans is not None
        reader, found, scores = Reader(text.text, self.file.offsets), [], []
        for one in self.paths.spans.find(item):
            with self._must_fit("span"):
                if not all(_name(path.get(*one)) in values for path, values in self.paths.where.items()):
                    continue
                kept = self._kept([self._span(one, reader)])
                score = self._score(*one)
            found += kept
            scores += [score] if kept and score is not None else []
        return found, scores

    def _span(self, part: JsonPart, reader: Reader) -> TypedSpan:
        start, end = _range(self.paths, part, reader)
        assert self.paths.type is not None
        kind = self.paths.type.get(*part)
        if not isinstance(kind, str) or not kind:
            raise PathError(f"{self.paths.type.text}: expected a type, found {quoted(kind)}")
        return TypedSpan(start, end, kind)

    def _kept(self, spans: Sequence[TypedSpan]) -> list[TypedSpan]:
        """The spans with the types of the dataset, without those that are not scored."""
        found = []
        for span in spans:
            mark, kind = split_tag(span.type)
            to = self.file.labels.get(span.type, self.file.labels.get(kind, kind))
            to = None if to is not None and self._only and to.casefold() not in self._only else to
            if to is not None and to != OUTSIDE:
                found.append(span._replace(type=f"{mark}-{to}" if mark and not split_tag(to)[0] else to))
        return found


class QuestionReader(AnswerReader):
    """Reads answers to questions."""

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return a text that is in no context."""
        return NO_VALUE

    def check(self, item: Any) -> None:
        """Refuse an answer without a text or an offset."""
        path = self.paths.answer or self.paths.start
        if path is not None:
            path.find(item)

    def meaning(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the answer as it is written, else the part of the context at its offsets; empty for none."""
        if self.paths.answer is not None:
            answer = self.paths.answer.get(item)
            if answer is not None and not isinstance(answer, str):
                raise PathError(f"{self.paths.answer.text}: expected a text or null, found {quoted(answer)}")
            if not answer:
                return AnswerMeaning("", self._score(item))
            with self._must_fit("text"):
                return AnswerMeaning(answer, self._score(item))
        assert self.paths.start is not None
        if self.paths.start.get(item) is None:
            return AnswerMeaning("", self._score(item))
        with self._must_fit("start"):
            start, end = _range(self.paths, JsonPart(item), Reader(row["context"], self.file.offsets))
            return AnswerMeaning(row["context"][start:end], self._score(item))


class TextReader(AnswerReader):
    """Reads texts that a model generates."""

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return the empty text."""
        return ""

    def check(self, item: Any) -> None:
        """Refuse an answer without a text."""
        if self.paths.text is not None:
            self.paths.text.find(item)

    def meaning(self, item: Any, row: Mapping[str, Any]) -> AnswerMeaning:
        """Return the text."""
        text = None if self.paths.text is None else self.paths.text.get(item)
        if not isinstance(text, str):
            raise PathError(f"text: expected a text, found {quoted(text)}")
        with self._must_fit("text"):
            return AnswerMeaning(text, self._score(item))


_READERS: Mapping[str, type[AnswerReader]] = {
    "spans": SpanReader,
    "label": AnswerLabels,
    "answer": QuestionReader,
    "text": TextReader,
}


def answer_reader(file: EndpointFile, task: Task) -> AnswerReader:
    """Return what reads the answers for a task.

    Args:
        file: The description of the API.
        task: The task, bound to the data.

    Raises:
        UsageError: An API cannot serve the task.
    """
    keys = answer_keys(task.kind)
    if keys is None:
        raise UsageError(f"an API cannot serve {task.name}")
    return _READERS[keys.needed[0][0]](file, task)


def _range(paths: ResponsePaths, part: JsonPart, reader: Reader) -> tuple[int, int]:
    """Start and end of a span in code points.

    Raises:
        PathError: An offset is absent or not a number.
        NotApplicable: An offset is not in the text.
        UsageError: The offsets are in another unit than the file says.
    """
    assert paths.start is not None
    start = _offset(paths.start, part)
    said = None if paths.text is None else paths.text.get(*part)
    if isinstance(said, str):
        _check_unit(reader, UnitMatch(start, None, said))
    first = reader.code_point(start)
    if paths.end is not None:
        last = reader.code_point(_offset(paths.end, part))
    elif paths.length is not None:
        last = reader.code_point(start + _offset(paths.length, part))
    else:
        if not isinstance(said, str) or not reader.text.startswith(said, first):
            raise PathError(f"text: expected the text of a span at its offset {start}, found {quoted(said)}")
        last = first + len(said)
    if first > last:
        raise PathError(f"expected a span that ends after its start, found {start} to {last}")
    return first, last


def _check_unit(reader: Reader, span: UnitMatch) -> None:
    """Refuse offsets that fit the text of their span in another unit only."""
    if reader.fits(span):
        return
    fitting = [unit for unit in UNITS if Reader(reader.text, unit).fits(span)]
    if fitting:
        raise UsageError(
            f"the API returned {quoted(span.said)} at the offset {span.start}, which fits the text in {fitting[0]} and "
            f"not in {reader.unit}; write offsets: {fitting[0]} in the file"
        )


def _offset(path: JsonPath, part: JsonPart) -> int:
    parts = path.find(*part)
    value = parts[0].value if parts else 0  # a path with `?`: some servers leave zeros out
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not is_whole_number(value, 0):
        raise PathError(f"{path.text}: expected an offset, found {quoted(value)}")
    return value


def _name(value: Any) -> str:
    return value if isinstance(value, str) else quoted(value)


def _numbers(values: Sequence[Any], count: int) -> list[float]:
    if len(values) != count or not all(map(is_number, values)):
        raise PathError(f"score: expected {count} numbers, found {quoted(values)}")
    return [float(value) for value in values]
