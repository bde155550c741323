"""Rows of recipes: the right file, the right columns, the same draw whatever the order."""

import shutil

import pytest
from recipe_files import ROWS, write_recipe, write_source

from hf_robust.core.errors import DataFileError, MismatchError, UsageError
from hf_robust.core.files import sha256
from hf_robust.prebuilt import SuiteRecipe
from hf_robust.prebuilt.build_recipe import build_recipe
from hf_robust.prebuilt.recipe_rows import ids_of, prepared, source_rows
from hf_robust.prebuilt.user_copies import has_file
from hf_robust.tasks.layouts.load_rows import load_data


def test_a_file_or_the_folder_that_holds_it(tmp_path):
    data = write_source(tmp_path)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data))
    found = source_rows(recipe, data)
    assert found.rows.column_names == ["key", "review", "mood"] and len(found.rows) == len(ROWS)
    deeper = tmp_path / "deep" / "er"
    deeper.mkdir(parents=True)
    shutil.copy(data, deeper)
    assert source_rows(recipe, tmp_path / "deep").hash == found.hash
    assert has_file(recipe, tmp_path / "deep") and not has_file(recipe, deeper / "nothing")


def test_a_file_is_the_source_that_its_bytes_say(tmp_path):
    data = write_source(tmp_path)
    columns = {"columns": {"text": "review", "label": "mood"}, "id": "key"}
    sample = {"file": "sub/mine.jsonl", "sha256": sha256(data), **columns}
    recipe = SuiteRecipe.read(
        write_recipe(tmp_path, sample=sample, source={"file": "all.jsonl", "origin": "me", **columns})
    )
    measured = build_recipe(recipe, data, check=False).recorded
    assert measured.sample.expect is not None and source_rows(measured, data).kind == "sample"
    other = write_source(tmp_path, ROWS[:3], "other.jsonl")
    with pytest.raises(MismatchError, match="what was measured is sub/mine.jsonl: name that file, or its folder"):
        source_rows(measured, other)


def test_columns_without_a_role_are_left_out(tmp_path):
    data = write_source(tmp_path, [{**row, "secret": 1} for row in ROWS])
    assert source_rows(SuiteRecipe.read(write_recipe(tmp_path, data)), data).rows.column_names == [
        "key",
        "review",
        "mood",
    ]


def test_rows_are_drawn_by_their_ids(tmp_path):
    data = write_source(tmp_path)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data))
    some = recipe.source.__class__(**{**vars(recipe.source), "rows": 5})
    first = prepared(recipe, some, load_data(str(data)))
    again = prepared(recipe, some, load_data(str(write_source(tmp_path, ROWS[::-1], "turned.jsonl"))))
    assert len(first.rows) == 5 and first.rows["key"][:] == again.rows["key"][::-1] != [row["key"] for row in ROWS[:5]]
    assert ids_of(first.rows, first.task) == first.rows["key"][:]


def test_rows_without_a_label_are_left_out_when_asked(tmp_path):
    data = write_source(tmp_path, [*ROWS, {"key": "x", "review": "So so.", "mood": None}])
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data))
    asked = recipe.source.__class__(**{**vars(recipe.source), "drop_unlabeled": True})
    assert len(prepared(recipe, asked, load_data(str(data))).rows) == len(ROWS)


def test_other_bytes_are_refused(tmp_path):
    data = write_source(tmp_path)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, data))
    data.write_text(data.read_text().replace("wonderful", "wonderfull", 1))
    for place in (data, tmp_path):
        with pytest.raises(MismatchError, match=r"tiny: .* \(.*mine.jsonl has the SHA-256 \w+, expected \w+\)"):
            source_rows(recipe, place)
    with pytest.raises(DataFileError, match="there is no"):
        source_rows(recipe, tmp_path / "nowhere.jsonl")


def test_a_source_that_cannot_be_had_says_what_to_do(tmp_path):
    data = write_source(tmp_path)
    with pytest.raises(UsageError, match="tiny is built from a file, mine.jsonl; name it, or its folder, with --data"):
        source_rows(SuiteRecipe.read(write_recipe(tmp_path, data)))
    with pytest.raises(UsageError, match="no commit of me/films is pinned yet"):
        source_rows(SuiteRecipe.read(write_recipe(tmp_path, source={"hub": "me/films"})))


def test_a_copy_that_nobody_can_check_is_refused(tmp_path):
    data = write_source(tmp_path)
    columns = {"text": "review", "label": "mood"}
    recipe = SuiteRecipe.read(write_recipe(tmp_path, source={"hub": "me/films", "columns": columns, "id": "key"}))
    with pytest.raises(MismatchError, match="nothing was measured of me/films, so nobody can say whether .* is a copy"):
        source_rows(recipe, data)
    assert len(source_rows(recipe, data, check=False).rows) == len(ROWS)
    other = write_source(tmp_path, [{"sentence": "A film.", "label": "pos"}], "other.jsonl")
    with pytest.raises(MismatchError, match="tiny: .*other.jsonl is not what the recipe reads: .*review"):
        source_rows(recipe, other, check=False)


def test_a_copy_of_what_was_measured_is_known_by_its_rows(tmp_path):
    data = write_source(tmp_path)
    columns = {"text": "review", "label": "mood"}
    recipe = SuiteRecipe.read(write_recipe(tmp_path, source={"hub": "me/films", "columns": columns, "id": "key"}))
    recipe = build_recipe(recipe, data, check=False).recorded
    load_data(str(data)).to_csv(tmp_path / "mine.csv")
    assert source_rows(recipe, tmp_path / "mine.csv").kind == "source"
    with pytest.raises(MismatchError, match="tiny: the rows are not those that were measured: 3 rows"):
        source_rows(recipe, write_source(tmp_path, ROWS[:3], "short.jsonl"))
