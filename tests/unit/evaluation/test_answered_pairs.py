"""Answers that are refused, cannot be read or did not arrive: which pairs are scored, and what the record says."""

import numpy as np
import pytest
from datasets import Dataset
from scripted_models import ODD, REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.core.errors import UnansweredError, UsageError
from hf_robust.evaluation.guards import moved_labels
from hf_robust.reports import validate_record
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.scoring import MEASURES

LABELS = ["negative", "positive"]
SENTIMENT = hr.task("sentiment-classification", label_names=LABELS)
TEXTS = [f"a {word} film, number {number}." for word in ("fine", "dull") for number in range(10)]
ROWS = Dataset.from_dict({"text": TEXTS, "label": [1] * 10 + [0] * 10})
UPPER = {"name": "word-case", "case": "upper"}


def number_in(text):
    return int(text.rstrip(".").split()[-1])


def right(text):
    return "positive" if "fine" in text.lower() else "negative"


def after(number, said):
    """Right, but in upper case the rows from a number on get another answer."""
    return lambda text: said if text.isupper() and number_in(text) >= number else right(text)


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(ROWS, SENTIMENT, [UPPER, {"name": "punctuation", "mode": "remove"}])


def run(suite, says, **options):
    report = hr.run(ScriptedModel(SENTIMENT, says), suite, **options)
    validate_record(report.record)
    return report


def test_refused_and_unreadable_answers_are_wrong_and_counted(suite):
    report = run(suite, lambda text: REFUSAL if text == TEXTS[3].upper() else after(8, ODD)(text))
    upper, removed = report.results
    assert (upper["n"], upper["original"], upper["perturbed"]) == (20, 1.0, 15 / 20)
    assert upper["answers"] == {
        "before": {"answered": 1.0, "statuses": {"ok": 20}, "wrong": 0},
        "after": {"answered": 15 / 20, "statuses": {"ok": 15, "refused": 1, "unparsable": 4}, "wrong": 0},
        "changes": {"ok": {"ok": 15, "refused": 1, "unparsable": 4}},
        "both": 15,
        "original": 1.0,
        "perturbed": 1.0,
    }
    assert removed["answers"]["both"] == 20 and "neither" not in removed["answers"]
    assert report.record["answers"] == {
        "before": {"answered": 1.0, "statuses": {"ok": 20}, "wrong": 0},
        "after": {"answered": 35 / 40, "statuses": {"ok": 35, "refused": 1, "unparsable": 4}, "wrong": 0},
        "original": 1.0,
        "examples": [
            {"status": "refused", "text": REFUSAL, "inputs": 1},
            {"status": "unparsable", "text": ODD, "inputs": 4},
        ],
    }
    assert upper["predicted"]["after"] == {"negative": 0.4, "positive": 0.35, NO_ANSWER: 0.25}


def test_the_report_shows_what_the_model_wrote(suite, tmp_path):
    def says(text):
        return right(text) if not text.isupper() else "" if number_in(text) == 1 else f"<b>{number_in(text)}</b> " * 90

    report = run(suite, says)
    shown = report.record["answers"]["examples"]
    assert len(shown) == 3 and max(len(one["text"]) for one in shown) <= 200
    assert {one["inputs"] for one in shown} == {2} and shown[0]["text"] == ""
    page = report.to_html(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;0&lt;/b&gt;" in page and "<b>0</b>" not in page
    assert "(empty)" in report.to_markdown(tmp_path / "report.md").read_text(encoding="utf-8")


def test_failed_requests_remove_pairs(suite):
    def says(text):
        failed = number_in(text) == 5 or text == TEXTS[2].upper()
        return ("503 after 5 attempts",) if failed else right(text)

    report = run(suite, says, max_errors=0.5)
    upper, removed = report.results
    # of rows 5 and 15 the originals fail, of row 2 only the text in upper case
    assert (upper["n"], upper["answers"]["errors"], upper["perturbed"]) == (17, 3, 1.0)
    assert upper["answers"]["changes"] == {"ok": {"ok": 17, "error": 1}, "error": {"error": 2}}
    assert (removed["n"], removed["answers"]["errors"]) == (18, 2)
    assert removed["answers"]["changes"] == {"ok": {"ok": 18}, "error": {"error": 2}}
    told = report.record["answers"]
    assert told["errors"] == 5 and told["reasons"] == {"503 after 5 attempts": 7}
    assert report.record["predictions"]["errors"] == 7 and report.record["originals"]["n"] == 18
    assert len(suite[upper["name"]]) == 20  # the suite itself stays as it is


def test_too_many_failed_requests_end_the_run_after_all_answers_are_stored(suite, tmp_path):
    def says(text):
        return (
            ("time-out" if "number 1" in text else "503",)
            if number_in(text) in (1, 2) and "fine" in text
            else right(text)
        )

    model = ScriptedModel(SENTIMENT, says)
    with pytest.raises(UnansweredError, match=r"have no answer.* run the same command again to ask only for these 4"):
        hr.run(model, suite, cache_dir=tmp_path)
    asked = len(model.asked)
    again = ScriptedModel(SENTIMENT, right)
    report = hr.run(again, suite, cache_dir=tmp_path)
    assert sorted(again.asked) == sorted(text for text in model.asked if isinstance(says(text), tuple))
    assert report.record["predictions"]["cached"] == asked - 4 and report.results[0]["n"] == 20


def test_the_error_names_the_most_frequent_reason(suite):
    def says(text):
        return ("429 after 5 attempts",) if "fine" in text else ("time-out",) if text == TEXTS[15] else right(text)

    with pytest.raises(UnansweredError) as caught:
        run(suite, says)
    message = str(caught.value)
    assert message.startswith("21 of 60 inputs (35.0%) have no answer, because requests failed")
    assert "(most often: 429 after 5 attempts)" in message and "at most 1.0%" in message
    assert "Give `cache_dir` to store the answers" in message


@pytest.mark.parametrize("share", [-0.1, 1.5, "much", True])
def test_a_limit_that_is_no_share_is_refused_before_any_work(suite, share):
    model = ScriptedModel(SENTIMENT, right)
    with pytest.raises(UsageError, match="max_errors must be a share of the inputs from 0 to 1"):
        hr.run(model, suite, max_errors=share)
    with pytest.raises(UsageError, match="max_errors"):
        hr.compare([model, model], suite, max_errors=share)
    assert not model.asked


def test_no_answer_on_both_sides_is_no_evidence_of_consistency(suite):
    report = run(suite, lambda text: REFUSAL if "fine" in text.lower() and "number 9" not in text else right(text))
    upper = report.results[0]
    # 9 fine films are refused as they are; in upper case none of the 10 says "number 9", so all are refused
    assert upper["answers"]["neither"] == 9 and upper["answers"]["both"] == 10
    assert upper["consistency"] == 10 / 11
    assert upper["kappa"] == pytest.approx(0.0, abs=1.0) and upper["kappa"] < 1
    silent = run(suite, lambda text: REFUSAL)
    assert [one["consistency"] for one in silent.results] == [None, None]
    assert [one["kappa"] for one in silent.results] == [None, None]
    assert silent.record["answers"]["before"] == {"answered": 0.0, "statuses": {"refused": 20}, "wrong": 0}
    assert silent.record["answers"]["original"] is None


def test_kappa_leaves_out_pairs_without_any_answer():
    known = moved_labels(["a", "a", "b", "b"], ["a", "b", "b", "b"])["kappa"]
    silent = [NO_ANSWER] * 5
    assert moved_labels(["a", "a", "b", "b", *silent], ["a", "b", "b", "b", *silent])["kappa"] == known
    assert moved_labels(["a", "b", NO_ANSWER], ["a", "b", "a"])["kappa"] < 1


def test_models_with_labels_say_nothing_of_answers(suite):
    record = hr.run(lambda texts: [right(text) for text in texts], suite).record
    assert "answers" not in record and not any("answers" in one for one in record["results"])
    assert "errors" not in record["predictions"]


def test_a_language_model_that_answers_all_says_so(suite):
    report = run(suite, right)
    assert report.record["answers"]["before"] == {"answered": 1.0, "statuses": {"ok": 20}, "wrong": 0}
    assert report.results[0]["answers"]["changes"] == {"ok": {"ok": 20}}


NER = hr.task("ner", label_names=["O", "B-PER", "I-PER"])
TAGGED = Dataset.from_list(
    [{"tokens": [name, "won", "."], "ner_tags": [1, 0, 0]} for name in ("Ann", "Bob", "Cid", "Dan")]
    + [{"tokens": ["It", "rains", "."], "ner_tags": [0, 0, 0]}]
)


def listed(text):
    name = text.split()[0]
    found = [] if name.lower() == "it" else [{"text": name, "type": "person"}]
    more = [{"text": "Zoe", "type": "person"}] if text.isupper() else []
    return str([*found, *more]).replace("'", '"')


def test_entities_that_are_not_in_the_text_are_false_positives():
    suite = hr.Suite.build(TAGGED, NER, [UPPER])
    report = hr.run(ScriptedModel(NER, listed), suite)
    (upper,) = report.results
    assert upper["original"] == 1.0 and upper["answers"]["after"]["unaligned"] == upper["n"] == 5
    assert upper["perturbed"] == pytest.approx(2 * (4 / 9) / (4 / 9 + 1))  # 4 of 9 entities are right
    assert report.record["answers"]["after"] == {"answered": 1.0, "statuses": {"ok": 5}, "unaligned": 5}
    assert upper["broken"] == 5  # also the row in which there is nothing to find


def test_a_row_without_entities_and_without_an_answer_is_wrong():
    suite = hr.Suite.build(TAGGED, NER, [UPPER])
    report = hr.run(ScriptedModel(NER, lambda text: REFUSAL if text.isupper() else listed(text)), suite)
    assert (report.results[0]["broken"], report.results[0]["consistency"]) == (5, 0.0)
    assert report.record["worst_case"]["worst"] == 0.0


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_more_false_positives_lower_each_measure_that_counts_what_is_predicted(name):
    measure = MEASURES[name]
    if measure.predicted_column is None:
        assert measure.with_false_positives(np.ones((2, 3)), np.array([1, 0])).tolist() == [[1.0] * 3] * 2
        return
    stats = np.array([[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]])
    more = measure.with_false_positives(stats, np.array([3, 0]))
    assert more.tolist() == [[2.0, 5.0, 2.0], [1.0, 1.0, 1.0]] and stats[0, 1] == 2.0
    recall = name == "word_recall"
    assert (measure.aggregate(more.sum(axis=0)) < measure.aggregate(stats.sum(axis=0))) != recall


def test_models_side_by_side_are_scored_on_pairs_that_both_answered(suite):
    def lost(place):
        return lambda text: ("503",) if text == TEXTS[place].upper() else right(text)

    models = {name: ScriptedModel(SENTIMENT, lost(place), name) for name, place in (("one", 2), ("other", 5))}
    report = hr.compare(models, suite, max_errors=0.1)
    assert [one["n"] for model in report.record["models"] for one in model["results"]] == [18, 20, 18, 20]
    assert [one["n"] for one in report.record["transformations"]] == [18, 20]
    assert [one["n"] for one in report.record["changes"][0]["results"]] == [20, 18, 20]
    with pytest.raises(UnansweredError):
        hr.compare(models, suite)
    two = hr.compare([ScriptedModel(SENTIMENT, right), ScriptedModel(SENTIMENT, lambda text: REFUSAL)], suite)
    assert [one["broken"] for one in two.record["changes"][0]["results"]] == [20, 20, 20]
    same = hr.compare([ScriptedModel(SENTIMENT, lambda text: REFUSAL) for _ in range(2)], suite)
    assert [one["churn"] for one in same.record["changes"][0]["results"]] == [None, None, None]


def test_generated_tests_without_an_answer_are_not_scored():
    nli = hr.task("nli", label_names=["entailment", "neutral", "contradiction"])
    pairs = [("A boy kicks a ball to a girl.", "A boy plays."), ("The woman paints a red door.", "A woman works.")]
    rows = [{"premise": one, "hypothesis": other, "label": 0} for one, other in pairs]
    suite = hr.Suite.build(Dataset.from_list(rows), nli, ["overlap", "word-case"])
    tests = suite["overlap"].perturbed["premise"]
    said = {tests[0]: REFUSAL, tests[1]: ("503",)}
    found = hr.run(ScriptedModel(nli, lambda text: said.get(text, "contradiction")), suite, max_errors=0.5)
    validate_record(found.record)
    (result,) = found.record["generated"]
    assert result["n"] == len(tests) - 1 and result["answers"]["errors"] == 1
    assert result["answers"]["answers"]["statuses"]["refused"] == 1
    assert result["answers"]["score"] is None or result["answers"]["score"] >= result["score"]
