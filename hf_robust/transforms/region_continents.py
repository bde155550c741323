"""Continents that a text names beside countries: they become the part of the world in which the new countries are."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.nations import all_nations
from hf_robust.transforms.capital_words import in_title
from hf_robust.transforms.place_names import PlaceUnit

_CONTINENTS = re.compile(  # not "South African", who are of a country
    r"\b(?<!South )(?<!Central )(?P<one>Africa|Asia|Europe|Oceania)(?P<of>n?)(?P<many>s?)\b"
    r"|\b(?<!South )(?<!Central )(?P<european>Europe)an(?P<europeans>s?)\b"
    r"|\b(?P<part>Middle East|(?:Latin|North|South|Central) America)(?P<ern>ern|n?)(?P<parts>s?)\b"
)
_FORMS = {
    "africa": ("Africa", "African"),
    "asia": ("Asia", "Asian"),
    "europe": ("Europe", "European"),
    "middle-east": ("Middle East", "Middle Eastern"),
    "north-america": ("North America", "North American"),
    "oceania": ("Oceania", "Oceanian"),
    "south-america": ("South America", "South American"),
}
# regions whose countries are in a continent
_WITHIN = {
    "Africa": {"africa"},
    "Asia": {"asia", "middle-east"},
    "Europe": {"europe"},
    "Oceania": {"oceania"},
    "Middle East": {"middle-east"},
    "North America": {"north-america"},
    "South America": {"south-america"},
}


def continent_swaps(doc: Doc, moved: Sequence[PlaceUnit], to: str) -> Sequence[Edit]:
    """The edits of the one continent that a text names, where the new countries are not in it.

    Args:
        doc: The text.
        moved: The places and peoples that change.
        to: The region of the new countries.

    Raises:
        NotApplicable: When it names several, one in a longer name, or one in which a country of the text is not: both
            would be in the same part of the world then.
    """
    found = [one for one in _CONTINENTS.finditer(doc.text) if not one[0].lower().replace(" ", "-").startswith(to)]
    named = {one["one"] or one["european"] or one["part"] for one in found}
    if not named:
        return []
    noun, adjective = _FORMS[to]
    regions = {all_nations()[unit.nation].region for unit in moved}
    if len(named) > 1 or noun in doc.text or not regions <= _WITHIN.get(min(named), set()):
        raise NotApplicable(f"'{found[0][0]}' is not where the new places are")
    edits = []
    for one in found:
        if not doc.is_free(one.start(), one.end()) or _is_in_name(doc, one.start(), one.end()):
            raise NotApplicable(f"'{one[0]}' is not where the new places are")
        people = bool(one["of"] or one["european"] or one["ern"])
        many = one["many"] or one["europeans"] or one["parts"] or ""
        edits.append(Edit(one.start(), one.end(), (adjective if people else noun) + many))
    return edits


def _is_in_name(doc: Doc, start: int, end: int) -> bool:
    """Whether a continent is a part of a longer name: "the European Commission", "Western Europe", "pan-Asian"."""
    if doc.text[end : end + 1] in ("-", "/") or doc.text[start - 1 : start] in ("-", "/"):
        return True
    number = doc.token_at(start)
    after = doc.token_at(end)
    beside = [number - 1] if number else []
    beside += [after] if after < len(doc.tokens) and doc.tokens[after].start <= end + 1 else []
    named = [n for n in beside if doc.tokens[n].text[:1].isupper() and doc.tokens[n].pos in ("PROPN", "ADJ", "NOUN")]
    return any(not in_title(doc.tokens, n) for n in named)
