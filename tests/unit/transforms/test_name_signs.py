"""Signs of a person beside a surname, of a company beside its shares, and of a body that all states have."""

import pytest
from corpus import doc, parse

from hf_robust.transforms.entities import NamedEntity


def output(line):
    return NamedEntity().preview(doc(parse(line)), seed=3)


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("the/DET notes/NOUN Quilby/PROPN himself/PRON kept/VERB | Quilby=PERSON", "Quilby"),
        ("a/DET study/NOUN (/PUNCT Quilby/PROPN ,/PUNCT 2013/NUM )/PUNCT ~./PUNCT | Quilby=PERSON", "Quilby"),
        ("found/VERB by/ADP Quilby/PROPN (/PUNCT 2013/NUM )/PUNCT today/ADV | Quilby=PERSON", "Quilby"),
        ("the/DET driver/NOUN Quilby/PROPN fell/VERB | Quilby=PERSON", "Quilby"),
        ("his/PRON wife/NOUN Quilby/PROPN fell/VERB | Quilby=PERSON", "Quilby"),
        ("shares/NOUN rose/VERB as/SCONJ Quilby/PROPN shares/NOUN fell/VERB | Quilby=PERSON", "Quilby"),
        ("Quilby/PROPN earned/VERB $/SYM 3/NUM million/NUM | Quilby=PERSON", "Quilby"),
        ("the/DET Bank/PROPN of/ADP Finland/PROPN waits/VERB | Finland=GPE", "Finland"),
        ("the/DET Ohio/PROPN House/PROPN of/ADP Representatives/PROPN met/VERB | Ohio=GPE", "Ohio"),
        ("he/PRON died/VERB in/ADP Cambridge/PROPN ,/PUNCT Massachusetts/PROPN | Cambridge=GPE", "Cambridge"),
        ("Natasha/PROPN is/AUX the/DET best/ADJ photographer/NOUN here/ADV | Natasha=PERSON", "Natasha"),
    ],
)
def test_names_with_a_sign_change(line, old):
    assert old not in output(line)


@pytest.mark.parametrize(
    "line",
    [
        "list/NOUN :/PUNCT Quilby/PROPN (/PUNCT 2013/NUM )/PUNCT | Quilby=PERSON",
        "its/PRON partner/NOUN Quilby/PROPN fell/VERB | Quilby=PERSON",
        "the/DET god/NOUN Quilby/PROPN fell/VERB | Quilby=PERSON",
        "the/DET Bank/PROPN of/ADP America/PROPN waits/VERB | America=GPE",
        "the/DET Bank/PROPN of/ADP Finland/PROPN sold/VERB yen/NOUN | Finland=GPE",
        "some/DET Levi/PROPN 's/PART at/ADP the/DET store/NOUN | Levi=PERSON",
        "the/DET Dow/PROPN rose/VERB 3/NUM points/NOUN | Dow=PERSON",
    ],
)
def test_names_without_one_stay(line):
    assert output(line) == doc(parse(line)).text
