"""Root causes: the fewest tokens that keep a wrong prediction, and how much each token counts for it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.label_matching import match_name
from hf_robust.adapters.probabilities import quick_dtype, score_rows
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import LabelError, UnknownNameError, UsageError
from hf_robust.core.json_values import plain, printable
from hf_robust.core.quoted import named, quoted
from hf_robust.core.typed_json import read_json
from hf_robust.explain.attribution import METHODS, attribute
from hf_robust.explain.minimal_masks import Kept, irreducible, shortest_prefixes
from hf_robust.explain.tokens import ExplainedTokens
from hf_robust.reports.formats.html import render_cause
from hf_robust.reports.formats.terminal import cause_text
from hf_robust.reports.records.cause_records import RootCauseRecord
from hf_robust.reports.root_cause_view import Cause, cause_view
from hf_robust.tasks.base import Task
from hf_robust.tasks.labels import label_name
from hf_robust.tasks.task_ids import as_task

GAP = "…"


@dataclass(frozen=True)
class WeightedToken:
    """A token of an explained text.

    Args:
        start: Index of its first character in the text.
        end: Index after its last character.
        weight: Contribution to the wrong label. A negative weight opposes it.
        kept: Whether the token is kept.
    """

    role: str
    text: str
    start: int
    end: int
    weight: float
    kept: bool


@dataclass(frozen=True)
class Side:
    """One text of a root cause: its prediction, and the tokens that are sufficient for it.

    Args:
        label: The predicted label.
        probability: Probability of this label for the whole text.
        kept_probability: Probability of this label for the kept tokens alone.
        blank_probability: Probability of this label if no token is kept.
        reached: Whether a tested set of tokens keeps the prediction. If False, all tokens are kept.
        tokens: The tokens in the order of the text.
    """

    label: str
    probability: float
    kept_probability: float
    blank_probability: float
    reached: bool
    tokens: tuple[WeightedToken, ...]

    @property
    def kept(self) -> list[str]:
        """The kept tokens."""
        return [token.text for token in self.tokens if token.kept]

    @property
    def template(self) -> str:
        """The kept tokens, with ``…`` for the masked tokens between them."""
        parts: list[str] = []
        for token in self.tokens:
            if token.kept or parts[-1:] != [GAP]:
                parts.append(token.text if token.kept else GAP)
        return " ".join(parts)


@dataclass(frozen=True)
class RootCause:
    """The tokens that are sufficient for a wrong prediction, and the contribution of each token.

    :func:`root_cause` returns it.

    Args:
        case: The text with the wrong prediction.
        accepted: The correct labels.
        method: Attribution method that measured the contributions.
        threshold: Minimum probability that the kept tokens must reach.
        mask: Text that replaced the other tokens. Empty if they were removed.
        other: Another text for comparison, such as the seed of the case. Its weights refer to the same wrong label.
        other_name: Name of the other text.
    """

    case: Side
    accepted: tuple[str, ...]
    method: str
    threshold: float
    mask: str
    other: Side | None = None
    other_name: str = "other"

    @property
    def label(self) -> str:
        """The wrong label."""
        return self.case.label

    @property
    def kept(self) -> list[str]:
        """The tokens that are sufficient for the wrong prediction."""
        return self.case.kept

    @property
    def pairs(self) -> list[tuple[int | None, int | None]]:
        """Pairs of indices that align the tokens of the other text and of the case. None if a token has no pair."""
        if self.other is None:
            return [(None, number) for number in range(len(self.case.tokens))]
        return _aligned(self.other.tokens, self.case.tokens)

    @property
    def _view(self) -> Cause:
        return cause_view(read_json(RootCauseRecord, plain(self.to_dict(), printable), "root cause"))

    def __str__(self) -> str:
        return cause_text(self._view, weights=False)

    def text(self) -> str:
        """Return the kept tokens of each text and a table of the contributions of all tokens, for a terminal."""
        return cause_text(self._view)

    def html(self) -> str:
        """Return both texts side by side as HTML, with colored words and their contributions. Content is escaped."""
        return render_cause(self._view)

    _repr_html_ = html

    def to_dict(self) -> dict[str, Any]:
        """Return a dict of JSON values, including :attr:`pairs`."""
        record = {**asdict(self), "accepted": list(self.accepted), "pairs": [list(pair) for pair in self.pairs]}
        for name in ("case", "other"):
            if record[name] is not None:
                record[name]["tokens"] = list(record[name]["tokens"])
        return record

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "RootCause":
        """Create a root cause from the output of :meth:`to_dict`."""
        other = None if record["other"] is None else _side(record["other"])
        rest = {name: record[name] for name in ("method", "threshold", "mask", "other_name")}
        return cls(accepted=tuple(record["accepted"]), case=_side(record["case"]), other=other, **rest)


def _side(record: Mapping[str, Any]) -> Side:
    return Side(**{**record, "tokens": tuple(WeightedToken(**token) for token in record["tokens"])})


def root_cause(
    predictor: Any,
    row: Mapping[str, Any],
    task: Task | str,
    *,
    accepted: str | Collection[str] | None = None,
    other: Mapping[str, Any] | None = None,
    **options: Any,
) -> RootCause:
    """Find tokens that are sufficient for a wrong prediction.

    Tokens are added one by one, those with the largest contribution to the wrong label first, until the selected tokens
    alone (at least one) keep the prediction. Each token that is not necessary is then removed again. If any single
    token of the result is removed, the remaining tokens no longer keep the prediction. A smaller set may still exist,
    because not all sets are tested.

    Args:
        predictor: A Hub id, a folder, a ``transformers`` pipeline or model, a function, or a
            :class:`~hf_robust.adapters.Predictor`. None uses the bundled sentiment classifier. A prediction without a
            score counts as a probability of 1.
        row: The row, by column or by role. A test case of a capability suite can be passed directly.
        task: A classification task with its label names, or its id.
        accepted: The correct labels. None uses those of the ``case`` of the row, or the label of the row.
        other: A row for comparison, such as the seed of an expanded case. It gets a separate result.
        **options: Passed to :func:`root_causes`.

    Raises:
        UsageError: If the prediction is not wrong, or if an option is not valid.
        LabelError: If the model has none of the accepted labels.
        ColumnError: If a text is missing.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = lambda texts: ["pos" if "even" in text and "yes" in text else "neg" for text in texts]
        >>> cause = root_cause(model, {"text": "Was it even fun? no, yes"}, task, accepted="neg")
        >>> cause.label, cause.kept, cause.case.template
        ('pos', ['even', 'yes'], '… even … yes')

    Source: S2LCT (2023), section 6, equation 5. The equation assumes that the prediction changes if all tokens are
        removed; ``blank_probability`` reports whether this is true. The removal of unnecessary tokens is an addition.
    """
    task = as_task(task)
    values = None if accepted is None else [accepted]
    (cause,) = root_causes(predictor, [row], task, accepted=values, others=[other], **options)
    if cause is None:
        raise UsageError(
            "the prediction is not wrong, so it has no root cause: it is among the accepted labels "
            f"({', '.join(_accepted(row, task, accepted))}); take a row that fails"
        )
    return cause


def root_causes(
    predictor: Any,
    rows: Iterable[Mapping[str, Any]],
    task: Task | str,
    *,
    accepted: Sequence[str | Collection[str]] | None = None,
    others: Sequence[Mapping[str, Any] | None] | None = None,
    method: str = "leave-one-out",
    threshold: float = 0.5,
    mask: str | None = "",
    field: str | None = None,
    seed: int = 0,
    num_samples: int = 750,
    **options: Any,
) -> list[RootCause | None]:
    """Find the tokens that are sufficient for each wrong prediction of many rows, in shared batches of the model.

    Args:
        predictor: See :func:`root_cause`.
        task: The task, or its id.
        accepted: The correct labels of each row. None uses those of the ``case`` of the row, or the label of the row.
        others: For each row, another row for comparison, or None.
        method: Attribution method: ``leave-one-out``, ``lime``, or ``gradient`` (torch models).
        threshold: Minimum probability of the wrong label that the kept tokens must reach. The wrong label must also be
            the predicted one.
        mask: Text that replaces the tokens that are not kept. The default removes them. None uses the mask token of the
            tokenizer, if it has one. A classifier that was not trained with mask tokens may treat them as content. The
            bundled model predicts positive for a text of mask tokens, so any token then keeps a wrong "positive".
        field: Role of the only text whose tokens may be masked. None uses all fields of the task together.
        seed: Random seed of the samples of ``lime``.
        num_samples: Number of samples per text for ``lime``.
        **options: Passed to :func:`hf_robust.adapters.as_predictor`.

    Returns:
        One root cause per row. None if the prediction is not wrong.

    Raises:
        UsageError: If an option is not valid.
        UnknownNameError: If the method does not exist.
        LabelError: If the model has none of the accepted labels of a row.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = lambda texts: ["pos" if "not" in text else "neg" for text in texts]
        >>> rows = [{"text": "a dull film"}, {"text": "not a good film"}]
        >>> [cause and cause.kept for cause in root_causes(model, rows, task, accepted=["neg", "neg"])]
        [None, ['not']]
    """
    task = as_task(task)
    rows, others = list(rows), list(others or [])
    _check(task, rows, accepted, others, method, threshold, mask, field)
    model = as_predictor(predictor, _needed(task, predictor), **options)
    given = [None] * len(rows) if accepted is None else accepted
    rights = [_known(_accepted(row, task, own), model) for row, own in zip(rows, given)]
    roles = None if field is None else (field,)
    texts = [ExplainedTokens.of(row, task, roles) for row in rows]
    scores = score_rows(model, [dict(tokens.row) for tokens in texts], task)
    wrong = [n for n in range(len(rows)) if scores.best(n) not in rights[n]]
    compared = {n: other for n, other in enumerate(others) if other is not None}
    beside = [n for n in wrong if n in compared]
    asked = [texts[n] for n in wrong] + [ExplainedTokens.of(compared[n], task, roles) for n in beside]
    labels = [scores.best(n) for n in wrong + beside]
    mask = _mask_token(model) if mask is None else mask
    sides = _sides(model, task, asked, labels, method, threshold, mask, seed=seed, num_samples=num_samples)
    seconds = dict(zip(beside, sides[len(wrong) :]))
    causes: dict[int, RootCause] = {}
    for n, side in zip(wrong, sides):
        name = _name(others[n]) if n in seconds else "other"
        causes[n] = RootCause(side, tuple(rights[n]), method, threshold, mask, seconds.get(n), name)
    return [causes.get(n) for n in range(len(rows))]


def _check(
    task: Any, rows: Any, accepted: Any, others: Any, method: Any, threshold: Any, mask: Any, field: Any
) -> None:
    if not task.kind.classifies:
        raise UsageError(f"a root cause is that of a wrong class, and {task.name} has none; use a classification task")
    if method not in METHODS:
        raise UnknownNameError("attribution method", method, METHODS)
    if isinstance(threshold, bool) or not isinstance(threshold, (int, float)) or not 0 < threshold <= 1:
        raise UsageError(f"threshold is a probability above 0 and up to 1, found {threshold!r}")
    if mask is not None and not isinstance(mask, str):
        raise UsageError(f"mask must be a text such as '[MASK]', or '' to leave tokens out; found {mask!r}")
    if field is not None and field not in task.text_roles:
        raise UsageError(f"{task.name} has no text {field!r}; its texts are {', '.join(task.text_roles)}")
    for name, values in (("accepted", accepted), ("others", others or None)):
        if values is not None and (isinstance(values, str) or len(values) != len(rows)):
            raise UsageError(f"{name} must be a list with one entry a row, {len(rows)} in all; found {quoted(values)}")


def _needed(task: Task, predictor: Any) -> Task:
    """The task with the labels that a predictor has, where it lacks some: those are never predicted."""
    labels = getattr(predictor, "labels", None)
    if isinstance(predictor, Predictor) and labels and task.label_names and set(labels) < set(task.label_names):
        return replace(task, label_names=tuple(labels))
    return task


def _accepted(row: Mapping[str, Any], task: Task, stated: str | Collection[str] | None) -> list[str]:
    """The labels that are right: those given, those of a test case, or the row's own."""
    if stated is None:
        stated = (row.get("case") or {}).get("accepted")
    if stated is None and (own := row.get(task.column(task.label_role))) is not None:
        stated = label_name(own, task.label_names)
    labels = [stated] if isinstance(stated, str) else list(stated or ())
    if not labels:
        raise UsageError("name the labels that are right: accepted='positive' or accepted=['positive', 'neutral']")
    return labels


def _known(labels: Sequence[str], model: Any) -> list[str]:
    """Accepted labels as the model's predictor calls them; those that it does not have stay."""
    if model.labels is None:
        return list(labels)
    names = [match_name(label, model.labels) for label in labels]
    if not any(names):
        raise LabelError(f"{model.name} has none of the accepted labels {named(labels)}; it has {named(model.labels)}")
    return [name or label for name, label in zip(names, labels)]


def _mask_token(model: Any) -> str:
    inner = getattr(model, "inner", model)
    tokenizer = getattr(inner, "tokenizer", None) or getattr(getattr(inner, "pipeline", None), "tokenizer", None)
    return getattr(tokenizer, "mask_token", None) or ""


def _name(row: Mapping[str, Any] | None) -> str:
    return ((row or {}).get("case") or {}).get("kind") or "other"


def _sides(
    model: Any,
    task: Task,
    texts: Sequence[ExplainedTokens],
    wrong: Sequence[str],
    method: str,
    threshold: float,
    mask: str,
    *,
    seed: int,
    num_samples: int,
) -> list[Side]:
    """Weights and masks of texts; weights are shown for the wrong label, tokens ordered by the predicted one."""
    predicted = score_rows(model, [dict(tokens.row) for tokens in texts], task)
    labels = [predicted.best(n) for n in range(len(texts))]
    how: dict[str, Any] = {"num_samples": num_samples, "seed": seed}
    how["dtype"] = quick_dtype(model) if method == "lime" else None
    weights = attribute(model, task, texts, method, list(zip(labels, wrong)), **how)
    orders = [_order(by_label[label].tolist()) for by_label, label in zip(weights, labels)]

    def ask(questions: Sequence[tuple[int, Kept]]) -> list[tuple[float, bool]]:
        scores = score_rows(model, [texts[n].only(set(kept), mask) for n, kept in questions], task)
        answers = [
            (float(scores.of(labels[n], slice(at, at + 1))[0]), scores.best(at) == labels[n])
            for at, (n, _) in enumerate(questions)
        ]
        return [(probability, same and probability >= threshold) for probability, same in answers]

    masks = irreducible(shortest_prefixes(orders, ask), ask)
    everything = [tuple(order) for order in orders]
    kept = [masks.get(n, everything[n]) for n in range(len(texts))]
    answers = iter(ask([(n, part) for n in range(len(texts)) for part in (everything[n], kept[n], ())]))
    sides = []
    for n, ((whole, _), (alone, holds), (blank, _)) in enumerate(zip(answers, answers, answers)):
        tokens = _tokens(texts[n], weights[n][wrong[n]], kept[n])
        sides.append(Side(labels[n], whole, alone, blank, holds, tokens))
    return sides


def _order(weights: Sequence[float]) -> list[int]:
    return sorted(range(len(weights)), key=lambda token: -weights[token])


def _tokens(tokens: ExplainedTokens, weights: Iterable[float], kept: Kept) -> tuple[WeightedToken, ...]:
    return tuple(
        WeightedToken(place.role, word, place.start, place.end, float(weight), n in kept)
        for n, (place, word, weight) in enumerate(zip(tokens.spans, tokens.words(), weights))
    )


def _aligned(first: Sequence[WeightedToken], second: Sequence[WeightedToken]) -> list[tuple[int | None, int | None]]:
    """Equal tokens of a role side by side; the others by themselves, those of the first text first."""
    old, new = ([(token.role, token.text.casefold()) for token in tokens] for tokens in (first, second))
    pairs: list[tuple[int | None, int | None]] = []
    for kind, start, end, other_start, other_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += zip(range(start, end), range(other_start, other_end))
        else:
            pairs += [(n, None) for n in range(start, end)] + [(None, n) for n in range(other_start, other_end)]
    return pairs
