"""Chinese words replaced by their opposites."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.antonyms import ChineseAntonym

CASES = {
    "菜 很 贵": "菜很便宜",
    "菜 很 貴 ， 這裡 的 飯 也": "菜很便宜，這裡的飯也",
    "他 个子 高": "他个子矮",
    "价格 太 高 了": "价格太低了",
    "公司 推迟 了 会议": "公司提前了会议",
    "iPhone 的 屏幕 很 亮 😀": "iPhone的屏幕很暗😀",
}


def changed(tokens, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    return apply(doc.text, list(ChineseAntonym(rate=1.0).edits(doc, row_rng(3, "", doc.text, "text"))))


@pytest.mark.parametrize(("tokens", "expected"), CASES.items())
def test_a_word_becomes_its_opposite(tokens, expected):
    found = changed(tokens)
    assert found == expected


@pytest.mark.parametrize(
    "tokens",
    "菜 不 贵|没有 增加|价格 高 低 不 一|高 老师 来 了|又 贵 又 慢|大 、 小 都 有|it is high".split("|"),
)
def test_what_is_negated_joined_or_meant_otherwise_stays(tokens):
    assert changed(tokens) == "".join(tokens.split())


def test_protected_words_stay():
    assert changed("菜 很 贵", protected=[(2, 3)]) == "菜很贵"


def test_single_characters_are_put_together_where_the_table_has_them():
    doc = Doc.of_tokens(list("菜很贵"), language=CHINESE)
    assert apply(doc.text, list(ChineseAntonym(count=1).edits(doc, row_rng(0, "", "", "")))) in ("菜很便宜", "菜很贵")


def test_the_table_opposes_no_word_to_itself():
    for kind, word, opposite, way, _, _ in lexicon("antonyms", "zh"):
        assert kind in "av" and way in "=>" and word != opposite
    assert len({frozenset(row[1:3]) for row in lexicon("antonyms", "zh")}) >= 600


@pytest.mark.parametrize("tokens", ["改革 开放 以来", "致以 亲切 问候", "社会主义 初级 阶段"])
def test_formulas_stay(tokens):
    assert changed(tokens) == "".join(tokens.split())
