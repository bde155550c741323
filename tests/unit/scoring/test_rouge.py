"""ROUGE: the expected figures come from the package rouge_score 0.1.2, without stemming."""

import random

import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring import MEASURES, measure_for
from hf_robust.scoring.rouge import ROUGE_1, ROUGE_2, ROUGE_L, longest_common_subsequence

FOUND = ["The little dog sleeps under an old table.", "It's 3.5 km, re-read snake_case!", "cat"]
GOLD = ["The small dog sleeps under the old table.", "It is 3.5 km. Re read the snake case", "cat"]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (ROUGE_1, [0.75, 0.842105263158, 1.0]),
        (ROUGE_2, [0.428571428571, 0.588235294118, 0.0]),
        (ROUGE_L, [0.75, 0.842105263158, 1.0]),
    ],
)
def test_scores_equal_those_of_rouge_score(measure, expected):
    assert measure.row_score(measure.row_stats(FOUND, GOLD)).tolist() == pytest.approx(expected)
    assert measure.score(FOUND, GOLD) == pytest.approx(sum(expected) / 3)


def test_the_subsequence_is_that_of_the_table_of_all_prefixes():
    rng = random.Random(3)
    for _ in range(200):
        one, other = (rng.choices("abcd", k=rng.randint(0, 90)) for _ in range(2))
        row = [0] * (len(other) + 1)
        for word in one:
            last = row
            row = [0]
            for place, letter in enumerate(other):
                row.append(last[place] + 1 if word == letter else max(last[place + 1], row[place]))
        assert longest_common_subsequence(one, other) == row[-1]


def test_signs_are_the_words_of_chinese_texts():
    assert ROUGE_L.score(["今天下雨。"], ["今天有雨"]) == pytest.approx(0.75)
    assert ROUGE_2.score(["今天下雨"], ["今天有雨"]) == pytest.approx(1 / 3)


def test_the_best_reference_counts_and_empty_texts_are_scored():
    assert ROUGE_L.score(["a cat"], [["the dog", "a cat"]]) == 1.0
    assert ROUGE_L.row_score(ROUGE_L.row_stats(["", "", "a"], ["", "a", ""])).tolist() == [1.0, 0.0, 0.0]
    with pytest.raises(UsageError, match="references row 1: expected a text, found None"):
        ROUGE_L.score(["a", "b"], ["a", None])


def test_both_tasks_are_scored_with_it():
    assert measure_for("summarization") is measure_for("text-generation") is MEASURES["rouge_l"]
    assert [one.name for one in ROUGE_L.secondary] == ["rouge_1", "rouge_2"]


def test_the_similarity_of_answers_is_one_for_equal_answers():
    similarity = MEASURES["answer_similarity"]
    assert similarity.against_original and similarity.score(["It rains.", ""], ["It rains.", ""]) == 1.0
    assert 0 < similarity.score(["It rained."], ["It rains."]) < 1
