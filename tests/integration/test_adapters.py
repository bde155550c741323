"""Adapters over saved models, real tasks and separate processes."""

import subprocess
import sys
from pathlib import Path

import pytest
from other_process import printed
from tiny_models import answerer, classifier, save, sentence, tagger

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, PredictionCache, as_predictor
from hf_robust.tasks import NER, QA

SCRIPT = """
import sys
from hf_robust.adapters import CachedPredictor, PredictionCache, as_predictor
import hf_robust as hr
from hf_robust.tasks import NER, QA

task = hr.task("sentiment-classification", label_names=["neg", "neu", "pos"])
runner = CachedPredictor(as_predictor(sys.argv[1], task), PredictionCache(sys.argv[2]), task=task)
found = runner.predict([{"text": text} for text in sys.argv[3:]])
print(runner.stats.unique, runner.stats.cached, *(p.value for p in found))
"""


def python(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"},
        cwd=Path(__file__).parents[2],
    )
    return done.stdout.strip()


def test_a_second_process_finds_the_predictions_of_the_first(tmp_path):
    folder = save(tmp_path / "model", classifier())
    task = hr.task("sentiment-classification", label_names=["neg", "neu", "pos"])
    texts = [sentence(n, 4) for n in range(6)]
    runner = CachedPredictor(as_predictor(folder, task), PredictionCache(tmp_path / "cache"), task=task)
    values = [p.value for p in runner.predict([{"text": text} for text in texts])]
    assert printed(SCRIPT, folder, str(tmp_path / "cache"), *texts) == " ".join(["6 6", *values])
    save(tmp_path / "model", classifier(seed=1))
    again = CachedPredictor(as_predictor(folder, task), PredictionCache(tmp_path / "cache"), task=task)
    again.predict([{"text": text} for text in texts])
    assert (again.stats.unique, again.stats.cached) == (6, 0)


def test_adapters_import_nothing_heavy():
    code = """
import sys
import hf_robust as hr
from hf_robust.tasks import NER, QA
from hf_robust.adapters import as_predictor, predict_all
task = hr.task("sentiment-classification", label_names=["neg", "pos"])
predict_all(as_predictor(lambda texts: ["pos"] * len(texts), task), [{"text": "a"}])
print([name for name in ("torch", "transformers", "spacy", "evaluate", "nltk") if name in sys.modules])
"""
    assert python(code) == "[]"


@pytest.mark.parametrize(
    ("task", "make", "row"),
    [
        (
            hr.task("sentiment-classification", label_names=["neg", "neu", "pos"]),
            classifier,
            {"text": "good"},
        ),
        (
            hr.task("natural-language-inference", label_names=["neg", "neu", "pos"]),
            classifier,
            {"premise": "a cat sat", "hypothesis": "a dog sat"},
        ),
        (
            hr.task("named-entity-recognition", label_names=["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]),
            tagger,
            {"tokens": ["anna", "left", "paris"]},
        ),
        (hr.task("extractive-qa"), answerer, {"context": "anna left paris .", "question": "who left"}),
    ],
)
def test_real_tasks_run_over_a_saved_model(tmp_path, task, make, row):
    predictor = as_predictor(save(tmp_path, make()), task)
    runner = CachedPredictor(predictor, task=task)
    found = runner.predict([row, row])
    assert found[0] == found[1] == predictor.predict([row])[0]
    assert (runner.stats.rows, runner.stats.unique) == (2, 1)
    if task.name == QA:
        assert found[0].value in row["context"]
    elif task.name == NER:
        assert len(found[0].value) == 3 and set(found[0].value) <= set(task.label_names)
    else:
        assert found[0].value in task.label_names
