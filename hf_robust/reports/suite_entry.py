"""One transformation of a suite as a folded part of a view: what it does, what it costs, and its worst examples."""

from collections.abc import Iterator, Sequence

from hf_robust.core.reasons import ReasonKind, reason_kind
from hf_robust.reports import suite_words as words
from hf_robust.reports.answers_view import answer_words
from hf_robust.reports.chain_steps import chain_sentences
from hf_robust.reports.evidence import enough_rows
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.prose import Prose
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.shared_records import ChangedExample
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import Block, Counts, Entry, Example, Examples, Facts, ShownAnswer, Words
from hf_robust.reports.wording import clip, count, interval, p_value, parameter, points, significant
from hf_robust.scoring.measures import measure_label

_REASONS = 12  # that are named; some transformations name the word that stands in the way


def suite_entry(record: RobustnessRecord, result: TransformationResult, index: int) -> Entry:
    """All about one transformation of a suite.

    Args:
        record: A valid record whose texts can be shown.
        index: Its place among them.
    """
    path = f"{points(result.original)} → {points(result.perturbed)}"
    return Entry(
        result.name,
        index,
        Prose(result.summary),
        "not measured" if result.drop is None else path,
        tuple(_blocks(record, result)),
        star=significant(result),
        quiet=not enough_rows(result),
    )


def _blocks(record: RobustnessRecord, result: TransformationResult) -> list[Block]:
    sentences = (
        [*words.result_words(record, result), *chain_sentences(result)],
        answer_words(result),
        words.audit_words(result, gold_word(record.suite.task)),
        words.fault_words(result),
    )
    blocks: list[Block] = [Words(tuple(" ".join(part) for part in sentences if part)), Facts(_facts(record, result))]
    for title, left in _rows_left(result):
        quoted = any("'…'" in reason for _, reason in left)
        said = " ('…' stands for a word of the text)" if quoted else ""
        blocks.append(Counts(left, f"{title}{said}"))
    left_out = tuple((count(rows), name) for name, rows in result.left_out.items() if rows)
    if left_out:
        blocks.append(Counts(left_out, "Pairs that validators removed"))
    exceptions = sorted(result.exceptions.items(), key=lambda pair: -pair[1])
    if exceptions:
        blocks.append(Counts(tuple((count(rows), reason) for reason, rows in exceptions), "Exceptions"))
    if result.examples:
        title = "Worst example" if len(result.examples) == 1 else "Worst examples"
        gold = "" if record.metric.against_original else gold_word(record.suite.task)
        blocks.append(Examples(tuple(example_of(example, gold) for example in result.examples), title))
    return blocks


def _effect(result: TransformationResult) -> str:
    """What becomes of the label, in words."""
    if result.labels_move and result.effect == "preserves":
        return words.LABELS_MOVE
    return words.EFFECT_WORDS.get(result.effect, result.effect)


def _facts(record: RobustnessRecord, result: TransformationResult) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Category", f"{words.group_name(result.linguistics)}, {result.level} level"),
        ("Label", _effect(result)),
    ]
    several = len(result.stages) > 1
    for number, stage in enumerate(result.stages, 1):
        params = [
            f"{_meaning(key)} = {clip(parameter(value), 80)}"
            for key, value in stage.params.items()
            if value is not None
        ]
        version = f"version {stage.version}"
        chained = [stage.name] if several else []
        facts.append((f"Stage {number}" if several else "Parameters", ", ".join([*chained, version, *params])))
    if unanswerable := result.unanswerable:
        facts.append(("Unanswerable questions", f"{count(unanswerable[0])} of {count(result.n)}"))
    for name, pair in result.secondary.items():
        if pair:
            facts.append((measure_label(name), f"{points(pair[0])} → {points(pair[1])}"))
    if words.invalid(record):
        return tuple(facts)
    if result.p_value is not None:
        over = words.holm_words(record.results)
        corrected = "" if result.p_adjusted is None else f"; {over} {p_value(result.p_adjusted)}"
        facts.append(("p-value", f"uncorrected {p_value(result.p_value)}{corrected}"))
    if found := result.corrected:
        rated = f"raters ({found.by}) confirmed {count(found.confirmed)} of {count(found.rated)} labels"
        facts.append(("Corrected drop", f"{points(found.drop)} ({interval(found.interval)}); {rated}"))
    return tuple(facts)


def _meaning(key: str) -> str:
    """The name of a parameter, explained if it means something else on the same page: a report can have a gate, too."""
    return "quality checks for new words" if key == "gate" else key


def _rows_left(result: TransformationResult) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The unchanged rows by reason: first those with nothing to change, then those that the transformation rejected."""
    exceptions = result.exceptions
    reasons = sorted((pair for pair in result.reasons.items() if pair[0] not in exceptions), key=lambda pair: -pair[1])
    if result.not_applicable and not reasons:
        yield "Unchanged rows", ((count(result.not_applicable), "the transformation does not apply"),)
    idle = [pair for pair in reasons if reason_kind(pair[0]) is ReasonKind.NO_CANDIDATE]
    same = [(count(result.unchanged), "the text stayed the same")] if result.unchanged else []
    if same or idle:
        yield "Unchanged rows: nothing to change", (*same, *_listed_reasons(idle))
    if rejected := [pair for pair in reasons if reason_kind(pair[0]) is not ReasonKind.NO_CANDIDATE]:
        yield "Unchanged rows: rejected", _listed_reasons(rejected)


def _listed_reasons(reasons: Sequence[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """The most frequent reasons with their rows, and the number of the others."""
    items = [(count(rows), clip(reason, 300)) for reason, rows in reasons[:_REASONS]]
    if rest := reasons[_REASONS:]:
        items.append((count(sum(rows for _, rows in rest)), f"{count(len(rest), 'other reason')} (see report.json)"))
    return tuple(items)


def example_of(example: ChangedExample, gold: str = "label") -> Example:
    """A row before and after a change.

    Args:
        example: The row as the record has it.
        gold: What the expected answer is called; empty where the answer to the original stands in its place.
    """
    steps = (
        (example.original_prediction, example.original_score),
        (example.perturbed_prediction, example.perturbed_score),
    )
    return Example(
        tuple(show(field) for field in example.fields),
        (
            *([ShownAnswer(gold, ((example.gold, None),))] if gold else []),
            ShownAnswer("prediction", steps),
            ShownAnswer("row id", ((example.source_id, None),), plain=True),
        ),
    )
