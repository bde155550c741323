"""Edits of all entries together do not spell out a text by near copies of its words."""

import json

import pyarrow.parquet as pq
import pytest
from edits_samples import SENTIMENT, TEXTS, changed, films, rows_equal, with_edits

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import SuiteError
from hf_robust.core.registry import spoken_language
from hf_robust.perturb.replay import ReplayStep
from hf_robust.suites.edits_making import OVERLAID
from hf_robust.suites.near_copies import Overlay, folded, runs_of, shown_words
from hf_robust.suites.source_leaks import find_leaks

NAMES = ["ocr", "typos", "misspelling", "homoglyph", "keyboard", "invisible-character", "adjacent-swap", "whitespace"]
TEXT = "A good old film of ours"


def shown(*edits: Edit, text: str = TEXT, language: str = "en") -> set[int]:
    return set(shown_words([ReplayStep("text", text, list(edits))], spoken_language(language))[1])


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    return hr.Suite.build(films(), SENTIMENT, NAMES, variants=2)


# --- which words are shown


@pytest.mark.parametrize(
    "after", ["god", "GOOD", "g\u043e\u043ed", "go\u200bod", "go od", "g-o-o-d", "very good", "go\u0301od"]
)
def test_near_copies_show_a_word(after):
    assert shown(Edit(2, 6, after)) == {1}


@pytest.mark.parametrize("after", ["nice", "", "!", "\U0001f600"])
def test_other_words_do_not(after):
    assert shown(Edit(2, 6, after)) == set()


def test_an_edit_of_several_words_shows_those_that_stand_in_it():
    assert shown(Edit(2, 15, "film 0ld nice")) == {2, 3}
    assert shown(Edit(2, 10, "goodold")) == {1, 2}
    assert shown(Edit(19, 19, "ourrs ")) == {5}  # beside the word
    assert shown(Edit(0, 0, "Quietly, ")) == set()


def test_a_word_in_parts_is_one():
    assert shown(Edit(11, 13, "fi"), Edit(13, 15, "lm")) == {3}
    assert shown(Edit(11, 12, "f"), Edit(12, 13, "i"), Edit(13, 14, "l"), Edit(14, 15, "n")) == {3}


@pytest.mark.parametrize(("old", "new"), [("Bob's", "Bob'z"), ("Didn't", "Didnt"), ("PA-RISC", "P4-RISC")])
def test_a_copy_of_all_between_spaces_shows_each_word_of_it(old, new):
    text = f"So {old}, he"
    assert shown(Edit(3, 3 + len(old), new), text=text) == {1, 2}
    assert shown(Edit(3, 3 + len(old), "nobody"), text=text) == set()


def test_of_one_character_any_other_is_a_copy():
    assert shown(Edit(0, 1, "4")) == {0} and shown(Edit(0, 1, "Some")) == set()
    assert shown(Edit(2, 3, "卖"), text="我们买了书。", language="zh") >= {1}


def test_later_stages_edit_what_earlier_ones_wrote():
    first = ReplayStep("text", TEXT, [Edit(2, 6, "nice")])
    second = ReplayStep("text", "A nice old film of ours", [Edit(2, 6, "goood")])
    assert shown_words([first, second])[1] == {1}


def test_chinese_words_are_those_of_the_language():
    text = "我们昨天买了旧书。"
    at = text.index("昨天")
    assert shown(Edit(at, at + 2, "作天"), text=text, language="zh") == {1}
    assert shown(Edit(at, at + 2, "今年"), text=text, language="zh") == set()


def test_folding_and_runs():
    assert folded("\uff26\u0456lm\u00ad") == "film" and folded("\u202eAb") == "ab"
    assert runs_of([5, 3, 4, 9]) == [range(3, 6), range(9, 10)] and runs_of([]) == []


def test_an_overlay_takes_what_leaves_a_gap():
    overlay = Overlay()
    assert all(overlay.take([(TEXT, {number})]) for number in (0, 1, 2, 4))
    assert not overlay.take([(TEXT, {3})]) and overlay.pieces() == []
    assert not overlay.take([("Another", {0}), (TEXT, {3})]) and "Another" not in overlay.shown
    overlay.add([(TEXT, {3})])
    assert overlay.pieces() == ["A good old film of"]


def test_what_reads_from_its_end_is_turned():
    assert shown(Edit(7, 10, "\u202edlo\u202c")) == {2} and shown(Edit(7, 10, "dlo")) == set()


def test_a_letter_between_shown_words_is_guessed():
    text = "He saw a very old film"
    overlay = Overlay()
    assert overlay.take([(text, {0, 1})]) and overlay.take([(text, {3})]) and not overlay.take([(text, {4})])
    assert Overlay(size=6).take([(text, {0, 1, 3, 4})])
    assert not Overlay(size=3).take([("A good film", {1, 2})])  # at the start too
    chinese = Overlay(spoken_language("zh"), size=3)
    assert chinese.take([("我昨天来了", {0, 2})])


def test_a_text_beside_it_completes_a_text():
    one, other = "The council president will replace them", "Now the council president leaves"
    overlay, alone = Overlay(), Overlay()
    assert overlay.seen_of([], [one, other]) == [] and overlay.share == 0
    for tried in (overlay, alone):
        assert tried.take([(one, {3, 4})]) and tried.take([(other, {1, 2})])
    assert alone.take([(other, {3})]) and not overlay.take([(other, {3})])
    assert overlay.pieces() == [] and round(overlay.share, 3) == round(4 / 11, 3)
    overlay.add([(other, {3})])
    assert overlay.pieces() == ["The council president will replace"]


# --- suites


def test_all_files_together_show_no_five_words(suite, tmp_path):
    edits = hr.EditsSuite.of(suite)
    folder = edits.save(tmp_path / "edits")
    assert find_leaks(folder, TEXTS, source=(SENTIMENT, films())) == []
    assert sum(entry.stayed_out.get(OVERLAID, 0) for entry in edits.entries.values()) > 0
    words = {text: text.split() for text in TEXTS}  # counted here once more, by covered words alone
    ids = {row["robust"]["source_id"]: row["text"] for name in suite for row in suite[name].original}
    covered: dict[str, set[int]] = {text: set() for text in TEXTS}
    for path in folder.rglob("edits.parquet"):
        if path.parent.name in ("ocr", "homoglyph", "invisible-character"):
            for row in pq.read_table(path).to_pylist():
                text = ids[row["source_id"]]
                starts = [len(" ".join(words[text][:number])) + (number > 0) for number in range(len(words[text]))]
                for edit in row["edits"]:
                    covered[text] |= {n for n, at in enumerate(starts) if edit["start"] <= at < edit["end"]}
    assert max(len(run) for numbers in covered.values() for run in runs_of(numbers)) < 5


def test_without_the_rule_the_files_show_five_words_and_nothing_is_made(suite, monkeypatch):
    monkeypatch.setattr(Overlay, "take", lambda self, seen: True)
    with pytest.raises(SuiteError, match=r"would hold words of the source in \*/edits.parquet \(all files together\)"):
        hr.EditsSuite.of(suite)


def test_what_is_kept_does_not_hang_on_the_order_of_the_entries(suite):
    turned = hr.Suite.build(films(), SENTIMENT, NAMES[::-1], variants=2)
    one, other = hr.EditsSuite.of(suite), hr.EditsSuite.of(turned)
    kept = [{n: sorted(map(json.dumps, made[n].edits["source_id"][:])) for n in made} for made in (one, other)]
    assert kept[0] == kept[1]
    assert rows_equal(one.apply(films().shuffle(seed=3)), hr.EditsSuite.of(suite).apply(films()))


def test_an_entry_of_which_nothing_is_left_is_on_record():
    texts = [TEXTS[0]]
    twice = hr.Suite.build(films(texts), SENTIMENT, [{"name": "keyboard", "count": 1}, {"name": "typos", "count": 1}])
    half, words = texts[0].index("that"), texts[0].index("watch")
    first = with_edits(twice["keyboard-count-1"], lambda text: (0, half - 1, "A wonderfol litle fillm"))
    second = with_edits(twice["typos-count-1"], lambda text: (half, words - 1, "tht thay woud glady"))
    made = hr.EditsSuite.of(changed(changed(twice, "keyboard-count-1", **first), "typos-count-1", **second))
    (out,) = made.info["stayed_out"]
    assert len(made) == 1 and out["reasons"] == {OVERLAID: 1} and out["kept"] == 0


def test_the_name_is_that_of_edits_and_comes_back(suite):
    named = hr.Suite.build(films(), SENTIMENT, [{"name": "typos", "count": 1}], source="me/films")
    edits = hr.EditsSuite.of(named)
    assert named.info["name"] == "films-robust" and edits.info["name"] == "films-edits"
    applied = edits.apply(films())
    assert applied.info["name"] == "films-robust" and "applied_name" not in applied.info
