"""Synonyms, look-alikes and abbreviations of Chinese."""

import pytest

from hf_robust.language.chinese.dictionary import common_characters, is_candidate, is_word, universal_tags_of
from hf_robust.language.chinese.open_wordnet import sense_overlap, senses_of, synonyms_of
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.chinese.short_forms import long_form, long_forms, short_form
from hf_robust.language.chinese.similar_characters import look_alikes
from hf_robust.language.lexicons import lexicon


def test_synonyms_share_senses_and_class():
    assert "价格" in synonyms_of("价钱", "NOUN") and synonyms_of("价钱", "VERB") == ()
    for word, pos in [("漂亮", "ADJ"), ("购买", "VERB"), ("医生", "NOUN")]:
        found = synonyms_of(word, pos)
        assert found and word not in found
        shares = [sense_overlap(word, other, pos) for other in found]
        assert shares == sorted(shares, reverse=True) and shares[-1] >= 0.25
        assert all(is_candidate(other) and pos in universal_tags_of(other) for other in found)
    assert set(synonyms_of("漂亮", least=0.6)) <= set(synonyms_of("漂亮", least=0.1))


def test_overlap_is_a_share():
    assert sense_overlap("价钱", "价钱") == 1 and sense_overlap("价钱", "没有的词") == 0
    assert sense_overlap("价钱", "价值") == sense_overlap("价值", "价钱") > 0
    assert senses_of("计划", "VERB") < senses_of("计划") and not senses_of("没有的词")


def test_lemmas_have_no_signs():
    words = {word for row in lexicon("synonyms", "zh").values() for word in row}
    assert len(words) > 15_000 and all(map(is_word, words))
    assert not any(mark in word for word in words for mark in "+_ ")


@pytest.mark.parametrize(("character", "other"), [("杭", "抗"), ("请", "清"), ("未", "末"), ("己", "已"), ("银", "很")])
def test_look_alikes(character, other):
    assert other in look_alikes(character) and character in look_alikes(other)


def test_look_alikes_are_other_common_characters():
    table = lexicon("look_alikes", "zh")
    common = set(common_characters())
    assert len(table) > 1500
    for character, others in table.items():
        assert {character, *others} <= common and character not in others
        assert 1 <= len(others) == len(set(others)) <= 8


def test_abbreviations():
    assert long_form("世博会") == ("世界", "博览会") and short_form("清华大学") == "清华"
    table = lexicon("abbreviations", "zh")
    assert len(table) >= 250 and long_forms() == tuple(sorted(long_forms()))
    for short, words in table.items():
        assert len(short) < len("".join(words)) and to_simplified(short) == short, short
        if sum(other == words for other in table.values()) == 1:
            assert short_form("".join(words)) == short
    assert short_form("奥林匹克运动会") == ""  # 奥运 and 奥运会
