"""All measures by name, with those of labels and tags."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import MissingExtra, UnknownNameError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.answer_measures import ANSWER_MEASURES, answer_measures
from hf_robust.scoring.aspect_scores import ASPECT_ACCURACY, ASPECT_MACRO_F1
from hf_robust.scoring.inputs import as_list, check_labels, check_lengths
from hf_robust.scoring.label_sets import (
    LABEL_MACRO_F1,
    LABEL_MICRO_F1,
    SUBSET_ACCURACY,
    label_macro_f1,
    label_micro_f1,
)
from hf_robust.scoring.measure_type import Floats, Measure, micro_f1, row_f1, row_share, share, table, with_ones
from hf_robust.scoring.mention_clusters import B3_F1, CEAFE_F1, CONLL_F1, MUC_F1
from hf_robust.scoring.nested_spans import FLAT_SPAN_F1, NESTED_SPAN_F1, SPAN_F1
from hf_robust.scoring.pronoun_links import GAP_F1, LINK_ACCURACY
from hf_robust.scoring.relation_labels import relation_f1
from hf_robust.scoring.rouge import ROUGE_1, ROUGE_2, ROUGE_L
from hf_robust.scoring.score_measures import PEARSON, SPEARMAN, pearson_measure
from hf_robust.scoring.sense_keys import SENSE_ACCURACY
from hf_robust.scoring.tag_reading import tag_readers
from hf_robust.scoring.translation_scores import ANSWER_SIMILARITY, BLEU, CHRF
from hf_robust.scoring.tree_scores import LAS, UAS
from hf_robust.scoring.word_spans import WORD_F1, WORD_PRECISION, WORD_RECALL
from hf_robust.tasks import TASKS
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks import Task

_LAST = {"L-": "E-", "U-": "S-", "M-": "I-"}  # BILOU and BMES as BIOES, which seqeval knows


def _accuracy_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    check_labels(predicted, gold)
    return with_ones((p == g for p, g in zip(predicted, gold, strict=True)), len(gold))


def _tag_rows(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[list[Any], list[Any]]]:
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    pairs = []
    for row, (tags, expected) in enumerate(zip(predicted, gold, strict=True)):
        for name, value in (("predictions", tags), ("references", expected)):
            if value is None or isinstance(value, str | int | float | dict):
                raise UsageError(
                    f"{name} row {row}: expected a list with one tag a token, found {quoted(value)}; "
                    "for one label a row use measure='accuracy'"
                )
        tags, expected = as_list(tags), as_list(expected)
        for name, value in (("predictions", tags), ("references", expected)):
            if value and isinstance(value[0], list | tuple | dict):
                raise UsageError(
                    f"{name} row {row}: expected a list with one tag a token, found {quoted(value)}; "
                    "for lists of entities use measure='span_f1'"
                )
        if len(tags) != len(expected):
            raise UsageError(
                f"row {row}: {len(tags)} predicted tags for {len(expected)} gold tags; give one tag a token"
            )
        pairs.append((tags, expected))
    return pairs


def _token_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    rows = [
        (sum(tag == gold for tag, gold in zip(tags, expected, strict=True)), len(expected))
        for tags, expected in _tag_rows(predictions, references)
    ]
    return table(rows, 2)


def _entity_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    try:
        import seqeval.metrics.sequence_labeling  # noqa: F401
    except ImportError as error:
        raise MissingExtra("seqeval", "metrics") from error
    pairs = _tag_rows(predictions, references)
    predicted, right = tag_readers(pairs)
    rows = []
    for tags, expected in pairs:
        found, gold = _entities(tuple(map(predicted, tags))), _entities(tuple(map(right, expected)))
        rows.append((len(found & gold), len(found), len(gold)))
    return table(rows, 3)


@lru_cache(maxsize=50_000)
def _entities(tags: tuple[Any, ...]) -> frozenset[Any]:
    """The entities that seqeval reads from tags; the same tags come again with every transformation of a row."""
    from seqeval.metrics.sequence_labeling import get_entities

    return frozenset(get_entities([_LAST.get(tag[:2], tag[:2]) + tag[2:] for tag in tags]))


ACCURACY = Measure("accuracy", "Accuracy", _accuracy_stats, share, row_share, binary=True)
TOKEN_ACCURACY = Measure("token_accuracy", "Token accuracy", _token_stats, share, row_share)
SEQEVAL_F1 = Measure("seqeval_f1", "Entity F1 (micro, seqeval)", _entity_stats, micro_f1, row_f1, predicted_column=1)
RELATION_F1 = relation_f1(ACCURACY)

_OF_LABELS = (ACCURACY, TOKEN_ACCURACY, SEQEVAL_F1, *ANSWER_MEASURES, RELATION_F1, SENSE_ACCURACY)
_OF_STRUCTURES = (LAS, UAS, CONLL_F1, MUC_F1, B3_F1, CEAFE_F1, GAP_F1, LINK_ACCURACY, ASPECT_ACCURACY, ASPECT_MACRO_F1)
_OF_LABEL_SETS = (LABEL_MICRO_F1, LABEL_MACRO_F1, SUBSET_ACCURACY)
_OF_SCORES = (PEARSON, SPEARMAN)
_OF_SPANS = (SPAN_F1, NESTED_SPAN_F1, FLAT_SPAN_F1)
_OF_WORDS = (WORD_F1, WORD_PRECISION, WORD_RECALL)
_OF_TEXTS = (BLEU, CHRF, ROUGE_L, ROUGE_1, ROUGE_2, ANSWER_SIMILARITY)

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (*_OF_LABELS, *_OF_LABEL_SETS, *_OF_SCORES, *_OF_STRUCTURES, *_OF_SPANS, *_OF_WORDS, *_OF_TEXTS)
}
# measures with a column for each label: those of a task, whatever the rows at hand hold
_BY_LABEL = {LABEL_MICRO_F1.name: label_micro_f1, LABEL_MACRO_F1.name: label_macro_f1}


def measure_label(name: str) -> str:
    """The name for readers of a measure; the name itself where there is no such measure.

    Args:
        name: Name of the measure.

    Example:
        >>> measure_label("label_macro_f1"), measure_label("mine")
        ('Macro F1', 'mine')
    """
    return MEASURES[name].label if name in MEASURES else name


def measure_named(measure: str | Measure, language: str = "en") -> Measure:
    """Return the measure with this name; a `Measure` is returned as it is.

    Args:
        measure: A measure or its name.
        language: Code of the language of the texts: answers of Chinese are compared without marks and spaces, and F1 is
            counted over characters.

    Raises:
        UnknownNameError: No such measure; the message lists the known ones.

    Example:
        >>> measure_named("squad_f1").secondary[0].name
        'squad_exact_match'
        >>> measure_named("squad_f1", "zh").score(["北京大学"], ["北京"])
        0.6666666666666666
    """
    if isinstance(measure, Measure):
        return measure
    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    return answer_measures(language).get(measure, MEASURES[measure])


def measure_for(task: "Task | str", language: str = "en") -> Measure:
    """Return the measure a task is scored with.

    Args:
        task: The task, or its id.
        language: Code of the language of its texts.

    Raises:
        UnknownNameError: There is no such task, or none to score; the message lists those that there are.

    Example:
        >>> measure_for("named-entity-recognition").name, measure_for("extractive-qa").name
        ('seqeval_f1', 'squad_f1')
    """
    scored = {kind.name: kind.measure for kind in TASKS.values() if kind.measure is not None}
    name = as_task(task).name
    if name not in scored:
        raise UnknownNameError("task to score", name, scored)
    return measure_named(scored[name], language)


def measure_on(task: "Task | str", dataset: "Dataset") -> Measure:
    """Return the measure that rows of a task are scored with.

    It is that of the task, unless the rows ask for another: trees without names of relations are scored by their heads,
    questions of which some have no answer as in SQuAD 2.

    Args:
        task: A task that has a measure, or its id.
        dataset: Rows with gold labels.

    Raises:
        UnknownNameError: The task has no measure; the message lists those that have one.
        LabelError: Gold labels cannot be read.

    Example:
        >>> from datasets import Dataset
        >>> from hf_robust.tasks import task
        >>> rows = {"tokens": [["It", "rains"]], "heads": [[2, 0]], "deprels": [["dep", "root"]]}
        >>> measure_on(task("parsing"), Dataset.from_dict(rows)).name
        'uas'
    """
    task = as_task(task, dataset)
    name = task.kind.measure_on(dataset, task)
    measure = measure_for(task.name, task.language) if name is None else measure_named(name, task.language)
    return measure_of_task(measure, task)


def measure_of_task(measure: Measure, task: "Task | str") -> Measure:
    """Return a measure with the labels or the range of scores of a task, where it depends on them; any other as it is.

    Args:
        task: The task, bound to its data, or its id.

    Example:
        >>> from hf_robust.tasks import task
        >>> many = task("multi-label-classification", label_names=["anger", "joy"])
        >>> measure_of_task(LABEL_MACRO_F1, many).row_stats([["joy"]], [["joy"]]).tolist()
        [[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]]
    """
    task = as_task(task)
    if measure is PEARSON and task.score_range:
        return pearson_measure(task.score_range)
    labels, make = task.label_names, _BY_LABEL.get(measure.name)
    if make is None or not labels:
        return measure
    return replace(make(labels), secondary=tuple(measure_of_task(one, task) for one in measure.secondary))
