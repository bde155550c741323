"""Chat models behind an API as predictors: rows become requests, and answers are read as they arrive."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from hf_robust.adapters.chat_models.answer_ways import AnswerWay
from hf_robust.adapters.chat_models.batch_files import AnswerFile
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chosen_way import AnswerWays, ChosenWay
from hf_robust.adapters.chat_models.server_check import refuse_final, server_version
from hf_robust.adapters.language_models.answers import Answer
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.adapters.remote import messages
from hf_robust.adapters.remote.chat import read_answer
from hf_robust.adapters.remote.costs import Estimate
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.probe import Probe
from hf_robust.adapters.remote.transport import Transport
from hf_robust.tasks.base import Task


class ChatPredictor(LanguageModel):
    """Asks a chat model behind an API.

    Args:
        task: The task, bound to the data so that it knows the label names.
        cache_dir: Folder of the stored answers; that of the package when None.
        transport: Sends the requests; that of the model when None.

    Raises:
        UsageError: An option does not fit the task.

    Example:
        >>> from hf_robust.tasks import task
        >>> reviews = task("sentiment-classification", label_names=["negative", "positive"])
        >>> model = ChatModel("org/llm", base_url="http://127.0.0.1:8000/v1", answer="generate", store=False)
        >>> predictor = ChatPredictor(model, reviews)
        >>> print(predictor.dry_run([{"text": "A fine film."}]))
        1 requests to send (0 answers are stored), about 39 input tokens, at most 64 output tokens, cost not known
    """

    def __init__(
        self,
        model: ChatModel,
        task: Task,
        cache_dir: str | Path | None = None,
        transport: Transport | None = None,
    ):
        options = model.resolved(task)
        super().__init__(
            task,
            options.prompt,
            options.shots,
            name=model.name,
            kind="chat",
            prompts=options.prompts,
            pool=options.pool,
        )
        self.model, self.options = model, options
        self.transport = transport or model.transport(cache_dir)
        self._parameters = model.parameters(options.max_tokens)
        self._served: Counter[tuple[str | None, str | None]] = Counter()
        self._counts: Counter[str] = Counter()
        self._probes: dict[str, Probe] = {}

    def _ask_with(self, prompt: Prompt, shots: tuple[Shot, ...]) -> None:
        super()._ask_with(prompt, shots)
        for name in ("chosen", "ways"):  # they depend on the words of the labels
            vars(self).pop(name, None)

    @cached_property
    def chosen(self) -> ChosenWay:
        """The way of answering that is used. The server is asked for it, unless text is wanted."""
        if not self.transport.asks:
            return self.ways.assumed(self.options.answer)
        return self.ways.chosen(self.options.answer, self.transport)

    @cached_property
    def ways(self) -> AnswerWays:
        """The ways of answering."""
        is_label = isinstance(self.expected, LabelAnswers)
        return AnswerWays(
            self.model.server(),
            self._parameters,
            self.expected,
            self.prompt.label_words(self.task) if is_label else {},
            self.task.spoken.join(["", ""]),
            self._probes,
        )

    @property
    def way(self) -> AnswerWay:
        """How the answer to a row is asked for and read."""
        return self.chosen.way

    @property
    def keeps_answers(self) -> bool:
        """Whether answers are stored as they arrive."""
        return self.model.store

    def advice(self) -> str:
        """Return how requests without an answer get one; empty when a rerun asks for them."""
        return self.transport.advice() if isinstance(self.transport, AnswerFile) else ""

    def planned_requests(self, rows: list[dict[str, Any]]) -> list[JsonRequest]:
        """Return the requests for the answers to rows, without asking the server.

        Where the way of answering is not known yet, it is the one that the user asked for; text for ``auto``.

        Args:
            rows: Rows keyed by role.
        """
        known = "chosen" in vars(self)
        way = self.way if known else self.ways.planned(self.options.answer, self.transport).way
        return [request for row in rows for request in way.requests(self.messages(row))]

    def dry_run(self, rows: list[dict[str, Any]]) -> Estimate:
        """Return how many requests the rows would take, their tokens and their cost. Nothing is sent.

        The requests that find out how the server can answer are among them.

        Args:
            rows: Rows keyed by role.
        """
        return self.transport.dry_run([*self.probing(), *self.planned_requests(rows)])

    def probing(self) -> list[JsonRequest]:
        """Return the requests that find out how the server can answer; none where that is known."""
        return self.ways.probing(self.options.answer) if self.transport.asks else []

    def begin_run(self) -> None:
        """Forget what earlier runs counted."""
        super().begin_run()
        self._served.clear()
        self._counts.clear()
        self.transport.budget.restart()

    def written(self, rows: list[dict[str, Any]]) -> list[str | None]:
        """Return what the model wrote for each row; None where that is not stored, or several requests made an answer.

        Args:
            rows: Rows keyed by role.
        """
        asked = [self.way.requests(self.messages(row)) for row in rows]
        store = self.transport.store
        known = {} if store is None else store.get([one.key for several in asked for one in several])
        alone = [several[0].key if len(several) == 1 else None for several in asked]
        return [read_answer(known[key]).text if key in known else None for key in alone]

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the indices of some rows and their answers, as they arrive.

        Raises:
            UsageError: The server refuses the key or does not know the model.
            CostLimitError: The next request could exceed the limit of the cost.
            UnpaidError: The account has no credit or quota left.
        """
        requests: list[JsonRequest] = []
        owners: list[int] = []
        for place, row in enumerate(rows):
            own = self.way.requests(self.messages(row))
            if repeats and repeats[place]:
                own = [replace(request, repeat=repeats[place]) for request in own]
            requests += own
            owners += [place] * len(own)
        waiting = Counter(owners)
        found: dict[int, messages.ServerAnswer] = {}
        first = {place: number for number, place in reversed(list(enumerate(owners)))}
        counts = Counter(owners)
        with closing(self.transport.stream(requests)) as stream:
            for places, answer in stream:
                self._note(answer)
                done = []
                for number in places:
                    found[number] = answer
                    waiting[owners[number]] -= 1
                    if not waiting[owners[number]]:
                        done.append(owners[number])
                replies = [[found.pop(first[place] + number) for number in range(counts[place])] for place in done]
                if done:
                    yield done, [self._read(own, rows[place]) for place, own in zip(done, replies)]

    def _read(self, replies: list[messages.ServerAnswer], row: dict[str, Any]) -> Answer:
        """The meaning of the replies to the requests of one row."""
        failed = next((one for one in replies if one.status != "ok"), None)
        if failed is not None:
            return Answer.failed(failed.reason)
        answer = self.way.read([read_answer(one.body) for one in replies], row)
        self._counts["truncated"] += answer.status == "truncated"
        return answer

    def describe(self) -> dict[str, Any]:
        """Return the prompt, the way of answering, and what was sent and received."""
        budget, options = self.transport.budget, self.options
        priced = budget.prices is not None and self.model.name in budget.prices.models
        return {
            **super().describe(),
            "answer": self.way.mode,
            "reason": self.chosen.reason,
            "temperature": options.temperature,
            "seed": options.seed,
            "max_tokens": options.max_tokens,
            "requests": {
                "sent": self._counts["sent"],
                "stored": self._counts["stored"],
                "failed": self._counts["failed"],
                "input_tokens": budget.tokens.input,
                "output_tokens": budget.tokens.output,
                "cached_tokens": budget.tokens.cached,
                "estimated": budget.unstated,
                "cost": budget.cost if priced else None,
                "currency": budget.prices.currency if budget.prices else "USD",
                "server": self._server,
                "server_version": server_version(self.model) if self._counts["sent"] else None,
                "served": [
                    {"name": name, "fingerprint": fingerprint, "answers": count}
                    for (name, fingerprint), count in self._served.items()
                ],
            },
        }

    @property
    def _server(self) -> str:
        """Where the answers come from: a URL, a provider or a file."""
        if isinstance(self.transport, AnswerFile):
            return str(self.transport.path)
        return self.model.base_url or f"provider {self.model.provider}"

    def notes(self) -> list[dict[str, str]]:
        """Return a warning when better ways of answering could not be used, answers were cut, or the server changed."""
        found = [("answer-mode", self.chosen.reason)] if self.chosen.reason else []
        if cut := self._counts["truncated"]:
            message = (
                f"{cut} answers reached the limit of {self.options.max_tokens} tokens before they said anything that "
                "counts; a model that reasons first needs a higher max_tokens"
            )
            found.append(("answers-cut", message))
        if len(self._served) > 1:
            served = ", ".join(" ".join(filter(None, one)) or "unnamed" for one in self._served)
            found.append(("server-changed", f"answers came from {len(self._served)} models or versions: {served}"))
        return [{"code": code, "message": message} for code, message in found]

    def _note(self, answer: messages.ServerAnswer) -> None:
        """Count an answer, and refuse to go on where all others would fail like it."""
        refuse_final(answer, self.model, bool(self._served))
        # as numbers: an empty counter would keep the booleans
        self._counts.update(sent=int(answer.tries > 0), stored=int(answer.stored), failed=int(answer.status != "ok"))
        if answer.status == "ok":
            body = answer.body
            self._served[body.get("model"), body.get("system_fingerprint")] += 1

    def settings(self) -> dict[str, Any]:
        """Return the URL, the parameters and the way of answering."""
        return {
            "url": self.model.server().base_url,
            "parameters": self._parameters.body(),
            "mode": self.way.mode,
        }
