"""The two scripts, and which characters are Han."""

import pytest

from hf_robust.language.chinese.dictionary import common_characters
from hf_robust.language.chinese.script import (
    as_written,
    count_scripts,
    has_han,
    is_han,
    is_traditional,
    to_simplified,
    to_traditional,
)


@pytest.mark.parametrize("character", ["一", "鿿", "㐀", "𠀀", "\U0002a6df", "\U00030000", "豈", "〇", "々"])
def test_han(character):
    assert is_han(character) and has_han(f"a{character}")


@pytest.mark.parametrize("character", ["a", "１", "あ", "ア", "한", "。", "・", "\ud840", "😀", "\u3106", "①"])
def test_no_han(character):
    assert not is_han(character) and not has_han(f"{character} ,")


def test_no_length_changes_and_nothing_else_does():
    text = "這個𠀀APP很貴，\ud840😀 100％"
    assert to_simplified(text) == "这个𠀀APP很贵，\ud840😀 100％"
    assert to_traditional(to_simplified(text)) == text
    assert to_simplified("这个价格") == "这个价格"


def test_common_characters_are_simplified():
    characters = "".join(common_characters()).replace("乾", "")  # 乾坤, but 乾燥 is 干燥
    assert to_simplified(characters) == characters
    assert sum(count_scripts(characters)) == count_scripts(characters).simplified > 1000


def test_the_script_of_a_text():
    assert is_traditional("我們的老師") and not is_traditional("我们的老师") and not is_traditional("")
    assert not is_traditional("價价")  # as many of both
    assert as_written(["学生"], "老師們") == ("學生",) and as_written(["学生"], "老师们") == ("学生",)
