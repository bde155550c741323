"""Seed cases of all capabilities of a specification, out of one labeled dataset."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import case_id, features
from hf_robust.capability.gold_labels import LabelReader, LabelSource, label_reader
from hf_robust.capability.make_seeds import MakeSeeds, PartnerPool, matched_rows
from hf_robust.capability.search import FOUND, IDS, NAME, OPINION, SMALL, Search, lexicons_for, sentiment_for
from hf_robust.capability.second_opinion import second_opinions
from hf_robust.capability.seed_draw import ALREADY, different, drawn, silent_rows
from hf_robust.capability.spec import SINGLE, Capability, Specification
from hf_robust.core.errors import ColumnError, EmptyDataError, UsageError
from hf_robust.language.annotation import annotate
from hf_robust.language.sentiment import Given, WordSentiment
from hf_robust.slices.rules import Label, asked
from hf_robust.slices.wordlists import WordList, WordSource
from hf_robust.tasks.base import Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True)
class SeedCount:
    """What became of a capability.

    Args:
        searched: Rows found, by search; equal texts count once.
        created: Cases that the transformation gave.
        kept: Cases in the table.
        dropped: How many were left out, by reason; ``negated already`` counts rows.
        limited: Cases that were left out because only so many were asked for.
        skipped: Why it was not built; None when it was.
    """

    searched: Mapping[str, int] = field(default_factory=dict)
    created: int = 0
    kept: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    limited: int = 0
    skipped: str | None = None

    def __str__(self) -> str:
        if self.skipped:
            return f"skipped: {self.skipped}"
        named = (f"{count} {name}" if name != SINGLE else f"{count}" for name, count in self.searched.items())
        rows = f"{' and '.join(named)} row{'s' * (sum(self.searched.values()) != 1)}"
        if not self.kept:
            return f"0 seeds of {rows}: nothing in the dataset meets the specification"
        return f"{self.kept} seeds of {rows}"


@dataclass(frozen=True)
class Seeds:
    """The seed cases of a specification.

    Args:
        specification: What they were made by.
        task: The task, its texts called by their roles.
        cases: Table of cases by capability, for each that was not skipped; without rows where nothing was found.
        counts: What became of each capability, the skipped ones too.
        rows: Rows of the dataset.
        unlabeled: Rows whose label the specification does not know or that have none.
    """

    specification: Specification
    task: Task
    cases: "Mapping[str, Dataset]"
    counts: Mapping[str, SeedCount]
    rows: int
    unlabeled: int
    seed: int

    @property
    def skipped(self) -> dict[str, str]:
        """Why capabilities were skipped, by id."""
        return {id: count.skipped for id, count in self.counts.items() if count.skipped}

    @property
    def empty(self) -> list[str]:
        """Capabilities for which nothing was found."""
        return [id for id, count in self.counts.items() if not count.kept and not count.skipped]

    def summary(self) -> str:
        """One line a capability."""
        return "\n".join(f"{id}: {count}" for id, count in self.counts.items())


def build_seeds(
    specification: Specification,
    dataset: "Dataset",
    task: Task | str | None = None,
    *,
    seed: int = 0,
    label: LabelSource = None,
    seeds_per_capability: int | None = None,
    pairs: int | None = None,
    only: Sequence[str] | None = None,
    lexicons: Mapping[str, WordSource] | None = None,
    nlp: str | None = None,
    sentiment: "str | Given | WordSentiment | None" = None,
    second_opinion: Any = None,
    num_proc: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Seeds:
    """Search a dataset for sentences and make the seed cases of every capability.

    The dataset is annotated and searched once for all. Equal texts count once, and a text whose rows have different
    labels is left out. A case depends on its row and the seed, not on the order of the rows; of more seeds, fewer
    are a part.

    Args:
        specification: See :func:`hf_robust.capability.capabilities`.
        dataset: Labeled rows.
        task: The task with the columns, or its id; without it they are called like their roles.
        seed: Seed of the pairs, and of which seeds are kept.
        label: A column with the labels, where the task does not say it; a mapping from the dataset's labels to the
            specification's (or None: left out); or one from the specification's labels to ranges of a column of
            numbers, ``{"negative": [0, 0.4], "neutral": "(0.4, 0.6]"}``. Without one, names that the specification
            knows, and for a column of fractions the ranges that it states.
        seeds_per_capability: At most so many, drawn.
        pairs: Partners of each sentence where a template joins two; by default what the template says.
        only: Ids of the capabilities to build; without it all but the optional ones.
        lexicons: Words or a file, by the name of a word list of the specification.
        nlp: spaCy pipeline, name or folder.
        sentiment: Source of word sentiment, as :func:`hf_robust.language.sentiment.word_sentiment` takes it.
        second_opinion: A classifier that must agree with the label where a rule says ``agrees: classifier``:
            ``"embedded"``, or whatever ``hr.run`` takes for a model. What a model finds hard is then left out, so take
            none that is tested. Without one such a rule is met.
        num_proc: Processes for ``datasets.map``.
        progress: Called with the id of each capability before it is built.

    Raises:
        EmptyDataError: The dataset has no rows.
        ColumnError: A column is absent or of another shape.
        LabelError: Labels that cannot be told.
        UnknownNameError: A capability or a word list that the specification does not have.
        DataFileError: A word list that cannot be read.
        UsageError: Other arguments that are wrong.
        MissingResource: Word sentiment is asked for and there is no lexicon of it.

    Example:
        >>> from datasets import Dataset
        >>> from hf_robust.capability import capabilities
        >>> data = Dataset.from_dict({"text": ["The plot is terrible."], "label": ["negative"]})
        >>> seeds = build_seeds(capabilities("sentiment-classification"), data, only=["LC6", "LC5"])
        >>> seeds.cases["LC6"][0]["text"], seeds.cases["LC6"][0]["case"]["accepted"]
        ('Everybody says that the plot is terrible, but that is wrong.', ['positive', 'neutral'])
        >>> print(seeds.summary())
        LC5: skipped: the dataset has no label neutral
        LC6: 9 seeds of 1 row

    Source: S2LCT, section 3.1.
    """
    task = None if task is None else as_task(task, dataset)
    task = _checked(specification, dataset, task, seed=seed, seeds_per_capability=seeds_per_capability, pairs=pairs)
    wanted = [c for c in specification.values() if (c.id in only if only is not None else not c.optional)]
    for id in only or ():
        specification[id]  # an unknown one is named
    labels = _labels(specification, dataset, task, label, wanted)
    words = lexicons_for(specification, lexicons)
    counts = {c.id: SeedCount(skipped=_reason(c, dataset, labels, words)) for c in wanted}
    built = [c for c in wanted if not counts[c.id].skipped]
    if second_opinion is not None and any(c.asks_a_classifier for c in built):
        dataset = dataset.add_column(OPINION, second_opinions(dataset, task, specification, second_opinion))
    rows, unlabeled = _matched(dataset, task, built, labels, words, nlp=nlp, sentiment=sentiment, num_proc=num_proc)
    by_role = make_task(specification.task, language=task.language)
    cases = {}
    for capability in built:
        if progress is not None:
            progress(capability.id)
        cases[capability.id], counts[capability.id] = _seeds(
            capability,
            rows,
            by_role,
            list(specification),
            seed=seed,
            most=seeds_per_capability,
            pairs=pairs,
            num_proc=num_proc,
        )
    return Seeds(specification, by_role, cases, counts, len(dataset), unlabeled, seed)


def _checked(specification: Specification, dataset: Any, task: Task | None, **counts: int | None) -> Task:
    from datasets import Dataset

    task = make_task(specification.task) if task is None else task
    if not isinstance(dataset, Dataset):
        raise UsageError(
            f"seeds are made of a datasets.Dataset, found {type(dataset).__name__}; choose a split of several, and "
            "of a stream take rows: datasets.Dataset.from_list(list(stream.take(1000)))"
        )
    by_role = make_task(specification.task)
    if task.text_roles != by_role.text_roles:
        raise UsageError(f"the specification is for {specification.task}, the task is {task.name}")
    for name, value in counts.items():
        least = None if name == "seed" else 1
        if value is None and least:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or (least and value < least):
            raise UsageError(f"{name} must be a whole number{' of at least 1' if least else ''}, found {value!r}")
    if not len(dataset):
        raise EmptyDataError("the dataset has no rows; check the split or the file you loaded")
    return task.bind(dataset, labels=False)


def _labels(
    specification: Specification, dataset: "Dataset", task: Task, source: LabelSource, wanted: Sequence[Capability]
) -> LabelReader | None:
    """How labels are read; None when no capability asks for them."""
    rules = [rule for capability in wanted for rule in capability.searches.values()]
    same = any(t.accepted.by_label for capability in wanted for t in capability.transform.templates)
    if not asked(rules, Label) and not same:
        return None
    column = source if isinstance(source, str) else task.columns["label"]
    if column not in dataset.features:
        raise ColumnError(
            f"the labels are looked for in the column {column!r}; found: {', '.join(dataset.column_names)}. Use "
            f"label='<column>', or hr.task({task.name!r}, label='<column>')"
        )
    mapping = None if isinstance(source, str) else source
    values = dataset.with_format(None).unique(column)
    return label_reader(specification, dataset.features, column, mapping, values, task.label_names)


def _reason(
    capability: Capability, dataset: "Dataset", labels: LabelReader | None, words: Mapping[str, WordList]
) -> str | None:
    """Why a capability cannot be built on a dataset."""
    if labels is not None:
        known = set(labels.ranges) | set(labels.names.values())
        missing = sorted(capability.needs_labels - known)
        if missing:
            return f"the dataset has no label {' and no '.join(missing)}"
    columns = sorted(capability.columns - set(dataset.column_names))
    if columns:
        return f"the dataset has no column {' and no '.join(map(repr, columns))}"
    lists = sorted(capability.lexicons - words.keys())
    if lists:
        return f"needs the word list {lists[0]!r}; use lexicons={{{lists[0]!r}: '<file>'}}"
    return None


def _matched(
    dataset: "Dataset",
    task: Task,
    built: Sequence[Capability],
    labels: LabelReader | None,
    words: Mapping[str, WordList],
    *,
    nlp: str | None,
    sentiment: Any,
    num_proc: int | None,
) -> "tuple[Dataset, int]":
    """Rows that were found for something, equal texts once, with what :class:`Search` says; and unlabeled rows."""
    dataset = dataset.with_format(None)
    needs = frozenset().union(*map(_layers, built))
    if needs:
        whole = replace(task, fields=task.text_roles)
        dataset = annotate(dataset, whole, needs, nlp=nlp, num_proc=num_proc)
    rules = {f"{c.id}/{name}": rule for c in built for name, rule in c.searches.items()}
    feeling = sentiment_for(sentiment) if any(c.reads_sentiment for c in built) else None
    read = {name: words[name] for c in built for name in c.lexicons}
    search = Search(rules, task, labels=labels, lexicons=read, sentiment=feeling)
    texts = [task.column(role) for role in task.text_roles]
    unread = [name for name in dataset.column_names if name not in texts]
    options = {"remove_columns": unread, "features": _features(dataset, texts), "desc": "search"}
    matched = dataset.map(search, batched=True, num_proc=num_proc, **options)
    unlabeled = sum(name is None for name in matched[NAME][:]) if labels is not None else 0
    return _merged(matched, task), unlabeled


def _layers(capability: Capability) -> frozenset[str]:
    """What annotation it needs: for its rules, and for the first letter of a sentence inside of another."""
    return capability.layers | ({"pos"} if capability.transform.kind == "templates" else frozenset())


def _features(dataset: "Dataset", texts: Sequence[str]) -> Any:
    from datasets import Features, List, Value

    text = Value("string")
    added = {FOUND: List(text), NAME: text, IDS: List(text), SMALL: List(Value("bool"))}
    return Features({**{name: dataset.features[name] for name in texts}, **added})


def _merged(matched: "Dataset", task: Task) -> "Dataset":
    """Rows with equal texts become one; those whose labels differ go, and so do those that nothing found."""
    from datasets import Dataset, Features, List, Value

    columns = {role: matched[task.column(role)][:] for role in task.text_roles}
    whole = [tuple(map(_plain, texts)) for texts in zip(*columns.values())]
    names, rules, ids, small = (matched[name][:] for name in (NAME, FOUND, IDS, SMALL))
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, texts in enumerate(whole):
        groups.setdefault(texts, []).append(index)
    merged = []
    for texts, indices in groups.items():
        met = sorted({rule for index in indices for rule in rules[index]})
        if not met or len({names[index] for index in indices}) > 1:
            continue
        known = sorted({id for index in indices for id in ids[index]})
        merged.append((*texts, met, names[indices[0]], known, small[indices[0]]))
    text = Value("string")
    shape = {**dict.fromkeys(columns, text), FOUND: List(text), NAME: text, IDS: List(text)}
    shape[SMALL] = List(Value("bool"))
    values = map(list, zip(*merged)) if merged else [[] for _ in shape]
    return Dataset.from_dict(dict(zip(shape, values)), features=Features(shape))


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(value or ())


def _seeds(
    capability: Capability,
    matched: "Dataset",
    task: Task,
    ids: Sequence[str],
    *,
    seed: int,
    most: int | None,
    pairs: int | None,
    num_proc: int | None,
) -> "tuple[Dataset, SeedCount]":
    rules = {name: f"{capability.id}/{name}" for name in capability.searches}
    met = [set(names) for names in matched[FOUND][:]]
    searched = {name: sum(rule in names for names in met) for name, rule in rules.items()}
    mine = matched.select([index for index, names in enumerate(met) if names & set(rules.values())])
    shape = features(task)
    if not len(mine):
        return _without_rows(shape), SeedCount(searched)
    partners = {name for template in capability.transform.templates for name in template.searches[1:]}
    rows = mine[:] if partners else {}
    pools = {name: PartnerPool(matched_rows(rows, task, capability, name)) for name in partners}
    maker = MakeSeeds(capability, task, seed=seed, pairs=pairs, pools=pools)
    cases = mine.map(
        maker, batched=True, num_proc=num_proc, remove_columns=mine.column_names, features=shape, desc=capability.id
    )
    if not len(cases):
        cases = _without_rows(shape)
    indices, dropped = different(cases)
    silent = silent_rows(capability, cases, len(mine))
    limited = drawn(cases, indices, seed, most, ids)
    seeds = cases if len(limited) == len(cases) else cases.select(limited)
    dropped |= {ALREADY: silent} if silent else {}
    return seeds, SeedCount(searched, len(cases), len(seeds), dropped, len(indices) - len(limited))


def _without_rows(shape: Any) -> "Dataset":
    from datasets import Dataset

    return Dataset.from_dict({name: [] for name in shape}, features=shape)


__all__ = ["SeedCount", "Seeds", "build_seeds", "case_id"]
