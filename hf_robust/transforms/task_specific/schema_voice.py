"""Winograd schemas whose candidates are subject and object of one verb: active becomes passive, and back."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ACTIVE_VERBS,
    DO_TENSED,
    GOALS,
    LET,
    PARTICLES,
    SHORT_DEGREES,
    SUBORDINATORS,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.verbs import children, noun_agreement, plain, reinflected
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.tasks import WINOGRAD
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.schema_candidates import SchemaCandidate, candidates_of

# no passive, or one that says something else
ACTIVE_ONLY = ACTIVE_VERBS | LET | {"belong", "equal", "meet"}
_TELLS = frozenset("ask inform tell remind warn assure notify advise convince persuade".split())
_OPENING = SUBORDINATORS | TIMES_OF_CLAUSES
_TOLD = frozenset(("that", "if", "whether"))
_BE = {("VBD", "he"): "was", ("VBD", "they"): "were", ("VBZ", "he"): "is", ("VBZ", "they"): "are"}
_OF_BE = {"was": "VBD", "were": "VBD", "is": "VBZ", "are": "VBZ"}
_REFLEXIVE = ("self", "selves")
_BARRED = ("xcomp", "ccomp", "iobj", "compound:prt", "cop", "expl", "aux", "csubj")
# what follows the object goes with it or with the verb too closely to be parted from them by "by ..."
_CLOSE = ("ADJ", "ADV", "DET", "NOUN", "NUM", "PART", "PRON", "PROPN", "VERB")
_DIRECTIONS = PARTICLES | GOALS | frozenset("across from of over through to toward towards".split())
_ELLIPSIS = DO_TENSED | (SHORT_DEGREES - {"very"}) | {"not", "to"}
_ON_AND_ON = frozenset("and but then".split())
_POSSESSIVE = frozenset({"PRP$"})


class _Clause(NamedTuple):
    """A verb with the two candidates beside it.

    Args:
        first: The candidate before it, its subject.
        second: The candidate after it.
        start: Where what stands between the two begins.
        end: Where it ends.
        between: What is to stand there.
    """

    first: SchemaCandidate
    second: SchemaCandidate
    start: int
    end: int
    between: str


@register
@dataclass(frozen=True, kw_only=True)
class SwitchVoice(RowTransformation):
    """Make an active clause with one candidate as subject and the other as object passive, or a passive one active.

    Tense and agreement are adapted, and each candidate keeps its index, so the label does not change. The candidates
    must be directly next to the verb, which must be in the simple present or past.

    Source: TextFlint (Wang et al. 2021), section 3, "SwitchVoice".

    Example:
        >>> text = "The cat chased the dogs because it was bored."
        >>> row = {"text": text, "pronoun": {"text": "it", "start": 32, "end": 34}, "label": 0}
        >>> places = {"The cat": (0, 7), "the dogs": (15, 23)}
        >>> row["candidates"] = [{"text": name, "start": s, "end": e} for name, (s, e) in places.items()]
        >>> new = SwitchVoice().preview_row(row)
        >>> new["text"], new["candidates"][0]["text"]
        ('The dogs were chased by the cat because it was bored.', 'the cat')
    """

    name = "switch-voice"
    version = "4"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "SwitchVoice"
    choice = "clauses whose voice can be changed"
    needs = frozenset({"pos", "lemma", "dep"})
    effects = preserves(WINOGRAD)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["text"]
        clause = _clause(doc, row)
        first, second = clause.first, clause.second
        front, back = _moved(doc, first, second)
        edits = [
            Edit(first.start, first.end, front),
            Edit(clause.start, clause.end, clause.between),
            Edit(second.start, second.end, back),
        ]

        def traded(moved: list[dict[str, Any]]) -> list[dict[str, Any]]:
            """Each candidate at the place of the other one."""
            new = list(moved)
            new[first.number], new[second.number] = moved[second.number], moved[first.number]
            return new

        return RowChange({"text": edits}, {"candidates": traded})


def _clause(doc: Doc, row: TaskRow) -> _Clause:
    """The clause that can be turned.

    Raises:
        NotApplicable: There is none.
    """
    if any(plain(token).endswith(_REFLEXIVE) or plain(token) == "other" for token in doc.tokens):
        raise NotApplicable("a word such as 'himself' points back to the subject")
    found = sorted(candidates_of(doc, row), key=lambda one: one.start)
    if len(found) != 2:
        raise NotApplicable("the text does not contain two candidates")
    first, second = found
    verb = doc.tokens[first.head].head
    dep = doc.tokens[first.head].dep
    if doc.tokens[second.head].head != verb or dep not in ("nsubj", "nsubj:pass"):
        raise NotApplicable("the candidates are not subject and object of one verb")
    _check_verb(doc.tokens, verb, first, second, row.values["pronoun"]["start"])
    _check_rest(doc, row, first, second)
    make = _passive if dep == "nsubj" else _active
    return make(doc, verb, first, second)


def _check_verb(
    tokens: Sequence[Token], verb: int, first: SchemaCandidate, second: SchemaCandidate, pronoun: int
) -> None:
    """Refuse a verb whose other parts lean on its subject, or that has another object."""
    if tokens[verb].pos != "VERB" or plain(tokens[verb]) != tokens[verb].text:
        raise NotApplicable("the candidates hang on no plain verb")
    told = _tells(tokens, verb, second)
    for child in children(tokens, verb):
        kind = tokens[child].dep
        if child in (first.head, second.head) or kind == "aux:pass":
            continue
        if told and child > second.last:
            continue  # "informed the client that ..."
        if kind in _BARRED or kind.startswith(("obj", "nsubj", "obl:agent", "aux")):
            raise NotApplicable(f"the verb {tokens[verb].text!r} has more parts than a subject and an object")
        if kind in ("conj", "advcl", "parataxis") and not _has_subject(tokens, child, second.end, pronoun):
            raise NotApplicable(f"{tokens[child].text!r} has the same subject")
    if any(tokens[place].tag in _POSSESSIVE for place in range(second.first, second.last + 1)):
        raise NotApplicable("the second candidate leans on the first")


def _check_rest(doc: Doc, row: TaskRow, first: SchemaCandidate, second: SchemaCandidate) -> None:
    """Refuse what cannot follow the changed clause, and a pronoun that people take for its subject by habit."""
    following = doc.tokens[second.last + 1 : second.last + 2]
    opens = bool(following) and (following[0].dep == "mark" or _tells(doc.tokens, doc.tokens[first.head].head, second))
    if following and not opens and (following[0].pos in _CLOSE or plain(following[0]) in _DIRECTIONS):
        raise NotApplicable(f"{following[0].text!r} cannot be parted from the verb")
    if any(plain(token) in _ELLIPSIS and after.tag in (".", ",") for token, after in pairwise(doc.tokens)):
        raise NotApplicable("a verb is left out that would be read as the passive one")
    place = row.values["pronoun"]["start"]
    words = doc.text[second.end : place].lower().split()
    if place < first.start or (second.end <= place and len(words) == 0):
        raise NotApplicable("the pronoun stands where the clause would hide what it means")
    goes_on = not _ON_AND_ON.isdisjoint(word.strip(",;") for word in words[:2])
    if goes_on and int(row.values["label"]) == first.number:
        raise NotApplicable("after 'and' or 'but' the pronoun would be taken for the new subject")
    if words and words[-1] in _OPENING:
        return  # whatever the parser makes of a mask
    tokens, at = doc.tokens, doc.token_at(place)
    for _ in range(len(tokens)):
        token = tokens[at]
        if token.dep in ("advcl", "conj", "parataxis", "ROOT", "root", "ccomp", "acl:relcl") or token.head in (-1, at):
            break
        if token.head == tokens[first.head].head and token.dep.startswith("obl"):
            raise NotApplicable("the pronoun stands in the clause itself")
        at = token.head


def _tells(tokens: Sequence[Token], verb: int, second: SchemaCandidate) -> bool:
    """Whether what is told follows the second candidate; a parser that meets a mask may not see its clause."""
    following = tokens[second.last + 1 : second.last + 2]
    return tokens[verb].lemma in _TELLS and bool(following) and plain(following[0]) in _TOLD


def _has_subject(tokens: Sequence[Token], predicate: int, after: int, pronoun: int) -> bool:
    """Whether a clause has a subject of its own; the pronoun is one even where it is a mask that no parser knows."""
    if after <= pronoun <= tokens[predicate].start:
        return True
    return any(tokens[child].dep.startswith(("nsubj", "csubj", "expl")) for child in children(tokens, predicate))


def _passive(doc: Doc, verb: int, first: SchemaCandidate, second: SchemaCandidate) -> _Clause:
    """ "was seen by" for "saw"."""
    tokens, word = doc.tokens, doc.tokens[verb]
    beside = (first.last + 1, second.first - 1) == (verb, verb)
    is_object = tokens[second.head].dep == "obj" or _tells(tokens, verb, second)
    if not beside or not is_object or word.tag not in ("VBD", "VBZ", "VBP"):
        raise NotApplicable("the verb does not stand between the candidates in the simple present or past")
    participle = reinflected(word.text, word.tag, "VBN")
    if participle is None or word.lemma in ACTIVE_ONLY:
        raise NotApplicable(f"the verb {word.text!r} has no passive")
    number = noun_agreement(tokens, second.head)
    be = _BE.get(("VBD" if word.tag == "VBD" else "VBZ", number or ""))
    if be is None:
        raise NotApplicable(f"the number of {tokens[second.head].text!r} cannot be told")
    return _Clause(first, second, word.start, word.end, f"{be} {participle} by")


def _active(doc: Doc, verb: int, first: SchemaCandidate, second: SchemaCandidate) -> _Clause:
    """ "saw" for "was seen by"."""
    tokens, word = doc.tokens, doc.tokens[verb]
    be, by = tokens[first.last + 1], tokens[second.first - 1]
    beside = (first.last + 2, second.first - 2) == (verb, verb) and be.dep == "aux:pass" and plain(by) == "by"
    tense = _OF_BE.get(plain(be))
    if not beside or tense is None or word.tag != "VBN":
        raise NotApplicable("the verb does not stand between the candidates in the simple present or past")
    number = noun_agreement(tokens, second.head)
    if number is None:
        raise NotApplicable(f"the number of {tokens[second.head].text!r} cannot be told")
    new = reinflected(word.text, "VBN", "VBD" if tense == "VBD" else "VBZ" if number == "he" else "VBP")
    if new is None:
        raise NotApplicable(f"the verb {word.text!r} is not known")
    return _Clause(first, second, be.start, by.end, new)


def _moved(doc: Doc, first: SchemaCandidate, second: SchemaCandidate) -> tuple[str, str]:
    """What stands in the first place after the change and what in the second, capitals as they should be."""
    tokens, front, back = doc.tokens, second.text, first.text
    opens = first.first == 0 or tokens[first.first - 1].sent != tokens[first.first].sent
    if opens and front[:1].islower():
        front = front[:1].upper() + front[1:]
    named = tokens[first.first].pos == "PROPN" or tokens[first.first].text == "I"
    word = first.text.lower()
    alone = tokens[second.first].pos != "PROPN"  # in "Apple sued Samsung" both are names
    if (
        opens
        and named
        and alone
        and word not in genders_of_names()
        and (noun_kind(word) or noun_kind(word.removesuffix("s")))
    ):
        raise NotApplicable(f"{first.text!r} may be a name or a plain word")
    if (opens and not named and back[1:2].islower()) or (opens and not named and back[1:2] == " "):
        back = back[:1].lower() + back[1:]
    return front, back
