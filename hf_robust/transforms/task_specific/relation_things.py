"""Things of a relation become other things that have the same parts and uses."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.relation_mentions import RelationMention

_IRREGULAR = {"knife": "knives", "mouse": "mice", "wolf": "wolves", "ox": "oxen"}
_BEFORE = frozenset("DT PRP$ CD IN VBD VBZ VBP VB CC".split())


def thing_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """The edit that makes a common noun a sister of it: a crate of a box, a mule of a horse.

    Args:
        mention: The noun.
        kind: As for ``swap-entity``; of two sisters the rarer is drawn for ``low-frequency``.
        rng: The draws.

    Raises:
        NotApplicable: When it has no sister, is part of a compound or stands elsewhere in the sentence.
    """
    tokens, number = doc.tokens, mention.first
    token = tokens[number]
    low = token.text.lower()
    sisters = _sisters().get(low, ()) if mention.last == number + 1 and token.tag in ("NN", "NNS") else ()
    if not sisters or kind == "multi-type":
        raise NotApplicable(f"the {mention.role} is no name whose type is known")
    before = tokens[number - 1] if number else None
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    if before is not None and before.tag not in _BEFORE:
        raise NotApplicable(f"the {mention.role} is part of a longer term")
    if after is not None and (after.pos in ("NOUN", "PROPN") or after.text in ("-", "/", "'s", "’s")):
        raise NotApplicable(f"the {mention.role} is part of a longer term")
    known = {low, *_sisters()[low]}
    stems = tuple(word[:-1] if len(word) > 4 else word for word in known)
    rest = [other.text.lower() for place, other in enumerate(tokens) if place != number]
    if any(stem in word for word in rest for stem in stems if len(stem) > 3) or known.intersection(rest):
        raise NotApplicable(f"the {mention.role} or its like stands elsewhere in the sentence")
    new = sisters[-1] if kind == "low-frequency" else rng.choice(sisters)
    return [Edit(token.start, token.end, new.capitalize() if token.text[0].isupper() else new)]


@cache
def _sisters() -> Mapping[str, Sequence[str]]:
    """By noun the others of its kind, in the same number, the rarest last."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lexicon("name_kinds")["sisters"]:
        words = line.split()
        for forms in (words, [_plural(word) for word in words]):
            found |= {word: tuple(other for other in forms if other != word) for word in forms}
    return found


def _plural(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("x", "ch", "sh", "s")) and word not in ("ox",):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
