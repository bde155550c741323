"""The numbers in words: verdicts for every kind of outcome."""

from report_samples import sample_record

from hf_robust.reports import suite_words as words


def test_a_sure_drop_goes_before_a_greater_one_that_chance_explains():
    record = sample_record()
    record["results"][2].update(drop=0.4, perturbed=0.5)
    assert words.weakest(record)["name"] == "keyboard"
    assert words.measured(record)[0]["name"] == "synonym"


def test_verdict_when_chance_explains_everything():
    record = sample_record()
    for result in record["results"]:
        result["p_adjusted"] = 0.6
    assert words.verdict(record) == (
        "No single drop is larger than chance explains; the greatest is 15.0 points with keyboard, from 90.0 "
        "to 75.0 on the 180 rows it could change."
    )
    assert words.lede(record).startswith("None of the 3 transformations lowers accuracy")


def test_verdict_makes_no_claim_about_chance_that_nobody_tested():
    record = sample_record()
    for result in record["results"]:
        result["p_adjusted"] = None
    assert "chance" not in words.verdict(record) + words.lede(record)


def test_verdict_when_nothing_drops():
    record = sample_record()
    record["results"] = record["results"][1:2]
    assert words.verdict(record) == (
        "No transformation lowers accuracy: at worst, with add_sentence, it goes from 90.5 to 91.0 on the "
        "200 rows it could change."
    )
    record["results"][0].update(original=0.3, perturbed=0.1 + 0.2, drop=0.3 - (0.1 + 0.2))
    assert words.verdict(record).startswith("No transformation lowers accuracy")
    assert not words.gained(record["results"][0])
    assert "stays at 30.0" in " ".join(words.result_words(record, record["results"][0]))


def test_verdict_without_results():
    record = sample_record()
    record["results"] = []
    assert words.verdict(record) == "Nothing was measured: no transformation ran."
    assert words.lede(record) == "0 transformations ran, on 200 rows."
    assert words.weakest(record) is None


def test_result_in_words():
    record = sample_record()
    assert words.result_words(record, record["results"][0]) == [
        "It could change 180 of 200 rows (90%).",
        "On these rows accuracy falls from 90.0 to 75.0.",
        "The drop lies between 10.0 and 20.0 points with 95% confidence.",
        "Chance alone does not explain this.",
        "29 answers broke (right before, wrong after) and 2 were fixed (the other way round).",
        "The model gave the same answer before and after on 83% of the rows.",
    ]


def test_worst_case_in_words():
    record = sample_record()
    said = " ".join(words.worst_words(record))
    assert "accuracy is 70.0 instead of 90.5: a drop of 20.5 points on the 200 rows" in said
    record["worst_case"] = None
    assert words.worst_words(record) == []
    record = sample_record()
    record["results"] = record["results"][:1]
    assert words.worst_words(record) == [
        "Only one transformation was measured, so the worst case is that transformation."
    ]


def test_groups_come_in_their_order_and_unknown_ones_last():
    record = sample_record()
    record["results"][0]["linguistics"] = "other"
    assert words.groups(record["results"]) == ["syntax", "paradigmatic", "other"]
