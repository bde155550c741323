"""How inspect asks a language model about the rows of a suite of pairs, and how it scores the answers."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.language_models.answer_formats import has_answer_format
from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.free_answers import SpanAnswers, TextAnswers
from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.core.errors import UsageError
from hf_robust.suites.benchmark_file import SPLIT, Benchmark, without_tasks
from hf_robust.suites.questions import AskedSuite, SuiteQuestions

if TYPE_CHECKING:
    from datasets import Features

_BRACES = str.maketrans({"{": "{{", "}": "}}"})
_NO_NAME = frozenset("{}[].:!")  # characters that a placeholder of a template cannot hold
_STRINGS = ("string", "large_string")
_EXACT = {"name": "match", "args": {"location": "exact"}}


def benchmark_of(suite: AskedSuite) -> Benchmark:
    """A task for each entry that has perturbed rows; none where a language model cannot be asked about the rows.

    Args:
        suite: A suite of pairs.
    """
    filled = {name: entry.rows[SPLIT] for name, entry in suite.entries.items() if len(entry.rows[SPLIT])}
    if not filled:
        return without_tasks("no entry has perturbed rows")
    asked = _columns_asked(suite, next(iter(filled.values())).features)
    if asked is not None:
        return Benchmark(asked, list(filled))
    if not has_answer_format(suite.task.kind):
        return without_tasks(f"language models cannot be asked for the answers of {suite.task.name}")
    try:
        questions = SuiteQuestions(suite, chosen_prompt(suite.task))
        form = questions.form
    except UsageError as error:
        return without_tasks(str(error))
    if isinstance(form, TextAnswers):
        return without_tasks(f"inspect has no scorer for the measure of {suite.task.name}")
    spec = {"input": "prompt", "target": "target"}
    asked = {"field_spec": spec, "solvers": [{"name": "generate"}], "scorers": _scorers(form)}
    return Benchmark(asked, list(filled), questions=partial(_rows, questions))


def _rows(questions: SuiteQuestions, name: str) -> Iterator[dict[str, str]]:
    """The questions of an entry as inspect reads them, in the order of its perturbed rows; a target is one string."""
    for question in questions.of(name, SPLIT):
        prompt = "\n\n".join(message["content"] for message in question.messages)
        yield {"id": question.source_id, "prompt": prompt, "target": question.answers[0]}


def _scorers(form: AnswerFormat) -> list[dict[str, Any]]:
    """How inspect scores answers: F1 over words and exact match for spans, else equality with the right answer."""
    return [{"name": "f1"}, {"name": "exact"}] if isinstance(form, SpanAnswers) else [_EXACT]


def _columns_asked(suite: AskedSuite, features: "Features") -> dict[str, Any] | None:
    """How inspect asks about the columns of the rows as they are; None where they do not suffice."""
    task = suite.task
    kind = task.kind
    if not kind.classifies or kind.spans or len(kind.scored_roles) != 1:
        return None
    texts = {role: task.columns[role] for role in kind.texts}
    label = task.columns[kind.scored_roles[0]]
    answers = _answers(suite, features, label)
    plain = all(_dtype(features, column) in _STRINGS for column in texts.values())
    if not plain or answers is None or any(_NO_NAME & set(column) for column in texts.values()):
        return None
    first, *others = texts.items()
    shown = [f"{first[0]}: {{prompt}}", *(f"{role}: {{{column}}}" for role, column in others)]
    template = "\n".join(shown) + f"\n\nWhich label is right? {answers}"
    metadata = {"metadata": [column for _, column in others]} if others else {}
    return {
        "field_spec": {"input": first[1], "target": label, **metadata},
        "solvers": [{"name": "prompt_template", "args": {"template": template}}, {"name": "generate"}],
        "scorers": [_EXACT],
    }


def _answers(suite: AskedSuite, features: "Features", column: str) -> str | None:
    """What a model is told to answer; the answer equals what stands in the column of the label."""
    stated = getattr(features.get(column), "names", None)
    names = stated or suite.task.label_names or suite.info.get("labels")
    if not names:
        return None
    shown = [str(name).translate(_BRACES) for name in names]
    if stated or (_dtype(features, column) or "").startswith(("int", "uint")):
        numbered = ", ".join(f"{number} for {name}" for number, name in enumerate(shown))
        return f"Answer with its number and nothing else: {numbered}."
    if _dtype(features, column) not in _STRINGS:
        return None
    return f"Answer with it and nothing else: {', '.join(shown)}."


def _dtype(features: "Features", column: str) -> str | None:
    found = getattr(features.get(column), "dtype", None)
    return found if isinstance(found, str) else None
