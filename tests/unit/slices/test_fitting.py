"""Slices found on rows: where numbers are cut, what is noted, and what is refused."""

from math import inf, nan

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.errors import ColumnError, EmptyDataError, UsageError
from hf_robust.slices.grouped_rows import RowGroups, cut_groups
from hf_robust.slices.scored_rows import cut_scores, in_words
from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.slices.text_length import TextLength

TASK = hr.task("sentiment-classification")


def rows(*texts, **columns):
    labels = ["ab"[place % 2] for place in range(len(texts))]
    return Dataset.from_dict({"text": list(texts), "label": labels, **columns})


def words(*counts):
    return rows(*(" ".join(["word"] * count) for count in counts))


def test_parts_of_equal_size():
    scores = np.arange(100, dtype=float)
    keys = cut_scores(scores, None, 5, True).keys
    assert keys == ((-inf, 20), (20, 40), (40, 60), (60, 80), (80, inf))
    inside = TextLength().members(scores, keys)
    assert inside.sum(axis=0).tolist() == [20] * 5 and inside.sum(axis=1).tolist() == [1] * 100


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        (["0%", "20%"], range(2)),
        ([0.8, 1.0], range(8, 10)),
        ([2, 4], range(2, 4)),
        ([["0%", "10%"], ["90%", "100%"]], [0, 9]),
        ([5, 500], range(5, 10)),
    ],
)
def test_intervals_are_places_in_the_order_of_the_numbers(given, chosen):
    data = words(*range(1, 11))
    table = hr.slice_rows(data, TASK, [{"name": "length", "intervals": given}])
    assert np.flatnonzero(table.members.any(axis=1)).tolist() == list(chosen)


def test_equal_numbers_stay_together_and_fewer_slices_are_noted():
    scores = np.array([1.0] * 7 + [2.0, 3.0, 4.0])
    found = cut_scores(scores, None, 5, True)
    assert found.keys == ((-inf, 2), (2, 3), (3, inf))
    assert "3 slices and not 5" in found.notes[0]
    inside = TextLength().members(scores, found.keys)
    assert inside.any(axis=0).all() and (inside.sum(axis=1) == 1).all()


def test_rows_without_a_number_are_in_no_slice():
    scores = np.array([1.0, nan, 2.0, 3.0])
    found = cut_scores(scores, None, 2, False)
    assert found.notes == ("1 of 4 rows have no value and are in no slice",)
    assert TextLength().members(scores, found.keys).sum(axis=1).tolist() == [1, 0, 1, 1]
    assert cut_scores(np.array([nan, nan]), None, 2, False).keys == ()


def test_bounds_have_few_digits_and_part_as_the_numbers_do():
    scores = np.sort(np.random.default_rng(3).lognormal(3, 1, 500))
    found = cut_scores(scores, None, 10, False)
    assert TextLength().members(scores, found.keys).sum(axis=0).tolist() == [50] * 10
    titles = [in_words(key) for key in found.keys]
    assert len(set(titles)) == 10 and max(map(len, titles)) < 20


def test_a_constant_is_no_slice_and_is_noted():
    table = hr.slice_rows(words(3, 3, 3), TASK, ["length", {"name": "phrase", "kinds": ["negation"]}])
    assert table.names == () and table.members.shape == (3, 0)
    assert table.notes == (
        "length: all rows have the same value (3), so there are no slices",
        "phrase: negation: no row is in it, so it is left out",
    )


def test_of_very_many_values_the_largest_are_kept_and_it_is_noted():
    found = cut_groups(RowGroups.of_lists([[str(number % 60)] for number in range(100)]))
    assert len(found.keys) == 50 and "60 different values" in found.notes[0]
    assert {str(number) for number in range(40)} <= set(found.keys)


def test_label_names_come_from_the_features():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict({"text": ["a", "b"], "label": [0, 1]}, features=features)
    assert hr.slice_rows(data, TASK, ["label"]).names == ("label: neg", "label: pos")


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (["uk", None, "us", "us"], ("c: uk", "c: us")),
        ([True, False, True, True], ("c: False", "c: True")),
        ([3, 4, 3, 3], ("c: 3", "c: 4")),
        ([0.5, 1.5, 2.5, None], ("c: below 1", "c: 1 to 2", "c: 2 or more")),
        ([["x", "y"], ["x"], [], ["y"]], ("c: x", "c: y")),
    ],
)
def test_any_column(values, names):
    asked = {"name": "column", "column": "c"} | ({"quantiles": 3} if 0.5 in values else {})
    table = hr.slice_rows(rows("a", "b", "c", "d", c=values), TASK, [asked])
    assert table.names == names


def test_a_numeric_column_is_cut_by_its_numbers():
    data = rows(*"abcdefghijklmnop", year=list(range(2000, 2016)))
    table = hr.slice_rows(data, TASK, [{"name": "column", "column": "year", "quantiles": 2}])
    assert table.names == ("year: below 2008", "year: 2008 or more") and table.sizes.tolist() == [8, 8]
    given = hr.slice_rows(data, TASK, [{"name": "column", "column": "year", "kinds": ["2003"]}])
    assert given.rows_in("year: 2003").tolist() == [3]


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        (["lenght"], "did you mean length"),
        ([{"name": "length", "quantile": 2}], "did you mean quantiles"),
        ([{"name": "length", "quantiles": 1}], "at least 2"),
        ([{"name": "length", "quantiles": 2, "bounds": [1, 2]}], "one of quantiles, intervals and bounds"),
        ([{"name": "length", "intervals": ["80%", "20%"]}], "intervals must rise, found 80% and 20%"),
        ([{"name": "length", "intervals": [[0.8, "20%"]]}], "intervals must rise, found 0.8 and 20%"),
        ([{"name": "length", "intervals": [100, 100]}], "intervals must rise, found 100 and 100"),
        ([{"name": "length", "intervals": ["0", "20%"]}], "fraction"),
        ([{"name": "length", "intervals": ["0%", "120%"]}], "fraction"),
        ([{"name": "length", "intervals": ["0%"]}], "pair"),
        ([{"name": "length", "bounds": [5, 5]}], "rise"),
        ([{"name": "length", "bounds": ["a", 5]}], "takes numbers"),
        (["overlap"], "does not apply to sentiment-classification"),
        ([{"quantiles": 2}], "expected the name"),
        ([7], "expected the name"),
        ("length", "must be a list"),
        ([], "must be a list"),
        ([{"name": "column", "column": "text", "quantiles": 3}], "holds no numbers"),
    ],
)
def test_what_is_wrong_is_said(asked, match):
    with pytest.raises(UsageError, match=match):
        hr.slice_rows(words(1, 2), TASK, asked)


def test_absent_columns_rows_and_data_sets_are_refused():
    with pytest.raises(ColumnError, match="reads the column 'genre'; found: text, label"):
        hr.slice_rows(words(1, 2), TASK, [{"name": "column", "column": "genre"}])
    with pytest.raises(EmptyDataError):
        hr.slice_rows(words(1).select([]), TASK)
    with pytest.raises(UsageError, match="fit slices on some"):
        hr.slice_rows(words(1, 2).to_iterable_dataset(), TASK)
    with pytest.raises(UsageError, match="for en"):
        hr.slice_rows(words(1, 2), hr.task("sentiment-classification", language="de"), ["phrase"])


def test_a_predicate_that_raises_is_named_with_its_row():
    def odd(row):
        return row["text"][5]

    with pytest.raises(UsageError, match=r"predicate 'odd' raised IndexError.*'text': 'a'"):
        hr.slice_rows(rows("a", "b"), TASK, [{"name": "predicate", "function": odd}])


def test_a_bare_function_is_a_predicate():
    def short(row):
        return len(row["text"]) == 1

    table = hr.slice_rows(rows("word", "a"), TASK, [short, "label"])
    assert table.names == ("short", "label: a", "label: b") and table.lists()[1] == ["short", "label: b"]
    with pytest.raises(UsageError, match="an object, a function of a row or"):
        hr.slice_rows(rows("word", "a"), TASK, [3])


def test_a_table_prints_as_a_few_lines():
    slices = tuple(SliceInfo(f"slice {number}", "custom") for number in range(30))
    table = SliceTable(slices, np.ones((1000, 30), np.bool_), ("no row is in slice 31",))
    lines = str(table).splitlines()
    assert lines[:2] == ["30 slices of 1000 rows", "  slice 0   1000 (100%)"] and len(lines) == 23
    assert lines[-2:] == ["  and 10 more", "  note: no row is in slice 31"] and repr(table) == str(table)
    assert str(SliceTable((), np.zeros((0, 0), np.bool_))) == "0 slices of 0 rows"


def test_a_predicate_may_name_groups():
    def kind(row):
        return "long" if len(row["text"]) > 3 else None

    table = hr.slice_rows(rows("word", "a"), TASK, [{"name": "predicate", "function": kind}])
    assert table.lists() == [["kind: long"], []]


def test_all_leaves_out_what_costs():
    table = hr.slice_rows(rows("He met Ann.", "No film?"), TASK)
    assert {one.family for one in table.slices} == {"length", "phrase", "label", "prejudice"}
    assert hr.slice_rows(rows("He met Ann.", "No film?"), TASK, ["all", "length"]).names == table.names


def test_slices_of_chinese_are_counted_in_characters():
    data = Dataset.from_dict({"text": ["很好", "不太好的电影"], "label": ["a", "b"]})
    task = hr.task("sentiment-classification", language="zh")
    assert hr.slice_rows(data, task, [{"name": "length", "quantiles": 2}]).names == (
        "length: up to 5 characters",
        "length: 6 characters or more",
    )


def test_tables_keep_their_notes():
    table = hr.slice_rows(words(3, 3, 4), TASK, [{"name": "phrase", "kinds": ["negation"]}, "length"])
    assert table.take(np.array([2])).notes == table.notes != ()
    assert table.beside(hr.SliceTable((), np.zeros((3, 0), bool), ("more",))).notes == (*table.notes, "more")


def test_texts_without_anything_are_no_trouble():
    data = Dataset.from_dict({"text": [None, "", "   ", "\U0001f600 ok", "word " * 5000], "label": ["a"] * 4 + ["b"]})
    table = hr.slice_rows(data, TASK)
    assert len(table) == 5 and "length: 5000 words or more" not in table.notes
