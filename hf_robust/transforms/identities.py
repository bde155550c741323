"""Person names, pronouns and gendered nouns swapped to the other gender, or to the chosen one."""

import re
from dataclasses import dataclass
from functools import lru_cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.name_origins import (
    given_names,
)
from hf_robust.tasks import (
    ABSA,
    HATE_SPEECH,
    NER,
    NESTED_NER,
    NLI,
    PARSING,
    POS,
    SENSES,
    SENTIMENT,
    SIMILARITY,
)
from hf_robust.transforms.all_genders import all_swaps
from hf_robust.transforms.base import LABELED_TEXTS, Transformation, preserves, register
from hf_robust.transforms.couples import spouse_swaps
from hf_robust.transforms.gendered_words import GENDERS, gender_of, refuse_bound, word_swaps
from hf_robust.transforms.given_name_swaps import GivenNames
from hf_robust.transforms.known_genders import refuse_facts
from hf_robust.transforms.past_people import refuse_past
from hf_robust.transforms.public_people import refuse_mixed, refuse_news, refuse_public, refuse_unknown
from hf_robust.transforms.same_person import (
    refuse_halves,
    refuse_kin,
    refuse_left,
)
from hf_robust.transforms.voices import voice_swaps


@register
@dataclass(frozen=True, kw_only=True)
class SwapGender(Transformation):
    """Change the gender of the people of a text: their given names, titles, pronouns and gendered nouns.

    By default all people of a text get the other gender, so that each pronoun still means the same person. With ``to``
    only the words and names of the other gender change, and a text does not change if it has both words of a pair (*he
    or she*, *husband and wife*) or names somebody whose gender is not known. In both cases all of these words change,
    or none does. A text does not change if the sentence mentions something that goes with one gender (a beard, an
    interjection such as *man, ...*), if a person is famous, holds an office, is a priest or may play a sport, if it is
    about a year before 1900, a war or a myth, if few women did that then, if a name that would have to change is
    protected or may be meant by "it", or if "her" or "his" is ambiguous. *His wife* becomes *her husband*, and a tenor
    a soprano. A name always becomes the same other name of the same language, so both texts of a pair mention the same
    person. Surnames and unisex names do not change.

    Args:
        to: ``other``, or the gender that all people get, ``female`` or ``male``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Prejudice".

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP loved/VERB/VBD his/PRON/PRP$ uncle/NOUN")
        >>> SwapGender().preview(doc), SwapGender(to="male").preview(doc)
        ('She loved her aunt', 'He loved his uncle')
    """

    to: str = "other"

    name = "swap-gender"
    resources = ("wordnet",)  # it tells people whom everybody knows
    version = "16"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Prejudice (name)"
    choice = "words or names that show the other gender"
    needs = frozenset({"ent", "pos", "dep"})
    parse_where = frozenset({"her", "his"})
    # not questions: they keep the names that the context loses; nor where some mentions or a pronoun are protected and
    # keep their gender, or where a relation is that of a mother
    effects = preserves(
        *LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, NER, NESTED_NER, POS, PARSING, SENSES
    )

    def __post_init__(self) -> None:
        self._require_choice("to", (*GENDERS, "other"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not _may_show(doc.text, self.to):
            return []
        if self.to == "other":
            return with_articles(doc, all_swaps(doc))
        words = word_swaps(doc, self.to, mixed=True)
        found = sorted(words + (names := GivenNames(doc, self.to, words).edits()))
        found = sorted([*found, *spouse_swaps(doc, found, self.to), *voice_swaps(doc, found, self.to)])
        refuse_bound(doc, found)
        refuse_facts(doc, found)
        refuse_past(doc, found, self.to)
        refuse_halves(doc, found, self.to)
        refuse_left(doc, found, self.to)
        refuse_kin(doc, found, self.to)
        refuse_unknown(doc, found, self.to)
        refuse_mixed(doc, found, self.to)
        refuse_news(doc, found)
        if names:
            refuse_public(doc, names)
        return with_articles(doc, found)


_LETTERS = re.compile(r"[^\W\d_]+")


def _may_show(text: str, to: str) -> bool:
    """Whether any word of a text may be one of the other gender: a quick look before the long one."""
    genders = GENDERS if to == "other" else (GENDERS[to == "female"],)
    return any(_shows(word, gender) for word in set(_LETTERS.findall(text)) for gender in genders)


@lru_cache(maxsize=65536)
def _shows(word: str, gender: str) -> bool:
    low = word.lower()
    return gender_of(low) == gender or (word[:1].isupper() and given_names().get(low) == gender)
