"""The page of each kind of report in a real browser, at the width of a desk and of a phone."""

import pytest
from every_report import EVERY, report
from test_report_html import OPEN_ALL, WIDTHS, Browser
from test_report_html import pytestmark as needs_chromium

pytestmark = [needs_chromium, pytest.mark.slow]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """[...document.querySelectorAll('.scroll')]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.getAttribute('aria-label'))"""
# texts that a box without its own scroll bar cuts off
HIDDEN = """[...document.querySelectorAll('main *, header *')]
  .filter((one) => getComputedStyle(one).overflowX === 'hidden' && one.scrollWidth > one.clientWidth)
  .map((one) => one.className)"""


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="module", params=EVERY)
def page(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    report(request.param).to_html(path)
    return path


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(browser, page, width, opened):
    browser.open(page, width)
    if opened:
        browser.run(OPEN_ALL)
    assert browser.run("innerWidth") == width
    assert browser.run(WIDER) <= 0
    assert browser.run(HIDDEN) == []
    assert browser.complaints() == []


def test_every_table_is_whole_on_a_desk(browser, page):
    browser.open(page, max(WIDTHS))
    browser.run(OPEN_ALL)
    assert browser.run(CUT) == []
