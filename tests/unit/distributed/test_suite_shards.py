"""A suite that is built in shards is the one that is built at once, byte for byte; nothing half-made enters it."""

import errno
import json
import os
import shutil

import pytest
from click.testing import CliRunner
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import EmptyDataError, SuiteError, UnknownNameError, UsageError
from hf_robust.distributed import build_suite_shard, merge_shards
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard

TASK = "sentiment-classification"
WORDS = ("plain", "warm", "slow", "bright", "hollow", "gentle", "uneven")
ENTRIES = ["keyboard", ["word-case", "ocr"], {"name": "typos", "count": 1}]


@pytest.fixture(scope="module")
def reviews():
    rows = [f"A {WORDS[n % 7]} film with {n} scenes." if n % 5 else "?" * (n + 1) for n in range(11)]
    return Dataset.from_dict(
        {"text": rows, "label": [n % 2 for n in range(11)]},
        features=Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])}),
    )


@pytest.fixture(scope="module")
def tagged():
    names = ClassLabel(names=["O", "B-PER", "I-PER"])
    tokens = [["Anna", "Berg", "met", f"number{n}"] for n in range(11)]
    tags = [[1, 2, 0, 0] for _ in range(11)]
    return Dataset.from_dict(
        {"tokens": tokens, "ner_tags": tags},
        features=Features({"tokens": List(Value("string")), "ner_tags": List(names)}),
    )


def made(rows, folder, shards, task=TASK, entries=ENTRIES, **options):
    for number in range(1, shards + 1):
        build_suite_shard(rows, task, entries, shard=f"{number}/{shards}", out=folder, **options)
    return merge_shards(folder)


def stated(folder):
    said = json.loads((folder / "suite.json").read_text())
    return {name: value for name, value in said.items() if name != "manifest_hash"} | {
        "info": {**said["info"], "created": None}
    }


def test_slices_and_filters_are_those_of_one_build(reviews, tmp_path):
    least = {"words_changed": 0.3}
    asked = {"slices": ["length", "label"], "seed": 3}
    whole = hr.Suite.build(reviews, TASK, ENTRIES, **asked).filter(**least)
    merged = made(reviews, tmp_path, 3, filters=least, **asked)
    assert merged.content_hash == whole.content_hash
    assert merged.info["slices"] == whole.info["slices"] and len(whole.info["slices"]) >= 2
    assert merged.info["filters"] == whole.info["filters"]
    assert {name: entry.left_out for name, entry in merged.entries.items()} == {
        name: entry.left_out for name, entry in whole.entries.items()
    }


@pytest.mark.parametrize("shards", [1, 4, pytest.param(11, marks=pytest.mark.slow)])
def test_any_number_of_shards_gives_the_suite_of_one_build(reviews, tmp_path, shards):
    whole = hr.Suite.build(reviews, TASK, ENTRIES, seed=3, variants=2)
    merged = made(reviews, tmp_path / "shards", shards, seed=3, variants=2)
    whole.save(tmp_path / "whole"), merged.save(tmp_path / "merged")
    # the hashes of the files are among what suite.json says
    assert stated(tmp_path / "merged") == stated(tmp_path / "whole")
    assert hr.Suite.load(tmp_path / "merged").content_hash == whole.content_hash
    empty = [place for place in (tmp_path / "shards/shards").iterdir() if not any(place.glob("*/*.parquet"))]
    assert len(empty) == (3 if shards == 11 else 0)  # of a row that nothing changes


@pytest.mark.parametrize("shards", [2, pytest.param(11, marks=pytest.mark.slow)])
def test_rows_beyond_the_border_are_read(tagged, tmp_path, shards):
    entries = ["concat-sentences"]
    whole = hr.Suite.build(tagged, "named-entity-recognition", entries)
    merged = made(tagged, tmp_path, shards, "named-entity-recognition", entries)
    assert merged.content_hash == whole.content_hash
    assert max(map(len, merged["concat-sentences"].perturbed["tokens"])) > 4


def test_rows_drawn_from_the_whole_data_set_are_the_same(tmp_path):
    names = [("Anna", "Bert"), ("Clara", "Dirk"), ("Erika", "Frank"), ("Greta", "Hans")]
    sentences = [[[one, "met", other, "."], ["They", "smiled", "."]] for one, other in names]
    features = Features(
        {
            "sentences": List(List(Value("string"))),
            "clusters": List(List(List(Value("int64")))),
        }
    )
    rows = Dataset.from_dict(
        {"sentences": sentences, "clusters": [[[[0, 0], [4, 4]]] for _ in sentences]}, features=features
    )
    task = hr.task("coreference-resolution")
    entries = ["concat-documents", "insert-sentences"]
    whole = hr.Suite.build(rows, task, entries)
    assert made(rows, tmp_path, 3, task, entries).content_hash == whole.content_hash


def test_a_shard_that_is_there_stays_and_a_damaged_one_is_made_again(reviews, tmp_path):
    first = made(reviews, tmp_path, 3)
    place = ShardFolder(tmp_path).place(Shard(2, 3))
    others = [path for path in sorted(tmp_path.rglob("*")) if path.is_file() and place not in path.parents]
    times = [path.stat().st_mtime_ns for path in others]
    victim = next(place.glob("*/perturbed.parquet"))
    before = victim.read_bytes()
    victim.write_bytes(before[:-1] + b"x")
    with pytest.raises(SuiteError, match=r"1 of 3 shards .* 2/3 is damaged \(.*perturbed.parquet\).*--shard 2/3"):
        merge_shards(tmp_path)
    again = [build_suite_shard(reviews, TASK, ENTRIES, shard=f"{n}/3", out=tmp_path) for n in (1, 2, 3)]
    assert again == [False, True, False]
    assert victim.read_bytes() == before
    assert [path.stat().st_mtime_ns for path in others] == times
    assert merge_shards(tmp_path).content_hash == first.content_hash


def test_missing_and_foreign_shards_are_named(reviews, tmp_path):
    made(reviews, tmp_path, 3)
    shutil.rmtree(ShardFolder(tmp_path).place(Shard(1, 3)))
    record = ShardFolder(tmp_path).place(Shard(3, 3)) / "shard.json"
    record.write_text(record.read_text().replace('"plan": "', '"plan": "0'))
    with pytest.raises(SuiteError, match=r"2 of 3 shards .*: 1/3 is missing, 3/3 is of another plan; .*--shard 1/3"):
        merge_shards(tmp_path)
    with pytest.raises(SuiteError, match=r"has no plan.json, so it is no folder of shards"):
        merge_shards(tmp_path / "shards")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 7}, "asked.seed is 0 there and 7 here"),
        ({"entries": ENTRIES[:1]}, "asked.entries.word-case"),
        ({"shards": 4}, "shards is 3 there and 4 here"),
        ({"protect": ["film"]}, "asked.protect is"),
    ],
)
def test_another_plan_in_the_folder_is_refused(reviews, tmp_path, change, said):
    build_suite_shard(reviews, TASK, ENTRIES, shard="1/3", out=tmp_path)
    asked = {"entries": ENTRIES, "shards": 3, **change}
    entries, shards = asked.pop("entries"), asked.pop("shards")
    with pytest.raises(UsageError, match="shards of another plan: .*begin anew: rm -r") as caught:
        build_suite_shard(reviews, TASK, entries, shard=f"2/{shards}", out=tmp_path, **asked)
    assert said in str(caught.value)


def test_other_rows_and_another_version_are_another_plan(reviews, tmp_path, monkeypatch):
    build_suite_shard(reviews, TASK, ENTRIES, shard="1/3", out=tmp_path)
    with pytest.raises(UsageError, match="data is .* there and .* here"):
        build_suite_shard(reviews.select(range(10, -1, -1)), TASK, ENTRIES, shard="2/3", out=tmp_path)
    monkeypatch.setattr("hf_robust.distributed.shard_plan.__version__", "99.0")
    with pytest.raises(UsageError, match=r"versions.hf_robust is .* there and '99.0' here"):
        build_suite_shard(reviews, TASK, ENTRIES, shard="2/3", out=tmp_path)


def test_a_full_disk_leaves_no_shard(reviews, tmp_path, monkeypatch):
    build_suite_shard(reviews, TASK, ENTRIES, shard="1/2", out=tmp_path)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("hf_robust.suites.folder.write_parquet", full)
        with pytest.raises(SuiteError, match=r"shard 2/2 cannot be written .*No space left.*Make room"):
            build_suite_shard(reviews, TASK, ENTRIES, shard="2/2", out=tmp_path)
    assert [path.name for path in (tmp_path / "shards").iterdir()] == ["000001"]
    with pytest.raises(SuiteError, match="2/2 is missing"):
        merge_shards(tmp_path)


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "1/0", "-1/3", "1/2/3", "a/b", "1/1000000000", "1/12"])
def test_a_shard_that_is_none_is_refused(reviews, tmp_path, shard):
    with pytest.raises(UsageError, match=r"found '|at most 11 shards"):
        build_suite_shard(reviews, TASK, ENTRIES, shard=shard, out=tmp_path)
    assert not any(tmp_path.iterdir())


def test_what_needs_all_rows_or_holds_other_files_is_refused(reviews, tmp_path):
    with pytest.raises(UnknownNameError, match="unknown validator"):
        build_suite_shard(reviews, TASK, ENTRIES, shard="1/2", out=tmp_path, filters={"beauty": 0.5})
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(SuiteError, match="holds other files and no plan.json"):
        build_suite_shard(reviews, TASK, ENTRIES, shard="1/2", out=tmp_path)


def test_a_suite_without_a_changed_row_is_refused_at_the_merge(tmp_path):
    rows = Dataset.from_dict({"text": ["1", "2"], "label": ["a", "b"]})
    with pytest.raises(EmptyDataError, match="none of the 2 rows could be changed"):
        made(rows, tmp_path, 2, entries=["keyboard"])


def test_on_the_command_line(tmp_path):
    asked = ["suite", "--first", "6", "-t", "word-case", "--out", str(tmp_path)]
    run = CliRunner().invoke
    assert run(main, [*asked, "--shard", "2/2"]).output == f"shard 2/2 -> {tmp_path}\n"
    assert run(main, [*asked, "--shard", "2/2"]).output == f"shard 2/2 is there already: {tmp_path}\n"
    found = run(main, ["merge", str(tmp_path)])
    assert (found.exit_code, "1/2 is missing" in found.output) == (2, True)
    assert run(main, [*asked, "--shard", "1/2"]).exit_code == 0
    assert run(main, ["merge", str(tmp_path)]).output.endswith(f"-> {tmp_path / 'suite'}\n")
    assert len(hr.Suite.load(tmp_path / "suite")["word-case"]) == 6
