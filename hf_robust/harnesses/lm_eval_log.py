"""Sample logs of lm-evaluation-harness: ``samples_<task>_<date>.jsonl``."""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.exports import ROBUST
from hf_robust.harnesses.logs import Log, LoggedAnswer, existing, json_rows, read_origin

_RUN = "lm_eval ... --log_samples --output_path logs"
_AGAIN = f"pass a complete file, or run the task again: {_RUN}"


def read_lm_eval(paths: Iterable[str | Path]) -> Log:
    """Read the samples that lm-eval logged with ``--log_samples``.

    Args:
        paths: Files ``samples_*.jsonl`` of one run, or the folder of one run.

    Raises:
        DataFileError: A file cannot be read or is cut.
        UsageError: A file holds no samples of an exported suite, or a folder holds several runs.
    """
    files = [file for path in existing(paths) for file in (_in_folder(path) if path.is_dir() else [path])]
    answers = [_answer(where, sample) for file in files for where, sample in json_rows(file, _AGAIN)]
    return Log(_model(files), answers, ", ".join(file.name for file in files))


def _in_folder(folder: Path) -> list[Path]:
    files = sorted(folder.rglob("samples_*.jsonl"))
    if not files:
        raise UsageError(f"{folder} holds no samples_*.jsonl; log them with: {_RUN}")
    runs = [date for date, _ in groupby(sorted(map(_date, files)))]
    if len(runs) > 1:
        raise UsageError(
            f"{folder} holds the samples of {len(runs)} runs ({', '.join(runs)}); name those of one: "
            f"{folder}/samples_*_{runs[-1]}.jsonl"
        )
    return files


def _date(file: Path) -> str:
    """When a run ended, which the names of all its files end with."""
    return file.stem.rpartition("_")[2]


def _model(files: Sequence[Path]) -> str:
    """The name of the model, from the results beside the samples; else the name of the file."""
    for file in files:
        with suppress(OSError, ValueError, AttributeError):
            results = parse_json(file.with_name(f"results_{_date(file)}.json").read_bytes())
            if isinstance(name := results.get("model_name"), str) and name:
                return name
    return files[0].name


def _answer(where: str, sample: Mapping[str, Any]) -> LoggedAnswer:
    document, answers = sample.get("doc"), sample.get("filtered_resps")
    if not isinstance(document, Mapping) or not isinstance(answers, list):
        raise UsageError(
            f"{where}: expected a sample of lm-eval with 'doc' and 'filtered_resps', found {quoted(list(sample))}; "
            f"pass the files samples_*.jsonl of lm-eval 0.4.9 or later: {_RUN}"
        )
    origin = read_origin(document.get(ROBUST), where, "lm-eval")
    if "choices" not in document:
        return LoggedAnswer(where, origin, text=_text(answers, where))
    labels = dict(zip(origin.words.values(), origin.words))
    choices = document["choices"] if isinstance(document["choices"], list) else []
    known = [labels[word] for word in choices if isinstance(word, str) and word in labels]
    given = map(_likelihood, answers[: len(choices)])  # more: those of the words without the prompt
    likelihoods = [value for value in given if value is not None]
    if not known or not len(known) == len(likelihoods) == len(choices):
        raise DataFileError(
            f"{where}: expected a log-likelihood for each of {len(choices)} choices, found {quoted(answers)}; {_AGAIN}"
        )
    return LoggedAnswer(where, origin, scores=dict(zip(known, _softmax(likelihoods))))


def _text(answers: Sequence[Any], where: str) -> str:
    """What the model wrote; the first of several tries."""
    first = answers[0] if answers else None
    first = first[0] if isinstance(first, list) and first else first
    if not isinstance(first, str):
        raise DataFileError(f"{where}: expected the text of an answer, found {quoted(answers)}; {_AGAIN}")
    return first


def _likelihood(answer: Any) -> float | None:
    """The log-likelihood of a choice, which is logged as a text beside whether it is the greedy answer."""
    value = answer[0] if isinstance(answer, list) and answer else answer
    value = value[0] if isinstance(value, list) and value else value
    try:
        found = float(value)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(found) or found == math.inf else found


def _softmax(values: Sequence[float]) -> list[float]:
    highest = max(values)
    if highest == -math.inf:
        return [1 / len(values)] * len(values)
    weights = [math.exp(value - highest) for value in values]
    return [weight / sum(weights) for weight in weights]
