"""The commands in README and topics: all of them can be typed as they stand, and those that need no network run."""

import csv
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from documentation import FENCED, PAGES, check_line, commands, marked

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.configured.configuration import load

TYPED = [
    (page, line)
    for page, text in PAGES.items()
    for _, language, code in FENCED.findall(text)
    if language == "bash"
    for line in commands(code)
]


@pytest.mark.parametrize(("page", "line"), TYPED, ids=[f"{page}-{place}" for place, (page, _) in enumerate(TYPED)])
def test_options_and_commands_exist(page, line):
    check_line(line)


def test_the_check_sees_what_it_looks_for():
    check_line("hf-robust audit draw --suite a --suite b  # --nothing")
    for wrong in (
        "hf-robust runn",
        "hf-robust run --modle x",
        "hf-robust capabilities build x",
        "hf-robust attack --like it",
    ):
        with pytest.raises(click.UsageError):
            check_line(wrong)


def test_every_block_of_python_is_run():
    marks = {
        page: [mark for mark, language, _ in FENCED.findall(text) if language == "python"]
        for page, text in PAGES.items()
    }
    assert [
        page for page, found in marks.items() if not all(mark.startswith(("python: ", "hub: ")) for mark in found)
    ] == []
    names = [name for kind in ("python", "bash", "hub") for name, _ in marked(kind)]
    assert len(set(names)) > 20 and all(name.replace(" ", "").isalpha() for name in names)
    python = [name for name, _ in marked("python")]
    assert sorted(set(python)) == sorted(python), "each example has a name of its own"


@pytest.fixture(scope="module")
def place(tmp_path_factory, small_model) -> Path:
    """A folder with what the commands take for the user's own: reviews, sentences, and a model."""
    folder = tmp_path_factory.mktemp("typed")
    for name, rows in (
        ("reviews", hr.demo_reviews().select(range(10))),
        ("sentences", hr.demo_sentences().select(range(0, 150, 3))),
    ):
        labels = rows.features["label"].int2str(rows["label"][:])
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("text", "label"), *zip(rows["text"], labels)])
    own = [(text, "good" if label else "bad") for text, label in zip(rows["text"][:], rows["label"][:])]
    with (folder / "own.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("review", "rating"), *own[:10]])
    (folder / "my-model").symlink_to(small_model)
    return folder


@pytest.mark.parametrize(("name", "code"), marked("bash"), ids=[name for name, _ in marked("bash")])
def test_commands_run(name, code, place, tmp_path, monkeypatch):
    for path in place.iterdir():
        (tmp_path / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    for line in commands(code):
        done = CliRunner().invoke(main, shlex.split(line, comments=True)[1:])
        assert done.exit_code == 0, f"{line}\n{done.output[-2000:]}"


def test_the_configuration_is_one(tmp_path):
    ((_, code),) = marked("yaml")
    file = tmp_path / "robust.yaml"
    file.write_text(code, encoding="utf-8")
    assert load(file).thresholds.fail_on_regression
