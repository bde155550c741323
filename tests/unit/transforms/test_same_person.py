"""Gender: all words of a person move or none; titles of works, products and rulers keep their names."""

import pytest
from corpus import doc, parse

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.identities import SwapGender


def out(line):
    document = doc(parse(line))
    try:
        return SwapGender(to="female").preview(document)
    except NotApplicable:
        return document.text


HIS = " ~./PUNCT He/PRON/PRP left/VERB"


@pytest.mark.parametrize(
    "line",
    [
        # products, titles, awards, rulers
        "the/DET Martin/PROPN AM/PROPN Zorper/PROPN was/AUX slow/ADJ | Martin=PERSON",
        "in/ADP the/DET Oliver/PROPN and/CCONJ the/DET Lions/PROPN series/NOUN | Oliver=PERSON",
        "Zorpman/PROPN and/CCONJ his/PRON/PRP$ Friend/NOUN left/VERB | Zorpman=PERSON",
        "Mr./PROPN Fox/PROPN the/DET Postman/PROPN is/AUX a/DET novel/NOUN | Fox=PERSON",
        f"Zorpi/PROPN Award/PROPN went/VERB to/ADP us/PRON{HIS} | Zorpi Award=PERSON",
        "They/PRON copied/VERB Oliver/PROPN XIV/PROPN | Oliver XIV=PERSON",
        f"Oliver/PROPN Quux/PROPN is/AUX a/DET film/NOUN{HIS} | Oliver Quux=PERSON",
        f"Zorpin/PROPN Quux/PROPN met/VERB Glorb/PROPN Fleen/PROPN{HIS} | Zorpin Quux=PERSON, Glorb Fleen=PERSON",
        # a pronoun stays, or a name
        "his/PRON/PRP$ father/NOUN Al/PROPN left/VERB",
        "John/PROPN Quux/PROPN left/VERB ~./PUNCT Write/VERB to/ADP jquux@zorp.com/X | John Quux=PERSON",
        "a/DET child/NOUN lost/VERB her/PRON/PRP$ daddy/NOUN ~,/PUNCT and/CCONJ her/PRON/PRP$ mother/NOUN wept/VERB",
        "quot;He/X died/VERB at/ADP his/PRON/PRP$ home/NOUN",
        "Bertrand/PROPN de/PROPN Quux/PROPN lost/VERB his/PRON/PRP$ ship/NOUN | Bertrand=PERSON",
        # a typo, a crowd, an office of men
        "made/VERB by/ADP he/PRON/PRP fuel/NOUN company/NOUN",
        "the/DET people/NOUN lost/VERB his/PRON/PRP$ opinion/NOUN",
        "the/DET sultan/NOUN lost/VERB his/PRON/PRP$ ship/NOUN",
    ],
)
def test_a_text_that_would_move_in_part_stays(line):
    assert out(line) == parse(line).text


@pytest.mark.parametrize(
    "line",
    [
        "Oliver/PROPN Quux/PROPN lost/VERB his/PRON/PRP$ ship/NOUN | Oliver Quux=PERSON",
        f"Zorpin/PROPN Quux/PROPN met/VERB us/PRON{HIS} | Zorpin Quux=PERSON",
        "the/DET people/NOUN whom/PRON he/PRON/PRP met/VERB lost/VERB his/PRON/PRP$ ship/NOUN",
        "Oliver/PROPN Quux/PROPN is/AUX a/DET lawyer/NOUN ~./PUNCT He/PRON/PRP left/VERB | Oliver Quux=PERSON",
    ],
)
def test_a_person_moves_with_every_word(line):
    new = out(line)
    assert new != parse(line).text and "Oliver" not in new and "Zorpin" not in new
    assert not {"He", "he", "his"}.intersection(new.split())


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("the/DET man/NOUN and/CCONJ his/PRON/PRP$ wife/NOUN/NN left/VERB", "the woman and her husband left"),
        ("he/PRON/PRP saw/VERB his/PRON/PRP$ late/ADJ wife/NOUN/NN", "she saw her late husband"),
        ("my/PRON/PRP$ wife/NOUN/NN knows/VERB he/PRON/PRP left/VERB", "my wife knows she left"),
        # the other one does not change, or is shown by something else
        ("he/PRON/PRP and/CCONJ the/DET wife/NOUN/NN left/VERB", None),
        ("his/PRON/PRP$ wife/NOUN/NN Anna/PROPN/NNP left/VERB", None),
        ("his/PRON/PRP$ wife/NOUN/NN lost/VERB and/CCONJ she/PRON/PRP left/VERB", None),
        ("the/DET woman/NOUN lost/VERB her/PRON/PRP$ husband/NOUN/NN", None),
    ],
)
def test_a_couple_stays_one_of_a_man_and_a_woman(line, new):
    assert out(line) == (new or parse(line).text)


@pytest.mark.parametrize(
    "line",
    [
        "in/ADP 1819/NUM he/PRON/PRP was/AUX mayor/NOUN",
        "he/PRON/PRP left/VERB the/DET archdiocese/NOUN",
        "he/PRON/PRP met/VERB the/DET first/ADJ woman/NOUN to/PART win/VERB",
        "his/PRON/PRP$ government/NOUN/NN left/VERB",
        "Will/PROPN Accept/PROPN left/VERB | Will=PERSON",
        "Zorpin/PROPN Zorpin/PROPN ~-/PUNCT ~Quux/PROPN lost/VERB his/PRON/PRP$ ship/NOUN | Zorpin Zorpin-Quux=PERSON",
        "Oliver/PROPN moved/VERB at/ADP 30/NUM mph/NOUN | Oliver=PERSON",
        "Oliver/PROPN Quux/PROPN was/AUX run/VERB out/ADV at/ADP 30/NUM | Oliver Quux=PERSON",
        "the/DET parents/NOUN ~,/PUNCT Oliver/PROPN and/CCONJ Anna/PROPN Quux/PROPN left/VERB | Oliver=PERSON",
        "the/DET species/NOUN alba/NOUN Q.Br./PROPN is/AUX from/ADP Oliver/PROPN Quux/PROPN | Oliver Quux=PERSON",
    ],
)
def test_a_fact_that_tells_the_gender_keeps_the_text(line):
    assert out(line) == parse(line).text


@pytest.mark.parametrize(
    "line, expected",
    [
        ("He/PRON/PRP sang/VERB as/ADP a/DET tenor/NOUN", "She sang as a soprano"),
        ("He/PRON/PRP was/AUX an/DET operatic/ADJ bass/NOUN", "She was an operatic contralto"),
        ("He/PRON/PRP met/VERB bass/NOUN -/PUNCT baritones/NOUN", "She met contraltos"),
        # an instrument, and a voice that the other gender has not
        ("He/PRON/PRP has/VERB a/DET tenor/NOUN sax/NOUN", "She has a tenor sax"),
        ("He/PRON/PRP played/VERB the/DET bass/NOUN", "She played the bass"),
        ("He/PRON/PRP is/AUX a/DET countertenor/NOUN", "He is a countertenor"),
        ("He/PRON/PRP met/VERB a/DET tenor/NOUN and/CCONJ a/DET soprano/NOUN", "He met a tenor and a soprano"),
    ],
)
def test_singers_change_their_voice(line, expected):
    assert out(line) == expected
