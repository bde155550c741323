"""Commands in shards make the report that one process makes, and the merge asks the model for nothing."""

import json
import math
import shutil

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters import CachedPredictor
from hf_robust.cli import main
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.distributed.answer_shards import answers_plan, join_answers, write_answers
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard
from hf_robust.evaluation.predicted_part import predict_part_of_suite

OTHERWISE = ("created", "seconds", "cached", "command", "work")  # what two equal runs may differ in


def same(one, other, path=""):
    """Where two records differ; probabilities of a torch model depend on the batch in their last digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one.keys() | other.keys() - set(OTHERWISE):
            if name not in OTHERWISE:
                yield from same(one.get(name), other.get(name), f"{path}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other)):
            yield from same(*pair, f"{path}[{number}]")
    elif isinstance(one, float) and isinstance(other, float):
        if not math.isclose(one, other, abs_tol=1e-5):
            yield path
    elif one != other:
        yield path


@pytest.fixture(scope="module")
def suite():
    texts = [f"A film with {n - n % 4 // 3} scenes and a warm song." for n in range(24)]
    rows = Dataset.from_dict({"text": texts, "label": ["pos" if n % 3 else "neg" for n in range(24)]})
    return hr.Suite.build(rows, "sentiment-classification", ["keyboard", "word-case"], slices=["length"])


def test_the_report_of_shards_is_whole_and_asks_for_no_input_twice(suite, tmp_path):
    asked = []

    def model(texts):
        asked.extend(texts)
        return [{"label": "pos" if sum(map(ord, text)) % 3 else "neg", "score": 0.75} for text in texts]

    whole = hr.run(model, suite).record
    inputs = sorted(asked)
    asked.clear()
    for number in (1, 2, 3):
        shard = Shard(number, 3)
        plan = answers_plan(shard, suite.content_hash, 24, {"model": "m"}, {})

        def fill(folder, shard=shard):
            predict_part_of_suite(model, suite, shard.number - 1, shard.of, folder=folder, cache_key="m")

        assert write_answers(tmp_path / "shards", shard, plan, fill)
        assert not write_answers(tmp_path / "shards", shard, plan, fill)
    assert sorted(asked) == inputs
    asked.clear()
    folder = ShardFolder(tmp_path / "shards")
    join_answers(folder, folder.plan(), tmp_path / "cache")
    found = hr.run(model, suite, cache_dir=tmp_path / "cache", cache_key="m").record
    assert not asked and found["predictions"]["cached"] == len(inputs)
    assert {*same(found, whole)} <= {".model.name", ".model.fingerprint", ".model.cache_key"}
    assert found["analysis"] and found["results"][0]["rows"]


def test_work_that_is_stopped_goes_on_and_leaves_no_shard(tmp_path):
    plan = answers_plan(Shard(1, 1), "d", 1, {}, {})

    def stopped(folder):
        (folder / "predictions.sqlite").write_bytes(b"some")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_answers(tmp_path, Shard(1, 1), plan, stopped)
    with pytest.raises(SuiteError, match="1/1 is missing"):
        join_answers(ShardFolder(tmp_path), plan, tmp_path / "cache")
    seen = []
    write_answers(tmp_path, Shard(1, 1), plan, lambda folder: seen.append((folder / "predictions.sqlite").exists()))
    assert seen == [True] and not (tmp_path / ".unfinished").exists()
    with pytest.raises(UsageError, match="another plan: data is 'd' there and 'e' here"):
        write_answers(tmp_path, Shard(1, 1), answers_plan(Shard(1, 1), "e", 1, {}, {}), stopped)


COMMANDS = {
    "attack": ["attack", "--recipe", "deepwordbug", "--first", "6"],
    "corruptions": ["corruptions", "--first", "6", "--families", "delete", "--counts", "1,2", "--seeds", "0"],
    "capabilities": ["capabilities", "run", "--seeds-per-capability", "1"],
    "report": ["run", "--first", "9", "-t", "keyboard,word-case", "--slice", "length", "--filter", "words-changed=0.2"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_on_the_command_line(name, small_model, tmp_path, monkeypatch):
    build = hr.CapabilitySuite.build.__func__
    quick = lambda cls, *data, **options: build(cls, *data, **{**options, "only": ["LC1", "LC6"], "k": 1})  # noqa: E731
    monkeypatch.setattr(hr.CapabilitySuite, "build", classmethod(quick))
    call = CliRunner().invoke
    asked = [*COMMANDS[name], "--model", small_model]
    shards, whole = str(tmp_path / "shards"), tmp_path / "whole"
    assert call(main, [*asked, "--out", str(whole)]).exit_code == 0
    for number in (1, 2):
        found = call(main, [*asked, "--shard", f"{number}/2", "--out", shards])
        assert (found.exit_code, f"shard {number}/2 -> {shards}" in found.output) == (0, True), found.output
    refused = call(main, [*asked, "--shard", "1/2", "--out", shards, "--batch-size", "7"])
    assert refused.exit_code == 2 and "another plan: asked.options.batch_size" in refused.output
    refused = call(main, [*asked, "--shard", "1/2", "--out", shards, "--cache-dir", str(tmp_path)])
    assert refused.exit_code == 2 and "--cache-dir has no meaning with --shard" in refused.output

    inputs = []
    ask = CachedPredictor._ask

    def watched(self, new, before, total):
        _, hits = self._from_cache(new)
        inputs.extend(value for value in new if value not in hits)
        self.stats.cached -= len(hits)
        return ask(self, new, before, total)

    monkeypatch.setattr(CachedPredictor, "_ask", watched)
    found = call(main, ["merge", shards])
    assert found.exit_code == 0, found.output
    assert not inputs
    one, other = (json.loads((place / f"{name}.json").read_text()) for place in (whole, tmp_path / "shards/report"))
    assert not [*same(one, other)]

    shutil.rmtree(tmp_path / "shards/shards/000002")
    refused = call(main, ["merge", shards, "--out", str(tmp_path / "other")])
    assert refused.exit_code == 2 and "2/2 is missing" in refused.output and not (tmp_path / "other").exists()


@pytest.mark.slow
def test_a_suite_that_is_there(tmp_path):
    call = CliRunner().invoke
    hr.Suite.build(hr.demo_reviews().select(range(12)), "text-classification", ["ocr"]).save(tmp_path / "suite")
    asked = ["run", "--suite", str(tmp_path / "suite"), "--weakest", "--out"]
    assert call(main, [*asked, str(tmp_path / "whole")]).exit_code == 0
    for number in (1, 2):
        found = call(main, [*asked, str(tmp_path / "shards"), "--shard", f"{number}/2"])
        assert found.exit_code == 0, found.output
    assert call(main, ["merge", str(tmp_path / "shards")]).exit_code == 0
    paths = (tmp_path / "whole/report.json", tmp_path / "shards/report/report.json")
    assert not [*same(*(json.loads(path.read_text()) for path in paths))]
    hr.Suite.build(hr.demo_reviews().select(range(13)), "text-classification", ["ocr"]).save(tmp_path / "suite")
    refused = call(main, ["merge", str(tmp_path / "shards"), "--out", str(tmp_path / "again")])
    assert refused.exit_code == 2 and "the data are others than those of the shards" in refused.output
