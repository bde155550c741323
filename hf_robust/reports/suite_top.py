"""What a reader with one minute sees of a suite: the outcome, what it rests on and what breaks the model."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hf_robust.reports import suite_words as words
from hf_robust.reports.evidence import LEAST_ROWS, SMALL, independent_rows, known_detectable, sure_drop, too_few
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.shared_records import ChangedExample
from hf_robust.reports.score_changes_view import greatest_rise, small_rise
from hf_robust.reports.suite_entry import example_of
from hf_robust.reports.view import Example, Examples, Outcome
from hf_robust.reports.wording import (
    bounds,
    clip,
    count,
    interval,
    metric_word,
    on_changed,
    percent,
    points,
    required,
    row_word,
)
from hf_robust.scoring.limit_tests import POWER

EXAMPLES = 3
ERRORS_RISE = "Not robust: the errors rise"  # although the correlation does not fall
ON_AVERAGE = "Robust on average, not row by row"  # no transformation lowers the mean, but rows break


def outcome(record: RobustnessRecord) -> Outcome | None:
    """Whether the model holds; None for suites that do not ask it, such as the rows of an attack.

    It holds where no drop is significant, no error of predicted scores rises significantly, and the rows are enough to
    detect a drop of 5 points. Where they are enough for more than half of the transformations only, the words say for
    how many. It holds on average only where the worst case of all transformations is lower by 5 points or more.
    """
    if words.invalid(record):
        return Outcome("No valid result", "doubt")
    results = words.measured(record)
    bias = record.analysis.bias if record.analysis else None
    if words.attacked_words(record) or bias is not None or not results:
        return None
    if all(one.p_adjusted is None for one in results):
        return None
    worst = words.weakest(record)
    if worst is not None:
        small = required(worst.drop) < SMALL
        return Outcome("Small drops", "doubt") if small else Outcome("Not robust", "loss")
    if greatest_rise(record):
        return Outcome("Small rises of the error", "doubt") if small_rise(record) else Outcome(ERRORS_RISE, "loss")
    enough = len(results) - len(too_few(results))
    if 2 * enough <= len(results):
        return Outcome("Too few rows to tell", "doubt")
    robust, tone = ("Robust", "gain") if words.worst_drop(record) < SMALL else (ON_AVERAGE, "")
    part = (
        ""
        if enough == len(results)
        else f"; {count(len(results) - enough)} of {count(len(results))} transformations undecided"
    )
    return Outcome(f"{robust}{part}", tone)


def basis(record: RobustnessRecord) -> tuple[tuple[str, str], ...]:
    """The numbers on which the outcome rests, each with its name."""
    results = words.measured(record)
    if not results:
        return ()
    hurt, rows = sum(map(sure_drop, results)), [result.n for result in results]
    changed = count(rows[0]) if min(rows) == max(rows) else f"{count(min(rows))} to {count(max(rows))}"
    each = "the transformation" if len(results) == 1 else "each transformation"
    items = [("Rows", f"{count(record.suite.rows)}; {each} changed {changed} of them")]
    tested = any(result.p_adjusted is not None for result in results)
    said = f"; {count(hurt)} with a significant drop" if tested and not words.says_nothing(record) else ""
    items.append(("Transformations", f"{count(len(results))}{said}"))
    if record.originals and record.originals.score is not None:
        where = on_changed(record.originals.n, record.suite.rows)
        said = f"{points(record.originals.score)}{where}{_guess(record)}"
        items.append((f"{record.metric.label} before any change", said))
    if words.says_nothing(record):
        return tuple(items)
    worst = words.weakest(record)
    if worst is not None:
        between = "" if bounds(worst.interval) is None else f", 95% interval {interval(worst.interval)}"
        items.append(("Largest drop", f"{points(worst.drop)} points{between}"))
    if worst is None and tested:
        items.append(("Smallest detectable drop", _detectable(results)))
    lowest = record.worst_case
    if lowest and lowest.worst is not None and len(results) > 1 and not words.invalid(record):
        rule = f"each row gets the lowest score of its original and up to {count(len(results))} perturbed versions"
        mean = " (means over rows)" if words.is_mean_of_rows(record) else ""
        where = on_changed(lowest.n, record.suite.rows)
        said = f"{points(lowest.worst)} instead of {points(lowest.original)}{mean}{where}; {rule}"
        items.append((f"Worst-case {row_word(record)}", said))
    return tuple(items)


def _detectable(results: Sequence[TransformationResult]) -> str:
    """The range of the smallest detectable drops, with the transformations at its ends."""
    known = [(drop, one) for one in results if (drop := known_detectable(one, len(results))) is not None]
    if not known:
        return "unknown: too few rows"
    (low, first), (high, last) = (choose(known, key=lambda pair: pair[0]) for choose in (min, max))
    if len(known) == 1:
        said = f"{points(low)} points on {count(independent_rows(first), 'row')} ({percent(POWER)} power)"
    else:
        ends = [
            f"{points(drop)} points ('{clip(one.name, 40)}', {count(independent_rows(one), 'row')})"
            for drop, one in ((low, first), (high, last))
        ]
        said = f"{ends[0]} to {ends[1]}, with {percent(POWER)} power"
    unknown = len(results) - len(known)
    few = f"{count(unknown, 'transformation')} on fewer than {LEAST_ROWS} rows"
    return f"{said}; unknown for {few}" if unknown else said


def _guess(record: RobustnessRecord) -> str:
    """What one answer for every row would score, in the same measure."""
    labels = record.labels
    if labels is None or labels.accuracy is None or record.metric.name != "accuracy":
        return ""
    return f"; always predicting '{clip(labels.majority, 30)}' scores {points(labels.majority_share)}"


def breaking(record: RobustnessRecord) -> Examples | None:
    """Rows that were right and became wrong: one of each of the worst transformations, then more of them."""
    if words.invalid(record):
        return None
    results = words.measured(record)
    sure = [result for result in results if sure_drop(result)]
    ranked = [list(_turned(record, result)) for result in sure or results]
    most = max(map(len, ranked), default=0)
    found = [items[place] for place in range(most) for items in ranked if place < len(items)][:EXAMPLES]
    if not found:
        return None
    changed = "changed" if record.metric.against_original else "became wrong"
    title = "What breaks the model" if sure else f"Single predictions that {changed} (no drop is significant)"
    return Examples(tuple(found), title)


def _turned(record: RobustnessRecord, result: TransformationResult) -> Iterator[Example]:
    gold = "" if record.metric.against_original else gold_word(record.suite.task)
    name, rows = clip(result.name, 60), f"{count(result.n, 'row')} that it changed"
    if gold and result.broken and result.mended is not None and not sure_drop(result):
        # the scores can be equal, because as many rows became right
        note = f"{name}: of the {rows}, {count(result.broken)} became wrong and {count(result.mended)} right"
    else:
        note = f"{name}: {metric_word(record)} {points(result.original)} → {points(result.perturbed)} on the {rows}"
    for example in result.examples:
        if not gold or _broke(example):
            yield replace(example_of(example, gold), note=note)


def _broke(example: ChangedExample) -> bool:
    return example.original_prediction != example.perturbed_prediction
