"""``export_suite``: write a suite as a task of another harness."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.files import check_folder, write_files
from hf_robust.core.own_files import check_own
from hf_robust.harnesses.exports import CREATED_BY, ROBUST, Export, task_name
from hf_robust.harnesses.inspect_export import inspect_files
from hf_robust.harnesses.lm_eval_export import lm_eval_files
from hf_robust.suites.questions import SuiteQuestions
from hf_robust.suites.robustness import Suite


@dataclass(frozen=True)
class Exporter:
    """How suites are written for a harness.

    Args:
        files: The files of an export, by name.
        command: What to type to run the task ``name`` in the folder ``folder``.
        suffix: Ending of the file of the task, where the path of that file can be given.
    """

    files: Callable[[Export], Mapping[str, bytes]]
    command: str
    suffix: str = ""


EXPORTERS: Mapping[str, Exporter] = {
    "lm-eval": Exporter(
        lm_eval_files,
        "lm_eval --model hf --model_args pretrained=MODEL --tasks {name} --include_path {folder} --log_samples "
        "--output_path logs",
    ),
    "inspect": Exporter(inspect_files, "inspect eval {file} --model MODEL --log-dir logs", ".py"),
}


def export_suite(
    suite: Suite,
    harness: str,
    folder: str | Path,
    *,
    prompt: Prompt | str | Path | None = None,
    name: str | None = None,
    generate: bool = False,
    source: str | None = None,
    overwrite: bool = False,
) -> str:
    """Write a suite as a task of another evaluation harness.

    The task contains each original once and each perturbed row, with the prompts of hf_robust. The samples in the log
    of the harness identify the rows of the suite, so that :func:`hf_robust.import_log` can read them.

    Args:
        harness: ``lm-eval`` (lm-evaluation-harness) or ``inspect`` (inspect_ai).
        folder: Output folder. Files of an earlier export are replaced. For ``inspect``, it also contains the Python
            file of the task, with the name of the task.
        prompt: The prompt, or the path of a prompt file, whose default prompt is used. A prompt with examples is not
            supported. None uses the default prompt of the task.
        name: Name of the task. None uses the name of the suite with ``robust`` in it.
        generate: For ``lm-eval``: whether the model generates its answer in tasks with labels. By default, ``lm-eval``
            compares the log-likelihoods of the label words. With ``inspect``, models always generate their answers.
        source: Where the suite can be loaded from, as written in the log. None uses the repository of the suite, if it
            has one.
        overwrite: Whether to replace files that hf_robust did not write.

    Returns:
        The command that runs the task.

    Raises:
        UnknownNameError: If the harness does not exist.
        UsageError: If language models do not support the task, if there is no prompt for it, or if a file that
            hf_robust did not write already exists.

    Example:
        >>> import tempfile
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["positive", "negative"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     command = hr.export_suite(suite, "lm-eval", folder, name="films")
        ...     sorted(path.name for path in Path(folder).glob("*.yaml"))
        ['films.yaml', 'films_originals.yaml', 'films_word_case.yaml']
    """
    if harness not in EXPORTERS:
        raise UnknownNameError("harness", harness, EXPORTERS)
    if not isinstance(suite, Suite):
        raise UsageError(f"expected a {Suite.label}, found {type(suite).__name__}; build one with hr.Suite.build(rows)")
    folder, exporter = Path(folder), EXPORTERS[harness]
    if exporter.suffix and folder.suffix == exporter.suffix:
        folder, name = folder.parent, name or folder.stem
    check_folder(folder)
    named = _task_name(suite, name)
    export = Export(
        SuiteQuestions(suite, chosen_prompt(suite.task, prompt)), named, source or _repository(suite), generate
    )
    files = exporter.files(export)
    rows = [folder / file for file in files if file.endswith(".jsonl")]
    check_own([folder / file for file in files if not file.endswith(".jsonl")], overwrite, marks=(CREATED_BY,))
    check_own(rows, overwrite, marks=(f'"{ROBUST}"',))
    write_files(folder, dict(files))
    return exporter.command.format(name=named, folder=folder, file=folder / f"{named}{exporter.suffix}")


def _task_name(suite: Suite, name: str | None) -> str:
    if name is None:
        found = task_name(suite.info.get("name") or suite.kind)
        return found if "robust" in found else f"robust_{found}"
    if task_name(name) != name:
        raise UsageError(
            f"expected a name of small letters, digits and underscores, found {name!r}; use {task_name(name)!r}"
        )
    return name


def _repository(suite: Suite) -> str:
    """The repository of a suite with its commit; empty for a suite that is not from the Hub."""
    repo, commit = suite.info.get("repo"), suite.info.get("commit")
    return f"{repo}@{commit}" if repo and commit else str(repo or "")
