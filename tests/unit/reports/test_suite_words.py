"""The numbers in words: verdicts for every kind of outcome."""

import pytest
from report_records import empty_record
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports import suite_words as words
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.reports.suite_tables import suite_table
from hf_robust.reports.wording import MISSING

typed = SCHEMA.typed


def test_a_sure_drop_goes_before_a_greater_one_that_chance_explains():
    record = sample_record()
    record["results"][2].update(drop=0.4, perturbed=0.5)
    assert words.weakest(typed(record)).name == "keyboard"
    assert words.measured(typed(record))[0].name == "synonym"


def test_verdict_when_chance_explains_everything():
    record = sample_record()
    for result in record["results"]:
        result["p_adjusted"] = 0.6
    assert words.verdict(typed(record)) == (
        "No transformation lowers accuracy significantly. But single rows break: if each row gets the lowest score of "
        "all its versions, accuracy falls from 90.5 to 70.0. This worst case can only be lower than the "
        "original score. The rows are too few to detect a drop of 5.0 points (80% power) for any transformation. Only "
        "a drop of 7.3 points or more would have been detected."
    )
    assert words.lede(typed(record)).startswith("3 transformations were measured.")


@pytest.mark.parametrize("code", ["", "no-skill", "not-above-majority", "constant-predictions"])
def test_the_lede_does_not_repeat_that_nothing_drops(code):
    record = sample_record()
    record["warnings"] = [{"code": code, "message": "A warning."}] if code else []
    for result in record["results"]:
        result["p_adjusted"] = 0.6
    lede = words.lede(typed(record))
    assert "No transformation" not in lede and "None of" not in lede
    assert lede.count("3 transformations were measured.") == 1


def test_verdict_makes_no_claim_about_chance_that_nobody_tested():
    record = sample_record()
    for result in record["results"]:
        result["p_adjusted"] = None
    assert "significan" not in words.verdict(typed(record)) + words.lede(typed(record))


def test_verdict_when_nothing_drops():
    record = sample_record()
    record["results"] = record["results"][1:2]
    assert words.verdict(typed(record)).startswith("No transformation lowers accuracy significantly.")
    record["results"][0].update(original=0.3, perturbed=0.1 + 0.2, drop=0.3 - (0.1 + 0.2))
    assert words.verdict(typed(record)).startswith("No transformation lowers accuracy")
    assert not words.gained(typed(record).results[0])
    assert "stays at 30.0" in " ".join(words.result_words(typed(record), typed(record).results[0]))


def test_verdict_without_results():
    record = sample_record()
    record["results"] = []
    assert words.verdict(typed(record)) == "There are no results, because no transformation ran."
    assert words.lede(typed(record)) == "0 transformations ran on 200 rows."
    assert words.weakest(typed(record)) is None


def test_result_in_words():
    record = sample_record()
    assert words.result_words(typed(record), typed(record).results[0]) == [
        "The transformation changed 180 of 200 rows (90%).",
        "On these rows accuracy falls from 90.0 to 75.0.",
        "The 95% confidence interval of the drop is 10.0 to 20.0 points.",
        "The drop is statistically significant.",
        "29 predictions broke (correct before, wrong after) and 2 were fixed (wrong before, correct after).",
        "The predictions before and after are the same on 83% of the rows.",
    ]


def test_a_result_says_on_how_many_of_the_rows_that_could_change_it_rests():
    record = sample_record()
    first = record["results"][0]
    first.update(unchanged=0, not_applicable=20)
    first["reasons"] = {"the text has no numbers": 8, "the text is not English": 12}
    said = words.result_words(typed(record), typed(record).results[0])[0]
    changed = "The transformation changed 180 of 200 rows (90%), or 94% of the 192 eligible rows"
    assert said == f"{changed} (rows with something to change)."
    first["reasons"] = {"the text is not English": 20}  # nothing says that a row has nothing to change
    assert words.result_words(typed(record), typed(record).results[0])[0].endswith("of 200 rows (90%).")


def test_a_result_without_another_answer_says_so():
    record = sample_record()
    result = record["results"][0]
    result.update(perturbed=result["original"], drop=0.0, interval=[0.0, 0.0], p_adjusted=1.0, consistency=1.0)
    result.update(broken=0, mended=0)
    assert words.result_words(typed(record), typed(record).results[0]) == [
        "The transformation changed 180 of 200 rows (90%).",
        "On these rows accuracy stays at 90.0.",
        "No prediction changed.",
    ]
    result["interval"] = [-0.021, 0.021]
    said = words.result_words(typed(record), typed(record).results[0])
    assert said[-1] == (
        "With 180 rows, a drop of up to 2.1 points cannot be excluded (95% confidence interval: \u22122.1 to 2.1)."
    )
    result["consistency"] = 0.99
    assert "The drop is not statistically significant." in words.result_words(typed(record), typed(record).results[0])


def test_worst_case_in_words():
    record = sample_record()
    said = " ".join(words.worst_words(typed(record)))
    assert (
        "On the 200 rows that at least one transformation changed, accuracy is 70.0 instead of 90.5, a drop of 20.5"
        in said
    )
    record["worst_case"] = None
    assert words.worst_words(typed(record)) == []
    record = sample_record()
    record["results"] = record["results"][:1]
    assert words.worst_words(typed(record)) == [
        "Only one transformation was measured. A row counts as correct if the prediction is correct before and after "
        "the change."
    ]


def test_the_worst_case_of_a_corpus_score_is_said_to_be_a_mean_over_rows():
    record = sample_record() | {"originals": {"n": 200, "score": 0.812}}
    said = " ".join(words.worst_words(typed(record)))
    assert "the mean accuracy of a row is 70.0 instead of 90.5" in said
    assert "means over separately scored rows; accuracy of all originals together is 81.2." in said
    assert "accuracy is 70.0 (mean over rows)" in words.lede(typed(record))
    view = Report(record).view
    assert any(tile.note.startswith("mean accuracy of a row if each row gets the lowest score") for tile in view.tiles)
    assert "worst case, mean of rows" in str(Report(record))
    record["originals"]["score"] = record["worst_case"]["original"]
    assert "mean" not in " ".join([*words.worst_words(typed(record)), words.lede(typed(record))])


def test_groups_come_in_their_order_and_unknown_ones_last():
    record = sample_record()
    record["results"][0]["linguistics"] = "other"
    assert words.groups(typed(record).results) == ["syntax", "paradigmatic", "other"]


@pytest.mark.parametrize(
    ("originals", "chance", "said"),
    [
        ({"n": 200, "score": 0.0}, None, "accuracy is 0.0 before any change; check the labels."),
        ({"n": 200, "score": 0.0}, 0.5, "accuracy is 0.0 before any change, no better than guessing (50.0); check"),
        ({"n": 200, "score": 0.48}, 0.5, "accuracy is 48.0 before any change, no better than guessing (50.0); check"),
        ({"n": 6, "score": 0.0}, None, "accuracy is 0.0 before any change on the 6 rows that changed; check"),
        ({"n": 200, "score": 0.55}, 0.5, ""),
        ({"n": 200, "score": 0.2}, None, ""),
        ({"n": 0, "score": None}, 0.5, ""),
    ],
)
def test_a_model_that_fails_the_originals_is_warned_of(originals, chance, said):
    record = sample_record() | {"originals": originals}
    record["metric"]["chance"] = chance
    assert said in words.fails_originals(typed(record)) and bool(said) == bool(words.fails_originals(typed(record)))
    if said:
        assert words.verdict(typed(record)).startswith("The model fails the originals: ")
        assert words.lede(typed(record)).startswith("The transformation 'keyboard' lowers accuracy by 15.0 points")


def test_a_model_whose_answers_are_unread_is_no_matter_of_labels():
    record = sample_record() | {"originals": {"n": 200, "score": 0.0}}
    record["warnings"] = [{"code": "few-answers", "message": "Only 0% of the inputs have an answer."}]
    assert words.fails_originals(typed(record)).endswith("check the prompt and how its answers are read.")


def test_a_model_that_predicts_the_labels_of_the_data_is_not_sent_to_check_them():
    record = sample_record() | {"originals": {"n": 200, "score": 0.0}}
    record["labels"] = {"gold": {"neg": 100, "pos": 100}, "predicted": {"neg": 120, "pos": 80}, "n": 200}
    record["labels"] |= {"majority": "neg", "majority_share": 0.5}
    said = "accuracy is 0.0 before any change; it may not be trained for this task."
    assert words.fails_originals(typed(record)).endswith(said)
    record["warnings"] = [{"code": "labels-mixed-up", "message": "The labels may be mixed up."}]
    assert words.fails_originals(typed(record)).endswith("before any change; its labels are probably mixed up.")


def test_a_record_of_before_is_judged_by_the_rows_that_changed():
    record = sample_record()
    assert words.fails_originals(typed(record)) == ""
    for result in record["results"]:
        result.update(original=0.0, perturbed=0.0, drop=0.0)
    assert (
        words.verdict(typed(record))
        == "The model fails the originals: accuracy is 0.0 before any change; check the labels."
    )
    assert words.verdict(typed(empty_record())).startswith("There are no results")


def test_a_worst_case_says_that_it_falls_with_more_transformations():
    record = sample_record()
    record["worst_case"]["random_flips"] = 0.66
    assert words.lede(typed(record)).endswith(
        "The worst-case accuracy is 70.0: each row gets the lowest score of its original and perturbed versions."
    )
    assert "can only fall when transformations are added" in " ".join(words.worst_words(typed(record)))
    report = Report(record)
    assert "66.0" not in str(report) + report._repr_html_() + str(report.view.tiles)


def test_the_first_tile_is_the_score_of_all_originals():
    record = sample_record() | {"originals": {"n": 200, "score": 0.905}}
    first = Report(record).view.tiles[0]
    assert (first.label, first.value, first.note) == ("Original accuracy", "90.5", "on the originals, all 200 rows")
    record["originals"]["n"] = 190
    assert Report(record).view.tiles[0].note == "on the originals, the 190 rows of 200 that changed"
    first = Report(sample_record()).view.tiles[0]
    assert (first.label, first.value) == ("Original accuracy, mean", "90.2")


def test_the_mean_after_stands_beside_the_mean_of_the_same_rows():
    record = sample_record() | {"originals": {"n": 200, "score": 0.6}}
    tile = Report(record).view.tiles[1]
    assert (tile.label, tile.value) == ("Mean perturbed accuracy", "84.5")
    assert tile.note.startswith("mean of the transformations (3 scores, each on the changed rows)")
    assert tile.note.endswith("before the changes is 90.2 (each transformation changes other rows)")


def test_a_transformation_that_changed_no_row_is_a_sentence_and_no_row_of_dashes():
    record = sample_record()
    names = ("original", "perturbed", "drop", "relative_drop", "interval", "p_value", "p_adjusted", "consistency")
    record["results"][1].update(dict.fromkeys(names), n=0, coverage=0.0, secondary={}, examples=[])
    name = record["results"][1]["name"]
    record["results"][1]["reasons"] = {"rare": 1, "the text has no such words": 199}
    text = str(Report(record))
    assert f"1 transformation changed no row: {name} (the text has no such words)." in text and text.count(name) == 1
    record["results"][1]["reasons"] = {"long " * 40: 200}
    assert f"1 transformation changed no row: {name}." in str(Report(record))


@pytest.mark.parametrize(
    ("task", "gold", "other"),
    [("summarization", "reference", "label"), ("sentiment-classification", "label", "reference")],
)
def test_a_task_whose_model_writes_a_text_has_references(task, gold, other):
    record = sample_record() | {"originals": {"n": 200, "score": 0.0}}
    record["suite"]["task"] = task
    view = Report(record).view
    assert view.verdict.endswith(f"before any change; check the {gold}s.")
    assert f"raters confirmed the {gold};" in view.legend
    columns = [column for block in view.brief if hasattr(block, "columns") for column in block.columns]
    names = [column.name for column in columns]
    assert f"{gold.capitalize()} kept" in names and f"{other.capitalize()} kept" not in names
    assert any(f"raters confirmed the {gold}" in column.hint for column in columns)


@pytest.mark.parametrize("effect", ["preserves", "changes"])
def test_an_unchanged_prediction_is_no_success_where_the_label_changes(effect):
    record = sample_record()
    record["results"][0].update(effect=effect, consistency=0.875)
    read = typed(record)
    assert ("the same on" in " ".join(words.result_words(read, read.results[0]))) is (effect == "preserves")
    table = suite_table(read, {id(one): n for n, one in enumerate(read.results)})
    row = next(row for row in table.rows if row.cells[0].text == read.results[0].name)
    shown = dict(zip([column.name for column in table.columns], [cell.text for cell in row.cells]))
    assert (shown["Consistency"] == MISSING) is (words.TURNED in table.caption) is (effect == "changes")
