"""The segmenter of Chinese: what is a word, what is none, and that a text is cut once."""

import json
import os
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from hf_robust.language.chinese import segmenter
from hf_robust.language.chinese.segmenter import find_units, pieces, stamp, words
from hf_robust.language.chinese.word_evidence import evidence, likeliest_cut
from hf_robust.language.embedded import ZH_SEGMENTER


def cut(text):
    return [text[start:end] for start, end in words(text)]


@pytest.mark.parametrize(
    "text",
    [
        "我们/喜欢/这/本/书",
        "他/在/银行/工作",
        "iPhone12/很/贵",
        "苹果/25.5/元",
        "我/用/wi-fi/上网",
        "买/了/e\u0301t\u00e9/的/票",
    ],
)
def test_words(text):
    assert cut(text.replace("/", "")) == text.split("/")


def test_traditional_text_is_cut_like_simplified():
    assert words("老師們喜歡這間學校") == words("老师们喜欢这间学校")


@pytest.mark.parametrize("text", ["", " \n", "。！", "😀👨\u200d👩\u200d👧", "\ud840", "\u0301", "___"])
def test_no_words(text):
    assert words(text) == []


@pytest.mark.parametrize(
    "text",
    ["好😀好", "你好，，世界……", "a\ud840b好\U00020000々", "カタカナと漢字", "好\U000e0100吗", "１２３元 50% A股"],
)
def test_pieces_are_all_but_white_space(text):
    assert "".join(pieces(text)) == "".join(text.split())
    spans = words(text)
    cut = [text[:end].count(" ") for _, end in spans]  # words are pieces, or whole pieces together ("50%")
    starts = {0, *accumulate(map(len, pieces(text)))}
    assert {end - blanks for (_, end), blanks in zip(spans, cut, strict=True)} <= starts
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_marks_stay_with_their_character():
    text = "我e\u0301好\U000e0100。"
    assert [unit.start for unit in find_units(text)] == [0, 1, 3, 5]
    assert sum(end - start for start, end in words(text)) == len(text) - 1


def test_other_scripts_never_join_han():
    assert cut("3元") == ["3", "元"] and cut("买T恤") == ["买", "T恤"] and cut("ABC股市")[0] == "ABC"


@pytest.mark.parametrize("text", ["20万/元", "1.5亿/人", "2,300万", "16萬8千", "２０万", "3/千克", "5/百分", "3百/块"])
def test_digits_with_the_sign_of_a_scale_are_whole(text):
    units = [unit.text for unit in find_units(text.replace("/", ""))]
    assert units[0] == text.split("/")[0]


@pytest.mark.parametrize(
    "text",
    [
        "王小明/和/周涛/住/在/北京",
        "本报/记者/孙立民/报道",
        "我/叫/陈思雨",
        "李/老师/来/了",
        "周/总理",
        "向/他/学习",
        "马上/发货",
        "许多/人",
        "欧阳娜娜/唱歌",
    ],
)
def test_full_names_are_words_and_what_looks_like_one_is_none(text):
    assert cut(text.replace("/", "")) == text.split("/")


@pytest.mark.parametrize(
    "text", ["客服/特/耐心", "爱奇艺/年卡/很/便宜", "用/支付宝/付款", "送/了/手机壳", "性价比/很/高"]
)
def test_modern_words(text):
    assert cut(text.replace("/", "")) == text.split("/")


def test_a_text_is_cut_once(monkeypatch):
    first = words("这句话只切一次。")
    first.append("changed")
    monkeypatch.setattr(segmenter, "cut_units", None)
    assert words("这句话只切一次。") == first[:-1]
    assert [pieces(text) for text in ["这句话只切一次。"] * 2] == [pieces("这句话只切一次。")] * 2


def test_the_stamp_is_that_of_the_weights(monkeypatch, tmp_path):
    assert stamp.__wrapped__() == stamp()
    (tmp_path / segmenter.WEIGHTS).write_bytes((ZH_SEGMENTER / segmenter.WEIGHTS).read_bytes() + b"\0")
    monkeypatch.setattr(segmenter, "ZH_SEGMENTER", tmp_path)
    assert stamp.__wrapped__() != stamp()


def test_evidence_has_the_same_places_for_every_unit():
    units = [unit.text for unit in find_units("我用iPhone12拍了30张照片。")]
    found = evidence(units)
    assert len(found) == len(units) == 10
    assert {name[0] for name in found[0]} >= set("012345678dbeowcnh")
    assert likeliest_cut("我们好", [[1, 2], [2], [3]]) == "BES"


@pytest.mark.skipif("HF_ROBUST_TEST_DATA" not in os.environ, reason="needs the treebank")
def test_quality_on_the_part_that_it_did_not_learn():
    from hf_robust.language.embedded.build.build_zh_segmenter import FOLDS, f1, read

    sentences = read(Path(os.environ["HF_ROBUST_TEST_DATA"]) / "ud_chinese_gsdsimp" / "dev.conllu")
    found = f1(segmenter._weights(), sentences[-len(sentences) // FOLDS :])
    assert found >= 90
    assert f"{found:.1f}" in (ZH_SEGMENTER / "README.md").read_text(encoding="utf-8")


def test_weights_are_small_and_whole():
    assert (ZH_SEGMENTER / segmenter.WEIGHTS).stat().st_size < 300_000
    weights = segmenter._weights()
    assert len(weights.features) > 10_000 and all(len(row) == 4 for row in weights.features.values())
    assert json.dumps(weights.steps)
