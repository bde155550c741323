"""Headlines name only drops that are significant after correction, those on enough rows first."""

from dataclasses import replace

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from report_samples import sample_record

import hf_robust as hr
from hf_robust.reports import Report, suite_words
from hf_robust.reports.evidence import LEAST_ROWS, changed_counts, detectable_drop, detectable_words
from hf_robust.reports.suite_report import SCHEMA


def result(**changed):
    return replace(SCHEMA.typed(sample_record()).results[0], **changed)


def with_result(place, **changed):
    record = sample_record()
    record["results"][place] |= changed
    return record


def test_a_significant_drop_on_rows_enough_is_named():
    assert Report(sample_record()).view.verdict.startswith(
        "The transformation 'keyboard' lowers accuracy by 15.0 points"
    )


@pytest.mark.parametrize("n", [1, 2, 3, 7, LEAST_ROWS - 1])
def test_few_rows_are_not_named_without_significance_and_come_last(n):
    record = with_result(0, n=n, drop=0.9, perturbed=0.0, p_adjusted=0.2)
    report = Report(record)
    assert "keyboard" not in report.verdict and f"{n} rows" not in report.verdict
    entry_names = [
        entry.name
        for section in report.view.sections
        for block in section.blocks
        if block.block == "entries"
        for entry in block.items
    ]
    assert entry_names[-1] == "keyboard"
    table = report.view.brief[0]
    assert [row.quiet for row in table.rows] == [False, False, True]
    assert "listed last in " in report.view.lede
    assert not any(tile.value == "keyboard" for tile in report.view.tiles)


def test_without_a_sure_drop_the_headline_says_what_could_have_been_found():
    report = Report(with_result(0, p_value=0.5, p_adjusted=1.0))
    assert report.verdict.startswith(
        "Too few rows to tell. No transformation lowers accuracy significantly. But single rows break: "
    )
    assert (
        "The rows are too few to detect a drop of 5.0 points (80% power)" in report.verdict
        and "at worst" not in report.verdict
    )


def test_a_run_of_few_rows_says_so():
    record = sample_record()
    for result in record["results"]:
        result |= {"n": 2, "p_adjusted": 0.5}
    assert f"No transformation changed {LEAST_ROWS} or more rows" in Report(record).verdict


@pytest.mark.parametrize("n", [7, 20, LEAST_ROWS - 1])
def test_a_significant_drop_is_named_on_any_number_of_rows(n):
    record = with_result(0, n=n, drop=0.9, perturbed=0.0)
    for other in record["results"][1:]:
        other["p_adjusted"] = 0.5
    report = Report(record)
    assert report.verdict == (
        "Not robust. The transformation 'keyboard' lowers accuracy by 90.0 points (from 90.0 to 0.0) on the "
        f"{n} rows that it changed. These are fewer than {LEAST_ROWS} rows."
    )
    assert "1 of 3 transformations lowers accuracy significantly." in report.view.lede
    assert any(tile.value == "keyboard" for tile in report.view.tiles)


def test_a_significant_drop_on_enough_rows_goes_before_a_greater_one_on_few():
    record = with_result(0, n=7, drop=0.9, perturbed=0.0)
    record["results"][2].update(n=40, drop=0.1, original=0.9, perturbed=0.8, p_adjusted=0.01)
    assert Report(record).view.verdict.startswith(f"The transformation '{record['results'][2]['name']}'")


def test_a_run_of_twenty_rows_names_its_significant_drop():
    people = [f"{name}{n}" for n in range(5) for name in ("Ann", "Bob", "Eva", "Tom")]
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=["O", "B-PER"]))})
    rows = {"tokens": [[name, "left", "early"] for name in people], "ner_tags": [[1, 0, 0]] * len(people)}

    def model(rows):
        return [["B-PER" if token in people else "O" for token in tokens] for tokens in rows]

    data = Dataset.from_dict(rows, features=features)
    upper = {"name": "word-case", "case": "upper"}
    report = hr.run(model, data, task="named-entity-recognition", transformations=[upper], analysis=False)
    assert report.view.verdict == (
        "The transformation 'word-case' lowers entity F1 (micro, seqeval) by 100.0 points (from 100.0 to 0.0) on the "
        "20 rows that it changed. These are fewer than 30 rows."
    )


def test_the_page_greys_results_on_few_rows(tmp_path):
    page = Report(with_result(0, n=5)).write(tmp_path / "page.html").read_text()
    assert page.count('class="few"') == 3  # in the chart and in the two tables
    assert page.count('class="transformation few"') == 1


@pytest.mark.parametrize(("n", "fixed", "tests"), [(400, 9, 12), (400, 2, 1), (108, 4, 12), (800, 30, 3)])
def test_the_detectable_drop_rests_on_the_rows_that_were_fixed(n, fixed, tests):
    """An exact McNemar test of both sides, at the strictest step of Holm's correction, finds it four times of five."""
    import numpy as np
    from scipy.stats import binom

    one = result(n=n, sources=None, broken=fixed, mended=fixed, drop=0.0)
    drop = detectable_drop(one, tests)
    assert detectable_drop(replace(one, broken=2 * fixed, mended=2 * fixed), tests) > drop
    rng, share = np.random.default_rng(0), fixed / n
    down, up, _ = rng.multinomial(n, [share, share + drop, 1 - 2 * share - drop], size=4000).T
    p_values = np.minimum(1.0, 2 * binom.cdf(np.minimum(down, up), down + up, 0.5))
    assert np.mean((p_values < 0.05 / tests) & (up > down)) == pytest.approx(0.8, abs=0.08)


def test_rows_that_break_and_are_fixed_count_where_they_are_the_drop():
    one = result(n=100, sources=None, broken=5, mended=2, drop=0.03)
    assert changed_counts(one) == (5, 2)
    for other in (replace(one, drop=0.01), replace(one, sources=90), replace(one, broken=None), replace(one, n=0)):
        assert changed_counts(other) is None


@pytest.mark.parametrize("n", [50, 200, 1000])
def test_more_rows_detect_smaller_drops(n):
    wide, narrow = (result(n=n, interval=(-width, width)) for width in (0.1, 0.05))
    assert detectable_drop(wide, 1) >= detectable_drop(narrow, 1)
    assert detectable_drop(wide, 30) > detectable_drop(wide, 1)
    assert detectable_drop(result(n=n, interval=(0.0, 0.0)), 1) == pytest.approx(2.8016**2 / n, rel=0.001)


def test_the_detectable_drop_is_found_in_four_of_five_simulations():
    import numpy as np

    rng, n, spread = np.random.default_rng(0), 400, 0.1
    drop = detectable_drop(result(n=n, interval=(-1.96 * (spread / n) ** 0.5, 1.96 * (spread / n) ** 0.5)), 1)
    changes = rng.choice([-1, 0, 1], size=(4000, n), p=[(spread - drop) / 2, 1 - spread, (spread + drop) / 2])
    z = changes.mean(axis=1) / (changes.std(axis=1) / n**0.5)
    assert np.mean(z > 1.96) == pytest.approx(0.8, abs=0.03)


def test_unknown_intervals_say_nothing():
    assert detectable_drop(result(n=40, interval=None), 2) is None
    assert detectable_words([result(n=40, interval=None)]) == ""
    assert suite_words.weakest(SCHEMA.typed(sample_record())).name == "keyboard"


def test_power_rests_on_different_rows():
    repeated, single = (result(n=400, sources=sources, interval=(0.0, 0.0)) for sources in (40, 400))
    assert detectable_drop(repeated, 1) == pytest.approx(10 * detectable_drop(single, 1))
    assert "With 40 different rows, the significance test detects a drop" in detectable_words([repeated])
    assert "30 or more different rows" in detectable_words([replace(repeated, sources=20)])


@pytest.mark.parametrize(
    ("interval", "p_adjusted", "said"),
    [
        ([0.01, 0.1], 0.125, "excludes 0, but the corrected p-value is not significant"),
        ([-0.1, -0.01], 0.06, "excludes 0, but the corrected p-value is not significant"),
        ([0.0, 0.1], 0.01, "includes 0, but the corrected p-value is significant"),
        ([0.01, 0.1], 0.01, ""),
        ([-0.01, 0.1], 0.5, ""),
        (None, 0.5, ""),
    ],
)
def test_an_interval_that_the_test_contradicts_is_named(interval, p_adjusted, said):
    report = Report(with_result(0, interval=interval, p_value=p_adjusted, p_adjusted=p_adjusted))
    named = "For keyboard, the confidence interval" in report.view.lede
    assert named == bool(said) and said in report.view.lede
