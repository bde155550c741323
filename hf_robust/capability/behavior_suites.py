"""Suites of behavior: tests of a task that templates make, in one YAML file.

A file says for every capability its tests, and for every test its type, its templates and what is right:

- ``MFT``: the labels that are accepted (answers, for question answering),
- ``INV``: a variant of the text, for which the prediction must stay the same,
- ``DIR``: a variant of the text, for which a label must become more or less probable.

The ready suites ``sentiment``, ``paraphrase`` and ``reading`` are written for this package.

Source: Ribeiro, Wu, Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList,
sections 2 and 3.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import case_record, case_row, features, paired_rows
from hf_robust.capability.templates.template import Picks, Template
from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable, UnknownNameError, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.randomness import row_id, row_rng
from hf_robust.core.registry import spoken_language
from hf_robust.language.annotation import annotate_values
from hf_robust.tasks import TASKS
from hf_robust.transforms.base import Transformation

if TYPE_CHECKING:
    from datasets import Dataset

_AT_ONCE = 64  # combinations whose texts are annotated together, where a transformation needs that
_MISSES = 2_000  # combinations in a row that make nothing new; then there is nothing more
_TOP_N = 20
VARIANT = "variant:"
ANSWER = "answer:"


@dataclass(frozen=True)
class Variant:
    """How a text of an INV or DIR test is changed.

    Args:
        kind: ``slot``: another filler of a slot; ``texts``: texts that are written out; ``transformation``.
        transformation: A registered transformation.
        role: The text that it changes.
    """

    kind: str
    slot: str = ""
    transformation: Transformation | None = None
    role: str = ""


@dataclass(frozen=True)
class ExpectedBehavior:
    """What is expected of a variant.

    Args:
        kind: ``same``, ``up`` or ``down``.
        label: The label that goes up or down.
        tolerance: How far its probability may move the wrong way.
    """

    kind: str
    label: str | None = None
    tolerance: float | None = None


@dataclass(frozen=True)
class CaseTemplate:
    """One template of a test.

    Args:
        template: Texts by role; those of variants are called ``variant:role``, answers ``answer:1`` and so on.
        accepted: Labels that are right; empty for answers.
        variant: For INV and DIR.
        expected: The same.
        masks: Arguments of :meth:`hf_robust.capability.templates.template.Template.suggested`.
    """

    template: Template
    accepted: tuple[str, ...] = ()
    variant: Variant | None = None
    expected: ExpectedBehavior | None = None
    masks: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BehaviorTest:
    """One test of a suite.

    Args:
        id: ``capability.test``.
        capability: Name of the capability.
        type: ``MFT``, ``INV`` or ``DIR``.
        name: In one line.
        description: What a model shows that passes.
        templates: One at least.
        needs_labels: Labels that a model must know for the test to mean anything.
        oracle_confidence: How sure the labels are, from 0 to 1; None when nobody looked.
    """

    id: str
    capability: str
    type: str
    name: str
    description: str
    templates: tuple[CaseTemplate, ...]
    needs_labels: frozenset[str]
    oracle_confidence: float | None = None


@dataclass(frozen=True)
class Behavior(Mapping):
    """A suite of tests; a mapping from id to :class:`BehaviorTest`.

    Args:
        name: Its name, or the file's.
        task: The task's id.
        version: Of the file.
        labels: Labels that it speaks of; none for question answering.
        source: Where the tests are from.
        tests: Test by id, in the order of the file.
        file: The file that was read.
        language: Language of the texts.

    Example:
        >>> from hf_robust.capability import behavior
        >>> suite = behavior("sentiment")
        >>> rows = suite.build(per_test=3, only=["negation.not-good"])["negation.not-good"]
        >>> len(rows), set(rows["label"])
        (3, {'negative'})
    """

    name: str
    task: str
    version: str
    labels: tuple[str, ...]
    source: str
    tests: Mapping[str, BehaviorTest]
    file: str = field(compare=False, default="")
    language: str = "en"

    def __getitem__(self, id: str) -> BehaviorTest:
        if id not in self.tests:
            raise UnknownNameError("test", id, self.tests)
        return self.tests[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def rows(self, id: str, n: int = 100, seed: int = 0, model: str | None = None) -> list[dict[str, Any]]:
        """The cases of one test; see :meth:`build`."""
        if n < 1:
            raise UsageError(f"per_test must be at least 1, found {n}")
        drawn = islice(_drawn(self[id], TASKS[self.task].texts, seed, model, spoken_language(self.language)), n)
        rows: dict[str, dict[str, Any]] = {}
        for group in drawn:
            rows |= {row["case"]["case_id"]: row for row in group if row["case"]["case_id"] not in rows}
        return list(rows.values())

    @deprecated_arguments("0.4.0", n_per_test="per_test")
    def build(
        self, per_test: int = 100, seed: int = 0, model: str | None = None, *, only: Collection[str] | None = None
    ) -> "dict[str, Dataset]":
        """The cases of all tests as tables; the same for the same seed, and a larger table begins with the smaller.

        Templates take turns. A case of an INV or DIR test is a pair: the original, of which nothing is expected
        (``expectation.kind`` is null), and its variant, whose ``expectation.other`` is the case id of the original; an
        original that serves several variants is there once. ``capability`` holds the id of the test.

        Args:
            per_test: Cases (or pairs) a test; fewer where the templates give no more.
            seed: Seed of the draws.
            model: Masked language model for templates with a mask, see :func:`hf_robust.language.models.masked_lm`.
            only: Ids of the tests that are built.

        Returns:
            Table by test id, with the columns of :func:`hf_robust.capability.cases.features`.

        Raises:
            UnknownNameError: There is no such test.
            UsageError: ``per_test`` is below 1.
        """
        from datasets import Dataset

        wanted = list(self) if only is None else [self[id].id for id in only]
        columns = features(self.task)
        tables = {}
        for id in wanted:
            rows = self.rows(id, per_test, seed, model)
            tables[id] = Dataset.from_dict({name: [row[name] for row in rows] for name in columns}, features=columns)
        return tables


Rows = tuple[dict[str, Any], ...]


def _drawn(
    test: BehaviorTest, roles: tuple[str, ...], seed: int, model: str | None, language: Language
) -> Iterator[Rows]:
    """Cases without end, or until the templates give no more: each is one row, or a pair."""
    turns = [_of_template(test, number, roles, seed, model, language) for number in range(len(test.templates))]
    seen: set[str] = set()
    misses = 0
    while turns:
        for turn in list(turns):
            group = next(turn, None)
            if group is None:
                turns.remove(turn)
                continue
            ids = [row["case"]["case_id"] for row in group]
            misses += 1
            if ids[-1] not in seen:
                misses = 0
                seen.update(ids)
                yield group
        if misses > _MISSES:
            return


def _of_template(
    test: BehaviorTest, position: int, roles: tuple[str, ...], seed: int, model: str | None, language: Language
) -> Iterator[Rows]:
    template = test.templates[position]
    name = f"{test.id}/{position + 1}"
    if template.template.open:
        template = replace(
            template, template=template.template.suggested(**{"top_n": _TOP_N, **template.masks}, model=model)
        )
    picks = (template.template.picks(index) for index in template.template.order(seed, name))
    if template.variant is None:
        for pick in picks:
            yield (_case(test, name, template, template.template.write(pick), roles),)
        return
    misses = 0
    while chunk := list(islice(picks, _AT_ONCE)):
        for before, after in _pairs(template, chunk, seed, name, language):
            misses += 1
            if after is not None and any(after[role] != before[role] for role in roles):
                misses = 0
                yield _pair(test, name, template, before, after, roles)
        if misses > _MISSES:
            return


def _case(
    test: BehaviorTest, name: str, template: CaseTemplate, texts: Mapping[str, str], roles: tuple[str, ...]
) -> dict:
    answers = dict.fromkeys(text for key, text in texts.items() if key.startswith(ANSWER))
    whole = [texts[role] for role in roles]
    record = case_record(
        test.id,
        whole,
        accepted=template.accepted or tuple(answers),
        kind="template",
        oracle_confidence=test.oracle_confidence,
        template=name,
    )
    return case_row(roles, whole, record)


def _pair(
    test: BehaviorTest, name: str, template: CaseTemplate, before: Mapping, after: Mapping, roles: tuple[str, ...]
) -> Rows:
    texts = [[row[role] for role in roles] for row in (before, after)]
    expectation = asdict(template.expected or ExpectedBehavior("same"))
    record: dict[str, Any] = {"template": name, "oracle_confidence": test.oracle_confidence}
    return paired_rows(test.id, roles, *texts, test=test.type, expectation=expectation, **record)


def _pairs(
    template: CaseTemplate, chunk: list[Picks], seed: int, name: str, language: Language
) -> Iterator[tuple[dict[str, str], dict[str, str] | None]]:
    """Texts before and after; None where the variant could not be made."""
    variant = template.variant or Variant("texts")
    texts = [template.template.write(pick) for pick in chunk]
    if variant.kind == "texts":
        yield from ((text, _varied(text)) for text in texts)
    elif variant.kind == "slot":
        for pick, text in zip(chunk, texts):
            others = template.template.others(pick, variant.slot)
            rng = row_rng(seed, "another filler", repr(sorted(pick.items())), name)
            yield text, template.template.write(rng.choice(others)) if others else None
    else:
        change: Any = variant.transformation
        role = variant.role
        annotations: list[Any] = [None] * len(texts)
        if change.needs:
            annotations = annotate_values([text[role] for text in texts], change.needs, language=language.code)
        for text, annotation in zip(texts, annotations):
            # of the whole row: many have the same question
            rng = row_rng(seed, change.signature, row_id(list(text.values())), role)
            try:
                new = apply(
                    text[role], tuple(change.edits(Doc(text[role], annotation=annotation, language=language), rng))
                )
            except NotApplicable:
                yield text, None
            else:
                yield text, {**text, role: new}


def _varied(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts with those of the variant in their places."""
    changed = {key.removeprefix(VARIANT): text for key, text in texts.items() if key.startswith(VARIANT)}
    return {**texts, **changed}
