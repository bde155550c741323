"""The command ``audit``."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from audit_samples import of, pairs, rated
from capability_samples import suite
from click.testing import CliRunner
from datasets import Dataset

from hf_robust.audit.rating_files import read_sample, write_ratings
from hf_robust.capability import CapabilitySuite, capabilities
from hf_robust.cli import main
from hf_robust.suites.base import BaseSuite


def call(*words):
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def suites(tmp_path):
    return pairs(["word-case"]).save(tmp_path / "reviews"), suite().save(tmp_path / "cases")


@pytest.fixture
def folder(suites, tmp_path):
    out = tmp_path / "audit"
    given = (word for folder in suites for word in ("--suite", folder))
    result = call("audit", "draw", *given, "--per-transformation", 4, "--per-capability", 2, "--out", out)
    assert result.exit_code == 0 and "10 items of 4 transformations and capabilities" in result.output, result.output
    return out


def fill_in(folder, wrong="B"):
    key, ratings = read_sample(folder)
    for rater, items in ratings.items():
        write_ratings(rated(key, items, wrong=of(key, wrong)), folder / f"{rater}.csv")


def test_draw_score_apply(suites, folder):
    empty = call("audit", "score", folder)
    assert empty.exit_code == 2 and "no item is rated yet" in empty.output
    fill_in(folder)
    result = call("audit", "score", folder, "--json")
    found = {one["rated"]["name"]: one["m"] for one in json.loads(result.output)["verdicts"]}
    assert found == {"A": 1, "B": 0, "C": 1, "word-case": 1}
    shown = call("audit", "score", folder, "--rule", "mean").output
    assert "2 people: a, b; mean" in shown and "0.00 to 0.66" in shown, shown
    assert call("audit", "score", folder, "--markdown").output.startswith("| what |")
    for path in suites:
        result = call("audit", "apply", folder, "--suite", path, "--date", "2026-01-31")
        assert result.exit_code == 0 and "version 1.0.0" in result.output, result.output
    reviews, cases = map(BaseSuite.load, suites)
    assert cases["B"].oracle_confidence == 0.0 and cases["B"].audit["date"] == "2026-01-31"
    assert reviews["word-case"].audit["n"] == 4 and reviews["word-case"].audit["raters"] == 2


def test_who_rates_is_kept_and_may_be_corrected(suites, tmp_path):
    out, table = tmp_path / "models", tmp_path / "audited.json"
    draw = ("audit", "draw", "--suite", suites[0], "--per-transformation", 2, "--out", out)
    assert call(*draw, "--by", "robots").exit_code == 2 and not out.exists()
    assert call(*draw, "--by", "language models").exit_code == 0
    fill_in(out)
    assert "2 language models: a, b; all" in call("audit", "score", out).output
    assert json.loads(call("audit", "score", out, "--json").output)["by"] == "language models"
    assert "2 people: a, b; all" in call("audit", "score", out, "--by", "people").output
    assert call("audit", "apply", out, "--transformations", table).exit_code == 0
    assert json.loads(table.read_text())[0]["by"] == "language models"
    both = "people and language models"
    assert call("audit", "apply", out, "--suite", suites[0], "--by", both).exit_code == 0
    assert BaseSuite.load(suites[0])["word-case"].audit["by"] == both


def test_a_key_that_does_not_say_who_rates_means_people(folder, tmp_path):
    fill_in(folder)
    key = json.loads((folder / "key.json").read_text())
    assert key.pop("by") == "people"
    (folder / "key.json").write_text(json.dumps(key))
    assert "2 people: a, b" in call("audit", "score", folder).output
    for by, said in (("robots", "people"), (["robots"], "by should be str")):
        (folder / "key.json").write_text(json.dumps({**key, "by": by}))
        wrong = call("audit", "score", folder)
        assert wrong.exit_code == 2 and "no key of an audit" in wrong.output and said in wrong.output


def test_apply_to_a_specification_and_a_table(tmp_path, folder):
    fill_in(folder)
    table = tmp_path / "audited.json"
    result = call("audit", "apply", folder, "--transformations", table)
    assert result.exit_code == 0 and "ratings of word-case ->" in result.output, result.output
    assert json.loads(table.read_text())[0]["value"] == 1.0
    result = call("audit", "apply", folder, "--spec", tmp_path / "other.yaml")
    assert result.exit_code == 2
    assert call("audit", "apply", folder, "--transformations", table, "--date", "soon").exit_code == 2
    assert call("audit", "apply", folder, "--transformations", table, "--version", "1.0.0").exit_code == 2


def test_a_specification_says_what_people_found(tmp_path):
    spec = tmp_path / "mine.yaml"
    spec.write_text(
        "task: sentiment-classification\nversion: '1'\nlabels: [negative, positive]\ncapabilities:\n"
        "  - id: A\n    name: Praise\n    search: {label: positive}\n    accepted: positive\n"
    )
    data = Dataset.from_dict({"text": ["I loved it.", "A fine film."], "label": ["positive"] * 2})
    cases = CapabilitySuite.build(spec, data, expand=False).save(tmp_path / "found")
    out = tmp_path / "ratings"
    assert call("audit", "draw", "--suite", cases, "--out", out).exit_code == 0
    fill_in(out)
    result = call("audit", "apply", out, "--spec", spec, "--date", "2026-01-31")
    assert result.exit_code == 0 and "oracle confidence of A" in result.output, result.output
    found = capabilities(spec)["A"]
    assert found.oracle_confidence == 1.0 and found.audit["n"] == 2 and found.audit["date"] == "2026-01-31"


def test_a_run_leaves_out_what_nobody_rated(tmp_path):
    small = pairs([{"name": "word-case", "case": "lower"}]).save(tmp_path / "small")
    given = ("run", "--suite", small, "--label-map", "negative=neg", "--label-map", "positive=pos")
    result = call(*given, "--min-confidence", 0.9, "--unrated", "skip", "--out", tmp_path / "report")
    assert result.exit_code == 2 and "word-case-case-lower: not rated" in result.output, result.output
    assert call(*given, "--min-confidence", 9, "--out", tmp_path / "report").exit_code == 2


def test_a_sample_is_not_overwritten(suites, folder):
    fill_in(folder)
    again = ("audit", "draw", "--suite", suites[0], "--out", folder)
    assert call(*again).exit_code == 2 and read_sample(folder)[1]["a"][0].done
    assert call(*again, "--force").exit_code == 0 and not read_sample(folder)[1]["a"][0].done


def test_other_raters(suites, tmp_path):
    out = tmp_path / "three"
    raters = (word for name in ("ada", "bo", "cy") for word in ("--rater", name))
    assert call("audit", "draw", "--suite", suites[1], *raters, "--out", out).exit_code == 0
    assert list(read_sample(out)[1]) == ["ada", "bo", "cy"]


def test_what_apply_refuses(folder, tmp_path):
    fill_in(folder)
    assert "say where" in call("audit", "apply", folder).output
    other = pairs(["ocr"]).save(tmp_path / "other")
    result = call("audit", "apply", folder, "--suite", other)
    assert result.exit_code == 2 and "none of those that the sample was drawn from" in result.output


def test_score_names_the_row(folder):
    file = folder / "a.csv"
    text = file.read_text(encoding="utf-8-sig").splitlines()
    row = next(place for place, line in enumerate(text) if "negative|neutral|positive,-,," in line)
    text[row] = text[row].replace("negative|neutral|positive,-,,", "negative|neutral|positive,-,maybe,")
    file.write_text("\n".join(text))
    result = call("audit", "score", folder)
    assert result.exit_code == 2 and f"row {row + 1}: label must be one of" in result.output


def test_audit_serve_answers_and_stops(suites, tmp_path):
    call("audit", "draw", "--suite", suites[1], "--out", tmp_path / "audit")
    out = tmp_path / "audit" / "a.csv"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    start = "import sys; from hf_robust.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", start, "audit", "serve", str(out), "--port", str(port)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background has them ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    page = ""
    try:
        for _ in range(1200):  # a busy machine takes long to start a process
            try:
                page = opener.open(f"http://127.0.0.1:{port}/", timeout=600).read().decode()
                break
            except OSError:
                time.sleep(0.1)
        assert "Item 1 of" in page
    finally:
        process.send_signal(signal.SIGINT)
        said, error = process.communicate(timeout=600)
    assert process.returncode == 0, error
    assert f"http://127.0.0.1:{port}/" in said and "audit score" in said
