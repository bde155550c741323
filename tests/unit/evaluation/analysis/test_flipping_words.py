"""Edited words as the record of edits tells them, and how often each flips the answer."""

from dataclasses import replace

import numpy as np
import pytest
from datasets import Dataset
from outcome_samples import outcomes_with, pairs_of
from scipy import stats

from hf_robust.evaluation.analysis.edited_words import edited_words
from hf_robust.evaluation.analysis.flipping_words import flipping_words
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.scoring import wilson
from hf_robust.scoring.many_groups import binomial_tail
from hf_robust.suites.pairs import RECORD


def edit(start: int, before: str, after: str, stage: int = 0, field: str = "text") -> dict:
    return {
        "stage": stage,
        "field": field,
        "start": start,
        "end": start + len(before),
        "before": before,
        "after": after,
    }


def words_of(text, *edits, column: str = "text") -> list:
    entry = pairs_of("typos", ["pos"], ["pos"], ["neg"], edits=[list(edits)]).entry
    original = Dataset.from_dict({column: [text], "label": [0], RECORD: entry.original[RECORD][:]})
    return list(edited_words(replace(entry, original=original), np.ones(1, bool)))


def test_an_edit_of_letters_is_one_of_its_word():
    assert words_of("A Good film.", edit(3, "o", "p")) == [(0, [("good", "gpod")])]
    assert words_of("A good film.", edit(2, "g", "h"), edit(5, "d", "f")) == [(0, [("good", "hoof")])]
    assert words_of("A good-natured film", edit(7, "n", "m")) == [(0, [("good-natured", "good-matured")])]


def test_whole_words_phrases_and_words_that_are_put_in():
    assert words_of("It is not bad", edit(3, "is not", "isn't")) == [(0, [("is not", "isn't")])]
    assert words_of("It is bad", edit(5, "", " really")) == [(0, [("is", "is really")])]
    assert words_of("It is bad", edit(6, "", "really ")) == [(0, [("bad", "really bad")])]
    assert words_of("It, bad", edit(3, "", " yes")) == [(0, [("", "yes")])]
    assert words_of("It is bad", edit(5, " bad", "")) == [(0, [("is bad", "is")])]
    assert words_of("It is bad", edit(6, "bad", "BAD")) == [(0, [("bad", "BAD")])]


def test_two_words_are_two_edits():
    assert words_of("good film", edit(0, "good", "fine"), edit(5, "film", "movie")) == [
        (0, [("good", "fine"), ("film", "movie")])
    ]


def test_later_stages_read_what_the_first_one_wrote():
    first, second = edit(0, "good", "very good"), edit(10, "film", "movie", stage=1)
    assert words_of("good film", first, second) == [(0, [("good", "very good"), ("film", "movie")])]


def test_token_lists_and_other_columns():
    assert words_of(["good", "film", None], edit(5, "film", "movie", field="tokens"), column="tokens") == [
        (0, [("film", "movie")])
    ]
    assert words_of("good film", edit(0, "good", "fine", field="elsewhere")) == []
    assert words_of(None, edit(0, "good", "fine")) == []


def test_long_edits_and_many_of_them_say_nothing():
    assert words_of("a film", edit(6, "", " and a sentence more")) == []
    six = [edit(2 * place, "a", "b") for place in range(6)]
    assert words_of("a a a a a a", *six) == [] and len(words_of("a a a a a a", *six[:5])) == 1
    assert words_of("a " * 20, *[edit(2 * place, "a", "b") for place in range(20)]) == []
    assert words_of("unchanged") == []


def found(*pairs):
    return flipping_words(outcomes_with(*pairs), None, AnalysisOptions())


def one_word(name: str, flips: int, rows: int, word: str = "text", **options):
    """A transformation that edits one word in each row; the first rows flip."""
    gold = ["pos"] * rows
    edits = [[edit(0, word, f"{word}x")] for _ in gold]
    return pairs_of(name, gold, gold, ["neg"] * flips + gold[flips:], edits=edits, **options)


def test_rates_by_hand():
    result = found(one_word("typos", 3, 8))
    (word,) = result["words"]
    assert (word["word"], word["times"], word["originals"], word["flips"]) == ("text", 8, 8, 3)
    assert word["rate"] == word["expected"] == 0.375
    assert word["interval"] == pytest.approx(list(wilson(3, 8)))
    assert word["p_value"] == pytest.approx(stats.binom.sf(2, 8, 0.375)) == word["p_adjusted"]
    (change,) = result["edits"]
    assert (change["before"], change["after"], change["rate"]) == ("text", "textx", 0.375)
    assert (result["pairs"], result["looked_at"], result["used"]) == (8, 8, 8)
    assert result["tested"] == {"words": 1, "edits": 1}


def test_a_word_that_turns_the_model_is_found_beside_one_that_does_not():
    rows = 60
    edits = [[edit(0, "text", "txet")] if row % 2 else [edit(5, str(row), "9")] for row in range(rows)]
    gold = ["pos"] * rows
    new = ["neg" if row % 2 else "pos" for row in range(rows)]
    result = found(pairs_of("typos", gold, gold, new, edits=edits))
    first = result["words"][0]
    assert first["word"] == "text" and first["rate"] == 1.0 and first["expected"] == 0.5
    assert first["p_adjusted"] < 1e-6 and len(result["words"]) == 1


def test_several_words_of_a_row_share_the_blame():
    rows = 20
    both = [edit(0, "text", "txet"), edit(5, "7", "8")]
    edits = [both if row < 10 else [edit(0, "text", "txet")] for row in range(rows)]
    gold = ["pos"] * rows
    ids = [f"7{row}" for row in range(rows)]
    new = ["neg"] * 10 + ["pos"] * 10
    result = found(pairs_of("typos", gold, gold, new, edits=edits, ids=ids))
    by_name = {one["word"]: one for one in result["words"]}
    # ten rows that flip weigh a half, ten that do not weigh one
    assert by_name["text"]["rate"] == pytest.approx(5 / 15) and by_name["text"]["times"] == 20


def test_an_original_counts_once_however_many_transformations_edit_it():
    result = found(one_word("typos", 4, 10), one_word("ocr", 4, 10), one_word("keyboard", 0, 10))
    (word,) = result["words"]
    assert (word["times"], word["originals"], word["flips"]) == (30, 10, 8)
    assert word["rate"] == pytest.approx(8 / 30)
    assert word["p_value"] == pytest.approx(stats.binom.sf(1, 10, 8 / 30))  # 2.67 flips of 10, rounded down


def test_rare_words_are_not_told():
    assert found(one_word("typos", 4, 4)) is None
    assert found(pairs_of("typos", ["pos"] * 9, ["pos"] * 9, ["neg"] * 9)) is None


def test_where_nothing_flips_nothing_is_listed():
    result = found(one_word("typos", 0, 8))
    assert result["words"] == [] and result["edits"] == [] and result["tested"]["words"] == 1


def test_lists_are_cut_to_twenty():
    names = [chr(ord("a") + number) * 3 for number in range(25)]
    pairs = [one_word(name, 3 + number % 3, 6, word=name) for number, name in enumerate(names)]
    result = found(*[replace(one, entry=renamed(one.entry, name)) for one, name in zip(pairs, names, strict=True)])
    assert len(result["words"]) == len(result["edits"]) == 20 and result["tested"] == {"words": 25, "edits": 25}


def renamed(entry, word):
    rows = {"text": [f"{word} {number}" for number in range(len(entry))], RECORD: entry.original[RECORD][:]}
    return replace(entry, original=Dataset.from_dict(rows))


def test_where_the_right_answer_changes_a_flip_is_a_loss():
    pair = one_word("antonym", 6, 8, gold_after=["neg"] * 8)
    changing = replace(pair, entry=replace(pair.entry, effect="changes"))
    (word,) = found(changing)["words"]
    assert word["flips"] == 2  # the two that kept the old answer


def test_of_very_many_pairs_an_even_part_is_looked_at(monkeypatch):
    monkeypatch.setattr("hf_robust.evaluation.analysis.flipping_words._PAIRS", 20)
    result = found(one_word("typos", 40, 60))
    assert (result["pairs"], result["looked_at"], result["words"][0]["times"]) == (60, 20, 20)


@pytest.mark.parametrize(("count", "n", "share"), [(3, 8, 0.3), (0, 5, 0.1), (5, 5, 0.9), (700, 5000, 0.13)])
def test_tail_as_scipy(count, n, share):
    assert binomial_tail(count, n, share) == pytest.approx(stats.binom.sf(count - 1, n, share), rel=1e-9)
