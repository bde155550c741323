"""Instance files of Every Eval Ever (schema 0.3): ``<uuid>_samples.jsonl``, a record for each sample and metric.

Source: "instance_level_eval.schema.json" of evaleval/every_eval_ever. Their converters keep the id of a sample (of
inspect) or its number in the task (of lm-eval), and the prompt, but no other columns of its row.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.logs import Log, LoggedAnswer, existing, json_rows

_SAMPLES = "_samples.jsonl"
_AGAIN = "pass a complete file, or convert the log again"
_NEEDED = ("model_id", "evaluation_name", "sample_id", "input")


def read_eee(paths: Iterable[str | Path]) -> Log:
    """Read the samples of Every Eval Ever.

    Args:
        paths: ``*_samples.jsonl``, the aggregate ``*.json`` with its samples beside it, or a folder with one of them.

    Raises:
        DataFileError: A file cannot be read or is cut.
        UsageError: A file holds no samples, or those of several models.
    """
    files = [file for path in existing(paths) for file in _files(path)]
    records = [record for file in files for record in json_rows(file, _AGAIN)]
    for where, record in records:
        _check(where, record)
    models = sorted({record["model_id"] for _, record in records})
    if len(models) > 1:
        raise UsageError(f"the samples are of {len(models)} models ({', '.join(models)}); pass those of one")
    answers = [_answer(where, record) for where, record in _once(records)]
    return Log(models[0], answers, ", ".join(file.name for file in files))


def _files(path: Path) -> list[Path]:
    """The files with the samples that a path names."""
    if path.is_dir():
        files = sorted(path.rglob(f"*{_SAMPLES}"))
        if not files:
            raise UsageError(f"{path} holds no *{_SAMPLES}; convert the log with its samples")
        return files
    if path.suffix != ".json":
        return [path]
    samples = path.with_name(f"{path.stem}{_SAMPLES}")
    if not samples.is_file():
        raise UsageError(
            f"{path} holds scores and no answers, and there is no {samples.name} beside it; pass that file"
        )
    try:
        parse_json(path.read_bytes())
    except ValueError as error:
        raise DataFileError(f"{path}: expected a JSON object ({error}); {_AGAIN}") from error
    return [samples]


def _check(where: str, record: Mapping[str, Any]) -> None:
    texts = [record.get(name) for name in _NEEDED[:-1]]
    given = record.get("input")
    if not all(isinstance(text, str) for text in texts) or not isinstance(given, Mapping) or "raw" not in given:
        raise UsageError(
            f"{where}: expected a sample of Every Eval Ever 0.3 with {', '.join(_NEEDED)}, found {quoted(list(record))}"
        )


def _once(records: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The records of the first epoch, without those that score an answer by another metric."""
    metrics: dict[Any, set[str | None]] = defaultdict(set)
    for where, record in records:
        if str((record.get("metadata") or {}).get("epoch") or 1) != "1":
            continue
        seen = metrics[record["evaluation_name"], record["sample_id"], record["input"]["raw"], _text(record)]
        metric = record.get("evaluation_result_id")
        if not seen or metric in seen:
            yield where, record
        seen.add(metric)


def _answer(where: str, record: Mapping[str, Any]) -> LoggedAnswer:
    prompt, name = str(record["input"]["raw"]), record["sample_id"]
    text = _text(record)
    if text is None:
        error = str(record.get("error") or "the sample has no answer")
        return LoggedAnswer(where, prompt=prompt, sample_id=name, error=error)
    reason = (record.get("metadata") or {}).get("stop_reason")
    return LoggedAnswer(where, prompt=prompt, sample_id=name, text=text, finish_reason=reason)


def _text(record: Mapping[str, Any]) -> str | None:
    """What the model wrote: its output, or the last message of it."""
    output, messages = record.get("output"), record.get("messages")
    if isinstance(output, Mapping):
        raw = output.get("raw")
        found = raw[0] if isinstance(raw, list) and raw else raw
        return found if isinstance(found, str) else None
    said = [one.get("content") for one in messages or () if isinstance(one, Mapping) and one.get("role") == "assistant"]
    return said[-1] if said and isinstance(said[-1], str) else None
