"""The page of a capability report and the audit page in a real browser."""

import pytest
from audit_samples import pairs
from capability_samples import suite
from report_samples import sample_capabilities
from test_report_html import WIDTHS, Browser
from test_report_html import pytestmark as needs_chromium

from hf_robust.audit.audit_page import AuditSession
from hf_robust.audit.rating_files import write_sample
from hf_robust.audit.sample import draw
from hf_robust.reports import CapabilityReport

pytestmark = needs_chromium
HOSTILE = "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">"


@pytest.fixture(scope="module")
def browser():
    one = Browser()
    yield one
    one.close()


def hostile() -> dict:
    record = sample_capabilities()
    long = "long " * 400 + "unbroken" * 60 + HOSTILE
    record["results"][0] |= {"id": HOSTILE, "name": long, "description": long}
    record["results"][0]["examples"][0]["fields"][0] |= {"after": long, "diff": [["insert", long]]}
    record["model"]["name"] = record["suite"]["name"] = HOSTILE
    return record


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("record", [sample_capabilities(), hostile()], ids=["sample", "hostile"])
def test_the_report_is_shown_as_it_should(browser, tmp_path, record, width):
    page = CapabilityReport(record).save(tmp_path) / "capabilities.html"
    browser.open(page, width)
    assert browser.complaints() == []
    assert browser.requests() == [page.as_uri()]
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.run("document.title") != "owned"
    assert browser.run("document.querySelectorAll('.plot.rates svg circle').length") == 4


def test_the_table_is_sorted_by_a_click(browser, tmp_path):
    browser.open(CapabilityReport(sample_capabilities()).save(tmp_path) / "capabilities.html", 1280)
    ids = "[...document.querySelectorAll('table.sortable tbody th')].map(one => one.dataset.value).join()"
    assert browser.run(ids) == "LC6,LC9"
    browser.run("document.querySelectorAll('table.sortable thead button')[2].click()")
    assert browser.run(ids) == "LC6,LC9"
    browser.run("document.querySelectorAll('table.sortable thead button')[2].click()")
    assert browser.run(ids) == "LC9,LC6"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_audit_fits(browser, tmp_path, width):
    suites = [suite(), pairs(["keyboard"])]
    sample = write_sample(tmp_path, *draw(suites, per_transformation=1, per_capability=1), ["a"])
    rating = AuditSession(sample / "a.csv")
    page = tmp_path / "audit.html"
    choices = {"keep": 5, "label": 8}
    for place, item in enumerate(rating.items):
        page.write_text(rating.page(place))
        browser.open(page, width)
        assert browser.complaints() == []
        assert browser.run("document.documentElement.scrollWidth") <= width
        expected = choices[item.shown.questions[0]] + 2 * ("valid" in item.shown.questions)
        assert browser.run("document.querySelectorAll('input[type=radio]').length") == expected
