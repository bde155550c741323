"""``hf-robust prebuilt``: what it prints, what it writes, and the exit code of each mistake."""

import pytest
from click.testing import CliRunner
from recipe_files import write_recipe, write_source

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import UsageError
from hf_robust.prebuilt import SuiteRecipe


def call(*arguments):
    return CliRunner().invoke(main, ["prebuilt", *map(str, arguments)])


@pytest.fixture
def tiny(tmp_path):
    data = write_source(tmp_path)
    return write_recipe(tmp_path, data), data


def test_list_and_show():
    listed = call("list")
    assert listed.exit_code == 0 and "demo-reviews" in listed.output
    assert call("list", "--task", "parsing").output.count("sentiment-classification") == 0
    shown = call("show", "demo-reviews")
    assert "License: apache-2.0; may be published: the whole suite" in shown.output and "keyboard" in shown.output
    assert call("show", "demo-reviews", "--yaml").output.startswith("version: 1\nname: demo-reviews\n")


def test_an_unknown_recipe_gets_the_nearest_name():
    found = call("show", "demo-review")
    assert found.exit_code == 2 and "did you mean demo-reviews" in found.output


def test_build_record_and_build_again(tiny, tmp_path):
    recipe, data = tiny
    first = call("build", recipe, "--data", data, "--out", tmp_path / "out")
    assert first.exit_code == 0 and "nothing was measured before" in first.output
    recorded = call("build", recipe, "--data", data, "--out", tmp_path / "out", "--record")
    assert recorded.exit_code == 0 and f"recorded in {recipe}" in recorded.output
    again = call("build", recipe, "--data", tmp_path, "--out", tmp_path / "other", "--baseline", "default")
    assert again.exit_code == 0, again.output
    first, second = (hr.Suite.load(tmp_path / name / "tiny-robust") for name in ("out", "other"))
    assert first.content_hash == second.content_hash and len(second.info["baselines"]) == 1
    assert call("check", recipe, "--data", tmp_path).output.startswith("tiny                         ok, built in")


def test_a_mismatch_exits_with_3_and_writes_nothing(tiny, tmp_path):
    recipe, data = tiny
    call("build", recipe, "--data", data, "--out", tmp_path / "out", "--record")
    recipe.write_text(recipe.read_text().replace("- keyboard", "- name: keyboard\n  rate: 0.5"))
    found = call("build", recipe, "--data", data, "--out", tmp_path / "new")
    assert found.exit_code == 3 and "keyboard-rate-0.5: not expected" in found.output
    assert not (tmp_path / "new").exists()
    data.write_text(data.read_text() + "\n")
    found = call("build", recipe, "--data", data, "--out", tmp_path / "new")
    assert found.exit_code == 3 and "tiny: " in found.output and not (tmp_path / "new").exists()


def test_check_exits_with_3_on_a_stale_recipe(tiny, tmp_path):
    recipe, data = tiny
    call("build", recipe, "--data", data, "--out", tmp_path / "out", "--record")
    assert call("check", recipe).exit_code == 0
    recipe.write_text(recipe.read_text().replace("keyboard: {version: '", "keyboard: {version: '9"))
    found = call("check", recipe)
    assert found.exit_code == 3 and "WRONG" in found.output and "keyboard was measured as version 9" in found.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--push", "me"], "a release needs its --version"),
        (["--version", "1.0.0"], "name who publishes it with --push"),
        (["--push", "me/too", "--version", "1.0.0"], "name a user or an organization"),
        (["--push", "me", "--version", "one"], "a version has the form '1.2.3'"),
        (["--push", "me", "--version", "1.0.0"], "needs a token that may write"),
        (["--out", "{file}"], "cannot write to"),
    ],
)
def test_mistakes_are_said_before_any_work(tiny, tmp_path, monkeypatch, arguments, message):
    monkeypatch.setattr("huggingface_hub.get_token", lambda: None)
    recipe, data = tiny
    given = [argument.format(file=data) for argument in arguments]
    out = [] if "--out" in given else ["--out", tmp_path / "out"]
    found = call("build", recipe, "--data", data, *given, *out)
    assert found.exit_code == 2 and message in found.output and not (tmp_path / "out").exists()


def test_terms_that_allow_nothing_are_kept(tiny, tmp_path):
    _, data = tiny
    recipe = write_recipe(tmp_path, data, licence={"source": "other", "publish": "none", "terms": "Ask the owner."})
    found = call("push", recipe, "me", "--data", data, "--version", "1.0.0")
    assert found.exit_code == 2 and "allow no publishing (Ask the owner.)" in found.output


def test_a_recording_names_the_file_by_its_hash(tiny, tmp_path):
    _, data = tiny
    columns = {"text": "review", "label": "mood"}
    recipe = write_recipe(tmp_path, source={"file": "mine.jsonl", "origin": "mine", "columns": columns, "id": "key"})
    found = call("build", recipe, "--data", tmp_path, "--out", tmp_path / "out")
    assert found.exit_code == 3 and "--record builds from it" in found.output
    assert call("build", recipe, "--data", tmp_path, "--out", tmp_path / "out", "--record").exit_code == 0
    assert (
        SuiteRecipe.read(recipe).source.sha256
        and call("build", recipe, "--data", data, "--out", tmp_path / "out").exit_code == 0
    )


def test_a_folder_with_something_else_is_left_alone(tiny, tmp_path):
    recipe, data = tiny
    (tmp_path / "out" / "tiny-robust").mkdir(parents=True)
    (tmp_path / "out" / "tiny-robust" / "letter.txt").write_text("mine")
    found = call("build", recipe, "--data", data, "--out", tmp_path / "out")
    assert found.exit_code == 2 and "is not a suite" in found.output
    assert (tmp_path / "out" / "tiny-robust" / "letter.txt").read_text() == "mine"


def test_apply_wants_a_suite_of_edits(tiny, tmp_path):
    recipe, data = tiny
    call("build", recipe, "--data", data, "--out", tmp_path / "out")
    found = call("apply", tmp_path / "out" / "tiny-robust", "--data", data, "--out", tmp_path / "whole")
    assert found.exit_code == 2 and f"hf-robust run --suite {tmp_path / 'out' / 'tiny-robust'}" in found.output


def test_edits_make_the_suite_again(tiny, tmp_path):
    _, data = tiny
    recipe = write_recipe(tmp_path, data, licence={"source": "other", "publish": "edits"})
    built = call("build", recipe, "--data", data, "--out", tmp_path / "out")
    assert built.exit_code == 0, built.output
    assert "tiny-robust (must not be published)" in built.output and "tiny-edits (may be published)" in built.output
    turned = tmp_path / "turned.jsonl"
    turned.write_text("".join(reversed(data.read_text().splitlines(keepends=True))))
    found = call("apply", tmp_path / "out" / "tiny-edits", "--data", turned, "--out", tmp_path / "whole")
    assert found.exit_code == 0, found.output
    whole = hr.Suite.load(tmp_path / "whole")
    assert f"content hash {whole.content_hash}, as published" in found.output
    built = hr.Suite.load(tmp_path / "out" / "tiny-robust")
    assert whole["keyboard"].perturbed["review"][:] == built["keyboard"].perturbed["review"][:]
    assert SuiteRecipe.read(recipe).licence.publish == "edits"


def test_transformations_are_counted_as_on_the_card(tiny, tmp_path):
    """Those without rows stand apart: in what build and apply print, and on the card of the edits."""
    _, data = tiny
    publish = {"source": "other", "publish": "edits"}
    recipe = write_recipe(tmp_path, data, licence=publish, transformations=["keyboard", "ocr", "contraction"])
    built = call("build", recipe, "--data", data, "--out", tmp_path / "out")
    counts = "2 transformations (1 more without rows)"
    assert built.output.count(f" {counts}, 24 rows ") == 2, built.output
    applied = call("apply", tmp_path / "out" / "tiny-edits", "--data", data, "--out", tmp_path / "whole")
    assert applied.output.startswith(f"{counts}, 24 rows -> "), applied.output
    cards = {name: (tmp_path / "out" / name / "README.md").read_text() for name in ("tiny-edits", "tiny-robust")}
    assert f": {counts}, 12 source rows. Made with" in cards["tiny-edits"]
    assert "changed by 2 transformations" in cards["tiny-robust"]
    assert "; 1 more transformation gave no pairs |" in cards["tiny-robust"]


@pytest.mark.parametrize("publish", ["edits", "none"])
def test_what_the_terms_forbid_is_not_pushed(tiny, tmp_path, monkeypatch, publish):
    asked = []
    monkeypatch.setattr("hf_robust.suites.base.push_release", lambda *release: asked.append(release) or "c0ffee")
    recipe = write_recipe(tmp_path, tiny[1], licence={"source": "other", "publish": publish, "terms": "Ask the owner."})
    assert call("build", recipe, "--data", tiny[1], "--out", tmp_path / "out").exit_code == 0
    push = ["push", str(tmp_path / "out" / "tiny-robust"), "me/laptop", "--version", "1.0.0"]
    found = CliRunner().invoke(main, push)
    said = "tiny-robust must not be published, the terms of its source do not allow it (Ask the owner)"
    assert found.exit_code == 2 and said in found.output and not asked
    assert (str(tmp_path / "out" / "tiny-edits") in found.output) == (publish == "edits")
    with pytest.raises(UsageError, match="permitted=True"):
        hr.Suite.load(tmp_path / "out" / "tiny-robust").push_to_hub("me/laptop", "1.0.0")
    assert CliRunner().invoke(main, [*push, "--permitted"]).exit_code == 0 and len(asked) == 1
    if publish == "edits":
        push[1] = str(tmp_path / "out" / "tiny-edits")
        assert CliRunner().invoke(main, push).exit_code == 0 and len(asked) == 2


def test_run_on_edits_names_apply(tiny, tmp_path):
    recipe = write_recipe(tmp_path, tiny[1], licence={"source": "other", "publish": "edits"})
    call("build", recipe, "--data", tiny[1], "--out", tmp_path / "out")
    found = CliRunner().invoke(
        main, ["run", "--suite", str(tmp_path / "out" / "tiny-edits"), "--out", str(tmp_path / "r")]
    )
    assert found.exit_code == 2 and "hf-robust prebuilt apply" in found.output


def test_a_copy_without_a_column_hears_which_are_accepted(tiny, tmp_path, monkeypatch):
    recipe = write_recipe(tmp_path, tiny[1], licence={"source": "other", "publish": "edits"})
    call("build", recipe, "--data", tiny[1], "--out", tmp_path / "out")
    monkeypatch.setattr("hf_robust.prebuilt.applied_rows.recipe_names", lambda: ["tiny"])
    monkeypatch.setattr("hf_robust.prebuilt.applied_rows.load_recipe", lambda name: SuiteRecipe.read(recipe))
    other = write_source(tmp_path, [{"key": "r0", "body": "Fine.", "mood": "pos"}], "other.jsonl")
    found = call("apply", tmp_path / "out" / "tiny-edits", "--data", other, "--out", tmp_path / "whole")
    assert found.exit_code == 3 and "has no 'review'" in found.output and "review (the text)" in found.output
