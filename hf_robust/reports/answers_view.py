"""Which inputs a model answered, before and after each transformation, and the scores over the answered rows."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from hf_robust.reports.evidence import enough_rows
from hf_robust.reports.records.answer_records import STATUS_WORDS, AnswerCounts, PairAnswers
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.view import Cell, Column, Room, Row, Section, Table, Tile
from hf_robust.reports.wording import MISSING, count, percent, points

TERMS = ("Answered", "Status of an answer")
_ON_CHANGED, _ON_ANSWERED = " (changed rows)", " (answered rows)"  # behind the metric, in the head of a column
_Cells = Callable[[TransformationResult, PairAnswers], Cell]


def answer_tables(record: RobustnessRecord) -> tuple[Table, ...]:
    """The answers before and after each transformation; no table when all rows have an answer.

    Args:
        record: A valid record whose texts can be shown.
    """
    found = [(one, one.answers) for one in record.results if one.answers and one.n]
    if not any(_says_something(answers) for _, answers in found):
        return ()
    columns = [(column, cell) for column, cell in _columns(record.metric.label) if _is_shown(column, cell, found)]
    rows = tuple(
        Row(
            (Cell(result.name, result.name), *(cell(result, answers) for _, cell in columns)),
            quiet=not enough_rows(result),
        )
        for result, answers in sorted(found, key=_by_loss)
    )
    caption = (
        f"Before → after the change. {record.metric.label} in points out of 100. A row without an answer counts as "
        "wrong. If the score falls over the changed rows but not over the answered rows, the drop is caused by missing "
        "answers and not by wrong answers."
    )
    heads = (Column("Transformation", number=False), *(column for column, _ in columns))
    return (Table(heads, rows, title="Answers", caption=caption, sortable=True), *_unread_table(record))


def _unread_table(record: RobustnessRecord) -> tuple[Table, ...]:
    """What the model wrote where no answer could be read."""
    examples = record.answers.examples if record.answers else ()
    if not examples:
        return ()
    columns = (Column("Status", number=False), Column("Answer", number=False), Column("Inputs"))
    rows = tuple(
        Row((Cell(one.status, one.status), Cell(one.text or "(empty)", one.text), Cell(count(one.inputs), one.inputs)))
        for one in examples
    )
    caption = "The most frequent of these answers, up to three of each status, as the model wrote them."
    return (Table(columns, rows, title="Answers that could not be read", caption=caption),)


def _columns(metric: str) -> list[tuple[Column, _Cells]]:
    """The columns with the function that makes their cells."""
    return [
        (
            Column("Answered", hint="share of the rows whose answer could be read"),
            lambda _, one: _pair(percent(one.before.answered), percent(one.after.answered), one.after.answered),
        ),
        *(
            (Column(status.capitalize(), hint=meaning, room=Room.WIDE), partial(_status, status))
            for status, meaning in STATUS_WORDS.items()
        ),
        (
            Column("Wrong", hint="rows with an answer that is wrong", room=Room.WIDE),
            lambda _, one: _counts(one.before.wrong, one.after.wrong),
        ),
        (
            Column("Not in the text", hint="entities of the answers that are not in the text", room=Room.PAGE),
            lambda _, one: _counts(one.before.unaligned, one.after.unaligned),
        ),
        (
            Column(f"{metric}{_ON_CHANGED}", hint=f"{metric} over the changed rows, answered or not"),
            lambda result, _: _pair(points(result.original), points(result.perturbed), result.perturbed),
        ),
        (
            Column(f"{metric}{_ON_ANSWERED}", hint=f"{metric} over the rows with an answer both before and after"),
            lambda _, one: _pair(points(one.original), points(one.perturbed), one.perturbed),
        ),
        (
            Column("Answered both times", hint="number of rows with an answer both before and after", room=Room.PAGE),
            lambda _, one: Cell(count(one.both), one.both),
        ),
        (
            Column("Answered neither time", hint="rows without an answer before and after", room=Room.PAGE),
            lambda _, one: Cell(count(one.neither), one.neither),
        ),
        (
            Column("Failed requests", short="failed", hint="pairs that are not scored", room=Room.WIDE),
            lambda _, one: Cell(count(one.errors), one.errors),
        ),
    ]


def _is_shown(column: Column, cell: _Cells, pairs: Sequence[tuple[TransformationResult, PairAnswers]]) -> bool:
    """Whether a column of counts has one that is not 0; the other columns are always shown."""
    always = ("Answered", "Wrong", _ON_CHANGED, _ON_ANSWERED)
    texts = {cell(*pair).text for pair in pairs}
    return not texts <= {MISSING} and (column.name.endswith(always) or not texts <= {"0", "0 → 0"})


def answered_table(
    head: str, rows: Sequence[tuple[str, AnswerCounts | None, AnswerCounts | None]], caption: str
) -> tuple[Table, ...]:
    """The answers to two sets of inputs for each of several things; no table when all inputs have an answer.

    Args:
        head: What the things are, for example ``"Model"``.
        rows: Name and the answers to both sets; None for a set without inputs.
        caption: What the two sets are.
    """
    told = [(name, [one for one in sides if one is not None]) for name, *sides in rows]
    told = [(name, sides) for name, sides in told if sides]
    if all(side.answered in (None, 1) and not side.unaligned for _, sides in told for side in sides):
        return ()
    statuses = [one for one in STATUS_WORDS if any(side.statuses.get(one) for _, sides in told for side in sides)]
    wrong = any(side.wrong is not None for _, sides in told for side in sides)
    columns = (
        Column(head, number=False),
        Column("Answered", hint="share of the inputs whose answer could be read"),
        *(Column(status.capitalize(), hint=STATUS_WORDS[status], room=Room.WIDE) for status in statuses),
        *([Column("Wrong", hint="inputs with an answer that is wrong", room=Room.WIDE)] if wrong else []),
    )
    cells = [
        (
            Cell(name, name),
            _path([percent(side.answered) for side in sides], sides[-1].answered),
            *(
                _path([count(side.statuses.get(one, 0)) for side in sides], sides[-1].statuses.get(one, 0))
                for one in statuses
            ),
            *([_path([count(side.wrong) for side in sides], sides[-1].wrong)] if wrong else []),
        )
        for name, sides in told
    ]
    return (Table(columns, tuple(map(Row, cells)), title="Answers", caption=caption, sortable=True),)


def answer_sections(record: RobustnessRecord) -> tuple[Section, ...]:
    """The same as a section of a page."""
    tables = answer_tables(record)
    return (Section("Answers", tables),) if tables else ()


def answer_tiles(record: RobustnessRecord) -> tuple[Tile, ...]:
    """The share of answers; none when all rows have an answer."""
    answers = record.answers
    if answers is None or (answers.before.answered, answers.after.answered) == (1, 1):
        return ()
    after = percent(answers.after.answered)
    return (Tile("Answered", percent(answers.before.answered), f"of the original rows, {after} of the perturbed rows"),)


def answer_words(result: TransformationResult) -> list[str]:
    """The answers to the rows of a transformation in sentences; empty when all rows have one."""
    answers = result.answers
    if answers is None or not _says_something(answers):
        return []
    said = [
        f"{percent(answers.before.answered)} of the rows have an answer before the change, and "
        f"{percent(answers.after.answered)} after it."
    ]
    moves = [
        (number, f"{before} → {after}")
        for before, row in answers.changes.items()
        for after, number in row.items()
        if (before, after) != ("ok", "ok")
    ]
    if moves:
        said.append(f"Status: {', '.join(f'{name} {count(number)}' for number, name in sorted(moves, reverse=True))}.")
    if answers.both and answers.both < result.n:
        said.append(
            f"Over the {count(answers.both, 'row')} with an answer before and after, the score is "
            f"{points(answers.original)} before and {points(answers.perturbed)} after."
        )
    if answers.errors:
        said.append(unscored_words(answers.errors, "pair"))
    return said


def status_counts(statuses: Iterable[tuple[str, int]]) -> str:
    """Numbers of answers by status in words, without those that are ``ok``.

    Example:
        >>> status_counts({"ok": 90, "refused": 8, "unparsable": 2}.items())
        'refused 8, unparsable 2'
    """
    return ", ".join(f"{status} {number:,}" for status, number in statuses if status != "ok")


def unscored_words(n_unscored: int, noun: str) -> str:
    """Say that some rows are not scored.

    Example:
        >>> unscored_words(1, "pair")
        '1 pair is not scored, because requests to the model failed.'
    """
    verb = "is" if n_unscored == 1 else "are"
    return f"{count(n_unscored, noun)} {verb} not scored, because requests to the model failed."


def _says_something(answers: PairAnswers) -> bool:
    sides = answers.before, answers.after
    return bool(answers.errors or any(side.unaligned or side.answered != 1 for side in sides))


def _by_loss(pair: tuple[TransformationResult, PairAnswers]) -> tuple:
    """Sort key: the transformation that costs most answers first."""
    result, answers = pair
    return (answers.after.answered or 0.0) - (answers.before.answered or 0.0), result.name


def _status(status: str, result: TransformationResult, answers: PairAnswers) -> Cell:
    return _counts(answers.before.statuses.get(status, 0), answers.after.statuses.get(status, 0))


def _counts(before: int | None, after: int | None) -> Cell:
    return Cell(MISSING) if after is None else _pair(count(before), count(after), after)


def _path(texts: Sequence[str], value: float | None) -> Cell:
    return Cell(" → ".join(texts), value)


def _pair(before: str, after: str, value: float | None) -> Cell:
    return Cell(MISSING if value is None else f"{before} → {after}", value)
