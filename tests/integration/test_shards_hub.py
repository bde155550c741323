"""Shards of files on the Hub, kept in a repository of the Hub; a real client against `minihub`."""

import pytest
from datasets import Dataset
from hub_client import Raised
from minihub_store import File

MAKE = """
from hf_robust.distributed import build_suite_shard
value = build_suite_shard(rows, "sentiment-classification", ["word-case"], shard=shard, out=out)
"""
MERGE = """
from hf_robust.distributed import merge_shards
value = merge_shards(out).content_hash
"""
OUT = "hf://datasets/lab/shards"


@pytest.mark.slow
def test_shards_on_the_hub(hub, client, tmp_path):
    data = {"text": ["A fine film.", "A dull film.", "So slow."], "label": ["pos", "neg", "neg"]}
    Dataset.from_dict(data).to_parquet(tmp_path / "rows.parquet")
    for repo in ("lab/reviews", "lab/shards"):
        client.run("HfApi().create_repo(repo, repo_type='dataset')", repo=repo)
    commit = hub.dataset("lab/reviews").commit({"rows.parquet": File((tmp_path / "rows.parquet").read_bytes())}, "rows")
    rows = f"hf://datasets/lab/reviews@{commit}/rows.parquet"
    assert client.run(MAKE, rows=rows, shard="1/2", out=OUT)
    with pytest.raises(Raised, match="SuiteError: .*shards in hf://datasets/lab/shards .*2/2 is missing"):
        client.run(MERGE, out=OUT)
    assert client.run(MAKE, rows=rows, shard="2/2", out=OUT)
    assert not client.run(MAKE, rows=rows, shard="1/2", out=OUT)
    whole = "value = hr.Suite.build(Dataset.from_dict(data), 'sentiment-classification', ['word-case']).content_hash"
    assert client.run(MERGE, out=OUT) == client.run(f"from datasets import Dataset\n{whole}", data=data)
    with pytest.raises(Raised, match="DataFileError: hf://datasets/lab/none/rows.parquet cannot be read"):
        client.run(MAKE, rows="hf://datasets/lab/none/rows.parquet", shard="1/2", out=OUT)
