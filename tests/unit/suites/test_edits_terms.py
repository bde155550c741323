"""Edits suites keep the terms: what would give the source away stays out, what does not fit is an error."""

import json
from dataclasses import replace

import pytest
from datasets import Dataset, DatasetDict
from edits_samples import SENTIMENT, TEXTS, built, card_of, changed, films, rows_equal, with_edits

import hf_robust as hr
from hf_robust.core.errors import EmptyDataError, MismatchError, UsageError
from hf_robust.suites.edits_making import COPIED, REWRITTEN


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    entries = [{"name": "keyboard", "count": 1}, ["ocr", "typos"], "contraction"]
    return hr.Suite.build(films(), SENTIMENT, entries, source="me/films", split="test", variants=2)


@pytest.fixture(scope="module")
def edits(suite) -> hr.EditsSuite:
    return hr.EditsSuite.of(suite)


# --- what stays out


def test_a_text_rewritten_as_a_whole_stays_out():
    edits = hr.EditsSuite.of(built("word-case"))
    assert list(edits) == ["keyboard-count-1"]
    (out,) = edits.info["stayed_out"]
    assert out == {"name": "word-case", "pairs": 4, "kept": 1, "reasons": {REWRITTEN: 3}}
    assert edits.apply(films()).info.keys() >= {"dataset", "seed"}


def test_few_rows_that_stay_out_are_counted():
    texts = [*(f"Dull again, {n}." for n in range(4)), TEXTS[0]]
    suite = built("word-case", texts)
    edits = hr.EditsSuite.of(suite)
    assert edits["word-case"].n == 4 and edits["word-case"].stayed_out == {REWRITTEN: 1}
    applied = edits.apply(films(texts))
    assert applied["word-case"].left_out == {"edits-only": 1} and len(applied["word-case"]) == 4
    assert "1 by edits-only" in str(applied) and "1 because 5 or more words" in card_of(edits)


def test_rows_that_only_lose_words_may_stay():
    data = films(TEXTS[:2])
    suite = hr.Suite.build(data, SENTIMENT, ["typos", {"name": "keyboard", "count": 1}])
    lost = changed(suite, "typos", **with_edits(suite["typos"], lambda text: (0, len(text) - 5, "A few ")))
    edits = hr.EditsSuite.of(lost)
    assert edits["typos"].n == 2 and rows_equal(edits.apply(data), lost)
    new = changed(
        suite, "typos", **with_edits(suite["typos"], lambda text: (0, len(text) - 5, "so meny newe wordz heer "))
    )
    assert hr.EditsSuite.of(new).info["stayed_out"][0]["reasons"] == {REWRITTEN: 2}


def test_words_of_another_row_stay_out():
    suite = built("typos")
    copied = changed(suite, "typos", **with_edits(suite["typos"], lambda text: (0, 0, "THE plot is thin, the JOKES ")))
    edits = hr.EditsSuite.of(copied)
    assert "typos" not in edits and edits.info["stayed_out"][0]["reasons"] == {COPIED: 4}
    four = changed(suite, "typos", **with_edits(suite["typos"], lambda text: (0, 0, "The plot is thin. ")))
    assert len(hr.EditsSuite.of(four)["typos"]) == 4


def test_words_of_a_row_that_is_in_no_pair_stay_out():
    suite = built("typos")
    after = "Nobody has ever seen it, "
    copied = changed(suite, "typos", **with_edits(suite["typos"], lambda text: (0, 0, after)))
    assert "typos" in hr.EditsSuite.of(copied)
    more = films([*TEXTS, "Nobody has ever seen it here."])
    assert "typos" not in hr.EditsSuite.of(copied, source=more)


def test_words_spread_over_edits_stay_out():
    suite = hr.Suite.build(films(TEXTS[:1]), SENTIMENT, ["typos", {"name": "keyboard", "count": 1}])
    entry = suite["typos"]
    words = ["The plot ", "is thin ", "the jokes "]
    edits = [
        {"stage": 0, "field": "text", "start": n, "end": n, "before": "", "after": word} for n, word in enumerate(words)
    ]
    text = entry.original["text"][0]
    new = "".join(word + text[n] for n, word in enumerate(words)) + text[3:]
    copied = changed(suite, "typos", text=[new], robust=[{**entry.perturbed["robust"][0], "edits": edits}])
    assert "typos" in hr.EditsSuite.of(copied)  # of no text of the suite
    assert "typos" not in hr.EditsSuite.of(copied, source=films(TEXTS[:2]))


def test_rows_that_edits_do_not_make_stay_out():
    suite = built("typos")
    texts = ["Something else.", *suite["typos"].perturbed["text"][1:]]
    edits = hr.EditsSuite.of(changed(suite, "typos", text=texts))
    assert edits["typos"].stayed_out == {"its edits do not lead from the original to its texts": 1}
    labels = [1 - suite["typos"].perturbed["label"][0], *suite["typos"].perturbed["label"][1:]]
    other = changed(suite, "typos", label=labels)
    made = hr.EditsSuite.of(other)  # a label is no text: it is said
    assert made["typos"].n == 4 and json.loads(made["typos"].edits["labels"][0]) == {"label": labels[0]}
    assert rows_equal(made.apply(films()), other)


def test_nothing_that_can_be_published_is_an_error():
    suite = hr.Suite.build(films(TEXTS[:2]), SENTIMENT, ["word-case"])
    with pytest.raises(EmptyDataError, match=r"word-case: 5 or more words in a row lie inside edits \(2\)"):
        hr.EditsSuite.of(suite)


def test_reasons_do_not_name_words():
    suite = built("typos")
    entry = replace(
        suite["typos"],
        total=9,
        not_applicable=3,
        faults=2,
        reasons={"the place 'Orsk' is not listed": 1, 'the place "O\'Neil" is not listed': 2, "KeyError: 'plot'": 2},
        exceptions={"KeyError: 'plot'": 2},
    )
    edits = hr.EditsSuite.of(replace(suite, entries={**suite.entries, "typos": entry}))
    assert edits["typos"].reasons == {"the place '...' is not listed": 3, "KeyError": 2}
    assert edits["typos"].exceptions == {"KeyError": 2} and edits["typos"].total == 9


# --- what is refused


def test_facts_that_hold_the_source_are_refused(suite):
    words = TEXTS[1].split()[:6]
    with pytest.raises(UsageError, match="words of the source.*protect has 'the plot is thin the'"):
        hr.EditsSuite.of(replace(suite, info={**suite.info, "protect": words}))
    with pytest.raises(UsageError, match="name has"):
        hr.EditsSuite.of(replace(suite, info={**suite.info, "name": TEXTS[0]}))


def test_parameters_that_hold_the_source_stay_out(suite):
    entry = replace(
        suite["ocr+typos"], stages=({"name": "ocr", "version": "1", "params": {"words": TEXTS[0].split()}},)
    )
    edits = hr.EditsSuite.of(replace(suite, entries={**suite.entries, "ocr+typos": entry}))
    assert edits.info["stayed_out"][0]["reasons"] == {"its parameters hold 5 words in a row of the source": entry.n}


def test_ids_that_are_texts_are_refused():
    suite = hr.Suite.build(films(), hr.task("sentiment-classification", id="text"), ["typos"])
    with pytest.raises(UsageError, match=r"ids of the rows are their texts \(column 'text'\)"):
        hr.EditsSuite.of(suite)
    copied = hr.Suite.build(films(TEXTS, n=TEXTS), hr.task("sentiment-classification", id="n"), ["typos"])
    with pytest.raises(UsageError, match="ids in column 'n' are texts of the source"):
        hr.EditsSuite.of(copied)


def test_other_things_are_refused(suite, edits):
    with pytest.raises(UsageError, match="edits are made of a robustness suite, found EditsSuite; use hr.Suite.build"):
        hr.EditsSuite.of(edits)
    with pytest.raises(UsageError, match="has no entries"):
        hr.EditsSuite.of(replace(suite, entries={}))
    with pytest.raises(
        UsageError, match=r"apply it to your copy of its source first: hr.run\(model, suite.apply\(rows"
    ):
        hr.run(lambda texts: ["pos"] * len(texts), edits)
    with pytest.raises(UsageError, match="edits are applied to a datasets.Dataset, found DatasetDict"):
        edits.apply(DatasetDict({"test": films()}))


# --- what does not fit


def test_missing_rows_are_named(edits):
    with pytest.raises(MismatchError) as caught:
        edits.apply(films().select([0, 2]))
    said = str(caught.value)
    assert said.startswith("2 of 4 source rows that the edits were made of are not in your data (ids ")
    assert said.endswith("); the edits need the split test of me/films, unchanged; first needed by keyboard-count-1")
    facts = {**edits.info, "source_revision": "0123abc", "config": "plain"}
    with pytest.raises(MismatchError, match="the split test of me/films, config plain at revision 0123abc"):
        replace(edits, info=facts).apply(films(["Another."]))


def test_rows_with_other_labels_are_named(edits):
    other = films().map(lambda row: {"label": 1 - row["label"]})
    with pytest.raises(
        MismatchError,
        match="^4 of 4 source rows that .* hold something else in your data .*; first needed by keyboard-count-1$",
    ):
        edits.apply(other)


def test_columns_that_are_missing_or_of_another_kind(edits):
    with pytest.raises(MismatchError, match=r"the source has the columns text, label; your rows have no 'label'"):
        edits.apply(films().remove_columns("label"))
    with pytest.raises(MismatchError, match="columns of your rows hold something else than the source"):
        edits.apply(Dataset.from_dict({"text": TEXTS, "label": ["a", "b", "c", "d"]}))


def test_edits_that_do_not_fit_name_the_entry(edits):
    entry = edits["ocr+typos"]
    rows = entry.edits.to_dict()
    rows["edits"][1] = [{**rows["edits"][1][0], "end": 10_000}]
    broken = replace(entry, edits=Dataset.from_dict(rows, features=entry.edits.features))
    with pytest.raises(MismatchError, match=r"ocr\+typos: the edits of the row '\w+' do not fit your data"):
        replace(edits, entries={**edits.entries, "ocr+typos": broken}).apply(films())


def test_another_result_names_the_entry(edits):
    entry = edits["ocr+typos"]
    rows = entry.edits.to_dict()
    rows["edits"][0][0]["after"] += "!"
    altered = replace(entry, edits=Dataset.from_dict(rows, features=entry.edits.features))
    with pytest.raises(MismatchError, match=r"ocr\+typos: what the edits make of your rows is not what was published"):
        replace(edits, entries={**edits.entries, "ocr+typos": altered}).apply(films())
    with pytest.raises(MismatchError, match="the entries are not those that were published"):
        replace(edits, info={**edits.info, "applied_hash": "0"}).apply(films())
