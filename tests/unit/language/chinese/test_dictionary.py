"""The Chinese dictionary: readings in the word, tags, and what may be put into a text."""

import pytest

from hf_robust.language.chinese import dictionary
from hf_robust.language.chinese.dictionary import (
    common_characters,
    entry,
    is_candidate,
    is_offensive,
    pinyin_of,
    rows,
    universal_tags,
    words_of_pinyin,
)
from hf_robust.language.lexicons import lexicon


@pytest.mark.parametrize(
    ("word", "pinyin"),
    [
        ("银行", "yin2 hang2"),
        ("行走", "xing2 zou3"),
        ("音乐", "yin1 yue4"),
        ("快乐", "kuai4 le4"),
        ("长大", "zhang3 da4"),
        ("全长", "quan2 chang2"),
        ("重庆", "chong2 qing4"),
        ("称之为", "cheng1 zhi1 wei2"),
        ("静静地", "jing4 jing4 de5"),
        ("女儿", "nv3 er2"),
        ("大夫", "dai4 fu5"),
        ("客服", "ke4 fu2"),
        ("炸鸡", "zha2 ji1"),
    ],
)
def test_polyphones_are_read_in_the_word(word, pinyin):
    assert pinyin_of(word) == tuple(pinyin.split())


def test_every_row_is_whole():
    for word, row in rows().items():
        count, tag, reading = row.split("\t")
        assert int(count) >= 20 and tag.isalpha(), word
        syllables = reading.split(" ")
        assert len(syllables) == len(word) and all(s[-1] in "12345" and s[:-1].isalpha() for s in syllables), word


def test_modern_words_are_there_and_new_or_rare():
    older, modern = lexicon("words", "zh"), lexicon("modern_words", "zh")
    assert len(modern) > 400 and set(modern) < set(rows())
    assert all(dictionary.frequency(word) > int(older.get(word, "0\t").split("\t")[0]) for word in modern)
    assert not any(map(is_offensive, modern))
    assert {row.split("\t")[1] for row in modern.values()} <= {row.split("\t")[1] for row in older.values()}


def test_misread_and_traditional_entries_stay_out():
    assert not any(map(entry, "鈥浠鐨杩簡後購"))
    assert all(map(entry, ["您", "很", "嗯", "她", "吗", "的", "一", "检查"]))
    assert entry("很").tag == "d" and entry("车").tag == "n"  # jieba's table leaves them untagged


def test_words_of_pinyin_come_by_frequency():
    found = words_of_pinyin(("gong", "shi"))
    assert {"公式", "攻势", "共识", "公事"} <= set(found)
    counts = [dictionary.frequency(word) for word in found]
    assert counts == sorted(counts, reverse=True)
    assert words_of_pinyin(("gong1", "shi4")) == found
    assert set(words_of_pinyin(("gong1", "shi4"), tone=True)) < set(found)
    assert words_of_pinyin(("gong", "shiii")) == ()


def test_candidates():
    assert is_candidate("检察") and is_candidate("璃")
    assert not any(map(is_candidate, ["", "检茶", "垸垸", "混蛋", "大混蛋", "iPhone", "鈥"]))
    assert is_offensive("屎") and not is_offensive("日") and not is_offensive("日本")


def test_common_characters():
    characters = common_characters()
    assert len(characters) == len(set(characters)) == 3500
    assert set(characters[:100]) >= set("的一是不了人在有") and not set(characters) & set("鈥鐨國們")


def test_every_tag_has_a_universal_one():
    tags = {row.split("\t")[1] for row in lexicon("words", "zh").values()}
    assert {tag for tag in tags if universal_tags(tag) == ("X",)} <= {"g", "i", "l", "x", "zg"}
