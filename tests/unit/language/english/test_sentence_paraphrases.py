"""A sentence in other words: phrases, numbers, adverbials, clauses and pairs of nouns."""

from functools import cache

import pytest

from hf_robust.core.doc import Annotation, Doc
from hf_robust.core.edits import apply, check
from hf_robust.core.randomness import RowRandom
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.adverbial_moves import time_moved
from hf_robust.language.english.number_spellings import spelling_edits
from hf_robust.language.english.order_moves import clause_moved, pairs_swapped
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.phrase_pairs import phrase_edits
from hf_robust.language.english.sentence_paraphrases import paraphrase_edits
from hf_robust.language.lexicons import lexicon


@cache
def parsed_text(text):
    column = annotate_values([text], {"pos", "lemma", "dep", "ent"})[0]
    return Doc(text, annotation=Annotation.of_column(column))


def told(text, rule, protected=()):
    doc = parsed_text(text).protecting(protected)
    found = []
    for first, end in token_sentences(doc):
        found += rule(doc, first, end)
    check(found, len(text))
    return apply(text, found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The last plague outbreak ravaged Oslo in 1654.", "In 1654, the last plague outbreak ravaged Oslo."),
        ("In 1654, the plague ravaged Oslo.", "The plague ravaged Oslo in 1654."),
        ("The treaty depends on trust.", "The treaty depends on trust."),
        ("She left and he stayed in 1654.", "She left and he stayed in 1654."),
    ],
)
def test_an_adverbial_of_time_changes_its_place(old, new):
    assert told(old, time_moved) == new


def test_what_is_protected_does_not_move():
    text = "The last plague outbreak ravaged Oslo in 1654."
    assert told(text, time_moved, [(text.index("1654"), len(text) - 1)]) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("About 64% of them won three games.", "About 64 percent of them won 3 games."),
        ("It cost $5 million.", "It cost 5 million dollars."),
        ("It fell in the 19th century.", "It fell in the nineteenth century."),
        ("The score was 3-1.", "The score was 3-1."),
    ],
)
def test_numbers_change_their_spelling(old, new):
    assert told(old, spelling_edits) == new


def test_clauses_and_pairs_change_their_order():
    moved = told("Although the rain fell for days, the team won the match.", clause_moved)
    assert moved == "The team won the match, although the rain fell for days."
    assert told("Although he fell, he won the match.", clause_moved) == "Although he fell, he won the match."
    assert told("They sold milk and bread.", pairs_swapped) == "They sold bread and milk."
    assert told("They sold milk and bread, respectively.", pairs_swapped).startswith("They sold milk and bread")


def test_phrases_need_their_context():
    assert told("It fell due to rain.", lambda *one: phrase_edits(*one, RowRandom(1))) == "It fell because of rain."
    assert told("It is due to fall.", lambda *one: phrase_edits(*one, RowRandom(1))) == "It is due to fall."


def test_all_rules_give_edits_that_can_be_applied():
    text = (
        "In 1990, about 64% of the towns, such as Lima and Oslo, were known as ports due to trade. The majority of the "
        "ships sank in 1654. Although the fleet was able to sail, the king began to build three forts in 1700."
    )
    for seed in range(5):
        new = told(text, lambda *one, seed=seed: paraphrase_edits(*one, RowRandom(seed)))
        assert new != text and "  " not in new and " ." not in new


def test_the_table_has_no_row_twice_and_no_row_that_changes_nothing():
    rows = lexicon("phrase_pairs")
    assert len({row[:2] for row in rows}) == len(rows)
    assert [row for row in rows if row[0] == row[1]] == []
    assert all(len(row) == 3 and row[0] == row[0].lower().strip() for row in rows)
