"""Models that find words: tags of characters, the embedded segmenter, the longest words of a vocabulary."""

import pytest
import tiny_models
from datasets import Dataset
from transformers import BertForTokenClassification

import hf_robust as hr
from hf_robust.adapters.huggingface.character_tagger import words_of_positions
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import DataFileError, LabelError, UsageError

TASK = hr.task("word-segmentation")
TEXTS = ["他在清华上学，很高兴。", "", "a b", "好" * 150]
ROWS = [{"words": text} for text in TEXTS]


def tagger(labels):
    return tiny_models._loud(BertForTokenClassification(tiny_models.config(labels)))


@pytest.mark.parametrize("labels", [("B", "M", "E", "S"), ("B-W", "I-W"), ("O", "B", "I")])
def test_a_tagger_of_characters_gives_each_one_tag_whatever_the_length(labels):
    model = hr.as_predictor(tagger(labels), TASK, tokenizer=tiny_models.tokenizer())
    found = [one.value for one in model.predict(ROWS)]
    assert ["".join(words) for words in found] == ["".join(text.split()) for text in TEXTS]
    assert all(all(words) for words in found)


def test_labels_that_say_nothing_of_words_need_a_map():
    names = tuple(f"LABEL_{number}" for number in range(4))
    with pytest.raises(LabelError, match="a segmenter has B, M, E, S"):
        hr.as_predictor(tagger(names), TASK, tokenizer=tiny_models.tokenizer())
    given = dict(zip(names, "BMES"))
    model = hr.as_predictor(tagger(names), TASK, tokenizer=tiny_models.tokenizer(), label_map=given)
    plain = hr.as_predictor(tagger(tuple("BMES")), TASK, tokenizer=tiny_models.tokenizer())
    assert model.predict(ROWS) == plain.predict(ROWS)


def test_sequences_that_are_none_are_read_as_far_as_they_go():
    assert words_of_positions("他在清华", "MESM") == ["他在", "清", "华"]


def test_the_embedded_segmenter_is_the_default():
    model = as_predictor(None, TASK)
    assert model.name == "segmenter-baseline" and model.kind == "embedded"
    assert model.predict([{"words": "我喜欢这本书。"}, {"words": None}])[0].value == [
        "我",
        "喜欢",
        "这",
        "本",
        "书",
        "。",
    ]
    with pytest.raises(UsageError, match="segmenter-baseline is for texts in zh, and these are in en"):
        as_predictor("segmenter-baseline", hr.task("cws", language="en"))


def test_the_longest_words_of_rows_or_of_a_file(tmp_path):
    data = Dataset.from_dict({"words": ["我 在 清华 上学", "他 爱 上学"] * 5})
    model = as_predictor("longest-word-baseline", TASK, train=data)
    assert model.predict([{"words": "他在清华上学"}])[0].value == ["他", "在", "清华", "上学"]
    file = tmp_path / "words.txt"
    file.write_text("清华\n上学 12\n", encoding="utf-8")
    model = as_predictor("longest-word-baseline", TASK, vocabulary=str(file))
    assert model.predict([{"words": "他在清华上学"}])[0].value == ["他", "在", "清华", "上学"]
    assert "the 2 words of words.txt" in model.name
    with pytest.raises(DataFileError, match="a text file with a word a line"):
        as_predictor("longest-word-baseline", TASK, vocabulary=str(tmp_path / "none.txt"))
