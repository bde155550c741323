"""Axes and drawings, read back as XML."""

from xml.etree import ElementTree

import pytest
from chart_samples import sample_heat, sample_radar
from hypothesis import given
from hypothesis import strategies as st
from report_samples import sample_capabilities, sample_record

from hf_robust.reports import CapabilityReport, Report
from hf_robust.reports.charts import Bar, BarCharts, DotRow, Radar, RadarSeries
from hf_robust.reports.formats.scales import Axis, axis_for, bar_axis, dot_axis, shade
from hf_robust.reports.formats.svg import bar, dots, scale
from hf_robust.reports.formats.svg_radar import HEIGHT, RADIUS, WIDTH, radar


def row_of(result: dict) -> DotRow:
    plot = Report(sample_record() | {"results": [result]}).view.sections[0].blocks[0]
    return plot.rows[0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_axis_holds_its_values_between_round_ends(values):
    axis = axis_for(values)
    assert axis.low <= min(values) + 1e-6 and axis.high >= max(values) - 1e-6
    assert 2 <= len(axis.ticks) <= 7 and list(axis.ticks) == sorted(set(axis.ticks))
    assert (axis.low, axis.high) == (axis.ticks[0], axis.ticks[-1])


def test_axis_of_nothing_and_of_one_value():
    assert axis_for([]).ticks[0] == 0.0 and axis_for([]).ticks[-1] == 1.0
    assert axis_for([0.9]).low < axis_for([0.9]).high


def test_places_are_clamped_percentages():
    axis = Axis(0.5, 1.0, (0.5, 1.0))
    assert [axis.at(value) for value in (0.5, 0.6, 1.0, 7.0, -1.0)] == ["0%", "20%", "100%", "100%", "0%"]


def draw(result: dict) -> ElementTree.Element:
    return ElementTree.fromstring(dots(row_of(result), Axis(0.5, 1.0, (0.5, 0.75, 1.0)), True))


def test_joined_dots_and_their_whisker_lie_where_the_scores_are():
    svg = draw(sample_record()["results"][0])
    circles = {circle.get("class"): circle.get("cx") for circle in svg.iter("circle")}
    assert circles == {"before": "80%", "after": "50%"}
    whisker = next(line for line in svg.iter("line") if line.get("class") == "whisker")
    assert (whisker.get("x1"), whisker.get("x2")) == ("40%", "60%")  # 0.9 - 0.2, 0.9 - 0.1
    assert svg.get("role") == "img"
    said = "keyboard: accuracy 90.0 before, 75.0 after; drop 15.0, interval 10.0 to 20.0"
    assert svg.get("aria-label") == said


def test_dots_of_a_gain_are_marked():
    assert {circle.get("class") for circle in draw(sample_record()["results"][1]).iter("circle")} == {
        "before",
        "after gain",
    }


@pytest.mark.parametrize("interval", [None, [None, None]])
def test_dots_without_interval_have_no_whisker(interval):
    result = sample_record()["results"][0] | {"interval": interval}
    assert not [line for line in draw(result).iter("line") if line.get("class") == "whisker"]
    record = sample_record() | {"results": [result]}
    assert dot_axis(Report(record).view.sections[0].blocks[0]).low == 0.75


def test_dots_that_are_not_joined_stand_one_above_the_other():
    plot = CapabilityReport(sample_capabilities()).view.sections[0].blocks[0]
    svg = ElementTree.fromstring(dots(plot.rows[0], dot_axis(plot), plot.joined))
    heights = [float(circle.get("cy")) for circle in svg.iter("circle")]
    assert (
        heights[0] < heights[1]
        and svg.get("aria-label") == "LC6: 60.0% of 100 seeds fail, 60.0% of 400 expansions fail"
    )


def test_names_are_escaped_in_labels():
    svg = draw(sample_record()["results"][0] | {"name": '"><script>'})
    assert svg.get("aria-label").startswith('"><script>:')


def bars(*values: float) -> BarCharts:
    return BarCharts((("Linguistic category", tuple(Bar("x", value, "y") for value in values)),))


def rect_of(value: float, axis: Axis) -> tuple[str, str, str]:
    rect = ElementTree.fromstring(bar(Bar("x", value, "y"), axis)).find("rect")
    return rect.get("x"), rect.get("width"), rect.get("class")


def test_bars_start_at_zero_on_either_side():
    axis = bar_axis(bars(0.3, -0.1))
    assert rect_of(0.3, axis) == ("25%", "75.00%", "bar")
    assert rect_of(-0.1, axis) == ("0%", "25.00%", "bar gain")


def test_a_small_drop_or_gain_is_a_short_bar():
    for value in (-0.017, 0.017):
        _, width, _ = rect_of(value, bar_axis(bars(value)))
        assert float(width[:-1]) < 20


@pytest.mark.parametrize("values", [(), (0.0,), (0.0, 0.0)])
def test_bars_of_nothing(values):
    axis = bar_axis(bars(*values))
    assert axis.high > axis.low
    assert rect_of(0.0, axis)[1] == "0.00%"


def test_scale_numbers_every_tick():
    texts = [text.text for text in ElementTree.fromstring(scale(axis_for([0.71, 0.9]))).iter("text")]
    assert texts == ["70", "75", "80", "85", "90"]
    assert ElementTree.fromstring(scale(axis_for([0.9, 0.91]))).find("text").text == "90.0"


def test_shades_grow_with_the_value_on_either_side():
    chart = sample_heat()  # its scale is 0 to 0.3
    shades = [shade(value / 100, chart) for value in range(-40, 41)]
    assert shades == sorted(shades) and (shades[0], shades[40], shades[-1]) == (-6, 0, 6)
    assert shade(None, chart) == shade(float("nan"), chart) == 0


def outlines(chart: Radar) -> list[ElementTree.Element]:
    svg = ElementTree.fromstring(radar(chart))
    return [group for group in svg.iter("g") if (group.get("class") or "").startswith("s")]


def test_radar_corners_lie_at_their_heights():
    chart = Radar(("up", "right", "down", "left"), (RadarSeries("m", (1.0, 0.5, 0.0, 7.0)),), "says")
    corners = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in outlines(chart)[0].iter("circle")]
    middle = (WIDTH / 2, HEIGHT / 2)
    assert corners == [
        (middle[0], middle[1] - RADIUS),
        (middle[0] + RADIUS / 2, middle[1]),
        middle,
        (middle[0] - RADIUS, middle[1]),
    ]


def test_a_missing_corner_leaves_a_gap():
    whole, broken = outlines(sample_radar(6, 2))
    lines = [[line for line in group.iter("line") if line.get("class") == "outline"] for group in (whole, broken)]
    assert list(map(len, lines)) == [6, 4]
    assert whole.find("polygon") is not None and broken.find("polygon") is None


def test_outlines_differ_in_color_or_dashes():
    groups = outlines(sample_radar(5, 10))
    assert len({(group.get("class"), group.find("line").get("stroke-dasharray")) for group in groups}) == 10


def test_radar_says_what_it_shows_and_escapes_names():
    chart = Radar(("</svg>a&b", "b", "c"), (RadarSeries("<m>", (0.1, 0.2, None)),), '"<says>', "</title>")
    svg = ElementTree.fromstring(radar(chart))
    assert svg.get("aria-label") == svg.find("desc").text == '"<says>' and svg.find("title").text == "</title>"
    assert "</svg>a&b" in [title.text for title in svg.iter("title")]
