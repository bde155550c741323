"""``import_log``: the answers in a log of another harness, as a model to run on the suite that was exported."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Input, row_of
from hf_robust.adapters.language_models.answer_formats import answer_format
from hf_robust.adapters.language_models.answers import Answer, AnswerFormat, read_answer
from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.asked_prompts import AskedPrompts
from hf_robust.harnesses.eee_log import read_eee
from hf_robust.harnesses.inspect_log import read_inspect
from hf_robust.harnesses.lm_eval_log import read_lm_eval
from hf_robust.harnesses.logged_model import LoggedModel
from hf_robust.harnesses.logs import Log, LoggedAnswer
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.questions import RowLocation
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task

READERS: Mapping[str, Callable[[Iterable[str | Path]], Log]] = {
    "lm-eval": read_lm_eval,
    "inspect": read_inspect,
    "eee": read_eee,
}
_NAMED = 3  # rows in a message


def import_log(log: str | Path | Iterable[str | Path], suite: Suite, harness: str) -> LoggedModel:
    """Read the answers in a log of another evaluation harness, as a model to run on the exported suite.

    :func:`hf_robust.run` predicts equal inputs only once, but a harness sends each row. The first answer to an input is
    used.

    Args:
        log: Log files, or their folder.
        suite: The exported suite.
        harness: ``lm-eval`` (``samples_*.jsonl`` or their folder), ``inspect`` (``.eval`` or ``.json`` files) or
            ``eee`` (Every Eval Ever: ``*_samples.jsonl``). If a log has several epochs, the first epoch is used.

    Raises:
        UnknownNameError: If the harness does not exist.
        DataFileError: If the log cannot be read.
        UsageError: If the log belongs to another suite, contains several answers to a row, or does not contain answers
            to all rows.

    Example:
        >>> import json, tempfile
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["positive", "negative"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = hr.export_suite(suite, "lm-eval", folder, name="films", generate=True)
        ...     files = sorted(Path(folder).glob("*.jsonl"))
        ...     rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
        ...     samples = [{"doc": row, "filtered_resps": ["Positive."]} for row in rows]  # as lm-eval logs them
        ...     log = Path(folder, "samples_films_1.jsonl")
        ...     _ = log.write_text("\\n".join(map(json.dumps, samples)))
        ...     report = hr.run(hr.import_log(log, suite, "lm-eval"), suite)
        >>> report["word-case"]["perturbed"]
        0.5
    """
    return logged_model(read_log(log, harness), suite)


def read_log(log: str | Path | Iterable[str | Path], harness: str) -> Log:
    """Read a log.

    Args:
        log: Files of the log, or its folder.

    Raises:
        UnknownNameError: There is no such harness.
        DataFileError: The log cannot be read.
        UsageError: The log is not of an exported suite.
    """
    if harness not in READERS:
        raise UnknownNameError("harness", harness, READERS)
    return READERS[harness]([log] if isinstance(log, (str, Path)) else log)


def logged_model(log: Log, suite: Suite) -> LoggedModel:
    """Return the answers of a log as a model.

    Args:
        suite: The suite that was exported.

    Raises:
        UsageError: The log is of another suite, answers a row twice, or does not answer all rows.
    """
    task = suite.task.with_seen(suite.info.get("labels"))
    _check_suite(log, suite)
    words = next((one.origin.words for one in log.answers if one.origin), None)
    form = answer_format(task, chosen_prompt(task).label_words(task) if words is None else words)
    inputs = dict(_inputs(suite, task))
    placed = dict(_located(log, suite, inputs))
    answers: dict[Input, Answer] = {}
    others = 0
    for place, one in placed.items():
        answer = _answer(one, form, row_of(inputs[place], task.input_roles))
        others += answers.setdefault(inputs[place], answer).value != answer.value
    if others:
        warnings.warn(
            f"{log.files}: {others} rows repeat an input of an earlier row and have another answer; the first counts",
            stacklevel=3,
        )
    _check_complete(log, suite, inputs, answers)
    return LoggedModel(log, task, answers, form)


def _check_suite(log: Log, suite: Suite) -> None:
    for one in log.answers:
        if one.origin and one.origin.suite != suite.content_hash:
            source = f": --suite {one.origin.source}" if one.origin.source else ""
            raise UsageError(
                f"{one.where}: the log is of the suite with the content hash {one.origin.suite}, found a suite with "
                f"{suite.content_hash}; pass the suite that was exported{source}"
            )


def _inputs(suite: Suite, task: Task) -> Iterator[tuple[RowLocation, Input]]:
    """The input at each place that is asked about."""
    for (name, split), rows in rows_of(suite.entries, task).items():
        values = (value for piece in rows.source.pieces(task.input_roles) for value in piece)
        if rows.asked:
            yield from ((RowLocation(name, split, number), value) for number, value in enumerate(values))


def _located(log: Log, suite: Suite, inputs: Mapping[RowLocation, Input]) -> Iterator[tuple[RowLocation, LoggedAnswer]]:
    """The answers with their places, each place once."""
    asked = AskedPrompts(suite) if any(answer.origin is None for answer in log.answers) else None
    seen: dict[RowLocation, str] = {}
    for answer in log.answers:
        if answer.origin is not None or asked is None:
            location = answer.origin.location if answer.origin else None
        else:
            location = asked.location_of(answer, seen)
        if location is None or location not in inputs:
            raise UsageError(
                f"{answer.where}: {location or answer.sample_id} is no row of the suite, or was asked with another "
                f"prompt than the default one: {quoted(answer.prompt)}; pass the suite that was exported "
                "and the log of its task"
            )
        if location in seen:
            raise UsageError(
                f"{answer.where}: the row {location} has an answer already ({seen[location]}); pass the log of one "
                "run, and each file once"
            )
        seen[location] = answer.where
        yield location, answer


def _answer(logged: LoggedAnswer, form: AnswerFormat, row: Mapping[str, Any]) -> Answer:
    if logged.error:
        return Answer.failed(logged.error)
    if logged.scores is not None:
        best = max(logged.scores, key=logged.scores.__getitem__)  # the first of equals
        return Answer(best, value=best, scores=logged.scores)
    return read_answer(logged.text, form, row, logged.finish_reason)


def _check_complete(
    log: Log, suite: Suite, inputs: Mapping[RowLocation, Input], answers: Mapping[Input, Answer]
) -> None:
    missing = {value: place for place, value in reversed(list(inputs.items())) if value not in answers}
    if missing:
        places = sorted(missing.values())
        more = ", ..." if len(places) > _NAMED else ""
        parts = ", ".join(dict.fromkeys(place.part for place in places))
        raise UsageError(
            f"{log.files}: {len(missing)} of {len(set(inputs.values()))} inputs have no answer "
            f"({', '.join(map(str, places[:_NAMED]))}{more}); run the whole task, without a limit, and pass the logs "
            f"of all its parts, here also of: {parts}"
        )
