"""Chinese texts moved in time, and their negation."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.transforms.chinese.negation import ChineseNegation
from hf_robust.transforms.chinese.tenses import ChineseTense


def changed(what, tokens, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    return apply(doc.text, list(what.edits(doc, row_rng(0, "", "", ""))))


@pytest.mark.parametrize(
    ("tokens", "expected"),
    {
        "他 昨天 买 了 书 。": "他明天将买书。",
        "他 去年 在 北京 买 了 书": "他明年将在北京买书",
        "明天 公司 将 举行 会议 😀": "昨天公司已举行会议😀",
        "他 已 抵达 Boston": "他将抵达Boston",
        "公司 在 香港 开 了 新 的 商店": "公司将在香港开新的商店",
        "他 昨天 買 了 書": "他明天將買書",
    }.items(),
)
def test_what_was_will_be_and_what_will_be_was(tokens, expected):
    assert changed(ChineseTense(), tokens) == expected


@pytest.mark.parametrize(
    "tokens",
    (
        "他 喜欢 书|他 买 了 书 ， 将 读 它|他 没 买 书|他 买 了 书 吗|他 昨天 将 买 书|太 贵 了|"
        "张伟 是 我 见 过 最 负责 的 医生|他 去 过 北京|他 买 了 书 的 钱|已经 买 的 书 很 好"
    ).split("|"),
)
def test_a_text_that_cannot_move_as_a_whole_stays(tokens):
    with pytest.raises(NotApplicable):
        changed(ChineseTense(), tokens)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    {
        "他 买 了 书": "他没买书",
        "我们 去 过 Boston": "我们没去过Boston",
        "他 喜欢 书": "他不喜欢书",
        "他 有 书": "他没有书",
        "他 没有 书": "他有书",
        "他 不 喜欢 书": "他喜欢书",
        "他 没 买 书": "他买了书",
        "他 在 北京 買 了 書": "他沒在北京買書",
    }.items(),
)
def test_a_clause_is_denied_or_affirmed(tokens, expected):
    assert changed(ChineseNegation(), tokens) == expected


@pytest.mark.parametrize(
    "tokens", "他 买 了 书 ， 走 了|他 也 买 了 书|他 说 他 买 了 书|他 买 了 书 吗|他 很 高".split("|")
)
def test_what_is_not_plain_is_not_denied(tokens):
    with pytest.raises(NotApplicable):
        changed(ChineseNegation(), tokens)


def test_modes_labels_and_protected_words():
    with pytest.raises(NotApplicable, match="no negation"):
        changed(ChineseNegation(mode="remove"), "他 买 了 书")
    with pytest.raises(NotApplicable, match="already negated"):
        changed(ChineseNegation(mode="add"), "他 没 买 书")
    with pytest.raises(UsageError, match="mode"):
        ChineseNegation(mode="none")
    for what in (ChineseNegation(), ChineseTense()):
        with pytest.raises(NotApplicable, match="protected"):
            changed(what, "他 买 了 书", protected=[(2, 3)])
        doc = Doc.of_tokens(["我们", "买", "了", "书"], language=CHINESE)
        first, second = what.edits(doc, row_rng(0, "", "", ""))
        assert first.tags == {"words": [first.text], "upos": ["ADV"], "xpos": ["RB"]} and second == (3, 4, "", None)
