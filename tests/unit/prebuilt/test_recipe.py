"""Recipes: what a file may say, and the line of each mistake."""

from dataclasses import replace

import pytest
from recipe_files import write_recipe, write_source

from hf_robust.core.errors import SpecError, UnknownNameError
from hf_robust.prebuilt import SuiteRecipe, load_recipe, recipe_names
from hf_robust.prebuilt.expectation import Expected, ExpectedEntry, ExpectedRelease

HASH = "ab" * 16
MEASURED = Expected(
    hf_robust="0.1.0",
    rows=12,
    source_hash=HASH,
    suites={
        "tiny-robust": ExpectedRelease(
            content_hash=HASH, entries={"keyboard": ExpectedEntry(version="3", rows=12, hash=HASH)}
        )
    },
)


def test_what_is_read_is_written_again(tmp_path):
    path = write_recipe(tmp_path, write_source(tmp_path), limits=["One.", "Two."], without={"tense": "no verbs"})
    recipe = SuiteRecipe.read(path)
    assert recipe.transformations == ("keyboard", ("ocr", "twitter")) and recipe.limits == ("One.", "Two.")
    recipe.write()
    assert SuiteRecipe.read(path) == recipe and path.read_text(encoding="utf-8") == recipe.text()


def test_what_was_measured_is_kept_a_line_an_entry(tmp_path):
    path = write_recipe(tmp_path, write_source(tmp_path))
    recipe = SuiteRecipe.read(path)
    measured = recipe.with_measured("source", replace(recipe.source, expect=MEASURED))
    measured.write()
    assert SuiteRecipe.read(path).source.expect == MEASURED and recipe.source.expect is None
    assert f"keyboard: {{version: '3', rows: 12, hash: {HASH}}}\n" in path.read_text(encoding="utf-8")


def test_the_sample_is_measured_by_itself(tmp_path):
    data = write_source(tmp_path)
    hub = {"hub": "me/films", "revision": "a" * 40, "split": "test"}
    mine = SuiteRecipe.read(write_recipe(tmp_path, data)).source
    sample = {"file": mine.file, "sha256": mine.sha256, "columns": dict(mine.columns), "id": mine.id}
    recipe = SuiteRecipe.read(write_recipe(tmp_path, source=hub, sample=sample))
    measured = recipe.with_measured("sample", replace(recipe.sample, expect=MEASURED))
    assert measured.sample.expect == MEASURED and measured.source == recipe.source
    assert recipe.source.says == f"me/films at {'a' * 40}, split test"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "Tiny_1"}, "name: expected small letters, digits and single hyphens"),
        ({"task": "sentimental"}, "unknown task 'sentimental'"),
        ({"licence": {"source": "mit", "publish": "some"}}, "licence.publish: unknown kind of publishing 'some'"),
        ({"licence": {"source": "mit"}}, "the key 'publish' is missing"),
        ({"title": None}, "the key 'title' is missing"),
        ({"seed": "x"}, "seed: expected a whole number"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"language": "xx"}, "unknown language 'xx'"),
        ({"transformations": []}, "expected universal or task, or names of transformations"),
        ({"transformations": ["keybord"]}, "did you mean keyboard"),
        ({"transformations": [{"name": "keyboard", "rate": 3}]}, "rate"),
        ({"source": {"columns": {"text": "review"}}}, "expected one of hub, file, demo; found none"),
        ({"source": {"hub": "a/b", "demo": "en"}}, "found hub, demo"),
        ({"source": {"hub": "a/b", "revision": "main"}}, "expected a commit of 40 hexadecimal digits, found 'main'"),
        ({"source": {"file": "a.csv", "sha256": "12"}}, "expected 64 hexadecimal digits"),
        ({"source": {"file": "a.csv"}}, "a file needs its sha256"),
        ({"source": {"demo": "en", "path": "a.csv"}}, "name the repository with hub"),
        ({"source": {"demo": "en", "columns": {"premise": "text"}}}, "source: .*premise"),
        ({"sample": {"hub": "a/b"}}, "a sample is a file"),
        ({"sample": {"file": "a.csv", "sha256": "0" * 64, "rows": 0}}, "at least 1, found 0"),
    ],
)
def test_mistakes_are_reported_where_they_stand(tmp_path, changes, message):
    with pytest.raises(SpecError, match=message) as found:
        SuiteRecipe.read(write_recipe(tmp_path, **changes))
    assert ".yaml:" in str(found.value)


def test_a_file_is_called_as_its_recipe(tmp_path):
    path = write_recipe(tmp_path, write_source(tmp_path)).rename(tmp_path / "other.yaml")
    with pytest.raises(SpecError, match="expected 'other', the name of the file; found 'tiny'"):
        SuiteRecipe.read(path)


def test_a_copied_recipe_has_no_counts_of_its_own(tmp_path):
    recipe = SuiteRecipe.read(write_recipe(tmp_path, write_source(tmp_path)))
    text = recipe.with_measured("source", replace(recipe.source, expect=MEASURED)).text()
    (tmp_path / "mine.yaml").write_text(text.replace("name: tiny\n", "name: mine\n"))
    with pytest.raises(SpecError, match="holds counts of tiny-robust, another recipe's; take 'expect' out"):
        SuiteRecipe.read(tmp_path / "mine.yaml")


def test_recipes_by_name_and_by_file(tmp_path):
    assert load_recipe("demo-reviews").name == "demo-reviews" and "demo-reviews" in recipe_names()
    assert load_recipe(str(write_recipe(tmp_path, write_source(tmp_path)))).name == "tiny"
    with pytest.raises(UnknownNameError, match="unknown recipe 'demo-review'; did you mean demo-reviews"):
        load_recipe("demo-review")
