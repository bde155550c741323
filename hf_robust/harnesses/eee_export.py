"""``export_report``: write the answers of a run as an instance file of Every Eval Ever (schema 0.3).

Source: "instance_level_eval.schema.json" of evaleval/every_eval_ever.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.files import check_folder, write_files
from hf_robust.core.own_files import check_own
from hf_robust.harnesses.eee_aggregate import VERSION, Evaluation
from hf_robust.harnesses.exports import CREATED_BY, json_lines
from hf_robust.reports import CapabilityReport, Report
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.questions import Question, SuiteQuestions
from hf_robust.suites.robustness import Suite

HARNESSES = ("eee",)
_Answers = Mapping[tuple[str, str, int], tuple[str, float]]  # text and score by transformation, split and row


def export_report(
    report: Report | CapabilityReport,
    suite: BaseSuite,
    harness: str,
    folder: str | Path,
    *,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write the answers of a run in the format of another evaluation harness. :func:`hf_robust.import_log` reads them.

    The format contains the prompt, the correct answers, the answer of the model and the score of each row. It does not
    contain probabilities, statuses, edits, or rows whose requests failed. The answer is the text of the chat model, if
    it was stored. Otherwise, it is the prediction in the answer format for language models: it is empty for an answer
    that could not be parsed, and it lacks entities that are not in the text.

    For the report of a capability suite, only the failure rates of the capabilities are written.

    Args:
        report: The report of :func:`hf_robust.run`, a loaded report with saved answers
            (:meth:`hf_robust.Report.save_answers`), or the report of a capability suite.
        suite: The suite of the run.
        harness: ``eee`` (Every Eval Ever).
        folder: Output folder of ``<uuid>.json`` (the scores) and ``<uuid>_samples.jsonl`` (the answers).
        overwrite: Whether to replace files that hf_robust did not write.

    Returns:
        The paths of both files. For a capability suite, only the path of the scores.

    Raises:
        UnknownNameError: If the harness does not exist.
        UsageError: If the report has no answers, if it does not have all rows of the suite, or if language models do
            not support the task.

    Example:
        >>> import tempfile
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["positive", "negative"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", [{"name": "word-case", "case": "upper"}])
        >>> report = hr.run(lambda texts: ["positive" if "fine" in one else "negative" for one in texts], suite)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _, samples = hr.export_report(report, suite, "eee", folder)
        ...     again = hr.run(hr.import_log(samples, suite, "eee"), suite)
        >>> again["word-case"]["original"], again["word-case"]["perturbed"]
        (1.0, 0.5)
    """
    if harness not in HARNESSES:
        raise UnknownNameError("harness", harness, HARNESSES)
    run, folder = Evaluation(report), Path(folder)
    if isinstance(report, CapabilityReport):
        if report.record["suite"]["content_hash"] != suite.content_hash:
            raise UsageError("the report is of another suite; name the suite of the run")
        return _write(folder, {f"{run.uuid}.json": run.aggregate()}, overwrite)
    if not isinstance(suite, Suite):
        raise UsageError(f"the report is of a {Suite.label}, found a {suite.label}; name the suite of the run")
    questions = SuiteQuestions(suite, chosen_prompt(suite.task))
    answers = dict(_answers(report, questions))
    made_by = {"hf_robust": CREATED_BY, "suite": suite.content_hash}
    shared = {"schema_version": VERSION, "evaluation_id": run.id, "model_id": run.model}
    samples = json_lines([{"metadata": made_by, **shared, **_sample(one, answers, run.name)} for one in questions])
    files = {f"{run.uuid}.json": run.aggregate(samples), f"{run.uuid}_samples.jsonl": samples}
    return _write(folder, files, overwrite)


def _write(folder: Path, files: Mapping[str, bytes], overwrite: bool) -> tuple[Path, ...]:
    check_folder(folder)
    places = tuple(folder / file for file in files)
    check_own(places, overwrite, marks=(CREATED_BY,))
    write_files(folder, dict(files))
    return places


def _answers(report: Report, questions: SuiteQuestions) -> Iterator[tuple[tuple[str, str, int], tuple[str, float]]]:
    """What the model wrote for each row; for a model that writes nothing, its answer as a language model writes it."""
    numbers: dict[str, int] = {}
    roles = questions.task.input_roles
    for row in report.answers():
        name = row["transformation"]
        number = numbers[name] = numbers.get(name, -1) + 1
        for split in ("original", "perturbed"):
            text = row.get(f"{split}_raw")
            if text is None and row[f"{split}_status"] == "ok":
                text = questions.form.write(row[f"{split}_answer"], {role: row[f"{split}_{role}"] for role in roles})
            yield (name, split, number), (text or "", row[f"{split}_score"])
    for name, entry in questions.suite.entries.items():
        if len(entry) != numbers.get(name, -1) + 1:
            raise UsageError(
                f"the report has answers to {numbers.get(name, -1) + 1} of {len(entry)} pairs of {name}: requests "
                "failed, inputs were cut, or it is of another suite; run the whole suite again"
            )


def _sample(question: Question, answers: _Answers, name: str) -> dict[str, Any]:
    text, score = answers[question.location.transformation, question.location.split, question.location.row]
    return {
        "evaluation_name": f"{name}_{question.location.part}",
        "evaluation_result_id": question.location.part,
        "sample_id": str(question.location),
        "interaction_type": "single_turn",
        "input": {"raw": question.prompt, "reference": list(question.answers), "choices": None},
        "output": {"raw": [text]},
        "messages": None,
        "answer_attribution": [],
        "evaluation": {"score": score, "is_correct": score >= 1.0},
    }
