"""Metrics of users: functions, and `evaluate` metrics that stand in a folder."""

import textwrap

import pytest

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.scoring import ACCURACY, MEASURES, SEQEVAL_F1
from hf_robust.scoring.user_metrics import check_metric, chosen_measure

ROUGE_L, SIMILARITY = MEASURES["rouge_l"], MEASURES["answer_similarity"]


def same_words(prediction, reference):
    return len(prediction.split()) == len(reference.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An `evaluate` metric whose result has two numbers."""
    place = tmp_path_factory.mktemp("metrics") / "sizes"
    place.mkdir()
    code = """
        import datasets
        import evaluate

        class Sizes(evaluate.Metric):
            def _info(self):
                text = datasets.Value("string")
                features = datasets.Features({"predictions": text, "references": text})
                return evaluate.MetricInfo(description="", citation="", inputs_description="", features=features)

            def _compute(self, predictions, references):
                pairs = list(zip(predictions, references))
                words = [len(one.split()) == len(other.split()) for one, other in pairs]
                return {"words": sum(words) / len(pairs), "letters": [float(len(predictions[0]) == len(references[0]))]}
    """
    (place / "sizes.py").write_text(textwrap.dedent(code), encoding="utf-8")
    return place


def test_without_a_metric_the_measure_stays():
    assert chosen_measure(None, ROUGE_L) is ROUGE_L is chosen_measure("rouge_l", ROUGE_L)


def test_a_function_scores_each_row_and_the_usual_measure_stands_beside_it():
    measure = chosen_measure(same_words, ROUGE_L)
    assert (measure.name, measure.label, measure.binary) == ("same_words", "same_words", False)
    stats = measure.row_stats(["a b", "a"], ["c d", "e f"])
    assert measure.row_score(stats).tolist() == [1.0, 0.0] and measure.score(["a b", "a"], ["c d", "e f"]) == 0.5
    assert [one.name for one in measure.secondary] == ["rouge_l", "rouge_1", "rouge_2"]
    assert chosen_measure(lambda prediction, reference: 1, ACCURACY).name == "metric"


def test_a_measure_by_name_replaces_the_usual_one():
    measure = chosen_measure("chrf", ROUGE_L)
    assert measure.row_stats is MEASURES["chrf"].row_stats and measure.secondary[0].name == "rouge_l"
    assert chosen_measure("chrf", SIMILARITY).against_original
    assert chosen_measure(same_words, SIMILARITY).against_original


def test_a_pair_is_scored_once():
    asked = []

    def counted(prediction, reference):
        asked.append(prediction)
        return 1.0

    measure = chosen_measure(counted, SEQEVAL_F1)
    tags = [["B-PER", "O"], ["O", "O"], ["B-PER", "O"]]
    assert measure.score(tags, tags) == 1.0 and asked == tags[:2]


def test_a_metric_in_a_folder_is_loaded_by_its_path(folder):
    by_words, by_letters = (chosen_measure(f"{folder}:{key}", ROUGE_L) for key in ("words", "letters"))
    assert by_words.score(["a bc", "a"], ["d e", "f"]) == 1.0 and by_letters.score(["a bc", "a"], ["d e", "f"]) == 0.5
    with pytest.raises(UsageError, match=r"returns words, letters; name one of them: metric='.*sizes:words'"):
        chosen_measure(str(folder), ROUGE_L).score(["a"], ["a"])
    with pytest.raises(UnknownNameError, match="unknown number in the result of .* 'word'; did you mean words"):
        chosen_measure(f"{folder}:word", ROUGE_L).score(["a"], ["a"])


def test_an_unknown_metric_names_the_measures():
    with pytest.raises(UnknownNameError, match=r"no metric 'rogue_l': evaluate.load\('rogue_l'\) raised .*rouge_l"):
        chosen_measure("rogue_l", ROUGE_L)
    with pytest.raises(UsageError, match="metric must be the name of a metric or a function.*found int: 3"):
        chosen_measure(3, ROUGE_L)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        (lambda prediction, reference: 41.5, r"returned 41.5 in row 1 .*from 0 to 1. Pass a function that divides"),
        (lambda prediction, reference: -0.5, "returned -0.5 in row 1"),
        (lambda prediction, reference: "good", "returned 'good' in row 1"),
        (lambda prediction, reference: None, "returned None in row 1"),
        (lambda prediction, reference: float("nan"), "returned nan in row 1"),
        (lambda prediction, reference: 1 / 0, "raised ZeroDivisionError in row 1"),
        (lambda prediction: 1.0, "raised TypeError in row 1"),
    ],
)
def test_what_is_no_score_is_named_with_its_row(metric, message):
    def second(prediction, reference):
        return 1.0 if prediction == "fine" else metric(prediction, reference)

    with pytest.raises(UsageError, match=rf"the metric 'second' {message}.*") as error:
        chosen_measure(second, ROUGE_L).score(["fine", "dull"], ["a", "b"])
    assert "(prediction 'dull', reference 'b')" in str(error.value)


def test_a_metric_is_tried_on_a_text_before_a_model_is_asked():
    measure = chosen_measure(lambda prediction, reference: 3, ROUGE_L)
    for golds in (["a"], [["a", "b"]]):
        with pytest.raises(UsageError, match="returned 3 in row 0"):
            check_metric(measure, golds)
    check_metric(measure, [{"text": ["a"]}])  # a prediction of another form
    check_metric(measure, [])
