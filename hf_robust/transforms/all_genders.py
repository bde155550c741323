"""All people of a text moved to the other gender at once: nobody has to be told from anybody else."""

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.transforms.gendered_words import GENDERS, refuse_bound, word_swaps
from hf_robust.transforms.given_name_swaps import GivenNames
from hf_robust.transforms.known_genders import refuse_facts
from hf_robust.transforms.past_people import refuse_past
from hf_robust.transforms.public_people import refuse_fixed, refuse_public
from hf_robust.transforms.same_person import refuse_halves, refuse_left
from hf_robust.transforms.voices import voice_swaps


def all_swaps(doc: Doc) -> list[Edit]:
    """The edits that give all people of a text the other gender.

    Raises:
        NotApplicable: When the words of somebody cannot be changed, or when readers know the gender of somebody.
    """
    words = [edit for to in GENDERS for edit in word_swaps(doc, to, mixed=True, pairs=True)]
    names = [edit for to in GENDERS for edit in GivenNames(doc, to, words, whole=True).edits()]
    found = sorted([*words, *names])
    for to in GENDERS:
        found = sorted([*found, *voice_swaps(doc, found, to)])
    refuse_bound(doc, found)
    refuse_facts(doc, found, everybody=True)
    refuse_past(doc, found, "female")
    for to in GENDERS:
        refuse_halves(doc, found, to)
        refuse_left(doc, found, to)
        refuse_fixed(doc, found, to)
    if names:
        refuse_public(doc, names)
    return found
