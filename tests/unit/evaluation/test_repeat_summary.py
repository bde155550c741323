"""The record of repeats beside the results of transformations."""

from report_samples import sample_record

from hf_robust.evaluation.repeat_summary import repeat_summary
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.scoring import beyond_noise, repeated_answers


def test_each_result_is_compared_with_the_noise_floor():
    results = SCHEMA.typed(sample_record()).results
    answers = [["a", "b"]] * 4 + [["a", "a"]] * 196
    found = repeat_summary(answers, [[one == "a" for one in two] for two in answers], results, seed=3)
    assert (found.rows, found.repeats, found.noise_floor, found.any_flip, found.seed) == (200, 2, 0.02, 0.02, 3)
    assert found.pass_k == {"1": 0.99, "2": 0.98}
    assert [one.name for one in found.results] == ["keyboard", "add_sentence", "synonym"]
    noise = repeated_answers(answers)
    for one, result in zip(found.results, results):
        same = beyond_noise(1 - result.consistency, result.n, noise["noise_floor"], noise["interval"])
        assert (one.excess, one.exceeds, list(one.interval)) == (same["excess"], same["exceeds"], same["interval"])
        assert one.drop == result.drop
    assert [one.exceeds for one in found.results] == [True, False, False]


def test_facts_of_servers_are_named_once():
    found = repeat_summary([["a", "a"]], fingerprints=["fp1", "fp2", "fp1"], servers=["vllm 0.12"] * 3)
    assert found.fingerprints == ("fp1", "fp2") and found.servers == ("vllm 0.12",)
    assert found.pass_k == {} and found.results == ()
