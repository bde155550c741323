"""The orchestration: what is predicted, scored and written down."""

from dataclasses import replace
from time import process_time

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.reports import validate_record
from hf_robust.reports.formats import html
from hf_robust.transforms.base import preserves

FEATURES = Features({"text": Value("string"), "label": ClassLabel(names=["negative", "positive"])})
TEXTS = ["A wonderful evening in the park.", "The soup was cold again.", "They are friendly people.", "Never go there."]


@pytest.fixture
def reviews():
    return Dataset.from_dict({"text": TEXTS, "label": [1, 0, 1, 0]}, features=FEATURES)


@pytest.fixture
def suite(reviews):
    names = [{"name": "word-case", "case": "upper"}, "contraction", {"name": "punctuation", "mode": "remove"}]
    return hr.Suite.build(reviews, hr.task("sentiment-classification"), names, source="made/here", split="test")


def case_bound(texts):
    """Right on lower-case texts, always negative on upper-case ones."""
    good = ("wonderful", "friendly")
    return ["positive" if any(word in text for word in good) else "negative" for text in texts]


def test_numbers(suite):
    report = hr.run(case_bound, suite)
    validate_record(report.record)
    upper, contraction, _ = report.results
    assert (upper["original"], upper["perturbed"], upper["drop"], upper["n"]) == (1.0, 0.5, 0.5, 4)
    assert (upper["broken"], upper["mended"], upper["consistency"]) == (2, 0, 0.5)
    assert (contraction["n"], contraction["total"], contraction["coverage"]) == (1, 4, 0.25)
    assert report.record["worst_case"]["worst"] == 0.5
    assert report.record["suite"]["dataset"] == "made/here"
    assert upper["p_adjusted"] >= upper["p_value"]


def test_what_validators_left_out_is_no_row_that_could_not_be_changed(suite):
    sieved = suite.filter(words_changed=0.5)
    report = hr.run(case_bound, sieved)
    validate_record(report.record)
    upper, contraction, _ = report.results
    assert upper["left_out"] == {"words-changed": 4} and upper["coverage"] == 0 and upper["n"] == 0
    assert contraction["coverage"] == 0.25 and contraction["left_out"] == {"words-changed": 0}
    shown = str(report.results[0])
    assert "Validators removed 4 pairs; 0 of 4 rows remain (0%)" in shown and "4 words-changed" in shown
    assert "left_out" not in hr.run(case_bound, suite).results[0]


def test_results_carry_our_audits_and_no_published_ratings(suite):
    from hf_robust.transforms.audited_versions import audit_of

    report = hr.run(case_bound, suite)
    for result in report.results:
        assert "human" not in result and result["audit"] == audit_of(result["stages"])
    assert any(result["audit"] for result in report.results)


def test_worst_examples_show_what_changed(suite):
    examples = hr.run(case_bound, suite).results[0]["examples"]
    assert [example["gold"] for example in examples] == ["positive", "positive"]
    shown = examples[0]["fields"][0]
    assert shown["after"] == shown["before"].upper()
    assert "".join(text for kind, text in shown["diff"] if kind != "insert") == shown["before"]
    assert "".join(text for kind, text in shown["diff"] if kind != "delete") == shown["after"]


def test_originals_are_predicted_once(suite):
    seen = []

    def model(texts):
        seen.extend(texts)
        return case_bound(texts)

    report = hr.run(model, suite)
    assert len(seen) == len(set(seen)) == report.record["predictions"]["unique"]
    assert report.record["predictions"]["rows"] == 2 * sum(len(suite[name]) for name in suite)


@pytest.mark.slow
def test_a_torch_model_gets_each_distinct_input_once_in_full_batches(suite):
    from tiny_models import classifier, count_calls, tokenizer

    model, task = classifier(("negative", "positive")), hr.task("sentiment-classification")
    calls = count_calls(model)
    report = hr.run(hr.as_predictor(model, task, tokenizer=tokenizer(), batch_size=4), suite)
    unique = report.record["predictions"]["unique"]
    assert sum(calls) == unique < report.record["predictions"]["rows"]
    assert len(calls) == -(-unique // 4)


def test_predictions_are_kept_on_disk(suite, tmp_path):
    calls = []

    def model(texts):
        calls.append(len(texts))
        return case_bound(texts)

    first = hr.run(model, suite, cache_dir=tmp_path, cache_key="v1")
    again = hr.run(model, suite, cache_dir=tmp_path, cache_key="v1")
    assert len(calls) == 1 and again.record["predictions"]["cached"] == first.record["predictions"]["unique"]
    assert [r["drop"] for r in first.results] == [r["drop"] for r in again.results]


def test_labels_must_match(suite):
    with pytest.raises((LabelError, UsageError), match="joy"):
        hr.run(lambda texts: ["joy"] * len(texts), suite)


def test_wrong_number_of_predictions(suite):
    with pytest.raises(UsageError):
        hr.run(lambda texts: ["negative"], suite)


def test_without_a_model_other_tasks_have_a_baseline_that_must_be_trained(reviews):
    suite = hr.Suite.build(reviews, hr.task("text-classification"), ["keyboard"])
    with pytest.raises(UsageError, match="linear-text-baseline must be trained, and 4 different rows"):
        hr.run(None, suite)


def test_string_labels_need_no_names():
    data = Dataset.from_dict({"text": TEXTS, "label": ["neg", "pos", "neg", "pos"]})
    suite = hr.Suite.build(data, hr.task("text-classification"), ["word-case"])
    assert hr.run(lambda texts: ["pos"] * len(texts), suite).results[0]["original"] == 0.5


def test_an_entry_that_changes_nothing_is_reported_with_zero_rows():
    data = Dataset.from_dict({"text": ["Plain text", "More of it"], "label": ["a", "b"]})
    suite = hr.Suite.build(data, hr.task("text-classification"), ["number", "word-case"])
    number = hr.run(lambda texts: ["a"] * len(texts), suite).results[0]
    assert (number["n"], number["coverage"], number["original"], number["unchanged"]) == (0, 0.0, None, 0)
    assert number["not_applicable"] == 2 and number["reasons"] == {"the text has no numbers": 2}


def test_pairs_tags_and_answers_are_read_by_role():
    pairs = Dataset.from_dict({"premise": ["A"], "hypothesis": ["B"], "label": ["x"]})
    assert hr.task("natural-language-inference").inputs(pairs) == [{"premise": "A", "hypothesis": "B"}]
    tags = Dataset.from_dict({"tokens": [["Oslo"]], "ner_tags": [[1]]})
    task = hr.task("named-entity-recognition", label_names=["O", "B-LOC"])
    assert task.inputs(tags) == [{"tokens": ["Oslo"]}] and task.references(tags) == [["B-LOC"]]
    answers = [{"text": "Oslo", "answer_start": 3}]
    squad = Dataset.from_dict({"context": ["In Oslo"], "question": ["Where?"], "answers": [answers]})
    assert hr.task("extractive-qa").references(squad) == [{"text": ["Oslo"], "answer_start": [3]}]


def test_tagging_end_to_end():
    pytest.importorskip("seqeval")
    tokens = [["Anna", "lives", "in", "Oslo"], ["Nobody", "came"]]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["B-PER", "O", "O", "B-LOC"], ["O", "O"]]})
    suite = hr.Suite.build(data, hr.task("named-entity-recognition"), ["entity-typos", "word-case"])
    names = {"Anna": "B-PER", "Oslo": "B-LOC"}
    report = hr.run(lambda rows: [[names.get(token, "O") for token in tokens] for tokens in rows], suite)
    typos = report.results[0]
    assert (typos["original"], typos["perturbed"], typos["n"], typos["not_applicable"]) == (1.0, 0.0, 1, 1)
    assert typos["reasons"] == {"no entity": 1}


def test_questions_end_to_end():
    context = "The bridge was built in Oslo in 1931 by a small firm. It is painted green."
    answers = {"text": ["Oslo"], "answer_start": [context.index("Oslo")]}
    data = Dataset.from_dict({"context": [context], "question": ["Where was it built?"], "answers": [answers]})
    suite = hr.Suite.build(data, hr.task("extractive-qa"), ["append-irrelevant", "keyboard", "word-case"])
    for name in suite:
        row = suite[name].perturbed[0]
        start, text = row["answers"]["answer_start"][0], row["answers"]["text"][0]
        assert row["context"][start : start + len(text)] == text
    report = hr.run(lambda rows: ["Oslo" for _ in rows], suite)
    assert [result["perturbed"] for result in report.results] == [1.0, 1.0, 1.0]


def numbered(labels):
    """A suite over numbered texts, and the label of each text whatever its case."""
    texts = [f"this is text number {place}" for place in range(len(labels))]
    data = Dataset.from_dict({"text": texts, "label": labels})
    suite = hr.Suite.build(data, hr.task("text-classification"), ["word-case"])
    return suite, dict(zip(map(str.upper, texts), labels))


@pytest.mark.parametrize("labels", [list(range(14)) * 2, [1, 2, 3, 4, 5] * 2, [1] * 6])
def test_numeric_labels_without_names_stand_for_themselves(labels):
    suite, gold = numbered(labels)
    result = hr.run(lambda texts: [gold[text.upper()] for text in texts], suite).results[0]
    assert (result["original"], result["perturbed"]) == (1.0, 1.0)


@pytest.mark.parametrize("answer", [lambda texts: [0] * len(texts), lambda texts: np.full((len(texts), 2), 0.5)])
def test_numbers_are_not_matched_to_names_by_the_alphabet(answer):
    suite, _ = numbered(["unhappy", "happy"] * 3)
    with pytest.raises(UsageError, match="label_names"):
        hr.run(answer, suite)


def test_a_label_that_occurs_only_in_unchanged_rows_is_known():
    data = Dataset.from_dict({"text": ["PLAIN", "more", "less"], "label": ["rare", "a", "b"]})
    suite = hr.Suite.build(data, hr.task("text-classification"), ["word-case"])
    assert len(suite["word-case"]) == 2
    assert hr.run(lambda texts: ["rare"] * len(texts), suite).results[0]["original"] == 0.0


def test_a_suite_without_a_measure_cannot_be_run(monkeypatch):
    rows = {
        "tokens": [["He", "sleeps"]],
        "heads": [[2, 0]],
        "deprels": [["nsubj", "root"]],
        "pos_tags": [["PRON", "VERB"]],
    }
    suite = hr.Suite.build(Dataset.from_dict(rows), hr.task("parsing"), ["word-case"])
    monkeypatch.setattr(type(suite.task), "kind", replace(suite.task.kind, measure=None))
    with pytest.raises(UsageError, match="no measure"):
        hr.run(lambda rows: rows, suite)


@pytest.mark.parametrize(
    ("relations", "metric", "score"), [(["dep", "root"], "uas", 1.0), (["obj", "root"], "las", 0.5)]
)
def test_trees_without_names_of_relations_are_scored_by_their_heads(relations, metric, score):
    rows = Dataset.from_dict({"tokens": [["He", "sleeps"]], "heads": [[2, 0]], "deprels": [relations]})
    suite = hr.Suite.build(rows, hr.task("parsing"), ["word-case"])
    report = hr.run(lambda rows: [{"heads": [2, 0], "deprels": ["nsubj", "root"]}] * len(rows), suite)
    assert (report.record["metric"]["name"], report.record["originals"]["score"]) == (metric, score)


def test_exceptions_of_a_transformation_are_in_the_report(registered):
    @registered
    class Clumsy(hr.Transformation):
        """Breaks on every second text."""

        name, version, level, linguistics = "clumsy", "1", "character", "morphology"
        effects = preserves("sentiment-classification")

        def edits(self, doc, rng):
            return [Edit(0, 1, str(1 // (len(doc.text) % 2)))]

    data = Dataset.from_dict({"text": ["odd", "even", "fives", "sixsix"], "label": ["a", "b", "a", "b"]})
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["clumsy"])
    report = hr.run(lambda texts: ["a"] * len(texts), suite)
    said = "The transformation raised an exception on 2 rows. This is a bug in the transformation: ZeroDivisionError"
    assert (report.results[0]["faults"], report.results[0]["not_applicable"]) == (2, 0)
    assert said in " ".join(str(report).split()) and said in str(report.results[0])
    page = html.render(report.view)
    assert said in page and "<h4>Exceptions</h4>" in page and "Unchanged rows" not in page


def test_originals_are_scored_once_and_the_worst_case_beside_what_noise_leaves(suite):
    record = hr.run(case_bound, suite).record
    assert (record["originals"]["n"], record["originals"]["score"]) == (4, 1.0) and record["metric"]["chance"] == 0.5
    upper, contraction, punctuation = record["results"]
    rows = [upper["consistency"] * punctuation["consistency"]] * 3
    rows.append(rows[0] * contraction["consistency"])
    assert record["worst_case"]["random_flips"] == pytest.approx(sum(rows) / 4)


def test_a_model_whose_labels_are_swapped_is_warned_of(suite):
    def swapped(texts):
        return ["negative" if label == "positive" else "positive" for label in case_bound(texts)]

    verdict = hr.run(swapped, suite).verdict
    assert verdict.startswith(
        "No valid result. The model fails the originals: accuracy is 0.0 before any change, no better than guessing"
    )


def test_examples_show_the_edits_that_were_made(reviews):
    suite = hr.Suite.build(reviews, hr.task("sentiment-classification"), [{"name": "word-case", "case": "upper"}])
    field = hr.run(case_bound, suite).results[0]["examples"][0]["fields"][0]
    assert "".join(text for kind, text in field["diff"] if kind != "insert") == field["before"]
    assert "".join(text for kind, text in field["diff"] if kind != "delete") == field["after"]


def test_long_texts_cost_no_time_in_the_report():
    words = [f"word{number}" if number % 3 else "wonderful" for number in range(4000)]
    data = Dataset.from_dict({"text": [" ".join(words)] * 3, "label": ["positive"] * 3, "id": ["a", "b", "c"]})
    task = hr.task("sentiment-classification", id="id", label_names=["negative", "positive"])
    suite = hr.Suite.build(data, task, [{"name": "keyboard", "rate": 0.1}])
    answers = iter(["positive"] * 1 + ["negative"] * 5)
    began = process_time()
    report = hr.run(lambda texts: [next(answers) for _ in texts], suite)
    assert len(report.results[0]["examples"]) == 3
    assert process_time() - began < 2
    assert (
        max(len(text) for kind, text in report.results[0]["examples"][0]["fields"][0]["diff"] if kind != "equal") < 40
    )


def test_what_is_no_suite_is_refused():
    with pytest.raises(UsageError, match="run takes a suite or a datasets.Dataset, found list"):
        hr.run(case_bound, ["keyboard"])


def test_weakest_slices_are_searched_when_they_are_asked_for():
    texts = [f"a {'dull' if n % 3 else 'slow and dull'} film {n}" if n % 2 else f"a fine film {n}" for n in range(240)]
    data = Dataset.from_dict({"text": texts, "label": ["neg" if n % 2 else "pos" for n in range(240)]})
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["word-case"])

    def model(texts):
        return ["pos" if "slow" in text or "fine" in text.lower() else "neg" for text in texts]

    assert "weakest" not in hr.run(model, suite).record.get("analysis", {})
    found = hr.run(model, suite, weakest=True).record["analysis"]["weakest"]
    first, *rest = found["wrong"]["found"]
    assert (first["n"], first["inside"]) == (40, 0.0)
    assert "word: slow" in (first["name"], *first["also"]) and "label: neg" in [one["name"] for one in rest]
    assert {"word", "length", "label"} <= set(found["families"])
