"""Tests are left out by what raters said of their labels; what is kept without a rating is named."""

import json

import pytest
from audit_samples import pairs
from capability_samples import suite as cases

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.reports import CapabilityReport
from hf_robust.transforms import audited_versions

NAMES = ("word-case", "keyboard", "ocr")
GOOD = {"value": 0.96, "interval": [0.87, 0.99], "n": 50, "sources": 50, "raters": 2, "rule": "all", "agreement": 0.98}
GOOD |= {"kappa": 0.8, "natural": 2.9, "bad": 1, "date": "2026-01-31", "data": "me/reviews test", "version": "1"}


@pytest.fixture(scope="module")
def suite():
    """Two transformations that were rated, one well and one badly, and one that was not."""
    built = pairs(NAMES)
    known = {"word-case": GOOD, "keyboard": {**GOOD, "value": 0.7}}
    entries = {name: entry.audited(known[name]) if name in known else entry for name, entry in built.entries.items()}
    return type(built)(built.task, entries, built.info)


@pytest.fixture(autouse=True)
def no_table(monkeypatch):
    """The table of this package has no rating."""
    monkeypatch.setattr(audited_versions, "lexicon", lambda name: ())


def model(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


def test_without_a_least_confidence_all_run(suite):
    report = hr.run(model, suite)
    assert [one["name"] for one in report.results] == list(NAMES)
    assert report.record["options"] == {"min_confidence": None, "unrated": "keep"}
    assert report.results[0]["audit"] == GOOD and report.results[2]["audit"] is None
    assert report.results[0]["sources"] == report.results[0]["n"] == 12


def test_what_raters_would_not_keep_is_left_out_and_never_predicted(suite):
    asked = []
    report = hr.run(lambda texts: [asked.append(text) or "pos" for text in texts], suite, min_confidence=0.9)
    assert [one["name"] for one in report.results] == ["word-case", "ocr"]
    (skipped,) = [one for one in report.record["skipped"] if one["name"] == "keyboard"]
    assert "confidence 0.70, below 0.90 (0.70 of 50, 2 people, 2026-01-31)" in skipped["reason"]
    assert not set(asked) & set(suite["keyboard"].perturbed["text"])
    assert report.record["suite"]["content_hash"] == suite.content_hash


def test_what_nobody_rated_can_be_left_out_too(suite):
    report = hr.run(model, suite, min_confidence=0.9, unrated="skip")
    assert [one["name"] for one in report.results] == ["word-case"]
    assert {"name": "ocr", "reason": "not rated"} in report.record["skipped"]


def test_a_rating_of_another_version_does_not_count_and_is_said(suite, monkeypatch):
    old = {"name": "ocr", "params": dict(suite["ocr"].stages[0]["params"]), "tasks": [], **GOOD, "version": "0.1"}
    monkeypatch.setattr(audited_versions, "lexicon", lambda name: (old,))
    report = hr.run(model, suite, unrated="skip")
    reason = next(one["reason"] for one in report.record["skipped"] if one["name"] == "ocr")
    assert reason == "not rated in this version; version 0.1 was"
    monkeypatch.setattr(
        audited_versions, "lexicon", lambda name: ({**old, "version": suite["ocr"].stages[0]["version"]},)
    )
    assert len(hr.run(model, suite, unrated="skip").results) == 3


def test_nothing_is_left(suite):
    with pytest.raises(UsageError, match="leave out all 3 transformations: word-case: raters confirmed too few"):
        hr.run(model, suite, min_confidence=0.99, unrated="skip")


@pytest.mark.parametrize(
    ("given", "message"),
    [({"min_confidence": 90}, "from 0 to 1"), ({"min_confidence": True}, "from 0 to 1"), ({"unrated": "drop"}, "keep")],
)
def test_wrong_arguments(suite, given, message):
    for one in (suite, cases()):
        with pytest.raises(UsageError, match=message):
            hr.run(model, one, **given)


def test_every_format_says_on_what_a_score_rests(suite, tmp_path):
    report = hr.run(model, suite, min_confidence=0.9)
    folder = report.save(tmp_path)
    page = (folder / "report.html").read_text()
    sentence = "They confirmed the label of 96% of the texts (95% interval: 87% to 99%)."
    assert sentence in page and "Up to 4.0 points of a drop may come from" in page and "Label kept" in page
    assert "No raters have checked this version" in page and "Minimum confidence" in page
    said = str(report)
    line = "word-case 0.96 of 50, 2 people, 2026-01-31. Not rated: ocr."
    assert line in " ".join(said.split()) and "below 0.90" in said
    assert line in report._repr_html_() and "Skipped: keyboard" in report._repr_html_()
    junit = report.write(tmp_path / "report.xml").read_text()
    assert "min_confidence" in junit and "below 0.90" in junit and "0.96 of 50" in junit
    assert json.loads((folder / "report.json").read_text())["results"][0]["audit"]["date"] == "2026-01-31"


def test_means_are_weighted_by_labels_that_raters_keep(suite, tmp_path):
    entries = {"word-case": suite["word-case"], "keyboard": suite["keyboard"].audited({**GOOD, "value": 0.1})}
    said = iter(range(1000))
    report = hr.run(
        lambda texts: ["neg" if next(said) % 3 else "pos" for _ in texts], type(suite)(suite.task, entries, suite.info)
    )
    means = [one["perturbed"] for one in report.results]
    weighted = (0.96 * means[0] + 0.1 * means[1]) / 1.06
    assert means[0] != means[1]
    page = report.save(tmp_path) / "report.html"
    assert f"{100 * weighted:.1f} weighted by label quality" in page.read_text()


def test_cases_of_capabilities(tmp_path):
    own = cases()
    entries = {**own.entries, "A": own["A"].audited({**GOOD, "value": 0.9375, "n": 16})}
    own = type(own)(own.task, entries, own.info)
    labels = ["negative", "neutral", "positive"]
    report = hr.run(lambda texts: ["positive"] * len(texts), own, labels=labels, min_confidence=0.9)
    assert [one["id"] for one in report.results] == ["A", "C"] and "too low" in report.skipped["B"]
    assert report.result("A")["audit"]["n"] == 16 and report.record["options"]["min_confidence"] == 0.9
    assert "confirmed: A 0.94 of 16, 2 people, 2026-01-31. Not rated: C." in " ".join(str(report).split())
    page = (report.save(tmp_path) / "capabilities.html").read_text()
    assert "The result uses 4 seeds and 8 expansions made of 4 rows; raters confirmed the label for 0.94 of 16" in page
    assert "no audit has rated its labels." in page
    skipped = hr.run(lambda texts: ["positive"] * len(texts), own, labels=labels, unrated="skip").skipped
    assert skipped == {"C": "nobody rated its cases"}


@pytest.mark.parametrize(
    ("by", "who", "raters"),
    [
        ("language models", "Language models", "2 language models"),
        ("people and language models", "People and language models", "2 raters (people and language models)"),
        ("people", "People", "2 people"),
        (None, "People", "2 people"),
    ],
)
def test_a_report_says_who_rated(suite, tmp_path, by, who, raters):
    audit = {**GOOD, **({"by": by} if by else {})}
    rated = {name: suite[name].audited(audit) for name in ("word-case", "keyboard")}
    rated["keyboard"] = suite["keyboard"].audited({**audit, "value": 0.5})
    report = hr.run(model, type(suite)(suite.task, rated, suite.info), min_confidence=0.9)
    page = (report.save(tmp_path) / "report.html").read_text()
    assert f"{raters} rated 50 texts" in page and ", kappa 0.80). They confirmed the label of 96%" in page
    assert '<td class="num" data-value="0.96">96%</td>' in page
    line = f"Share of labels that raters confirmed: word-case 0.96 of 50, {raters}, 2026-01-31."
    assert line in " ".join(str(report).split())
    (skipped,) = report.record["skipped"]
    assert (
        f"raters confirmed too few of its labels: confidence 0.50, below 0.90 (0.50 of 50, {raters}, 2026"
        in (skipped["reason"])
    )
    assert type(report).load(tmp_path).results[0]["audit"] == audit


def test_a_report_of_capabilities_says_who_rated(tmp_path):
    own = cases()
    audit = {**GOOD, "by": "language models"}
    own = type(own)(own.task, {**own.entries, "A": own["A"].audited(audit)}, own.info)
    report = hr.run(lambda texts: ["positive"] * len(texts), own, labels=["negative", "neutral", "positive"])
    page = (report.save(tmp_path) / "capabilities.html").read_text()
    assert "raters confirmed the label for 0.96 of 50, 2 language models, 2026-01-31." in page
    assert "A 0.96 of 50, 2 language models, 2026-01-31" in " ".join(str(report).split())


def test_a_record_of_before_is_read(tmp_path):
    report = hr.run(lambda texts: ["positive"] * len(texts), cases(), labels=["negative", "neutral", "positive"])
    record = json.loads((report.save(tmp_path) / "capabilities.json").read_text())
    record |= {"schema_version": 1, "options": {"min_oracle_confidence": 0.5, "diversity": [], "explain": False}}
    for result in record["results"]:
        del result["audit"], result["seeds"]["sources"], result["expanded"]["sources"]
    (tmp_path / "capabilities.json").write_text(json.dumps(record))
    old = CapabilityReport.load(tmp_path)
    assert (
        old.record["options"]["min_confidence"] == 0.5
        and "Minimum confidence"
        in old._repr_html_() + old.save(tmp_path / "again").joinpath("capabilities.html").read_text()
    )
