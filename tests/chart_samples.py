"""Heat maps and radar charts for the tests of the formats."""

from dataclasses import replace

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.charts import HeatCell, HeatMap, Radar, RadarSeries
from hf_robust.reports.view import Block, Section, View


def sample_heat(rows: int = 3, columns: int = 3, name: str = "") -> HeatMap:
    """Drops by transformation and slice; one is missing, one is a gain, one has a star."""
    grid = []
    for row in range(rows):
        drops = [(row * columns + column) / (rows * columns) * 0.3 for column in range(columns)]
        cells = [HeatCell(drop, f"{100 * drop:.1f}", f"row {row}: {100 * drop:.1f} points") for drop in drops]
        grid.append((f"{name}transformation {row}", tuple(cells)))
    gain = HeatCell(-0.2, "−20.0", "a gain", star=True)
    grid[0] = (grid[0][0], (HeatCell(None, "–"), gain, *grid[0][1][2:]))
    heads = tuple(f"{name}slice {column}" for column in range(columns))
    return HeatMap(heads, tuple(grid), (0.0, 0.3), "Drop by slice", "Points lost.", "Transformation")


def sample_radar(axes: int = 6, series: int = 2) -> Radar:
    """Scores along several axes; the last outline has a gap."""
    names = ("morphology", "syntax", "paradigmatic relations", "pragmatics", "model", "entity_recognition")
    outlines = [
        RadarSeries(f"model {number}", tuple((0.95 - 0.04 * number - 0.07 * axis) % 1 for axis in range(axes)))
        for number in range(series)
    ]
    outlines[-1] = replace(outlines[-1], values=(*outlines[-1].values[:-1], None))
    axis_names = tuple(names[axis % len(names)] for axis in range(axes))
    return Radar(axis_names, tuple(outlines), "Scores of two models by linguistics", "Score by linguistics")


def view_of(*blocks: Block) -> View:
    """A report whose first section holds these blocks."""
    view = Report(sample_record()).view
    return replace(view, sections=(Section("Analysis", blocks, "What is weak."), *view.sections))
