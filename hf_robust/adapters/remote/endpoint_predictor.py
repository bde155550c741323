"""Models behind an API as predictors: rows become requests, and what comes back becomes predictions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, input_of, row_of
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.costs import Estimate
from hf_robust.adapters.remote.endpoint_answers import AnswerMeaning, answer_reader
from hf_robust.adapters.remote.endpoint_requests import RowAnswer, RowBatch, RowRequests
from hf_robust.adapters.remote.endpoint_sections import EndpointFile
from hf_robust.adapters.remote.exchange import Sign
from hf_robust.adapters.remote.json_paths import PathError
from hf_robust.adapters.remote.messages import JsonRequest, ServerAnswer
from hf_robust.adapters.remote.secrets import Secrets
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks.base import Task

_REFUSES_ALL = (None, 401, 403, 404, 405, 429)  # after which other rows need not be tried
_SUM_TOLERANCE = 1e-2  # of probabilities that a server rounds


class EndpointPredictor(FunctionPredictor):
    """A model behind an API; :class:`hf_robust.adapters.remote.endpoint.Endpoint` makes one.

    Before it sends all requests it sends one. When the answer does not fit the file, the run ends with an error.

    Args:
        file: The description of the API, without names that the user has to give.
        task: The task, bound to the data so that it knows the label names.
        label_map: Label of the API (as the file maps it) to the data's, where the names do not match by themselves.
        sign: Returns headers that sign a request.
        transport: Sends the requests; for tests.

    Raises:
        UsageError: An API cannot serve the task.
    """

    kind = "endpoint"

    def __init__(
        self,
        file: EndpointFile,
        task: Task,
        *,
        label_map: Mapping[str, str] | None = None,
        sign: Sign | None = None,
        transport: Callable[..., Transport] = Transport,
    ):
        self.only = file.only
        scored = replace(task, only=file.only) if file.only else task
        super().__init__(self.predict, scored, label_map=label_map)
        self.file, self.name = file, file.source
        self.revision = settings_hash(_described(file))
        if self._matcher is not None:
            self._matcher.owner = self.name
        self._requests, self._reader = RowRequests(file, scored), answer_reader(file, scored)
        self._sent: dict[bytes, RowBatch] = {}
        self._answered = False
        self.transport = transport(
            limits=file.limits, secrets=Secrets(), fault=self._fault, sign=sign, parts=self._parts
        )

    def fingerprint(self) -> str:
        """Return what tells the predictions of one file and task from those of another."""
        return f"{self.revision}|{sorted(self._map.items())}|{self.labels}"

    def keep_answers(self, folder: str | Path) -> None:
        """Store the answers of the API as they arrive, so that no later run asks for them again.

        Args:
            folder: Folder of the store.

        Raises:
            DataFileError: The store cannot be used.
        """
        self.transport.store = AnswerStore(folder)

    def dry_run(self, rows: list[dict[str, Any]]) -> Estimate:
        """Return how many requests the rows without a stored answer would take. Nothing is sent.

        Args:
            rows: Rows keyed by role.
        """
        asked = [row for row in rows if not self._is_blank(row)]
        stored = self._stored(asked, {})
        rest = [row for place, row in enumerate(asked) if place not in stored]
        estimate = self.transport.dry_run([one.request for one in self._requests.batches(rest)])
        return replace(estimate, stored=len(stored))

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """Yield the indices of some rows and their predictions, as the answers arrive.

        Raises:
            UsageError: No answer fits the file, or the offsets are in another unit than the file says.
            LabelError: The API returns a label or type that the data does not have.
        """
        given = [row_of(input_of(row, self.roles), self.roles) for row in rows]
        for places, meanings in self._meanings(given):
            predictions = [self._prediction(one, given[place]) for place, one in zip(places, meanings)]
            if self._matcher is not None:
                predictions = [one._replace(value=self._matcher.finish(one.value)) for one in predictions]
            yield places, predictions
        if self._matcher is not None:
            self._matcher.check()
            self._tell_unseen()

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray | list[Prediction]:
        """Return the probability of each label for each row; predictions where the API does not return all of them.

        Args:
            rows: Rows keyed by role.
        """
        found = {place: one for places, some in self._meanings(rows) for place, one in zip(places, some)}
        meanings = [found[place] for place in range(len(rows))]
        table = [self._by_label(one.scores) for one in meanings if one.status == "ok"]
        if self.labels is None or len(table) < len(rows) or not all(table):
            return [self._prediction(one, row) for one, row in zip(meanings, rows)]
        return np.array([[one[label] for label in self.labels] for one in table if one is not None])

    def _prediction(self, result: AnswerMeaning, row: Mapping[str, Any]) -> Prediction:
        if result.status != "ok":
            return Prediction(result.value, None, result.status)
        value = self._kind.read_value(result.value, row, self._label, self._wrong)
        return Prediction(value, result.score, unaligned=result.unaligned)

    def _label(self, value: Any) -> str | None:
        return None if self._matcher is None else self._matcher.name(value)

    def _by_label(self, scores: Mapping[str, float]) -> dict[str, float] | None:
        """The scores by label of the data; None unless they are probabilities of all labels."""
        found = dict.fromkeys(self.labels or (), 0.0)
        try:
            names = [self._label(name) for name in scores]
        except LabelError:
            return None
        for name, score in zip(names, scores.values()):
            if name not in found:
                return None
            found[name] += score
        whole = set(names) == set(found) and abs(sum(found.values()) - 1) <= _SUM_TOLERANCE
        return found if whole and min(found.values()) >= 0 else None

    def _meanings(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[AnswerMeaning]]]:
        """The indices of some rows and the meanings of their answers, as they arrive."""
        known = {
            place: AnswerMeaning(self._reader.missing(row)) for place, row in enumerate(rows) if self._is_blank(row)
        }
        for place, value in self._stored(rows, known).items():
            known[place] = self._reader.read(value, rows[place])
        if known:
            yield list(known), list(known.values())
        rest = [place for place in range(len(rows)) if place not in known]
        for batch, answer in self._answers([rows[place] for place in rest]):
            places = [rest[number] for number in batch.rows]
            items = self._items(batch, answer)
            yield places, [self._meaning(item, rows[place]) for place, item in zip(places, items)]

    def _is_blank(self, row: Mapping[str, Any]) -> bool:
        """Whether a row has tokens without a text, in which no API finds entities."""
        if self._kind.tags_role is None:
            return False
        return not any((token or "").strip() for token in row[self.roles[0]] or ())

    def _meaning(self, item: RowAnswer, row: Mapping[str, Any]) -> AnswerMeaning:
        if item.reason:
            return AnswerMeaning(self._reader.missing(row), status="error", reason=item.reason)
        return self._reader.read(item.value, row)

    def _stored(self, rows: Sequence[Mapping[str, Any]], known: Mapping[int, AnswerMeaning]) -> dict[int, Any]:
        store = self.transport.store
        if store is None:
            return {}
        keys = {place: self._requests.key(row) for place, row in enumerate(rows) if place not in known}
        stored = store.get(list(keys.values()))
        return {place: stored[key] for place, key in keys.items() if key in stored}

    def _answers(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[RowBatch, ServerAnswer]]:
        """Send requests for rows, and yield the answers as they arrive."""
        batches = self._requests.batches(rows)
        self._sent = {one.request.key: one for one in batches}
        tried = {} if self._answered or not batches else self._first_answers(batches)
        yield from ((batches[place], answer) for place, answer in tried.items())
        rest = [one for place, one in enumerate(batches) if place not in tried]
        with closing(self.transport.stream([one.request for one in rest])) as stream:
            for places, answer in stream:
                yield from ((rest[place], answer) for place in places)

    def _items(self, batch: RowBatch, answer: ServerAnswer) -> list[RowAnswer]:
        if answer.status != "ok":
            return [RowAnswer(None, answer.reason)] * len(batch.rows)
        return self._requests.items(answer.body, len(batch.rows))

    def _first_answers(self, batches: Sequence[RowBatch]) -> dict[int, ServerAnswer]:
        """Send one request; of up to three one must have an answer that fits the file.

        Rows come sorted by length, so the first may be too long for the API and the last may be empty.

        Returns:
            The answers by the index of their request.

        Raises:
            UsageError: None fits.
        """
        answers: dict[int, ServerAnswer] = {}
        reason = ""
        for place in dict.fromkeys((len(batches) // 2, 0, len(batches) - 1)):
            (answers[place],) = self.transport.send([batches[place].request])
            items = self._items(batches[place], answers[place])
            reasons = [item.reason or self._unfit(item.value) for item in items]
            if "" in reasons:
                self._answered = True
                return answers
            reason = reasons[0]
            if answers[place].http_status in _REFUSES_ALL:
                break
        raise UsageError(
            f"no answer of {self.file.url} fits {self.file.source}: {reason}. Correct the file or the server, and run "
            "again"
        )

    def _unfit(self, item: Any) -> str:
        """Why an answer has not the main part; empty when it has."""
        try:
            self._reader.check(item)
        except PathError as error:
            return str(error)
        return ""

    def _fault(self, body: Any) -> str:
        """Why an answer as a whole is not usable; empty when it is."""
        items = self.file.response.items
        if items is None:
            return self._unfit(body)
        try:
            items.find(body)
        except PathError as error:
            return str(error)
        return ""

    def _parts(self, request: JsonRequest, body: Any) -> dict[bytes, Any]:
        """What is stored of an answer: that to each row."""
        batch = self._sent[request.key]
        items = self._requests.items(body, len(batch.rows))
        return {key: item.value for key, item in zip(batch.keys, items) if not item.reason}


def _described(file: EndpointFile) -> dict[str, Any]:
    """The parts of a file that answers depend on."""
    parts = {name: value for name, value in vars(file).items() if name not in ("about", "source", "limits", "response")}
    paths = {name: path.text for name, path in file.response.stated_paths().items()}
    where = {path.text: values for path, values in file.response.where.items()}
    return {**parts, "response": paths, "where": where}
