"""A clause of general knowledge after the subject or the object of a relation."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import ARTICLES, POSSESSIVES, RELATIVE_PRONOUNS
from hf_robust.language.english.facts import FACT_TYPES, relative_clause, safe_clauses
from hf_robust.language.english.known_facts import denotes_someone, facts_of_noun, known_facts
from hf_robust.tasks import RELATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, mentions_of, relation_words

_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_CLAUSAL = ("acl", "relcl")
_SHORT = 3  # letters of prepositions in the name of a relation: "lives in"
_NAMED_AFTER = frozenset(("'s", "’s", "'", "’", "-", "–", "(", "[", "/", "&", "of", '"', "''", "``", "”", "“", ","))


@register
@dataclass(frozen=True, kw_only=True)
class InsertClause(RowTransformation):
    """Insert a relative clause after the subject or object. The relation does not change.

    The clause states what is known of the entity: what kind of place or organization it is, where a place lies, what a
    person did, what kind of thing a noun names. The clause never mentions the relation or the other entity. It is
    inserted only after a complete noun phrase, and before a verb, a preposition, a conjunction, a comma or the end.

    Args:
        facts: Whether the clauses state facts. Otherwise, all of them say that the entity was mentioned before.
        generic: Whether entities of which nothing is known get a clause that says that they were mentioned before.

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
    generic: bool = False

    name = "insert-clause"
    version = "5"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "InsertClause"
    choice = "mentions that a clause can follow"
    needs = frozenset({"ent", "pos", "dep", "lemma"})
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        for name in ("facts", "generic"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc, mentions = row.docs["tokens"], mentions_of(row)
        if not any(token.tag in _FINITE for token in doc.tokens):
            raise NotApplicable("the text has no clause of its own")
        reasons = []
        for number in rng.order(2):
            mention = mentions[number]
            try:
                kind = _kind_of(doc, mention)
                _check_place(doc, mention, mentions[1 - number])
                clause = self._clause(row, mention, mentions[1 - number], kind, rng.fork(number))
            except NotApplicable as reason:
                reasons.append(str(reason))
                continue
            return RowChange({"tokens": [_edit(doc, mention, " ".join(relative_clause(clause, kind).words))]})
        raise NotApplicable(reasons[0])

    def _clause(self, row: TaskRow, mention: RelationMention, other: RelationMention, kind: str, rng: RowRandom) -> str:
        doc = row.docs["tokens"]
        known: Sequence[str] = ()
        if self.facts:
            taken = {token.text.lower() for token in doc.tokens if token.pos in ("PROPN", "NOUN", "NUM", "ADJ")}
            words = {word for word in relation_words(row) if len(word) > _SHORT}
            known = [
                fact
                for fact in _facts_of(doc, mention, kind)
                if words.isdisjoint(fact.lower().split()[1:]) and taken.isdisjoint(fact.lower().split())
            ]
        before = doc.tokens[mention.first - 1].text.lower() if mention.first else ""
        if not known and self.facts and (not self.generic or (kind == "thing" and before not in ("the", "this"))):
            raise NotApplicable(f"nothing is known of the {mention.role}")
        return rng.choice(known or safe_clauses(kind))


_DETERMINERS = ARTICLES | POSSESSIVES | {"this", "that"}


# kinds of things that a clause can name; WordNet places these nouns below a wrong or an odd one
_KINDS = frozenset("device dwelling meeting microorganism show tableware toy".split())
_ODDLY_PLACED = frozenset("website company seed presentation constitution spill film movie food body turtle".split())
_UNSURE = "Washington"  # a state, or a city in no state
_MASS = frozenset("drink drug fabric food gas liquid meat medicine metal mineral".split())


def _facts_of(doc: Doc, mention: RelationMention, kind: str) -> Sequence[str]:
    if kind in FACT_TYPES:
        return () if mention.text(doc) == _UNSURE else known_facts(mention.text(doc), kind)
    last = doc.tokens[mention.last - 1]
    noun = (last.lemma if last.tag == "NNS" else last.text).lower()
    facts = () if noun in _ODDLY_PLACED else facts_of_noun(noun, _KINDS)
    if last.tag == "NNS":
        return [fact.replace("is ", "are ", 1) for fact in facts]
    if not _is_determined(doc, mention):
        return [fact for fact in facts if fact.rpartition(" ")[2] in _MASS]
    return facts


def _is_determined(doc: Doc, mention: RelationMention) -> bool:
    """Whether an article, or a word that stands for one, comes before a noun and the words that modify it."""
    place = mention.first - 1
    while place >= 0 and doc.tokens[place].pos in ("ADJ", "NOUN"):
        place -= 1
    before = doc.tokens[place] if place >= 0 else None
    return before is not None and (before.text.lower() in _DETERMINERS or before.tag == "POS")


def _kind_of(doc: Doc, mention: RelationMention) -> str:
    """What a clause can be about: a name of a known type, or a thing that the text speaks of as known."""
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
    if any(token.pos not in ("NOUN", "ADJ") for token in tokens) or tokens[-1].tag not in ("NN", "NNS"):
        raise NotApplicable(f"the {mention.role} is neither a common noun nor a name of a known type")
    noun = (tokens[-1].lemma if tokens[-1].tag == "NNS" else tokens[-1].text).lower()
    if tokens[-1].tag == "NN" and noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        raise NotApplicable(f"the {mention.role} may be several")
    if denotes_someone(noun):
        raise NotApplicable(f"the {mention.role} may be a person or a thing")
    return "thing"


def _check_place(doc: Doc, mention: RelationMention, other: RelationMention) -> None:
    """Refuse a mention behind which no clause can stand."""
    tokens = doc.tokens
    after = tokens[mention.last] if mention.last < len(tokens) else None
    before = tokens[mention.first - 1] if mention.first else None
    reason = NotApplicable(f"no clause can follow the {mention.role}")
    if _is_coordinated(tokens, mention) or _stands_alone(tokens, mention) or _who_follows(tokens, mention):
        raise reason
    opens = after is not None and after.text == "," and _goes_on_behind(tokens, mention.last)
    if after is None or (after.text in _NAMED_AFTER and not opens) or after.sent != tokens[mention.last - 1].sent:
        raise reason
    if before is not None and (before.text in ("(", "[", "-", "/", "``", '"', "“", ",") or _is_name(before)):
        raise reason
    if mention.first > 1 and _is_name(tokens[mention.first - 2]) and before is not None and before.text == "of":
        raise reason
    follows = opens or _begins_predicate(doc, mention, after) or _begins_phrase(doc, mention, after)
    follows = follows or _begins_another(doc, mention, after)
    if not follows and not _ends(tokens, mention.last):
        raise reason
    if any(token.text in ("``", "''", "`", '"') for token in tokens[max(0, mention.first - 2) : mention.last + 2]):
        raise reason


def _goes_on_behind(tokens: Sequence[Token], comma: int) -> bool:
    """Whether what follows a comma is no name, no number and no part of a list."""
    after = tokens[comma + 1] if comma + 1 < len(tokens) else None
    return after is not None and after.pos in ("PRON", "VERB", "AUX", "ADV", "SCONJ", "ADP")


def _is_coordinated(tokens: Sequence[Token], mention: RelationMention) -> bool:
    """Whether the mention is the last of several names, which the clause would be about as well."""
    if mention.first and tokens[mention.first - 1].text.lower() in ("and", "or", "&"):
        return True
    return any(token.text.lower() in ("and", "&") for token in tokens[mention.first : mention.last])


def _stands_alone(tokens: Sequence[Token], mention: RelationMention) -> bool:
    """Whether its sentence has no verb: a bare name."""
    sent = tokens[mention.first].sent
    return not any(token.tag in _FINITE for token in tokens if token.sent == sent)


def _who_follows(tokens: Sequence[Token], mention: RelationMention) -> bool:
    """Whether another relative clause comes soon, or a verb that the tagger took for one is a noun of the name."""
    after = tokens[mention.last : mention.last + 6]
    return any(token.text.lower() in RELATIVE_PRONOUNS | {"where"} for token in after) or (
        bool(after) and after[0].text.lower() in ("winds", "fires", "officials", "residents", "police", "authorities")
    )


def _is_name(token: Token) -> bool:
    return token.pos == "PROPN" and token.text[:1].isupper() and not token.text.endswith(".")


def _head(doc: Doc, mention: RelationMention) -> int:
    """Number of the token of a mention that hangs on something outside it."""
    inside = range(mention.first, mention.last)
    return next((number for number in inside if doc.tokens[number].head not in inside), mention.last - 1)


def _begins_predicate(doc: Doc, mention: RelationMention, after: Token) -> bool:
    """Whether the verb follows whose subject the mention is."""
    head = doc.tokens[_head(doc, mention)]
    verb = doc.tokens[after.head] if after.dep.startswith(("aux", "cop")) else after
    governs = doc.tokens[head.head] is verb if head.head >= 0 else False
    return after.tag in _FINITE and head.dep.startswith("nsubj") and governs and not verb.dep.startswith(_CLAUSAL)


def _ends(tokens: Sequence[Token], place: int) -> bool:
    """Whether only the end mark follows."""
    last = place >= len(tokens) - 1 or tokens[place + 1].sent != tokens[place].sent
    return tokens[place].text in (".", "!", "?") and last


def _begins_phrase(doc: Doc, mention: RelationMention, after: Token) -> bool:
    """Whether a prepositional phrase of the verb follows, behind an object or another such phrase."""
    head = doc.tokens[_head(doc, mention)]
    role = head.dep.split(":")[0] in ("obj", "obl", "iobj")
    phrase = doc.tokens[after.head] if after.head >= 0 else after
    same = phrase.head == head.head and phrase.dep.startswith("obl")
    return role and after.tag == "IN" and after.dep == "case" and same


def _begins_another(doc: Doc, mention: RelationMention, after: Token) -> bool:
    """Whether a second predicate or an adverbial clause of the verb follows: "and serves it", "because", "to"."""
    head = doc.tokens[_head(doc, mention)]
    if head.dep.split(":")[0] not in ("obj", "obl") or not 0 <= after.head < len(doc.tokens):
        return False
    governed = doc.tokens[after.head]
    opened = after.dep == "mark" or (after.tag == "CC" and governed.dep == "conj" and governed.pos == "VERB")
    return opened and governed.head == head.head


def _edit(doc: Doc, mention: RelationMention, clause: str) -> Edit:
    """The clause between commas; before an end mark it has none behind it."""
    end = mention.end(doc)
    closes = doc.tokens[mention.last].text in (",", ".", "!", "?", ";", ":")
    if doc.bounds is not None:
        return Edit(end, end, f" , {clause}" if closes else f" , {clause} ,")
    return Edit(end, end, f", {clause}" if closes else f", {clause},")
