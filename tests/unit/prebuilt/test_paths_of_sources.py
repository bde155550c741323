"""A recipe reads files below the folder that --data names, and no others."""

import pytest
from recipe_files import write_recipe, write_source

from hf_robust.core.errors import DataFileError, MismatchError, SpecError
from hf_robust.core.files import sha256
from hf_robust.prebuilt import SuiteRecipe
from hf_robust.prebuilt.build_recipe import build_recipe

OUTSIDE = [
    "../secret.jsonl",
    "a/../../secret.jsonl",
    "/etc/passwd",
    "*",
    "*.jsonl",
    "s?cret.jsonl",
    "[s]ecret.jsonl",
    "..",
]
OUTSIDE += ["~/x/../..", "C:\\secret.jsonl", "..\\secret.jsonl", "", ".", "a//b", "a\0b", "//host/share/x"]


@pytest.mark.parametrize("file", OUTSIDE)
@pytest.mark.parametrize("part", ["source", "sample"])
def test_a_path_that_leads_out_is_refused_when_the_recipe_is_read(tmp_path, file, part):
    secret = write_source(tmp_path, name="secret.jsonl")
    given = {"file": file, "sha256": sha256(secret), "columns": {"text": "review", "label": "mood"}}
    with pytest.raises(SpecError):
        SuiteRecipe.read(write_recipe(tmp_path, **{part: given}))


@pytest.mark.parametrize("below", ["mine.jsonl", "deep/mine.jsonl"])
def test_a_link_out_of_the_folder_is_refused(tmp_path, below):
    secret = write_source(tmp_path, name="secret.jsonl")
    folder = tmp_path / "data"
    (folder / below).parent.mkdir(parents=True)
    (folder / below).symlink_to(secret)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, secret))
    with pytest.raises(DataFileError, match="link to a file outside"):
        build_recipe(recipe, folder, check=False)


def test_a_linked_folder_is_no_way_out(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    secret = write_source(tmp_path / "elsewhere")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "deep").symlink_to(tmp_path / "elsewhere")
    recipe = write_recipe(tmp_path, secret)
    recipe.write_text(recipe.read_text().replace("file: mine.jsonl", "file: deep/mine.jsonl"))
    with pytest.raises(DataFileError, match="link to a file outside"):
        build_recipe(SuiteRecipe.read(recipe), tmp_path / "data", check=False)


def test_a_link_inside_and_a_linked_data_folder_are_read(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    real = write_source(folder, name="real.jsonl")
    (folder / "mine.jsonl").symlink_to(real)
    (tmp_path / "linked").symlink_to(folder)
    recipe = SuiteRecipe.read(write_recipe(tmp_path, real))
    for place in (folder, tmp_path / "linked"):
        assert len(build_recipe(recipe, place, check=False).suites) == 1


def test_a_file_of_the_name_in_a_folder_below_is_found(tmp_path):
    (tmp_path / "data" / "deep").mkdir(parents=True)
    real = write_source(tmp_path / "data" / "deep")
    recipe = SuiteRecipe.read(write_recipe(tmp_path, real))
    assert build_recipe(recipe, tmp_path / "data", check=False).suites
    real.unlink()
    with pytest.raises(MismatchError):
        build_recipe(recipe, tmp_path / "data", check=False)
