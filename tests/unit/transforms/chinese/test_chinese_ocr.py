"""Look-alike characters, and Chinese abbreviations written in full or made."""

import pytest
from han_texts import cut, outputs, tokens

from hf_robust.core.doc import Span
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.similar_characters import look_alikes
from hf_robust.transforms.chinese.contractions import Contraction
from hf_robust.transforms.chinese.ocr import Ocr


def test_one_character_becomes_one_that_looks_like_it():
    doc = cut("请|检查|这个|作业")
    for seed in range(40):
        (edit,) = Ocr(count=1).edits(doc, RowRandom(seed))
        old = doc.text[edit.start : edit.end]
        ((one, other),) = [(a, b) for a, b in zip(old, edit.text, strict=True) if a != b]
        assert other in look_alikes(one)
    listed = {edit.text for edit in Ocr().candidates(doc, 0, 1, RowRandom(1))}
    assert listed == set(look_alikes("请")[:4])


def test_look_alikes_that_say_the_opposite_numbers_and_other_scripts_stay():
    assert outputs(Ocr(rate=1.0), cut("三百|没有|iPhone|１２|😀|\ud83d|的"), 2) == {"三百没有iPhone１２😀\ud83d的"}
    assert "卖" in look_alikes("买") and all("卖" not in new for new in outputs(Ocr(rate=1.0), cut("买|书"), 40))
    assert outputs(Ocr(rate=1.0), tokens(["检查"], protected=[(0, 2)]), 2) == {"检查"}


def test_traditional_words_get_traditional_look_alikes():
    found = outputs(Ocr(rate=1.0), cut("請|檢查|這個|問題"), 40)
    assert all(not set(new) & set("请检这个问题险间") for new in found) and len(found) > 5


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("他|去|世博会", "他去世界博览会"),
        ("他|去|世界|博览会", "他去世博会"),
        ("他|去|世界博览会", "他去世博会"),
        ("清华|大学|很|大", "清华很大"),
        ("修|高速|公路", "修高速公路"),
        ("他|去|看|電影", "他去看電影"),
        ("這個|世博會|很|熱鬧", "這個世界博覽會很熱鬧"),
        ("产业|高速|发展", "产业高速发展"),
        ("科技|有限|公司|，|家教|很|好", "科技有限公司，家教很好"),
        ("去|特区|，|新世界|博览会场", "去特区，新世界博览会场"),
    ],
)
def test_abbreviations_both_ways(text, new):
    assert outputs(Contraction(), cut(text), 1) == {new}


def test_one_way_by_mode():
    text = "世博会|，|世界|卫生|组织"
    assert outputs(Contraction(mode="expand"), cut(text), 1) == {"世界博览会，世界卫生组织"}
    assert outputs(Contraction(mode="contract"), cut(text), 1) == {"世博会，世卫组织"}
    with pytest.raises(UsageError, match="expand"):
        Contraction(mode="short")


def test_protected_words_and_crossed_marks_stay():
    assert outputs(Contraction(), tokens(["世界", "博览会"], protected=[(0, 2)]), 1) == {"世界博览会"}
    assert outputs(Contraction(), tokens(["世界", "博览会"], marks=[Span(0, 2, "LOC")]), 1) == {"世界博览会"}
    doc = tokens(["世界", "博览会", "好"])
    assert doc.project(Contraction().edits(doc, RowRandom(1))).tokens == ["世博会", "好"]
