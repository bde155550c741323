"""How a report on capabilities is shown: text, page, notebook."""

from html.parser import HTMLParser

import pytest
from report_samples import sample_capabilities

from hf_robust.reports import CapabilityReport

HOSTILE = '<script>alert(1)</script><img src=x onerror="a()"> \x1b[31m \u202e \ud800 | " \' {{ 7*7 }}'
VOID = {"meta", "link", "img", "input", "br", "circle", "line"}


class Sound(HTMLParser):
    """Every element that is opened is closed in order."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.ids, self.targets = [], [], [], []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append((tag, given))
        self.ids += [given["id"]] if "id" in given else []
        self.targets += [given["href"][1:]] if (given.get("href") or "").startswith("#") else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def hostile(value):
    if isinstance(value, dict):
        return {key: hostile(item) for key, item in value.items()}
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return HOSTILE if isinstance(value, str) else value


@pytest.fixture
def record():
    return sample_capabilities()


def page_of(record, tmp_path):
    return (CapabilityReport(record).save(tmp_path) / "capabilities.html").read_text(encoding="utf-8")


def test_page_is_sound_and_links_lead_somewhere(record, tmp_path):
    page = Sound(page_of(record, tmp_path))
    assert set(page.targets) <= set(page.ids) and len(page.ids) == len(set(page.ids))
    assert {"r-0", "r-1"} <= set(page.ids)


def test_page_shows_the_numbers(record, tmp_path):
    page = page_of(record, tmp_path)
    expected = ("60.0%", "LC6", "Negation of negative at the end", "50.2 to 69.1", "Self-BLEU of 50", "taken-back")
    for text in (*expected, "positive or neutral", "the dataset has no label neutral", "<ins>still </ins>"):
        assert text in page, text


def test_whatever_the_record_holds_is_escaped(record, tmp_path):
    page = page_of({**hostile(record), "kind": "capabilities"}, tmp_path)
    assert "<script>alert" not in page and 'onerror="a()' not in page and "{{" not in page.replace("{{ 7*7 }}", "")
    assert "\x1b" not in page
    tags = Sound(page).tags
    assert sum(tag == "script" for tag, _ in tags) == 1 and not any(tag == "img" for tag, _ in tags)
    text = str(CapabilityReport({**hostile(record), "kind": "capabilities"}))
    assert "\x1b" not in text and "\u202e" not in text


def test_nothing_comes_from_elsewhere(record, tmp_path):
    page = page_of(record, tmp_path)
    assert "http://" not in page and "https://" not in page and "default-src 'none'" in page


def test_the_text_fits_a_terminal(record):
    lines = str(CapabilityReport(record)).splitlines()
    assert max(map(len, lines)) <= 100
    row = next(line for line in lines if line.startswith("LC6"))
    assert row.split()[0] == "LC6" and "60.0" in row and "50.2 to 69.1" in row and row.rstrip().endswith("0.83")
    assert any(line.startswith("skipped    LC1: the dataset has no label neutral") for line in lines)


def test_a_report_without_results_can_be_shown(record, tmp_path):
    nothing = {"failure_rate": None, "weighted": None, "capabilities": 0, "n": 0}
    record |= {"results": [], "overall": {"seeds": nothing, "expanded": nothing, "pass_to_fail": 0}}
    assert "could not be measured" in str(CapabilityReport(record))
    Sound(page_of(record, tmp_path))


def test_a_model_without_faults_is_praised(record):
    for result in record["results"]:
        for split in ("seeds", "expanded"):
            result[split] |= {"failure_rate": 0.0, "n_failed": 0, "interval": [0.0, 0.04]}
    assert CapabilityReport(record).verdict == "me/bert passes all 1,000 cases of 2 capabilities, made from 200 seeds."


def test_notebook(record):
    shown = CapabilityReport(record)._repr_html_()
    Sound(shown)
    assert "LC6" in shown and "60.0%" in shown and "Skipped: LC1." in shown


def test_the_worst_capability_comes_first(record, tmp_path):
    record["results"].reverse()
    page = page_of(record, tmp_path)
    assert page.index('id="r-1"') < page.index('id="r-0"')


def test_diversity_without_numbers_is_left_out(record):
    assert "LC6 expanded" in str(CapabilityReport(record))
    for result in record["results"]:
        result["diversity"]["expanded"] = [{"size": 50, "self_bleu": None, "productions": None}]
    shown = str(CapabilityReport(record))
    assert "LC6 seeds" in shown and "LC6 expanded" not in shown


def few(record: dict, seeds: int) -> dict:
    for result in record["results"]:
        result["seeds"] |= {"n": seeds, "n_failed": round(seeds * result["seeds"]["failure_rate"])}
    return record


def test_a_verdict_on_few_seeds_says_so(record):
    assert "only" not in CapabilityReport(record).verdict and "reliably" not in CapabilityReport(record).view.lede
    report = CapabilityReport(few(record, 3))
    assert "60.0% of 3 seeds only" in report.verdict
    assert "Each capability has 3 seeds, which is too few to rank the capabilities reliably." in report.view.lede
    for result in record["results"]:
        for split in ("seeds", "expanded"):
            result[split] |= {"failure_rate": 0.0, "n_failed": 0}
    assert CapabilityReport(record).verdict == (
        "me/bert passes all 806 cases of 2 capabilities, made from 6 seeds only."
    )


def test_charts_show_names_beside_ids(record):
    rows = CapabilityReport(record).view.sections[0].blocks[0].rows
    assert rows[0].name == "LC6 Negation of negative at the end"


def test_a_result_prints_as_a_few_lines(record):
    result = CapabilityReport(record).result("LC9")
    lines = str(result).splitlines()
    assert lines[:2] == ["LC9: 5.2%", "Parsing sentiment in (question, yes) form"] and len(lines) < 10
    assert dict(result) == result and "LC9" in result._repr_html_()
