"""Capability suites: the test cases of a specification, seeds and what grew from them, one config a capability."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.audit.pools import Pool
from hf_robust.capability.behavior_suites import Behavior
from hf_robust.capability.capability_card import capability_sections
from hf_robust.capability.capability_manifest import CapabilityManifest
from hf_robust.capability.cases import (
    CapabilityEntry,
    check_columns,
    check_confidence,
    column_of,
    features,
)
from hf_robust.capability.expansion.expand import Expand
from hf_robust.capability.rated_cases import case_pool
from hf_robust.capability.read_behavior import behavior
from hf_robust.capability.read_spec import capabilities
from hf_robust.capability.search import lexicons_for, still_meets
from hf_robust.capability.seeds import SeedCount, build_seeds
from hf_robust.capability.spec import Capability, Specification, describe_specification
from hf_robust.core.checks import whole_number
from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.errors import ColumnError, EmptyDataError, UsageError
from hf_robust.core.protection import Protected, protection, recorded_protection
from hf_robust.core.quoted import quoted
from hf_robust.language import resources
from hf_robust.suites.base import BaseEntry, BaseSuite
from hf_robust.suites.baselines import without
from hf_robust.suites.hub import named_after, origin_of
from hf_robust.suites.manifest_records import Manifest
from hf_robust.tasks.base import Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.slices.wordlists import WordList

PURPOSES = ("annotation", "word sentiment", "constituency parsing", "reference grammar", "masked language model")


@dataclass(frozen=True, repr=False)
class CapabilitySuite(BaseSuite):
    """Tests of linguistic capabilities. Build, save, load or push them to the Hub, and run models on them.

    Args:
        task: The task. Its columns have the names of the roles, and its labels the names of the specification.
        entries: Entries by the id of the capability.
        info: Metadata: specification, dataset, seed, k, selection, skipped capabilities, resources, versions.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = ["The plot is terrible.", "The cast is great."]
        >>> data = Dataset.from_dict({"text": texts, "label": ["negative", "positive"]})
        >>> suite = CapabilitySuite.build("sentiment-classification", data, only=["LC6", "LC9"], expand=False)
        >>> {id: len(suite[id].seeds) for id in suite}
        {'LC6': 9, 'LC9': 18}
        >>> report = hr.run(lambda texts: ["negative" if "plot" in text else "positive" for text in texts], suite)
        >>> report.result("LC6")["seeds"]["failure_rate"], report.result("LC9")["seeds"]["failure_rate"]
        (1.0, 0.0)
    """

    kind: ClassVar[str] = "capabilities"
    label: ClassVar[str] = "capability suite"
    noun: ClassVar[tuple[str, str]] = ("capability", "capabilities")
    entry_type: ClassVar[type[BaseEntry]] = CapabilityEntry
    manifest_type: ClassVar[type[Manifest]] = CapabilityManifest
    card_tags: ClassVar[tuple[str, ...]] = ("linguistic-capabilities",)

    entries: Mapping[str, CapabilityEntry]

    @classmethod
    def build(
        cls,
        specification: Specification | str | Path,
        dataset: "Dataset",
        task: Task | str | None = None,
        *,
        seed: int = 0,
        k: int | None = 10,
        selection: str = "random",
        words: str | None = None,
        per_seed: int | None = 20,
        expand: bool = True,
        seeds_per_capability: int | None = None,
        label: Any = None,
        pairs: int | None = None,
        only: Sequence[str] | None = None,
        lexicons: Mapping[str, Any] | None = None,
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
        sentiment: Any = None,
        second_opinion: Any = None,
        parser: Any = None,
        masked_lm: str | None = None,
        name: str | None = None,
        source: str | None = None,
        split: str | None = None,
        num_proc: int | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> "CapabilitySuite":
        """Search a dataset for sentences, create the seed cases of each capability, and expand them with a grammar.

        Args:
            specification: A specification, or an argument of :func:`hf_robust.capability.capabilities`.
            dataset: Labeled rows.
            task: The task with the columns, or its id. None expects columns with the names of the roles.
            seed: Random seed.
            k: Number of masked sentences per seed. None uses all.
            selection: How masked sentences are chosen: ``"random"``, or ``"probable"`` for those with the most probable
                productions of the grammar.
            words: Which words are added: ``"light"`` (neutral adjectives, adverbs and predeterminers from a table) or
                ``"any"`` (suggestions of the masked language model that are neutral according to a lexicon). None uses
                ``"any"`` for a published specification and ``"light"`` for others.
            per_seed: Maximum number of expansions per seed. The ones with the highest rank are kept. None keeps all.
            expand: Whether to expand the seeds.
            seeds_per_capability: Maximum number of seeds per capability. They are sampled. None keeps all.
            label: How labels are read. See :func:`hf_robust.capability.seeds.build_seeds`.
            pairs: Number of partners per sentence for templates that join two sentences. None uses the number in the
                template.
            only: Ids of the capabilities to build. None builds all except the optional ones.
            lexicons: Words or a file for each word list of the specification, by its name.
            protect: Text that expansions never change or split. See :class:`~hf_robust.Perturb`.
            protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
            nlp: Name or folder of the spaCy pipeline.
            sentiment: Source of word sentiment. See :func:`hf_robust.language.sentiment.word_sentiment`.
            second_opinion: Classifier that must agree with the labels. See
                :func:`hf_robust.capability.seeds.build_seeds`.
            parser: Constituency parser. See :func:`hf_robust.language.constituency.parsers.constituency_parser`.
            masked_lm: Masked language model. See :func:`hf_robust.language.models.masked_lm`.
            name: Name of the suite.
            source: Name of the dataset, for the record. None uses the repository from which it was loaded.
            split: Name of the split, for the record. None uses the split of the dataset.
            num_proc: Number of processes for the search.
            progress: Function that is called with the description of each step before it starts.

        Raises:
            SpecError: If the specification file has a mistake.
            UnknownNameError: If the specification, a capability or a word list does not exist.
            UsageError: If an argument is invalid, if columns or labels cannot be read, or if there are no rows.
            MissingResource: If a parser, a lexicon or a model is needed and not installed.

        Source: S2LCT (2023), section 3.
        """
        task = None if task is None else as_task(task, dataset)
        tell = progress or (lambda what: None)
        origin = origin_of(dataset, source, split)
        spec = specification if isinstance(specification, Specification) else capabilities(specification)
        words = words or ("any" if spec.is_published else "light")
        grow: dict[str, Any] = {"k": k, "selection": selection, "words": words, "per_seed": per_seed, "seed": seed}
        served: dict[str, Any] = {"parser": parser, "masked_lm": masked_lm, "sentiment": sentiment, "nlp": nlp}
        served["protect"] = rules = protection(protect, protect_defaults)
        expand = expand and any(capability.expand for capability in spec.values())
        if expand:
            Expand(**grow, **served)  # refuses what it would refuse after the search
        drawn = {"seeds_per_capability": seeds_per_capability, "pairs": pairs}
        built = build_seeds(
            spec,
            dataset,
            task,
            seed=seed,
            label=label,
            only=only,
            lexicons=lexicons,
            nlp=nlp,
            sentiment=sentiment,
            second_opinion=second_opinion,
            num_proc=num_proc,
            progress=lambda id: tell(f"{id}: seeds"),
            **drawn,
        )
        lists = lexicons_for(spec, lexicons)
        entries = {}
        for id, seeds in built.cases.items():
            expansions = seeds.select([])
            if expand and spec[id].expand and len(seeds):
                tell(f"{id}: expansions of {len(seeds)} seeds")
                expansions = _expanded(seeds, built.task, spec[id], lists, **grow, **served)
            entries[id] = _entry(spec[id], built.counts[id], seeds, expansions)
        info = {
            "name": name or named_after(origin["dataset"], "capabilities") or cls.kind,
            **origin,
            "rows": built.rows,
            "unlabelled": built.unlabeled,
            "expand": expand,
            **grow,
            **drawn,
            **recorded_protection(rules),
            "only": None if only is None else list(only),
            "nlp": nlp,
            "specification": describe_specification(spec),
            "skipped": [{"name": id, "reason": reason} for id, reason in built.skipped.items()],
            "resources": [used for used in resources.used() if used["purpose"] in PURPOSES],
        }
        return cls(_by_role(built.task, spec.labels), entries, _whole_info(info))

    @classmethod
    def of_cases(
        cls,
        task: Task | str,
        cases: "Mapping[str, Dataset]",
        *,
        names: Mapping[str, str] | None = None,
        descriptions: Mapping[str, str] | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> "CapabilitySuite":
        """Return a suite of existing cases: from templates, written by hand, or selected from another suite.

        Args:
            task: The task, or its id. If the task has no label names, the labels that the cases accept are used.
            cases: Cases by capability: a table with the columns of :func:`hf_robust.capability.cases.features`. Cases
                of the kind ``expanded`` are stored as expansions, all others as seeds.
            names: Names of the capabilities by id. None uses the ids.
            descriptions: Descriptions of the capabilities by id.
            info: Metadata on the origin of the cases.

        Raises:
            UsageError: If there is no table.
            ColumnError: If a table has other columns.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> from hf_robust.capability.cases import case_record, case_row, features
            >>> row = case_row(["text"], ["Not bad."], case_record("negation", ["Not bad."], accepted=["positive"]))
            >>> table = Dataset.from_list([row], features=features("sentiment-classification"))
            >>> suite = CapabilitySuite.of_cases(hr.task("sentiment-classification"), {"negation": table})
            >>> len(suite["negation"].seeds), suite.task.label_names
            (1, ('positive',))
        """
        task = as_task(task)
        if not isinstance(cases, Mapping) or not cases:
            raise UsageError(f"cases must be tables by capability, found {quoted(cases)}")
        entries, labels = {}, set()
        for id, table in cases.items():
            check_columns(task, table)
            kinds, confidences = column_of(table, "kind"), set(column_of(table, "oracle_confidence"))
            labels |= {label for accepted in column_of(table, "accepted") for label in accepted}
            parts = [
                table.select([place for place, kind in enumerate(kinds) if (kind == "expanded") == expanded])
                for expanded in (False, True)
            ]
            confidence = confidences.pop() if len(confidences) == 1 else None
            about = (names or {}).get(id, id), (descriptions or {}).get(id, "")
            entries[id] = CapabilityEntry(id, *about, confidence, {}, len(table), {}, 0, *parts)
        label_names = task.label_names or (tuple(sorted(labels)) if task.kind.classifies else None)
        return cls(_by_role(task, label_names), entries, _whole_info(info or {}))

    @classmethod
    @deprecated_arguments("0.4.0", n_per_test="per_test")
    def of_behavior(
        cls,
        source: Behavior | str | Path,
        per_test: int = 100,
        *,
        seed: int = 0,
        masked_lm: str | None = None,
        only: Collection[str] | None = None,
        name: str | None = None,
    ) -> "CapabilitySuite":
        """Return a suite of behavioral tests (CheckList): one entry per test, with its cases as seeds.

        Args:
            source: Behavioral tests, or an argument of :func:`hf_robust.capability.behavior`.
            per_test: Number of cases or pairs per test.
            seed: Random seed.
            masked_lm: Masked language model for templates with a mask.
            only: Ids of the tests to build. None builds all.
            name: Name of the suite.

        Example:
            >>> suite = CapabilitySuite.of_behavior("sentiment", per_test=2, only=["negation.not-good"])
            >>> len(suite["negation.not-good"].seeds), suite.task.name
            (2, 'sentiment-classification')
        """
        tests = source if isinstance(source, Behavior) else behavior(source)
        tables = tests.build(per_test, seed, masked_lm, only=only)
        names, about = ({id: getattr(tests[id], field) for id in tables} for field in ("name", "description"))
        info = {"name": name or f"{tests.name}-behavior", "seed": seed, "specification": describe_specification(tests)}
        task = make_task(tests.task, label_names=tests.labels or None, language=tests.language)
        return cls.of_cases(task, tables, names=names, descriptions=about, info=info)

    def sample(self, seeds_per_capability: int, seed: int = 0) -> "CapabilitySuite":
        """Return a smaller suite: a sample of the seeds of each capability with all of their expansions.

        Args:
            seeds_per_capability: Maximum number of seeds per capability.
            seed: Random seed.
        """
        whole_number(seeds_per_capability, "seeds_per_capability", 1)
        entries = {}
        for id, entry in self.entries.items():
            ids = column_of(entry.seeds, "seed_id")  # variants of one original belong together
            groups = list(dict.fromkeys(ids))
            size = min(seeds_per_capability, len(groups))
            drawn = set(Random(f"{seed}|{id}").sample(groups, size))
            tables = {}
            for split, rows in entry.rows.items():
                seed_ids = column_of(rows, "seed_id")
                tables[split] = rows.select([place for place, seed_id in enumerate(seed_ids) if seed_id in drawn])
            left_out = len(entry.seeds) - len(tables["seeds"])
            entries[id] = replace(entry, **tables, limited=entry.limited + left_out)
        return replace(self, entries=entries, info={**without(self.info), "seeds_per_capability": seeds_per_capability})

    def audit_pools(self) -> list[Pool]:
        """Return the cases of each capability that have accepted labels, for raters to check."""
        specification = self.info.get("specification")
        return [case_pool(entry, self.task, specification) for entry in self.entries.values()]

    def check_cases(self) -> None:
        """Raise an error if the suite has no case.

        Raises:
            EmptyDataError: If the suite has no case.
        """
        if not any(map(len, self.entries.values())):
            raise EmptyDataError("the suite has no case: nothing in the dataset met the specification")

    def check(self, entry: CapabilityEntry) -> None:
        """Check an entry that was loaded.

        Raises:
            ColumnError: If its columns are not the columns of cases of the task.
            UsageError: If a count or the oracle confidence is out of range.
        """
        for split in entry.rows.values():
            check_columns(self.task, split)
            if split.features != features(self.task):
                raise ColumnError(f"{entry.id}: its columns hold other values than test cases for {self.task.name}")
        if min(entry.made, entry.limited, *entry.searched.values(), *entry.dropped.values()) < 0:
            raise UsageError(f"{entry.id}: its counts must be at least 0")
        if entry.oracle_confidence is not None:
            check_confidence(entry.id, entry.oracle_confidence)

    @classmethod
    def card_sections(cls, manifest: CapabilityManifest, repo: str | None) -> list[str]:
        """Return the sections of the card that follow its title, in Markdown."""
        return capability_sections(manifest, repo)

    @classmethod
    def hashed(cls, name: str, entry: CapabilityEntry) -> Iterator[bytes]:
        """Yield the parts of an entry that the hash of the suite covers: all cases, and the oracle confidence."""
        yield json.dumps([name, entry.oracle_confidence]).encode()
        yield from entry.hashed_rows()


def _entry(capability: Capability, count: SeedCount, seeds: "Dataset", grown: "Dataset") -> CapabilityEntry:
    return CapabilityEntry(
        id=capability.id,
        name=" ".join(capability.name.split()),
        description=" ".join(capability.description.split()),
        oracle_confidence=capability.oracle_confidence,
        searched=dict(count.searched),
        made=count.created,
        dropped=dict(count.dropped),
        limited=count.limited,
        seeds=seeds,
        expanded=grown,
        audit=capability.audit,
    )


def _expanded(
    seeds: "Dataset", task: Task, capability: Capability, lists: "Mapping[str, WordList]", **options: Any
) -> "Dataset":
    """What grows from the first text of seeds; words of the specification's lists are never added."""
    served = {name: options[name] for name in ("nlp", "sentiment")}
    keeps = partial(still_meets, capability, lexicons=lists, **served) if capability.recheck else None
    avoid = sorted({entry for words in lists.values() for entry in words.entries})
    expand = Expand(task.text_roles[0], capability=capability, keeps=keeps, avoid=avoid, **options)
    return seeds.map(expand, batched=True, batch_size=1000, features=seeds.features, desc="expand")


def _by_role(task: Task, labels: Sequence[str] | None) -> Task:
    """The task of the tables: columns called by their roles, labels by name."""
    roles = {role: role for role in task.kind.roles}
    return replace(
        task, columns=roles, fields=task.kind.edited, id_column=None, label_names=tuple(labels) if labels else None
    )


def _whole_info(info: Mapping[str, Any]) -> dict[str, Any]:
    """All that a suite says of its origin, with what is not known as None."""
    plain = ("version", "dataset", "split", "k", "selection", "per_seed", "seeds_per_capability", "pairs", "nlp")
    return {
        "name": "capabilities",
        **dict.fromkeys(plain),
        "seed": 0,
        "rows": 0,
        "specification": None,
        "skipped": [],
        "resources": [],
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        **info,
    }
