"""The head of the clause of a word, asked again and again."""

from hf_robust.core.doc import Doc
from hf_robust.language.english.clause_parts import clause_of

PARSED = "It/PRON/PRP//nsubj/2 works/VERB/VBZ//root/2 if/SCONJ/IN//mark/5 you/PRON/PRP//nsubj/5 wait/VERB/VBP//advcl/2"


def test_the_clause_of_each_word():
    tokens = Doc.tagged(PARSED).tokens
    for _ in range(2):
        assert [clause_of(tokens, place) for place in range(5)] == [1, 1, 4, 4, 4]


def test_two_texts_in_turn():
    first, second = Doc.tagged(PARSED).tokens, Doc.tagged("Rain/NOUN/NN//root/1 fell/VERB/VBD//acl/1").tokens
    assert [(clause_of(first, 0), clause_of(second, 0)) for _ in range(2)] == [(1, 0), (1, 0)]


def test_a_list_may_change():
    tokens = list(Doc.tagged(PARSED).tokens)
    assert clause_of(tokens, 2) == 4
    tokens[4] = tokens[4]._replace(dep="xcomp")
    assert clause_of(tokens, 2) == 1
