"""Word segmentation: gold words follow edits of whole words, in the shape of their column."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import ColumnError, LabelError, NotApplicable, UsageError
from hf_robust.scoring import oov_recall, segmentation_scores
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Transformation, preserves

LISTS = [["张伟", "长", "得", "高", "。"], ["我", "在", "清华", "上学"]]
TASK = hr.task("cws")


def moved(value, *edits):
    doc = TASK.doc("words", value)
    after = list(doc.text)
    for edit in reversed(edits):
        after[edit.start : edit.end] = edit.text
    return TASK.label_mover().move({"words": value}, doc, edits, "".join(after))["words"]


def test_it_is_chinese_unless_the_user_says_otherwise():
    assert TASK.name == SEGMENTATION and TASK.language == "zh"
    assert hr.task("segmentation", language="ja").language == "ja" and hr.task("ner").language == "en"


@pytest.mark.parametrize("rows", [LISTS, [" ".join(words) for words in LISTS], ["  ".join(words) for words in LISTS]])
def test_both_shapes_are_read_alike(rows):
    data = Dataset.from_dict({"words": rows})
    task = TASK.bind(data)
    assert task.inputs(data) == [{"words": "张伟长得高。"}, {"words": "我在清华上学"}]
    assert task.references(data) == LISTS
    assert [task.show(value) for value in data["words"]] == ["张伟 / 长 / 得 / 高 / 。", "我 / 在 / 清华 / 上学"]


def test_gold_words_of_one_character_are_not_put_together():
    doc = TASK.doc("words", ["我", "爱", "你", "。"])
    assert doc.words == [(0, 1), (1, 2), (2, 3)] and doc.bounds[3] == (3, 4)


def test_words_follow_edits_in_the_shape_of_the_column():
    split = Edit(2, 4, "清华大学", {"words": ["清华", "大学"]})
    assert moved(LISTS[1], split) == ["我", "在", "清华", "大学", "上学"]
    assert moved("我  在 清华  上学", split) == "我  在  清华  大学  上学"
    assert moved("我 在 清华 上学\n", Edit(0, 1, "他")) == "他 在 清华 上学\n"
    assert moved(LISTS[1], Edit(1, 1, "们")) == ["我", "们", "在", "清华", "上学"]
    assert moved(LISTS[1], Edit(0, 2, ""), Edit(6, 6, "了")) == ["清华", "上学", "了"]
    assert moved(LISTS[1], Edit(0, 4, "他")) == ["他", "上学"]


def test_edits_that_cut_a_word_or_whose_words_do_not_fit_are_refused():
    with pytest.raises(NotApplicable, match="across the edge of a word"):
        moved(LISTS[1], Edit(2, 3, "新"))
    with pytest.raises(NotApplicable, match="across the edge"):
        moved(LISTS[1], Edit(3, 3, "新"))
    with pytest.raises(NotApplicable, match="do not make the new text"):
        moved(LISTS[1], Edit(2, 4, "清华大学", {"words": ["清华", "学"]}))
    with pytest.raises(NotApplicable, match="no word would be left"):
        moved(LISTS[1], Edit(0, 6, ""))


def test_columns_and_rows_are_checked():
    with pytest.raises(ColumnError, match="must hold a list of words, or text with spaces"):
        TASK.bind(Dataset.from_dict({"words": [3]}))
    with pytest.raises(LabelError, match=r"row 1 does not fit word-segmentation: word 2 is empty; 1 of 2"):
        TASK.bind(Dataset.from_dict({"words": [["他"], ["他", ""]]}))


@dataclass(frozen=True, kw_only=True)
class FullName(Transformation):
    """清华 becomes 清华 and 大学.

    Example:
        >>> FullName().preview("清华")
        '清华大学'
    """

    name: ClassVar[str] = "full-name"
    level = "word"
    linguistics = "morphology"
    languages = ("zh",)
    version = "zh.1"
    effects = preserves(SEGMENTATION)

    def edits(self, doc, rng):
        return [
            Edit(start, end, "清华大学", {"words": ["清华", "大学"]})
            for start, end in doc.words
            if doc.text[start:end] == "清华"
        ]


def characters(texts):
    return [list(text) for text in texts]


@pytest.mark.parametrize("shape", [list, " ".join])
def test_a_suite_is_built_run_saved_and_shown(registered, tmp_path, shape):
    registered(FullName)
    data = Dataset.from_dict({"words": [shape(words) for words in LISTS]})
    suite = hr.Suite.build(data, TASK, ["full-name"])
    assert suite["full-name"].perturbed["words"] == [shape(["我", "在", "清华", "大学", "上学"])]
    suite = hr.Suite.load(suite.save(tmp_path / "suite"))
    report = hr.run(characters, suite)
    (result,) = report.results
    assert result["original"] == pytest.approx(4 / 10) and result["perturbed"] == pytest.approx(4 / 13)
    (example,) = result["examples"]
    assert example["gold"] == "我 / 在 / 清华 / 大学 / 上学"
    assert example["fields"][0]["after"] == "我 / 在 / 清华 / 大学 / 上学"
    assert "清 / 华 / 大 / 学" in (report.save(tmp_path / "report") / "report.html").read_text()


def test_a_prediction_with_other_characters_is_refused():
    data = Dataset.from_dict({"words": LISTS})
    rows = TASK.inputs(data)
    with pytest.raises(UsageError, match="characters are not those of '张伟长得高。'"):
        hr.as_predictor(lambda texts: [list(text[1:]) for text in texts], TASK).predict(rows)
    with pytest.raises(UsageError, match="row 1: the predicted words"):
        segmentation_scores([["他"], ["她"]], [["他"], ["他"]])


def test_scores_of_a_corpus():
    found = [["张", "伟", "长", "得高", "。"], ["我", "在", "清华", "上学"]]
    scores = segmentation_scores(found, LISTS, vocabulary=["我", "在", "长", "得", "高", "。"])
    assert (scores["precision"], scores["recall"], scores["n_words"]) == (6 / 9, 6 / 9, 9)
    assert (scores["n_oov"], scores["oov_recall"]) == (3, 2 / 3)
    assert segmentation_scores([], []) == {
        **dict.fromkeys(("word_f1", "precision", "recall", "oov_recall", "n_oov")),
        "n": 0,
        "n_words": 0,
    }
    assert oov_recall([]).score(found, LISTS) == 6 / 9


def test_the_words_of_one_row_are_no_batch():
    perturb = hr.Perturb("long-number", hr.task("word-segmentation"), keep="all")
    with pytest.raises(UsageError, match="works on batches"):
        perturb({"words": ["他", "走", "了", "六", "天"]})
    batches = (["他 走 了 六 天", "好"], [["他", "走"]], ["他 来"], ["好"], [None, "他 来"])
    assert all(len(perturb({"words": batch})["words"]) == len(batch) for batch in batches)
