"""Words of the same sound, of fuzzy pinyin, and as a slip on the keyboard makes them."""

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.doc import Span
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import frequency, is_candidate, is_word, pinyin_of
from hf_robust.transforms.chinese.characters import MissingCharacter
from hf_robust.transforms.chinese.homophones import FuzzyPinyin, Homophone
from hf_robust.transforms.chinese.keyboard import Keyboard, _typed
from hf_robust.transforms.chinese.ocr import Ocr
from hf_robust.transforms.chinese.words import polarity

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
    assert outputs(FuzzyPinyin(rate=1.0), cut("因|他|在")) == {"应他在"}


def test_one_syllable_gets_the_other_nasal():
    assert words_of(FuzzyPinyin(kinds=("nasal",)), "产生") == ["长生"]
    assert words_of(FuzzyPinyin(kinds=("nasal",)), "跟") == []
    assert words_of(FuzzyPinyin(kinds=("nasal",)), "新") == ["星"]
    for word in ("真心", "信号", "新"):
        new = words_of(FuzzyPinyin(kinds=("nasal",)), word)
        assert new
        for other in new:
            pairs = zip(pinyin_of(word), pinyin_of(other), strict=True)
            differ = [(one[:-1], two[:-1]) for one, two in pairs if one[:-1] != two[:-1]]
            assert len(differ) == 1 and abs(len(differ[0][0]) - len(differ[0][1])) == 1


def test_only_words_of_the_dictionary_come_in_and_a_usual_misspelling():
    assert words_of(FuzzyPinyin(), "应该") == ["因该"]
    for word in ("建议", "屏幕", "真心", "音质", "试试", "信号"):
        assert all(is_word(new) for new in words_of(FuzzyPinyin(), word))
    assert words_of(FuzzyPinyin(), "屏幕") == [] and words_of(FuzzyPinyin(), "了") == []


def test_a_word_that_judges_becomes_no_other_and_none_comes_in():
    for cls in ALL:
        for word in ("流畅", "失望", "舒服", "时间", "音质", "支持", "便宜"):
            assert all(not is_word(new) or polarity(new) == polarity(word) for new in words_of(cls(), word))


def test_a_single_character_keeps_its_first_key():
    assert words_of(Keyboard(), "我") == []
    assert words_of(Keyboard(), "想") and all(pinyin_of(new)[0][0] == "x" for new in words_of(Keyboard(), "想"))


def test_what_is_offered_keeps_a_character_or_the_first_syllable():
    for word in ("老师", "定位", "什么", "手机", "检查", "时间", "商城"):
        for new in words_of(Keyboard(), word):
            shared = any(one == two for one, two in zip(word, new, strict=True))
            assert shared or pinyin_of(word)[0][:-1] == pinyin_of(new)[0][:-1], (word, new)
    assert words_of(Keyboard(), "定位") == [] == words_of(Keyboard(), "老师")


SHORT = ("差", "好", "还行", "垃圾|！", "好评", "质量|差", "很|烂")


@pytest.mark.parametrize("cls", [*ALL, Ocr, MissingCharacter])
@pytest.mark.parametrize("text", SHORT)
def test_the_only_judgment_of_a_short_text_stays(cls, text):
    doc = cut(text)
    (judging,) = [word for word in ("差", "好评", "还行", "垃圾", "烂", "好") if word in doc.text][:1]
    assert all(doc.text[start:end] != judging for start, end in cls(rate=1.0).eligible(doc))


def test_the_reason_is_given_and_a_single_character_that_judges_stays_in_longer_texts():
    for cls in (*ALL, Ocr, MissingCharacter):
        with pytest.raises(NotApplicable, match="judges"):
            cls().edits(cut("垃圾|！"), RowRandom(1))
    assert all("差" in new for new in outputs(Ocr(rate=1.0), cut("这|家|店|的|质量|差|，|退货"), 20))
    assert any("差" not in new for new in outputs(Ocr(rate=1.0), cut("质量|差|，|服务|差|，|失望"), 20))


def test_a_character_cut_off_from_its_word_stays():
    assert outputs(Homophone(rate=1.0), cut("什么时|候|到"), 10) <= {"什么时候" + new for new in "到道倒盗稻导岛刀"}
    assert not any(start == 2 for start, _ in Homophone().eligible(cut("图书|馆|开")))


def test_kinds_of_fuzzy_pinyin():
    assert "四十" in words_of(FuzzyPinyin(kinds=["sh-s"]), "事实")
    assert words_of(FuzzyPinyin(kinds=("n-l",)), "牛") == ["流", "留"]
    assert FuzzyPinyin(kinds=["nasal", "zh-z", "ch-c", "sh-s", "n-l"]) == FuzzyPinyin()
    for wrong in ([], ["r-l"]):
        with pytest.raises(UsageError, match="f-h"):
            FuzzyPinyin(kinds=wrong)


def test_slips_of_keys():
    assert set(_typed("hao", "missing")) == {"ao", "ho", "ha"}
    assert set(_typed("hao", "doubled")) == {"hhao", "haao", "haoo"}
    assert set(_typed("hao", "swapped")) == {"aho", "hoa"}
    assert "jao" in set(_typed("hao", "wrong")) and all(len(keys) == 3 for keys in _typed("hao", "wrong"))


def test_the_most_frequent_word_of_the_wrong_keys_is_offered():
    assert words_of(Keyboard(), "苹果") == ["评估"]
    assert words_of(Keyboard(slips=["missing"]), "今天") == ["几天"]
    assert words_of(Keyboard(slips=("doubled",)), "今天") == []
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
    assert outputs(cls(rate=1.0), cut("音|\ud83d|𠮷"), 2) <= {
        new + "\ud83d𠮷" for new in ["音", *words_of(cls(), "音")]
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
    doc = tokens(["今天", "真心", "检查", "时间"])
    for seed in range(5):
        found = doc.project(cls(rate=1.0).edits(doc, RowRandom(seed)))
        assert len(found.tokens) == 4 and found.tokens != ["今天", "真心", "检查", "时间"]


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
