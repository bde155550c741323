"""Numbers in Chinese texts: other values of the same shape, and the other way of writing."""

import re

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.chinese.numbers import Number, NumberForm


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("花了25.5元", r"花了\d\d\.\d元"),
        ("涨了15%", r"涨了\d\d%"),
        ("1998年来的", r"19[89]\d年来的"),
        ("第3次来", r"第[2-9]次来"),
        ("买了８张", r"买了[２-９]张"),
        ("等了三个小时", r"等了[二两四五六]个小时"),
        ("花了三十块", r"花了[一二四五六]?十块"),
        ("百分之三十", r"百分之[一二四五六]?十"),
        ("1,200元", r"\d,\d00元"),
        ("一九九八年来的", r"一九[八九][一二三四五六七八九〇]年来的"),
        ("兩萬塊，三張票", r".+塊，[二兩四五六]張票"),
    ],
)
def test_a_number_keeps_its_shape(text, pattern):
    found = outputs(Number(), zh(text))
    assert text not in found and all(re.fullmatch(pattern, new) for new in found), found


@pytest.mark.parametrize(
    "text",
    [
        *(
            "一个人",
            "第一次来",
            "打了5分",
            "给1颗星",
            "打8折",
            "荣耀7",
            "iPhone 12",
            "3-5天",
            "12:30见",
            "100%",
            "前两天",
            "199包邮",
        ),
        *("一样的三角形", "用了2天，又用了2天", "电话13800138000", "5G手机", "很好😀", ""),
    ],
)
def test_other_numbers_stay(text):
    assert outputs(Number(), zh(text), 5) == {text}


def test_of_two_with_one_unit_the_greater_stays_the_greater():
    for new in outputs(Number(), zh("从20元涨到30元，现在40元"), 40):
        low, middle, high = map(int, re.findall(r"\d+", new))
        assert low < middle < high


def test_dates_stay_dates():
    for new in outputs(Number(), zh("12月28日23点"), 40):
        month, day, hour = map(int, re.findall(r"\d+", new))
        assert month <= 12 and day <= 28 and hour <= 23


def test_a_number_inside_a_word_or_a_protected_span_stays():
    assert outputs(Number(), cut("买了|三个头|的"), 3) == {"买了三个头的"}
    assert outputs(Number(), zh("买了3张票，等了5天", protected=[(2, 4)]), 9) != {"买了3张票，等了5天"}
    assert all("买了3张" in new for new in outputs(Number(), zh("买了3张票，等了5天", protected=[(2, 4)])))
    with pytest.raises(NotApplicable, match="fewer than 2"):
        Number(count=2).edits(zh("等了5天"), RowRandom(1))


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("308", "三百零八"),
        ("4006", "四千零六"),
        ("1998年", "一九九八年"),
        ("2005年2月2日", "二〇〇五年二月二日"),
        ("2张票，2点，第2次，2楼", "两张票，两点，第二次，二楼"),
        ("15%", "百分之十五"),
        ("１２．５％", "百分之十二点五"),
        ("3.05元", "三点零五元"),
        ("20050元", "二万零五十元"),
        ("1,200元", "一千二百元"),
        ("兩個人花了20000元", "兩個人花了二萬元"),
        ("小米6手机，iPhone12，007，12345，￥25，3-5天", "小米6手机，iPhone12，007，12345，￥25，3-5天"),
    ],
)
def test_digits_become_characters(text, new):
    assert outputs(NumberForm(), zh(text), 2) == {new}


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("三百零八个", "308个"),
        ("两张票，三万块", "2张票，3万块"),
        ("一九九八年", "1998年"),
        ("百分之十五点五", "15.5%"),
        ("第三次", "第3次"),
        ("二十來個人，兩張票", "20來個人，2張票"),
        ("一个人，第一时间，一样，三角形，几十个，三四个", "一个人，第一时间，一样，三角形，几十个，三四个"),
    ],
)
def test_characters_become_digits(text, new):
    assert outputs(NumberForm(mode="to-digit"), zh(text), 2) == {new}


def test_numbers_of_token_lists_are_whole_tokens():
    assert outputs(NumberForm(), tokens(["我", "买", "1", "5", "张"]), 1) == {"我买十五张"}
    doc = tokens(["我", "买", "2", "张", "票"])
    assert doc.project(NumberForm().edits(doc, RowRandom(1))).tokens == ["我", "买", "两", "张", "票"]
    assert outputs(Number(), tokens(["我", "3张票"]), 3) == {"我3张票"}


def test_a_mode_that_is_not_there_is_named():
    with pytest.raises(UsageError, match="to-digit"):
        NumberForm(mode="digits")


def test_all_candidates_are_listed():
    doc = zh("花了30元")
    listed = {edit.text for edit in Number().candidates(doc, 2, 4, RowRandom(1))}
    assert {new[2:4] for new in outputs(Number(), doc, 40)} == listed


def test_a_month_keeps_its_late_days():
    for text in ("十二月三十一日", "12月31日", "1月29号", "2024年2月29日", "十月三十日"):
        for new in outputs(Number(), zh("活动在" + text + "结束"), 30):
            assert text[: text.index("月") + 1] in new
    assert len(outputs(Number(), zh("活动在12月28日结束"), 30)) > 1


def test_a_text_without_digits_gets_them():
    form = NumberForm()
    assert form.preview("等了三天，花了二十块") == "等了3天，花了20块"
    assert form.preview("等了三天，花了20块") == "等了三天，花了二十块"
    assert form.preview("一天没有煤，讲两句话") == "一天没有煤，讲两句话"
