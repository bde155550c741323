"""The profile of a report: what kinds of change the model withstands, as a radar and a heat map."""

from dataclasses import replace

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import Bar, BarCharts, HeatCell, HeatMap, Radar, RadarSeries
from hf_robust.reports.evidence import LEAST_ROWS, which_decides
from hf_robust.reports.records.analysis_records import Profile, ProfileCell, ProfileGroup
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.suite_words import GROUP_WORDS, group_label, group_name
from hf_robust.reports.view import Block, Section, Words
from hf_robust.reports.wording import ALPHA, count, inside, interval, p_value, percent, points
from hf_robust.transforms.base import LEVELS

_NO_COLOR, _LEAST_SCALE = 0.0, 0.1


def _sections(record: RobustnessRecord, profile: Profile) -> list[Section]:
    """The mean drops by what is changed and how much of it."""
    label, task = record.metric.label, profile.task
    intro = (
        f"Effect of the transformations on {inside(label)} ({task}), by category and by level "
        "(characters, words or sentences). A negative drop means that the score rose."
    )
    return [Section("Drops by kind of change", (_map(profile, record, task), *_kept(profile, label, task)), intro)]


def _map(profile: Profile, record: RobustnessRecord, task: str) -> HeatMap:
    metric, known = inside(record.metric.label), tuple(_as_measured(cell, record) for cell in profile.cells)
    levels = list(dict.fromkeys(cell.level for cell in sorted(known, key=_level)))
    kinds = list(dict.fromkeys(cell.linguistics for cell in known))
    cells = {(cell.linguistics, cell.level): cell for cell in known}
    rows = tuple(
        (
            group_name(kind),
            tuple(_cell(cells.get((kind, level)), f"{group_name(kind)}, {level}", len(known)) for level in levels),
        )
        for kind in kinds
    )
    greatest = max((abs(cell.drop) for cell in known if cell.originals >= LEAST_ROWS), default=0.0)
    decides = which_decides(*((cell.interval, cell.p_adjusted) for cell in known))
    return HeatMap(
        tuple(levels),
        rows,
        scale=(_NO_COLOR, max(greatest, _LEAST_SCALE)),
        title="Category and level",
        caption=f"Mean drop in {metric} on {task}, in points. The number of transformations is in parentheses. "
        f"{_named(kinds)}* = statistically significant (p < {ALPHA}, Holm-corrected over the {len(known)} cells, not "
        f"over the transformations). Transformations that changed fewer than {LEAST_ROWS} rows are left "
        f"out of a cell. If a cell has only such transformations, it shows their mean, without color. "
        f"{decides}".strip(),
        corner="category",
    )


def _named(kinds: list[str]) -> str:
    """The categories of a map with their meaning; empty where none is known."""
    known = [group_label(kind) for kind in kinds if kind in GROUP_WORDS]
    return f"Categories: {', '.join(known)}. " if known else ""


def _level(cell: ProfileCell) -> tuple:
    return (LEVELS.index(cell.level) if cell.level in LEVELS else len(LEVELS), cell.level)


def _as_measured(cell: ProfileCell, record: RobustnessRecord) -> ProfileCell:
    """A cell of one transformation with the interval that all tables show for it: two bootstraps differ by chance."""
    same = [
        one
        for one in record.results
        if (one.linguistics, one.level, one.n) == (cell.linguistics, cell.level, cell.n) and one.drop == cell.drop
    ]
    return replace(cell, interval=same[0].interval) if cell.n_results == 1 and len(same) == 1 else cell


def _cell(cell: ProfileCell | None, name: str, cells: int) -> HeatCell:
    if cell is None:
        return HeatCell(None, "", f"{name}: no transformation")
    drop = points(cell.drop)
    says = (
        f"{name}: mean drop {drop} over {count(cell.n_results, 'transformation')} "
        f"({count(cell.n, 'perturbed row')} of {count(cell.originals, 'original')}), "
        f"95% interval {interval(cell.interval)}, "
        f"p {p_value(cell.p_adjusted)}, Holm-corrected over {count(cells, 'cell')}"
    )
    sure = cell.p_adjusted is not None and cell.p_adjusted < ALPHA
    shown = cell.drop if cell.originals >= LEAST_ROWS else None
    return HeatCell(shown, f"{drop} ({cell.n_results})", says, star=sure)


def _kept(profile: Profile, label: str, task: str) -> tuple[Block, ...]:
    """How much of the score is left by linguistics: a radar, with fewer than three axes bars."""
    known = [group for group in profile.groups if group.kept is not None]
    groups = [group for group in known if _rows(group) >= LEAST_ROWS]
    left = "; ".join(_kept_words(group) for group in known if _rows(group) < LEAST_ROWS)
    aside = (
        (Words((f"Categories with fewer than {LEAST_ROWS} rows are not plotted: {left}.",), quiet=True),)
        if left
        else ()
    )
    if not groups:
        return aside
    name = inside(label)
    title = f"Relative score ({task}): {name} after the change as a percentage of the {name} before it"
    if len(groups) < 3:
        return (BarCharts(((title, tuple(_bar(group) for group in groups)),)), *aside)
    says = "; ".join(_kept_words(group) for group in groups)
    values = tuple(group.kept for group in groups)
    return (Radar(tuple(_axis(group) for group in groups), (RadarSeries("this model", values),), says, title), *aside)


def _rows(group: ProfileGroup) -> int:
    """How many originals a group rests on; older records know how many pairs alone."""
    return group.n if group.originals is None else group.originals


def _axis(group: ProfileGroup) -> str:
    return f"{group_name(group.name)} {percent(group.kept)}"


def _bar(group: ProfileGroup) -> Bar:
    ends = group.interval
    where = f", 95% interval {percent(ends[0])} to {percent(ends[1])}" if ends else ""
    note = f"{count(group.n_results, 'transformation')}, {count(group.n, 'perturbed row')}{where}"
    return Bar(group_name(group.name), group.kept, percent(group.kept), note, GROUP_WORDS.get(group.name, ""))


def _kept_words(group: ProfileGroup) -> str:
    ends = group.interval
    where = f", 95% interval {percent(ends[0])} to {percent(ends[1])}" if ends else ""
    many = f"{count(group.n_results, 'transformation')}, {count(group.n, 'perturbed row')}"
    return f"{group_name(group.name)} {percent(group.kept)} ({many}{where})"


PROFILE = ReportPart(_sections, ("Relative score",))
