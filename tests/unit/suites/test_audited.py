"""Suites with what people said of them: the next version, saved, loaded, on the card."""

import pytest
from audit_samples import of, pairs, rated
from capability_samples import suite as cases

from hf_robust.audit.sample import draw
from hf_robust.audit.verdicts import judge
from hf_robust.capability.cases import column_of
from hf_robust.core.errors import UsageError
from hf_robust.reports.audit_words import audited_in_words
from hf_robust.suites.audited import with_audit
from hf_robust.suites.base import BaseSuite

DAY = "2026-01-31"


@pytest.fixture(scope="module")
def audit():
    suites = pairs(["word-case"]), cases().versioned("1.0.3")
    key, items = draw(suites, per_transformation=4, per_capability=4)
    said = rated(key, items, wrong=[*of(key, "word-case")[:1], *of(key, "B")])
    return suites, key, judge(key, {"a": said, "b": said})


def test_each_suite_gets_its_part(audit, tmp_path):
    (reviews, old), key, outcome = audit
    fresh, counted = with_audit(reviews, key, outcome, DAY), with_audit(old, key, outcome, DAY)
    assert fresh["word-case"].audit["value"] == 0.75 and fresh["word-case"].audit["version"]
    assert fresh.info["version"] == "1.0.0" and counted.info["version"] == "1.1.0" and old.info["version"] == "1.0.3"
    assert {id: counted[id].oracle_confidence for id in counted} == {"A": 1.0, "B": 0.0, "C": 1.0}
    assert set(column_of(counted["A"].expanded, "oracle_confidence")) == {1.0}
    for suite, name in ((fresh, "word-case"), (counted, "A")):
        loaded = BaseSuite.load(suite.save(tmp_path / name))
        assert loaded[name].audit == suite[name].audit and loaded[name].audit["date"] == DAY
        value = loaded[name].audit["value"]
        assert f"| {value:.2f} of 4, 2 people, {DAY}" in (tmp_path / name / "README.md").read_text()


def test_versions_only_go_up(audit):
    (_, old), key, outcome = audit
    assert with_audit(old, key, outcome, DAY, "v1.0.4").info["version"] == "1.0.4"
    for wrong, message in (("1.0.3", "comes after"), ("0.9.9", "comes after"), ("2", "form '1.2.3'")):
        with pytest.raises(UsageError, match=message):
            with_audit(old, key, outcome, DAY, wrong)


def test_the_audit_of_another_suite_is_refused(audit):
    _, key, outcome = audit
    with pytest.raises(UsageError, match="none of those"):
        with_audit(cases(seeds=2), key, outcome, DAY)


def test_a_suite_that_nobody_judged(audit):
    (reviews, old), *_ = audit
    key, items = draw([reviews, old], per_transformation=2, per_capability=2)
    mine = set(of(key, "word-case"))
    said = [one if item.id in mine else item for item, one in zip(items, rated(key, items))]
    with pytest.raises(UsageError, match="judged nothing of this suite"):
        with_audit(old, key, judge(key, {"a": said}), DAY)


def test_an_entry_without_an_audit_says_nothing_of_one(audit):
    (_, old), *_ = audit
    unrated = pairs([{"name": "word-case", "case": "lower"}])
    assert all("audit" not in unrated[name].describe() for name in unrated)
    assert "audit" in pairs(["word-case"])["word-case"].describe()
    assert "audit" not in old["A"].describe()
    assert audited_in_words(None) == "not rated"
