"""Annotation of a batch that does not carry what its first transformation reads."""

from itertools import chain

from hf_robust.core.mapping import ANNOTATION, Columns
from hf_robust.core.registry import spoken_language
from hf_robust.language.annotation import annotated_values
from hf_robust.language.annotation_column import annotation_rows
from hf_robust.perturb.plan import PerturbationPlan
from hf_robust.transforms.chains import read_roles


def with_annotation(plan: PerturbationPlan, batch: Columns) -> Columns:
    """The batch with the columns that ``annotate`` would have written, where they are absent, lack a layer or are of
    another text.

    All stages and variants that see the texts as they came read these columns; a text that stands in several columns
    is annotated once. A batch that does not lie in Arrow stays as it is.

    Args:
        plan: What is done; its task is bound.
    """
    layers = plan.layers(plan.stages[0])
    task = plan.task
    read = task.text_roles if plan.protect.wants_entities else read_roles(plan.stages[0], task)
    names = [task.column(role) for role in read]
    joiner = spoken_language(task.language).joiner
    missing = [name for name in names if layers and annotation_rows(batch, name, layers, joiner) is None]
    if not missing or any(batch.arrow(name) is None for name in missing):
        return batch
    texts = [batch[name] for name in missing]
    values = list(chain.from_iterable(texts))
    found = annotated_values(values, layers, plan.nlp, plan.stages[0].parse_where, task.language)
    for number, (name, own) in enumerate(zip(missing, texts)):
        batch = batch.with_column(name + ANNOTATION, found.slice(number * len(own), len(own)))
    return batch
