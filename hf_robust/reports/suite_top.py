"""What a reader with one minute sees of a suite: the outcome, what it rests on, what breaks the model, what is next."""

from collections.abc import Iterator
from dataclasses import replace

from hf_robust.reports import suite_words as words
from hf_robust.reports.evidence import POWER, detectable_drop, enough_rows, independent_rows, sure_drop
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.shared_records import ChangedExample
from hf_robust.reports.run_warnings import NO_EVIDENCE, warnings_of
from hf_robust.reports.suite_entry import example_of
from hf_robust.reports.view import Example, Examples, Outcome, Step
from hf_robust.reports.wording import bounds, clip, count, interval, metric_word, percent, points, required

SMALL = 0.05  # a significant drop below it is called small; a convention, for which a gate sets another number
EXAMPLES = 3
_TRUSTED = 0.95  # share of confirmed labels; below it, wrong labels alone can explain a drop that is not small
_NAMED = 5  # transformations that a command names
_LABELS = Step(
    "Check the model first: it may not be trained for this task, or its label names may differ from those of the data.",
    "hf-robust run ... --label-map MODEL=DATA",
    "adapters",
)
_DATA = Step(
    "Use rows of all classes: --limit draws a random sample that is stratified by class.",
    "hf-robust run ... --limit 400",
    "cli",
)
_PROMPT = Step("Check the prompt and how its answers are read.", topic="llm")
_REPAIRS = {
    "one-class": _DATA,
    "one-position": _DATA,
    "few-answers": _PROMPT,
    "answers-lost": _PROMPT,
    "answers-never-change": Step(
        "Check that the model reads the text that the transformations change, and not another column.", topic="adapters"
    ),
}


def outcome(record: RobustnessRecord) -> Outcome | None:
    """Whether the model holds; None for suites that do not ask it, such as the rows of an attack.

    It holds where no drop is significant and the rows are enough to detect a drop of 5 points.
    """
    if invalid(record):
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
    least = smallest_detectable(record)
    enough = least is not None and least <= SMALL
    return Outcome("Robust", "gain") if enough else Outcome("Too few rows to tell", "doubt")


def invalid(record: RobustnessRecord) -> bool:
    """Whether the scores are no evidence: the model has no skill, or a warning doubts that nothing drops."""
    doubted = any(code in NO_EVIDENCE for code, _ in warnings_of(record))
    return words.says_nothing(record) or (doubted and words.weakest(record) is None)


def smallest_detectable(record: RobustnessRecord) -> float | None:
    """The smallest drop that the test detects, see :func:`_on_most_rows`; None where it is not known."""
    largest = _on_most_rows(record)
    if largest is None or largest.p_adjusted is None or not enough_rows(largest):
        return None
    return detectable_drop(largest, len(words.measured(record)))


def _on_most_rows(record: RobustnessRecord) -> TransformationResult | None:
    """The result with the most rows, without significant drops: their intervals are wide because they are large."""
    unsure = (result for result in words.measured(record) if not sure_drop(result))
    return max(unsure, key=independent_rows, default=None)


def basis(record: RobustnessRecord) -> tuple[tuple[str, str], ...]:
    """The numbers on which the outcome rests, each with its name."""
    results = words.measured(record)
    if not results:
        return ()
    hurt, rows = sum(map(sure_drop, results)), [result.n for result in results]
    changed = count(rows[0]) if min(rows) == max(rows) else f"{count(min(rows))} to {count(max(rows))}"
    each = "the transformation" if len(results) == 1 else "each transformation"
    items = [("Rows", f"{count(record.suite.rows)}; {each} changed {changed}")]
    tested = any(result.p_adjusted is not None for result in results)
    said = f"; {count(hurt)} with a significant drop" if tested and not words.says_nothing(record) else ""
    items.append(("Transformations", f"{count(len(results))}{said}"))
    if record.originals and record.originals.score is not None:
        items.append((f"{record.metric.label} before any change", f"{points(record.originals.score)}{_guess(record)}"))
    if words.says_nothing(record):
        return tuple(items)
    worst = words.weakest(record)
    if worst is not None:
        between = "" if bounds(worst.interval) is None else f", 95% interval {interval(worst.interval)}"
        items.append(("Largest drop", f"{points(worst.drop)} points{between}"))
    largest, least = _on_most_rows(record), smallest_detectable(record)
    if largest is not None and tested:
        on = f"{points(least)} points on {count(independent_rows(largest), 'row')} ({percent(POWER)} power)"
        items.append(("Smallest detectable drop", "unknown: too few rows" if least is None else on))
    return tuple(items)


def _guess(record: RobustnessRecord) -> str:
    """What one answer for every row would score, in the same measure."""
    labels = record.labels
    if labels is None or labels.accuracy is None or record.metric.name != "accuracy":
        return ""
    return f" ('{clip(labels.majority, 30)}' for every row: {points(labels.majority_share)})"


def breaking(record: RobustnessRecord) -> Examples | None:
    """Rows that were right and became wrong: one of each of the worst transformations, then more of them."""
    if invalid(record):
        return None
    results = words.measured(record)
    sure = [result for result in results if sure_drop(result)]
    ranked = [list(_turned(record, result)) for result in sure or results]
    most = max(map(len, ranked), default=0)
    found = [items[place] for place in range(most) for items in ranked if place < len(items)][:EXAMPLES]
    if not found:
        return None
    title = "What breaks it" if sure else "Predictions that changed, although no drop is significant"
    return Examples(tuple(found), title)


def _turned(record: RobustnessRecord, result: TransformationResult) -> Iterator[Example]:
    gold = not record.metric.against_original
    drop = f"{clip(result.name, 60)}: {metric_word(record)} {points(result.original)} → {points(result.perturbed)}"
    for example in result.examples:
        if not gold or _broke(example):
            yield replace(example_of(example, gold), note=drop)


def _broke(example: ChangedExample) -> bool:
    return example.original_prediction != example.perturbed_prediction


def next_steps(record: RobustnessRecord) -> tuple[Step, ...]:
    """What to do next, by the outcome: a sentence each, with a command or a topic of the documentation."""
    found = outcome(record)
    if found is None:
        return ()
    if invalid(record):
        known = [code for code, _ in warnings_of(record)]
        codes = [one for one in known if one in words.VOID] or [one for one in known if one in NO_EVIDENCE]
        return tuple(dict.fromkeys(_REPAIRS.get(code, _LABELS) for code in codes)) or (_LABELS,)
    if found.word == "Not robust":
        return tuple(_mend(record))
    if found.word == "Small drops":
        return (_gate("Decide with a gate which drop is acceptable."), *_mend(record))
    if found.word == "Too few rows to tell":
        return (_more_rows(record),)
    return (
        _gate("Keep it so: let a gate check each new version of the model."),
        Step("Look for harder cases: attack the model.", "hf-robust attack ...", "attacks"),
    )


def _gate(text: str) -> Step:
    return Step(text, 'hf-robust run ... --gate "drop<=5"', "reports")


def _mend(record: RobustnessRecord) -> Iterator[Step]:
    """How to mend a model: labels that may be wrong first, then training, then where it fails."""
    hurt = [result for result in words.measured(record) if sure_drop(result)]
    gold = gold_word(record.suite.task)
    doubtful = [one for one in hurt if one.audit is None or one.audit["value"] < _TRUSTED]
    names = list(dict.fromkeys(one.stages[0].name for one in hurt if len(one.stages) == 1))[:_NAMED]
    if record.answers is not None or gold != "label":
        train = "hf_robust.consistency_rows(model, suite)"
    else:
        listed = ", ".join(f'"{name}"' for name in names)
        train = f'hf_robust.ConsistencyCallback("{record.suite.task}", [{listed}])'
    yield Step("Retrain on perturbed rows, with a callback for the Trainer.", train, "training")
    if not (record.analysis and record.analysis.slices):
        yield Step(
            "See which kinds of rows fail most: score slices of the data.", "hf-robust run ... --slice all", "slices"
        )
    if doubtful:
        which = f"'{clip(doubtful[0].name, 60)}'"
        more = f" and {count(len(doubtful) - 1)} more" if len(doubtful) > 1 else ""
        yield Step(
            f"Check the {gold}s of {which}{more} on a sample: "
            f"a {gold} that the change made wrong also looks like a drop.",
            "hf-robust audit draw --suite SUITE --rater NAME",
            "audit",
        )


def _more_rows(record: RobustnessRecord) -> Step:
    """How many rows detect a drop of 5 points: the detectable drop shrinks with the root of the rows."""
    least = smallest_detectable(record)
    if least is None:
        return Step(
            "Use more rows: these are too few to detect a drop.", "hf-robust run ... --limit 1000", "evaluation"
        )
    largest = _on_most_rows(record)
    needed = _round_up((independent_rows(largest) if largest else 0) * (least / SMALL) ** 2)
    said = f"Use more rows: about {count(needed)} changed rows detect a drop of {points(SMALL)} points."
    return Step(said, f"hf-robust run ... --limit {needed}", "evaluation")


def _round_up(rows: float) -> int:
    """Two digits, rounded up: the number is an estimate."""
    size = 10 ** max(len(str(int(rows))) - 2, 0)
    return int(-(-rows // size) * size)
