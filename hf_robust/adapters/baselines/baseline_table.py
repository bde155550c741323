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
from hf_robust.tasks.kind import task_name

_HERE = "hf_robust.adapters.baselines."
_PIPELINES = "pipeline_tags:"


class BaselineRow(NamedTuple):
    """A baseline.

    Args:
        name: What users call it.
        location: ``"module:Class"`` of the model, in this package.
        summary: What it does, in a few words.
        takes: Which options it has beside ``batch_size``: ``nlp``, ``label_map``, ``device``.
        resources: What it is made of, by the names of the table of resources.
        trained: Whether it is trained, on given rows or by cross-fitting.
        languages: Codes of the languages of the texts that it is for; ``*`` for any.
        optional: Whether it serves only where what it is made of is installed, before one that is always there.
    """

    name: str
    task: str
    location: str
    summary: str
    takes: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    trained: bool = False
    languages: tuple[str, ...] = ("en",)
    optional: bool = False

    def serves(self, language: str, nlp: str | None = None) -> bool:
        """Whether it is for texts in a language; what only hands on a spaCy pipeline is where one is named.

        Args:
            language: Code of the language.
            nlp: The pipeline that is named.
        """
        handed_on = nlp is not None and self.location.startswith(_PIPELINES)
        return handed_on or not {language, "*"}.isdisjoint(self.languages)

    def lacks(self, language: str) -> str:
        """What to type for what is missing of what it is made of; empty where all is there.

        Args:
            language: Code of the language of the texts.
        """
        looked = [resource(name, language).look() for name in self.resources]
        return next((one.command for one in looked if isinstance(one, Missing)), "")


_ENCODER, _SPACY = ("sentence-encoder",), ("annotation",)
_BOTH, _CHINESE, _ANY = ("en", "zh"), ("zh",), ("*",)
# the first of a task serves where no model is named
_ROWS = (
    BaselineRow(
        "linear-text-baseline",
        "text-classification",
        "linear_features:EncoderBaseline",
        "logistic regression over sentence embeddings",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "linear-labels-baseline",
        "multi-label-classification",
        "linear_features:EncoderLabelSets",
        "a logistic regression for each label over sentence embeddings",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "linear-score-baseline",
        "text-regression",
        "linear_features:EncoderScores",
        "ridge regression over sentence embeddings",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "linear-similarity-baseline",
        "semantic-similarity-scoring",
        "linear_features:EncoderScores",
        "ridge regression over sentence embeddings and shared words",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "linear-hate-baseline",
        "hate-speech-detection",
        "linear_features:EncoderBaseline",
        "logistic regression over sentence embeddings",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "linear-inference-baseline",
        "natural-language-inference",
        "inference:Inference",
        "logistic regression over the similarity of the words of both texts; for English trained on SNLI",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "cosine-similarity-baseline",
        "semantic-similarity-classification",
        "linear_features:CosineThreshold",
        "cosine similarity of sentence embeddings with a trained threshold",
        resources=_ENCODER,
        trained=True,
        languages=_BOTH,
    ),
    BaselineRow(
        "spacy-entities-baseline",
        "named-entity-recognition",
        "pipeline_tags:PipelineEntities",
        "entities of a spaCy pipeline",
        ("nlp", "label_map"),
        _SPACY,
        languages=_ANY,
    ),
    BaselineRow(
        "spacy-spans-baseline",
        "nested-named-entity-recognition",
        "pipeline_tags:PipelineSpans",
        "entities of a spaCy pipeline, which are not nested",
        ("nlp", "label_map"),
        _SPACY,
        languages=_ANY,
    ),
    BaselineRow(
        "spacy-tagger-baseline",
        "part-of-speech",
        "pipeline_tags:PipelineTagger",
        "tags of a spaCy pipeline",
        ("nlp", "label_map"),
        _SPACY,
        languages=_ANY,
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
        "selects the sentence that is most similar to the question (sentence encoder), then a span that fits the "
        "question type",
        ("nlp",),
        (*_ENCODER, *_SPACY),
    ),
    BaselineRow(
        "chinese-reader-baseline",
        "extractive-qa",
        "chinese_answers:ChineseAnswers",
        "selects the sentence that is most similar to the question (sentence encoder), then a span that fits the "
        "question word",
        ("nlp",),
        (*_ENCODER, *_SPACY),
        languages=_CHINESE,
    ),
    BaselineRow(
        "linear-aspect-baseline",
        "aspect-based-sentiment-analysis",
        "linear_features:LinearAspects",
        "logistic regression over the context words of an aspect",
        resources=("word-sentiment",),
        trained=True,
    ),
    BaselineRow(
        "linear-relation-baseline",
        "relation-extraction",
        "linear_features:LinearRelations",
        "logistic regression over the context words of two entities",
        trained=True,
    ),
    BaselineRow(
        "rule-coreference-baseline",
        "coreference-resolution",
        "rule_coreference:RuleCoreference",
        "links identical names, and links each pronoun to the nearest compatible mention",
        ("nlp",),
        _SPACY,
    ),
    BaselineRow(
        "smollm2-pronoun-baseline",
        "winograd-schema",
        "pronoun_scores:smollm2_pronouns",
        "selects the candidate after which the following text is most probable under SmolLM2-135M; the default where "
        "the extra `llm` is installed",
        ("device",),
        ("language-model",),
        optional=True,
    ),
    BaselineRow(
        "masked-pronoun-baseline",
        "winograd-schema",
        "pronoun_scores:masked_pronouns",
        "selects the candidate with the highest probability under a masked language model",
        ("device",),
        ("masked-lm",),
    ),
    BaselineRow(
        "causal-pronoun-baseline",
        "winograd-schema",
        "pronoun_scores:causal_pronouns",
        "selects the candidate after which the following text is most probable under a causal language model",
        ("device",),
        ("causal-lm",),
    ),
    BaselineRow(
        "gloss-similarity-baseline",
        "word-sense-disambiguation",
        "word_senses:GlossSimilarity",
        "selects, among frequent senses, the one with the definition most similar to the context (sentence encoder)",
        resources=("wordnet", *_ENCODER),
    ),
    BaselineRow(
        "first-sense-baseline",
        "word-sense-disambiguation",
        "word_senses:FirstSense",
        "selects the sense that WordNet lists first",
        resources=("wordnet",),
    ),
    BaselineRow(
        "segmenter-baseline",
        "word-segmentation",
        "word_segmenters:EmbeddedSegmenter",
        "averaged perceptron over characters, trained on Chinese Universal Dependencies treebanks",
        languages=_CHINESE,
    ),
    BaselineRow(
        "longest-word-baseline",
        "word-segmentation",
        "word_segmenters:LongestWords",
        "greedy longest match, from left to right, with the words of the training rows or of a word list",
        ("vocabulary",),
        trained=True,
        languages=_ANY,
    ),
    BaselineRow(
        "leading-sentences-baseline",
        "summarization",
        "leading_sentences:LeadingSentences",
        "the first two sentences of the text",
        languages=_ANY,
    ),
)
BASELINES: Mapping[str, BaselineRow] = {row.name: row for row in _ROWS}
# what to give for tasks that have none, in the words of the task
_INSTEAD = {
    "translation": "a sequence-to-sequence model by Hub id or folder, for example Helsinki-NLP/opus-mt-en-de, or a "
    "function from a list of texts to a list of translations",
    "text-generation": "a language model by Hub id or folder, or a function from a list of prompts to a list of "
    "answers",
}


def baselines_of(task: str, language: str | None = None) -> list[BaselineRow]:
    """The baselines of a task, the one that serves by default first.

    Args:
        task: Name of the task.
        language: Code of the language of the texts; None for those of all languages.

    Example:
        >>> [row.name for row in baselines_of("wsd")], baselines_of("wsd", "zh")
        (['gloss-similarity-baseline', 'first-sense-baseline'], [])
    """
    name = task_name(task)
    own = [row for row in _ROWS if row.task == name and (language is None or row.serves(language))]
    return sorted(own, key=lambda row: row.optional and bool(row.lacks(row.languages[0])))


def better_baseline(model: str) -> str:
    """What to install for a better baseline than one; empty where there is none, or it is there.

    Args:
        model: Name of a model in a report.

    Example:
        >>> better_baseline("first-sense-baseline")
        ''
    """
    name = model.partition(" (")[0]
    for row in baselines_of(BASELINES[name].task) if name in BASELINES else ():
        command = row.lacks(row.languages[0]) if row.optional and row.name != name else ""
        if command:
            return f"{row.name} is better. To install it, run: {command}"
    return ""


def advised_options(model: str) -> tuple[str, ...]:
    """Which of the options ``train`` and ``label_map`` a model takes, so that a report may advise them.

    Args:
        model: Name of a model in a report.

    Example:
        >>> [advised_options(name) for name in ("linear-text-baseline", "masked-pronoun-baseline", "org/model")]
        [('train',), (), ('label_map',)]
    """
    row = BASELINES.get(model.partition(" (")[0])
    if row is None:
        return ("label_map",)
    return (*(["train"] if row.trained else []), *(name for name in row.takes if name == "label_map"))


def served_row(baseline: str | None, task: str, language: str, nlp: str | None = None) -> BaselineRow:
    """The baseline that serves, checked without loading anything.

    Args:
        baseline: Its name; None for the task's own.
        task: Name of the task.
        language: Code of the language of the texts.
        nlp: spaCy pipeline, where one is named.

    Raises:
        UsageError: When there is none, or it is of another task or for another language.

    Example:
        >>> served_row(None, "qa", "zh").name
        'chinese-reader-baseline'
    """
    own = baselines_of(task)
    if baseline is None:
        if not own:
            raise UsageError(f"there is no baseline for {task_name(task)}, so a model must be named: {_instead(task)}")
        row = next((row for row in own if row.serves(language, nlp)), own[0])
    else:
        row = BASELINES[baseline]
    if row not in own:
        names = ", ".join(other.name for other in own) or "none"
        raise UsageError(f"{row.name} is a baseline for {row.task}; those for {task_name(task)}: {names}")
    if not row.serves(language, nlp):
        others = "".join(f"{other.name}, " for other in own if other.serves(language))
        raise UsageError(
            f"{row.name} is for texts in {' or '.join(row.languages)}, and these are in {language}; "
            f"name {others}{_instead(task)}"
        )
    return row


def _instead(task: str) -> str:
    """What can be named as a model of a task."""
    name = task_name(task)
    return _INSTEAD.get(name, f"a model by Hub id or folder, or a function that returns {TASKS[name].wanted}")


def baseline_predictor(
    row: BaselineRow | None, task: Task, *, train: Any = None, nlp: str | None = None, **options: Any
) -> Any:
    """A baseline, ready to predict; one that is trained only where rows to train on are given.

    Args:
        row: The baseline; None for the task's own.
        task: The task, bound to the data.
        train: A dataset to train on.
        nlp: spaCy pipeline, where it stands on one.
        **options: ``batch_size``, ``device`` and ``label_map`` where they have a meaning; None is as good as absent.

    Raises:
        UsageError: When there is none, it is of another task or for another language, or an option has no meaning.
        MissingResource: When what it is made of is not there.
    """
    row = served_row(None if row is None else row.name, task.name, task.language, nlp)
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
        model = load_object(_HERE + row.location)(task, _full_name(row, nlp, task.language), **taken)
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
    row = next((row for row in baselines_of(task.name) if row.location.startswith(_PIPELINES)), None)
    if row is None:
        served = ", ".join(row.task for row in _ROWS if row.location.startswith(_PIPELINES))
        raise UsageError(f"{name} is a spaCy pipeline, which serves {served}; name another model for {task.name}")
    model = baseline_predictor(row, task, nlp=name, **options)
    model.name, model.kind = Path(name).name, "spacy"
    return model


def default_models(language: str | None = None) -> list[tuple[str, BaselineRow | None, str]]:
    """For each task the baseline that serves where no model is named, and what is missing for it.

    A task without one has None; the sentiment classifier is none of them.

    Args:
        language: Code of the language of the texts; None for that which each task takes by default.

    Example:
        >>> [(row and row.name) for task, row, _ in default_models("zh") if task in ("extractive-qa", "parsing")]
        ['chinese-reader-baseline', None]
    """
    found = []
    for task in TASKS:
        spoken = language or TASKS[task].language
        row = next(iter(baselines_of(task, spoken)), None)
        if task != SENTIMENT:
            found.append((task, row, row.lacks(spoken) if row else ""))
    return found
