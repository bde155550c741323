"""Measures of answers: those of SQuAD, and those of SQuAD 2, where some questions have no answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.languages import casefolded
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import spoken_language
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats, Measure, row_share, share, with_ones
from hf_robust.scoring.squad import answer_f1, exact_match, gold_answers, normalize_answer

_EXACT, _F1 = "exact_match", "f1"
_SCORES: Mapping[str, Callable[[str, str, str], float]] = {_EXACT: exact_match, _F1: answer_f1}


def has_answer(reference: Any) -> bool:
    """Whether a question has an answer.

    Args:
        reference: As for :func:`hf_robust.scoring.squad.gold_answers`.

    Example:
        >>> has_answer({"text": ["Paris"], "answer_start": [3]}), has_answer({"text": [], "answer_start": []})
        (True, False)
    """
    texts = reference.get("text") if isinstance(reference, Mapping) else reference
    return bool(texts) if isinstance(texts, str) else any(texts or ())


def _answer_stats(
    predictions: Sequence[Any], references: Sequence[Any], score: str, language: str = "en", only: bool | None = None
) -> Floats:
    """Score and weight of each row; the weight of rows that do not count is 0."""
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    scores = []
    for row, (answer, reference) in enumerate(zip(predicted, gold, strict=True)):
        if not isinstance(answer, str):
            raise UsageError(f"predictions row {row}: expected an answer string, found {quoted(answer)}")
        texts = gold_answers(reference, row, language)
        scores.append(max(_SCORES[score](answer, text, language) for text in texts))
    stats = with_ones(scores, len(scores))
    if only is not None:
        stats[[has_answer(reference) is not only for reference in gold]] = 0.0
    return stats


def _measure(name: str, label: str, score: str, only: bool | None = None, **more: Any) -> Measure:
    stats = partial(_answer_stats, score=score, only=only)
    return Measure(name, label, stats, share, row_share, normalize=normalize_answer, **more)


SQUAD_EXACT_MATCH = _measure("squad_exact_match", "Exact match (SQuAD)", _EXACT, binary=True)
SQUAD_F1 = _measure("squad_f1", "Answer F1 (SQuAD)", _F1, secondary=(SQUAD_EXACT_MATCH,))

_SQUAD_V2_PARTS = (
    _measure("squad_v2_exact_match", "Exact match (SQuAD 2)", _EXACT, binary=True),
    _measure("has_answer_exact_match", "Exact match, answerable questions", _EXACT, True),
    _measure("has_answer_f1", "Answer F1, answerable questions", _F1, True),
    _measure("no_answer_exact_match", "Exact match, unanswerable questions", _EXACT, False),
    _measure("no_answer_f1", "Answer F1, unanswerable questions", _F1, False),
)
SQUAD_V2_F1 = _measure("squad_v2_f1", "Answer F1 (SQuAD 2)", _F1, secondary=_SQUAD_V2_PARTS)

ANSWER_MEASURES = (SQUAD_F1, SQUAD_EXACT_MATCH, SQUAD_V2_F1, *_SQUAD_V2_PARTS)


@cache
def answer_measures(language: str) -> dict[str, Measure]:
    """The measures of answers, as the language compares them; none for one that compares them as SQuAD does.

    Args:
        language: Code of the language of the answers.

    Example:
        >>> answer_measures("en"), answer_measures("zh")["squad_f1"].label
        ({}, 'Answer F1 (characters)')
    """
    spoken = spoken_language(language)
    if spoken.fold_answer is casefolded:
        return {}
    over = {_EXACT: spoken.name or language, _F1: spoken.name or language if spoken.spaced else "characters"}

    def spoken_in(measure: Measure) -> Measure:
        stats = measure.row_stats
        assert isinstance(stats, partial)
        inside = over[stats.keywords["score"]]
        return replace(
            measure,
            label=measure.label.replace("SQuAD 2", f"{inside}, SQuAD 2").replace("SQuAD)", f"{inside})"),
            row_stats=partial(stats, language=language),
            normalize=partial(normalize_answer, language=language),
            secondary=tuple(map(spoken_in, measure.secondary)),
        )

    return {measure.name: spoken_in(measure) for measure in ANSWER_MEASURES}
