"""Samples of a text with words left out, and the linear model over them."""

from itertools import combinations

import numpy as np
import pytest

from hf_robust.explain.lime import Samples, draw_samples, fit, proximity


def all_samples(features: int) -> Samples:
    rows = [
        [name not in gone for name in range(features)]
        for n in range(features + 1)
        for gone in combinations(range(features), n)
    ]
    return Samples(np.array(rows), np.ones(len(rows), dtype=np.int64))


class TestSamples:
    def test_the_first_is_the_text_and_all_are_distinct(self):
        samples = draw_samples(12, 500, b"key")
        assert samples.kept[0].all()
        assert len({row.tobytes() for row in samples.kept}) == len(samples.kept)
        assert samples.counts.sum() == 500

    def test_each_number_of_words_goes_equally_often(self):
        samples = draw_samples(10, 20_001, b"key")
        gone = np.repeat((~samples.kept[1:]).sum(axis=1), samples.counts[1:])
        assert set(gone) == set(range(1, 11))
        assert np.bincount(gone, minlength=11)[1:] == pytest.approx(2000, rel=0.1)

    def test_each_word_goes_equally_often(self):
        samples = draw_samples(10, 20_001, b"key")
        share = (~samples.kept * samples.counts[:, None]).sum(axis=0) / 20_000
        assert share == pytest.approx(np.full(10, 0.55), abs=0.02)

    def test_they_hang_on_the_key_alone(self):
        one, same, other = (draw_samples(9, 200, key) for key in (b"a", b"a", b"b"))
        assert np.array_equal(one.kept, same.kept) and np.array_equal(one.counts, same.counts)
        assert not np.array_equal(one.kept, other.kept)

    def test_a_single_word(self):
        assert draw_samples(1, 50, b"").kept.tolist() == [[True], [False]]
        assert draw_samples(1, 50, b"").counts.tolist() == [1, 49]


class TestFit:
    def test_the_kernel(self):
        kept = np.array([[True] * 4, [True, False, False, False], [False] * 4])
        expected = [np.sqrt(np.exp(-((100 * (1 - c)) ** 2) / 625)) for c in (1.0, 0.5, 0.0)]
        assert proximity(kept, 25) == pytest.approx(expected)

    @pytest.mark.parametrize("most", [4, 8])
    def test_a_linear_model_is_found_again(self, most):
        true = np.array([0.02, -0.2, 0.1, 0.0, 0.3, -0.05, 0.15, 0.01])
        samples = all_samples(8)
        found = fit(samples, 0.4 + samples.kept @ true, 25, most)
        order = np.argsort(-np.abs(true))[:most]
        assert [feature for feature, _ in found] == (order.tolist())
        assert [weight for _, weight in found] == pytest.approx(true[order].tolist(), abs=0.05)
        assert all(np.sign(weight) == np.sign(true[feature]) for feature, weight in found if true[feature])

    @pytest.mark.parametrize("most", [3, 7])
    def test_as_sklearn_computes_it(self, most):
        linear = pytest.importorskip("sklearn.linear_model")
        samples = draw_samples(9, 300, b"k")
        answers = np.random.default_rng(1).random(len(samples.kept))
        weights = proximity(samples.kept, 25) * samples.counts
        data = samples.kept.astype(float)
        if most > 6:
            full = linear.Ridge(alpha=0.01).fit(data, answers, sample_weight=weights)
            chosen = np.argsort(-np.abs(full.coef_))[:most].tolist()
        else:
            chosen = []
            for _ in range(most):
                left = [f for f in range(9) if f not in chosen]
                models = [(linear.LinearRegression(), data[:, [*chosen, f]]) for f in left]
                r2 = [m.fit(x, answers, weights).score(x, answers, weights) for m, x in models]
                chosen.append(left[int(np.argmax(r2))])
        last = linear.Ridge(alpha=1).fit(data[:, chosen], answers, sample_weight=weights)
        expected = sorted(zip(chosen, last.coef_), key=lambda pair: -abs(pair[1]))
        found = fit(samples, answers, 25, most)
        assert [feature for feature, _ in found] == [feature for feature, _ in expected]
        assert [weight for _, weight in found] == pytest.approx([weight for _, weight in expected])

    def test_how_often_a_sample_came_counts(self):
        samples = draw_samples(3, 100, b"k")
        answers = np.linspace(0, 1, len(samples.kept))
        places = np.repeat(np.arange(len(samples.kept)), samples.counts)
        each = Samples(samples.kept[places], np.ones(len(places), dtype=np.int64))
        (one, other) = fit(samples, answers, 25, 15), fit(each, answers[places], 25, 15)
        assert [f for f, _ in one] == [f for f, _ in other]
        assert [w for _, w in one] == pytest.approx([w for _, w in other])

    def test_answers_that_never_change(self):
        samples = draw_samples(5, 50, b"k")
        for most in (3, 15):
            found = fit(samples, np.full(len(samples.kept), 0.7), 25, most)
            assert len(found) == min(most, 5) and all(abs(weight) < 1e-9 for _, weight in found)

    def test_more_words_than_samples(self):
        samples = draw_samples(40, 10, b"k")
        for most in (6, 40):
            found = fit(samples, np.linspace(0, 1, len(samples.kept)), 25, most)
            assert len({feature for feature, _ in found}) == most
            assert all(np.isfinite(weight) for _, weight in found)
