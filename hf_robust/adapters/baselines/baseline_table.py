"""Which baseline serves which task: the model where none is named."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.adapters.baselines.cross_fitting import train_on
from hf_robust.adapters.huggingface.loading import quiet
from hf_robust.core.errors import UsageError
from hf_robust.core.lazy import load_object
from hf_robust.language.lookup import module_folder
from hf_robust.language.resource_rows import Missing
from hf_robust.language.resources import resource
from hf_robust.language.spacy_pipelines import spacy_name
from hf_robust.tasks import SENTIMENT, TASKS, Task
from hf_robust.tasks.base import task_name

_HERE = "hf_robust.adapters.baselines."


class BaselineRow(NamedTuple):
    """A baseline.

    Args:
        name: What users call it.
        task: The task.
        place: ``"module:Class"`` of the model, in this package.
        summary: What it does, in a few words.
        takes: Which options it has beside ``batch_size``: ``nlp``, ``label_map``, ``device``.
        resources: What it is made of, by the names of the table of resources.
        trained: Whether it is trained, on given rows or by cross-fitting.
    """

    name: str
    task: str
    place: str
    summary: str
    takes: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    trained: bool = False


_ENCODER, _SPACY = ("sentence-encoder",), ("annotation",)
# the first of a task serves where no model is named
_ROWS = (
    BaselineRow(
        "linear-text-baseline",
        "text-classification",
        "linear_features:EncoderBaseline",
        "logistic regression over a sentence encoder",
        resources=_ENCODER,
        trained=True,
    ),
    BaselineRow(
        "linear-hate-baseline",
        "hate-speech-detection",
        "linear_features:EncoderBaseline",
        "logistic regression over a sentence encoder",
        resources=_ENCODER,
        trained=True,
    ),
    BaselineRow(
        "linear-inference-baseline",
        "natural-language-inference",
        "linear_features:EncoderBaseline",
        "logistic regression over a sentence encoder and shared words",
        resources=_ENCODER,
        trained=True,
    ),
    BaselineRow(
        "cosine-similarity-baseline",
        "semantic-similarity-classification",
        "linear_features:CosineThreshold",
        "cosine of a sentence encoder with a trained threshold",
        resources=_ENCODER,
        trained=True,
    ),
    BaselineRow(
        "spacy-entities-baseline",
        "named-entity-recognition",
        "pipeline_tags:PipelineEntities",
        "entities of a spaCy pipeline",
        ("nlp", "label_map"),
        _SPACY,
    ),
    BaselineRow(
        "spacy-tagger-baseline",
        "part-of-speech",
        "pipeline_tags:PipelineTagger",
        "tags of a spaCy pipeline",
        ("nlp", "label_map"),
        _SPACY,
    ),
    BaselineRow(
        "spacy-parser-baseline",
        "parsing",
        "pipeline_tags:PipelineParser",
        "trees of a spaCy pipeline",
        ("nlp",),
        _SPACY,
    ),
    BaselineRow(
        "rule-reader-baseline",
        "extractive-qa",
        "answer_rules:AnswerRules",
        "nearest sentence by a sentence encoder, span by the kind of question",
        ("nlp",),
        (*_ENCODER, *_SPACY),
    ),
    BaselineRow(
        "linear-aspect-baseline",
        "aspect-based-sentiment-analysis",
        "linear_features:LinearAspects",
        "logistic regression over the words round an aspect",
        resources=("word-sentiment",),
        trained=True,
    ),
    BaselineRow(
        "linear-relation-baseline",
        "relation-extraction",
        "linear_features:LinearRelations",
        "logistic regression over the words round two entities",
        trained=True,
    ),
    BaselineRow(
        "rule-coreference-baseline",
        "coreference-resolution",
        "rule_coreference:RuleCoreference",
        "equal names, and pronouns to the nearest mention that fits",
        ("nlp",),
        _SPACY,
    ),
    BaselineRow(
        "masked-pronoun-baseline",
        "winograd-schema",
        "pronoun_scores:masked_pronouns",
        "the candidate that a masked language model finds likeliest",
        ("device",),
        ("masked-lm",),
    ),
    BaselineRow(
        "causal-pronoun-baseline",
        "winograd-schema",
        "pronoun_scores:causal_pronouns",
        "the candidate after which a causal language model finds the rest likeliest",
        ("device",),
        ("causal-lm",),
    ),
    BaselineRow(
        "gloss-similarity-baseline",
        "word-sense-disambiguation",
        "word_senses:GlossSimilarity",
        "the usual sense whose definition is nearest by a sentence encoder",
        resources=("wordnet", *_ENCODER),
    ),
    BaselineRow(
        "first-sense-baseline",
        "word-sense-disambiguation",
        "word_senses:FirstSense",
        "the sense that WordNet lists first",
        resources=("wordnet",),
    ),
    BaselineRow(
        "segmenter-baseline",
        "word-segmentation",
        "word_segmenters:EmbeddedSegmenter",
        "averaged perceptron over characters, trained on a treebank (UD GSDSimp)",
    ),
    BaselineRow(
        "longest-word-baseline",
        "word-segmentation",
        "word_segmenters:LongestWords",
        "the longest word of the training rows, or of a file, from left to right",
        ("vocabulary",),
        trained=True,
    ),
)
BASELINES: Mapping[str, BaselineRow] = {row.name: row for row in _ROWS}
# what to give for tasks that have none, in the words of the task
_INSTEAD = {
    "translation": "a sequence-to-sequence model by Hub id or folder, for example Helsinki-NLP/opus-mt-en-de, or a "
    "function from a list of texts to a list of translations",
}


def baselines_of(task: str) -> list[BaselineRow]:
    """The baselines of a task, the one that serves by default first.

    Example:
        >>> [row.name for row in baselines_of("wsd")]
        ['gloss-similarity-baseline', 'first-sense-baseline']
    """
    name = task_name(task)
    return [row for row in _ROWS if row.task == name]


def baseline_predictor(
    row: BaselineRow | None, task: Task, *, train: Any = None, nlp: str | None = None, **options: Any
) -> Any:
    """A baseline, ready to predict; one that is trained only where rows to train on are given.

    Args:
        row: The baseline; None for the task's own.
        task: The task, bound to the data.
        train: A data set to train on.
        nlp: spaCy pipeline, where it stands on one.
        **options: ``batch_size``, ``device`` and ``label_map`` where they have a meaning; None is as good as absent.

    Raises:
        UsageError: When there is none, it is of another task, or an option has no meaning.
        MissingResource: When what it is made of is not there.
    """
    row = row or next(iter(baselines_of(task.name)), None)
    if row is None:
        wanted = _INSTEAD.get(task.name, f"a model by Hub id or folder, or a function that returns {task.kind.wanted}")
        raise UsageError(f"there is no baseline for {task.name}, so a model must be named: {wanted}")
    if row.task != task.name:
        own = ", ".join(other.name for other in baselines_of(task.name)) or "none"
        raise UsageError(f"{row.name} is a baseline for {row.task}; those for {task.name}: {own}")
    given = {name: value for name, value in options.items() if value is not None}
    wrong = [name for name in given if name not in (*row.takes, "batch_size", "device", "precision")]
    if wrong:
        raise UsageError(f"{', '.join(wrong)} cannot be given with {row.name}; leave it out")
    if train is not None and not row.trained:
        raise UsageError(f"{row.name} is not trained; leave the rows to train on out")
    taken = {name: value for name, value in given.items() if name in (*row.takes, "batch_size")}
    if "nlp" in row.takes:
        taken["nlp"] = nlp
    with quiet():
        model = load_object(_HERE + row.place)(task, _full_name(row, nlp, task.language), **taken)
    if train is not None:
        train_on(model, train, task)
    return model


def _full_name(row: BaselineRow, nlp: str | None, language: str) -> str:
    """The name, with the pipeline that it stands on."""
    return f"{row.name} ({Path(spacy_name(nlp, language)).name})" if "nlp" in row.takes else row.name


def is_pipeline(name: str) -> bool:
    """Whether a name or a folder is that of a spaCy pipeline.

    Example:
        >>> is_pipeline("bert-base-uncased")
        False
    """
    folder = Path(name) if os.path.isdir(name) else module_folder(name) if name.isidentifier() else None
    if folder is None:
        return False
    return (folder / "meta.json").is_file() and not (folder / "config.json").is_file()


def pipeline_baseline(name: str, task: Task, **options: Any) -> Any:
    """A spaCy pipeline as the model of a task, named by the user.

    Raises:
        UsageError: When no pipeline serves the task.
    """
    row = next((row for row in baselines_of(task.name) if row.place.startswith("pipeline_tags:")), None)
    if row is None:
        served = ", ".join(row.task for row in _ROWS if row.place.startswith("pipeline_tags:"))
        raise UsageError(f"{name} is a spaCy pipeline, which serves {served}; name another model for {task.name}")
    model = baseline_predictor(row, task, nlp=name, **options)
    model.name, model.kind = Path(name).name, "spacy"
    return model


def default_models() -> list[tuple[str, BaselineRow | None, str]]:
    """For each task the baseline that serves where no model is named, and what is missing for it.

    A task without one has None; the sentiment classifier is none of them.
    """
    found = []
    for task in TASKS:
        row = next(iter(baselines_of(task)), None)
        if task != SENTIMENT:
            looked = [resource(name).look() for name in (row.resources if row else ())]
            missing = next((one.command for one in looked if isinstance(one, Missing)), "")
            found.append((task, row, missing))
    return found
