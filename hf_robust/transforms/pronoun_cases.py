"""Whether "her" is an object or a possessive, and whether "his" stands before a noun or for one."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    CALENDAR_UNITS_PLURAL,
    CAUSATIVES,
    COMPASS,
    DAY_PARTS,
    HOURS_AND_MINUTES,
    LIGHT_VERBS,
    MONTHS,
    NAME_NOUNS,
    NEAR_DAYS,
    NEAR_KIN,
    POSSESSIVE_PRONOUNS,
    PROVIDE,
    SEASONS,
    TIME_NOUNS,
    UNIVERSALS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import plain, reinflected

_POSSESSIVE = frozenset({"nmod:poss", "poss"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "VBG"})
_CLOSED = frozenset({"ADP", "DET", "PRON", "PART", "SCONJ", "CCONJ", "AUX"})
_ENDS = frozenset({".", "!", "?", ";", ":", ")", "]", ","})
_SENTENCE_ENDS = frozenset({".", "!", "?", ";"})
_AFTER_POSSESSIVE = (UNIVERSALS - {"each"}) | {"then"}  # "her every move", "gave her all"
_PRONOUNS = POSSESSIVE_PRONOUNS - {"hers"}  # no possessive stands before them
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
# verbs that take an object with a bare infinitive: "saw her run"
_WITH_INFINITIVE = CAUSATIVES | frozenset("hear feel notice observe bid overhear know".split())
# verbs that take an object with a participle: "kept her waiting"
_WITH_PARTICIPLE = _WITH_INFINITIVE | frozenset(
    "catch find keep leave spot imagine remember picture stop prevent mind send want get like hate".split()
)
# verbs that take two objects: "gave her flowers", "cost her money"
_GIVING = (PROVIDE | LIGHT_VERBS) | frozenset(
    "tell show buy send bring teach read write sell lend pay promise wish cook hand pass throw cost "
    "owe save find order leave grant award deny refuse feed fetch ask play sing build draw pour fix bake "
    "knit earn win spare assign allow permit forgive envy deal guarantee mail email text fax post ship loan rent "
    "charge fine bet tip toss slip lease book reserve choose pick cut mix prepare quote cause spell set take inflict "
    "bequeath will advance extend accord afford allot cede concede gift feed recommend sew weave carve paint supply "
    "present issue deliver call".split()
)
# verbs that take an object and a noun that names it: "elected her president"
_NAMING = NAME_NOUNS | frozenset(
    """call elect appoint crown make declare vote consider deem label dub christen nickname proclaim pronounce
        designate choose brand style baptize think find rate rank""".split()
)
# nouns that may stand alone as a time or a direction: "saw her last week", "drove her home"
_ADVERBIAL = (
    MONTHS
    | WEEKDAYS
    | (CALENDAR_UNITS - {"century"})
    | (CALENDAR_UNITS_PLURAL - {"centuries"})
    | SEASONS
    | DAY_PARTS
    | NEAR_DAYS
    | HOURS_AND_MINUTES
    | TIME_NOUNS
    | COMPASS
    | frozenset(
        """home tonight season semester nights downtown upstairs downstairs abroad way
            outside inside back mile miles""".split()
    )
)

# nobody is given or called them without an article or a possessive: "made her debut", "saved her life"
_OWNED = NEAR_KIN | frozenset(
    """body career childhood comeback debut face hair hand head heart life maiden marriage mind peace re-election
    reputation resignation retirement speech stepfather stepmother voice""".split()
)


def case_of(tokens: Sequence[Token], number: int) -> str | None:
    """How "her" or "his" is used, when its tag, the parse and the verb before it agree.

    Tokens without a parse are decided by their tags and the verb.

    Args:
        tokens: The tokens of a text, with tags.
        number: The place of the pronoun.

    Returns:
        ``possessive`` before its noun, ``alone`` without a noun (an object, or "his" that stands for a noun), None
        when it cannot be told.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> case_of(Doc.tagged("I/PRON/PRP saw/VERB/VBD her/PRON/PRP$ car/NOUN/NN").tokens, 2)
        'possessive'
        >>> case_of(Doc.tagged("I/PRON/PRP gave/VERB/VBD her/PRON/PRP$ flowers/NOUN/NNS").tokens, 2) is None
        True
    """
    token = tokens[number]
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    owns = token.dep in _POSSESSIVE
    if after is None or after.text in _SENTENCE_ENDS:
        return "alone"
    if not after.text[:1].isalnum():
        return "alone" if after.text in _ENDS and token.tag != "PRP$" else None
    if plain(after) == "own":
        return "possessive"
    if after.tag == "CD" and number + 2 < len(tokens) and tokens[number + 2].text in ("%", "to", "-", "–"):
        return None  # "defeating her 52 % to 48 %"
    if plain(after) in _PRONOUNS:
        return "alone"
    compound = "-" in after.text or (number + 2 < len(tokens) and tokens[number + 2].text[:1] == "-")
    if after.pos in _CLOSED and not compound:
        if plain(after) in _AFTER_POSSESSIVE:
            return None
        # no possessive stands before "the", "that" or "with"; "his" before them may be one of a name or a title
        return None if owns and plain(token) == "his" else "alone"
    if token.tag == "PRP":
        return None if owns or compound or plain(token) == "his" else "alone"
    return "possessive" if _is_possessive(tokens, number) else None


def _is_possessive(tokens: Sequence[Token], number: int) -> bool:
    token, after = tokens[number], tokens[number + 1]
    if token.tag not in ("PRP$", "") or (token.dep and token.dep not in _POSSESSIVE):
        return False
    head = _head(tokens, number)
    noun = tokens[head]
    if noun.tag == "JJS":
        return True
    if head <= number or (noun.tag not in _NOUNS and noun.pos not in ("NOUN", "PROPN")):
        return False
    if _may_be_finite(tokens, number, head):
        return False
    return plain(token) == "his" or not _may_be_object(tokens, number, after, noun)


def _head(tokens: Sequence[Token], number: int) -> int:
    """The word that a possessive belongs to; without a parse the first noun after its adjectives."""
    if tokens[number].dep:
        return tokens[number].head
    last = number + 1
    while last + 1 < len(tokens) and tokens[last].pos in ("ADJ", "ADV", "NUM", "VERB"):
        last += 1
    return last


def _may_be_finite(tokens: Sequence[Token], number: int, head: int) -> bool:
    """Whether the noun may be the verb of its clause: "everyone around her laughs", "those who know her love it"."""
    noun = tokens[head]
    word, follows = plain(noun), tokens[head + 1].tag if head + 1 < len(tokens) else "."
    if noun.tag not in ("NN", "NNS"):
        return False
    plural = any(one.tag in ("NNS", "NNPS") and one.sent == noun.sent for one in tokens[:number])
    opens = follows in ("DT", "PRP", "PRP$")
    if not opens and any(one.tag in _FINITE and one.sent == noun.sent for one in tokens):
        return False
    tags = ("VBZ", "VBD", "VB") if plural or opens else ("VBZ", "VBD")
    return number > 0 and any(reinflected(word, tag, "VBG") is not None for tag in tags)


def _may_be_object(tokens: Sequence[Token], number: int, after: Token, noun: Token) -> bool:
    """Whether the verb right before "her" may take it as an object, with what follows as a second part."""
    before = tokens[number - 1] if number else None
    if before is None or (before.pos not in ("VERB", "AUX") and before.tag[:2] != "VB"):
        return False
    words = {plain(after), plain(noun)}
    if plain(after) in _OWNED and noun.tag == "NN":
        return False
    base = reinflected(plain(before), before.tag or "VB", "VB") or plain(before)
    if base in _GIVING or base in _NAMING or not _ADVERBIAL.isdisjoint(words):
        return True
    if base in _WITH_PARTICIPLE and any(reinflected(word, "VBG", "VB") is not None for word in words):
        return True
    return base in _WITH_INFINITIVE and any(reinflected(word, "VB", "VBD") is not None for word in words)
