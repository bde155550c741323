"""Adverbs before Chinese verbs."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.adverbs import ChineseInsertAdverb

GROUPS = lexicon("adverbs", "zh")["groups"]
ADVERBS = {word for group in GROUPS for frame, words in group.items() if frame != "verbs" for word in words}


def inserted(tokens, seed=0, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    edits = list(ChineseInsertAdverb(rate=1.0).edits(doc, row_rng(seed, "", doc.text, "text")))
    assert all(edit.start == edit.end for edit in edits)
    return [(doc.text[: edit.start], edit.text) for edit in edits], apply(doc.text, edits)


@pytest.mark.parametrize(
    ("tokens", "before"),
    {
        "爸爸 钓鱼": "爸爸",
        "我 喜欢 它": "我",
        "刘 某 说 好 ， 他 买 了 两 个": "刘某说好，他",
        "音质 很 好": "音质",
        "手機 壞 了 ， 感覺 不錯": "手機壞了，",
    }.items(),
)
def test_an_adverb_comes_before_a_full_verb(tokens, before):
    found, _ = inserted(tokens)
    assert before in [place for place, _ in found]


def test_it_fits_the_aspect_of_the_verb():
    drawn = {word for seed in range(30) for _, word in inserted("他 买 了 书", seed)[0]}
    assert drawn and drawn <= ADVERBS and not drawn & {"偶尔", "经常", "一共"}
    habits = {word for seed in range(30) for _, word in inserted("爸爸 钓鱼", seed)[0]}
    assert {"偶尔", "经常"} <= habits and "已经" not in habits


STAY = "他 是 老师|他 有 钱|他 不 喜欢 它|他 会 喜欢 它|他 已经 买 了 书|我 买 的 书|你 喜欢 吗|请 联系 我|I like it"


ASKED = (
    "退款 等 15 个 工作日|手机 联系 人 恢复|返回 QQ 界面|返回 界面|王者荣耀 推荐 用 什么 英雄|我 说 你 什么 时候 来|"
    "联系 客服|你 购买 手机|但 购买 手机|帮 我 联系 老师"
).split("|")


@pytest.mark.parametrize("tokens", ASKED)
def test_fragments_commands_and_questions_stay(tokens):
    for seed in range(10):
        assert inserted(tokens, seed)[1] == "".join(tokens.split())


def test_adverbs_of_the_past_need_a_past():
    past = set(lexicon("adverbs", "zh")["beside"]["past"])
    assert not {word for seed in range(30) for _, word in inserted("他 说 这 很 好", seed)[0]} & past
    assert {word for seed in range(30) for _, word in inserted("他 买 了 书", seed)[0]} & past
    assert {word for seed in range(30) for _, word in inserted("公司 召开 了 大会", seed)[0]} & past


@pytest.mark.parametrize("tokens", STAY.split("|"))
def test_what_is_negated_modal_asked_or_no_full_verb_stays(tokens):
    assert inserted(tokens)[1] == "".join(tokens.split())


def test_tokens_of_a_tagged_list_bring_their_tag_and_protected_words_stay():
    doc = Doc.of_tokens(["他", "喜欢", "它"], language=CHINESE)
    (edit,) = ChineseInsertAdverb().edits(doc, row_rng(0, "", "", ""))
    assert edit.tags == {"words": [edit.text], "upos": ["ADV"], "xpos": ["RB"]}
    assert ChineseInsertAdverb().preview(Doc("他喜欢它", language=CHINESE, protected=[(1, 3)])) == "他喜欢它"
