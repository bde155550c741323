"""What the report of a search for the worst chains says."""

from hf_robust.reports.evidence import LEAST_ROWS, which_decides
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record_facts import data_fact, environment_facts, known, model_facts, notes_of
from hf_robust.reports.records.chain_records import Chain, ChainRecord
from hf_robust.reports.view import Cell, Check, Column, Room, Row, Section, Table, Tile, View
from hf_robust.reports.wording import bounds, clip, count, interval, metric_word, p_value, points, significant

TERMS = ("Chain", "Drop", "Interval|drop", "Beyond its worst stage", "Sum of its stages")
_NAME = 80


def chain_view(record: ChainRecord) -> View:
    """The view of a record of a search for chains.

    Args:
        record: A valid record whose texts can be shown.
    """
    data, searched, judged = record.data, record.searched, record.judged
    table = _chain_table(record)
    intro = (
        f"The search tried {count(searched.chains, 'chain')} on {count(searched.rows, 'row')}. The worst chains "
        f"are measured on {count(judged.rows, 'other row')}, so the search does not bias their scores."
    )
    return View(
        kind="Worst chains",
        title=record.model.name,
        subject=", ".join(filter(None, [data.dataset or "your data", data.split])),
        details=(data.task, count(data.rows, "row"), f"seed {record.options.seed}"),
        verdict=_verdict(record),
        lede=intro,
        tiles=_tiles(record),
        sections=(
            Section("The worst chains", (table,), intro),
            Section("Alone", (_single_table(record),), "Each transformation alone, on the rows of the search."),
        ),
        brief=(table,),
        notes=tuple(notes_of(record)),
        legend="Points out of 100, on all rows; a row that a chain cannot change counts unchanged. * = "
        "significantly lower than under its worst stage alone (p < 0.05, Holm).",
        facts=_facts(record),
        command=record.command,
        created_by="hf_robust.worst_chains(model, rows, task)",
        glossary=glossary(*TERMS, metric=metric_word(record)),
        checks=tuple(_check(record, chain) for chain in record.chains),
        data_file="chains.json",
        run={"model": record.model.name},
        task=data.task,
        created=record.created,
        seconds=record.seconds,
        skipped=tuple((item.name, item.reason) for item in record.skipped),
        nothing_skipped="Nothing was skipped.",
    )


def _verdict(record: ChainRecord) -> str:
    if not record.chains:
        return "No chain was found."
    worst, metric = record.chains[0], metric_word(record)
    rows = count(record.judged.rows, "row")
    if record.judged.rows < LEAST_ROWS:
        return (
            f"The chains are measured on {rows}, which is too few to detect a drop; at least {LEAST_ROWS} are needed."
        )
    low, _ = bounds(worst.interval) or (worst.drop, worst.drop)
    if low <= 0:
        return f"No chain lowers the {metric} significantly on the {rows} held out for measurement."
    sure = significant(worst) and worst.beyond > 0
    beside = "statistically significant" if sure else "not statistically significant"
    return (
        f"The worst chain, {clip(worst.name, _NAME)}, lowers the {metric} from {points(record.judged.score)} "
        f"to {points(worst.score)}. This is {points(worst.beyond)} points lower than under "
        f"{clip(worst.worst, _NAME)} alone; the difference is {beside}."
    )


def _tiles(record: ChainRecord) -> tuple[Tile, ...]:
    judged, metric = record.judged, record.metric.label
    tiles = (Tile(f"Original {metric}", points(judged.score), f"on {count(judged.rows, 'held-out row')}"),)
    if not record.chains:
        return tiles
    worst = record.chains[0]
    beyond = f"{points(worst.beyond)} points below its worst stage alone, {interval(worst.beyond_interval)}"
    return (*tiles, Tile("Under the worst chain", points(worst.score), beyond))


def _chain_table(record: ChainRecord) -> Table:
    columns = (
        Column("Chain", number=False),
        Column(record.metric.label),
        Column("Drop"),
        Column("95% interval", room=Room.WIDE),
        Column("Beyond its worst stage", short="Beyond"),
        Column("95% interval", room=Room.WIDE),
        Column(
            "p (Holm)",
            hint="p-value of the difference to the worst stage, after Holm's correction",
            room=Room.WIDE,
        ),
        Column("Sum of its stages", hint="sum of the drops of the single stages", room=Room.PAGE),
        Column("Rows changed", short="n", room=Room.PAGE),
        Column("In the search", hint="score on the rows of the search", room=Room.PAGE),
    )
    caption = "In points out of 100, on all held-out rows. The stages of a chain are listed in order."
    decides = which_decides(*((one.beyond_interval, one.p_adjusted) for one in record.chains))
    return Table(
        columns,
        tuple(map(_chain_row, record.chains)),
        caption=" ".join(filter(None, [caption, decides])),
        sortable=True,
        empty="(no chain changed any row)",
    )


def _chain_row(chain: Chain) -> Row:
    sure = significant(chain)
    return Row(
        (
            Cell(clip(chain.name, _NAME), chain.name),
            Cell(points(chain.score), chain.score, strong=True),
            Cell(points(chain.drop), chain.drop),
            Cell(interval(chain.interval), (chain.interval or [None])[0]),
            Cell(points(chain.beyond), chain.beyond, star=sure, detail=f"than {clip(chain.worst, _NAME)}"),
            Cell(interval(chain.beyond_interval), (chain.beyond_interval or [None])[0]),
            Cell(p_value(chain.p_adjusted), chain.p_adjusted),
            Cell(points(sum(chain.drops)), sum(chain.drops)),
            Cell(count(chain.n), chain.n),
            Cell(points(chain.searched), chain.searched),
        )
    )


def _single_table(record: ChainRecord) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column(record.metric.label),
        Column("Drop"),
        Column("Rows changed", short="n"),
    )
    before = record.searched.score
    rows = tuple(
        Row(
            (
                Cell(clip(one.name, _NAME), one.name),
                Cell(points(one.score), one.score),
                Cell(points(before - one.score), before - one.score),
                Cell(count(one.n), one.n),
            )
        )
        for one in record.singles
    )
    rows_of_search = count(record.searched.rows, "row")
    return Table(columns, rows, caption=f"On {rows_of_search}; {points(before)} as they are.", sortable=True)


def _facts(record: ChainRecord) -> tuple[tuple[str, str], ...]:
    options = record.options
    search = f"depth {options.depth}, beam {options.beam}, width {options.width}"
    facts = known(("Task", record.data.task), data_fact(record.data), ("Search", search))
    return (*model_facts(record.model), *facts, ("Seed", str(options.seed)), *environment_facts(record))


def _check(record: ChainRecord, chain: Chain) -> Check:
    metric = metric_word(record)
    return Check(chain.name, chain.score, (f"{chain.name}: {metric} is ", " under the chain, below ", ""))
