"""Guards of a capability run: what the answers to all cases say about whether the failure rates mean anything."""

from collections import Counter
from collections.abc import Collection, Iterable

from hf_robust.evaluation.answer_counts import said_label
from hf_robust.evaluation.counted_cases import CountedCases
from hf_robust.evaluation.guards import ADVISED, CONSTANT, LEAST_ROWS, no_model
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent


def capability_warnings(
    splits: Iterable[CountedCases], baseline: bool = False, takes: Collection[str] = ADVISED
) -> list[dict[str, str]]:
    """Warnings where the model says one label on nearly all cases, or passes no more cases than one label would.

    Args:
        splits: Cases of a task with classes, with predictions and with what failed.
        baseline: Whether the model is one that comes with the package.
        takes: Which of the options that are advised the model takes.
    """
    answers: Counter[str] = Counter()
    accepted: Counter[str] = Counter()  # cases for which a label is a right answer
    asked = passed = 0
    for cases in splits:
        for prediction, right, failed in zip(cases.predictions, cases.column("accepted"), cases.failed):
            answers[said_label(prediction)] += 1
            if right and failed is not None:
                accepted.update(right)
                asked, passed = asked + 1, passed + (not failed)
    advice = f" {no_model(takes)}" if baseline else ""
    return [*_constant(answers, accepted, asked), *_not_above(accepted, asked, passed, advice)]


def _constant(answers: Counter[str], accepted: Counter[str], asked: int) -> list[dict[str, str]]:
    if answers.total() < LEAST_ROWS:
        return []
    answer, said = answers.most_common(1)[0]
    share = said / answers.total()
    if answer == NO_ANSWER or share < CONSTANT or (asked and accepted[answer] >= CONSTANT * asked):
        return []
    cases = count(answers.total(), "case")
    where = f"all {cases}" if share == 1 else f"{percent(share)} of the {cases}"
    message = (
        f"The model predicts {answer!r} on {where}: a constant answer passes every test that expects the answer to "
        "stay, so it is not evidence of a capability."
    )
    return [run_warning("constant-predictions", message)]


def _not_above(accepted: Counter[str], asked: int, passed: int, advice: str) -> list[dict[str, str]]:
    if asked < LEAST_ROWS:
        return []
    answer, most = accepted.most_common(1)[0]
    if passed > most or most >= CONSTANT * asked:  # cases of one label tell no models apart
        return []
    message = (
        f"The model passes {percent(passed / asked)} of the {count(asked, 'case')} with a right label, not more than "
        f"{percent(most / asked)}, which the answer {answer!r} for every case would pass.{advice}"
    )
    return [run_warning("not-above-majority", message)]
