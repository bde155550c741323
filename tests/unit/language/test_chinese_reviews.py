"""The Chinese demo reviews: what they have to show, and that none was trained on."""

import re
from pathlib import Path

import pytest

from hf_robust.core.errors import UsageError
from hf_robust.language.embedded import build
from hf_robust.language.embedded.demo import demo_reviews


def test_they_are_balanced_short_and_show_what_is_changed():
    reviews = demo_reviews("zh")
    texts = list(reviews["text"])
    assert len(set(texts)) == 80 and sum(reviews["label"]) == 40 and len(set(reviews["id"])) == 80
    assert all(12 <= len(text) <= 80 for text in texts)
    assert sum(bool(re.search(r"\d", text)) for text in texts) >= 24
    assert sum(len(re.findall("[。！？]", text)) >= 3 for text in texts) >= 10
    assert reviews.features == demo_reviews().features


def test_none_stands_among_the_training_statements():
    lines = (Path(build.__file__).parent / "training_reviews_zh.txt").read_text(encoding="utf-8").splitlines()
    statements = [re.sub(r"\W", "", line[2:]) for line in lines if line[:2] in ("+ ", "- ")]
    assert len(set(statements)) == len(statements) > 270
    demo = [re.sub(r"\W", "", text) for text in demo_reviews("zh")["text"]]
    assert not any(own in other or other in own for own in statements for other in demo)


def test_another_language_has_none():
    with pytest.raises(UsageError, match="demo reviews in en, zh, none in fr"):
        demo_reviews("fr")
