"""Self-BLEU against its plain definition, and production coverage."""

import time
from random import Random

import pytest
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from hf_robust.core.errors import UsageError
from hf_robust.scoring.diversity import of_samples, production_rule_coverage, self_bleu


def plain(texts, max_n=4):
    """One sentence BLEU a text, the others as references, by NLTK."""
    tokens = [text.split() for text in texts]
    smoothing = SmoothingFunction(epsilon=0.1).method1
    weights = [1 / max_n] * max_n
    scores = [
        sentence_bleu(tokens[:place] + tokens[place + 1 :], words, weights, smoothing)
        for place, words in enumerate(tokens)
    ]
    return sum(scores) / len(scores)


def made_up(size, seed, words=30):
    random = Random(seed)
    return [" ".join(f"w{random.randrange(words)}" for _ in range(random.randint(1, 14))) for _ in range(size)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("max_n", [2, 4])
def test_equals_the_plain_definition(seed, max_n):
    texts = [*made_up(25, seed), "the same text here", "the same text here"]
    assert self_bleu(texts, max_n)["self_bleu"] == pytest.approx(plain(texts, max_n), abs=1e-12)


def test_repeated_words_are_clipped_by_the_best_of_the_others():
    texts = ["the the the the", "the the a b", "the c d e"]
    assert self_bleu(texts)["self_bleu"] == pytest.approx(plain(texts), abs=1e-12)


def test_texts_without_a_word_in_common_score_nothing():
    texts = ["a b c d", "e f g h"]
    assert self_bleu(texts)["self_bleu"] == pytest.approx(plain(texts), abs=1e-12)


def test_two_hundred_sentences_take_less_than_a_second():
    texts = made_up(200, 1, words=2000)
    began = time.process_time()
    self_bleu(texts)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("texts", [[], ["one text"]])
def test_one_text_has_nothing_to_compare_with(texts):
    assert self_bleu(texts) == {"self_bleu": None, "n": len(texts)}


def test_empty_texts_are_no_match():
    assert self_bleu(["", "", "a b"])["n"] == 3


def test_bad_order_of_n_grams():
    with pytest.raises(UsageError, match="max_n"):
        self_bleu(["a", "b"], max_n=0)


def test_production_coverage_counts_each_once():
    assert production_rule_coverage([]) == 0
    assert production_rule_coverage([["a", "b", "a"], ["b", "c"]]) == 3


def test_median_of_samples_is_seeded():
    items = list(range(100))
    assert of_samples(items, sum, 10, seed=1) == of_samples(items, sum, 10, seed=1)
    assert of_samples(items, sum, 10, seed=1) != of_samples(items, sum, 10, seed=2)
    with pytest.raises(UsageError):
        of_samples(items, sum, 0)
