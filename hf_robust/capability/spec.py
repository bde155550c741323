"""Specifications of linguistic capabilities: what to search for, how to make a test of it, what is then right.

A specification is one YAML file a task. :func:`hf_robust.capability.capabilities` reads it and reports every mistake
with file, line and key; :func:`hf_robust.capability.schema.describe_format` says which keys there are.

Source: S2LCT, section 3.1 and Tables 1 and 2.
"""

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from hf_robust.capability.templates.patterns import Pattern
from hf_robust.core.errors import UnknownNameError
from hf_robust.core.files import sha256
from hf_robust.slices.rules import HasTerm, HasToken, Not, Rule, RuleColumn, asked
from hf_robust.slices.sentence_rules import Agrees, Declarative, HasPeople
from hf_robust.suites.suite_registry import suite_kinds

PUBLISHED = "published"
"""The edition of a specification that says what the paper says; the other one, which serves, is refined."""
SINGLE = "sentence"
"""Name of the search of a capability that has but one."""


@dataclass(frozen=True)
class Accepted:
    """Which labels are right.

    Args:
        labels: These, whatever was searched; empty when it depends on the label of the sentence found.
        by_label: Labels by the label of the sentence (of the first one, where a template joins two).
    """

    labels: tuple[str, ...] = ()
    by_label: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, label: str | None) -> tuple[str, ...]:
        """The labels that are right when the sentence has this one; empty when none is known."""
        return self.labels or self.by_label.get(label or "", ())


@dataclass(frozen=True)
class SentenceTemplate:
    """One way to turn found sentences into tests: the product of all its alternatives.

    Args:
        id: Its name in the record of a test.
        texts: Pattern by role.
        slots: Alternatives by slot.
        negations: What may stand for a verb when a sentence is negated: ``{"is": ("is not", "isn't")}``.
        accepted: The labels that are right.
        pairs: Where two searched sentences are joined: partners drawn for each sentence of the first search.
        oracle_confidence: How sure the labels are, from 0 to 1, where that differs from the capability's.
    """

    id: str
    texts: Mapping[str, Pattern]
    slots: Mapping[str, tuple[str, ...]]
    negations: Mapping[str, tuple[str, ...]]
    accepted: Accepted
    pairs: int | None = None
    oracle_confidence: float | None = None

    # no cached properties: what is kept on the object would change the fingerprint of a map that was used
    @property
    def searches(self) -> tuple[str, ...]:
        """Names of the searches whose sentences it joins, in the order in which they are first used."""
        used = [part.search for pattern in self.texts.values() for part in pattern.search_fields]
        return tuple(dict.fromkeys(used))

    @property
    def used_slots(self) -> tuple[str, ...]:
        """Names of its slots, in the order in which they are first used."""
        return tuple(dict.fromkeys(name for pattern in self.texts.values() for name in pattern.slots))


@dataclass(frozen=True)
class Transform:
    """What is done with found sentences.

    Args:
        kind: ``none``, ``negation`` or ``templates``.
        templates: One at least; that of ``none`` is the sentence itself.
    """

    kind: str
    templates: tuple[SentenceTemplate, ...]


@dataclass(frozen=True)
class Capability:
    """One linguistic capability.

    Args:
        id: For example ``"LC3"``.
        name: In one line.
        description: What a model shows that has it, and what is doubtful about the test.
        searches: Rule by name of the search; one without a name is called ``sentence``.
        transform: What makes tests of the sentences found.
        oracle_confidence: How sure the labels are, from 0 to 1; None when nobody looked, or only at another version.
        expand: Whether its seeds may be grown by the grammar.
        recheck: Whether a grown sentence must meet the search rule again.
        needs_labels: Labels without which it means nothing: of the data when it is built, of the model when it is run.
        optional: Whether it is built only when it is asked for: it repeats a part of another one.
        closed: Whether found texts whose tokens stand apart are written as one writes them.
        audit: What raters said of its cases, also of those of another version; None when nobody was asked.
    """

    id: str
    name: str
    description: str
    searches: Mapping[str, Rule]
    transform: Transform
    oracle_confidence: float | None
    expand: bool
    recheck: bool
    needs_labels: frozenset[str]
    optional: bool = False
    closed: bool = False
    audit: Mapping[str, Any] | None = None

    def confidence(self, template: SentenceTemplate) -> float | None:
        """The oracle confidence of what a template makes; what raters said of the capability goes before estimates."""
        own = template.oracle_confidence
        audited = self.audit is not None and self.oracle_confidence is not None
        return self.oracle_confidence if own is None or audited else own

    @property
    def columns(self) -> frozenset[str]:
        """Columns that its searches cannot do without; one that is only named to leave rows out may be absent."""
        rules = self.searches.values()
        only_out = {part for outer in asked(rules, Not) for part in asked([outer.rule], RuleColumn)}
        return frozenset(rule.name for rule in asked(rules, RuleColumn) if rule not in only_out)

    @property
    def lexicons(self) -> frozenset[str]:
        """Word lists that its searches read."""
        rules = self.searches.values()
        named = [rule.lexicon for kind in (HasTerm, HasPeople) for rule in asked(rules, kind)]
        named += [rule.without for rule in asked(rules, HasToken)]
        return frozenset(name for name in named if name is not None)

    @property
    def layers(self) -> frozenset[str]:
        """Layers of annotation that its searches look at."""
        rules = self.searches.values()
        tree = {"pos", "dep"} if asked(rules, Declarative) else set()
        return frozenset(tree | {"pos" for kind in (HasToken, HasPeople, Agrees) if asked(rules, kind)})

    @property
    def reads_sentiment(self) -> bool:
        """Whether its searches look at the sentiment of words."""
        rules = self.searches.values()
        agree = any(rule.source == "sentiment" for rule in asked(rules, Agrees))
        return agree or any(rule.sentiments for rule in asked(rules, HasToken))

    @property
    def asks_a_classifier(self) -> bool:
        """Whether its searches ask a second classifier, where one is given."""
        return any(rule.source == "classifier" for rule in asked(self.searches.values(), Agrees))


@dataclass(frozen=True)
class Specification(Mapping):
    """The capabilities of one task; a mapping from id to :class:`Capability`.

    Args:
        task: The task's id.
        version: Of the specification.
        labels: The labels it speaks of.
        aliases: Other names of the labels in datasets, by label; compared in small letters.
        scores: Range by label, for datasets with a number instead: see :class:`hf_robust.capability.LabelReader`.
        capabilities: In the order of the file.
        lexicons: File by word list; None for one that the user has to name.
        source: Where the capabilities are from.
        file: The file that was read.

    Example:
        >>> from hf_robust.capability import capabilities
        >>> spec = capabilities("sentiment-classification")
        >>> spec.labels, len(spec), spec["LC6"].name
        (('negative', 'neutral', 'positive'), 12, 'Negation of negative at the end')
    """

    task: str
    version: str
    labels: tuple[str, ...]
    aliases: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, Any]
    capabilities: tuple[Capability, ...]
    lexicons: Mapping[str, Path | None]
    source: str
    file: str = field(compare=False, default="")

    def __getitem__(self, id: str) -> Capability:
        if id not in self._by_id:
            raise UnknownNameError("capability", id, self._by_id)
        return self._by_id[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self.capabilities)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    @cached_property
    def _by_id(self) -> dict[str, Capability]:
        return {capability.id: capability for capability in self.capabilities}

    @property
    def is_published(self) -> bool:
        """Whether it is one of the package as a paper has it."""
        return Path(self.file).parent.name == PUBLISHED

    def build(self, *args: Any, **options: Any) -> Any:
        """Deprecated: use :meth:`hf_robust.CapabilitySuite.build`, which takes the specification first."""
        warnings.warn(
            "Specification.build is deprecated and will be removed in 0.4.0; "
            "use hr.CapabilitySuite.build(specification, dataset, task)",
            DeprecationWarning,
            stacklevel=2,
        )
        return suite_kinds.get("capabilities").build(self, *args, **options)


def describe_specification(specification: Any) -> dict[str, Any]:
    """What a suite has on record of a specification.

    Args:
        specification: A specification, or a file of tests by templates
            (:class:`hf_robust.capability.behavior_suites.Behavior`).
    """
    file = Path(specification.file)
    return {
        "name": file.stem or specification.task,
        "version": specification.version,
        "source": specification.source,
        "sha256": sha256(file) if file.is_file() else None,
    }
