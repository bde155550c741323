"""Slices of Chinese rows: words are those that the language finds, and are called so."""

from datasets import Dataset

import hf_robust as hr
from hf_robust.core.mapping import Columns
from hf_robust.core.registry import spoken_language
from hf_robust.slices.gold_entities import UnseenEntities
from hf_robust.slices.row_view import RowView
from hf_robust.slices.shared_words import LengthDifference, PairOverlap
from hf_robust.slices.text_length import TextLength

PAIRS = hr.task("semantic-similarity-classification", language="zh")


def words(text):
    return [text[start:end] for start, end in spoken_language("zh").words(text, None)]


def test_words_are_those_of_the_language():
    rows = RowView(
        Columns({"sentence1": ["我在北京大学看书。", None], "sentence2": ["好", ""], "label": [0, 1]}), PAIRS
    )
    assert rows.words("sentence1") == [words("我在北京大学看书。"), []]
    assert rows.terms("sentence2") == [["好"], []]


def test_tokens_are_joined_without_spaces():
    task = hr.task("ner", language="zh")
    rows = RowView(Columns({"tokens": [["北京", "很", "大", "。"], None], "ner_tags": [["O"] * 4, None]}), task)
    assert rows.texts("tokens") == ["北京很大。", ""]
    assert rows.words("tokens") == [["北京", "很", "大"], []]


def test_overlap_and_difference_of_length_count_words():
    first, second = "今天的天气很好", "今天的天气很好，我想出去"
    data = Dataset.from_dict({"sentence1": [first, "贵"], "sentence2": [second, "好"], "label": [1, 0]})
    more = len(words(second)) - len(words(first))
    same = len({*words(first)} & {*words(second)}) / len({*words(first)} | {*words(second)})
    view = RowView(Columns(data[:]), PAIRS)
    assert PairOverlap().read(view).tolist() == [same, 0.0]
    assert LengthDifference().read(view).tolist() == [more, 0.0] and more > 1
    names = hr.slice_rows(data, PAIRS, [LengthDifference(quantiles=2)]).names
    assert names == (f"length-difference: up to {more - 1} words", f"length-difference: {more} words or more")


def test_length_is_counted_in_characters_or_in_words():
    task = hr.task("sentiment-classification", language="zh")
    view = RowView(Columns({"text": ["我很喜欢这家 餐厅"], "label": [1]}), task)
    assert TextLength().fitted_to(task).read(view).tolist() == [8.0]
    assert TextLength(count="words").fitted_to(task).read(view).tolist() == [len(words("我很喜欢这家 餐厅"))]


def test_known_entities_may_be_written_without_spaces():
    task = hr.task("ner", language="zh")
    tags = [["B-LOC", "I-LOC", "O"], ["B-LOC", "I-LOC", "O"]]
    data = Dataset.from_dict({"tokens": [["北", "京", "大"], ["上", "海", "大"]], "ner_tags": tags})
    found = hr.slice_rows(data, task, [UnseenEntities(known_entities=("北京",))])
    assert found.lists() == [["unseen-entities: all seen"], ["unseen-entities: all unseen"]]


def test_slices_that_work_in_chinese_are_offered_and_others_are_not():
    texts = {"sentence1": ["今天好", "贵"], "sentence2": ["今天很好，我想出去玩", "好"]}
    data = Dataset.from_dict({**texts, "label": [1, 0]})
    families = {one.family for one in hr.slice_rows(data, PAIRS, ["all"]).slices}
    assert families == {"label", "length", "length-difference", "overlap"}
