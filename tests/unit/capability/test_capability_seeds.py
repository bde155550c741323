"""Templates, negations and pairs, and the seed cases of a whole specification."""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, Value
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.capability import capabilities
from hf_robust.capability.gold_labels import label_reader
from hf_robust.capability.make_seeds import MakeSeeds, MatchedRow, PartnerPool
from hf_robust.capability.search import Search
from hf_robust.capability.seed_draw import ALREADY, CONTRADICTING, TWICE
from hf_robust.capability.seeds import build_seeds
from hf_robust.capability.templates.patterns import Text, may_be_small, negate, parse
from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UnknownNameError, UsageError

IS = {"is": ("is not", "isn't"), "are": ("are not", "aren't"), "'s": ("is not", "isn't")}
SENTIMENT = capabilities("sentiment-classification", "published")
FEELING = {"wonderful": 0.9, "awful": -0.9, "plain": 0.0, "story": 0.0}
ROWS = [
    ("a", "The acting is awful .", 0.1),
    ("b", "This is an awful mess .", 0.2),
    ("c", "I loved every minute .", 0.9),
    ("d", "Oslo shines .", 0.8),
    ("e", "This is a plain story .", 0.5),
    ("f", "That 's not a plain story .", 0.55),
]


def data(rows=ROWS):
    ids, texts, scores = zip(*rows)
    return Dataset.from_dict({"id": ids, "sentence": texts, "score": scores})


TASK = hr.task("sentiment-classification", text="sentence", label="score", id="id")


@pytest.fixture(scope="module")
def seeds(pipeline):
    return build_seeds(SENTIMENT, data(), TASK, seed=7, nlp=pipeline, sentiment=FEELING)


def texts(found, id):
    return found.cases[id]["text"][:]


# patterns


@pytest.mark.parametrize(
    "text, opens, ends, fitted",
    [
        ("The end .", True, True, "The end ."),
        ("The end .", False, True, "the end ."),
        ("The end .", True, False, "The end"),
        ("The end !?", False, False, "the end"),
        ("The end ...", False, False, "the end"),
        ("The 'end' .", False, False, "the 'end'"),
        ("...", False, False, "..."),
        ("", False, False, ""),
    ],
)
def test_a_sentence_fits_into_its_place(text, opens, ends, fitted):
    assert Text(text, small=True).fitted(opens, ends) == fitted


@pytest.mark.parametrize(
    "text, pos, small",
    [
        ("The end", "DET", True),
        ("A film", "DET", True),
        ("Smart", "ADJ", True),
        ("It's", "PRON", True),
        ("Oslo won", "PROPN", False),
        ("I won", "PRON", False),
        ("I'm", "PRON", False),
        ("NASA won", "NOUN", False),
        ("McX", "NOUN", False),
        ("the end", "DET", False),
        ("... and", "PUNCT", False),
        ("42", "NUM", False),
        ("", "", False),
    ],
)
def test_which_first_letters_may_be_small(text, pos, small):
    assert may_be_small(text, pos) is small


def test_a_sentence_that_opens_keeps_its_letter():
    pattern = parse('{a} {s}. {s} "{s:as-is}"', {"s": ("s", "text")}, ["a"])
    assert pattern.fill({"a": "I heard that"}, lambda part: Text(" We won . ", small=True)) == (
        'I heard that we won. We won "We won ."'
    )


@pytest.mark.parametrize(
    "text, made",
    [
        ("This is fun.", ["This is not fun.", "This isn't fun."]),
        ("This is fun .", ["This is not fun .", "This is n't fun ."]),
        ("These are it .", ["These are not it .", "These are n't it ."]),
        ("That 's it .", ["That is not it .", "That is n't it ."]),
        ("That's it.", ["That is not it.", "That isn't it."]),
        ("That’s it.", ["That is not it.", "That isn't it."]),
        ("THIS IS IT", ["THIS is not IT", "THIS isn't IT"]),
        ("This is n't fun .", []),
        ("This isn't fun.", []),
        ("This is NOT fun .", []),
        ("This is no fun .", []),
        ("This was fun .", []),
        ("This island .", []),
        ("", []),
    ],
)
def test_negation(text, made):
    assert [new for _, new in negate(text, IS)] == made


# pairs


def pool(names):
    return PartnerPool([MatchedRow((name,), {}, None) for name in names])


def test_partners_are_different_and_not_the_row_itself():
    few = pool("abc")
    assert {row.ids[0] for row in few.draw("a", 1, "s", 5)} == {"b", "c"}
    assert len({row.ids[0] for row in pool(map(str, range(50))).draw("x", 1, "s", 10)}) == 10
    assert pool("a").draw("a", 1, "s", 1) == []


def test_partners_hardly_depend_on_the_other_rows():
    names = [str(n) for n in range(200)]

    def drawn(names, seed=1):
        found = pool(names)
        return {name: {row.ids[0] for row in found.draw(f"x{name}", seed, "s", 3)} for name in map(str, range(100))}

    first = drawn(names)
    assert first == drawn(names[::-1])
    assert first != drawn(names, seed=2)
    fewer = drawn(names[:-2])
    assert sum(first[name] == fewer[name] for name in first) > 70


# a whole specification


def test_counts_follow_the_arithmetic(seeds):
    kept = {id: count.kept for id, count in seeds.counts.items()}
    assert kept == {
        "LC1": 2,
        "LC2": 2,
        "LC3": 18 * 2 + 9 * 2,
        "LC4": 2,
        "LC5": 2,
        "LC6": 4 * 2,
        "LC7": 3 * 2 * 2,
        "LC8": 4 * 2 * 2 * 2,
        "LC9": 2 * 4,
        "LC10": 2 * 4,
    }
    assert seeds.counts["LC5"].searched == {"sentence": 2} and seeds.counts["LC5"].dropped == {ALREADY: 1}
    assert seeds.counts["LC3"].searched == {"positive": 2, "negative": 2}


def test_the_texts(seeds):
    assert texts(seeds, "LC1") == ["This is a plain story .", "That 's not a plain story ."]
    assert texts(seeds, "LC4") == ["This is not an awful mess .", "This is n't an awful mess ."]
    assert texts(seeds, "LC6")[:2] == [
        "I agreed that the acting is awful but it wasn't",
        "I agreed that the acting is awful but I didn't",
    ]
    assert "Do I think that Oslo shines? yes" in texts(seeds, "LC9")
    assert "Do I agree that I loved every minute? no" in texts(seeds, "LC10")
    assert "Previously, I used to like it saying that Oslo shines although now I hate it." in texts(seeds, "LC3")
    denied = r"(I wouldn't say,|I do not think|I don't agree with,) (this is|that 's) .*, (I|Oslo) .* \."
    assert all(re.fullmatch(denied, text) for text in texts(seeds, "LC7"))


def test_the_accepted_labels(seeds):
    def accepted(id):
        return {tuple(case["accepted"]) for case in seeds.cases[id]["case"][:]}

    assert accepted("LC1") == accepted("LC5") == {("neutral",)}
    assert accepted("LC4") == accepted("LC6") == {("positive", "neutral")}
    assert accepted("LC7") == {("negative",)}
    found = {row["text"][:17]: (row["label"], row["case"]["accepted"]) for row in seeds.cases["LC10"]}
    assert found["Do I think that O"] == ("negative", ["negative"])
    assert found["Do I think that t"] == (None, ["positive", "neutral"])
    for row in seeds.cases["LC8"]:
        ends_well = "loved" in row["text"].split(" but ")[1] or "Oslo" in row["text"].split(" but ")[1]
        assert row["label"] == ("positive" if ends_well else "negative")
    for row in seeds.cases["LC3"]:
        assert row["label"] == ("positive" if row["text"].endswith("now I like it.") else "negative")


def test_the_record(seeds):
    case = seeds.cases["LC8"][0]["case"]
    assert case["case_id"] == case["seed_id"] and case["case_id"].startswith("LC8-") and case["kind"] == "seed"
    assert len(case["source_ids"]) == 2 and set(case["source_ids"]) <= set("abcd")
    assert (case["template"], case["test"], case["oracle_confidence"]) == ("others-negative", "MFT", 0.83)
    assert seeds.cases["LC4"][1]["case"]["template"] == "is -> isn't"
    assert seeds.cases["LC1"][0]["case"]["template"] is None
    ids = [id for cases in seeds.cases.values() for id in (case["case_id"] for case in cases["case"][:])]
    assert len(set(ids)) == len(ids)


def by_id(found):
    return {case["case_id"]: case["source_ids"] for cases in found.cases.values() for case in cases["case"][:]}


def test_cases_do_not_depend_on_the_order_of_the_rows(pipeline, seeds):
    again = build_seeds(SENTIMENT, data(ROWS[::-1]), TASK, seed=7, nlp=pipeline, sentiment=FEELING)
    assert by_id(again) == by_id(seeds)
    other = build_seeds(SENTIMENT, data(), TASK, seed=8, pairs=1, nlp=pipeline, sentiment=FEELING, only=["LC8"])
    assert other.counts["LC8"].kept == 4 * 2 * 2


def test_processes_do_not_matter(pipeline, seeds):
    again = build_seeds(SENTIMENT, data(), TASK, seed=7, nlp=pipeline, num_proc=2, only=["LC3", "LC8"])
    for id in ("LC3", "LC8"):
        assert again.cases[id].to_list() == seeds.cases[id].to_list()


def test_fewer_seeds_are_a_part_of_more(pipeline):
    def ids(most):
        found = build_seeds(SENTIMENT, data(), TASK, seed=7, nlp=pipeline, only=["LC3"], seeds_per_capability=most)
        assert found.counts["LC3"].limited == 54 - most
        return {case["case_id"] for case in found.cases["LC3"]["case"][:]}

    assert len(ids(5)) == 5 and ids(5) < ids(20) < ids(54)


def test_equal_texts_count_once(pipeline):
    rows = [("1", "The end is bad .", 0.1), ("2", "The end is bad .", 0.2), ("3", "The end is bad", 0.1)]
    rows += [("4", "Fine .", 0.9), ("5", "Fine .", 0.1)]
    found = build_seeds(SENTIMENT, data(rows), TASK, nlp=pipeline, only=["LC6", "LC9"])
    assert found.counts["LC6"].searched == {"sentence": 2}  # the rows of "Fine ." have two labels
    assert found.counts["LC6"].kept == 4 and found.counts["LC6"].dropped == {TWICE: 4}
    assert found.cases["LC6"][0]["case"]["source_ids"] == ["1", "2"]
    rows = [("1", "The end", 0.1), ("2", "The end .", 0.9)]
    found = build_seeds(SENTIMENT, data(rows), TASK, nlp=pipeline, only=["LC9"])
    assert found.counts["LC9"].kept == 0 and found.counts["LC9"].dropped == {CONTRADICTING: 4}


def test_without_neutral_its_capabilities_are_skipped_and_named(pipeline):
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    rows = Dataset.from_dict({"text": ["The end is bad.", "I loved it."], "label": [0, 1]}, features=features)
    found = build_seeds(SENTIMENT, rows, nlp=pipeline, sentiment=FEELING)
    assert found.skipped == dict.fromkeys(["LC1", "LC5", "LC7"], "the dataset has no label neutral")
    assert set(found.cases) == {"LC2", "LC3", "LC4", "LC6", "LC8", "LC9", "LC10"}
    assert found.counts["LC6"].kept == 4


def test_what_matches_nothing_says_so(pipeline):
    found = build_seeds(SENTIMENT, data(), TASK, nlp=pipeline, sentiment={}, only=["LC2", "LC6"])
    assert found.empty == ["LC2"] and len(found.cases["LC2"]) == 0
    assert found.cases["LC2"].features == found.cases["LC6"].features
    assert "LC2: 0 seeds of 0 rows: nothing in the dataset meets the specification" in found.summary()


def test_columns_and_word_lists_that_are_absent_are_named(pipeline):
    spec = capabilities("hate-speech-detection", "published")
    rows = Dataset.from_dict({"text": ["A xyzzy sat.", "I hate a woman."], "label": ["normal", "hateful"]})
    found = build_seeds(spec, rows, nlp=pipeline, sentiment=FEELING)
    assert found.skipped["LC1"] == "the dataset has no column 'functionality'"
    assert found.skipped["LC7"] == found.skipped["LC8"] == "needs the word list 'slur'; use lexicons={'slur': '<file>'}"
    found = build_seeds(spec, rows, nlp=pipeline, sentiment=FEELING, lexicons={"slur": ["xyzzy"]})
    assert texts(found, "LC8") == ["A xyzzy sat."] and found.empty.count("LC7") == 1
    assert 'statements like "I hate a woman." are harmful' in texts(found, "LC19")
    assert "I heard that I hate a woman. i also hate them" in texts(found, "LC12")


def test_pairs_of_texts(pipeline):
    rows = Dataset.from_dict(
        {
            "premise": ["A man is sleeping.", "Two dogs are running outside.", "People at a fair."],
            "hypothesis": ["The man is sleeping.", "A boy is falling.", "The girl is lifting her hand."],
            "label": ["entailment", "gold?", None],
        }
    )
    found = build_seeds(capabilities("natural-language-inference"), rows, nlp=pipeline, seed=3)  # labels are not read
    assert found.skipped == {} and found.unlabeled == 0
    both = [(row["premise"], row["hypothesis"], row["label"]) for row in found.cases["NLI2"]]
    assert ("The man is sleeping.", "The man isn't sleeping.", "contradiction") in both
    assert ("It is not true that the man is sleeping.", "The man is sleeping.", "contradiction") in both
    joined = [(row["premise"], row["hypothesis"]) for row in found.cases["NLI3"]]
    assert ("Anna and Tom are both sleeping.", "Tom is sleeping.") in joined
    assert found.counts["NLI3"].searched == {"sentence": 1}  # what lasts no time is not said of others, nor is "her"
    assert found.counts["NLI1"].searched == {"sentence": 2}  # the third has no verb


def test_seeds_are_made_in_a_stream_too():
    lc4 = SENTIMENT["LC4"]
    task = hr.task("sentiment-classification")
    rule = lc4.searches["sentence"].rules[1]
    stream = Dataset.from_dict({"text": ["This is bad.", "So what", "That 's bad ."]}).to_iterable_dataset()
    stream = stream.map(Search({"LC4/sentence": rule}, task), batched=True, batch_size=1)
    made = stream.map(
        MakeSeeds(lc4, task),
        batched=True,
        batch_size=2,
        remove_columns=["text", "robust__found", "robust__label", "robust__ids", "robust__small"],
    )
    found = [row["text"] for row in made]
    assert found == ["This is not bad.", "This isn't bad.", "That is not bad .", "That is n't bad ."]
    maker = MakeSeeds(lc4, task)
    before = Hasher.hash(maker)
    assert len(maker(next(stream.iter(3)))["text"]) == 4 and Hasher.hash(maker) == before
    assert Hasher.hash(MakeSeeds(lc4, task, seed=1)) != before
    with pytest.raises(UsageError, match="pools"):
        MakeSeeds(SENTIMENT["LC7"], task)


def test_optional_ones_are_built_when_asked_for(pipeline):
    found = build_seeds(SENTIMENT, data(), TASK, nlp=pipeline, only=["LC10-positive", "LC10-negative"])
    assert {id: count.kept for id, count in found.counts.items()} == {"LC10-positive": 4, "LC10-negative": 4}


def test_progress_is_told(pipeline):
    told = []
    build_seeds(SENTIMENT, data(), TASK, nlp=pipeline, only=["LC6", "LC9"], progress=told.append)
    assert told == ["LC6", "LC9"]


def test_hostile_texts_do_no_harm(pipeline):
    hostile = ["", " ", "😀", "e\u0301" * 9, "\u202eabc", "{sentence}", "This is {x}", None, "x" * 10_000]
    rows = [(str(n), text, 0.1) for n, text in enumerate(hostile)]
    found = build_seeds(SENTIMENT, data(rows), TASK, nlp=pipeline, sentiment=FEELING)
    assert any("{sentence}" in text for text in texts(found, "LC6"))
    assert "This is not {x}" in texts(found, "LC4")


@pytest.mark.parametrize(
    "change, kind, said",
    [
        ({"only": ["LC99"]}, UnknownNameError, "LC99"),
        ({"pairs": 0}, UsageError, "pairs must be"),
        ({"seeds_per_capability": 0}, UsageError, "seeds_per_capability"),
        ({"seed": "x"}, UsageError, "seed must be"),
        ({"label": "nothing"}, ColumnError, "nothing"),
        ({"label": {"x": "positive"}}, LabelError, "holds fractions"),
        ({"task": hr.task("sentiment-classification")}, ColumnError, "sentence"),
        ({"task": hr.task("natural-language-inference")}, UsageError, "the specification is for"),
        ({"task": "sentiment-classification"}, UsageError, "hr.task"),
        ({"dataset": Dataset.from_dict({"sentence": [], "score": []})}, EmptyDataError, "no rows"),
        ({"dataset": DatasetDict(test=data())}, UsageError, "choose a split"),
        ({"dataset": data().to_iterable_dataset()}, UsageError, "take rows"),
    ],
)
def test_what_cannot_be_built(change, kind, said):
    given = {"dataset": data(), "task": TASK, **change}
    with pytest.raises(kind, match=re.escape(said)):
        build_seeds(SENTIMENT, given.pop("dataset"), given.pop("task"), **given)


def test_the_published_numbers_of_sst():
    """67 and 26 sentences of LC4 and LC5, and 18,576 seeds of LC6, are those of the paper."""
    folder = Path(os.environ.get("HF_ROBUST_DATA", "gone")) / "sst"
    if not folder.is_dir():
        pytest.skip("HF_ROBUST_DATA does not name a folder that holds sst/")
    lines = [line for split in ("train", "dev", "test") for line in (folder / f"{split}.jsonl").open(encoding="utf-8")]
    rows = Dataset.from_list([{name: json.loads(line)[name] for name in ("sentence", "score")} for line in lines])
    task = hr.task("sentiment-classification", text="sentence", label="score")
    found = build_seeds(SENTIMENT, rows, task, only=["LC4", "LC5"])
    assert [found.counts[id].searched["sentence"] for id in ("LC4", "LC5")] == [67, 26]
    assert [found.counts[id].dropped[ALREADY] for id in ("LC4", "LC5")] == [11, 6]
    labels = label_reader(SENTIMENT, rows.features, "score", None, [])
    rules = {id: rule for id in ("LC3", "LC6") for rule in SENTIMENT[id].searches.values()}
    rules |= {f"LC3-{name}": rule for name, rule in SENTIMENT["LC3"].searches.items()}
    searched = rows.map(Search(rules, task, labels=labels), batched=True)
    by_text = dict(zip(searched["sentence"][:], searched["robust__found"][:]))
    counts = Counter(name for names in by_text.values() for name in names)
    assert 4 * counts["LC6"] == 18_576
    assert abs(18 * counts["LC3-positive"] + 9 * counts["LC3-negative"] - 75_159) < 300


def test_the_fewest_sources_are_drawn_twice(pipeline):
    """Nine sentences give nine cases each; of nine seeds no two are of one sentence, of ten just two."""
    spec = capabilities("sentiment-classification")
    nouns = ["plot", "cast", "score", "ending", "start", "script", "humor", "pace", "sound"]
    rows = [(noun, f"The {noun} of this film is awful .", 0.1) for noun in nouns]
    for most, repeats in ((9, 0), (10, 1), (18, 9)):
        given = {"only": ["LC6"], "nlp": pipeline, "sentiment": FEELING, "seeds_per_capability": most}
        found = build_seeds(spec, data(rows), TASK, **given)
        sources = [case["source_ids"][0] for case in found.cases["LC6"]["case"][:]]
        assert len(sources) - len(set(sources)) == repeats and max(Counter(sources).values()) == 1 + (most > 9)


def test_a_second_classifier_must_agree(pipeline):
    spec = capabilities("sentiment-classification")
    rows = [("a", "The plot is awful .", 0.1), ("b", "The cast is awful .", 0.1), ("c", "The score is awful .", 0.39)]
    given = {"only": ["LC6"], "nlp": pipeline, "sentiment": FEELING}
    alone = build_seeds(spec, data(rows), TASK, **given)
    assert alone.counts["LC6"].searched == {"sentence": 2}  # the score of the third is near the next label
    assert texts(alone, "LC6")[0] == "Everybody says that the plot is awful, but that is wrong."
    model = lambda texts: ["negative" if "plot" in text else "positive" for text in texts]  # noqa: E731
    both = build_seeds(spec, data(rows), TASK, second_opinion=model, **given)
    assert {case["source_ids"][0] for case in both.cases["LC6"]["case"][:]} == {"a"}
