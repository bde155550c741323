"""Leaderboards of suites: lines made of what the cards of models say, without a network or a page."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from hf_robust.reports.model_card import SOURCE
from hf_robust.reports.wording import MISSING, interval

_BROKEN = (LookupError, TypeError, ValueError, AttributeError)
_HEAD = ("model", "version", "original", "worst case", "drop", "interval", "date", "verified")
_KINDS = ("markdown", "str", "number", "number", "number", "str", "str", "str")
_DETAIL = ("entry", "original", "perturbed", "drop", "interval", "rows")


@dataclass(frozen=True)
class ListedModel:
    """A model as the Hub lists it.

    Args:
        name: Repository ``"user/model"``.
        index: The ``model-index`` of its card, as it was read.
        verified: Datasets of which the Hub has verified results of the model.
    """

    name: str
    index: Any
    verified: Collection[str] = ()


@dataclass(frozen=True)
class Score:
    """A score on changed rows, all as shares.

    Args:
        value: On the changed rows.
        original: On the same rows before.
        drop: Their difference.
        interval: Bounds of the drop; None where they are not known.
        n: Number of rows.
    """

    value: float
    original: float
    drop: float
    interval: tuple[float, float] | None
    n: int


@dataclass(frozen=True)
class LeaderboardLine:
    """What is known of one model on one suite.

    Args:
        model: Repository ``"user/model"``.
        version: Version of the suite.
        commit: Commit of the suite; None where the card does not say.
        created: When the model was run.
        verified: Whether the Hub has verified its results.
        worst: The worst case; of a suite of one entry that entry.
        entries: Score by name of the entry.
    """

    model: str
    version: str
    commit: str | None
    created: datetime
    verified: bool
    worst: Score | None
    entries: Mapping[str, Score]


@dataclass(frozen=True)
class Leaderboard:
    """All models with results on a suite, each once.

    Args:
        suite: Repository ``"user/name"``.
        lines: The newest version of the suite first, of each the best worst case first.
        broken: What is wrong with the cards that were left out, by name of the model.
    """

    suite: str
    lines: Sequence[LeaderboardLine]
    broken: Mapping[str, str] = field(default_factory=dict)

    @property
    def entries(self) -> list[str]:
        """Names of all entries that a model has a score on."""
        return list(dict.fromkeys(name for line in self.lines for name in line.entries))

    @property
    def headers(self) -> list[str]:
        """Titles of the columns of the table."""
        return [*_HEAD, *self.entries]

    @property
    def datatypes(self) -> list[str]:
        """What the columns of the table hold: ``markdown``, ``str`` or ``number``."""
        return [*_KINDS, *("number" for _ in self.entries)]

    def table(self) -> list[list[Any]]:
        """A row a model; scores in percent, None where there is none, so that they sort as numbers."""
        return [self._row(line) for line in self.lines]

    def _row(self, line: LeaderboardLine) -> list[Any]:
        worst = line.worst
        return [
            f"[{line.model}](https://huggingface.co/{line.model})",
            line.version,
            _percent(worst.original if worst else None),
            _percent(worst.value if worst else None),
            _percent(worst.drop if worst else None),
            _between(worst),
            line.created.date().isoformat(),
            "yes" if line.verified else "no",
            *(_percent(score.value if score else None) for score in map(line.entries.get, self.entries)),
        ]

    def details(self, model: str) -> list[list[Any]]:
        """A row an entry for one model: entry, original, perturbed, drop, its interval, rows.

        Args:
            model: Repository ``"user/model"``.
        """
        scores = [(name, score) for line in self.lines if line.model == model for name, score in line.entries.items()]
        return [
            [name, *map(_percent, (one.original, one.value, one.drop)), _between(one), one.n] for name, one in scores
        ]

    @property
    def detail_headers(self) -> list[str]:
        """Titles of the columns of :meth:`details`."""
        return list(_DETAIL)

    def summary(self) -> str:
        """What stands above the table, in Markdown."""
        models = f"{len(self.lines)} model{'' if len(self.lines) == 1 else 's'}"
        versions = sorted({line.version for line in self.lines}, key=_version_parts, reverse=True)
        text = f"{models} with results on [{self.suite}](https://huggingface.co/datasets/{self.suite})"
        text += f", version {', '.join(versions)}." if versions else "."
        text += " Only rows of one version compare." if len(versions) > 1 else ""
        return text + (f" Left out, for a card that cannot be read: {len(self.broken)}." if self.broken else "")


def leaderboard(suite: str, models: Iterable[ListedModel], entries: Sequence[str] = ()) -> Leaderboard:
    """The leaderboard of a suite; the newest result of a model counts, and a card that is broken none.

    Args:
        suite: Repository ``"user/name"``.
        models: Models that may have results; one may come twice.
        entries: The suite's entries in order, where they are known; cards may hold others, which are left out.

    Example:
        >>> metric = {"value": 0.75, "args": {"original": 0.9, "drop": 0.15, "interval": [0.1, 0.2], "n": 180}}
        >>> args = {"suite_version": "1.0.0", "created": "2026-01-02T03:04:05+00:00"}
        >>> dataset = {"type": "me/films", "config": "keyboard", "args": args}
        >>> result = {"dataset": dataset, "source": {"name": "hf_robust"}, "metrics": [metric]}
        >>> board = leaderboard("me/films", [ListedModel("me/bert", [{"name": "bert", "results": [result]}])])
        >>> for cell in zip(board.headers, board.table()[0]):
        ...     print(*cell)
        model [me/bert](https://huggingface.co/me/bert)
        version 1.0.0
        original 90.0
        worst case 75.0
        drop 15.0
        interval 10.0 to 20.0
        date 2026-01-02
        verified no
        keyboard 75.0
    """
    lines: dict[str, LeaderboardLine] = {}
    broken: dict[str, str] = {}
    for model in models:
        try:
            for line in _lines(model, suite, entries):
                old = lines.get(model.name)
                if old is None or (line.created, _version_parts(line.version)) > (
                    old.created,
                    _version_parts(old.version),
                ):
                    lines[model.name] = line
        except _BROKEN as error:
            broken[model.name] = f"{type(error).__name__}: {error}"
    lines = {name: line for name, line in lines.items() if name not in broken}
    return Leaderboard(suite, sorted(lines.values(), key=_order), broken)


def _order(line: LeaderboardLine) -> tuple:
    worst = -math.inf if line.worst is None else line.worst.value
    return [-number for number in _version_parts(line.version)], -worst, line.model


def _version_parts(version: str) -> list[int]:
    """A version, to sort by; what is none comes last."""
    parts = version.split(".")
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else [-1]


def _lines(model: ListedModel, suite: str, entries: Sequence[str]) -> Iterator[LeaderboardLine]:
    """A line for each run of a model on a suite that its card has."""
    runs: dict[tuple[str, str], list[dict]] = {}
    for result in _results(model.index, suite):
        args = result["dataset"]["args"]
        runs.setdefault((args["created"], args["suite_version"]), []).append(result)
    for (created, version), results in runs.items():
        scores = {result["dataset"].get("config"): score for result in results for score in _scores(result)}
        worst = scores.pop(None, None)
        known = {name: scores[name] for name in entries or scores if name in scores}
        if scores or worst:
            stated = any(metric.get("verified") is True for one in results for metric in one["metrics"])
            yield LeaderboardLine(
                model.name,
                _word(version),
                results[0]["dataset"].get("revision"),
                _moment(created),
                stated or suite in model.verified,
                worst if worst or len(scores) > 1 else next(iter(scores.values())),
                known,
            )


def _results(index: Any, suite: str) -> Iterator[dict]:
    """Results of a card that are on the suite and ours; what else stands there may be anything."""
    for one in index if isinstance(index, list) else ():
        for result in one.get("results") or () if isinstance(one, dict) else ():
            if not isinstance(result, dict):
                continue
            source, dataset = result.get("source"), result.get("dataset")
            if not isinstance(source, dict) or not isinstance(dataset, dict):
                continue
            if source.get("name") == SOURCE and dataset.get("type") == suite:
                yield result


def _scores(result: dict) -> Iterator[Score]:
    """The score on changed rows; that on the rows before stands beside it."""
    for metric in result["metrics"]:
        beside = metric.get("args")
        if isinstance(beside, dict) and "drop" in beside:
            ends = beside.get("interval")
            bounds = (_share(ends[0]), _share(ends[1])) if ends else None
            value, original, drop = map(_share, (metric["value"], beside["original"], beside["drop"]))
            yield Score(value, original, drop, bounds, int(beside["n"]))


def _share(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not -1 <= value <= 1:
        raise ValueError(f"{value!r} is no share")
    return float(value)


def _word(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError(f"{value!r} is no version")
    return value


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone")
    return moment


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1) + 0.0


def _between(score: Score | None) -> str:
    return MISSING if score is None else interval(list(score.interval) if score.interval else None)
