"""Words of the same sound, of fuzzy pinyin, and as a slip on the keyboard makes them."""

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.doc import Span
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import frequency, is_candidate, is_word, pinyin_of
from hf_robust.transforms.chinese.han_words import polarity
from hf_robust.transforms.chinese.mistyped import Keyboard, _typed
from hf_robust.transforms.chinese.same_sound import FuzzyPinyin, Homophone

ALL = [Homophone, FuzzyPinyin, Keyboard]
TEXT = "老师|今天|检查|了|产生|的|问题|，|时间|很|长"


def words_of(transformation, word):
    return [new for new, _ in transformation.choices(word)]


def test_homophones_are_read_alike():
    assert words_of(Homophone(), "时间") == ["事件", "实践", "世间"]
    assert words_of(Homophone(tone="same"), "时间") == []
    assert words_of(Homophone(tone="same"), "检查") == ["检察"]
    assert words_of(Homophone(), "舒服") == []  # 束缚 judges nothing
    assert "脉" not in words_of(Homophone(), "买")  # too rare beside it
    with pytest.raises(UsageError, match="any, same"):
        Homophone(tone="equal")


def test_frequent_words_and_those_of_the_same_tones_come_oftener():
    weights = dict(Homophone().choices("检查"))
    assert weights["检察"] == 4 * frequency("检察") and weights["监察"] == frequency("监察")
    drawn = [Homophone().replace(cut("检查"), 0, 2, RowRandom(seed)) for seed in range(60)]
    assert drawn.count("检察") > 4 * drawn.count("监察") > 0


@pytest.mark.parametrize(("word", "missing"), [("试试", "逝世"), ("买", "卖"), ("老师", "老实人"), ("手机", "首级")])
def test_what_would_mislead_does_not_come_in(word, missing):
    assert missing not in words_of(Homophone(), word)


def test_only_nouns_verbs_and_adjectives_have_homophones():
    assert outputs(Homophone(rate=1.0), cut("他|已经|在|那里|了")) == {"他已经在那里了"}
    assert outputs(FuzzyPinyin(rate=1.0), cut("他|已经|在|那里|了")) != {"他已经在那里了"}


def test_one_syllable_gets_the_other_nasal():
    assert words_of(FuzzyPinyin(), "产生") == ["长生"]
    assert words_of(FuzzyPinyin(), "跟") == []
    assert words_of(FuzzyPinyin(), "新") == ["星"]
    for word in ("真心", "信号", "新"):
        new = words_of(FuzzyPinyin(), word)
        assert new
        for other in new:
            pairs = zip(pinyin_of(word), pinyin_of(other), strict=True)
            differ = [(one[:-1], two[:-1]) for one, two in pairs if one[:-1] != two[:-1]]
            assert len(differ) == 1 and abs(len(differ[0][0]) - len(differ[0][1])) == 1


def test_words_without_a_neighbor_get_a_common_character_of_the_same_tone():
    assert "因该" in words_of(FuzzyPinyin(), "应该")
    for word in ("应该", "建议", "屏幕"):
        for new in words_of(FuzzyPinyin(), word):
            assert not is_word(new) and sum(one != other for one, other in zip(word, new, strict=True)) == 1
            assert [syllable[-1] for syllable in pinyin_of(word)] == [syllable[-1] for syllable in pinyin_of(new)]


def test_a_word_that_judges_becomes_no_other_and_none_comes_in():
    for cls in ALL:
        for word in ("流畅", "失望", "舒服", "时间", "音质", "支持", "便宜"):
            assert all(not is_word(new) or polarity(new) == polarity(word) for new in words_of(cls(), word))


def test_a_single_character_keeps_its_first_key():
    assert words_of(Keyboard(), "我") == []
    assert words_of(Keyboard(), "想") and all(pinyin_of(new)[0][0] == "x" for new in words_of(Keyboard(), "想"))


def test_kinds_of_fuzzy_pinyin():
    assert "四十" in words_of(FuzzyPinyin(kinds=["sh-s"]), "事实")
    assert words_of(FuzzyPinyin(kinds=("n-l",)), "牛") == ["流", "留"]
    assert FuzzyPinyin(kinds=["nasal"]) == FuzzyPinyin()
    for wrong in ([], ["r-l"]):
        with pytest.raises(UsageError, match="f-h"):
            FuzzyPinyin(kinds=wrong)


def test_slips_of_keys():
    assert set(_typed("hao", "missing")) == {"ao", "ho", "ha"}
    assert set(_typed("hao", "doubled")) == {"hhao", "haao", "haoo"}
    assert set(_typed("hao", "swapped")) == {"aho", "hoa"}
    assert "jao" in set(_typed("hao", "wrong")) and all(len(keys) == 3 for keys in _typed("hao", "wrong"))


def test_the_most_frequent_word_of_the_wrong_keys_is_offered():
    assert words_of(Keyboard(), "老师") == ["考试"]
    assert words_of(Keyboard(slips=["missing"]), "手机") == ["书记"]
    assert words_of(Keyboard(slips=("doubled",)), "老师") == []
    with pytest.raises(UsageError, match="swapped"):
        Keyboard(slips=["typo"])


@pytest.mark.parametrize("cls", ALL)
def test_new_words_are_real_and_the_text_is_touched_in_words_only(cls):
    doc = cut(TEXT)
    text = doc.text
    for seed in range(30):
        edits = cls(rate=0.5).edits(doc, RowRandom(seed))
        assert edits
        for start, end, new, _ in edits:
            assert (start, end) in doc.words and new != text[start:end] and len(new) == end - start
            misspelled = cls is FuzzyPinyin and not is_word(new)
            assert misspelled or (is_candidate(new) and frequency(new) >= 20)


@pytest.mark.parametrize("cls", ALL)
def test_longer_words_come_first(cls):
    for seed in range(20):
        (edit,) = cls(count=1).edits(cut(TEXT), RowRandom(seed))
        assert edit.end - edit.start == 2


@pytest.mark.parametrize("cls", ALL)
def test_latin_numbers_emoji_and_negations_stay(cls):
    text = "不错|，|iPhone|15|三百|😀|没有|ＡＢＣ|１５"
    assert outputs(cls(rate=1.0), cut(text), 3) == {text.replace("|", "")}
    assert outputs(cls(rate=1.0), cut("坏|\ud83d|𠮷"), 2) <= {
        new + "\ud83d𠮷" for new in ["坏", *words_of(cls(), "坏")]
    }


@pytest.mark.parametrize("cls", ALL)
def test_traditional_words_become_traditional_ones(cls):
    doc = cut("老師|建議|檢查|這個|問題|，|時間|很|長")
    for new in outputs(cls(rate=1.0), doc):
        assert new != doc.text and not set(new) & set("师议检问题时间长书记")


@pytest.mark.parametrize("cls", ALL)
def test_protected_words_and_those_that_cross_a_mark_stay(cls):
    assert outputs(cls(rate=1.0), tokens(["时间", "老师"], protected=[(0, 2), (2, 4)]), 2) == {"时间老师"}
    assert outputs(cls(rate=1.0), tokens(["时间", "老师"], marks=[Span(1, 3, "LOC")]), 2) == {"时间老师"}


@pytest.mark.parametrize("cls", ALL)
def test_token_lists_keep_their_number(cls):
    doc = tokens(["老师", "建议", "检查", "时间"])
    for seed in range(5):
        found = doc.project(cls(rate=1.0).edits(doc, RowRandom(seed)))
        assert len(found.tokens) == 4 and found.tokens != ["老师", "建议", "检查", "时间"]


@pytest.mark.parametrize("cls", ALL)
def test_all_that_is_drawn_is_listed(cls):
    doc = cut("时间|真心")
    listed = {edit.text for edit in cls().candidates(doc, 0, 2, RowRandom(1))}
    assert listed == {new for new, _ in cls().choices("时间")}


def test_texts_without_such_words_stay():
    assert outputs(Homophone(), zh("iPhone"), 2) == {"iPhone"}


@pytest.mark.parametrize("cls", ALL)
def test_part_of_a_longer_word_stays(cls):
    assert outputs(cls(rate=1.0), cut("语|音")) == {"语音"}
