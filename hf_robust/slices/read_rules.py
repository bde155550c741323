"""Reads search rules from YAML."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hf_robust.core.sections import whole
from hf_robust.core.yaml_nodes import Key, Node, hint
from hf_robust.language.sentiment import LABELS as SENTIMENTS
from hf_robust.slices.rules import (
    All,
    AnyOf,
    HasTerm,
    HasToken,
    HasWord,
    In,
    Label,
    Length,
    Matches,
    Not,
    Rule,
    RuleColumn,
    StartsWith,
    compile_pattern,
)
from hf_robust.slices.sentence_rules import Agrees, Declarative, HasPeople, Margin, without_contrast

# universal parts of speech
_UPOS = tuple("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
RULE_KEYS = {
    "label": Key("label or list", "the row has one of these labels"),
    "length": Key("mapping", "number of words; an end mark of its own is none"),
    "starts_with": Key("list, or list of lists", "the first word is one of these; then one of the next list"),
    "contains": Key("word, list or mapping", "the text has one of these words or phrases, in any case"),
    "excludes": Key("word, list or mapping", "the text has none of them"),
    "matches": Key("regular expression", "it is found in the text, within one second"),
    "clause": Key("declarative", 'the text is one declarative sentence, which may follow "that"'),
    "contrast": Key("none", "no word such as but, although or despite sets one judgment against another"),
    "margin": Key("number", "the score is so far from where the next label begins; without scores it is met"),
    "agrees": Key("sentiment, classifier", "a second opinion on the label is the same: of word lists, or of a model"),
    "column": Key("mapping", "a column of the dataset has one of some values"),
    "in": Key("mapping to rules", "by role: a rule for that text; elsewhere a rule looks at the first"),
    "all": Key("list of rules", "every one is met"),
    "any": Key("list of rules", "at least one is met"),
    "not": Key("rule", "it is not met"),
}
BOUND_KEYS = {
    "below": Key("whole number", "fewer words than that", read=whole()),
    "above": Key("whole number", "more words than that", read=whole()),
    "at_least": Key("whole number", "so many or more", read=whole()),
    "at_most": Key("whole number", "so many or fewer", read=whole()),
}
CONTAINS_KEYS = {
    "words": Key("word or list", "the same as without a mapping"),
    "lexicon": Key("name", "a word of this list"),
    "people": Key("true", "with lexicon: where it denotes people (no black car); alone: any noun for people"),
    "sentiment": Key("positive, negative, neutral", "a token of this sentiment; one or a list, as for pos and tag"),
    "pos": Key("part of speech", "a token of this universal part of speech, ADJ or NOUN"),
    "tag": Key("text", "a token of this Penn tag, JJR or NNS"),
    "not_in": Key("name", "with sentiment, pos or tag: words of this list do not count"),
}
COLUMN_KEYS = {
    "name": Key("text", "the column", needed=True),
    "is": Key("text or list", "its values, compared as text", needed=True),
}


@dataclass(frozen=True)
class RuleContext:
    """What the names in a rule are checked against.

    Args:
        roles: Roles of the task's texts.
        labels: Labels that rules may name.
        lexicons: File by word list; None for one that the user has to name.
    """

    roles: tuple[str, ...]
    labels: tuple[str, ...]
    lexicons: Mapping[str, Path | None]


def read_rule(node: Node, context: RuleContext) -> Rule:
    """One rule; several predicates in one mapping must all be met.

    Raises:
        SpecError: For an unknown predicate, or one that is not written as it must be.
    """
    parts = node.keys(RULE_KEYS, noun="predicate")
    if not parts:
        node.fail(f"an empty rule{hint('', RULE_KEYS)}")
    rules = tuple(_READERS[name](part, context) for name, part in parts.items())
    return rules[0] if len(rules) == 1 else All(rules)


def _several(node: Node, context: RuleContext) -> tuple[Rule, ...]:
    rules = tuple(read_rule(part, context) for part in node.parts())
    if not rules:
        node.fail("expected at least one rule, found an empty list")
    return rules


def _label(node: Node, context: RuleContext) -> Rule:
    return Label(node.among(context.labels, "label"))


def _length(node: Node, context: RuleContext) -> Rule:
    parts = node.read(BOUND_KEYS, "bound")
    if not parts:
        node.fail(f"no bound{hint('', BOUND_KEYS)}")
    least = max(parts.get("at_least", 0), parts.get("above", -1) + 1)
    ends = [parts[name] - shift for name, shift in (("at_most", 0), ("below", 1)) if name in parts]
    if ends and min(ends) < least:
        node.fail(f"no text is at least {least} and at most {min(ends)} words long")
    return Length(least, min(ends) if ends else None)


def _starts_with(node: Node, context: RuleContext) -> Rule:
    parts = list(node.parts()) if node.is_list else []
    nested = parts and all(part.is_list for part in parts)
    groups = tuple(part.texts() for part in parts) if nested else (node.texts(),)
    if not all(word.strip() for group in groups for word in group):
        node.fail("expected words, found an empty text")
    return StartsWith(groups)


def _matches(node: Node, context: RuleContext) -> Rule:
    pattern = node.value(str)
    try:
        compile_pattern(pattern)
    except ValueError as error:
        node.fail(f"expected a regular expression, found {pattern!r}: {error}")
    return Matches(pattern)


def _contains(node: Node, context: RuleContext) -> Rule:
    if not node.is_map:
        return HasWord(node.texts())
    parts = node.keys(CONTAINS_KEYS, noun="key")
    if "people" in parts:
        return _people(parts, node, context)
    if "words" in parts or "lexicon" in parts:
        if len(parts) > 1:
            node.fail("'words' and 'lexicon' stand alone; expected one of them, or sentiment, pos and tag")
        if "words" in parts:
            return HasWord(parts["words"].texts())
        return HasTerm(parts["lexicon"].among(context.lexicons, "lexicon")[0])
    if not parts.keys() - {"not_in"}:
        node.fail("expected words, lexicon, or some of sentiment, pos and tag; found none")
    return HasToken(
        pos=parts["pos"].among(_UPOS, "part of speech") if "pos" in parts else (),
        tags=parts["tag"].texts() if "tag" in parts else (),
        sentiments=parts["sentiment"].among(SENTIMENTS, "sentiment") if "sentiment" in parts else (),
        without=parts["not_in"].among(context.lexicons, "lexicon")[0] if "not_in" in parts else None,
    )


def _people(parts: Mapping[str, Node], node: Node, context: RuleContext) -> Rule:
    if not parts["people"].value(bool):
        parts["people"].fail("expected true, found false; leave people out")
    if not parts.keys() <= {"people", "lexicon"}:
        node.fail("'people' stands alone or with 'lexicon'")
    return HasPeople(parts["lexicon"].among(context.lexicons, "lexicon")[0] if "lexicon" in parts else None)


def _clause(node: Node, context: RuleContext) -> Rule:
    node.among(("declarative",), "kind of clause")
    return Declarative()


def _contrast(node: Node, context: RuleContext) -> Rule:
    node.among(("none",), "contrast")
    return without_contrast()


def _margin(node: Node, context: RuleContext) -> Rule:
    distance = node.value(float)
    if not distance > 0:
        node.fail(f"expected a number above 0, found {distance:g}")
    return Margin(distance)


def _agrees(node: Node, context: RuleContext) -> Rule:
    sources = node.among(("sentiment", "classifier"), "second opinion")
    strange = sorted(set(context.labels) - set(SENTIMENTS))
    if "sentiment" in sources and strange:
        node.fail(
            f"words are {', '.join(SENTIMENTS)}, and the labels {', '.join(strange)} are not; expected classifier"
        )
    rules = tuple(map(Agrees, sources))
    return rules[0] if len(rules) == 1 else All(rules)


def _column(node: Node, context: RuleContext) -> Rule:
    parts = node.keys(COLUMN_KEYS)
    return RuleColumn(parts["name"].value(str), parts["is"].texts())


def _in(node: Node, context: RuleContext) -> Rule:
    parts = node.keys(context.roles, noun="role")
    if not parts:
        node.fail(f"no role{hint('', context.roles)}")
    rules = tuple(In(role, read_rule(part, context)) for role, part in parts.items())
    return rules[0] if len(rules) == 1 else All(rules)


_READERS: dict[str, Callable[[Node, RuleContext], Rule]] = {
    "all": lambda node, context: All(_several(node, context)),
    "any": lambda node, context: AnyOf(_several(node, context)),
    "not": lambda node, context: Not(read_rule(node, context)),
    "in": _in,
    "label": _label,
    "length": _length,
    "starts_with": _starts_with,
    "matches": _matches,
    "contains": _contains,
    "clause": _clause,
    "contrast": _contrast,
    "margin": _margin,
    "agrees": _agrees,
    "excludes": lambda node, context: Not(_contains(node, context)),
    "column": _column,
}
