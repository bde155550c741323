"""What each token of a text counts for a given label, and which tokens keep a prediction; many texts at once."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.doc import find_words, token_bounds
from hf_robust.core.errors import ColumnError, UnknownNameError, UsageError
from hf_robust.explain.lime import Samples, draw_samples, fit, thinned
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from hf_robust.adapters import Predictor

METHODS = ("leave-one-out", "lime", "gradient")
_TOGETHER = 64  # texts whose variants are asked at once
_SOLID = re.compile(r"\S+")

_FIRST = 4  # so many of the strongest tokens are asked at once; then twice as many, and so on

Weights = dict[str, np.ndarray]
Kept = tuple[int, ...]
Ask = Callable[[Sequence[tuple[int, Kept]]], list[tuple[float, bool]]]


class Place(NamedTuple):
    """Where a token stands.

    Args:
        role: The text.
        start: Its first character there.
        end: The character after its last.
    """

    role: str
    start: int
    end: int


@dataclass(frozen=True)
class Tokens:
    """A row and the tokens that may be left out of it.

    Args:
        row: Its texts by role.
        places: Its tokens in their order.
    """

    row: Mapping[str, str]
    places: tuple[Place, ...]

    @classmethod
    def of(cls, row: Mapping[str, Any], task: Task, roles: Sequence[str] | None = None) -> "Tokens":
        """The tokens of a row: words, and what stands between them without blanks; of a token list, its tokens.

        Args:
            row: Texts by column or by role.
            task: The task with the columns.
            roles: Texts whose tokens may be left out; the task's fields when None.

        Raises:
            ColumnError: When a text is absent.
            UsageError: When it is no text.

        Example:
            >>> import hf_robust as hr
            >>> tokens = Tokens.of({"text": "It's dull, no?"}, hr.task("sentiment-classification"))
            >>> tokens.words()
            ["It's", 'dull', ',', 'no', '?']
        """
        texts: dict[str, str] = {}
        places: list[Place] = []
        for role in task.text_roles:
            name = task.column(role) if task.column(role) in row else role
            if name not in row:
                raise ColumnError(
                    f"{task.name} expects {task.column(role)!r} in a row; found {', '.join(map(str, row)) or 'nothing'}"
                )
            text, bounds = _read(row[name], role)
            texts[role] = text
            if role in (task.fields if roles is None else roles):
                places += [Place(role, start, end) for start, end in bounds]
        return cls(texts, tuple(places))

    def words(self) -> list[str]:
        """The tokens as they are written."""
        return [self.row[role][start:end] for role, start, end in self.places]

    def only(self, kept: Collection[int], mask: str = "") -> dict[str, str]:
        """The row with the kept tokens alone.

        Args:
            kept: Numbers of the tokens that stay.
            mask: Stands in place of each other token; when empty, they are left out.

        Example:
            >>> import hf_robust as hr
            >>> tokens = Tokens.of({"text": "and/or, maybe."}, hr.task("sentiment-classification"))
            >>> tokens.only({0, 2, 5}), tokens.only({0, 2, 5}, "[MASK]")
            ({'text': 'and or .'}, {'text': 'and[MASK]or[MASK] [MASK].'})
        """
        row = dict(self.row)
        if len(kept) == len(self.places):
            return row
        for role in dict.fromkeys(place.role for place in self.places):
            own = [number for number, place in enumerate(self.places) if place.role == role]
            row[role] = _joined(self.row[role], [(self.places[n], n in kept) for n in own], mask)
        return row

    def thinned(self, kept: np.ndarray) -> Iterator[dict[str, str]]:
        """The row without some tokens, for each line of an array (variants, tokens)."""
        texts: dict[str, Any] = {}
        for role in dict.fromkeys(place.role for place in self.places):
            own = [number for number, place in enumerate(self.places) if place.role == role]
            bounds = [self.places[number][1:] for number in own]
            texts[role] = thinned(self.row[role], bounds, [[number] for number in range(len(own))], kept[:, own])
        for found in zip(*texts.values()):
            yield {**self.row, **dict(zip(texts, found))}


def _read(value: Any, role: str) -> tuple[str, list[tuple[int, int]]]:
    if isinstance(value, (list, tuple)) and all(isinstance(token, str) for token in value):
        return " ".join(value), [bounds for bounds, token in zip(token_bounds(value), value) if token.strip()]
    if value is not None and not isinstance(value, str):
        raise UsageError(f"role {role!r} must hold a text, found {type(value).__name__}: {value!r:.60}")
    text = value or ""
    found: list[tuple[int, int]] = []
    at = 0
    for start, end in [*find_words(text), (len(text), len(text))]:
        found += [match.span() for match in _SOLID.finditer(text, at, start)]
        found += [(start, end)] if start < end else []
        at = end
    return text, found


def _joined(text: str, tokens: Sequence[tuple[Place, bool]], mask: str) -> str:
    """Tokens that stay and masks; white space as in the text, one blank where something went between two."""
    parts: list[str] = []
    before: Place | None = None  # the token before, when it is shown
    at = 0
    for place, stays in tokens:
        if stays or mask:
            gap = text[at : place.start] if before is not None or at == 0 else " "
            parts += [gap if parts or gap.strip() else "", text[place.start : place.end] if stays else mask]
        before = place if stays or mask else None
        at = place.end
    return "".join(parts)


def contributions(
    predictor: "Predictor",
    task: Task,
    subjects: Sequence[Tokens],
    labels: Sequence[Sequence[str]],
    method: str = "leave-one-out",
    *,
    num_samples: int = 750,
    kernel_width: float = 25,
    seed: int = 0,
) -> list[Weights]:
    """What each token counts for each of some labels, the model's batches shared by all texts.

    Args:
        predictor: The model.
        task: The classification task.
        subjects: The texts.
        labels: For each text the labels that are asked about.
        method: ``leave-one-out`` (drop of the label's probability without the token), ``lime`` (weight of the token's
            presence in a linear model of that probability) or ``gradient`` (gradient x input of the label's log-odds).
        num_samples: For ``lime``: samples a text.
        kernel_width: For ``lime``: how far from the text samples still count.
        seed: For ``lime``: seed of the samples.

    Returns:
        For each text one array a label, a number a token; above zero the token speaks for the label.

    Raises:
        UnknownNameError: There is no such method.
        UsageError: ``gradient`` with a model that cannot be differentiated.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.as_predictor(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], task)
        >>> (found,) = contributions(model, task, [Tokens.of({"text": "a fine film"}, task)], [["pos"]])
        >>> found["pos"].tolist()
        [0.0, 1.0, 0.0]

    Source: S2LCT (2023), section 6, takes "an existing explainable ML technique"; leave-one-out: Li et al. (2016),
        Understanding Neural Networks through Representation Erasure; LIME: Ribeiro et al. (2016).
    """
    if method not in METHODS:
        raise UnknownNameError("contribution method", method, METHODS)
    if method == "gradient":
        return _by_gradient(predictor, task, subjects, labels)
    found: list[Weights] = []
    for start in range(0, len(subjects), _TOGETHER):
        own = slice(start, start + _TOGETHER)
        if method == "lime":
            found += _by_samples(predictor, task, subjects[own], labels[own], num_samples, kernel_width, seed)
        else:
            found += _by_erasure(predictor, task, subjects[own], labels[own])
    return found


def _by_erasure(
    predictor: Any, task: Task, subjects: Sequence[Tokens], labels: Sequence[Sequence[str]]
) -> list[Weights]:
    sizes = [len(subject.places) for subject in subjects]
    kept = [np.vstack([np.ones((1, n), dtype=bool), ~np.eye(n, dtype=bool)]) for n in sizes]
    answers = _answers(predictor, task, subjects, kept, labels)
    return [{label: values[0] - values[1:] for label, values in one.items()} for one in answers]


def _by_samples(
    predictor: Any,
    task: Task,
    subjects: Sequence[Tokens],
    labels: Sequence[Sequence[str]],
    size: int,
    width: float,
    seed: int,
) -> list[Weights]:
    from hf_robust.adapters.probabilities import quick_dtype

    none = Samples(np.ones((1, 0), dtype=bool), np.ones(1, dtype=np.int64))  # a text without tokens
    drawn = [draw_samples(len(s.places), size, _key(s, seed)) if s.places else none for s in subjects]
    kept = [samples.kept for samples in drawn]
    answers = _answers(predictor, task, subjects, kept, labels, quick_dtype(predictor))
    found: list[Weights] = []
    for subject, samples, one in zip(subjects, drawn, answers):
        found.append({})
        for label, values in one.items():
            weights = np.zeros(len(subject.places))
            for token, weight in fit(samples, values, width, len(weights)) if len(weights) else ():
                weights[token] = weight
            found[-1][label] = weights
    return found


def _key(subject: Tokens, seed: int) -> bytes:
    said = "\x1f".join(f"{role}={text}" for role, text in subject.row.items())
    return blake2b(f"{seed}|contributions|{said}".encode("utf-8", "surrogatepass")).digest()


def _answers(
    predictor: Any,
    task: Task,
    subjects: Sequence[Tokens],
    kept: Sequence[np.ndarray],
    labels: Sequence[Sequence[str]],
    dtype: str | None = None,
) -> list[Weights]:
    """The probability of each label for the variants of each text."""
    from hf_robust.adapters.probabilities import score_rows

    rows: list[dict[str, str]] = []
    ends = []
    for subject, variants in zip(subjects, kept):
        rows += subject.thinned(variants) if subject.places else [dict(subject.row)]
        ends.append(len(rows))
    scores = score_rows(predictor, rows, task, dtype=dtype)
    starts = [0, *ends[:-1]]
    return [{name: scores.of(name, slice(*bounds)) for name in names} for names, *bounds in zip(labels, starts, ends)]


def _by_gradient(
    predictor: Any, task: Task, subjects: Sequence[Tokens], labels: Sequence[Sequence[str]]
) -> list[Weights]:
    from hf_robust.adapters.huggingface.gradients import differentiable, gradient_times_input, on_words

    classifier = differentiable(predictor, task)
    found: list[Weights] = [{name: np.zeros(len(s.places)) for name in names} for s, names in zip(subjects, labels)]
    for role in dict.fromkeys(place.role for subject in subjects for place in subject.places):
        own = [[n for n, place in enumerate(subject.places) if place.role == role] for subject in subjects]
        asked = [(at, name) for at, names in enumerate(labels) if own[at] for name in dict.fromkeys(names)]
        rows = [dict(subjects[at].row) for at, _ in asked]
        pieces = gradient_times_input(classifier, rows, role, [name for _, name in asked])
        for (at, name), piece in zip(asked, pieces):
            found[at][name][own[at]] = on_words(piece, [subjects[at].places[n][1:] for n in own[at]])
    return found


def prefixes(orders: Sequence[Sequence[int]], ask: Ask) -> dict[int, Kept]:
    """For each text the fewest of its strongest tokens that keep the prediction; absent where none do.

    Args:
        orders: Numbers of the tokens of each text, the strongest first.
        ask: Takes texts and kept tokens; gives the label's probability, and whether the prediction is kept.

    Example:
        >>> prefixes([[2, 0, 1]], lambda asked: [(1.0, 0 in kept) for _, kept in asked])
        {0: (2, 0)}
    """
    found: dict[int, Kept] = {}
    done, step = 0, _FIRST
    left = [n for n, order in enumerate(orders) if order]
    while left:
        questions = [
            (n, tuple(orders[n][:size])) for n in left for size in range(done + 1, min(done + step, len(orders[n])) + 1)
        ]
        for (n, kept), (_, holds) in zip(questions, ask(questions)):
            if holds:
                found.setdefault(n, kept)
        done, step = done + step, 2 * step
        left = [n for n in left if n not in found and len(orders[n]) > done]
    return found


def irreducible(found: Mapping[int, Kept], ask: Ask) -> dict[int, Kept]:
    """Drop tokens that are not needed, the weakest first, until none of each text can go; one always stays.

    Args:
        found: From :func:`prefixes`.
        ask: As there.

    Example:
        >>> irreducible({0: (2, 0)}, lambda asked: [(1.0, 0 in kept) for _, kept in asked])
        {0: (0,)}
    """
    kept = dict(found)
    left = [n for n in kept if len(kept[n]) > 1]
    while left:
        questions = [(n, tuple(t for t in kept[n] if t != token)) for n in left for token in reversed(kept[n])]
        smaller: dict[int, Kept] = {}
        for (n, fewer), (_, holds) in zip(questions, ask(questions)):
            if holds:
                smaller.setdefault(n, fewer)
        kept |= smaller
        left = [n for n in smaller if len(kept[n]) > 1]
    return kept
