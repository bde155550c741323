"""Warnings about the prompts of a grid whose answers carry no information."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from hf_robust.evaluation.answered_pairs import said_of
from hf_robust.evaluation.guards import CONSTANT, LEAST_ROWS, single_labels
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import percent


class PromptAnswers(NamedTuple):
    """The answers to the original rows with one prompt.

    Args:
        name: Name of the prompt.
        gold: Label of each row.
        said: Predicted label of each row.
    """

    name: str
    gold: Sequence[Any]
    said: Sequence[Any]


def answers_of(name: str, outcomes: Sequence[PairOutcomes]) -> PromptAnswers:
    """Return the answers to the original rows with one prompt, each row once.

    Args:
        name: Name of the prompt.
        outcomes: The outcomes of each transformation.
    """
    found: dict[int, tuple[Any, Any]] = {}
    for one in outcomes:
        found |= dict(zip(one.ids.tolist(), zip(one.gold, said_of(one.old), strict=True), strict=True))
    return PromptAnswers(name, [gold for gold, _ in found.values()], [said for _, said in found.values()])


def prompt_warnings(answers: Sequence[PromptAnswers]) -> list[dict[str, str]]:
    """Return a warning where prompts give one label to nearly all rows, or are not above the majority share.

    Args:
        answers: The answers to the original rows, for each prompt that was asked.

    Example:
        >>> found = prompt_warnings([PromptAnswers("mine@1", ["a", "b"] * 5, ["a"] * 10)])
        >>> print(found[0]["message"])
        1 of 1 prompts gives the answer 'a' on 100% of the rows: mine@1. Its score is not evidence of robustness.
    """
    asked = [one for one in answers if len(one.gold) >= LEAST_ROWS and single_labels(one.gold)]
    constant = [one for one in asked if _is_constant(one)]
    weak = [one for one in asked if one not in constant and _accuracy(one) <= _share(one.gold)[1]]
    said = []
    if constant:
        answer, share = _share(constant[0].said)
        what = f"the answer {answer!r} on {percent(share)} of the rows"
        if len(constant) > 1:
            what = f"one answer on at least {percent(CONSTANT)} of the rows, the first {answer!r}"
        said.append(
            f"{len(constant)} of {len(answers)} prompts {_verb(constant, 'gives', 'give')} {what}: {constant[0].name}. "
            f"{_verb(constant, 'Its score is', 'Their scores are')} not evidence of robustness."
        )
    if weak:
        first = weak[0]
        said.append(
            f"{len(weak)} of {len(answers)} prompts {_verb(weak, 'has', 'have')} an accuracy that is not above the "
            f"share of the most frequent label; {first.name} has {percent(_accuracy(first))}, and the label "
            f"{_share(first.gold)[0]!r} has {percent(_share(first.gold)[1])}."
        )
    return [run_warning("constant-prompts", " ".join(said))] if said else []


def _is_constant(answers: PromptAnswers) -> bool:
    answer, share = _share(answers.said)
    return share >= CONSTANT and answer != NO_ANSWER and answers.gold.count(answer) < CONSTANT * len(answers.gold)


def _accuracy(answers: PromptAnswers) -> float:
    return sum(gold == said for gold, said in zip(answers.gold, answers.said, strict=True)) / len(answers.gold)


def _share(labels: Sequence[Any]) -> tuple[Any, float]:
    """The most frequent label, and its share."""
    label, number = Counter(labels).most_common(1)[0]
    return label, number / len(labels)


def _verb(several: Sequence[Any], singular: str, plural: str) -> str:
    return singular if len(several) == 1 else plural
