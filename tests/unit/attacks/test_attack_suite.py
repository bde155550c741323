"""Suites that attacks found: what a report says of the attacked model and of others, and what their card says."""

import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr

TASK = hr.task("sentiment-classification")
FEATURES = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
TEXTS = ["A good film", "A fine and good play", "A good, fine story", "A fine cast", "A dull film"]


def attacked(texts):
    """Says ``pos`` where one of two words stands."""
    return ["pos" if "good" in text or "fine" in text else "neg" for text in texts]


def short_is_good(texts):
    """Knows nothing of words, so that no edit of them reaches it, but has the long text wrong."""
    return ["pos" if len(text) < 20 and "dull" not in text else "neg" for text in texts]


@pytest.fixture(scope="module")
def run():
    rows = Dataset.from_dict({"text": TEXTS, "label": [1, 1, 1, 1, 0]}, features=FEATURES)
    return hr.attack(attacked, rows, "deepwordbug", TASK)


@pytest.fixture(scope="module")
def suite(run):
    return run.suite("found", effect="preserves")


def test_on_the_attacked_model_the_score_is_no_result(suite):
    report = hr.run(attacked, suite)
    assert report.record["suite"]["attacked"] == {"name": "attacked", "revision": None}
    assert report.verdict.startswith("An attack on this model found these rows: it predicts each of them wrongly")
    assert report.verdict in str(report).replace("\n", " ")
    assert "Attacked model" in dict(report.view.facts)


def test_on_another_model_the_transfer_rate_is_told(suite):
    report = hr.run(short_is_good, suite)
    transfer = report.record["transfer"]
    before = short_is_good([row["text"] for row in suite["attack-deepwordbug"].original])
    after = short_is_good([row["text"] for row in suite["attack-deepwordbug"].perturbed])
    assert transfer["right"] == before.count("pos") > 0
    assert transfer["wrong"] == sum(one == "pos" != other for one, other in zip(before, after))
    assert (
        "of the rows that an attack on attacked found transfer to this model: it predicts 2 originals" in report.verdict
    )
    assert "Transfer rate" in [tile.label for tile in report.view.tiles]
    assert "Transfer rate" in dict(report.view.glossary)


def test_another_model_of_the_same_name_is_no_source(suite):
    def other(texts):
        return ["pos"] * len(texts)

    other.__name__ = other.__qualname__ = "attacked"
    assert (
        "An attack on a model with this name (attacked) found these rows, but this model"
        in hr.run(other, suite).verdict
    )


def test_other_suites_say_nothing_of_it(run):
    report = hr.run(attacked, hr.Suite.build(run.dataset, TASK, ["word-case"]))
    assert "attacked" not in report.record["suite"] and "transfer" not in report.record
    assert "Transfer rate" not in dict(report.view.glossary)


def test_the_card_says_how_the_rows_were_found_and_how_to_cite(suite, tmp_path):
    suite.save(tmp_path / "suite")
    card = " ".join((tmp_path / "suite" / "README.md").read_text(encoding="utf-8").split())
    for part in (
        "found by an attack on `attacked` with the recipe `deepwordbug`",
        "No person checked the labels",
        "hf-robust audit draw",
        "cite the *transfer rate*",
        "run = hr.attack('attacked', data, 'deepwordbug', task, like='paper', seed=0)",
    ):
        assert part in card, part
    assert "Suite.build" not in card
    assert hr.Suite.load(tmp_path / "suite").info["attacked"] == {"name": "attacked", "revision": None}
