"""Full names in treebanks: joined, and replaced by others."""

import pytest

from hf_robust.language.embedded.build.full_names import COPIES, with_full_names, with_other_names
from hf_robust.language.embedded.build.treebanks import Sentence


def sentence(words, pos, heads, deps):
    return Sentence(words.split(), [False] * len(words.split()), None, pos.split(), None, heads, deps.split())


NAMED = sentence("記者 孫 立民 說", "NOUN PROPN PROPN VERB", [1, 3, 1, 3], "appos nsubj flat:name root")


def test_surname_and_given_name_are_one_word():
    assert with_full_names(NAMED) == (["記者", "孫立民", "說"], [False] * 3, [1])


@pytest.mark.parametrize(
    ("words", "pos", "heads", "deps"),
    [
        ("孙 说", "PROPN VERB", [1, 1], "nsubj root"),
        ("宋 金 时期", "PROPN PROPN NOUN", [2, 2, 2], "nmod nmod root"),
        ("马 丁 · 路德", "PROPN PROPN PUNCT PROPN", [0, 0, 0, 0], "root flat:name punct flat:name"),
        ("孙", "PROPN", [0], "root"),
    ],
)
def test_what_is_no_full_name_stays(words, pos, heads, deps):
    assert with_full_names(sentence(words, pos, heads, deps)) == (words.split(), [False] * len(words.split()), [])


def test_other_names_stand_in_the_place_of_names_and_pronouns():
    copies = with_other_names(NAMED, "1")
    assert len(copies) == COPIES and copies == with_other_names(NAMED, "1") != with_other_names(NAMED, "2")
    assert all(words[0] == "記者" and words[2] == "說" and len(words[1]) in (2, 3, 4) for words, _ in copies)
    he = sentence("他 来", "PRON VERB", [1, 1], "nsubj root")
    assert all(words[1] == "来" and words[0] != "他" for words, _ in with_other_names(he, "1"))
    assert with_other_names(sentence("来", "VERB", [0], "root"), "1") == []
