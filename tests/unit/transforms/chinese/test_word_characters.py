"""Characters of Chinese words left out, doubled, swapped and parted; emoji; words taken out."""

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.chinese.characters import (
    AdjacentSwap,
    InvisibleCharacter,
    MissingCharacter,
    RepeatedCharacter,
    Whitespace,
)
from hf_robust.transforms.chinese.noise import DeleteWord, Emoji

FORMS = [MissingCharacter, RepeatedCharacter, AdjacentSwap, Whitespace, InvisibleCharacter]


@pytest.mark.parametrize(
    ("cls", "found"),
    [
        (MissingCharacter, {"图馆", "书馆", "图书"}),
        (RepeatedCharacter, {"图图书馆", "图书书馆", "图书馆馆"}),
        (AdjacentSwap, {"书图馆", "图馆书"}),
        (Whitespace, {"图 书馆", "图书 馆"}),
    ],
)
def test_forms_of_a_word(cls, found):
    assert outputs(cls(), cut("图书馆"), 60) == found
    listed = {edit.text for edit in cls().candidates(cut("图书馆"), 0, 3, RowRandom(1))}
    assert listed == found


def test_what_nobody_sees_stands_inside_the_word():
    found = outputs(InvisibleCharacter(), cut("老师"), 60)
    assert len(found) == 5 and all(new[0] == "老" and new[2] == "师" and not new[1].isalnum() for new in found)


@pytest.mark.parametrize("cls", FORMS)
def test_function_words_numbers_negations_and_other_scripts_stay(cls):
    text = "我们|的|三百|第一|没有|不错|非常|iPhone|１５|😀|\ud83d|，"
    assert outputs(cls(rate=1.0), cut(text), 2) == {text.replace("|", "")}


@pytest.mark.parametrize("cls", FORMS)
def test_only_chosen_words_change(cls):
    doc = cut("老师|检查|作业|，|学生|高兴|𠮷野家")
    for seed in range(20):
        (edit,) = cls(count=1).edits(doc, RowRandom(seed))
        assert (edit.start, edit.end) in doc.words
    with pytest.raises(NotApplicable, match="fewer than 9"):
        cls(count=9).edits(doc, RowRandom(0))


def test_words_of_one_character_are_only_doubled():
    assert outputs(RepeatedCharacter(), cut("书"), 2) == {"书书"}
    assert all(outputs(cls(), cut("书"), 2) == {"书"} for cls in FORMS if cls is not RepeatedCharacter)


def test_a_swap_makes_no_other_word_in_either_script():
    assert outputs(AdjacentSwap(), cut("故事"), 2) == {"故事"}
    assert outputs(AdjacentSwap(), cut("發出|這"), 2) <= {"出發這", "發出這"}
    assert outputs(AdjacentSwap(), cut("妈妈"), 2) == {"妈妈"}


def test_tags_of_characters_follow():
    doc = tokens(["老", "师", "好"])
    found = doc.project(RepeatedCharacter(count=1).edits(tokens(["老师", "好"]), RowRandom(1)))
    assert "".join(found.tokens) in {"老老师好", "老师师好", "老师好好"}


def test_emoji_stand_behind_clauses():
    for new in outputs(Emoji(rate=1.0), zh("面很香，汤也好喝！")):
        first, second = new.split("，")
        assert first.startswith("面很香") and first != "面很香"
        assert second.startswith("汤也好喝！") and second != "汤也好喝！"
    assert outputs(Emoji(), zh("面iPhone"), 2) == {"面iPhone"}
    assert outputs(Emoji(), zh("面很香", protected=[(2, 3)]), 2) == {"面很香"}


def test_an_emoji_is_a_token():
    doc = tokens(["面", "很", "香", "。"])
    (edit,) = Emoji().edits(doc, RowRandom(1))
    found = doc.project([edit])
    assert found.tokens[:4] == ["面", "很", "香", "。"] and len(found.tokens) == 5


def test_words_go_but_never_all():
    assert outputs(DeleteWord(count=1), cut("老师|检查|作业"), 30) == {"检查作业", "老师作业", "老师检查"}
    assert outputs(DeleteWord(rate=1.0), cut("我们|检查"), 2) == {"我们"}
    with pytest.raises(NotApplicable, match="no word would be left"):
        DeleteWord().edits(cut("老师"), RowRandom(1))
    assert list(DeleteWord().candidates(cut("老师"), 0, 2, RowRandom(1))) == []
