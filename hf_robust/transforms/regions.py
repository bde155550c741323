"""Countries, their people and cities swapped for those of a chosen region of the world."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.nations import Nation, nations, plain_cities, stand_ins
from hf_robust.language.english.places import REGIONS, takes_article
from hf_robust.tasks import ABSA, HATE_SPEECH, NLI, PARSING, POS, SENSES, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.place_mentions import PlaceMention, mentions, place_edit
from hf_robust.transforms.place_ties import refuse_ties


@register
@dataclass(frozen=True, kw_only=True)
class SwapRegion(Transformation):
    """Replace each place with a place of the same type (city, country) in the given world region.

    People and cities follow their country: if France becomes Kenya, the French become Kenyans, and Paris becomes a city
    of Kenya. Either all places of a text change, or none. A text does not change if a place is part of a longer name,
    is not listed, may be a title or a team, or if something else ties the text to a country, such as its currency, its
    climate, a year or another name. The result is not random: a place always becomes the same other place, and
    different places stay different. In a token list, a name keeps its number of tokens.

    Args:
        to: Target region: ``africa``, ``asia``, ``europe``, ``middle-east``, ``north-america``, ``oceania`` or
            ``south-america``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Prejudice".

    Example:
        >>> doc = Doc.tagged("He/PRON slept/VERB in/ADP Oslo/PROPN", {"Oslo": "GPE"})
        >>> SwapRegion(to="oceania").preview(doc), SwapRegion(to="europe").preview(doc)
        ('He slept in Apia', 'He slept in Oslo')
    """

    to: str = "africa"

    name = "swap-region"
    version = "3"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Prejudice (location)"
    choice = "places that can be replaced"
    needs = frozenset({"ent", "pos"})
    # not questions: they keep the places that the context loses; and entities are protected in their own task, as
    # mentions, candidates and the two ends of a relation are, which must go on fitting the other places
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, POS, PARSING, SENSES)

    def __post_init__(self) -> None:
        self._require_choice("to", REGIONS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found = mentions(doc)
        refuse_ties(doc, found)
        if found and not any(mention.kind in ("country", "city") for mention in found):
            raise NotApplicable("the text names a people and no place")
        moved = [mention for mention in found if nations()[mention.nation].region != self.to]
        new = {mention: self._new(doc, mention) for mention in moved}
        _check_apart(doc, found, new)
        return with_articles(doc, [edit for mention in moved for edit in place_edit(doc, mention, new[mention])])

    def _new(self, doc: Doc, mention: PlaceMention) -> str:
        """What a mention becomes.

        Raises:
            NotApplicable: When it cannot be changed.
        """
        old = doc.text[mention.start : mention.end]
        new = _form(stand_ins(self.to)[mention.nation], mention, old)
        fits = doc.bounds is None or len(old.split()) == len(new.split())
        if not new or not fits or not doc.is_free(mention.start, mention.end):
            raise NotApplicable(f"'{old}' cannot be changed in this position")
        return new


def _form(nation: Nation, mention: PlaceMention, old: str) -> str:
    """The form of a country that answers a mention; nothing where there is none."""
    if mention.kind == "city":
        cities = plain_cities(nation)
        return cities[mention.number % len(cities)] if cities else ""
    if mention.kind == "people":
        return nation.people
    # "the U.S. team", but "the Iraq war"
    short = takes_article(old) or old.isupper() or nations()[mention.nation].adjective == old
    return nation.adjective if mention.kind == "adjective" or (mention.modifies and short) else nation.name


def _check_apart(doc: Doc, found: Sequence[PlaceMention], new: dict[PlaceMention, str]) -> None:
    """Two places never become one, nor one that is there already.

    Raises:
        NotApplicable: When they would.
    """
    owners: dict[str, object] = {}
    for mention in found:
        name = new.get(mention, doc.text[mention.start : mention.end]).lower()
        place = (mention.nation, mention.number if mention.kind == "city" else mention.kind == "city")
        if owners.setdefault(name, place) != place:
            raise NotApplicable(f"two places of the text would become '{new.get(mention, name)}'")
