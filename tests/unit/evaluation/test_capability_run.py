"""A model on a capability suite: numbers that were counted by hand."""

import json

import pytest
from capability_samples import TASK, by_words, empty, grown, seed, suite, table

import hf_robust as hr
from hf_robust.adapters import Prediction
from hf_robust.capability.cases import case_record, case_row
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import DataFileError, LabelError, UnknownNameError, UsageError
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.capability_run import adapted
from hf_robust.reports import CapabilityReport
from hf_robust.scoring import wilson


class Model:
    """A predictor that counts what it is asked."""

    name, kind, revision = "counting", "model", None

    def __init__(self, labels, say):
        self.labels, self.say, self.asked = labels, say, []

    def predict(self, rows):
        self.asked += [row["text"] for row in rows]
        return [Prediction(self.say(row["text"]), 0.75) for row in rows]


def three(text):
    words = text.split()
    return "neutral" if words[0] == "a" else "negative" if "bad" in words else "positive"


def test_numbers_of_each_capability():
    report = hr.run(Model(("negative", "neutral", "positive"), three), suite())
    a, b, c = (report.result(id) for id in "ABC")
    assert (a["seeds"]["n_failed"], a["seeds"]["n"]) == (0, 4)
    assert (a["expanded"]["n_failed"], a["expanded"]["n"]) == (4, 8)  # those with "bad" in the end
    assert a["seeds"]["interval"] == list(wilson(0, 4)) and a["expanded"]["interval"] == list(wilson(4, 8))
    turned = a["pass_to_fail"]
    assert (turned["pass_to_fail"], turned["n_passed"], turned["n"], turned["pass_to_fail_rate"]) == (4, 8, 8, 0.5)
    assert b["seeds"]["failure_rate"] == b["expanded"]["failure_rate"] == 1.0
    assert b["pass_to_fail"]["n_passed"] == 0 and b["pass_to_fail"]["pass_to_fail_rate"] is None
    assert c["seeds"]["failure_rate"] == c["expanded"]["failure_rate"] == 0.0
    overall = report.record["overall"]
    assert overall["seeds"]["failure_rate"] == pytest.approx(1 / 3)
    # weights 0.9, 0.5 and for C, of which nothing is known, their mean
    assert overall["seeds"]["weighted"] == pytest.approx(0.5 / (0.9 + 0.5 + 0.7))
    assert overall["pass_to_fail"] == 4 and not report.skipped


def test_a_binary_model_skips_what_only_neutral_answers():
    report = hr.run(Model(("negative", "positive"), lambda text: by_words([text])[0]), suite())
    assert [result["id"] for result in report.results] == ["A", "B"]
    assert list(report.skipped) == ["C"] and "negative, positive" in report.skipped["C"]
    assert report.record["overall"]["seeds"]["capabilities"] == 2


def test_labels_are_matched_by_name():
    model = Model(("NEG", "POS"), lambda text: "NEG" if "bad" in text.split() else "POS")
    report = hr.run(model, suite())
    assert report.result("A")["seeds"]["failure_rate"] == 0.0 and report.record["model"]["labels"] == [
        "negative",
        "positive",
    ]
    stars = Model(("1", "2", "3"), lambda text: "3")
    report = hr.run(stars, suite(), label_map={"1": "negative", "2": "neutral", "3": "positive"})
    assert report.result("A")["seeds"]["failure_rate"] == 0.0 and report.result("C")["seeds"]["failure_rate"] == 1.0
    with pytest.raises(LabelError, match="label_map"):
        hr.run(Model(("up", "down"), lambda text: "up"), suite())


def test_a_function_says_by_itself_what_it_can_say():
    report = hr.run(by_words, suite())
    assert list(report.skipped) == ["C"] and "which the model never says; use labels=[" in report.skipped["C"]
    stubborn = hr.run(lambda texts: ["negative"] * len(texts), suite())  # it fails all of A, which is not skipped
    assert stubborn.result("A")["seeds"]["failure_rate"] == 1.0 and list(stubborn.skipped) == ["C"]
    assert hr.run(by_words, suite(), labels=["negative", "neutral", "positive"]).result("C")["seeds"]["n"] == 4
    numbers = lambda texts: [int("bad" not in text.split()) for text in texts]  # noqa: E731
    with pytest.raises(LabelError, match=r"labels=\["):
        hr.run(numbers, suite())
    report = hr.run(numbers, suite(), labels=["negative", "positive"])
    assert report.result("A")["expanded"]["n_failed"] == 4
    with pytest.raises(UsageError, match="labels must be of"):
        hr.run(by_words, suite(), labels=["good"])


def test_a_callable_object_is_a_function_too():
    class Callable:
        model = "inside"

        def __call__(self, texts):
            return by_words(texts)

    report = hr.run(Callable(), suite())
    assert list(report.skipped) == ["C"] and report.result("A")["expanded"]["n_failed"] == 4


def test_each_distinct_text_is_predicted_once():
    tables = {"A": table([seed("A", "same text", ["positive"])]), "B": table([seed("B", "same text", ["negative"])])}
    model = Model(("negative", "positive"), lambda text: "positive")
    report = hr.run(model, CapabilitySuite.of_cases(TASK, tables))
    assert model.asked == ["same text"]
    assert report.record["predictions"]["rows"] == 2 and report.record["predictions"]["unique"] == 1
    assert report.result("A")["seeds"]["n_failed"] == 0 and report.result("B")["seeds"]["n_failed"] == 1


def test_cases_that_a_model_cannot_pass_are_not_even_asked():
    model = Model(("negative", "positive"), lambda text: "positive")
    hr.run(model, suite())
    assert not any(text.startswith("a film") for text in model.asked)


def test_cases_that_only_neutral_answers_are_left_out_of_a_mixed_capability():
    mixed = table([seed("M", "one", ["positive"]), seed("M", "two", ["neutral"]), seed("M", "three", ["neutral"])])
    model = Model(("negative", "positive"), lambda text: "positive")
    report = hr.run(model, CapabilitySuite.of_cases(TASK, {"M": mixed}))
    part = report.result("M")["seeds"]
    assert (part["n"], part["total"], part["n_failed"]) == (1, 3, 0)
    assert part["left_out"] == {"no right answer among the model's labels": 2}


def test_oracle_confidence_filters():
    model = Model(("negative", "neutral", "positive"), three)
    report = hr.run(model, suite(), min_confidence=0.6)
    assert [result["id"] for result in report.results] == ["A", "C"]  # nobody checked C: it stays
    assert "too low" in report.skipped["B"]
    assert report.record["options"]["min_confidence"] == 0.6
    assert not any("but no" in text for text in model.asked)
    with pytest.raises(UsageError, match="from 0 to 1"):
        hr.run(model, suite(), min_confidence=60)


def test_intervals_know_shared_sources():
    """Twelve cases of three sentences, four of which fail together, say less than twelve of their own."""
    said = {True: "bad film", False: "good film"}

    def found(shared):
        rows = [
            seed(
                "A",
                f"{said[n == 0]} {n} {m}",
                ["positive"],
                template=f"t{m % 2}",
                source_ids=[f"r{n if shared else (n, m)}"],
            )
            for n in range(3)
            for m in range(4)
        ]
        return hr.run(by_words, CapabilitySuite.of_cases(TASK, {"A": table(rows)})).result("A")

    alone, shared = found(shared=False), found(shared=True)
    assert alone["seeds"]["interval"] == list(wilson(4, 12)) and alone["seeds"]["sources"] == 12
    assert shared["seeds"]["failure_rate"] == alone["seeds"]["failure_rate"] and shared["seeds"]["sources"] == 3
    assert shared["seeds"]["interval"][1] - shared["seeds"]["interval"][0] > 0.6
    assert all(one["interval"] for one in shared["templates"])


def test_templates_are_told_apart():
    def say(text):
        return "negative" if text.split()[2] in ("0", "2") else "positive"

    result = hr.run(Model(("negative", "positive"), say), suite()).result("A")
    assert [(one["template"], one["failure_rate"], one["n"]) for one in result["templates"]] == [
        ("t0", 1.0, 6),
        ("t1", 0.0, 6),
    ]


def pairs(kind, **expectation):
    """An original of which nothing is expected, and a variant that is compared with it."""
    nothing = {"kind": None, "other": None, "label": None, "tolerance": None}
    first = case_record("I", ["before"], kind="template", test="INV", expectation=nothing)
    about = {"kind": kind, "other": first["case_id"], "label": None, "tolerance": None, **expectation}
    second = case_record("I", ["after"], kind="template", test="INV", expectation=about, seed_id=first["case_id"])
    made = [case_row(["text"], ["before"], first), case_row(["text"], ["after"], second)]
    return CapabilitySuite.of_cases(TASK, {"I": table(made)})


@pytest.mark.parametrize(("after", "failed"), [("positive", 0), ("negative", 1)])
def test_cases_that_are_compared_with_others(after, failed):
    model = Model(("negative", "positive"), lambda text: after if text == "after" else "positive")
    report = hr.run(model, pairs("same"))
    part = report.result("I")["seeds"]
    assert (part["n"], part["n_failed"]) == (1, failed)
    assert report.result("I")["tests"] == ["INV"]
    if failed:
        example = report.result("I")["examples"][0]
        assert example["compared_prediction"] == "positive" and example["fields"][0]["before"] == "before"


@pytest.mark.parametrize(("after", "failed"), [(0.72, 0), (0.85, 1)])
def test_probabilities_of_a_label_are_compared(after, failed):
    import numpy as np

    def model(texts):
        sure = [after if text == "after" else 0.7 for text in texts]
        return np.array([[1 - p, p] for p in sure])

    report = hr.run(model, pairs("down", label="positive", tolerance=0.1), labels=["negative", "positive"])
    assert report.result("I")["seeds"]["n_failed"] == failed


def test_a_capability_without_a_case_is_reported_as_zero():
    report = hr.run(by_words, CapabilitySuite.of_cases(TASK, {"A": suite()["A"].seeds, "Z": empty()}))
    result = report.result("Z")
    assert result["seeds"]["n"] == 0 and result["seeds"]["failure_rate"] is None
    assert "Z          no case" in str(report)


def test_diversity_is_measured_on_samples(monkeypatch):
    from hf_robust.evaluation import capability_scores

    asked = []
    monkeypatch.setattr(capability_scores, "_coverage", lambda texts, nlp: asked.append(len(texts)) or 7)
    result = hr.run(by_words, suite(), diversity=(3, 50)).result("A")
    few, many = result["diversity"]["seeds"]
    assert 0 < few["self_bleu"] < 1 and few["productions"] == 7 and set(asked) == {3}
    assert many == {"size": 50, "self_bleu": None, "productions": None}
    assert len(asked) == 3 * 2 * 2  # draws, splits, capabilities
    with pytest.raises(UsageError, match="sizes"):
        hr.run(by_words, suite(), diversity=50)


def test_the_worst_examples_are_the_surest_and_of_different_seeds():
    rows = [seed("A", f"fine {n}", ["positive"]) for n in range(4)]
    rows += [grown(row, f"{row['text']} bad {n}") for row in rows[:4] for n in range(3)]
    scores = {"fine 0 bad 1": 0.99, "fine 2 bad 0": 0.98}

    class Sure(Model):
        def predict(self, rows):
            return [Prediction(by_words([row["text"]])[0], scores.get(row["text"], 0.6)) for row in rows]

    report = hr.run(Sure(("negative", "positive"), None), CapabilitySuite.of_cases(TASK, {"A": table(rows)}))
    shown = report.result("A")["examples"]
    assert [one["fields"][0]["after"] for one in shown][:2] == ["fine 0 bad 1", "fine 2 bad 0"]
    assert len({one["fields"][0]["before"] for one in shown}) == len(shown) == 3
    assert shown[0]["compared_prediction"] == "positive" and ["insert", " bad 1"] in shown[0]["fields"][0]["diff"]


def test_record_is_saved_and_read(tmp_path):
    report = hr.run(by_words, suite(), command="typed")
    again = CapabilityReport.load(report.save(tmp_path / "report"))
    assert again.record == report.record and again.record["schema_version"] == 2
    suite_record = again.record["suite"]
    assert suite_record["content_hash"] == suite().content_hash and suite_record["dataset"] == "me/films"
    with pytest.raises(UnknownNameError, match="capability"):
        again.result("Q")
    path = tmp_path / "report" / "capabilities.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "results": [{}]}))
    with pytest.raises(DataFileError, match=r"results\[0\].id is missing"):
        CapabilityReport.load(tmp_path / "report")
    path.write_text(json.dumps({**record, "schema_version": 9}))
    with pytest.raises(DataFileError, match="schema version 9"):
        CapabilityReport.load(path)


def test_fail_under_and_junit(tmp_path):
    from xml.etree import ElementTree

    report = hr.run(Model(("negative", "neutral", "positive"), three), suite())
    assert report.failures(0.6) == ["B (Negation at the end): 0.0% of 12 cases pass, below 60.0%"]
    assert len(report.failures(0.7)) == 2 and report.failures(0.0) == []
    with pytest.raises(UsageError, match="type 0.6"):
        report.failures(60)
    root = ElementTree.parse(report.to_junit(tmp_path / "junit.xml", 0.6)).getroot()
    assert root.get("tests") == "3" and root.get("failures") == "1"


def test_neutral_alone_may_be_lacking():
    predictor, known = adapted(Model(("negative", "positive"), three), TASK)
    assert known == ("negative", "positive") == predictor.labels
    with pytest.raises(LabelError):
        adapted(Model(("negative", "neutral"), three), TASK)


def test_the_worst_example_is_explained_beside_its_seed(tmp_path):
    report = hr.run(by_words, suite(), explain=True)
    (first, *others) = report.result("A")["examples"]
    cause = first["root_cause"]
    assert first["kind"] == "expanded" and all(other["root_cause"] is None for other in others)
    assert [token["text"] for token in cause["case"]["tokens"] if token["kept"]] == ["bad"]
    assert cause["accepted"] == ["positive"] and cause["other"]["tokens"][0]["text"] == "good"
    report.save(tmp_path / "report")
    page = (tmp_path / "report" / "capabilities.html").read_text(encoding="utf-8")
    assert "Root cause" in page and "Kept by:" in page
    assert CapabilityReport.load(tmp_path / "report").record == report.record
    typed = report.typed_record.results[0].examples[0].root_cause
    assert as_json(typed) == cause and typed.case.tokens[0].text == cause["case"]["tokens"][0]["text"]
    cause["case"]["tokens"][0]["weight"] = "much"
    with pytest.raises(UsageError, match=r"\.root_cause\.case\.tokens\[0\]\.weight should be number, found 'much'"):
        CapabilityReport(report.record)


def test_nothing_is_explained_unasked():
    assert all(one["root_cause"] is None for one in hr.run(by_words, suite()).result("A")["examples"])
