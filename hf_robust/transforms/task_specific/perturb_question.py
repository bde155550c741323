"""Questions of reading comprehension asked in other words; context and answers stay."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Annotation, Doc
from hf_robust.core.edits import Edit, Offsets, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.question_words import reworded
from hf_robust.tasks import QA
from hf_robust.transforms.base import Batched, Effect, Transformation, preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, RowTransformation, TaskRow
from hf_robust.transforms.synonyms import Synonym, replaceable_words
from hf_robust.transforms.transformation_registry import transformations

_BACK, _WORDING = "back-translation", "wording"
_QUOTED = re.compile(r"\"[^\"]+\"|“[^”]+”|(?<!\w)'[^']+'(?!\w)|‘[^’]+’")
_DIGIT = re.compile(r"\S*\d\S*")
_MADE_BY = "__with__"


@register
@dataclass(frozen=True, kw_only=True)
class PerturbQuestion(BatchedRows):
    """Rephrase the question by a rule, or with another transformation that is applied only to the question.

    Some rules change the form of the question: "Who wrote the letter?" becomes "By whom was the letter written?", "In
    what year did she die?" becomes "She died in what year?". Other rules change its question phrase: "What is the name
    of the river?" becomes "What is the river called?". Rules also replace words, as the transformation ``synonym``
    does. Names, numbers and quotations in the question do not change. With ``mode="back-translation"``, the row does
    not change if the result lacks one of them. Context and answers do not change.

    Args:
        mode: ``wording`` (the rule), ``synonym``, ``masked-lm``, ``back-translation``, or the name of any other
            transformation that preserves the answers of ``extractive-qa`` and changes a single text. That
            transformation runs with its default parameters.
        models: For ``mode="back-translation"``: Hub ids or folders of the two translation models, as in the
            transformation ``back-translation``.
        lead_in: Whether a question that no rule covers gets an opening phrase ("According to the text, who ...").

    Source: TextFlint (Wang et al. 2021), section 3, "PerturbQuestion" (BackTrans, MLM).

    Example:
        >>> row = {"context": "We watched it in Rome.", "question": "Where did we watch the movie?"}
        >>> row["answers"] = {"text": ["Rome"], "answer_start": [17]}
        >>> PerturbQuestion().preview_row(row)["question"]
        'In what place did we view the film?'
    """

    mode: str = "wording"
    models: tuple[str, str] | None = None
    lead_in: bool = False

    name = "perturb-question"
    version = "6"
    level = "sentence"
    linguistics = "model"
    seed_name = "PerturbQuestion"
    choice = "question that can be rephrased"
    needs = frozenset({"pos", "ent", "lemma", "dep"})
    annotated = ("question",)
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require(self.mode in known_modes(), "mode", "one of " + ", ".join(known_modes()))
        self._require(self.models is None or self.mode == _BACK, "models", f"None unless mode is {_BACK}")
        if self.models is not None:
            object.__setattr__(self, "models", tuple(self.models))
        inner = self.inner
        if inner is None:
            return
        object.__setattr__(self, "resources", inner.resources)
        object.__setattr__(self, "needs", frozenset({"pos", "ent"}) | inner.needs)

    @property
    def inner(self) -> Transformation | None:
        """The transformation that is run on the question; None for the rules."""
        if self.mode == _WORDING:
            return None
        made: Any = transformations.get(self.mode)
        return made() if self.models is None else made(models=self.models)

    def changes_batch(
        self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]
    ) -> list[RowChange | NotApplicable | None]:
        """All questions go through the transformation together."""
        inner = self.inner
        docs = [_guarded(row.docs["question"], self.mode != _BACK) for row in rows]
        found: list[Any] = []
        if inner is None:
            found = [self._by_rules(*one) for one in zip(rows, docs, rngs)]
        elif isinstance(inner, Batched):
            found = list(inner.edits_batch(docs, rngs))
        else:
            for doc, rng in zip(docs, rngs):
                try:
                    found.append(list(inner.edits(doc, rng)))
                except NotApplicable as reason:
                    found.append(reason)
        return [_change(doc, edits) for doc, edits in zip((row.docs["question"] for row in rows), found)]

    def _by_rules(self, row: TaskRow, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        """The question by the rules; the gold answer tells what "when" asks for."""
        answers, context = row.docs["context"].marks, row.docs["context"].text
        answer = context[answers[0].start : answers[0].end] if answers else ""

        def synonyms() -> list[Edit]:
            edits = (next(Synonym(gate="off").sure(doc, *word, rng), None) for word in replaceable_words(doc))
            return [one for one in edits if one is not None]

        return reworded(doc, rng.fork(0), answer=answer, synonyms=synonyms, lead_in=self.lead_in)

    def __getstate__(self) -> dict[str, Any]:
        inner = self.inner
        return {**super().__getstate__(), _MADE_BY: None if inner is None else inner.__getstate__()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def known_modes() -> tuple[str, ...]:
    """The modes: the rules, and the transformations that keep what a question asks and read it alone.

    Example:
        >>> {"synonym", "masked-lm", "back-translation", "contraction"} <= set(known_modes())
        True
    """
    kept = []
    for name in transformations.names():
        made = transformations.get(name)
        alone = not issubclass(made, RowTransformation) and not made.edits_protected and "neighbors" not in made.needs
        # what is meant for contexts alone reads the answers' marks
        if alone and made.effects.get(QA) is Effect.PRESERVES and len(made.effects) > 1 and not made.control:
            kept.append(name)
    return (_WORDING, *kept, _BACK)


def _guarded(doc: Doc, protects: bool) -> Doc:
    """The question with its names, numbers and quotations protected; a translation may not know any."""
    spans = fixed_spans(doc) if protects else ()
    return Doc(
        doc.text,
        bounds=doc.bounds,
        annotation=Annotation(doc.tokens, doc.entities),
        protected=spans,
        protect=doc.protect,
        carried=doc.carried,
    )


def fixed_spans(doc: Doc) -> list[Offsets]:
    """Where the names, numbers and quotations of a question stand.

    Example:
        >>> doc = Doc.tagged("Who/PRON met/VERB Ana/PROPN in/ADP 1990/NUM ?/PUNCT", {"Ana": "PERSON"})
        >>> fixed_spans(doc)
        [(8, 11), (15, 19)]
    """
    spans = [(entity.start, entity.end) for entity in doc.entities]
    spans += [(token.start, token.end) for token in doc.tokens if token.pos in ("PROPN", "NUM")]
    for pattern in (_QUOTED, _DIGIT):
        spans += [match.span() for match in pattern.finditer(doc.text)]
    return sorted(set(spans))


def _change(doc: Doc, edits: Any) -> RowChange | NotApplicable | None:
    if isinstance(edits, NotApplicable):
        return edits
    if not edits:
        return None
    after = apply(doc.text, edits)
    for start, end in fixed_spans(doc):
        kept = doc.text[start:end].rstrip("?,.;:!")
        if kept.lower() not in after.lower():
            return NotApplicable("a name, a number or a quotation of the question would be lost")
    if not any(map(str.isalpha, after)) or ("?" in doc.text and "?" not in after):
        return NotApplicable("the result is not a question")
    return RowChange({"question": [Edit(*edit[:3]) for edit in edits]})
