"""Greedy search in the order of the words' importance."""

import numpy as np
import pytest

from hf_robust.attacks.attempt import BudgetSpent
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.searches.word_importance import GreedyWordImportance


@pytest.mark.parametrize("importance", ["unk", "delete"])
def test_a_probe_is_no_result_when_the_budget_ends(trial, importance):
    attack = trial("a b c", {"a": ("A",)}, lambda text: 0.1 if text == "a b c" else 0.9, budget=3)
    with pytest.raises(BudgetSpent):
        attack.search(GreedyWordImportance(importance=importance))
    assert attack.attempt.queries == 3
    assert attack.result(attack.attempt.best) == "a b c"


def test_words_of_a_long_text_are_ranked_by_small_gains(trial):
    words = [f"w{number}" for number in range(300)]
    table = {word: (word.upper(),) for word in words[-3:]}
    worth = {"W297": 0.0005, "W298": 0.0006, "W299": 0.0007}  # as a softmax over 300 words: less than 0.00001 each
    attack = trial(" ".join(words), table, lambda text: 0.1 + sum(worth.get(word, 0) for word in text.split()))
    attack.search(GreedyWordImportance(importance="saliency", keeps_best=False))
    in_turn = [asked[0].split()[-3:] for asked in attack.asked[3:]]  # W299 alone was asked before
    assert in_turn == [["w297", "W298", "W299"], ["W297", "W298", "W299"]]


@pytest.mark.parametrize(("most_similar", "taken"), [(False, "A y"), (True, "A x")])
def test_of_several_that_reach_the_goal_the_most_similar_is_taken_on_demand(trial, most_similar, taken):
    def encode(text):
        angle = {"b": 0.0, "x": 0.1, "y": 0.2, "z": 0.05}[text.split()[-1]]
        return np.array([np.cos(angle), np.sin(angle)])

    scores = {"a b": 0.1, "A b": 0.4, "A x": 0.6, "A y": 0.7, "A z": 0.3}
    attack = trial(
        "a b",
        {"a": ("A",), "b": ("x", "y", "z")},
        lambda text: scores.get(text, 0.2 if text == "b" else 0.15),
        (SentenceSimilarity(least=0.5),),
    )
    search = GreedyWordImportance(importance="delete", most_similar=most_similar)
    assert attack.result(attack.search(search, encode=encode)) == taken
