"""Models side by side on one suite."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import LabelError, UnknownNameError, UsageError
from hf_robust.scoring import mcnemar

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
TEXTS = [f"A {word} film, number {number}." for word in ("fine", "dull") for number in range(6)]
ROWS = Dataset.from_dict({"text": TEXTS, "label": [1] * 6 + [0] * 6, "site": ["a"] * 10 + ["b"] * 2})


def firm(texts):
    return ["pos" if "fine" in text.lower() else "neg" for text in texts]


def case_bound(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


def wrong_on_two(texts):
    """Wrong on rows 0 and 1, whatever becomes of them."""
    return ["neg" if text.rstrip(".")[-1] in "01" else said for said, text in zip(firm(texts), texts)]


@pytest.fixture(scope="module")
def suite():
    names = [{"name": "word-case", "case": "upper"}, {"name": "punctuation", "mode": "remove"}]
    return hr.Suite.build(ROWS, TASK, names)


@pytest.fixture(scope="module")
def report(suite):
    return hr.compare({"firm": firm, "case bound": case_bound}, suite)


def test_scores_are_those_of_a_run(report, suite):
    alone = hr.run(case_bound, suite)
    for result, expected in zip(report.record["models"][1]["results"], alone.results, strict=True):
        assert result == {key: expected[key] for key in result}
    scores = {rank["by"]: rank["scores"] for rank in report.record["ranks"]}
    assert scores == {"perturbed": [1.0, 0.75], "original": [1.0, 1.0], "worst": [1.0, 0.5]}
    assert scores["worst"][1] == alone.record["worst_case"]["worst"]


def test_the_order_and_how_sure_it_is(report):
    perturbed, original, worst = report.record["ranks"]
    assert perturbed["order"] == [0, 1] and perturbed["difference"] == 0.25
    low, high = perturbed["interval"]
    assert 0 < low < 0.25 < high < 0.5 and perturbed["p_value"] < perturbed["p_adjusted"] < 0.15
    assert original["p_value"] == 1.0 and original["difference"] == 0.0 and worst["difference"] == 0.5


def test_what_broke_and_what_was_mended(report):
    (change,) = report.record["changes"]
    assert (change["before"], change["after"]) == (0, 1)
    originals, upper, removed = change["results"]
    assert [(one["name"], one["broken"], one["mended"], one["churn"]) for one in change["results"]] == [
        ("originals", 0, 0, 0.0),
        (upper["name"], 6, 0, 0.5),
        (removed["name"], 0, 0, 0.0),
    ]
    assert (upper["before"], upper["after"], upper["difference"]) == (1.0, 0.5, -0.5)
    assert upper["p_value"] == mcnemar(6, 0) == 0.03125 and upper["p_adjusted"] == pytest.approx(3 * 0.03125)
    assert originals["n"] == 12 and report.regressions() == []
    assert [example["kind"] for example in upper["examples"]] == ["broken"] * 3
    first = upper["examples"][0]
    assert (first["gold"], first["original_prediction"], first["perturbed_prediction"]) == ("pos", "pos", "neg")
    assert first["fields"][0]["after"] == TEXTS[0].upper() and originals["examples"] == []


def test_the_other_way_round_is_mended(suite):
    (change,) = hr.compare([case_bound, firm], suite).record["changes"]
    upper = change["results"][1]
    assert (upper["broken"], upper["mended"], upper["difference"]) == (0, 6, 0.5)
    assert {example["kind"] for example in upper["examples"]} == {"mended"}
    assert upper["interval"][0] < 0.5 < upper["interval"][1]


def test_rows_that_break_on_the_originals_have_examples(suite):
    (change,) = hr.compare({"firm": firm, "other": wrong_on_two}, suite).record["changes"]
    originals = change["results"][0]
    assert (originals["broken"], originals["mended"], originals["churn"]) == (2, 0, pytest.approx(2 / 12))
    assert [example["fields"][0]["after"] for example in originals["examples"]] == TEXTS[:2]
    assert originals["examples"][0]["fields"][0]["diff"] == [["equal", TEXTS[0]]]


def test_a_regression_that_chance_does_not_explain_is_named():
    rows = Dataset.from_dict({"text": [f"A fine film {number}" for number in range(30)], "label": [1] * 30})
    suite = hr.Suite.build(rows, TASK, [{"name": "word-case", "case": "upper"}])
    (message,) = hr.compare({"old": firm, "new": case_bound}, suite).regressions()
    assert message.startswith("new is worse than old under word-case") and "100.0 → 0.0 on 30 rows (30 broke" in message


def test_equal_texts_with_different_labels_stay_apart():
    rows = Dataset.from_dict({"text": ["A film", "A film", "A fine film"], "label": [0, 1, 1]})
    suite = hr.Suite.build(rows, TASK, [{"name": "word-case", "case": "upper"}])
    report = hr.compare([firm, lambda texts: ["pos"] * len(texts)], suite)
    assert report.record["n"] == 3
    assert [rank["scores"] for rank in report.record["ranks"] if rank["by"] == "original"] == [[2 / 3, 2 / 3]]
    assert report.record["changes"][0]["results"][0]["churn"] == pytest.approx(2 / 3)


def test_more_models_are_compared_with_a_baseline_only(suite):
    models = {"firm": firm, "case": case_bound, "other": wrong_on_two}
    assert hr.compare(models, suite).record["changes"] == []
    with pytest.raises(UsageError, match="name a baseline"):
        hr.compare(models, suite).regressions()
    changes = hr.compare(models, suite, baseline="case").record["changes"]
    assert [(one["before"], one["after"]) for one in changes] == [(1, 0), (1, 2)]
    assert hr.compare(models, suite, baseline=-1).record["changes"][0]["before"] == 2


def test_slices_have_the_scores_of_every_model(suite):
    record = hr.compare([firm, case_bound], suite, slices=[{"name": "column", "column": "site"}]).record
    (one,) = record["slices"]  # of the other site there are two rows, which say nothing
    # 6 of the 10 rows are fine, which are lost in upper case; without punctuation all are right
    assert one["n"] == 10 and one["original"] == [1.0, 1.0]
    assert one["perturbed"] == [1.0, pytest.approx((0.4 + 1.0) / 2)]


def test_predictions_are_kept(suite, tmp_path):
    models = {model.__name__: hr.as_predictor(model, TASK, cache_key=model.__name__) for model in (firm, case_bound)}
    hr.compare(models, suite, cache_dir=tmp_path)
    again = hr.compare(models, suite, cache_dir=tmp_path).record["models"]
    assert all(model["predictions"]["cached"] == model["predictions"]["unique"] > 0 for model in again)


def test_what_cannot_be_compared_is_refused_before_any_work(suite):
    def never(texts):
        raise AssertionError("asked")

    for models in ([never], [never] * 11, {}, never):
        with pytest.raises(UsageError, match="from 2 to 10 models"):
            hr.compare(models, suite)
    with pytest.raises(UsageError, match="compare takes a robustness suite, found a Dataset"):
        hr.compare([never, never], ROWS)
    with pytest.raises(UnknownNameError, match="baseline 'nev'; did you mean never"):
        hr.compare({"never": never, "other": never}, suite, baseline="nev")
    with pytest.raises(UsageError, match="'linear-text-baseline': linear-text-baseline is a baseline for"):
        hr.compare([never, "linear-text-baseline"], suite)


def test_label_maps_by_model(suite):
    def stars(texts):
        return ["5 stars" if said == "pos" else "1 star" for said in firm(texts)]

    own = {"stars": {"5 stars": "pos", "1 star": "neg"}}
    report = hr.compare({"firm": firm, "stars": stars}, suite, label_map=own)
    assert report.record["changes"][0]["results"][0]["churn"] == 0.0
    with pytest.raises(UsageError, match="label_map names the model 'star'; the models are firm, stars"):
        hr.compare({"firm": firm, "stars": stars}, suite, label_map={"star": own["stars"]})
    with pytest.raises(UsageError, match="one map for all models or one for each"):
        hr.compare({"firm": firm, "stars": stars}, suite, label_map={**own, "x": "neg"})
    with pytest.raises(LabelError, match="the model 'stars': "):
        hr.compare({"firm": firm, "stars": stars}, suite, label_map={"stars": {"5 stars": "good"}})


def test_graded_scores_are_compared_too():
    tokens = [["We", "saw", "Rome", "."], ["Rome", "and", "Oslo"]]
    tags = [["O", "O", "B-LOC", "O"], ["B-LOC", "O", "B-LOC"]]
    rows = Dataset.from_dict({"tokens": tokens, "ner_tags": tags})
    suite = hr.Suite.build(rows, hr.task("named-entity-recognition"), ["word-case"])

    def places(names):
        return lambda rows: [["B-LOC" if token.title() in names else "O" for token in row] for row in rows]

    report = hr.compare({"both": places(("Rome", "Oslo")), "one": places(("Rome",))}, suite)
    originals = report.record["changes"][0]["results"][0]
    # two of three entities are found, none wrongly: F1 is 0.8
    assert (originals["before"], originals["after"]) == (1.0, pytest.approx(0.8)) and originals["broken"] == 1


def test_a_transformation_that_changed_few_rows_does_not_weigh_in_the_mean():
    texts = [f"A {word} film, number {number}." for word in ("fine", "dull") for number in range(18)]
    texts += [f"It is a dull film, part {number}." for number in range(4)]
    rows = Dataset.from_dict({"text": texts, "label": [1] * 18 + [0] * 22})
    suite = hr.Suite.build(rows, TASK, [{"name": "punctuation", "mode": "remove"}, "contraction"])
    fooled = {"firm": firm, "fooled": lambda given: ["pos" if "It's" in text else firm([text])[0] for text in given]}
    compared = hr.compare(fooled, suite)
    assert [(one["n"], one["in_mean"]) for one in compared.record["transformations"]] == [(40, True), (4, False)]
    assert [one["scores"] for one in compared.record["ranks"] if one["by"] == "perturbed"] == [[1.0, 1.0]]
    assert "The mean leaves out 1 transformation that changed fewer than 30 rows." in compared.view.lede
    saved = hr.ComparisonReport.of_reports([hr.run(model, suite) for model in fooled.values()])
    assert saved.record["ranks"][0]["scores"] == [1.0, 1.0]
