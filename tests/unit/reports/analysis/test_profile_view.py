"""The profile as a page shows it."""

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.charts import BarCharts, HeatMap, Radar
from hf_robust.reports.formats import html
from hf_robust.reports.formats.scales import around

KINDS = (("morphology", "word", 0.2), ("morphology", "character", -0.05), ("syntax", "sentence", 0.0))


def record_with(kept: list, kinds: tuple = KINDS) -> dict:
    record = sample_record()
    names = ["morphology", "syntax", "paradigmatic", "pragmatics"]
    record["analysis"] = {
        "profile": {
            "task": "sentiment-classification",
            "groups": [
                {"name": name, "n_results": 2, "n": 40, "kept": value, "interval": [0.5, 0.75]}
                for name, value in zip(names, kept)
            ],
            "cells": [
                {
                    **dict(zip(("linguistics", "level", "drop"), kind)),
                    "n_results": 2,
                    "n": 40,
                    "originals": 30,
                    "interval": [-0.1, 0.3],
                    "p_value": 0.01,
                    "p_adjusted": 0.01 if kind[2] == 0.2 else 0.5,
                }
                for kind in kinds
            ],
        }
    }
    return record


def section_of(record: dict):
    sections = Report(record).view.sections
    return next(section for section in sections if section.heading == "Drops by kind of change")


def test_map_has_a_cell_for_each_kind_and_stars_where_it_is_sure():
    heat = section_of(record_with([0.9, 0.8, 1.2])).blocks[0]
    assert isinstance(heat, HeatMap) and heat.columns == ("character", "word", "sentence")
    rows = dict(heat.rows)
    assert [cell.text for cell in rows["morphology"]] == ["−5.0 (2)", "20.0 (2)", ""]
    assert [cell.star for cell in rows["morphology"]] == [False, True, False]
    assert rows["syntax"][0].value is None and "no transformation" in rows["syntax"][0].says
    assert "40 perturbed rows of 30 originals" in rows["morphology"][1].says
    assert "sentiment-classification" in heat.caption and heat.scale == (0.0, 0.2)


def test_three_groups_make_a_radar_that_names_what_lies_beyond_its_rim():
    record = record_with([0.9, -0.1, 1.2])
    radar = section_of(record).blocks[1]
    assert isinstance(radar, Radar) and radar.series[0].values == (0.9, -0.1, 1.2)
    assert around(radar.series[0].values)[1:] == around([0.9, 0.0, 1.0])[1:]
    assert '<td class="num">120.0</td>' in html.render(Report(record).view)
    assert radar.axes[2] == "lexical 120%"
    assert "morphology 90% (2 transformations, 40 perturbed rows, 95% interval 50% to 75%)" in radar.says


def test_two_groups_make_bars_and_none_make_nothing():
    bars = section_of(record_with([0.9, 0.8])).blocks[1]
    assert isinstance(bars, BarCharts) and [bar.text for bar in bars.charts[0][1]] == ["90%", "80%"]
    assert len(section_of(record_with([None, None])).blocks) == 1
    assert isinstance(section_of(record_with([0.9, 0.8, None])).blocks[1], BarCharts)


def test_profile_stands_in_the_place_of_the_bars():
    with_profile = Report(record_with([0.9, 0.8, 0.7])).view
    headings = [section.heading for section in with_profile.sections]
    assert headings.count("Drops by kind of change") == 1 and headings.index("Drops by kind of change") == 1
    assert isinstance(section_of(sample_record()).blocks[0], BarCharts)
    assert "Relative score" in dict(with_profile.glossary)
    assert "Relative score" not in dict(Report(sample_record()).view.glossary)


def test_a_cell_of_one_transformation_has_the_interval_of_the_table():
    record = record_with([0.9, 0.8, 1.2])
    cell, keyboard = record["analysis"]["profile"]["cells"][1], record["results"][0]
    same = {key: keyboard[key] for key in ("n", "drop", "linguistics", "level")}
    cell.update(same, n_results=1)
    says = dict(section_of(record).blocks[0].rows)["morphology"][0].says
    assert "95% interval 10.0 to 20.0" in says and "Holm-corrected over 3 cells" in says
    cell["n_results"] = 2
    assert "95% interval −10.0 to 30.0" in dict(section_of(record).blocks[0].rows)["morphology"][0].says
