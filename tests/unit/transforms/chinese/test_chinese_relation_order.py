"""Subject and object of Chinese relations in another order."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.transformation_registry import transformations

TASK = hr.task("relation-extraction", language="zh")


def turned(text, subject, other):
    tokens = text.split("|")
    size = {role: len(name.split("|")) for role, name in (("subject", subject), ("object", other))}
    row = {"tokens": tokens, "relation": "无"}
    for role, name in (("subject", subject), ("object", other)):
        parts = name.split("|")
        at = next(n for n in range(len(tokens)) if tokens[n : n + size[role]] == parts)
        row[role] = [at, at + size[role] - 1]
    new = transformations.get("swap-triple-position", "zh")().preview_row(row, TASK)
    for role, name in (("subject", subject), ("object", other)):
        first, last = new[role]
        assert new["tokens"][first : last + 1] == name.split("|")
    return "|".join(new["tokens"])


@pytest.mark.parametrize(
    ("text", "subject", "other", "new"),
    [
        ("柏林|是|德国|的|首都|。", "柏林", "德国", "德国|的|首都|是|柏林|。"),
        ("《|围城|》|的|作者|是|钱钟书|。", "围城", "钱钟书", "钱钟书|是|《|围城|》|的|作者|。"),
        ("店|关闭|了|。|风华|由|李明|创办|，|很|大|。", "风华", "李明", "店|关闭|了|。|李明|创办|了|风华|，|很|大|。"),
        ("1990年|，|风华|由|李明|创办|。", "风华", "李明", "1990年|，|李明|创办|了|风华|。"),
        ("李明|导演|了|《|风华|》|。", "李明", "风华", "《|风华|》|由|李明|导演|。"),
        ("李强|和|赵敏|结婚|了|。", "李强", "赵敏", "赵敏|和|李强|结婚|了|。"),
        ("王芳|在|南京|改变|了|计划|。", "王芳", "南京", "在|南京|，|王芳|改变|了|计划|。"),
        ("在|马德里|，|陈建国|开|了|饭店|。", "陈建国", "马德里", "陈建国|在|马德里|开|了|饭店|。"),
        ("柏|林|是|德|国|的|首|都|。", "柏|林", "德|国", "德|国|的|首|都|是|柏|林|。"),
        ("乐|队|高|奏|中|美|两|国|国|歌|。", "中", "美", "乐|队|高|奏|美|中|两|国|国|歌|。"),
        ("中|德|關|係|很|好|。", "德", "中", "德|中|關|係|很|好|。"),
        ("臺北|是|臺灣|的|首府|。", "臺北", "臺灣", "臺灣|的|首府|是|臺北|。"),
    ],
)
def test_mentions_change_places_and_spans_follow(text, subject, other, new):
    assert turned(text, subject, other) == new


@pytest.mark.parametrize(
    ("text", "subject", "other"),
    [
        ("柏林|是|德国|的|城市|。", "柏林", "德国"),
        ("李强|和|赵敏|分别|来|了|。", "李强", "赵敏"),
        ("王芳|住|在|南京|。", "王芳", "南京"),
        ("深圳|离|广州|不|远|。", "深圳", "广州"),
        ("他|说|柏林|是|德国|的|首都|。", "柏林", "德国"),
        ("中|美|合|作|所|在|这|里|。", "中", "美"),
        ("中|美|关|系|全|国|委|员|会|来|了|。", "中", "美"),
        ("陕|甘|两|省|很|大|。", "陕", "甘"),
    ],
)
def test_other_sentences_stay(text, subject, other):
    with pytest.raises(NotApplicable, match="no phrase of a known form"):
        turned(text, subject, other)
