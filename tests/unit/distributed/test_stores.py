"""Shards in a store: an upload that is cut off counts as missing, and a store that cannot be reached is one error."""

import os
import socket
import subprocess
import sys
from importlib.util import find_spec

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import DataFileError, SuiteError, UsageError
from hf_robust.distributed import build_suite_shard, merge_shards
from hf_robust.distributed.remote_folder import Store
from hf_robust.suites.folder import FILE
from hf_robust.tasks.layouts.load_rows import load_data

TASK, ENTRIES = "sentiment-classification", ["keyboard", "word-case"]


def reviews():
    return Dataset.from_dict(
        {"text": [f"A slow film with {n} scenes." for n in range(9)], "label": ["neg", "pos", "pos"] * 3}
    )


def shard(number, out):
    return build_suite_shard(reviews(), TASK, ENTRIES, shard=f"{number}/2", out=out)


@pytest.fixture
def memory(request):
    from fsspec.implementations.memory import MemoryFileSystem

    yield f"memory://{request.node.name}"
    MemoryFileSystem.store.clear()
    MemoryFileSystem.pseudo_dirs[:] = [""]


def test_shards_in_a_store_make_the_suite_of_one_build(memory, monkeypatch):
    assert shard(1, memory) and not shard(1, memory)
    put = Store.put

    def cut_off(self, source, name):
        if name.endswith("shard.json"):
            raise SuiteError("the network is down")
        put(self, source, name)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "put", cut_off)
        with pytest.raises(SuiteError, match="the network is down"):
            shard(2, memory)
    assert any(name.startswith("shards/000002/") for name in Store(memory).names())
    with pytest.raises(SuiteError, match="in memory://.*2/2 is missing"):
        merge_shards(memory)
    assert shard(2, memory)
    whole = hr.Suite.build(reviews(), TASK, ENTRIES)
    assert merge_shards(memory).content_hash == whole.content_hash
    with pytest.raises(UsageError, match="memory://.* holds shards of another plan: asked.seed is 0 there and 3 here"):
        build_suite_shard(reviews(), TASK, ENTRIES, shard="1/2", out=memory, seed=3)

    damaged = next(name for name in Store(memory).names() if name.endswith("perturbed.parquet"))
    with Store(memory)._files.open(f"{Store(memory)._root}/{damaged}", "wb") as file:
        file.write(b"other")
    with pytest.raises(SuiteError, match="1/2 is damaged"):
        merge_shards(memory)
    assert shard(1, memory)
    assert merge_shards(memory).content_hash == whole.content_hash


def test_a_store_that_nobody_knows(tmp_path):
    with pytest.raises(UsageError, match="nothing://shards cannot be opened"):
        shard(1, "nothing://shards")
    with pytest.raises(DataFileError, match="of an unknown kind; expected an address that ends in .parquet"):
        load_data("s3://bucket/rows.txt")


@pytest.fixture
def bucket(monkeypatch):
    """A bucket of a loopback server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}
    for name, value in {**asked, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}.items():
        monkeypatch.setenv(name, value)
    import fsspec
    import s3fs

    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        env=os.environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while "Running on" not in server.stderr.readline():
            assert server.poll() is None
        fsspec.filesystem("s3", skip_instance_cache=True).mkdir("bucket")
        s3fs.S3FileSystem.clear_instance_cache()
        yield server
    finally:
        server.kill()
        server.wait()
        server.stderr.close()
        s3fs.S3FileSystem.clear_instance_cache()


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("moto") is None or find_spec("s3fs") is None, reason="needs: pip install 'moto[server]' s3fs"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of botocore
def test_s3(bucket, tmp_path, monkeypatch):
    import s3fs

    whole = hr.Suite.build(reviews(), TASK, ENTRIES)
    assert shard(1, "s3://bucket/shards") and shard(2, "s3://bucket/shards")
    assert not shard(1, "s3://bucket/shards")
    assert merge_shards("s3://bucket/shards").content_hash == whole.content_hash

    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", False)  # with it `datasets` reads from no store at all
    reviews().to_parquet(tmp_path / "rows.parquet")
    s3fs.S3FileSystem().put_file(str(tmp_path / "rows.parquet"), "bucket/rows.parquet")
    call = CliRunner().invoke
    asked = ["suite", "--dataset", "s3://bucket/rows.parquet", "--task", TASK, "-t", "keyboard,word-case"]
    found = call(main, [*asked, "--engine", "local", "--shards", "2", "--out", "s3://bucket/made/suite"])
    assert found.exit_code == 0, found.output
    store = Store("s3://bucket/made")
    assert not [name for name in store.names() if "shards" in name]
    for name in store.names():
        store.get(name, tmp_path / "made" / name)
    assert (tmp_path / "made/suite" / FILE).exists()
    assert hr.Suite.load(tmp_path / "made/suite").content_hash == whole.content_hash
    refused = call(main, ["merge", "s3://bucket/shards"])
    assert refused.exit_code == 2 and "name a folder of this machine" in refused.output
    assert call(main, ["merge", "s3://bucket/shards", "--out", str(tmp_path / "merged")]).exit_code == 0
    with pytest.raises(SuiteError, match="s3://none/shards cannot be .*NoSuchBucket|.*bucket does not exist"):
        shard(1, "s3://none/shards")

    bucket.kill()
    bucket.wait()
    with pytest.raises(SuiteError, match="s3://bucket/shards cannot be read: .*check the address, the credentials"):
        merge_shards("s3://bucket/shards")
