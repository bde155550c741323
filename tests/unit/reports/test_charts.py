"""Axes and drawings, read back as XML."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_robust.reports.charts import Axis, axis_for, bar, bar_axis, dumbbell, dumbbell_axis, scale
from hf_robust.reports.sample import sample_record


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
    return ElementTree.fromstring(dumbbell(result, Axis(0.5, 1.0, (0.5, 0.75, 1.0)), "accuracy"))


def test_dumbbell_places_dots_and_whisker():
    svg = draw(sample_record()["results"][0])
    circles = {circle.get("class"): circle.get("cx") for circle in svg.iter("circle")}
    assert circles == {"before": "80%", "after": "50%"}
    whisker = next(line for line in svg.iter("line") if line.get("class") == "whisker")
    assert (whisker.get("x1"), whisker.get("x2")) == ("40%", "60%")  # 0.9 - 0.2, 0.9 - 0.1
    assert svg.get("role") == "img"
    said = "keyboard: accuracy 90.0 before, 75.0 after; drop 15.0, interval 10.0 to 20.0"
    assert svg.get("aria-label") == said


def test_dumbbell_of_a_gain_is_marked():
    assert {circle.get("class") for circle in draw(sample_record()["results"][1]).iter("circle")} == {
        "before",
        "after gain",
    }


@pytest.mark.parametrize("interval", [None, [None, None], []])
def test_dumbbell_without_interval_has_no_whisker(interval):
    result = sample_record()["results"][0] | {"interval": interval}
    assert not [line for line in draw(result).iter("line") if line.get("class") == "whisker"]
    assert dumbbell_axis([result]).low == 0.75


def test_names_are_escaped_in_labels():
    svg = draw(sample_record()["results"][0] | {"name": '"><script>'})
    assert svg.get("aria-label").startswith('"><script>:')


def test_bars_start_at_zero_on_either_side():
    axis = bar_axis([0.3, -0.1])
    loss = ElementTree.fromstring(bar("syntax", 0.3, axis)).find("rect")
    gain = ElementTree.fromstring(bar("model", -0.1, axis)).find("rect")
    assert (loss.get("x"), loss.get("width"), loss.get("class")) == ("25%", "75.00%", "bar")
    assert (gain.get("x"), gain.get("width"), gain.get("class")) == ("0%", "25.00%", "bar gain")


@pytest.mark.parametrize("values", [[], [0.0], [0.0, 0.0]])
def test_bars_of_nothing(values):
    assert bar_axis(values).high > bar_axis(values).low
    ElementTree.fromstring(bar("x", 0.0, bar_axis(values)))


def test_scale_numbers_every_tick():
    texts = [text.text for text in ElementTree.fromstring(scale(axis_for([0.71, 0.9]))).iter("text")]
    assert texts == ["70", "75", "80", "85", "90"]
    assert ElementTree.fromstring(scale(axis_for([0.9, 0.91]))).find("text").text == "90.0"
