"""Rows that teach a language model to give the same answer to a row and to its perturbed version."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import as_predictor
from hf_robust.adapters.base import Input, input_of
from hf_robust.adapters.language_models.answers import Answer
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.suites.pairs import SuiteEntry

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite

FORMATS = ("prompt-completion", "preference")
_PRESERVES = "preserves"

Chat = list[dict[str, str]]


def consistency_rows(
    model: Any, suite: "Suite", format: str = "prompt-completion", *, only_right: bool = False
) -> "Dataset":
    """Create training rows for TRL.

    Each training row pairs the prompt of a perturbed row with the model's answer to the original. The model generates
    answers to the originals and, for ``"preference"``, also to the perturbed rows. Only transformations that preserve
    the label are used. A row is skipped if the answer to the original cannot be parsed. An answer to the perturbed row
    that cannot be parsed is kept as ``rejected``, unless the request failed.

    Args:
        model: A language model: ``"chat:..."``, ``"causal:..."``, or a :class:`hf_robust.ChatModel` or
            :class:`hf_robust.CausalModel`.
        suite: Suite with the perturbed rows and their originals.
        format: ``"prompt-completion"``: columns ``prompt`` and ``completion``, for ``trl.SFTTrainer``.
            ``"preference"``: columns ``prompt``, ``chosen`` (the answer to the original) and ``rejected`` (the answer
            to the perturbed row), for ``trl.DPOTrainer``. It contains only rows whose two answers give different
            predictions.
        only_right: Whether to keep only rows whose original is answered correctly.

    Returns:
        The rows in the conversational format: lists of messages with ``role`` and ``content``. Additional columns are
        ``transformation`` and ``source_id``.

    Raises:
        UsageError: If the model is not a language model, if the format is unknown, or if no transformation preserves
            the label.
        EmptyDataError: If no training row remains.

    Source: Irpan et al. 2025, "Consistency Training Helps Stop Sycophancy and Jailbreaks" (arXiv 2510.27062): training
        on the model's own answers to clean prompts.

    Example:
        >>> import hf_robust as hr
        >>> suite = hr.Suite.build(hr.demo_reviews(), "sentiment-classification", ["keyboard"])
        >>> rows = consistency_rows("causal:embedded", suite)  # doctest: +SKIP
        >>> rows.column_names  # doctest: +SKIP
        ['prompt', 'completion', 'transformation', 'source_id']
    """
    from datasets import Dataset

    if format not in FORMATS:
        raise UsageError(f"format must be one of {', '.join(FORMATS)}, found {format!r}")
    predictor = as_predictor(model, suite.task)
    if not isinstance(predictor, LanguageModel):
        raise UsageError(
            f"consistency_rows needs a language model, such as 'chat:NAME' or 'causal:embedded', found "
            f"{predictor.name!r}; for other models use hr.ConsistencyCallback"
        )
    entries = [entry for entry in suite.entries.values() if entry.effect == _PRESERVES and len(entry)]
    if not entries:
        raise UsageError("no transformation of the suite keeps the label, so equal answers would be wrong")
    sides = ("original", "perturbed") if format == "preference" else ("original",)
    answers = _answers(predictor, [row for entry in entries for side in sides for row in _inputs(suite, entry, side)])
    rows = [
        row for entry in entries for row in _rows(predictor, suite, entry, answers, format == "preference", only_right)
    ]
    if not rows:
        raise EmptyDataError("no pair gives a training row: no answer could be read, or no two answers differ")
    return Dataset.from_list(rows)


def _inputs(suite: "Suite", entry: SuiteEntry, side: str) -> list[dict[str, Any]]:
    return list(suite.task.inputs(entry.original if side == "original" else entry.perturbed))


def _answers(model: LanguageModel, rows: Sequence[dict[str, Any]]) -> Mapping[Input, Answer]:
    """The answer to each distinct input."""
    distinct = list({input_of(row, model.roles): row for row in rows}.values())
    model.check_examples(distinct)
    found: dict[Input, Answer] = {}
    for places, answers in model.answers(distinct):
        found |= {input_of(distinct[place], model.roles): answer for place, answer in zip(places, answers)}
    return found


def _rows(
    model: LanguageModel,
    suite: "Suite",
    entry: SuiteEntry,
    answers: Mapping[Input, Answer],
    preference: bool,
    only_right: bool,
) -> Iterator[dict[str, Any]]:
    gold = suite.task.references(entry.original)
    sources = entry.perturbed["robust"]
    pairs = zip(_inputs(suite, entry, "original"), _inputs(suite, entry, "perturbed"), gold, sources, strict=True)
    for clean, perturbed, right, record in pairs:
        own = answers[input_of(clean, model.roles)]
        if own.status != "ok" or (only_right and own.value != right):
            continue
        row: dict[str, Any] = {"prompt": [dict(one) for one in model.messages(perturbed)]}
        if preference:
            other = answers[input_of(perturbed, model.roles)]
            if other.status == "error" or other.value == own.value:
                continue
            row |= {"chosen": _said(own), "rejected": _said(other)}
        else:
            row["completion"] = _said(own)
        yield {**row, "transformation": entry.name, "source_id": record["source_id"]}


def _said(answer: Answer) -> Chat:
    return [{"role": "assistant", "content": answer.text}]
