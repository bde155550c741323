"""A model of scores on a suite: correlation, error and shift, and the reports."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.core.errors import ColumnError, LabelError, UsageError

GOOD = {"wonderful": 2.0, "fine": 1.0, "dull": -1.0, "terrible": -2.0}


def model(texts):
    return [3.0 + sum(value for word, value in GOOD.items() if word in text) for text in texts]


@pytest.fixture(scope="module")
def data():
    rows = [(f"a {word} film with number {number}", 3.0 + GOOD[word]) for number in range(12) for word in GOOD]
    return Dataset.from_list([{"text": text, "score": score} for text, score in rows])


@pytest.fixture(scope="module")
def suite(data):
    return hr.Suite.build(data, hr.task("text-regression", score_range=(1, 5)), ["word-case"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.run(
        lambda texts: [score - text.isupper() for score, text in zip(model(map(str.lower, texts)), texts)], suite
    )


def test_a_shift_of_all_scores_is_no_drop_and_not_robust(report):
    result, scores = report["word-case"], report["word-case"]["scores"]
    assert result["drop"] == pytest.approx(0, abs=1e-9) and result["original"] == pytest.approx(1)
    assert (result["broken"], result["mended"]) == (None, None)
    assert scores["error"] == [0.0, 1.0] and scores["shift"] == -1.0 and scores["p_adjusted"] < 0.05
    said = str(report)
    assert "Not robust: the errors rise" in said and "rises most with 'word-case', from 0 to 1.00" in " ".join(
        said.split()
    )


def test_a_small_rise_is_called_small(suite):
    def a_little_lower(texts):
        return [score - 0.1 * text.isupper() for score, text in zip(model([text.lower() for text in texts]), texts)]

    report = hr.run(a_little_lower, suite)
    assert report["word-case"]["scores"]["share"] == pytest.approx(0.025)
    assert "Small rises of the error" in str(report)


def test_the_worst_case_is_named_after_the_score_of_a_row(report):
    assert report.record["metric"]["row_label"] == "Closeness"
    assert report.record["worst_case"]["worst"] == pytest.approx(0.75)
    assert "mean closeness" in str(report)


def test_all_formats_have_the_scores(report, tmp_path):
    report.save(tmp_path, formats=("html", "markdown", "latex"))
    for name in ("report.html", "report.md", "report.tex"):
        assert "Predicted scores" in (tmp_path / name).read_text()


def test_slices_are_compared_by_closeness(tmp_path):
    """Predictions for short texts are near, and do not follow their gold scores, which lie close to each other."""
    tail = " with many more words than the others have in this list"
    rows = [(f"film {number}", 3.0 + 0.1 * (number % 2)) for number in range(20)]
    rows += [(f"film {number}{tail}", 1.0 + 4.0 * (number % 2)) for number in range(20)]
    data = Dataset.from_list([{"text": text, "score": score} for text, score in rows])
    suite = hr.Suite.build(data, hr.task("text-regression", score_range=(1, 5)), ["word-case"], slices=["length"])
    gold = dict(rows)

    def near_in_short_texts(texts):
        return [3.0 if len(text) < 20 else 0.5 * gold.get(text.lower(), 3.0) + 1.5 for text in texts]

    report = hr.run(near_in_short_texts, suite)
    found = {one["n"]: one for one in report.record["analysis"]["slices"]["slices"]}[20]
    assert found["score"] in (pytest.approx(0.75), pytest.approx(0.9875))
    assert found["gap"] == pytest.approx(0.2375 if found["score"] > 0.9 else -0.2375)
    assert "Lowest slices by closeness" in str(report)
    assert "Closeness of the originals by slice" in report.to_html(tmp_path / "report.html").read_text()


def test_a_constant_score_is_no_evidence(suite):
    report = hr.run(lambda texts: [3.0] * len(texts), suite)
    assert "constant-predictions" in {one["code"] for one in report.record["warnings"]}
    assert report["word-case"]["original"] == 0.0


def test_the_range_is_kept_with_the_suite(data, suite, tmp_path):
    assert hr.Suite.load(suite.save(tmp_path / "stated")).task.score_range == (1.0, 5.0)
    seen = hr.Suite.build(data, "text-regression", ["word-case"])
    assert hr.Suite.load(seen.save(tmp_path / "seen")).task.score_range == (1.0, 5.0)


@pytest.mark.parametrize("answer", ["good", None, [1.0, 2.0], True])
def test_answers_that_are_no_numbers_are_refused(suite, answer):
    with pytest.raises(UsageError, match="expected for each input a number|expected a number"):
        hr.run(lambda texts: [answer] * len(texts), suite)
    with pytest.raises(UsageError, match="expected a finite number, found nan"):
        hr.run(lambda texts: [float("nan")] * len(texts), suite)


def test_pairs_are_given_by_role_and_keep_out_what_adds_meaning():
    rows = [
        {"sentence1": f"a man plays in {n}", "sentence2": f"a {w} plays in {n}", "score": s}
        for n in range(10)
        for w, s in (("man", 5), ("dog", 2))
    ]
    data, task = Dataset.from_list(rows), hr.task("text-regression", sentence1="sentence1", sentence2="sentence2")
    applies = set(hr.list_transformations(task))
    assert {"keyboard", "synonym", "contraction"} <= applies
    assert not {"append-irrelevant", "emoji", "insert-adverb", "masked-lm", "number", "swap-gender", "tense"} & applies
    assert {"append-irrelevant", "number", "tense"} <= set(hr.list_transformations("text-regression"))

    def alike(pairs):
        return [5.0 if pair["sentence1"] == pair["sentence2"] else 2.0 for pair in pairs]

    assert hr.run(alike, data, task=task, transformations=["keyboard"])["keyboard"]["original"] == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["linear-score-baseline", "linear-similarity-baseline"])
def test_a_baseline_learns_scores(data, name):
    task = hr.task("text-regression")
    if name == "linear-similarity-baseline":
        data = data.map(lambda row: {"sentence1": row["text"], "sentence2": "a film"}, remove_columns=["text"])
        task = hr.task("sts")
    found = as_predictor(name, task.bind(data), train=data)
    said = [one.value for one in found.predict(task.inputs(data))]
    assert max(abs(one - right) for one, right in zip(said, data["score"][:])) < 1


def test_shards_are_refused_where_ranks_are_no_sums(suite, tmp_path):
    from hf_robust.distributed import run_shard

    with pytest.raises(UsageError, match="spearman cannot be added up over shards"):
        run_shard(model, suite, shard="1/2", out=tmp_path, metric="spearman")


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (lambda score: 6.0 - score, "no-skill", "their sign may be wrong"),
        (lambda score: (score - 1) / 4, "another-scale", "lie between 0 and 1, the right ones between 1 and 5"),
    ],
)
def test_scores_of_another_sign_or_scale_are_told(suite, change, code, said):
    report = hr.run(lambda texts: [change(score) for score in model(texts)], suite)
    assert said in {one["code"]: one["message"] for one in report.record["warnings"]}[code]


@pytest.mark.parametrize(
    ("scores", "error", "said"),
    [([3.0] * 4, LabelError, "all 4 gold scores are 3"), ([True, False] * 2, ColumnError, "must hold a number a row")],
)
def test_gold_scores_that_allow_no_correlation_are_refused(scores, error, said):
    rows = Dataset.from_dict({"text": ["a film", "a play", "a song", "a tale"], "score": scores})
    with pytest.raises(error, match=said):
        hr.Suite.build(rows, "text-regression", ["word-case"])
