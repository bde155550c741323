"""Chinese texts in the other script."""

import pytest
from han_texts import cut, outputs, tokens, zh

from hf_robust.core.errors import UsageError
from hf_robust.language.chinese.script import to_simplified, to_traditional
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.script import Script


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("她的头发很干净", "她的頭髮很乾淨"),
        ("皇后以后在公里外的这里吃面条", "皇后以後在公里外的這裡吃麵條"),
        ("這部電影很好看", "这部电影很好看"),
        ("iPhone很贵😀，１２３𠮷\ud83d", "iPhone很貴😀，１２３𠮷\ud83d"),
        ("你好", "你好"),
        ("晚霞行千里，库里（Curry）在家里", "晚霞行千里，庫里（Curry）在家裡"),
        ("数据库里有华为的想象", "數據庫裡有華為的想像"),
    ],
)
def test_the_other_script(text, new):
    assert outputs(Script(), zh(text), 2) == {new}


def test_a_script_by_name():
    assert (
        outputs(Script(to="simplified"), zh("電影"), 1) == outputs(Script(to="simplified"), zh("电影"), 1) == {"电影"}
    )
    assert outputs(Script(to="traditional"), zh("電影"), 1) == {"電影"}
    with pytest.raises(UsageError, match="traditional"):
        Script(to="full")


def test_protected_words_stay_and_tokens_are_kept():
    assert outputs(Script(), tokens(["电影", "很", "贵"], protected=[(0, 2)]), 1) == {"电影很貴"}
    assert len(Script().edits(cut("电影|很|贵"), None)) == 2


def test_every_word_of_the_table_is_as_long_as_before():
    for word, full in lexicon("traditional_words", "zh").items():
        assert len(word) == len(full) and to_traditional(word) == full


def test_usual_characters_stay_as_they_are():
    assert to_traditional("吃饭时占了床") == "吃飯時占了床" and to_simplified("喫飯") == "吃饭"
