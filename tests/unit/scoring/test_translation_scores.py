import sys

import numpy as np
import pytest

from hf_robust.core.errors import MissingExtra, UsageError
from hf_robust.scoring import BLEU, MEASURES, robustness_gap, translation_scores

CHRF = MEASURES["chrf"]
GOLD = [
    "The small dog sleeps under the old table.",
    "Two women are reading a book, and a man looks at them.",
    "It's raining!",
    "A boy jumps into the blue water of the lake near his house.",
    "Yes.",
]
FOUND = [
    "The little dog sleeps under an old table.",
    "Two women read a book and a man is looking at them .",
    "It rains!",
    "A boy jumps into the blue water of a lake near his house.",
    "Yes.",
]


@pytest.mark.parametrize("rows", [slice(0, 5), slice(0, 1), slice(2, 3), slice(2, 5), slice(4, 5)])
def test_scores_equal_those_of_sacrebleu(rows):
    import sacrebleu

    found, gold = FOUND[rows], GOLD[rows]
    assert BLEU.score(found, gold) * 100 == pytest.approx(sacrebleu.corpus_bleu(found, [gold]).score, rel=1e-12)
    assert CHRF.score(found, gold) * 100 == pytest.approx(sacrebleu.corpus_chrf(found, [gold]).score, rel=1e-12)


def test_several_references_equal_sacrebleu_too():
    import sacrebleu

    other = [text.replace("small", "little").replace("are reading", "read") for text in GOLD]
    both = [list(pair) for pair in zip(GOLD, other)]
    assert BLEU.score(FOUND, both) * 100 == pytest.approx(sacrebleu.corpus_bleu(FOUND, [GOLD, other]).score, rel=1e-12)
    assert CHRF.score(FOUND, both) * 100 == pytest.approx(sacrebleu.corpus_chrf(FOUND, [GOLD, other]).score, rel=1e-12)


def test_chinese_is_cut_into_characters():
    import sacrebleu

    found, gold = ["他 在公园里跑步。", "我喜欢 tea。"], ["他在公园里散步。", "我喜欢 green tea。"]
    expected = sacrebleu.corpus_bleu(found, [gold], tokenize="zh").score
    assert 0 < expected < 100
    assert BLEU.score(found, gold) * 100 == pytest.approx(expected, rel=1e-12)


def test_scores_of_rows_equal_those_of_single_sentences():
    import sacrebleu

    rows = BLEU.row_score(BLEU.row_stats(FOUND, GOLD))
    expected = [sacrebleu.sentence_bleu(found, [gold]).score / 100 for found, gold in zip(FOUND, GOLD)]
    assert rows == pytest.approx(expected)
    assert (rows >= 1).tolist() == [False, False, False, False, True]
    chrf = CHRF.row_score(CHRF.row_stats(FOUND, GOLD))
    assert chrf == pytest.approx([sacrebleu.sentence_chrf(f, [g]).score / 100 for f, g in zip(FOUND, GOLD)])
    assert (chrf >= 1).tolist() == [False, False, False, False, True]


def test_empty_translations():
    assert BLEU.score(["", ""], ["A dog.", "A cat."]) == CHRF.score([""], ["A dog."]) == 0.0
    assert BLEU.row_score(BLEU.row_stats([""], [""])).tolist() == [1.0]
    assert BLEU.score(["cat"], ["dog"]) == 0.0


def test_many_sums_at_once_give_the_same_as_one():
    stats = BLEU.row_stats(FOUND, GOLD)
    sums = np.stack([stats.sum(axis=0), stats[0], stats[2:].sum(axis=0)])
    assert BLEU.aggregate(sums).tolist() == [float(BLEU.aggregate(one)) for one in sums]


def test_gap_of_translations():
    gap = robustness_gap(GOLD, FOUND, GOLD, measure="bleu")
    assert gap["original"] == pytest.approx(1.0) and gap["perturbed"] < 0.7
    assert (gap["broken"], gap["mended"]) == (4, 0)
    assert gap["interval"][0] <= gap["drop"] <= gap["interval"][1]
    assert list(gap["secondary"]) == ["chrf"]


@pytest.mark.parametrize(("found", "gold"), [(None, "a"), ("a", None), ("a", [3]), (["a"], "a")])
def test_what_is_no_text_is_named_with_its_row(found, gold):
    with pytest.raises(UsageError, match="row 0: expected a text"):
        CHRF.score([found], [gold])


def test_missing_sacrebleu_names_the_extra(monkeypatch):
    translation_scores._sacrebleu.cache_clear()
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)
    with pytest.raises(MissingExtra, match=r"hf-robust\[metrics\]"):
        BLEU.row_stats(["a"], ["a"])
