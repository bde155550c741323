"""The oracle confidence in a specification: a number, or what an audit found."""

import pytest
from datasets import Dataset

from hf_robust.capability import CapabilitySuite, capabilities
from hf_robust.capability.confidence import write_confidence
from hf_robust.core.errors import SpecError, UsageError

SPEC = """\
task: sentiment-classification  # a comment
version: "2"
labels: [negative, neutral, positive]
capabilities:
  - id: A1  # the first
    name: Short praise
    oracle_confidence: 0.83  # as published
    search: {label: positive}
    accepted: positive
  - {id: B1, name: Blame, search: {label: negative}, accepted: negative}
  - id: C1
    name: Both
    search: {label: negative}
    transform:
      templates:
        - {id: t, text: "They said: {sentence}", accepted: negative, oracle_confidence: 0.4}
"""
RECORD = {
    "value": 0.9375,
    "interval": [0.71, 0.99],
    "n": 16,
    "sources": 12,
    "raters": 2,
    "rule": "all",
    "agreement": 0.95,
    "kappa": None,
    "natural": 2.5,
    "bad": 1.0,
    "date": "2026-01-31",
    "data": "me/reviews test",
    "version": "2",
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(SPEC)
    return path


def test_what_is_written_is_read(file):
    assert write_confidence(file, dict.fromkeys(("A1", "B1", "C1"), RECORD)) == ["A1", "B1", "C1"]
    spec = capabilities(file)
    for id in spec:
        assert spec[id].oracle_confidence == 0.9375 and spec[id].audit == RECORD
    text = file.read_text()
    assert "# a comment" in text and "# the first" in text and "# as published" in text
    assert [line for line in SPEC.splitlines() if line not in text.splitlines()] == [
        "    oracle_confidence: 0.83  # as published",
        "  - {id: B1, name: Blame, search: {label: negative}, accepted: negative}",
    ]


@pytest.mark.parametrize("by", ["people", "language models", "people and language models"])
def test_who_rated_is_kept(file, by):
    write_confidence(file, {"A1": {**RECORD, "by": by}})
    assert capabilities(file)["A1"].audit["by"] == by


def test_raters_that_there_are_not(file):
    write_confidence(file, {"A1": {**RECORD, "by": "robots"}})
    with pytest.raises(SpecError, match="expected one of people, language models, people and .*found 'robots'"):
        capabilities(file)


@pytest.mark.parametrize("name", ["hate-speech-detection", "sentiment-classification", "natural-language-inference"])
def test_the_package_says_who_rated_its_specifications(name):
    audits = [one.audit for one in capabilities(name).values() if one.audit]
    assert audits and {one["by"] for one in audits} == {"language models"}


def test_writing_again_replaces(file):
    write_confidence(file, dict.fromkeys(("A1", "B1", "C1"), RECORD))
    before = file.read_text()
    write_confidence(file, {id: {**RECORD, "value": 0.5} for id in ("A1", "B1", "C1")})
    assert {capabilities(file)[id].oracle_confidence for id in ("A1", "B1", "C1")} == {0.5}
    assert file.read_text() == before.replace("0.9375", "0.5")


def test_a_rating_of_another_version_does_not_count(file):
    write_confidence(file, {"A1": RECORD})
    file.write_text(file.read_text().replace('version: "2"\nlabels', 'version: "3"\nlabels'))
    capability = capabilities(file)["A1"]
    assert capability.oracle_confidence is None and capability.audit["version"] == "2"
    with pytest.raises(UsageError, match="rated in version 2; .* has version 3"):
        write_confidence(file, {"A1": RECORD})


def test_people_go_before_the_estimate_of_a_template(file):
    capability = capabilities(file)["C1"]
    assert capability.confidence(capability.transform.templates[0]) == 0.4
    write_confidence(file, {"C1": RECORD})
    capability = capabilities(file)["C1"]
    assert capability.confidence(capability.transform.templates[0]) == 0.9375


def test_a_suite_carries_it(file, tmp_path):
    write_confidence(file, {"A1": RECORD})
    data = Dataset.from_dict({"text": ["I loved it.", "It was dull."], "label": ["positive", "negative"]})
    suite = CapabilitySuite.build(file, data, only=["A1", "B1"], expand=False)
    suite = type(suite).load(suite.save(tmp_path / "suite"))
    assert suite["A1"].audit == RECORD and suite["A1"].oracle_confidence == 0.9375 and suite["B1"].audit is None
    assert suite["A1"].seeds[0]["case"]["oracle_confidence"] == 0.9375


def test_none_of_the_file(file):
    with pytest.raises(UsageError, match="none of the capabilities Z"):
        write_confidence(file, {"Z": RECORD})


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("{value: 1.5, n: 3, version: '2', date: '2026'}", "from 0 to 1"),
        ("{value: 0.5, n: many, version: '2', date: '2026'}", "a whole number"),
        ("{value: 0.5}", "'n' is missing"),
        ("{value: 0.5, n: 3, version: '2', date: '2026', valeu: 1}", "unknown key 'valeu'"),
        ("high", "a number"),
        ("-0.1", "from 0 to 1"),
    ],
)
def test_mistakes_say_where(file, written, message):
    file.write_text(SPEC.replace("oracle_confidence: 0.83", f"oracle_confidence: {written}"))
    with pytest.raises(SpecError, match=message):
        capabilities(file)
