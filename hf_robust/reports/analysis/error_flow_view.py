"""The flow of errors in a report: what right answers turn into."""

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import HeatCell, HeatMap
from hf_robust.reports.records.analysis_records import ErrorFlow, Flow, FlowClass, TransformationFlow
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import count, interval, percent, points

_MANY = {"row": "rows", "token": "tokens", "entity": "entities", "label": "labels"}
_EACH = {"row": "a row", "token": "a token", "entity": "an entity", "label": "a label of a row"}
_CHANGED = {"row": "it"}  # tokens and entities: their row
_LEAST_SCALE = 0.05
_OF_CORRECT = Column(
    "% of correct before", hint="in percent of the correct predictions of this gold label before the change"
)


def _sections(record: RobustnessRecord, flow: ErrorFlow) -> list[Section]:
    """What right answers turn into."""
    many = _MANY.get(flow.unit, flow.unit)
    intro = (
        f"Of {count(flow.right)} predictions that were correct before a change, {count(flow.turned)} are wrong "
        f"after it. In the tables below, {_EACH.get(flow.unit, 'a unit')} is counted once for each transformation "
        f"that changed {_CHANGED.get(flow.unit, 'its row')}."
    )
    if not flow.turned:
        return [Section("Errors caused by the transformations", _notes(flow), intro)]
    blocks: tuple[Block, ...] = (_map(flow, many), _table(flow, many), *_by_name(flow), *_notes(flow))
    return [Section("Errors caused by the transformations", blocks, intro)]


def _map(flow: ErrorFlow, many: str) -> HeatMap:
    rows = tuple(
        (
            flow_class.name,
            tuple(
                _cell(flow_class, said, change, many)
                for said, change in zip(flow.said, flow_class.changes, strict=True)
            ),
        )
        for flow_class in flow.classes
    )
    greatest = max((abs(cell.value) for _, cells in rows for cell in cells if cell.value is not None), default=0.0)
    return HeatMap(
        tuple(flow.said),
        rows,
        scale=(0.0, max(greatest, _LEAST_SCALE)),
        title="Predicted label by gold label",
        caption="Change in the confusion matrix (after minus before), in percentage points per gold label. Rows of the "
        "matrix: gold label. Columns: predicted label. A negative value on the diagonal is a drop in the recall of "
        "that class.",
        corner="gold label",
    )


def _cell(flow_class: FlowClass, said: str, change: float | None, many: str) -> HeatCell:
    if change is None:
        return HeatCell(None, "", f"{flow_class.name}: no {many}")
    often = "more" if change >= 0 else "less"
    how_often = f"{points(abs(change))} points {often} often"
    says = f"{count(flow_class.n)} {many} with gold label {flow_class.name}: {said} is predicted {how_often}"
    return HeatCell(change, points(change), says)


def _table(error_flow: ErrorFlow, many: str) -> Table:
    return Table(
        columns=(
            Column("Gold label", number=False),
            Column("Predicted label", number=False),
            Column("Count", sorted=True),
            _OF_CORRECT,
            Column("95% interval", room=Room.WIDE),
            Column("Correct before", hint="over all transformations", room=Room.PAGE),
            Column(
                f"Distinct {many}",
                hint=f"distinct {many} among the predictions that were correct before; the interval uses this number",
                room=Room.PAGE,
            ),
        ),
        rows=tuple(_row(flow) for flow in error_flow.flows),
        title="Over all transformations",
        caption="Count: predictions that became wrong. % of correct before: the count as a percentage of the correct "
        "predictions of this gold label before the change.",
        sortable=True,
    )


def _row(flow: Flow) -> Row:
    return Row(
        (
            Cell(flow.gold, flow.gold),
            Cell(flow.said, flow.said),
            Cell(count(flow.count), flow.count, strong=True),
            Cell(points(flow.share), flow.share),
            Cell(interval(flow.interval), (flow.interval or [None])[0]),
            Cell(count(flow.right), flow.right),
            Cell(count(flow.different), flow.different),
        )
    )


def _by_name(flow: ErrorFlow) -> tuple[Table, ...]:
    """What each transformation turns most; nothing where there is one, as it says the same as the table of all."""
    turning = [transformation for transformation in flow.by_transformation if transformation.turned]
    if len(flow.by_transformation) < 2:
        return ()
    return (
        Table(
            columns=(
                Column("Transformation", number=False),
                Column("Broken", hint="correct before, wrong after", sorted=True),
                Column("Correct before"),
                Column("Most frequent error", number=False),
                _OF_CORRECT,
                Column("95% interval", room=Room.WIDE),
                Column("Other errors", number=False, room=Room.PAGE),
            ),
            rows=tuple(_transformation_row(transformation) for transformation in turning),
            title="By transformation",
            caption="% of correct before: the most frequent error as a percentage of the correct predictions of its "
            "gold label, not of all correct predictions.",
            sortable=True,
        ),
    )


def _transformation_row(transformation: TransformationFlow) -> Row:
    first, *others = transformation.flows
    return Row(
        (
            Cell(transformation.name, transformation.name),
            Cell(count(transformation.turned), transformation.turned, strong=True),
            Cell(count(transformation.right), transformation.right),
            Cell(f"{first.gold} → {first.said} ({count(first.count)})", first.count),
            Cell(percent(first.share), first.share),
            Cell(interval(first.interval), (first.interval or [None])[0]),
            Cell(", ".join(f"{flow.gold} → {flow.said} ({count(flow.count)})" for flow in others)),
        )
    )


def _notes(flow: ErrorFlow) -> tuple[Words, ...]:
    cut, said = flow.left_out, []
    if cut.flows:
        said.append(f"{count(cut.flows, 'less frequent pair')} of labels {_are(cut.flows)} not shown.")
    said += _not_listed(flow)
    if cut.pairs:
        many = _MANY.get(flow.unit, flow.unit)
        said.append(
            f"{count(cut.pairs, 'perturbed row')} {_are(cut.pairs)} not counted, because the number of {many} changed."
        )
    if flow.unit == "entity":
        said.append("Only gold entities are counted. Predicted entities without a gold entity are not.")
    if flow.unit == "label":
        said.append("Only gold labels are counted. Predicted labels that are not gold labels are not.")
    return (Words(tuple(said), quiet=True),) if said else ()


def _not_listed(flow: ErrorFlow) -> list[str]:
    """How many transformations the table does not show: those that broke nothing, and those beyond its length."""
    listed, cut = flow.by_transformation, flow.left_out.transformations
    if len(listed) < 2 or not flow.turned:
        return []
    harmless = sum(not transformation.turned for transformation in listed)
    # the list begins with the most broken predictions, so what is cut off broke none where one listed broke none
    hidden, noun = (
        (harmless + cut, "without a broken prediction") if harmless else (cut, "with the fewest broken predictions")
    )
    return [f"{count(hidden, 'transformation')} {noun} {_are(hidden)} not shown."] if hidden else []


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


ERROR_FLOW = ReportPart(_sections, ("Error caused by a transformation",))
