"""Two mentions that have a year: all years of the sentence move by the same number of years."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.nations import nation_of_city, nations
from hf_robust.transforms.task_specific.relation_mentions import RelationMention

_YEAR = re.compile(r"(1[6-9]|20)\d\d\Z")
_INSIDE = re.compile(r"(1[6-9]|20)\d\d")
_STEPS = (4, 8, 12)  # many games and elections come every four years
_AT_WAR = frozenset((*range(1914, 1919), *range(1939, 1947)))  # without games
# with these words, a sentence speaks of a time that every reader knows
_KNOWN_TIMES = frozenset("century decade war born died revolution bc bce".split())


def years_edits(doc: Doc, mentions: Sequence[RelationMention], rng: RowRandom) -> list[Edit]:
    """The edits that set two events with a year, and all other years of the text, the same time earlier.

    Args:
        mentions: The two mentions.
        rng: The draws.

    Raises:
        NotApplicable: When a mention has no year, or the sentence says more of the time.
    """
    years = [token for token in doc.tokens if _YEAR.match(token.text)]
    for mention in mentions:
        if not any(_YEAR.match(token.text) for token in mention.tokens(doc)):
            raise NotApplicable(f"the {mention.role} is no event with a year")
    if len({int(token.text) for mention in mentions for token in mention.tokens(doc) if token in years}) < len(
        mentions
    ):
        raise NotApplicable("subject and object have the same year")
    joined = any(_INSIDE.search(token.text) and token not in years for token in doc.tokens)  # "1990s", "2000-01"
    if joined or not _KNOWN_TIMES.isdisjoint(token.text.lower() for token in doc.tokens):
        raise NotApplicable("the sentence says more of the years of subject and object")
    words = {token.text.lower() for token in doc.tokens}
    if not words.isdisjoint(("cup", "games", "olympics")) and any(
        word in nations() or word in nation_of_city() for word in words
    ):
        raise NotApplicable("the sentence says where the games of a year were")
    old = {int(token.text) for token in years}
    free = [step for step in _STEPS if _AT_WAR.isdisjoint(year - step for year in old)]
    if not free:
        raise NotApplicable("subject and object would move into a war")
    step = rng.choice(free)
    return [Edit(token.start, token.end, str(int(token.text) - step)) for token in years]
