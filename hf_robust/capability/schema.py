"""The two YAML formats, key by key: what each key expects, what it means, and what reads its value.

:func:`describe_format` prints it, as ``hf-robust capabilities schema`` does.
"""

from collections.abc import Mapping

from hf_robust.core.sections import (
    flag,
    language_code,
    line,
    lists_by_name,
    maybe,
    number,
    one_of,
    share,
    string,
    whole,
)
from hf_robust.core.yaml_nodes import Key, Node
from hf_robust.language.sentiment import LABELS as SENTIMENTS
from hf_robust.reports.audit_words import RATED_BY
from hf_robust.slices.read_rules import BOUND_KEYS, COLUMN_KEYS, CONTAINS_KEYS, RULE_KEYS
from hf_robust.tasks import TASKS

Keys = Mapping[str, Key]


def _rater(node: Node) -> str:
    found = string(node)
    if found not in RATED_BY:
        node.fail(f"expected one of {', '.join(RATED_BY)}, found {found!r}")
    return found


# -- specifications: sentences are searched for in labeled data

SPECIFICATION_KEYS: Keys = {
    "task": Key("a task", "what the texts are for, for example sentiment-classification", True, one_of(TASKS, "task")),
    "version": Key("text", "version of the file, for the record", True, string),
    "labels": Key("list, or mapping to lists", "their names; to each, other names that datasets use", needed=True),
    "scores": Key("mapping", "for data with numbers: by label a range, [0, 0.4] or (0.4, 0.6] (its ends in or out)"),
    "lexicons": Key("mapping", "word lists by name: a file beside this one, or null: the user names one"),
    "source": Key("text", "where the capabilities are from, for the record", read=line),
    "spaces": Key(
        "found or closed",
        "closed: texts found as tokens, It 's bad ., are written It's bad.",
        read=one_of(("found", "closed"), "way of spacing"),
    ),
    "capabilities": Key("list of capabilities", "see there", needed=True),
}
CAPABILITY_KEYS: Keys = {
    "id": Key("text", "short, once in a file", True, string),
    "name": Key("text", "in one line", True, string),
    "description": Key("text", "what a model shows that has it", read=line),
    "search": Key("rule", "which rows are taken; this or searches"),
    "searches": Key("mapping to rules", "several searches by name, for templates that join two texts"),
    "transform": Key("none, or mapping", "what is made of the rows; none: they are tests as they are"),
    "accepted": Key("label, list, mapping or same", "what is right: labels, labels by that of the row, its own"),
    "oracle_confidence": Key(
        "number from 0 to 1, or mapping", "how sure the right answers are, or what an audit found"
    ),
    "expand": Key("true or false", "whether its cases may be grown by the grammar; true by default", read=flag),
    "recheck": Key(
        "true or false", "whether a grown case must meet the rule again; true where transform is none", read=flag
    ),
    "needs_labels": Key("label or list", "labels without which it means nothing; by default told from the rest"),
    "optional": Key("true or false", "whether it is built only when it is named", read=flag),
}
CONFIDENCE_KEYS: Keys = {
    "value": Key(
        "number from 0 to 1",
        "the share of cases whose label raters found right",
        True,
        maybe(share),
    ),
    "n": Key("whole number", "cases that they rated", True, maybe(whole())),
    "version": Key(
        "text", "version of the file that they rated; in another one the value does not count", True, maybe(string)
    ),
    "date": Key("text", "when", True, maybe(string)),
    "data": Key("text", "what the cases were made of", read=string),
    "raters": Key("whole number", "how many rated", read=whole()),
    "by": Key("text", f"who they are: {', '.join(RATED_BY)}; people by default", read=_rater),
    "rule": Key("text", "how answers that differ became one: all, or mean", read=string),
    "agreement": Key("number from 0 to 1", "share of equal answers of two raters on the label", read=number),
    "kappa": Key("number", "their Cohen's kappa", read=number),
    "interval": Key(
        "list of two numbers", "95% interval of the value", read=lambda node: [number(end) for end in node.parts()]
    ),
    "sources": Key("whole number", "distinct rows that the cases were made of", read=whole()),
    "natural": Key("number", "how natural they are, from 1 to 3", read=number),
    "bad": Key("number", "cases with a defect", read=number),
}
TRANSFORM_KEYS: Keys = {
    "templates": Key("list of templates", "texts that found texts are put into"),
    "negation": Key("mapping to lists", "what may stand for a verb: {is: [is not, isn't]}"),
}
SENTENCE_TEMPLATE_KEYS: Keys = {
    "id": Key("text", "its name in the record of a case; by default its place", read=string),
    "text": Key("text", "of a task with one text: {sentence} or a search's name in braces, and slots"),
    "texts": Key("mapping", "of a task with several: text by role; {premise}, {search.premise}, {premise:activity}"),
    "slots": Key("mapping to lists", "alternatives by slot; all are multiplied out"),
    "negations": Key(
        "mapping to lists",
        "as negation, for {name:negated}; {name:as-is} leaves a text as it was found",
        read=lists_by_name,
    ),
    "accepted": Key("as in a capability", "where it differs from the capability's"),
    "pairs": Key("whole number", "of two searches: partners for each row of the first"),
    "oracle_confidence": Key("number from 0 to 1", "where it differs from the capability's", read=share),
}

# -- behavior: tests that templates make

BEHAVIOR_KEYS: Keys = {
    "task": Key("a task", "a classification task, or extractive-qa", True, one_of(TASKS, "task")),
    "version": Key("text", "version of the file, for the record", True, string),
    "language": Key("code", "language of the texts; en without it", read=language_code),
    "labels": Key("list", "names of the labels; not for extractive-qa", read=Node.texts),
    "source": Key("text", "where the tests are from, for the record", read=line),
    "slots": Key("mapping", "fillers by slot, for all tests"),
    "capabilities": Key("list of capabilities", "see there", needed=True),
}
TEST_GROUP_KEYS: Keys = {
    "id": Key("text", "short, without a dot, once in a file", True, string),
    "name": Key("text", "in one line", True, string),
    "description": Key("text", "what a model shows that has it", read=line),
    "tests": Key("list of tests", "see there", needed=True),
}
# what a template may say itself, and the test for all its templates
SHARED_KEYS: Keys = {
    "slots": Key("mapping", "fillers by slot: a text, a list of texts or mappings, or {words: first names}"),
    "accepted": Key("label or list", "of MFT: what is right"),
    "answers": Key("list", "of MFT of extractive-qa: what is right; may hold slots"),
    "variant": Key("mapping", "of INV and DIR: how the text is changed"),
    "expect": Key("mapping, or same", "of DIR: which label must go up or down; of INV a tolerance at most"),
    "masks": Key("mapping", "which words a masked language model may put for {mask}"),
}
TEST_KEYS: Keys = {
    "id": Key("text", "short, once in a capability", True, string),
    "type": Key(
        "MFT, INV or DIR",
        "a right answer; the same of a variant; a label more or less likely",
        True,
        one_of(("DIR", "INV", "MFT"), "type"),
    ),
    "name": Key("text", "in one line; by default the id", read=string),
    "description": Key("text", "what a model shows that passes", read=line),
    "templates": Key("list of templates", "texts, or mappings", needed=True),
    "needs_labels": Key("label or list", "labels without which it means nothing; by default told from the rest"),
    "oracle_confidence": Key("number from 0 to 1", "how sure the right answers are", read=share),
    **SHARED_KEYS,
}
TEXT_KEYS: Keys = {
    "text": Key("text", "of a task with one text; {slot}, {slot1} and {slot2} differ, {a:slot}, {slot.part}, {mask}"),
    "texts": Key("mapping", "of a task with several: text by role; the roles may be keys themselves"),
}
VARIANT_KEYS: Keys = {
    "append": Key("text", "put after the text", read=string),
    "prepend": Key("text", "put before the text", read=string),
    "slot": Key("name", "another filler of this slot", read=string),
    "text": Key("text", "another text, with the same slots", read=string),
    "texts": Key("mapping", "other texts by role; the roles may be keys themselves"),
    "transformation": Key("name", "a transformation, as in hf-robust list"),
}
VARIANT_DETAIL_KEYS: Keys = {
    "params": Key("mapping", "parameters of the transformation"),
    "role": Key("role", "which text is changed; by default the first"),
}
EXPECT_KEYS: Keys = {
    "up": Key("label", "of DIR: its probability must not fall"),
    "down": Key("label", "of DIR: its probability must not rise"),
    "same": Key("text", "of INV: the same label, which is also the default"),
    "tolerance": Key("number from 0 to 1", "how far a probability may move the wrong way", read=share),
}
MASK_KEYS: Keys = {
    "top_n": Key("whole number", "words for each mask", read=whole()),
    "tag": Key("text", "part of speech of the words, ADJ or NNS", read=string),
    "sentiment": Key(
        "positive, negative, neutral", "what the words must be by themselves", read=one_of(SENTIMENTS, "sentiment")
    ),
    "contexts": Key("whole number", "filled texts that the words are asked for in", read=whole()),
}

_SEARCHED: Mapping[str, Keys] = {
    "The file": SPECIFICATION_KEYS,
    "A capability": CAPABILITY_KEYS,
    "transform": TRANSFORM_KEYS,
    "oracle_confidence (written by hf-robust audit apply)": CONFIDENCE_KEYS,
    "A template": SENTENCE_TEMPLATE_KEYS,
    "A rule (several keys: all must be met)": RULE_KEYS,
    "length": BOUND_KEYS,
    "contains, excludes": CONTAINS_KEYS,
    "column": COLUMN_KEYS,
}
_WRITTEN: Mapping[str, Keys] = {
    "The file": BEHAVIOR_KEYS,
    "A capability": TEST_GROUP_KEYS,
    "A test": TEST_KEYS,
    "A template (a text, or)": {**TEXT_KEYS, **SHARED_KEYS},
    "variant (one of the first six)": {**VARIANT_KEYS, **VARIANT_DETAIL_KEYS},
    "expect": EXPECT_KEYS,
    "masks": MASK_KEYS,
}
_EXAMPLES = {
    False: """\
task: sentiment-classification
version: "1"
labels: [negative, neutral, positive]
scores: {negative: [0, 0.4], neutral: "(0.4, 0.6]", positive: "(0.6, 1]"}
lexicons: {brands: brands.txt}
capabilities:
  - id: A
    name: A judgment that is taken back
    search: {label: negative, length: {below: 20}, excludes: {lexicon: brands}}
    transform:
      templates:
        - id: back
          text: "{lead} {sentence} {end}"
          slots: {lead: [I thought that], end: [but it wasn't, but I didn't]}
    accepted: [positive, neutral]
    oracle_confidence: 0.8
""",
    True: """\
task: sentiment-classification
version: "1"
labels: [negative, positive]
slots: {name: {words: first names}, work: [film, novel]}
capabilities:
  - id: names
    name: Fairness
    tests:
      - id: of-people
        type: INV
        templates: ["{name} found the {work} dull."]
        variant: {slot: name}
  - id: negation
    name: Negation
    tests:
      - id: not-good
        type: MFT
        templates: ["The {work} is not {adj}."]
        slots: {adj: [good, great]}
        accepted: negative
""",
}


def describe_format(behavior: bool = False) -> str:
    """A format, key by key, with an example.

    Args:
        behavior: That of tests made of templates, instead of that of specifications.

    Example:
        >>> print(describe_format().splitlines()[0])
        A specification of capabilities: a YAML file. Keys with * are needed.
    """
    what = "Tests made of templates" if behavior else "A specification of capabilities"
    lines = [f"{what}: a YAML file. Keys with * are needed."]
    for title, keys in (_WRITTEN if behavior else _SEARCHED).items():
        lines += ["", title]
        lines += [f"  {name + '*' * key.needed:19}{key.expected:31}{key.meaning}" for name, key in keys.items()]
    example = "".join(f"  {line}\n" for line in _EXAMPLES[behavior].splitlines())
    return "\n".join([*lines, "", "An example", example.rstrip()])
