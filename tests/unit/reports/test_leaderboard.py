"""Leaderboards from what cards say: each model once, the newest result, nothing from cards that are broken."""

from copy import deepcopy

import pytest
import yaml
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.leaderboard_rows import Leaderboard, ListedModel, leaderboard

SUITE = "me/reviews-robust"


def index(change=lambda record: None) -> list[dict]:
    """The index of a card that a report wrote."""
    record = sample_record()
    change(record)
    return [{"name": "m", "results": yaml.safe_load(yaml.safe_dump(Report(record).card_entries()))}]


def board(*models: ListedModel, entries: tuple[str, ...] = ()) -> Leaderboard:
    return leaderboard(SUITE, models, entries)


def of(**facts: object):
    """An index whose record has other facts of the suite, or another date."""

    def change(record: dict) -> None:
        record["created"] = facts.pop("created", record["created"])
        record["worst_case"]["worst"] = facts.pop("worst", 0.7)
        record["suite"].update(facts)

    return index(change)


def test_a_line_says_what_the_report_says():
    found = board(ListedModel("me/bert", index()))
    cells = dict(zip(found.headers, found.table()[0], strict=True))
    assert cells == {
        "model": "[me/bert](https://huggingface.co/me/bert)",
        "version": "1.0.0",
        "original": 90.5,
        "worst case": 70.0,
        "drop": 20.5,
        "interval": "15.0 to 26.0",
        "date": "2026-01-02",
        "verified": "no",
        "keyboard": 75.0,
        "add_sentence": 91.0,
        "synonym": 87.5,
    }
    assert len(found.datatypes) == len(found.headers) and found.lines[0].commit == "8d0c1f2"
    assert found.details("me/bert")[0] == ["keyboard", 90.0, 75.0, 15.0, "10.0 to 20.0", 180]
    assert found.details("me/other") == [] and len(found.detail_headers) == 6


def test_entries_come_in_the_order_of_the_suite_and_others_not_at_all():
    found = board(ListedModel("me/bert", index()), entries=("synonym", "keyboard", "ocr"))
    assert found.entries == ["synonym", "keyboard"] and [row[0] for row in found.details("me/bert")] == found.entries


def test_newest_version_first_and_the_best_worst_case_first():
    models = [
        ListedModel("me/old", of(version="1.9.0", worst=0.9)),
        ListedModel("me/weak", of(version="1.10.0", worst=0.2)),
        ListedModel("me/strong", of(version="1.10.0", worst=0.4)),
    ]
    found = board(*models)
    assert [line.model for line in found.lines] == ["me/strong", "me/weak", "me/old"]
    assert "version 1.10.0, 1.9.0. Only rows of one version compare." in found.summary()


def test_each_model_once_with_its_newest_result():
    old, new = of(worst=0.9), of(created="2026-02-01T00:00:00+00:00", version="1.1.0", worst=0.3)
    for both in ([*old, *new], [*new, *old]):
        (line,) = board(ListedModel("me/bert", both), ListedModel("me/bert", old)).lines
        assert (line.version, line.worst.value) == ("1.1.0", 0.3)


def test_verified_by_the_card_or_by_the_hub():
    stated = index()
    stated[0]["results"][0]["metrics"][0]["verified"] = True
    models = [ListedModel("a/a", stated), ListedModel("b/b", index(), {SUITE}), ListedModel("c/c", index(), {"me/x"})]
    assert [line.verified for line in board(*models).lines] == [True, True, False]


def test_a_suite_of_one_entry_has_that_as_its_worst_case():
    def alone(record: dict) -> None:
        record["results"], record["worst_case"] = record["results"][:1], None

    (line,) = board(ListedModel("me/bert", index(alone))).lines
    assert line.worst == line.entries["keyboard"] and line.worst.value == 0.75


def test_cards_without_a_result_on_the_suite_are_no_lines_and_not_broken():
    other = index(lambda record: record["suite"].update(repo="me/other"))
    foreign = [{"name": "m", "results": [{"dataset": {"type": SUITE}, "metrics": 7, "source": {"name": "x"}}, 3, None]}]
    silent = [None, [], {}, "x", [None], [{"results": None}], other, foreign]
    found = board(*(ListedModel(f"me/m{number}", one) for number, one in enumerate(silent)))
    assert found.lines == [] and found.broken == {} and found.table() == [] and found.entries == []
    assert found.summary() == f"0 models with results on [{SUITE}](https://huggingface.co/datasets/{SUITE})."


@pytest.mark.parametrize(
    "damage",
    [
        lambda one: one["dataset"].pop("args"),
        lambda one: one["dataset"]["args"].update(created="yesterday"),
        lambda one: one["dataset"]["args"].update(created="2026-01-02T03:04:05"),
        lambda one: one["dataset"]["args"].update(suite_version=["1"]),
        lambda one: one["dataset"]["args"].update(suite_version="9" * 50),
        lambda one: one.update(metrics=[1]),
        lambda one: one.pop("metrics"),
        lambda one: one["metrics"][0].update(value="high"),
        lambda one: one["metrics"][0].update(value=75.0),
        lambda one: one["metrics"][0].update(value=True),
        lambda one: one["metrics"][0]["args"].update(interval=3),
        lambda one: one["metrics"][0]["args"].pop("original"),
        lambda one: one["metrics"][0]["args"].update(n="many"),
    ],
)
def test_a_broken_card_is_left_out_and_counted(damage):
    broken = deepcopy(index())
    damage(broken[0]["results"][0])
    found = board(ListedModel("me/good", index()), ListedModel("me/broken", broken))
    assert [line.model for line in found.lines] == ["me/good"] and list(found.broken) == ["me/broken"]
    assert found.summary().endswith("Left out, for a card that cannot be read: 1.")
