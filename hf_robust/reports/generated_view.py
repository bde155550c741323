"""Generated tests in a report: apart from the transformations, with a score and no drop."""

from hf_robust.reports.audit_words import audit_sentence
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.comparison_records import ComparedTests, ComparisonRecord
from hf_robust.reports.records.robustness_records import GeneratedExample, GeneratedResult, RobustnessRecord
from hf_robust.reports.records.shared_records import ChangedText
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import (
    Block,
    Cell,
    Check,
    Column,
    Example,
    Examples,
    Room,
    Row,
    Section,
    ShownAnswer,
    Table,
    Words,
)
from hf_robust.reports.wording import clip, count, interval, listed, metric_word, points

GENERATED_SCORE = ("name", "n", "score", "interval")
"""What a comparison keeps of the generated tests of a record."""
EXPLANATION = (
    "A generated test is a new input with a new label. It fills a sentence pattern of a list. Some of its nouns and "
    "verbs can come from a row, the others come from lists. It is not a version of the row, so it has a score but no "
    "drop. Means, worst cases and corrections of p-values leave it out."
)


def generated_sentence(record: RobustnessRecord) -> str:
    """The scores on generated tests in one sentence; empty where the record has none."""
    scored = [result for result in tests_of(record) if result.score is not None]
    if not scored:
        return ""
    parts = [f"{points(one.score)} ({clip(one.name, 60)}, {count(one.n, 'test')})" for one in scored]
    return f"On generated tests, which are scored separately, {metric_word(record)} is {listed(parts)}."


def generated_sections(record: RobustnessRecord) -> list[Section]:
    """One section that shows all generated tests; none where the record has none."""
    tests = tests_of(record)
    if not tests:
        return []
    blocks: list[Block] = [generated_table(record)]
    for result in tests:
        if audit := result.audit:
            blocks.append(Words((f"{result.name}: {audit_sentence(audit, gold_word(record.suite.task))}",), quiet=True))
        if result.examples:
            examples = tuple(map(_example, result.examples))
            blocks.append(Examples(examples, f"Failed tests of {clip(result.name, 60)}"))
    return [Section("Generated tests", tuple(blocks), EXPLANATION)]


def generated_brief(record: RobustnessRecord) -> list[Table | Words]:
    """What formats with little room show of generated tests."""
    return [generated_table(record), Words((EXPLANATION,), quiet=True)] if tests_of(record) else []


def generated_table(record: RobustnessRecord) -> Table:
    """The score on each kind of generated test."""
    rows = tuple(
        Row(
            (
                Cell(one.name),
                Cell(points(one.score), one.score, strong=True),
                Cell(interval(one.interval), (one.interval or [None])[0]),
                Cell(count(one.n), one.n),
                Cell(count(one.total), one.total),
            )
        )
        for one in tests_of(record)
    )
    columns = (
        Column("Generated test", number=False),
        Column(record.metric.label),
        Column("95% interval", room=Room.WIDE),
        Column("Tests", short="n"),
        Column("Rows of the data", room=Room.WIDE),
    )
    return Table(columns, rows, title="Generated tests", caption=f"{record.metric.label} in points out of 100.")


def generated_checks(record: RobustnessRecord) -> list[Check]:
    """One check for each kind of generated test."""
    metric = metric_word(record)
    return [
        Check(
            one.name,
            one.score,
            (f"{one.name}: {metric} is ", " on generated tests, below ", f" ({_tests(one)})"),
            EXPLANATION,
            "no test could be built",
        )
        for one in tests_of(record)
    ]


def compared_tests(record: ComparisonRecord) -> tuple[Table, ...]:
    """The scores of several models on the generated tests that all of them took; none where there are none."""
    models = record.models
    by_name = [{one.name: one for one in model.generated} for model in models]
    names = [name for name in by_name[0] if all(name in found for found in by_name)]
    if not names:
        return ()
    columns = (
        Column("Generated test", number=False),
        *(Column(clip(model.name, 24)) for model in models),
        Column("Tests", short="n"),
    )
    rows = []
    for name in names:
        scores = [found[name].score for found in by_name]
        size = by_name[0][name].n
        rows.append(Row((Cell(name), *(Cell(points(score), score) for score in scores), Cell(count(size), size))))
    return (Table(columns, tuple(rows), title=f"{record.metric.label} on generated tests"),)


def compared_checks(record: ComparisonRecord) -> list[Check]:
    """One check for each model and kind of generated test."""
    metric = metric_word(record)
    return [
        Check(
            f"{model.name}: {one.name}",
            one.score,
            (f"{model.name}, {one.name}: {metric} is ", " on generated tests, below ", f" ({_tests(one)})"),
            skipped="no test could be built" if one.score is None else "",
        )
        for model in record.models
        for one in model.generated
    ]


def tests_of(record: RobustnessRecord) -> tuple[GeneratedResult, ...]:
    """The generated tests of a record; older records have none."""
    return record.generated


def _tests(result: GeneratedResult | ComparedTests) -> str:
    return count(result.n, "generated test")


def _example(example: GeneratedExample) -> Example:
    texts = (ChangedText(field=one.field, before=one.text, after=one.text, diff=()) for one in example.texts)
    answers = (
        ShownAnswer("label", ((example.gold, None),)),
        ShownAnswer("prediction", ((example.prediction, example.score),)),
        ShownAnswer("row id", ((example.source_id, None),), plain=True),
    )
    return Example(tuple(map(show, texts)), answers)
