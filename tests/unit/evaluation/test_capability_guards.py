"""Models whose failure rates mean nothing are named in reports of capabilities."""

import pytest
from capability_samples import by_words, suite

import hf_robust as hr


def codes(report):
    return {one["code"] for one in report.record["warnings"]}


@pytest.fixture(scope="module")
def cases():
    return suite(seeds=8, expansions=2)


@pytest.mark.parametrize("label", ["negative", "neutral"])
def test_a_constant_answer_is_named(cases, label):
    report = hr.run(lambda texts: [label] * len(texts), cases)
    assert "constant-predictions" in codes(report)
    assert f"The model predicts {label!r} on all " in report.verdict


def test_a_model_that_passes_no_more_than_one_answer_is_named(cases):
    names = ["negative", "positive", "neutral"]
    report = hr.run(lambda texts: [names[len(text) % 3] for text in texts], cases)
    assert codes(report) == {"not-above-majority"}
    assert "for every case would pass" in report.verdict


def test_a_model_that_knows_the_cases_gets_no_warning(cases):
    def model(texts):
        return ["positive" if "good" in text or "but" in text else "neutral" for text in texts]

    assert codes(hr.run(model, cases)) == set()


def test_a_few_cases_say_nothing():
    assert codes(hr.run(by_words, suite(seeds=1, expansions=0))) == set()
