"""Chinese judgments in another degree's adverb, or as the denial of the opposite."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.task_specific.double_denial import ChineseAdjustDegree, ChineseDoubleDenial


def changed(cls, tokens, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    return apply(doc.text, list(cls(rate=1.0).edits(doc, row_rng(1, "", doc.text, "text"))))


@pytest.mark.parametrize(
    ("tokens", "expected"),
    {
        "服务 很 好": "服务不差",
        "服务 很好": "服务不差",
        "質量 挺 差 ， 退": "質量不好，退",
        "味道 挺 好 的 。 😀": "味道不差。😀",
        "我 讨厌 这 家 店": "我不喜欢这家店",
        "iPhone 的 屏幕 清晰": "iPhone的屏幕不模糊",
    }.items(),
)
def test_a_judgment_becomes_the_denial_of_its_opposite(tokens, expected):
    assert changed(ChineseDoubleDenial, tokens) == expected


def test_a_strong_judgment_does_not_become_a_weak_denial():
    for tokens in ("特别 喜欢 它", "太 精彩 了", "今天 天气 真 好", "服务 非常 好", "喜欢 极了"):
        assert changed(ChineseDoubleDenial, tokens) == "".join(tokens.split())


def test_no_degree_between_paired_adverbs_or_within_quotes():
    for tokens in ("又 贵 又 难吃", "又 貴 又 難吃", "“ 味道 好 ”", "「 服务 很 好 」", '" 味道 很 好 "'):
        assert changed(ChineseAdjustDegree, tokens) == "".join(tokens.split())
    assert changed(ChineseAdjustDegree, "“ 店 ” 味道 挺 好") == "“店”味道蛮好"


STAY = "服务 不 好|比 他 好|没有 那么 好|服务 好 吗|好 的 ， 再见|希望 服务 很 好|越来越 好|good 很 OK"


@pytest.mark.parametrize("tokens", STAY.split("|"))
@pytest.mark.parametrize("cls", [ChineseDoubleDenial, ChineseAdjustDegree])
def test_what_is_negated_compared_or_asked_stays(cls, tokens):
    assert changed(cls, tokens) == "".join(tokens.split())


def test_an_adverb_of_degree_comes_or_becomes_another_of_its_strength():
    strong = {"很", "非常", "特别", "十分", "相当"}
    assert {changed(ChineseAdjustDegree, "屏幕 亮")} <= {f"屏幕{word}亮" for word in strong}
    assert changed(ChineseAdjustDegree, "价格 有点 贵") in ("价格有些贵", "价格有点儿贵")
    assert changed(ChineseAdjustDegree, "味道 挺 好 的") == "味道蛮好的"
    assert changed(ChineseAdjustDegree, "價格 非常 貴") in {f"價格{word}貴" for word in strong | {"特別"}} - {
        "價格特别貴"
    }
    assert changed(ChineseAdjustDegree, "太 贵 了 ， 最 好 的 。") == "太贵了，最好的。"
    assert changed(ChineseAdjustDegree, "售后 说 有 公分 差 。") == "售后说有公分差。"


def test_protected_words_stay():
    assert changed(ChineseDoubleDenial, "服务 很 好", protected=[(2, 3)]) == "服务很好"
    assert changed(ChineseAdjustDegree, "服务 很 好", protected=[(3, 4)]) == "服务很好"


def test_the_tables_agree_with_themselves():
    table = lexicon("gradable", "zh")
    kinds = [set(table[kind]) for kind in ("positive", "negative", "neutral")]
    assert not kinds[0] & kinds[1] and not kinds[0] & kinds[2] and not kinds[1] & kinds[2]
    assert all(word not in denial for word, denial in lexicon("denials", "zh").items())
