"""Facts are clauses with sound trees."""

import pytest

from hf_robust.core.head_edits import check_heads
from hf_robust.language.english.facts import FACT_TYPES, facts_about, relative_clause, safe_clauses
from hf_robust.language.lexicons import lexicon

SUBJECTS = ("nsubj", "nsubj:pass")


def _all_clauses():
    for kind in FACT_TYPES:
        for clause, names in lexicon("facts")["facts"][kind].items():
            filler = names.split("; ")[0].partition("=")[2]
            yield kind, clause.replace("{0}", filler)
        yield from ((kind, clause) for clause in safe_clauses(kind))


@pytest.mark.parametrize(("kind", "clause"), list(_all_clauses()))
def test_every_clause_is_a_tree(kind, clause):
    found = relative_clause(clause, kind)
    assert len({len(layer) for layer in found}) == 1
    check_heads([head + 1 for head in found.heads])
    assert [relation for relation in found.deprels if relation in SUBJECTS] == [found.deprels[0]]
    assert all(found.deprels) and found.deprels.count("acl:relcl") == 1


def test_every_small_word_has_a_tag():
    tags = {word for words in lexicon("facts")["words"].values() for word in words.split()}
    small = {word for _, clause in _all_clauses() for word in clause.split() if word.islower()}
    assert small <= tags


@pytest.mark.parametrize(
    ("clause", "tree"),
    [
        ("was founded in 1636", "nsubj:pass/2 aux:pass/2 acl:relcl/-1 case/4 obl/2"),
        ("joined the Union in 1959", "nsubj/1 acl:relcl/-1 det/3 obj/1 case/5 obl/1"),
        ("produces a lot of coffee", "nsubj/1 acl:relcl/-1 det/3 obj/1 case/5 nmod/3"),
        ("has hosted the Olympic Games", "nsubj/2 aux/2 acl:relcl/-1 det/5 compound/5 obj/2"),
        ("is very deep", "nsubj/3 cop/3 advmod/3 acl:relcl/-1"),
    ],
)
def test_trees(clause, tree):
    found = relative_clause(clause, "place")
    assert [f"{relation}/{head}" for relation, head in zip(found.deprels, found.heads)] == tree.split()


def test_fillers_belong_to_their_name():
    assert "is the capital of Peru" in facts_about("Lima", "place")
    assert all("{" not in clause for clause in facts_about("Lima", "place"))
