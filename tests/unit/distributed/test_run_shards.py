"""The report of a run in shards is that of one process: equal counts and intervals, and no row in two shards."""

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.distributed import merge_shards, run_shard
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard
from hf_robust.reports import Report
from hf_robust.scoring.measure_type import share
from hf_robust.scoring.poisson_bootstrap import poisson_interval, poisson_p, poisson_sums
from hf_robust.scoring.statistics import paired_bootstrap

TASK = "sentiment-classification"
COUNTED = ("n", "original", "perturbed", "drop", "relative_drop", "interval", "p_value", "p_adjusted", "coverage")
COUNTED += ("consistency", "broken", "mended", "secondary", "sources", "kappa", "predicted", "total", "reasons")
COUNTED += ("rows_by_step",)


def model(texts):
    """Right or wrong by the characters of the text, so that changes of a text change many answers."""
    return ["pos" if sum(map(ord, text)) % 3 else "neg" for text in texts]


@pytest.fixture(scope="module")
def suite():
    # every fourth text stands twice, under other ids: rows of one cluster
    texts = [f"A film with {n - n % 4 // 3} scenes and a warm song." for n in range(40)]
    rows = Dataset.from_dict(
        {"text": texts, "label": ["pos" if n % 3 else "neg" for n in range(40)], "id": [f"r{n}" for n in range(40)]}
    )
    return hr.Suite.build(rows, hr.task(TASK, id="id"), ["keyboard", "word-case", ["typos", "twitter"]], seed=1)


def merged(model, suite, folder, shards, **options):
    for number in range(1, shards + 1):
        assert run_shard(model, suite, shard=f"{number}/{shards}", out=folder, **options)
    return merge_shards(folder)


@pytest.mark.parametrize("shards", [1, 3, pytest.param(60, marks=pytest.mark.slow)])
def test_the_report_is_that_of_one_process(suite, tmp_path, shards):
    whole = hr.run(model, suite).record
    found = merged(model, suite, tmp_path, shards).record
    assert len(whole["results"]) == 3 and whole["results"][0]["sources"] < whole["results"][0]["n"]
    for one, other in zip(found["results"], whole["results"], strict=True):
        assert {name: one.get(name) for name in COUNTED} == {name: other.get(name) for name in COUNTED}
        assert one["rows"] is None and one["standard_error"] > 0 and one["examples"]
    for part, names in (("originals", ("n", "sources", "score")), ("worst_case", COUNTED[:6])):
        assert [found[part].get(name) for name in names] == [whole[part].get(name) for name in names]
    for part in ("labels", "groups", "model", "suite", "metric", "skipped", "resources"):
        assert found[part] == whole[part]
    assert {one["code"] for one in found["warnings"]} <= {one["code"] for one in whole["warnings"]}


def test_each_source_is_in_one_shard(suite, tmp_path):
    merged(model, suite, tmp_path, 3)
    records = [json.loads((ShardFolder(tmp_path).place(Shard(n, 3)) / "shard.json").read_text()) for n in (1, 2, 3)]
    sizes = [one["record"]["originals"]["n"] for one in records]
    assert sum(sizes) == 40 and min(sizes) > 0


def test_a_report_of_shards_is_saved_and_read_again(suite, tmp_path):
    report = merged(model, suite, tmp_path / "shards", 2)
    report.save(tmp_path / "report")
    assert Report.load(tmp_path / "report").record == report.record


def test_measures_without_right_and_wrong_have_intervals_of_the_poisson_bootstrap(tmp_path):
    rows = {
        "tokens": [["Anna", "Berg", "met", "Carl", f"number{n}"] for n in range(8)],
        "ner_tags": [["B-PER", "I-PER", "O", "B-PER", "O"] for _ in range(8)],
    }

    def tagger(rows):
        return [["B-PER" if len(token) % 3 else "O" for token in tokens] for tokens in rows]

    suite = hr.Suite.build(Dataset.from_dict(rows), "named-entity-recognition", ["typos"])
    whole, found = hr.run(tagger, suite).record, merged(tagger, suite, tmp_path, 2).record
    for one, other in zip(found["results"], whole["results"], strict=True):
        for name in ("n", "original", "perturbed", "drop", "consistency", "coverage", "secondary"):
            assert one[name] == other[name]
        assert (one["interval"] is None) == (other["interval"] is None)
        if one["interval"]:
            assert np.allclose(one["interval"], other["interval"], atol=0.1)
        assert 0 <= one["p_value"] <= 1
    assert found["worst_case"]["worst"] == pytest.approx(whole["worst_case"]["worst"])


def assert_same_numbers(found, whole):
    for one, other in zip(found["results"], whole["results"], strict=True):
        assert one["n"] == other["n"] == 24
        for name in ("original", "perturbed", "drop", "consistency"):
            assert one[name] == pytest.approx(other[name])
        assert one["secondary"] == {name: pytest.approx(pair) for name, pair in other["secondary"].items()}
    assert found["worst_case"]["worst"] == pytest.approx(whole["worst_case"]["worst"])


def test_scores_and_their_errors_are_those_of_one_process(tmp_path):
    rows = {
        "text": [f"A film with {n - n % 4 // 3} scenes." for n in range(24)],
        "score": [float(n % 5) for n in range(24)],
    }
    suite = hr.Suite.build(Dataset.from_dict(rows), "text-regression", ["typos", "word-case"])

    def scorer(texts):
        return [n / 3 if (n := sum(map(ord, text)) % 14) else 4.0 for text in texts]

    whole, found = hr.run(scorer, suite).record, merged(scorer, suite, tmp_path, 3).record
    assert_same_numbers(found, whole)
    for one, other in zip(found["results"], whole["results"], strict=True):
        for name in ("error", "rise", "share", "shift", "change"):
            assert one["scores"][name] == pytest.approx(other["scores"][name])
        assert one["scores"]["p_adjusted"] == pytest.approx(other["scores"]["p_adjusted"], abs=0.05)


def test_sets_of_labels_are_scored_as_in_one_process(tmp_path):
    names = ["art", "money", "sport"]
    rows = {
        "text": [f"A film with {n} scenes." for n in range(24)],
        "labels": [[name for place, name in enumerate(names) if (n + place) % 3] for n in range(24)],
    }
    suite = hr.Suite.build(Dataset.from_dict(rows), "multi-label", ["typos", "word-case"])

    def tagger(texts):
        return [[name for place, name in enumerate(names) if (sum(map(ord, text)) + place) % 3] for text in texts]

    assert_same_numbers(merged(tagger, suite, tmp_path, 3).record, hr.run(tagger, suite).record)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_poisson_intervals_are_near_those_of_the_bootstrap(seed):
    """Within 0.2 points at 5,000 rows, as specified."""
    rng = np.random.default_rng(seed)
    before = (rng.random(5000) < 0.9).astype(float)
    after = np.where(rng.random(5000) < 0.1, rng.random(5000) < 0.4, before).astype(float)
    sides = [np.column_stack([side, np.ones(5000)]) for side in (before, after)]
    keys = rng.integers(0, 2**63, 5000).astype(np.uint64)
    parts = [[poisson_sums(side[part::7], keys[part::7]) for part in range(7)] for side in sides]
    found = poisson_interval(*(np.sum(one, axis=0) for one in parts), share)
    assert np.allclose(found, paired_bootstrap(*sides, share), atol=0.002)


def test_weights_of_the_poisson_bootstrap_have_mean_and_variance_one():
    keys = np.arange(4000, dtype=np.uint64)
    weights = poisson_sums(np.eye(20)[np.arange(4000) % 20], keys, resamples=50)
    assert weights.mean() == pytest.approx(200, rel=0.02)
    assert weights.var() == pytest.approx(200, rel=0.15)
    assert (poisson_sums(np.ones((2, 1)), keys[[7, 7]], 50) % 2 == 0).all()  # rows of one key are drawn together


def test_p_values_of_resamples():
    keys = np.arange(500, dtype=np.uint64)
    right, half = np.ones((500, 2)), np.column_stack([np.arange(500) % 2, np.ones(500)])
    sums = poisson_sums(right, keys), poisson_sums(half, keys)
    assert poisson_p(*sums, 0.5, share) < 1e-9
    assert poisson_p(sums[0], sums[0], 0.0, share) == 1.0
    assert poisson_p(np.empty((0, 2)), np.empty((0, 2)), 0.0, share) is None
    assert math.isnan(poisson_interval(np.zeros((9, 2)), np.zeros((9, 2)), share).low)


def test_missing_damaged_and_other_plans_are_refused_by_name(suite, tmp_path):
    assert run_shard(model, suite, shard="1/2", out=tmp_path)
    assert not run_shard(model, suite, shard="1/2", out=tmp_path)
    with pytest.raises(SuiteError, match="2/2 is missing"):
        merge_shards(tmp_path)
    with pytest.raises(UsageError, match="another plan: data is"):
        run_shard(model, suite.part(["keyboard"]), shard="2/2", out=tmp_path)
    with pytest.raises(UsageError, match="another plan: .*asked.unrated is 'keep' there and 'skip' here"):
        run_shard(model, suite, shard="2/2", out=tmp_path, unrated="skip", min_confidence=0.0)
    assert run_shard(model, suite, shard="2/2", out=tmp_path)
    record = ShardFolder(tmp_path).place(Shard(2, 2)) / "shard.json"
    record.write_text(record.read_text()[:-9])
    with pytest.raises(SuiteError, match=r"2/2 is damaged \(shard.json\)"):
        merge_shards(tmp_path)
    assert run_shard(model, suite, shard="2/2", out=tmp_path)
    assert merge_shards(tmp_path)["keyboard"]["n"] == hr.run(model, suite)["keyboard"]["n"]


def test_what_does_not_add_up_is_refused(suite, tmp_path):
    with pytest.raises(UsageError, match="takes a robustness suite"):
        run_shard(model, hr.demo_reviews(), shard="1/2", out=tmp_path)
    with pytest.raises(UsageError, match="name the metric"):
        run_shard(model, suite, shard="1/2", out=tmp_path, metric=lambda prediction, reference: 1.0)
    assert not any(tmp_path.iterdir())


@pytest.mark.slow
def test_on_the_command_line(tmp_path):
    hr.Suite.build(hr.demo_reviews().select(range(24)), "text-classification", ["word-case"]).save(tmp_path / "suite")
    asked = [
        "run",
        "--suite",
        str(tmp_path / "suite"),
        "--model",
        "linear-text-baseline",
        "--sums",
        "--out",
        str(tmp_path / "shards"),
    ]
    run = CliRunner().invoke
    for shard in ("1/2", "2/2"):
        found = run(main, [*asked, "--shard", shard])
        assert (found.exit_code, found.output.endswith(f"shard {shard} -> {tmp_path / 'shards'}\n")) == (0, True)
    found = run(main, ["merge", str(tmp_path / "shards")])
    assert found.exit_code == 0, found.output
    assert Report.load(tmp_path / "shards/report")["word-case"]["n"] == 24
    refused = run(main, ["run", "--shard", "1/2", "--sums", "--out", str(tmp_path / "other")])
    assert refused.exit_code == 2 and "--sums goes with --shard and --suite" in refused.output
    refused = run(main, [*asked, "--shard", "1/2", "--weakest"])
    assert refused.exit_code == 2 and "--weakest" in refused.output
