"""Voices of singers whose gender changes: a tenor becomes a soprano."""

import re
from collections.abc import Iterator, Mapping, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.base import match_case
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.gendered_words import GENDERS

# each voice by the gender that singers move to; a bass is no instrument where the text is about singing
_NEW: Mapping[str, Mapping[str, str]] = {
    "female": {
        "tenor": "soprano",
        "baritone": "mezzo-soprano",
        "bass-baritone": "contralto",
        "bass": "contralto",
    },
    "male": {"soprano": "tenor", "mezzo-soprano": "baritone", "contralto": "bass"},
}
_INSTRUMENT = (
    r"(?! ?-? ?(?:clarinet|clef|drum|guitar|horn|line|of|part\b|player|recorder|sax|solo|track|trombone|tuba|viol))"
)
_VOICE = re.compile(
    rf"(?<!-)\b(?P<voice>bass ?- ?baritones?|mezzo ?-? ?sopranos?|mezzosopranos?|countertenors?|castrat[io]"
    rf"|tenors?|baritones?|bass(?:es)?|sopranos?|contraltos?)\b{_INSTRUMENT}"
)
_SINGING = frozenset("aria arias opera operas operatic oratorio sang sing singer singers singing vocal vocals".split())
_BEFORE_NAME = re.compile(r" [A-Z][a-z]")
_PLURAL = {"basses": "bass"}


def voice_swaps(doc: Doc, edits: Sequence[Edit], to: str) -> list[Edit]:
    """The edits that give singers a voice of their new gender: "a German tenor" becomes "a German soprano".

    Args:
        doc: The text.
        edits: What else changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When the text has voices of both genders, or one that no voice of the other gender stands for.
    """
    return list(_voices(doc, to)) if edits else []


def _voices(doc: Doc, to: str) -> Iterator[Edit]:
    found = [(one, _voice(one["voice"])) for one in _VOICE.finditer(doc.text)]
    singing = not _SINGING.isdisjoint(lower_words(doc)) or any(voice != "bass" for _, voice in found)
    if not singing and any(_BEFORE_NAME.match(doc.text, one.end()) for one, _ in found):
        raise NotApplicable("'bass' may be the voice of somebody whose name changes")
    found = [(one, voice) for one, voice in found if voice != "bass" or singing]
    new = _NEW[to]
    if to == "male" and found and "coloratura" in lower_words(doc):
        raise NotApplicable("'coloratura' is said of voices of women")
    moving = [(one, voice) for one, voice in found if voice not in _NEW[GENDERS[to == "female"]]]
    if moving and len(moving) < len(found):
        raise NotApplicable("the text has voices of both genders")
    for one, voice in moving:
        start, end = one.span("voice")
        one_token = " " not in doc.text[start:end]
        if voice not in new or not doc.is_free(start, end) or (doc.bounds is not None and not one_token):
            raise NotApplicable(f"'{one['voice']}' is a voice of one gender")
        plural = "s" if one["voice"].endswith(("s", "es")) and voice != one["voice"].lower() else ""
        plural = "es" if plural and new[voice] == "bass" else plural
        yield Edit(start, end, match_case(one["voice"], new[voice] + plural))


def _voice(word: str) -> str:
    """The singular of a voice as the table has it: "mezzo - sopranos" is "mezzo-soprano"."""
    low = _PLURAL.get(word.lower(), word.lower())
    low = low if low == "bass" else low.removesuffix("s")
    return re.sub(r"\A(mezzo|bass) ?-? ?(?=[sb])", r"\1-", low)
