"""The page in a real browser: no error, no request, nothing wider than the window, enough contrast."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from chart_samples import sample_heat, sample_radar, view_of
from report_samples import sample_corruptions, sample_record

from hf_robust.reports import CorruptionReport, Report
from hf_robust.reports.formats import html

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None or os.name != "posix", reason="no Chromium on this machine")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-quic --remote-debugging-pipe about:blank"
).split()
WIDTHS = (1280, 400)


class Browser:
    """Chromium over its debugging pipe: no driver, no port, no dependency.

    The pipe carries JSON messages that end in a zero byte; the browser reads descriptor 3, writes 4.
    """

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        shell = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, CHROMIUM, f"--user-data-dir={self.profile}", *FLAGS],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def _read(self) -> dict:
        while b"\0" not in self.buffer:
            chunk = os.read(self.read_end, 1 << 16)
            assert chunk, "the browser went away"
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, path: Path, width: int, dark: bool = False) -> None:
        self.events = []
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        self.call("Page.navigate", url=path.as_uri())
        deadline = time.monotonic() + 600
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            assert time.monotonic() < deadline, "the page did not load"
            self.run("1")
            time.sleep(0.02)

    def run(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def complaints(self) -> list[dict]:
        bad = {
            "Log.entryAdded",
            "Network.loadingFailed",
            "Runtime.consoleAPICalled",
            "Runtime.exceptionThrown",
        }
        return [event for event in self.events if event.get("method") in bad]

    def requests(self) -> list[str]:
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        urls = [event["params"]["request"]["url"] for event in sent]
        return [url for url in urls if not url.startswith("data:")]

    def screenshot(self, path: Path, full: bool = True) -> None:
        """For whoever changes the page and wants to look at it."""
        height = self.run("document.documentElement.scrollHeight") if full else 900
        width = self.run("innerWidth")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, 16000), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        Path(path).write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        self.session = None
        os.write(self.write_end, b'{"id": 0, "method": "Browser.close"}\0')
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


HOSTILE = "<script>document.title = 'owned'</script><img src=http://127.0.0.1:9/x onerror=\"document.title='owned'\">"


def long_texts(record: dict) -> dict:
    """The sample with words that no line can hold, markup, right-to-left text and a hundred results."""
    record["model"]["name"] = "m" * 300
    record["command"] = "hf-robust " + "x" * 400
    record["suite"]["name"] = "سلام " + "s" * 200
    first, second, third = record["results"]
    first.update(name="n" * 200, reasons={"z" * 400: 20, HOSTILE: 1}, summary=HOSTILE)
    first["stages"][0]["params"] = {"path": "/" + "p" * 300, HOSTILE: HOSTILE}
    first["examples"][0].update(gold="g" * 500, source_id="i" * 90)
    first["examples"][0]["fields"][0]["diff"] = [
        ["equal", "w" * 4000],
        ["delete", HOSTILE],
        ["insert", "👩‍👩‍👧 هذا رائع \ud800"],
        ["equal", " word" * 900],
    ]
    second["name"] = HOSTILE
    record["metric"]["secondary"] = ["f1", "s" * 60]
    record["results"] += [{**third, "name": f"synonym_{number}"} for number in range(97)]
    return record


def many_lines(record: dict) -> dict:
    """A corruption benchmark of seven models with names that no line can hold."""
    model, own = record["models"][0], {part: record[part][: len(record[part]) // 2] for part in ("cells", "contrasts")}
    for name in ("m" * 300, HOSTILE, "سلام", "four", "five"):
        record["models"].append({**model, "name": name})
        for part, items in own.items():
            record[part] += [{**item, "model": name} for item in items]
    record["population"]["left_out"] = {"z" * 400: 20, HOSTILE: 1}
    record["examples"][0].update(gold="g" * 500, model="m" * 300)
    record["command"] = "hf-robust " + "x" * 400
    return record


@pytest.fixture(scope="module", params=["sample", "charts", "long", "empty", "corruptions", "long corruptions"])
def page(request, tmp_path_factory) -> Path:
    if request.param == "charts":
        path = tmp_path_factory.mktemp("charts") / "report.html"
        charts = sample_heat(30, 12, "name of a "), sample_radar(12, 10), sample_radar(3, 1)
        path.write_text(html.render(view_of(*charts)), encoding="utf-8")
        return path
    if "corruptions" in request.param:
        record = sample_corruptions()
        if request.param != "corruptions":
            record = many_lines(record)
        return CorruptionReport(record).save(tmp_path_factory.mktemp("corruptions")) / "corruptions.html"
    record = sample_record()
    if request.param == "long":
        record = long_texts(record)
    if request.param == "empty":
        record.update(results=[], worst_case=None, groups={"linguistics": {}, "level": {}})
    return Report(record).save(tmp_path_factory.mktemp(request.param)) / "report.html"


OPEN_ALL = "document.querySelectorAll('details').forEach(part => { part.open = true; })"


@pytest.mark.parametrize("width", WIDTHS)
def test_page_fits_without_error_or_request(browser, page, width):
    browser.open(page, width)
    browser.run(OPEN_ALL)
    assert browser.run("innerWidth") == width
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.run("document.title").endswith(("robustness report", "corruption benchmark"))
    assert browser.complaints() == []
    assert browser.requests() == [page.as_uri()]


# The contrast of every text that is painted, against the nearest background that is opaque.
CONTRAST = """(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let node = element; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    throw new Error("no background");
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const worst = { ratio: 99, seen: 0 };
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const ink = element.closest("svg") ? style.fill : style.color;
    const [a, b] = [light(parse(ink)), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    worst.seen += 1;
    if (ratio < worst.ratio) Object.assign(worst, { ratio, text: walker.currentNode.data, ink });
  }
  return worst;
})()"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_has_contrast(browser, page, dark):
    browser.open(page, 1280, dark)
    browser.run(OPEN_ALL)
    worst = browser.run(CONTRAST)
    assert worst["seen"] > 50
    assert worst["ratio"] >= 4.5, worst


def test_dark_scheme_is_dark(browser, page):
    colours = []
    for dark in (False, True):
        browser.open(page, 1280, dark)
        colours.append(browser.run("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(255, 255, 255)", "rgb(18, 20, 26)"]


def column(browser: Browser, name: str) -> list[str]:
    return browser.run(f"""(() => {{
      const table = document.querySelector("table.sortable");
      const index = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent === {name!r});
      return [...table.tBodies[0].rows].map((row) => row.cells[index].textContent.trim().split(/\\s+/)[0]);
    }})()""")


def press(browser: Browser, name: str) -> str:
    return browser.run(f"""(() => {{
      const buttons = [...document.querySelectorAll("thead button")];
      const button = buttons.find((item) => item.textContent === {name!r});
      button.click();
      return button.parentElement.getAttribute("aria-sort");
    }})()""")


def test_headings_sort_the_table(browser, tmp_path):
    record = sample_record()
    nothing = dict.fromkeys(["original", "perturbed", "drop", "interval", "p_adjusted"])
    record["results"].append({**record["results"][0], **nothing, "name": "none", "n": 0})
    Report(record).save(tmp_path)
    browser.open(tmp_path / "report.html", 1280)
    assert column(browser, "Drop") == ["15.0*", "2.5", "−0.5", "–"]
    assert press(browser, "Drop") == "ascending"
    assert column(browser, "Drop") == ["−0.5", "2.5", "15.0*", "–"]
    assert press(browser, "Rows") == "descending"
    assert column(browser, "Rows") == ["200", "180", "120", "0"]
    assert press(browser, "Transformation") == "ascending"
    assert column(browser, "Transformation") == ["add_sentence", "keyboard", "none", "synonym"]
    assert browser.run("document.querySelectorAll('[aria-sort]').length") == 1


def test_a_link_opens_the_section_it_leads_to(browser, tmp_path):
    Report(sample_record()).save(tmp_path)
    browser.open(tmp_path / "report.html", 1280)
    section = "document.getElementById('r-2').closest('details').open"
    assert browser.run(section) is False
    browser.run("document.querySelector('.plot a[href=\"#r-2\"]').click()")
    deadline = time.monotonic() + 600
    while not browser.run(section):
        assert time.monotonic() < deadline, "the section stayed closed"
        time.sleep(0.05)


def test_a_table_that_is_cut_says_that_it_scrolls(browser, tmp_path):
    report = Report(sample_record()).save(tmp_path) / "report.html"
    cut = "document.querySelector('.scroll').classList.contains('cut')"
    browser.open(report, 400)
    assert browser.run(cut) is True
    hint = browser.run("getComputedStyle(document.querySelector('.scroll'), '::before').content")
    assert "Scroll to the right for more columns" in hint
    browser.open(CorruptionReport(sample_corruptions()).save(tmp_path) / "corruptions.html", 1280)
    assert browser.run(cut) is False
