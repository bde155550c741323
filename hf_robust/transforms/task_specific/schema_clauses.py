"""Winograd schemas with a relative clause after a candidate that says nothing of who is meant."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import COMMON_RELATIVES, GENDERED, JOINERS, NEUTER, POSSESSIVES
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.verbs import noun_agreement, plain
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind
from hf_robust.tasks import WINOGRAD
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.schema_candidates import SchemaCandidate, candidates_of

# Nothing in them can be meant by a pronoun, and nothing is a reason to do something or to be somehow.
_CLAUSES = {
    ("person", "he"): (
        "who was born in March",
        "who was born in October",
        "who grew up nearby",
        "who once lived abroad",
        "who used to live nearby",
    ),
    ("person", "they"): ("who grew up nearby", "who once lived abroad", "who used to live nearby"),
    ("thing", "he"): ("which was mentioned earlier", "which was described earlier", "which has been mentioned before"),
    ("thing", "they"): (
        "which were mentioned earlier",
        "which were described earlier",
        "which have been mentioned before",
    ),
}
_THINGS = CONCRETE | {"communication"}
_GOES_ON = JOINERS | COMMON_RELATIVES | {"that"}
_DEFINITE = POSSESSIVES | {"the"}
_PLACES = ("nsubj", "nsubj:pass", "obj", "obl", "obl:agent")
_MORE = ("ADJ", "ADP", "ADV", "DET", "NOUN", "NUM", "PART", "PRON", "PROPN", "VERB")


@register
@dataclass(frozen=True, kw_only=True)
class InsertRelativeClause(RowTransformation):
    """Insert a relative clause after a candidate, for example "who was born in March".

    The clause agrees with the candidate, contains no noun that the pronoun might refer to, and gives no reason for
    anything, so that the label does not change. Candidates are names, and nouns with an article or a possessive that
    denote a person or a thing.

    Source: TextFlint (Wang et al. 2021), section 3, "InsertRelativeClause".

    Example:
        >>> text = "The lawyer called the witness because he was late."
        >>> row = {"text": text, "pronoun": {"text": "he", "start": 38, "end": 40}, "label": 1}
        >>> row["candidates"] = [
        ...     {"text": "The lawyer", "start": 0, "end": 10}, {"text": "the witness", "start": 18, "end": 29},
        ... ]
        >>> InsertRelativeClause().preview_row(row, seed=1)["text"]
        'The lawyer, who was born in October, called the witness because he was late.'
    """

    name = "insert-relative-clause"
    version = "2"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "InsertRelativeClause"
    choice = "candidates that a clause can follow"
    needs = frozenset({"pos", "lemma", "dep"})
    effects = preserves(WINOGRAD)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, reasons = row.docs["text"], []
        found = list(candidates_of(doc, row))
        if len(found) < 2:
            raise NotApplicable("not all candidates stand in the text")
        pronoun = row.values["pronoun"]
        for candidate in rng.permuted(found):
            try:
                edit = _clause_after(doc, candidate, pronoun["text"].lower(), pronoun["start"], rng)
            except NotApplicable as reason:
                reasons.append(reason)
            else:
                return RowChange({"text": [edit]})
        raise reasons[0]


def _clause_after(doc: Doc, candidate: SchemaCandidate, pronoun: str, place: int, rng: RowRandom) -> Edit:
    """The clause behind a candidate.

    Raises:
        NotApplicable: None fits it.
    """
    tokens, name = doc.tokens, candidate.text
    if tokens[candidate.head].dep not in _PLACES:
        raise NotApplicable(f"the candidate {name!r} is no subject, object or adverbial")
    following = doc.text[candidate.end : candidate.end + 1]
    if following not in (" ", ".", ",", ";") or place < candidate.end:
        raise NotApplicable(f"a clause cannot follow the candidate {name!r}")
    after = tokens[candidate.last + 1 : candidate.last + 2]
    opens = bool(after) and plain(after[0]) == "that" and after[0].dep == "mark"  # "told the client that ..."
    if after and ((plain(after[0]) in _GOES_ON and not opens) or after[0].tag == "POS"):
        raise NotApplicable(f"a clause cannot follow the candidate {name!r}")
    is_object = not tokens[candidate.head].dep.startswith("nsubj")
    if is_object and after and after[0].pos in _MORE:
        raise NotApplicable(f"the candidate {name!r} and what follows belong together")
    kind = _kind(doc, candidate)
    if (pronoun in GENDERED and kind != "person") or (pronoun in NEUTER and kind != "thing"):
        raise NotApplicable(f"the candidate {name!r} is not what {pronoun!r} means")
    number = noun_agreement(tokens, candidate.head)
    if number is None:
        raise NotApplicable(f"it is not clear whether {name!r} is singular or plural")
    clause = rng.choice(_CLAUSES[kind, number])
    return Edit(candidate.end, candidate.end, f", {clause}" + ("," if following == " " else ""))


def _kind(doc: Doc, candidate: SchemaCandidate) -> str:
    """``person`` or ``thing``.

    Raises:
        NotApplicable: Neither is sure, or the phrase means no certain one.
    """
    tokens, head = doc.tokens, doc.tokens[candidate.head]
    words: Sequence[str] = [plain(token) for token in tokens[candidate.first : candidate.last + 1]]
    if all(token.text[:1].isupper() for token in tokens[candidate.first : candidate.last + 1]):
        if words[0] in genders_of_names() and len(words) <= 2:
            return "person"
    elif words[0] in _DEFINITE or words[0] in genders_of_names():
        kind = noun_kind(head.lemma.lower())
        if head.pos == "NOUN" and kind == "person":
            return "person"
        if head.pos == "NOUN" and kind in _THINGS:
            return "thing"
    raise NotApplicable(f"it is not sure whether {candidate.text!r} is one certain person or thing")
