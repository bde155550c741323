"""A clause of general knowledge after the subject or the object of a relation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import CROWDS
from hf_robust.language.english.details import kind_of_noun, kind_of_place
from hf_robust.language.english.facts import FACT_TYPES, safe_clauses
from hf_robust.language.english.known_facts import denotes_someone, facts_of_noun, known_facts
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kinds
from hf_robust.tasks import RELATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.relation_details import details_of, determiner_of, is_wider, noun_of
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, mentions_of, relation_words
from hf_robust.transforms.task_specific.relation_places import STATES_OR_CITIES
from hf_robust.transforms.task_specific.relation_slots import FINITE, slot_of

_SHORT = 3  # letters of prepositions in the name of a relation: "lives in"
_STEM = 3  # letters that "poet" shares with "poem", and "actress" with "actor"


@register
@dataclass(frozen=True, kw_only=True)
class InsertClause(RowTransformation):
    """Insert a relative clause after the subject or object. The relation does not change.

    The clause states what is known of the entity: what kind of place or organization it is, where a place lies, what a
    person did, what kind of thing a noun names. The clause never mentions the relation or the other entity. It is
    inserted only after a complete noun phrase, and before a verb, a preposition, a conjunction, a comma or the end.

    Args:
        facts: Whether the clauses state facts. Otherwise, all of them say that the entity was mentioned before.
        details: Whether the clauses also state invented details that fit anyone or anything of a type, such as "who has
            many friends". A name gets one only if nothing is known of it.
        generic: Whether the entities that remain get a clause that says that they were mentioned before.

    Source: TextFlint (Wang et al. 2021), section 3, "InsertClause".

    Example:
        >>> row = {
        ...     "tokens": ["Jane", "Austen", "lived", "in", "Bath", "."],
        ...     "subject": [0, 1], "subject_type": "PERSON", "object": [4, 4], "object_type": "CITY",
        ...     "relation": "per:cities_of_residence",
        ... }
        >>> new = InsertClause().preview_row(row, seed=1)
        >>> " ".join(new["tokens"]), new["subject"], new["object"]
        ('Jane Austen , who wrote novels , lived in Bath .', [0, 1], [9, 9])
    """

    facts: bool = True
    details: bool = True
    generic: bool = False

    name = "insert-clause"
    version = "6"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "InsertClause"
    choice = "mentions that a clause can follow"
    needs = frozenset({"ent", "pos", "dep", "lemma"})
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        for name in ("facts", "details", "generic"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc, mentions = row.docs["tokens"], mentions_of(row)
        if not any(token.tag in FINITE for token in doc.tokens):
            raise NotApplicable("the text has no clause of its own")
        reasons: list[str] = []
        order = rng.order(2)
        for detailed in (False, self.details):  # what is known comes before a detail of the other mention
            for number in order:
                mention = mentions[number]
                try:
                    kind = _kind_of(doc, mention)
                    if not detailed and self.details and kind not in FACT_TYPES:
                        continue
                    slot = slot_of(doc, mention)
                    clause = self._clause(row, mention, kind, detailed, rng.fork(number))
                except NotApplicable as reason:
                    reasons.append(str(reason))
                    continue
                return RowChange({"tokens": [_edit(doc, slot, clause)]})
        raise NotApplicable(reasons[0])

    def _clause(self, row: TaskRow, mention: RelationMention, kind: str, detailed: bool, rng: RowRandom) -> str:
        doc = row.docs["tokens"]
        pronoun = "who" if kind in ("person", "someone") else "which"
        known: Sequence[str] = ()
        if self.facts:
            taken = {token.text.lower() for token in doc.tokens if token.pos in ("PROPN", "NOUN", "NUM", "ADJ")}
            words = {word for word in relation_words(row) if len(word) > _SHORT}
            stems, facts = _stems(taken), _facts_of(doc, mention, kind)
            more = details_of(doc, mention, kind) if detailed and (not facts or kind == "thing") else ()
            if kind == "organisation" and f"{mention.role}_type" not in row.values and not _tells_kind(doc, mention):
                more = ()  # the recognizer takes stars and works for organizations
            known = [
                fact
                for fact in (*facts, *more)
                if words.isdisjoint(fact.lower().split()[1:]) and stems.isdisjoint(_stems(fact.lower().split()))
            ]
        before = doc.tokens[mention.first - 1].text.lower() if mention.first else ""
        vague = kind == "thing" and before not in ("the", "this")
        if not known and self.facts and (not self.generic or (self.details and not detailed) or vague):
            raise NotApplicable(f"nothing is known of the {mention.role}")
        return f"{pronoun} {rng.choice(known or safe_clauses('person' if kind == 'someone' else kind))}"


# kinds of things that a clause can name; WordNet places these nouns below a wrong or an odd one
_KINDS = frozenset("device dwelling meeting microorganism show tableware toy".split())
_ODDLY_PLACED = frozenset(
    "website company seed presentation constitution spill film movie food body turtle spam fetus taxi".split()
)
_UNSURE = STATES_OR_CITIES | {"Manhattan", "Ontario"}
_MASS = frozenset("drink drug fabric food gas liquid meat medicine metal mineral".split())


def _stems(words: Iterable[str]) -> set[str]:
    """The beginnings of words, so that no clause repeats a word in another form: "the poet, who wrote poems"."""
    return {word[:_STEM] if len(word) > _STEM else word for word in words}


def _facts_of(doc: Doc, mention: RelationMention, kind: str) -> Sequence[str]:
    if kind in FACT_TYPES:
        facts = () if mention.text(doc) in _UNSURE else known_facts(mention.text(doc), kind)
        if kind == "place" and is_wider(doc, mention):
            return [fact for fact in facts if not fact.startswith("is a city")]
        return facts
    if kind == "someone":
        return ()
    last = doc.tokens[mention.last - 1]
    noun = noun_of(last)
    facts = () if noun in _ODDLY_PLACED else facts_of_noun(noun, _KINDS)
    if last.tag == "NNS":
        return [fact.replace("is ", "are ", 1) for fact in facts]
    if not determiner_of(doc, mention):
        return [fact for fact in facts if fact.rpartition(" ")[2] in _MASS]
    return facts


def _tells_kind(doc: Doc, mention: RelationMention) -> bool:
    """Whether a word of a name says that it is an organization's: "Zorp League"."""
    return not set(lexicon("name_kinds")["kinds"]).isdisjoint(mention.text(doc).split())


def _kind_of(doc: Doc, mention: RelationMention) -> str:
    """What a clause can be about: a name of a known type, a thing, or ``someone`` for a noun of people."""
    tokens = mention.tokens(doc)
    if mention.kind in FACT_TYPES:
        if any(token.pos not in ("PROPN", "ADP", "DET", "ADJ", "NOUN", "CCONJ", "NUM", "PUNCT") for token in tokens):
            raise NotApplicable(f"the {mention.role} is not a plain name")
        if tokens[-1].tag in ("NNS", "NNPS") or tokens[-1].text.islower():
            raise NotApplicable(f"the {mention.role} may be several")
        return mention.kind
    if mention.kind:
        raise NotApplicable(f"nothing is known of the {mention.role}")
    if all(token.pos == "PROPN" for token in tokens):
        kinds = [kind for kind in FACT_TYPES if known_facts(mention.text(doc), kind)]
        if len(kinds) == 1 and not (kinds[0] == "person" and len(tokens) == 1):
            return kinds[0]
        if len(tokens) > 1 and tokens[-1].tag == "NNP" and kind_of_place(mention.text(doc)) != "place":
            return "place"  # "Zorp River"
    if any(token.pos not in ("NOUN", "ADJ") for token in tokens) or tokens[-1].tag not in ("NN", "NNS"):
        raise NotApplicable(f"the {mention.role} is neither a common noun nor a name of a known type")
    noun = noun_of(tokens[-1])
    if tokens[-1].tag == "NN" and noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        raise NotApplicable(f"the {mention.role} may be several")
    if kind_of_noun(noun) == "someone":
        return "someone"
    if "person" in noun_kinds(noun) or (denotes_someone(noun) and not noun_kinds(noun)) or noun in CROWDS:
        raise NotApplicable(f"the {mention.role} may be a person or a thing")
    return "thing"


def _edit(doc: Doc, slot: int, clause: str) -> Edit:
    """The clause between commas; before an end mark it has none behind it."""
    end = doc.tokens[slot - 1].end
    closes = doc.tokens[slot].text in (",", ".", "!", "?", ";", ":")
    if doc.bounds is not None:
        return Edit(end, end, f" , {clause}" if closes else f" , {clause} ,")
    return Edit(end, end, f", {clause}" if closes else f", {clause},")
