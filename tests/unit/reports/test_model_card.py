"""What a report says in a model's card: entries that the Hub's own client reads."""

import re

import pytest
from huggingface_hub import ModelCard, parse_eval_result_entries
from report_records import hostile_record, unmeasured_record
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

from hf_robust import reports
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.reports import AttackReport, CapabilityReport, CorruptionReport, Report, load_report
from hf_robust.reports.any_report import KINDS
from hf_robust.reports.base import BaseReport
from hf_robust.reports.hub_results import CardResults, updated
from hf_robust.reports.model_card import eval_results, is_of, key_of, section_of


def card_of(report, card: str = "") -> str:
    results = CardResults(
        key_of(report.typed_record), report.card_entries(), section_of(report.view), report.typed_record
    )
    return updated(card, "me/bert", results)


def read(report) -> list:
    return ModelCard(card_of(report)).data.eval_results


def test_a_suite_on_the_hub_has_an_entry_a_config():
    found = read(Report(sample_record()))
    assert [one.dataset_config for one in found[::2]] == ["keyboard", "add_sentence", "synonym", None]
    first = found[0]
    assert (first.task_type, first.dataset_type, first.dataset_split) == (
        "text-classification",
        "me/reviews-robust",
        "perturbed",
    )
    assert (first.dataset_revision, first.dataset_name) == ("8d0c1f2", "reviews-robust (keyboard)")
    assert (first.metric_type, first.metric_value, first.verified) == ("accuracy", 0.75, False)
    assert (first.source_name, first.source_url) == ("hf_robust", "https://huggingface.co/datasets/me/reviews-robust")
    assert found[1].metric_value == 0.9 and found[-1].metric_value == 0.7


def test_without_a_suite_on_the_hub_the_scores_stand_under_the_source_data():
    record = sample_record()
    record["suite"] |= {"repo": None, "commit": None}
    found = read(Report(record))
    assert {(one.dataset_type, one.dataset_split, one.dataset_config) for one in found} == {
        ("me/reviews", "validation", None)
    }
    assert len({one.metric_name for one in found}) == len(found) == 7
    assert found[0].dataset_args["content_hash"] == "3e1f0a9b2c" and found[0].dataset_args["seed"] == 7


@pytest.mark.parametrize("name", [None, "my own file.csv", "a b/c"])
def test_data_that_is_no_data_set_of_the_hub_is_of_unknown_type(name):
    record = sample_record()
    record["suite"] |= {"repo": None, "dataset": name, "split": None}
    found = read(Report(record))
    assert {one.dataset_type for one in found} == {"unknown"} and found[0].dataset_name == (name or "reviews-robust")


def test_capabilities_and_attacks():
    rates = read(CapabilityReport(sample_capabilities()))
    assert [one.metric_value for one in rates] == [0.6, 0.6, 0.05, 0.0525] and rates[0].metric_type == "failure_rate"
    found = {one.metric_name: one.metric_value for one in read(AttackReport(sample_attack()))}
    assert found == {"Accuracy": 0.9, "Accuracy under attack (pwws)": 0.3, "Attack success rate (pwws)": 0.6667}


def test_what_has_no_place_in_a_card():
    with pytest.raises(UsageError, match="of several models"):
        CorruptionReport(sample_corruptions()).push_results("me/bert")
    with pytest.raises(UsageError, match="holds no score"):
        Report(unmeasured_record()).push_results("me/bert")


def test_a_push_replaces_its_own_results_alone():
    record = sample_record()
    card = card_of(AttackReport(sample_attack()), card_of(Report(record)))
    record["results"], record["worst_case"] = record["results"][:1], None
    record["results"][0]["perturbed"] = 0.5
    again = card_of(Report(record), card)
    found = [(one.metric_name, one.metric_value) for one in ModelCard(again).data.eval_results]
    assert found[:3] == [
        ("Accuracy", 0.9),
        ("Accuracy under attack (pwws)", 0.3),
        ("Attack success rate (pwws)", 0.6667),
    ]
    assert found[3:] == [("Accuracy after keyboard", 0.5), ("Accuracy before keyboard, same rows", 0.9)]
    assert again.count("## Robustness report") == again.count("## Attack report") == 1
    assert card_of(Report(record), again) == again


def test_hostile_names_stay_texts():
    card = card_of(Report(hostile_record()))
    assert ModelCard(card).data.eval_results and "<script" not in re.sub("`[^`]*`", "", card.split("---", 2)[2])


@pytest.mark.parametrize("entry", [{}, {"source": 1, "dataset": []}, {"source": {"name": "hf_robust"}, "dataset": {}}])
def test_entries_of_others_are_not_ours(entry):
    assert not is_of("me/x", entry)


def test_entries_for_leaderboards():
    record = sample_record()
    found = parse_eval_result_entries(eval_results(Report(record).typed_record, ["keyboard", "worst_case", "nothing"]))
    assert [(one.dataset_id, one.task_id, one.value) for one in found] == [
        ("me/reviews-robust", "keyboard", 75.0),
        ("me/reviews-robust", "worst_case", 70.0),
    ]
    assert found[0].notes == "drop 15.0 (10.0 to 20.0), 180 rows" and found[0].dataset_revision == "8d0c1f2"
    assert eval_results(Report(record).typed_record, []) == []


def test_load_report_finds_the_kind(tmp_path):
    for number, report in enumerate(
        (Report(sample_record()), CapabilityReport(sample_capabilities()), AttackReport(sample_attack()))
    ):
        folder = report.save(tmp_path / str(number))
        assert load_report(folder) == load_report(folder / report.schema.file_name) == report
    CapabilityReport(sample_capabilities()).save(tmp_path / "0")
    with pytest.raises(DataFileError, match=r"report\.json and capabilities\.json; name the one"):
        load_report(tmp_path / "0")
    (tmp_path / "x.json").write_text('{"kind": "x"}')
    for wrong in (tmp_path, tmp_path / "nothing", tmp_path / "x.json"):
        with pytest.raises(DataFileError, match="no report at"):
            load_report(wrong)


def test_load_report_knows_every_kind():
    public = (getattr(reports, name) for name in reports.__all__)
    kinds = {one for one in public if isinstance(one, type) and issubclass(one, BaseReport)}
    assert kinds == set(KINDS) and len({kind.schema.file_name for kind in KINDS}) == len(KINDS)
