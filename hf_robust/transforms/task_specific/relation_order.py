"""The phrase that carries a relation moves, or its two mentions change order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import POSSESSIVE_CLITICS
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.nations import all_peoples
from hf_robust.tasks import RELATION
from hf_robust.tasks.token_spans import written
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.relation_appositions import APPOSITIONS
from hf_robust.transforms.task_specific.relation_classes import CLASSES
from hf_robust.transforms.task_specific.relation_clefts import CLEFT
from hf_robust.transforms.task_specific.relation_inversions import CLAUSAL, VOICE
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, mentions_of
from hf_robust.transforms.task_specific.relation_nominals import NOMINAL
from hf_robust.transforms.task_specific.relation_participles import RELATIVE, TO_FRONT
from hf_robust.transforms.task_specific.relation_parts import parts_of
from hf_robust.transforms.task_specific.relation_patterns import AGE, BIRTH, EMPLOYEE, Order, Pattern, Roles, Run
from hf_robust.transforms.task_specific.relation_phrases import phrase_to_end, phrase_to_front
from hf_robust.transforms.task_specific.relation_speech import SPEECH
from hf_robust.transforms.task_specific.relation_ties import moves_relation, why_kept
from hf_robust.transforms.task_specific.relation_voice import active

KINDS = ("any", "age", "birth", "employee")
_TIGHT = frozenset(".,;:!?)")  # what has no space before it in a text
_PARTING = frozenset(('"', "``", "''", "`", "“", "”", ";", ":", "--", "–", "—"))
_DASHES = frozenset(("--", "–", "—"))
_PATTERNS: Mapping[str, Sequence[Pattern]] = {
    "age": AGE,
    "birth": BIRTH,
    "employee": EMPLOYEE,
    "phrase": (phrase_to_end, phrase_to_front),
    "active": (active,),
    "inversion": (*CLAUSAL, *CLASSES, *TO_FRONT),
    "voice": (*VOICE, *RELATIVE),
    "noun phrase": (*NOMINAL, *APPOSITIONS),
    "cleft": CLEFT,
    "speech": SPEECH,
}
_LOCAL = ("employee", "voice", "noun phrase", "speech")  # what moves stays in its phrase, whatever stands around it
_OF_PARTS = ("birth", "phrase", "active", "inversion", "cleft")  # what one clause of several allows
_OF_SECOND = ("active", "cleft")  # what it allows behind a phrase


@register
@dataclass(frozen=True, kw_only=True)
class SwapTriplePosition(RowTransformation):
    """Move the phrase that expresses the relation, or swap the order of subject and object.

    The relation between subject and object does not change. A phrase that says something else does not move: a date
    of birth stays where it is if the relation is the position that a person plays.

    * ``age``: "Anna Berg , 45 , left ." becomes "Aged 45 , Anna Berg left .".
    * ``birth``: "Anna Berg , born in Oslo , left ." or "Anna Berg ( born 1950 ) left ." becomes "Born ... , Anna Berg
      left .", and the other way round. The place or date must be a mention.
    * ``employee``: "Anna Berg , a lawyer for Zorp , left ." becomes "A lawyer for Zorp , Anna Berg , left ." and "Zorp
      lawyer Anna Berg left ." becomes "Anna Berg , the Zorp lawyer , left .".
    * ``any`` also includes the following changes:

      * A passive sentence becomes active, or an active one passive: "The fire was caused by a storm ." becomes "A storm
        caused the fire .", and "The box contained a key ." becomes "A key was contained in the box .".
      * In a sentence of one clause, a phrase of place or time that contains the subject or the object moves from the
        start to the end, or from the end to the start: "In Oslo , Anna met Bob ." becomes "Anna met Bob in Oslo .".
      * A sentence with a form of *be* that says where something is is inverted: "The key was kept in the box ."
        becomes "Kept in the box was the key .".
      * A clause with a participle moves to the front, and so does a clause of time or reason, or from there to the end:
        "Zorp is a road bridge spanning the Ova ." becomes "Spanning the Ova , Zorp is a road bridge .".
      * A passive participle becomes an active relative clause: "the fire caused by a storm" becomes "the fire that a
        storm caused".
      * If one noun phrase contains the subject and the object, *of* becomes a possessive, or a possessive becomes *of*:
        "the blade of the knife" becomes "the knife 's blade".
      * A noun phrase that says what a person or a work is changes its place with the name: "Anna met the Zorp champion
        Bob ." becomes "Anna met Bob , the Zorp champion .".
      * An apposition changes its place with its noun: "Anna , the head of Zorp , left ." becomes "The head of Zorp ,
        Anna , left .". A rank or a place moves behind a name: "Oslo Radio Zorp" becomes "Radio Zorp of Oslo".
      * A class comes before its name: "Anna is a tenor ." becomes "One tenor is Anna .", and "Anna is a tenor who sang
        in Oslo ." becomes "A tenor , Anna sang in Oslo .".
      * Two names joined by *and* change their order.
      * A phrase with the subject or the object stands first, in a sentence with *it*: "Anna met Bob in the old town ."
        becomes "It was in the old town that Anna met Bob .".

      * Who says something changes its place with what is said: "The summit will end , said Anna of Zorp ." becomes
        "Anna of Zorp said the summit will end ." In a line of place and agency, the agency comes first.

    In a sentence of several clauses, the clause that contains both mentions can change.

    Args:
        kind: The change to apply: ``age``, ``birth``, ``employee``, or ``any`` (the first one that is possible).

    Source: TextFlint (Wang et al. 2021), section 3, "SwapTriplePos".

    Example:
        >>> row = {
        ...     "tokens": ["Anna", "Berg", ",", "45", ",", "teaches", "law", "."],
        ...     "subject": [0, 1], "object": [3, 3], "relation": "per:age",
        ... }
        >>> new = SwapTriplePosition().preview_row(row)
        >>> " ".join(new["tokens"]), new["subject"], new["object"]
        ('Aged 45 , Anna Berg teaches law .', [3, 4], [1, 1])
    """

    kind: str = "any"

    name = "swap-triple-position"
    version = "12"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "SwapTriplePos"
    choice = "phrases that can be moved"
    needs = frozenset({"pos", "dep", "lemma"})
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        self._require_choice("kind", KINDS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        roles = Roles(row.docs["tokens"], *mentions_of(row))
        groups = _PATTERNS if self.kind == "any" else (self.kind,)
        single = _is_single(roles)
        idle: list[Order] = []
        order = _order(roles, [name for name in groups if single or name in _LOCAL], idle)
        for part in parts_of(roles) if self.kind == "any" and order is None else ():
            if _is_single(part.roles):
                moved = _order(part.roles, _OF_SECOND if part.is_second else _OF_PARTS, idle)
                order = None if moved is None else part.whole(moved, len(roles.doc.tokens))
            if order is not None:
                break
        if order is not None:
            return _change(row, roles, order)
        raise NotApplicable(why_kept(roles, bool(idle)))


def _order(roles: Roles, groups: Sequence[str], idle: list[Order]) -> Order | None:
    """The first order that a pattern of some groups gives; those that leave the relation as it is are noted."""
    for pattern in (pattern for name in groups for pattern in _PATTERNS[name]):
        order = pattern(roles)
        if order is not None and _keeps(roles, order):
            if moves_relation(roles, order):
                return order
            idle.append(order)
    return None


def _is_single(roles: Roles) -> bool:
    """Whether a text is one sentence with an end mark, of one part."""
    tokens = roles.doc.tokens
    whole = len({token.sent for token in tokens}) == 1 and tokens[-1].text == "."
    opened = 0
    for token in tokens:
        opened += (token.text == "(") - (token.text == ")")
        if token.text in _PARTING and not (opened and token.text in _DASHES):  # "( 1950 – 2010 )"
            return False
    return whole


def _keeps(roles: Roles, order: Order) -> bool:
    """Whether both mentions are whole in the new order, each in one run."""
    runs = [piece for piece in order if isinstance(piece, Run)]
    mentions = (roles.subject, roles.other)
    return all(any(run.first <= mention.first and mention.last <= run.end for run in runs) for mention in mentions)


def _change(row: TaskRow, roles: Roles, order: Order) -> RowChange:
    """The change that puts a sentence into a new order; what stands first and last stays out of the edit."""
    doc = roles.doc
    words: list[str] = []  # texts between which a space stands, or none
    places: dict[int, int] = {}  # by run, the number of its text
    for number, piece in enumerate(order):
        places[number] = len(words)
        words.append(piece if isinstance(piece, str) else _written(doc, piece))
    joined, starts = _joined(words, doc.bounds is None)
    labels: dict[str, Any] = {}
    for mention in (roles.subject, roles.other):
        number = next(
            place
            for place, piece in enumerate(order)
            if isinstance(piece, Run) and piece.first <= mention.first and mention.last <= piece.end
        )
        run = order[number]
        assert isinstance(run, Run)
        at = starts[places[number]] + mention.start(doc) - doc.tokens[run.first].start
        labels[mention.role] = _span(row, mention, at, joined)
    edits = _shortest(doc.text, joined)
    value = joined if doc.bounds is None else joined.split(" ")
    if doc.bounds is not None and len(doc.bounds) != len(doc.text.split(" ")):
        raise NotApplicable("a token has a space in it")
    return RowChange({"tokens": edits}, {"tokens": value, **labels})


def _span(row: TaskRow, mention: RelationMention, at: int, joined: str) -> Any:
    """The span of a mention that begins at a character of the new text."""
    doc = row.docs["tokens"]
    size = mention.end(doc) - mention.start(doc)
    text = joined[at : at + size]
    ends = (at, at + size)
    if doc.bounds is not None:
        first = joined.count(" ", 0, at)
        ends = (first, first + text.count(" "))
    return written(row.values[mention.role], ends, text)


def _written(doc: Doc, run: Run) -> str:
    text = doc.text[doc.tokens[run.first].start : doc.tokens[run.end - 1].end]
    of_people = doc.tokens[run.first].text.lower() in all_peoples()
    if run.small and not (text[1:2].isupper() or of_people or _is_owner(doc, run.first)):
        return text[:1].lower() + text[1:]
    return text[:1].upper() + text[1:] if run.large else text


def _is_owner(doc: Doc, place: int) -> bool:
    """Whether a token is a given name with a possessive: "Lina's"."""
    name, mark, _ = doc.tokens[place].text.replace("’", "'").partition("'")
    after = doc.tokens[place + 1].text if place + 1 < len(doc.tokens) else ""
    return bool(mark or after in POSSESSIVE_CLITICS) and name.lower() in genders_of_names()


def _joined(words: Sequence[str], tight: bool) -> tuple[str, list[int]]:
    """The pieces as one text, and where each begins; marks have no space before them where that is usual."""
    text, starts = "", list[int]()
    for word in words:
        if text and not (tight and (word[:1] in _TIGHT or word in ("'s", "'"))):
            text += " "
        starts.append(len(text))
        text += word
    return text, starts


def _shortest(old: str, new: str) -> list[Edit]:
    """One edit of the words that differ."""
    before, after = old.split(" "), new.split(" ")
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    start = sum(len(word) + 1 for word in before[:first])
    end = len(old) - sum(len(word) + 1 for word in before[len(before) - last :]) if last else len(old)
    words = " ".join(after[first : len(after) - last])
    if start > end:  # nothing goes: the words are inserted before a word
        return [Edit(start, start, f"{words} ")]
    return [Edit(start, end if words else end + 1, words)]
