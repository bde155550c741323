"""Words of a source are found wherever they stand in a folder."""

import json

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.registry import spoken_language
from hf_robust.suites.rows import write_parquet
from hf_robust.suites.source_leaks import SourceIndex, find_leaks, rewritten_run, source_texts

SOURCE = "The harbor was quiet that morning, and nobody saw the ferry leave."
HAN = "我们昨天在杭州西湖边上买了两本旧书。"


@pytest.mark.parametrize(
    "text", [SOURCE, "say: THE HARBOR -- was 'quiet' that.", "saw\nthe\tferry  leave. nobody saw the"]
)
def test_five_words_in_a_row_are_found(text):
    assert SourceIndex(["Nobody: the ferry! Saw the ferry leave nobody?", SOURCE]).first_match(text) is not None


def test_four_words_and_words_in_another_order_are_not():
    index = SourceIndex([SOURCE])
    assert index.first_match("the harbor was quiet this morning") is None
    assert index.first_match("quiet was harbor the that morning and") is None
    assert index.first_match("") is None and SourceIndex([]).first_match(SOURCE) is None
    assert SourceIndex(["too short a text"]).first_match("too short a text") is None


def test_chinese_words_are_found_however_the_text_is_cut():
    index = SourceIndex([HAN], spoken_language("zh"))
    assert index.first_match("他说：昨天在杭州西湖边上买了。") is not None
    assert index.first_match("昨 天 在 杭 州 西 湖 边 上 买 了") is not None
    assert index.first_match("昨天在杭州") is None


def test_a_planted_leak_is_found_in_each_kind_of_file(tmp_path):
    def leaks() -> list[tuple[str, str]]:
        return [(leak.file, leak.location) for leak in find_leaks(tmp_path, [SOURCE])]

    (tmp_path / "a").mkdir()
    rows = Dataset.from_dict({"id": ["x", "y"], "edits": [[{"after": "the ferry"}], [{"after": "dull"}]]})
    write_parquet(rows, tmp_path / "a" / "edits.parquet")
    (tmp_path / "README.md").write_text("The harbor was quiet.")
    (tmp_path / "suite.json").write_text(json.dumps({"name": "harbor"}))
    assert leaks() == []
    (tmp_path / "README.md").write_text("# A\n\nnobody saw the\nferry leave")
    (tmp_path / "suite.json").write_text(json.dumps({"labels": ["nobody", "saw", "the", "ferry", "leave"]}))
    spread = [[{"after": "nobody saw"}, {"after": "the ferry"}, {"after": "leave"}], [{"after": SOURCE}]]
    write_parquet(Dataset.from_dict({"id": ["x", "y"], "edits": spread}), tmp_path / "a" / "edits.parquet")
    assert leaks() == [
        ("README.md", ""),
        ("a/edits.parquet", "edits of row 0"),
        ("a/edits.parquet", "edits of row 1"),
        ("suite.json", ""),
    ]
    assert len(find_leaks(tmp_path, [SOURCE], most=1)) == 1


def test_escaped_letters_are_read(tmp_path):
    text = "El niño bebió más café después"
    (tmp_path / "suite.json").write_text(json.dumps({"name": text}))
    assert find_leaks(tmp_path, [text])[0].words == "el niño bebió más café"


def test_the_source_is_all_texts_but_labels_and_ids():
    rows = Dataset.from_dict(
        {
            "id": ["r1"],
            "tokens": [["He", "ran"]],
            "ner_tags": [["O", "O"]],
            "title": ["A run"],
            "more": [{"notes": ["one", "two"], "n": 1}],
            "robust_slices": [["short"]],
        }
    )
    task = hr.task("named-entity-recognition", id="id")
    assert list(source_texts(rows, task, ["robust_slices"])) == ["He ran", "A run", "one two"]


def test_runs_of_words_inside_edits():
    words = [(0, 2), (3, 5), (6, 10)]
    assert rewritten_run(words, [True] * 10) == 3
    half = [True, False, False, True, True, False, True, True, True, False]
    assert rewritten_run(words, half) == 2 and rewritten_run([], []) == 0
