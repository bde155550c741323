"""Engines give the bytes of one process, and after a kill exactly what is missing is made again."""

import os
import signal
import subprocess
import sys
import time
from importlib.metadata import EntryPoint
from importlib.util import find_spec

import pytest
from click.testing import CliRunner
from datasets import ClassLabel, Dataset, Features, Value, load_dataset

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import MissingExtra, SuiteError, UnknownNameError, UsageError
from hf_robust.core.registry import Registry
from hf_robust.distributed import build_suite_shard, in_shards, merge_shards, run_shard
from hf_robust.suites.engines import Engine, engines

TASK = "sentiment-classification"
ENTRIES = ["keyboard", "word-case"]


def reviews(rows=12):
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    texts = [f"A slow film with {n} scenes." for n in range(rows)]
    return Dataset.from_dict({"text": texts, "label": [n % 2 for n in range(rows)]}, features=features)


def model(texts):
    return ["pos" if sum(map(ord, text)) % 3 else "neg" for text in texts]


def in_a_pipeline(out, source, rows, function):
    """A function gives in a pipeline of Ray the rows that ``Dataset.map`` gives, and the names of the labels."""
    import pyarrow as pa
    import ray

    expected = rows.map(function, batched=True)
    data = ray.data.read_parquet(str(source)).map_batches(function, batch_format="pyarrow")
    data.write_parquet(str(out))
    written = load_dataset(  # Ray writes no metadata of schemas, so the features are named again
        "parquet", data_files=f"{out}/*.parquet", split="train", features=expected.features
    )
    assert written.features["label"].names == ["neg", "pos"]
    assert set(written.column_names) > set(rows.column_names)
    tables = [one.with_format("arrow")[:].replace_schema_metadata() for one in (written, expected)]
    assert pa.Table.equals(*tables)
    direct = function(rows.with_format("arrow")[:])  # what a step gives has the names in its metadata
    assert Features.from_arrow_schema(direct.schema)["label"].names == ["neg", "pos"]


def shard_or_die(*args, shard, mark, **options):
    """A shard whose worker is killed the first time that the second shard is asked for."""
    if shard.startswith("2/") and not os.path.exists(mark):
        with open(mark, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return build_suite_shard(*args, shard=shard, **options)


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.parquet")}


def test_unknown_engines_and_wrong_numbers_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match="unknown engine 'dask'.*local, ray"):
        in_shards(build_suite_shard, out=tmp_path, shards=2, engine="dask")
    with pytest.raises(UsageError, match="at least 1 shard"):
        in_shards(build_suite_shard, out=tmp_path, shards=0)
    with pytest.raises(UsageError, match="address is for engines that work on a cluster, and 'local' is none"):
        in_shards(build_suite_shard, out=tmp_path, shards=2, address="auto")


class InThisProcess(Engine):
    """An engine that a package adds."""

    name = "here"

    def carry_out(self, task, shards, workers, address):
        for shard in shards:
            task(shard)


def test_a_package_adds_an_engine_by_its_entry_point(tmp_path, monkeypatch):
    point = EntryPoint("here", f"{__name__}:InThisProcess", "hf_robust.engines")
    monkeypatch.setattr(type(point), "load", lambda self: InThisProcess)
    added = Registry("engine", group="hf_robust.engines", members="own_engines")
    monkeypatch.setattr("hf_robust.core.registry.entry_points", lambda group: [point] * (group == "hf_robust.engines"))
    monkeypatch.setattr("hf_robust.distributed.shard_execution.engines", added)
    added.register_places(engines._paths)
    assert added.names() == ("here", "local", "ray")
    whole = hr.Suite.build(reviews(), TASK, ENTRIES, slices=["label"])
    built = hr.Suite.build(reviews(), TASK, ENTRIES, slices=["label"], engine="here", shards=3)
    assert built.content_hash == whole.content_hash and built.info["slices"] == whole.info["slices"]
    reviews().to_parquet(tmp_path / "rows.parquet")
    built = hr.Suite.build(str(tmp_path / "rows.parquet"), TASK, ENTRIES, engine="here", shards=2, out=tmp_path / "s")
    assert built.content_hash == hr.Suite.build(reviews(), TASK, ENTRIES).content_hash
    with pytest.raises(UsageError, match="shards goes with engine"):
        hr.Suite.build(reviews(), TASK, ENTRIES, shards=3)


@pytest.mark.slow
def test_an_engine_on_the_command_line(tmp_path):
    call = CliRunner().invoke
    asked = ["suite", "--first", "6", "-t", "keyboard", "--out"]
    found = call(main, [*asked, str(tmp_path / "suite"), "--engine", "local", "--shards", "2"])
    assert found.exit_code == 0, found.output
    assert call(main, [*asked, str(tmp_path / "whole")]).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()].count(".suite-shards") == 0
    hashes = [hr.Suite.load(tmp_path / name).content_hash for name in ("suite", "whole")]
    assert hashes[0] == hashes[1]
    for wrong, said in (
        (["--workers", "2"], "--workers goes with --engine"),
        (["--engine", "dask"], "unknown engine 'dask'"),
        (["--engine", "local", "--shard", "1/2"], "--engine goes with a whole suite"),
    ):
        refused = call(main, [*asked, str(tmp_path / "other"), *wrong])
        assert refused.exit_code == 2 and said in refused.output


def test_without_ray_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("hf_robust.core.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"'ray' is not installed; run: pip install 'hf-robust\[ray\]'"):
        in_shards(build_suite_shard, reviews(), TASK, ENTRIES, out=tmp_path, shards=2, engine="ray")
    assert not any(tmp_path.iterdir())


@pytest.mark.slow
def test_local_processes_give_the_same_bytes_and_go_on_after_a_kill(tmp_path):
    rows, mark = reviews(), str(tmp_path / "killed")
    whole = hr.Suite.build(rows, TASK, ENTRIES)
    for number in (1, 2, 3):
        build_suite_shard(rows, TASK, ENTRIES, shard=f"{number}/3", out=tmp_path / "one")
    asked = {"out": tmp_path / "pool", "shards": 3, "workers": 1, "mark": mark}
    with pytest.raises(SuiteError, match="a worker was killed.*run the same call again"):
        in_shards(shard_or_die, rows, TASK, ENTRIES, **asked)
    first = tmp_path / "pool/shards/000001/shard.json"
    before = first.stat().st_mtime_ns
    merged = in_shards(shard_or_die, rows, TASK, ENTRIES, **asked)
    assert first.stat().st_mtime_ns == before
    assert merged.content_hash == whole.content_hash
    assert files(tmp_path / "pool") == files(tmp_path / "one")


@pytest.mark.slow
def test_a_driver_that_is_killed_leaves_whole_shards(tmp_path):
    code = (
        "import sys; sys.path.insert(0, sys.argv[2]); import test_engines as t\n"
        "for n in range(1, 13): t.build_suite_shard(t.reviews(), t.TASK, t.ENTRIES, shard=f'{n}/12', out=sys.argv[1])"
    )
    driver = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), os.path.dirname(__file__)])
    for _ in range(1200):
        if (tmp_path / "shards/000002").exists() or driver.poll() is not None:
            break
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    done = sorted((tmp_path / "shards").glob("0*/shard.json"))
    assert len(done) >= 2
    again = [build_suite_shard(reviews(), TASK, ENTRIES, shard=f"{n}/12", out=tmp_path) for n in range(1, 13)]
    assert again == [n > len(done) for n in range(1, 13)]
    assert merge_shards(tmp_path).content_hash == hr.Suite.build(reviews(), TASK, ENTRIES).content_hash


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'hf-robust[ray]'")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")  # of Ray itself
def test_a_ray_cluster_of_two_workers(tmp_path, monkeypatch):
    """One cluster for all: its start takes longer than the work."""
    import ray

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.path.dirname(__file__), *sys.path]))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 * 2**20)
    try:
        rows = reviews()
        whole = hr.Suite.build(rows, TASK, ENTRIES)
        made = in_shards(
            shard_or_die,
            *(rows, TASK, ENTRIES),
            out=tmp_path / "ray",
            shards=3,
            engine="ray",
            mark=str(tmp_path / "killed"),
        )
        for number in (1, 2, 3):
            build_suite_shard(rows, TASK, ENTRIES, shard=f"{number}/3", out=tmp_path / "one")
        assert os.path.exists(tmp_path / "killed")  # and the task was repeated
        assert made.content_hash == whole.content_hash
        assert files(tmp_path / "ray") == files(tmp_path / "one")
        found = in_shards(run_shard, model, whole, out=tmp_path / "run", shards=2, engine="ray")
        assert found["keyboard"]["interval"] == hr.run(model, whole)["keyboard"]["interval"]
        with pytest.raises(UsageError, match="another plan: asked.seed"):
            in_shards(build_suite_shard, rows, TASK, ENTRIES, out=tmp_path / "ray", shards=3, engine="ray", seed=9)

        rows.to_parquet(tmp_path / "in/rows.parquet")
        task = hr.task(TASK, label_names=["neg", "pos"])
        slices = hr.slice_rows(rows, task, ["label"]).slices
        functions = {
            "perturb": hr.Perturb("keyboard", TASK),
            "attack": hr.Attack("deepwordbug", task, model, budget=5, keep="all"),
            "slices": hr.SliceColumns(task, slices),
            "importance": hr.WordImportance(model, task, "leave-one-out"),
        }
        for name, function in functions.items():
            in_a_pipeline(tmp_path / name, tmp_path / "in", rows, function)
        perturbed = rows.map(functions["perturb"], batched=True)
        (tmp_path / "changed").mkdir()
        perturbed.to_parquet(tmp_path / "changed/rows.parquet")
        in_a_pipeline(tmp_path / "validate", tmp_path / "changed", perturbed, hr.Validate(["words-changed"], task))
    finally:
        ray.shutdown()
