"""Building a recipe: twice the same, and every difference is named."""

import dataclasses

import pytest
import yaml
from other_process import printed
from recipe_files import ROWS, write_recipe, write_source

import hf_robust as hr
from hf_robust.core.errors import MismatchError, UsageError
from hf_robust.prebuilt import SuiteRecipe, load_recipe
from hf_robust.prebuilt.build_recipe import build_recipe, chosen_entries
from hf_robust.prebuilt.measured_suites import compare_with
from hf_robust.prebuilt.recipe_check import stale

AGAIN = """
import sys
from hf_robust.prebuilt import Recipe
from hf_robust.prebuilt.build_recipe import build_recipe
print(build_recipe(Recipe.read(sys.argv[1]), sys.argv[2]).measured.suites["tiny-robust"].content_hash)
"""


@pytest.fixture
def measured(tmp_path):
    """A recipe with what it gives on record, and its file."""
    data = write_source(tmp_path)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data, limits="Tiny."))
    built = build_recipe(recipe, data)
    built.recorded.write()
    return SuiteRecipe.read(recipe.file), data


def changed(recipe, **values):
    """The recipe with other values in its file."""
    said = {**yaml.safe_load(recipe.text()), **values}
    recipe.file.write_text(yaml.safe_dump(said, sort_keys=False))
    return SuiteRecipe.read(recipe.file)


def test_what_it_gives(measured, tmp_path):
    recipe, data = measured
    built = build_recipe(recipe, data)
    (folder,) = built.save(tmp_path / "out")
    suite = hr.Suite.load(folder)
    assert folder.name == "tiny-robust" and list(suite) == ["keyboard", "ocr+twitter"]
    assert suite.info["recipe"] == "tiny" and suite.info["limits"] == ["Tiny."] and suite.info["license"] == "cc-by-4.0"
    assert suite.content_hash == recipe.source.expect.suites["tiny-robust"].content_hash
    assert built.publishable == built.suites and built.seconds > 0


def test_it_says_that_it_is_of_a_sample(measured, tmp_path):
    recipe, data = measured
    whole = build_recipe(recipe, data).suites["tiny-robust"]
    said = yaml.safe_load(recipe.text())
    file = {key: value for key, value in said["source"].items() if key != "expect"}
    other = changed(recipe, source={**file, "file": "all.jsonl", "sha256": "0" * 64}, sample=file)
    sample = build_recipe(other, data).suites["tiny-robust"]
    drawn = build_recipe(changed(other, source={**file, "rows": 6}, sample=None), data).suites["tiny-robust"]
    told = {name: suite.info.get("sample") for name, suite in (("whole", whole), ("sample", sample), ("drawn", drawn))}
    assert told == {"whole": None, "sample": "the recipe's sample", "drawn": "a sample"}
    assert sample.content_hash == whole.content_hash
    texts = [(one.save(tmp_path / name) / "README.md").read_text() for name, one in zip("ab", (sample, drawn))]
    assert "**Tiny reviews: the recipe's sample, 12 rows.** " in texts[0]
    assert "**Tiny reviews: a sample, 6 rows.** " in texts[1]


def test_another_process_gives_the_same(measured):
    recipe, data = measured
    assert printed(AGAIN, recipe.file, data) == recipe.source.expect.suites["tiny-robust"].content_hash


def test_another_seed_names_the_entry(measured):
    recipe, data = measured
    with pytest.raises(MismatchError, match=r"2 of 2 entries differ: keyboard: \d+ rows .*the seed was 0 and is 1"):
        build_recipe(changed(recipe, seed=1), data)
    assert build_recipe(changed(recipe, seed=1), data, check=False).measured != recipe.source.expect


def test_another_source_is_refused_before_work_starts(measured):
    recipe, data = measured
    with pytest.raises(MismatchError, match="tiny: the rows are not those that were measured: 9 rows"):
        build_recipe(changed(recipe, source={**yaml.safe_load(recipe.text())["source"], "rows": 9}), data)


def test_another_version_and_another_list_name_the_entry(measured):
    recipe, data = measured
    expected = recipe.source.expect
    entries = dict(expected.suites["tiny-robust"].entries)
    entries["keyboard"] = dataclasses.replace(entries["keyboard"], version="999")
    release = dataclasses.replace(expected.suites["tiny-robust"], entries=entries)
    older = dataclasses.replace(expected, suites={"tiny-robust": release})
    with pytest.raises(MismatchError, match=r"keyboard: version \d+, expected 999"):
        compare_with(recipe, older, expected)
    with pytest.raises(MismatchError, match="ocr: not expected"):
        build_recipe(changed(recipe, transformations=["keyboard", ["ocr", "twitter"], "ocr"]), data)
    with pytest.raises(MismatchError, match=r"ocr\+twitter: expected, and not built"):
        build_recipe(changed(recipe, transformations=["keyboard"]), data)


def test_other_resources_are_said_beside_the_entry(measured):
    recipe, _ = measured
    expected = recipe.source.expect
    other = dataclasses.replace(expected.suites["tiny-robust"], content_hash="0" * 32)
    resources = {"annotation": "en_core_web_sm 3.8"}
    now = dataclasses.replace(expected, resources=resources, hf_robust="0.9", suites={"tiny-robust": other})
    with pytest.raises(MismatchError, match=r"annotation was not used and is en_core_web_sm 3.8; it was measured"):
        compare_with(recipe, expected, now)


def test_groups_are_those_that_apply(tmp_path):
    recipe = load_recipe("demo-reviews")
    entries, skipped = chosen_entries(recipe, hr.task("sentiment-classification"))
    assert {"keyboard", "double-denial", "swap-special-entity"} <= set(entries) and "delete-word" not in entries
    assert [one["name"] for one in skipped] == ["back-translation"]
    data = write_source(tmp_path)
    own = SuiteRecipe.read(
        write_recipe(tmp_path, data, transformations=["task"], without={"double-denial": "not here"})
    )
    entries, skipped = chosen_entries(own, hr.task("sentiment-classification"))
    assert entries == ["add-summary", "swap-special-entity"]
    assert {"name": "double-denial", "reason": "not here"} in skipped
    none = SuiteRecipe.read(
        write_recipe(tmp_path, data, transformations=["task"], without=dict.fromkeys([*entries, "double-denial"], "no"))
    )
    with pytest.raises(UsageError, match="no transformation is left"):
        chosen_entries(none, hr.task("sentiment-classification"))


def test_capabilities_are_a_suite_of_their_own(tmp_path):
    rows = [
        {"key": "a", "review": "The plot is terrible.", "mood": "negative"},
        {"key": "b", "review": "The cast is great.", "mood": "positive"},
    ]
    data = write_source(tmp_path, rows)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data, capabilities={"only": ["LC6", "LC9"], "expand": False}))
    built = build_recipe(recipe, data)
    assert {name: suite.kind for name, suite in built.suites.items()} == {
        "tiny-robust": "suite",
        "tiny-capabilities": "capabilities",
    }
    assert built.measured.suites["tiny-capabilities"].entries["LC6"].rows == 9
    assert built.suites["tiny-capabilities"].info["license"] == "cc-by-4.0"


def test_the_license_decides_what_is_published(tmp_path):
    data = write_source(tmp_path)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data, licence={"source": "other", "publish": "none"}))
    assert build_recipe(recipe, data).publishable == {}


def test_a_baseline_stands_on_the_card(measured):
    recipe, data = measured
    built = build_recipe(recipe, data).with_baseline(lambda texts: ["neg" if "dull" in one else "pos" for one in texts])
    (baseline,) = built.suites["tiny-robust"].info["baselines"]
    assert baseline["originals"] == {"n": len(ROWS), "score": 1.0} and "keyboard" in baseline["entries"]


def test_a_build_of_the_same_rows_keeps_the_baselines(measured, tmp_path):
    recipe, data = measured
    built = build_recipe(recipe, data)
    built.with_baseline(lambda texts: ["pos"] * len(texts)).save(tmp_path / "out")
    (folder,) = built.save(tmp_path / "out")
    assert len(hr.Suite.load(folder).info["baselines"]) == 1


def test_equal_rows_under_other_conditions_are_said(measured):
    recipe, data = measured
    recipe.file.write_text(recipe.file.read_text().replace("hf_robust: 0", "hf_robust: 9.0"))
    assert build_recipe(SuiteRecipe.read(recipe.file), data).notes[0].startswith("it was measured with hf_robust 9.0.")
    assert build_recipe(recipe, data).notes == []


def test_a_recipe_is_stale_after_a_new_version(measured):
    recipe, _ = measured
    assert stale(recipe) == []
    text = recipe.file.read_text().replace("keyboard: {version: '", "keyboard: {version: '9")
    recipe.file.write_text(text)
    assert "tiny: keyboard was measured as version 9" in stale(SuiteRecipe.read(recipe.file))[0]
