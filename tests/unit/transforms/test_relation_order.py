"""Phrases that carry a relation move, and the mentions with them."""

import pytest
from test_relation_entities import row

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.transforms.task_specific.relation_order import SwapTriplePosition


def moved(text, kind="any"):
    given = row(text)
    new = SwapTriplePosition(kind=kind).preview_row(given)
    for role in ("subject", "object"):
        before = given["tokens"][given[role][0] : given[role][1] + 1]
        after = new["tokens"][new[role][0] : new[role][1] + 1]
        assert [word.lower() for word in after] == [word.lower() for word in before]
    return " ".join(new["tokens"])


@pytest.mark.parametrize(
    ("kind", "text", "new"),
    [
        ("age", "[ Anna Berg ] , [ 45 ] , teaches law .", "Aged 45 , Anna Berg teaches law ."),
        ("age", "Aged [ 45 ] , [ Anna Berg ] teaches law .", "Anna Berg , aged 45 , teaches law ."),
        ("birth", "[ Tom Reed ] , born in [ Dublin ] , wrote plays .", "Born in Dublin , Tom Reed wrote plays ."),
        ("birth", "[ Eva Lind ] ( born [ 3 May 1950 ] ) is a singer .", "Born on 3 May 1950 , Eva Lind is a singer ."),
        ("birth", "[ Eva Lind ] ( born [ 1950 ] in Oslo ) sings .", "Born in 1950 in Oslo , Eva Lind sings ."),
        ("birth", "Born in [ Dublin ] , [ Tom Reed ] wrote plays .", "Tom Reed , born in Dublin , wrote plays ."),
        ("employee", "[ Laura Diaz ] , a lawyer for [ Zorp ] , left .", "A lawyer for Zorp , Laura Diaz , left ."),
        ("employee", "[ Laura Diaz ] , chairman of [ Zorp ] , left .", "The chairman of Zorp , Laura Diaz , left ."),
        ("employee", "[ Zorp ] chairman [ Karl Weber ] left Oslo .", "Karl Weber , the Zorp chairman , left Oslo ."),
        ("employee", "[ Zorp ] 's chief lawyer , [ Karl Weber ] , left .",
         "Karl Weber , Zorp 's chief lawyer , left ."),
        ("employee", "A lawyer for [ Zorp ] , [ Laura Diaz ] , left .", "Laura Diaz , a lawyer for Zorp , left ."),
        ("any", "The [ fire ] was caused by a heavy [ storm ] .", "A heavy storm caused the fire ."),
        ("any", "We saw the [ fire ] caused by a [ storm ] .", "We saw the fire that a storm caused ."),
        ("any", "The [ Ova Bridge ] is a road bridge spanning the [ Ova ] .",
         "Spanning the Ova , the Ova Bridge is a road bridge ."),
        ("any", "After a man moved the [ key ] , the [ people ] left .",
         "The people left after a man moved the key ."),
        ("any", 'He saw the [ Hindi ] film " [ Zorp ] " ( 1975 ) .', 'He saw " Zorp " ( 1975 ) , the Hindi film .'),
        ("any", "He said that a [ storm ] can cause [ fires ] .", "He said that fires can be caused by a storm ."),
        ("any", "The [ key ] was kept in the [ box ] .", "Kept in the box was the key ."),
        ("any", "The [ bag ] contained a [ key ] and two lamps .", "A key and two lamps were contained in the bag ."),
        ("any", "The [ damage ] caused by the [ storm ] is small .",
         "The damage that the storm has caused is small ."),
        ("any", "The [ church ] is sinking into deep [ obscurity ] .",
         "It is into deep obscurity that the church is sinking ."),
        ("any", "The [ police ] moved into the floating [ hotels ] .",
         "It was into the floating hotels that the police moved ."),
        ("any", "American [ sports ] were seen in the [ box ] .", "Seen in the box were American sports ."),
        ("any", "[ Zorp ] is a galaxy located about 30 miles away in the [ Ova ] .",
         "Located about 30 miles away in the Ova , Zorp is a galaxy ."),
        ("any", "[ Brigadier ] [ Karl Weber ] ( 1902 – 1980 ) was an officer .",
         "Karl Weber ( 1902 – 1980 ) , a Brigadier , was an officer ."),
        ("birth", "[ Eva Lind ] (; born [ 3 May 1950 ] ) is a singer .",
         "Born on 3 May 1950 , Eva Lind is a singer ."),
        ("any", "The man put the [ key ] into the [ box ] .",
             "It was into the box that the man put the key ."),
            ("any", "The [ man ] saw a bird through the [ window ] .", "Through the window , the man saw a bird ."),
            ("any", "The [ key ] was dropped into the old [ box ] .",
             "It was into the old box that the key was dropped ."),
        ("any", "The [ blade ] of the [ knife ] was sharp yesterday and we saw it .",
         "The knife 's blade was sharp yesterday and we saw it ."),
        ("any", "We saw that the [ girl ] 's [ team ] left and we waved .",
         "We saw that the team of the girl left and we waved ."),
        ("any", "The [ guests ] moved into the old [ house ] .", "It was into the old house that the guests moved ."),
        ("any", "The [ keys ] have been kept in the [ box ] .", "It is in the box that the keys have been kept ."),
        ("any", "In the evening , he put the [ wood ] into the [ fire ] .",
         "In the evening , it was into the fire that he put the wood ."),
        ("any", "His [ shoes ] were in a [ box ] .", "In a box were his shoes ."),
        ("any", "He beat former WBA [ welterweight ] champion [ Karl Weber ] in Oslo .",
         "He beat Karl Weber , a former WBA welterweight champion , in Oslo ."),
        ("any", 'It was made into " [ Zorp ] " , a 1984 [ Hindi ] film .',
         'It was made into the 1984 Hindi film " Zorp " .'),
        ("any", "In 1809 , poet [ Anna Berg ] was born in [ Oslo ] .",
         "In 1809 , it was in Oslo that poet Anna Berg was born ."),
        ("any", "The [ key ] was in a [ box ] , and the man saw it .", "In a box was the key , and the man saw it ."),
        ("any", "[ Anna Berg ] is a [ soprano ] .", "One soprano is Anna Berg ."),
        ("any", "[ Anna Berg ] ( 1930 – 1999 ) was a Danish [ soprano ] who sang in Oslo .",
         "A Danish soprano , Anna Berg ( 1930 – 1999 ) sang in Oslo ."),
        ("any", "He gave the letter to [ General ] [ Karl Weber ] .", "He gave the letter to Karl Weber , a General ."),
        ("any", "[ Anna Berg ] , a friend of [ Eva Lind ] , sings in Oslo .",
         "A friend of Eva Lind , Anna Berg , sings in Oslo ."),
        ("any", "A friend of [ Eva Lind ] , [ Anna Berg ] , left .", "Anna Berg , a friend of Eva Lind , left ."),
        ("any", "He works with [ Anna Berg ] and [ Karl Weber ] .", "He works with Karl Weber and Anna Berg ."),
        ("any", "The editor [ Anna Berg ] said Monday that the [ summit ] will end .",
         "The summit will end , said the editor Anna Berg Monday ."),
        ("any", "The [ summit ] will end soon , said [ Anna Berg ] , who edits Zorp .",
         "Anna Berg , who edits Zorp , said the summit will end soon ."),
        ("any", "`` The [ summit ] will end , '' said editor [ Anna Berg ] of Zorp .",
         "Editor Anna Berg of Zorp said , `` The summit will end . ''"),
        ("any", "[ OSLO ] , Norway ( [ AP ] )", "( AP ) OSLO , Norway"),
        ("any", "He saw the [ author ] ' s new [ novel ] .", "He saw the new novel of the author ."),
        ("any", "[ Music ] is used by [ surgeons ] to win time .", "Surgeons use music to win time ."),
        ("any", "Deep [ poverty ] is one of the main causes of [ crime ] .",
         "One of the main causes of crime is deep poverty ."),
        ("any", "The [ bees ] moved into warmer [ areas ] .", "It was into warmer areas that the bees moved ."),
    ],
)  # fmt: skip
def test_forms(kind, text, new):
    assert moved(text, kind) == new


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("age", "[ Tom Reed ] , born in [ Dublin ] , wrote plays ."),
        ("any", "[ Anna Berg ] has [ children ] ."),
        ("any", "[ Anna Berg ] , who edits [ Zorp ] , said she will leave her office ."),
        ("any", "We saw the [ group ] of [ students ] and waved to them ."),
        ("any", "He likes the [ blade ] of the [ knife ] that she bought and sold ."),
        ("any", "The [ threat ] caused by a [ spell ] is small ."),
        ("any", "The [ guests ] moved into a [ house ] for the winter ."),
        ("any", "No [ fire ] was caused by a [ storm ] ."),
        ("any", "She works in [ Holliston ] , [ Mass ] ."),
        ("any", "[ It ] was caused by a [ storm ] ."),
        ("any", "The [ scourge ] of [ mosquitoes ] came with the rain and we left ."),
        ("any", "We saw the lid of the [ author ] ' s [ box ] ."),
        ("any", "We saw that the [ spill ] was caused by a [ leak ] in a tanker , after it broke ."),
        ("any", "The [ party ] turned into a [ house ] where we stayed ."),
        ("any", "The [ fire ] was caused by its [ owner ] ."),
        ("birth", "[ Eva Lind ] ( born [ Lindholm ] ) is a singer ."),
        ("employee", "[ Laura Diaz ] , a friend of [ Zorp ] , left ."),
        ("employee", "The old [ Zorp ] [ Karl Weber ] left ."),
        ("any", "They closed a part of a road between Salida and [ Gunnison ] , [ Colorado ] ."),
        ("any", "The [ storm ] resulted in several [ deaths ] ."),
        ("any", "The [ meeting ] was postponed to a later [ date ] ."),
        ("any", "Only part of the [ energy ] is passed on to another [ consumer ] ."),
        ("any", "For some reason , the [ star ] was blinded from his own [ insight ] ."),
        ("any", "The [ show ] starts in an [ hour ] ."),
        ("any", "We saw the [ halls ] of the [ building ] that was once his home and we left ."),
        ("any", "The [ rules ] involve strict [ lines ] ."),
        ("any", "We saw the [ fire ] caused by a [ storm ] , which soon ended ."),
        ("any", "Accidentally , the [ key ] was dropped into the [ pool ] ."),
        ("any", "[ Zorp ] is a document declaring the [ independence ] of Oslo ."),
        ("any", "The [ church ] was built by the [ river ] ."),
        ("any", "The [ man ] fell into a [ sleep ] ."),
        ("any", "The [ dolphin ] uses its [ flukes ] for swimming and its flippers for steering ."),
    ],
)
def test_other_forms_stay(kind, text):
    with pytest.raises(NotApplicable):
        moved(text, kind)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[ Eva Lind ] ( born 3 May 1950 ) is a dancer who left [ Zorp ] .", "does not express the relation"),
        ("After a man put the [ key ] into the [ box ] , the people left .", "does not express the relation"),
        ("The summit will end soon , said [ Anna Berg ] , who edits [ Zorp ] .", "does not express the relation"),
        ("[ OSLO ] , [ Norway ] ( AP )", "does not express the relation"),
        ("[ Anna Berg ] left . [ Zorp ] stayed .", "different sentences"),
        ("[ Anna Berg ] hopes that [ Zorp ] will grow .", "different clauses"),
        ("The [ student ] [ association ] is small .", "one compound noun"),
        ("We saw the [ group ] of [ students ] and waved to them .", "part of the phrase of the other"),
        ("[ Anna Berg ] has [ children ] .", "no phrase of a known form"),
    ],
)
def test_the_reason_tells_how_the_mentions_are_tied(text, reason):
    with pytest.raises(NotApplicable, match=reason):
        moved(text)


@pytest.mark.parametrize(
    ("text", "types", "new"),
    [
        ("He lives in [ Ghent ] , [ Belgium ] .", ("LOC", "LOC"), "He lives in Belgium 's Ghent ."),
        ("He lives in [ Ghent ] , [ Belgium ] , with us .", ("LOC", "LOC"), "He lives in Belgium 's Ghent , with us ."),
        (
            "He said that [ Texas ] Gov. [ Ann Berg ] left .",
            ("LOC", "PER"),
            "He said that Gov. Ann Berg of Texas left .",
        ),
        ("He met [ Ann Berg ] of [ Zorp ] .", ("PER", "ORG"), "He met Zorp 's Ann Berg ."),
        ("He heard [ Oslo ] [ Zorp ] in the morning .", ("LOC", "ORG"), "He heard Zorp of Oslo in the morning ."),
        ("He met [ Zorp ] 's [ Ann Berg ] .", ("ORG", "PER"), "He met Ann Berg of Zorp ."),
    ],
)
def test_names_in_one_phrase_change_order(text, types, new):
    assert " ".join(SwapTriplePosition().preview_row(row(text, types))["tokens"]) == new


def test_of_two_names_behind_each_other_the_list_stays():
    text = "In [ Ghent ] , [ Belgium ] , Ann and Bob met , and they left ."
    assert " ".join(SwapTriplePosition().preview_row(row(text, ("LOC", "LOC")))["tokens"]).startswith(
        "In Belgium 's Ghent ,"
    )


def test_a_possessive_is_tight_in_a_plain_text():
    text = "The blade of the knife was sharp and we saw it."
    given = {"tokens": text, "subject": {"start": 4, "end": 9, "text": "blade"}, "relation": "part"}
    given["object"] = {"start": 17, "end": 22, "text": "knife"}
    new = SwapTriplePosition().preview_row(given)
    assert new["tokens"].startswith("The knife's blade was")
    assert new["tokens"][new["subject"]["start"] : new["subject"]["end"]] == "blade"


def test_plain_texts_keep_their_marks_tight():
    given = {"tokens": "Anna Berg, 45, teaches law.", "subject": [0, 9], "object": [11, 13], "relation": "per:age"}
    new = SwapTriplePosition().preview_row(given)
    assert new["tokens"] == "Aged 45, Anna Berg teaches law."
    assert [new["tokens"][slice(*new[role])] for role in ("subject", "object")] == ["Anna Berg", "45"]


def test_structs_come_back_as_structs():
    given = row("[ Anna Berg ] , [ 45 ] , teaches law .")
    given["subject"] = {"start": 0, "end": 1, "text": "Anna Berg"}
    given["object"] = {"start": 3, "end": 3, "text": "45"}
    new = SwapTriplePosition().preview_row(given)
    assert new["subject"] == {"start": 3, "end": 4, "text": "Anna Berg"}
    assert new["object"] == {"start": 1, "end": 1, "text": "45"}


def test_kind_is_checked():
    with pytest.raises(UsageError, match="kind must be one of any, age, birth, employee"):
        SwapTriplePosition(kind="death")
