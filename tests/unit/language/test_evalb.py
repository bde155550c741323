"""Labelled bracketing figures against cases that were worked out by hand."""

import pytest

from hf_robust.core.errors import UsageError

pytest.importorskip("nltk")
from nltk import Tree

from hf_robust.language.embedded.build.evalb import Counts, compare, plain_label, score


def tree(text: str) -> Tree:
    return Tree.fromstring(text)


GOLD = "(ROOT (S (NP-SBJ (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))"


def counts(guess: str, gold: str = GOLD) -> tuple[int, int, int]:
    found = compare(tree(gold), tree(guess))
    return found.matched, found.gold, found.guessed


def test_a_tree_is_right_about_itself():
    assert compare(tree(GOLD), tree(GOLD)) == Counts(5, 5, 5, 6, 6, 1, 1)


def test_another_place_of_a_phrase_costs_its_bracket_and_those_it_moves():
    # right: S 0-6, NP 0-2, PP 3-6, NP 4-6; wrong: VP 2-3 for VP 2-6
    guess = "(TOP (S (NP (DT The) (NN cat)) (VP (VBD sat)) (PP (IN on) (NP (DT the) (NN mat))) (. .)))"
    assert counts(guess) == (4, 5, 5)


def test_another_label_is_wrong():
    assert counts(GOLD.replace("(PP ", "(ADVP ")) == (4, 5, 5)


def test_the_root_is_no_constituent_whatever_its_name():
    plain = GOLD.removeprefix("(ROOT ")[:-1]
    assert counts(plain) == counts(f"(TOP {plain})") == counts(f"(S1 {plain})") == counts(f"( {plain})") == (5, 5, 5)


def test_functions_are_cut():
    assert counts(GOLD.replace("(NP (DT the)", "(NP-PRD-2 (DT the)").replace("(PP ", "(PP=3 ")) == (5, 5, 5)
    assert [plain_label(x) for x in ("NP-SBJ", "PRT|ADVP", "-LRB-", "-NONE-", "X")] == [
        "NP",
        "PRT",
        "-LRB-",
        "-NONE-",
        "X",
    ]


def test_punctuation_counts_neither_as_words_nor_by_where_it_hangs():
    gold = "(S (NP (NNP Ann)) (, ,) (VP (VBD sat)) (. .))"
    inside = "(S (NP (NNP Ann) (, ,)) (VP (VBD sat) (. .)))"
    assert counts(inside, gold) == (3, 3, 3)


def test_a_constituent_of_punctuation_alone_is_dropped():
    assert counts(
        "(S (NP (NNP Ann)) (X (: -) (: -)) (VP (VBD sat)))", "(S (NP (NNP Ann)) (: -) (: -) (VP (VBD sat)))"
    ) == (3, 3, 3)


def test_the_gold_tags_say_what_is_punctuation():
    gold, guess = "(S (NP (NNP Ann)) (SYM -) (VP (VBD sat)))", "(S (NP (NNP Ann)) (: -) (VP (VBD sat)))"
    assert compare(tree(gold), tree(guess)) == Counts(3, 3, 3, 2, 3, 1, 1)


def test_brackets_and_hyphens_are_words():
    gold = "(NP (-LRB- -LRB-) (NP (CD 3) (HYPH -)) (-RRB- -RRB-))"
    assert compare(tree(gold), tree(gold)).words == 4


def test_advp_and_prt_are_the_same():
    gold = "(VP (VB give) (PRT (RP up)))"
    assert counts(gold.replace("PRT", "ADVP"), gold) == (2, 2, 2)


def test_a_chain_of_the_same_label_counts_each_time():
    gold = "(NP (NP (NN art)))"
    assert counts("(NP (NN art))", gold) == (1, 2, 1)
    assert counts(gold, "(NP (NN art))") == (1, 1, 2)


def test_tags_are_compared_and_make_no_bracket():
    found = compare(tree(GOLD), tree(GOLD.replace("NN cat", "NNP cat")))
    assert (found.matched, found.tags, found.words, found.exact) == (5, 5, 6, 1)


def test_figures_are_over_all_sentences_together():
    # 5 of 5 and 1 of 2 brackets in gold; 5 of 5 and 1 of 1 in the guesses: P 6/6, R 6/7, F 12/13
    pairs = [(tree(GOLD), tree(GOLD)), (tree("(NP (NP (NN art)))"), tree("(NP (JJ art))"))]
    assert score(pairs) == {
        "f1": 92.31,
        "precision": 100.0,
        "recall": 85.71,
        "exact": 50.0,
        "tags": 85.71,
        "sentences": 2,
    }


def test_a_wrong_guess_for_everything_is_zero():
    assert score([(tree("(NP (NN a))"), tree("(X (Y a))"))])["f1"] == 0.0


def test_a_single_tag_without_a_phrase_is_exact():
    assert score([(tree("(ROOT (UH Yes))"), tree("(TOP (UH Yes))"))])["exact"] == 100.0


def test_trees_over_other_words_and_no_trees_are_refused():
    with pytest.raises(UsageError, match="found 1 and 2"):
        score([(tree("(NP (NN a))"), tree("(NP (NN a) (NN b))"))])
    with pytest.raises(UsageError, match="no trees"):
        score([])
