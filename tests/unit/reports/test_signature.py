"""The signature of a report: where its parts come from, that every format shows it, and when two are equal."""

import re

import pytest
from every_report import EVERY, case_bound, report, rows, spelling_bound
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

import hf_robust as hr
from hf_robust.reports import AttackReport, CapabilityReport, CorruptionReport, Report
from hf_robust.reports.formats import html, latex, markdown, terminal
from hf_robust.reports.model_card import section_of

LINE = re.compile(
    r"hf_robust\|v:[\d.]+(\|suite:\S+@\S+|\|data:\S+(\|attack:\S+@\d+|\|suite:\S+)?)\|seed:\S+\|n:\d+\|metric:\w+"
    r"\|worst:(\d+\.\d|none)(,(\d+\.\d|none))*"
)


@pytest.mark.parametrize("name", EVERY)
def test_every_kind_of_report_has_all_parts(name):
    assert LINE.fullmatch(report(name).signature)


@pytest.mark.parametrize("name", EVERY)
def test_every_format_shows_it(name):
    view, signature = report(name).view, report(name).signature
    assert f"<code>{signature}</code>" in html.render(view)
    assert f"`{signature}`" in markdown.render(view) and f"`{signature}`" in section_of(view)
    assert re.search(rf"signature +{re.escape(signature)}", terminal.render(view, 200))
    words = latex.render(view).replace(r"\allowbreak{}", "").replace(r"\textbar{}", "|").replace(r"\_", "_")
    assert rf"\texttt{{{signature}}}" in words


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (
            lambda: Report(sample_record()),
            "hf_robust|v:0.1.0|suite:me/reviews-robust@v1.0.0|seed:7|n:200|metric:accuracy|worst:70.0",
        ),
        (
            lambda: CapabilityReport(sample_capabilities()),
            "hf_robust|v:0.1.0|suite:reviews-capabilities@v1.0.0|seed:7|n:200|metric:pass_rate|worst:40.0",
        ),
    ],
)
def test_the_parts_come_from_the_record(made, line):
    assert made().signature == line


def test_the_rows_are_those_of_the_worst_case():
    record = sample_record()
    record["worst_case"]["n"] = 6  # of 200, the others did not change
    assert "|n:6|metric:accuracy|worst:70.0" in Report(record).signature


def test_reports_without_a_suite_name_data_and_what_was_done():
    record = sample_attack()
    record["data"].update(dataset="nyu-mll/glue", config="sst2", split="validation")
    parts = dict(part.split(":", 1) for part in AttackReport(record).signature.split("|")[1:])
    assert parts["data"] == "nyu-mll/glue/sst2/validation"
    assert parts["attack"] == f"{record['attack']['recipe']}@{record['attack']['version']}"
    assert parts["worst"] == f"{100 * record['summary']['accuracy_under_attack']:.1f}"
    cells = sample_corruptions()
    worst = [min(one["score"] for one in cells["cells"] if one["model"] == model["name"]) for model in cells["models"]]
    assert CorruptionReport(cells).signature.endswith("|worst:" + ",".join(f"{100 * one:.1f}" for one in worst))


def test_a_value_cannot_add_a_part():
    record = sample_record()
    record["suite"].update(repo=None, version=None, name="my suite|seed:1`\u202e")
    assert "|suite:my_suite_seed:1_@3e1f0a9b|seed:7|" in Report(record).signature


def test_what_the_record_does_not_hold_is_none():
    assert Report(sample_record() | {"worst_case": None}).signature.endswith("|worst:none")


def test_equal_runs_have_equal_signatures_and_other_inputs_others():
    def run(model=spelling_bound, seed=0, n=20):
        return hr.run(model, rows(n), task="sentiment-classification", transformations=["word-case"], seed=seed)

    first = run().signature
    assert first == run().signature
    assert first != run(seed=1).signature and first != run(n=16).signature
    assert first.rpartition("|")[0] == run(case_bound).signature.rpartition("|")[0]  # the same inputs, another score
