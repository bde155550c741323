"""Marks round Chinese texts, and the style of their social media."""

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.chinese.punctuation import Punctuation
from hf_robust.transforms.chinese.social import Twitter


def test_marks_stand_round_the_text_and_its_end_changes():
    found = outputs(Punctuation(), zh("面很香。"), 80)
    assert found == {pair[0] + "面很香" + end + pair[1] for pair in ("【】", "“”", "（）") for end in ("！", "……", "")}
    assert all(new.strip("【】“”（）").startswith("面很香") and "。" not in new for new in found)


@pytest.mark.parametrize("text", ["好吃吗？", "他说：“好！”", "是吗？！"])
def test_questions_and_quotations_keep_their_end(text):
    assert all(text in new and len(new) == len(text) + 2 for new in outputs(Punctuation(), zh(text)))


@pytest.mark.parametrize("text", ["会下雨吗", "明天几点开会", "这个多少钱", "他是谁", "能不能退货"])
def test_questions_without_a_mark_are_asked_or_stay(text):
    assert {new[1:-1] for new in outputs(Punctuation(), zh(text))} <= {text, text + "？"}


@pytest.mark.parametrize("text", ["看 http://t.cn/A6x", "真好#日常#", "太棒了！~", "好😀", "好[哈哈]"])
def test_no_mark_comes_behind_a_link_a_topic_or_a_wave(text):
    assert {new[1:-1] for new in outputs(Punctuation(), zh(text))} == {text}


def test_terms_of_social_media_are_no_words_that_change():
    doc = zh("面很香 #面很香# [面很香] @面很香 http://t.cn/a me@qq.com")
    assert {doc.text[start:end] for start, end in doc.free_words} == {"面", "很", "香"}
    assert all(end <= 3 for _, end in doc.free_words)


def test_marks_that_are_there_are_not_put_round_it():
    assert {new[0] for new in outputs(Punctuation(), zh("《红楼梦》“很”好（看）"))} == {"【"}
    assert outputs(Punctuation(), zh("《a》“b”（c）【d】很好。"), 3) == {"《a》“b”（c）【d】很好。"}


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("面很香。", "面很香"),
        ("真好！！！", "真好"),
        ("真的吗？", "真的吗？"),
        ("好…… ", "好 "),
        ("很好😀", "很好😀"),
        ("。", "。"),
    ],
)
def test_the_final_mark_goes(text, new):
    assert outputs(Punctuation(mode="remove"), zh(text), 1) == {new}


def test_a_protected_end_stays():
    assert all("面很香。" in new for new in outputs(Punctuation(), zh("面很香。", protected=[(3, 4)])))


def test_marks_are_tokens_of_their_own():
    doc = tokens(["面", "很", "香", "。"])
    found = doc.project(Punctuation().edits(doc, RowRandom(3)))
    assert found.tokens[1:4] == ["面", "很", "香"] and found.origins[0] is found.origins[-1] is None


def test_a_name_a_topic_or_a_link_comes_in():
    text = "这家店的面很好吃"
    assert all(new.startswith("@") or " @" in new for new in outputs(Twitter(mode="at"), zh(text)))
    assert all(new.count("#") == 2 for new in outputs(Twitter(mode="topic"), zh(text)))
    assert all(" http://t.cn/" in new and new.startswith(text) for new in outputs(Twitter(mode="url"), zh(text)))
    with pytest.raises(UsageError, match="topic"):
        Twitter(mode="hashtag")


def test_words_are_spelled_as_on_the_net_except_in_news_and_where_protected():
    found = outputs(Twitter(mode="url"), cut("为什么|这|家|店|真的|好"), 30)
    assert any("为啥这" in new for new in found) and any("店真滴好" in new for new in found)
    assert not any("为啥这家店真滴好" in new for new in found), "one word in ten"
    assert all("店真的好" in new for new in outputs(Twitter(), cut("记者|这|家|店|真的|好")))
    assert any("咋樣" in new for new in outputs(Twitter(), cut("這|個|怎麼樣")))
    assert all("真的" in new for new in outputs(Twitter(), zh("真的", protected=[(0, 2)])))


def test_signs_in_token_lists_have_a_tag_each():
    doc = tokens(["面", "很", "香"])
    for seed in range(12):
        (edit,) = Twitter().edits(doc, RowRandom(seed))
        assert len(doc.project([edit]).tokens) == 3 + len(edit.tags["upos"])
