"""Runs of other harnesses on exported suites with a tiny language model, and the logs of such runs in ``tests/data``.

``python tests/harness_runs.py`` records the logs anew; both harnesses must be on the PATH.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import tiny_causal
from harness_samples import answer_to, questions_of, suite_of

import hf_robust as hr

LOGS = Path(__file__).with_name("data") / "harness_logs"
RECORDED = {"labels": False, "written-labels": True, "entities": True, "questions": True}
"""The recorded runs of lm-eval: whether the model writes its answer."""
INSPECTED = {"labels": ("eval", 1), "entities": ("json", 2)}
"""The recorded runs of inspect: format of the log and number of epochs."""
_WORDS = re.compile(r"\w+|[^\w\s]+")


def suite_named(run: str) -> hr.Suite:
    """The suite of a recorded run."""
    return suite_of(run.removeprefix("written-"))


def tiny_model(folder: Path, task: Path) -> Path:
    """Write a model that knows the words of an exported task."""
    texts = [text for file in sorted(task.glob("*.jsonl")) for text in _texts(file)]
    words = [word for text in texts for word in _WORDS.findall(text)]
    return Path(tiny_causal.build(str(folder), words, positions=600, spread=0.4, seed=13))


def _texts(file: Path) -> list[str]:
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [text for row in rows for text in (row["prompt"], *row.get("choices", ()))]


def run_lm_eval(task: Path, name: str, model: Path, out: Path, more: Sequence[str] = ()) -> Path:
    """Run a task with lm-eval, and return the folder of the log."""
    arguments = ["--model", "hf", "--model_args", f"pretrained={model},dtype=float32", "--device", "cpu"]
    arguments += ["--tasks", name, "--include_path", task, "--log_samples", "--output_path", out, *more]
    outside = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    found = subprocess.run(
        ["lm_eval", *map(str, arguments)], env={**outside, "HF_HUB_OFFLINE": "1"}, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr[-2000:]
    return next(out.iterdir())


def run_inspect(task: Path, kind: str, log_format: str, epochs: int) -> tuple[Path, dict]:
    """Run a task with inspect and the answers of :func:`answer_to`, and return the log and what the run printed."""
    answers = {question.prompt: answer_to(kind, question.prompt) for question in questions_of(kind)}
    (task.parent / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    python = Path(shutil.which("inspect") or "inspect").with_name("python")
    script = Path(__file__).with_name("inspect_mock.py")
    outside = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    found = subprocess.run(
        [*map(str, (python, script, task.name, "answers.json", "log", log_format, epochs))],
        env=outside,
        cwd=task.parent,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr[-2000:]
    return next((task.parent / "log").iterdir()), json.loads(found.stdout.splitlines()[-1])


def record_lm_eval(run: str, generate: bool) -> None:
    """Record a log of lm-eval, with the suite that it is of."""
    suite = suite_named(run)
    place = LOGS / run
    shutil.rmtree(place, ignore_errors=True)
    suite.save(place / "suite")
    with tempfile.TemporaryDirectory() as folder:
        task, model = Path(folder, "task"), Path(folder, "tiny-model")
        hr.export_suite(suite, "lm-eval", task, name="mine", generate=generate)
        log = run_lm_eval(task, "mine", tiny_model(model, task), Path(folder, "out"))
        (place / "lm-eval").mkdir()
        for file in [*log.glob("samples_*.jsonl"), *log.glob("results_*.json")]:
            text = file.read_text("utf-8").replace(str(model), "tiny-model")
            if file.suffix == ".json":
                kept = {key: json.loads(text)[key] for key in ("model_name", "lm_eval_version", "results")}
                text = json.dumps(kept, indent=1) + "\n"
            (place / "lm-eval" / file.name).write_text(text, encoding="utf-8")


def record_inspect(kind: str, log_format: str, epochs: int) -> None:
    """Record a log of inspect, of the same suite."""
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder, "mine.py")
        hr.export_suite(suite_of(kind), "inspect", task)
        log, _ = run_inspect(task, kind, log_format, epochs)
        (LOGS / kind / "inspect").mkdir(exist_ok=True)
        shutil.copy(log, LOGS / kind / "inspect" / f"mine.{log_format}")


if __name__ == "__main__":
    for run, generate in RECORDED.items():
        record_lm_eval(run, generate)
    for kind, (log_format, epochs) in INSPECTED.items():
        record_inspect(kind, log_format, epochs)
