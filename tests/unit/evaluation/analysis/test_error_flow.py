"""Which right answers turn into which wrong ones, counted by hand."""

import random
import tracemalloc
from collections import Counter

import pytest
from outcome_samples import outcomes_with, pairs_of

import hf_robust as hr
from hf_robust.evaluation.analysis.class_units import chunks, known_classes
from hf_robust.evaluation.analysis.error_flow import error_flow
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.scoring import wilson
from hf_robust.scoring.statistics import wilson_of_share


def found(*pairs, task="sentiment-classification"):
    return error_flow(outcomes_with(*pairs, task=task), None, AnalysisOptions())


def test_transitions_by_hand():
    gold = ["pos"] * 6 + ["neg"] * 4
    old = ["pos"] * 5 + ["neg"] + ["neg"] * 4  # one pos is wrong before
    new = ["neg"] * 2 + ["pos"] * 4 + ["neg"] * 3 + ["pos"]  # two break, one is mended, one neg breaks
    result = found(pairs_of("typos", gold, old, new))
    assert result["unit"] == "row" and (result["right"], result["turned"]) == (9, 3)
    first, second = result["flows"]
    assert (first["gold"], first["said"], first["count"], first["right"]) == ("pos", "neg", 2, 5)
    assert first["share"] == 0.4 and first["interval"] == pytest.approx(list(wilson(2, 5)))
    assert (second["gold"], second["said"], second["count"], second["right"]) == ("neg", "pos", 1, 4)
    assert result["said"] == ["neg", "pos"]  # in the order of the dataset
    neg, pos = result["classes"]
    assert (neg["name"], neg["n"]) == ("neg", 4) and neg["changes"] == pytest.approx([-0.25, 0.25])
    assert pos["n"] == 6 and pos["changes"] == pytest.approx([1 / 6, -1 / 6])  # 2 of 6 say neg, 1 did before


def test_rows_of_several_transformations_count_once_in_intervals():
    gold = ["pos"] * 10
    pairs = [pairs_of(name, gold, gold, ["neg"] * 3 + ["pos"] * 7) for name in ("typos", "ocr", "case")]
    (flow,) = found(*pairs)["flows"]
    assert (flow["count"], flow["right"], flow["different"], flow["share"]) == (9, 30, 10, 0.3)
    assert flow["interval"] == pytest.approx(list(wilson_of_share(0.3, 10)))


def test_by_transformation_the_most_harmful_first():
    gold = ["pos"] * 4
    result = found(
        pairs_of("typos", gold, gold, gold),
        pairs_of("ocr", gold, gold, ["neg"] * 3 + ["pos"]),
        pairs_of("no", [], [], []),
    )
    assert [(one["name"], one["turned"], one["right"]) for one in result["by_transformation"]] == [
        ("ocr", 3, 4),
        ("typos", 0, 4),
    ]
    assert result["by_transformation"][0]["flows"][0]["interval"] == pytest.approx(list(wilson(3, 4)))


def test_where_the_right_answer_changes_the_new_one_counts():
    pair = pairs_of("antonym", ["pos"] * 2, ["pos"] * 2, ["neg", "pos"], gold_after=["neg"] * 2)
    result = found(pair)
    (flow,) = result["flows"]
    assert (flow["gold"], flow["said"], flow["count"], flow["right"]) == ("neg", "pos", 1, 2)
    by_name = {one["name"]: one for one in result["classes"]}
    assert by_name["neg"]["changes"] == [None, None]  # no row had that answer before
    assert by_name["pos"]["n"] == 0


def test_what_is_no_label_of_the_data_is_named_so():
    result = found(pairs_of("typos", ["pos"] * 2, ["pos"] * 2, ["pos", "joy"]))
    assert result["flows"][0]["said"] == "no label of the data" == result["said"][-1]
    assert found(pairs_of("typos", ["pos"], ["pos"], ["pos"]))["said"] == ["pos"]


def test_of_many_classes_the_map_shows_the_largest():
    names = [f"c{number:02}" for number in range(20)]
    gold = [name for number, name in enumerate(names) for _ in range(20 - number)]
    new = [names[-1] if name == "c15" else name for name in gold]
    result = found(pairs_of("typos", gold, gold, new, task="text-classification"), task="text-classification")
    assert [one["name"] for one in result["classes"]] == [*names[:11], "others"]
    assert result["classes"][-1]["n"] == sum(range(1, 10)) and result["said"] == [*names[:11], "others"]
    assert [(flow["gold"], flow["said"]) for flow in result["flows"]] == [("c15", "c19")]


def answers(classes, rows, seed):
    """Random classes: the right ones, and two answers of which some are wrong and some no class."""
    draw = random.Random(seed)
    names = [f"c{number:05}" for number in range(classes)]
    gold = [draw.choice(names) for _ in range(rows)]
    old, new = ([one if draw.random() < 0.6 else draw.choice([*names, "other"]) for one in gold] for _ in range(2))
    return gold, old, new


@pytest.mark.parametrize("classes", [2, 5, 12, 13, 40])
def test_flows_and_map_agree_with_a_count_row_by_row(classes):
    gold, old, new = answers(classes, 300, classes)
    result = found(pairs_of("typos", gold, old, new, task="text-classification"), task="text-classification")
    rows = list(zip(gold, old, new, strict=True))
    turned = Counter((one, after) for one, before, after in rows if before == one != after)
    right = Counter(one for one, before, _ in rows if before == one)
    everything = Counter(gold) | Counter(dict.fromkeys({*old, *new}, 0))
    wanted = sorted(turned, key=lambda pair: (-turned[pair], pair))
    assert (
        sum(turned.values()) == result["turned"] and len(turned) == len(result["flows"]) + result["left_out"]["flows"]
    )
    for flow, pair in zip(result["flows"], wanted, strict=False):
        assert (flow["gold"], flow["said"], flow["count"], flow["right"]) == (*pair, turned[pair], right[pair[0]])
        assert flow["different"] == right[pair[0]] and flow["interval"] == pytest.approx(
            wilson(flow["count"], flow["right"])
        )
    named = {one["name"] for one in result["classes"]}

    def place(label):
        return label if label in {*named, *result["said"]} else "others"

    sizes, before, after = (Counter(map(place, gold)), Counter(), Counter())
    for one, first, second in rows:
        before[place(one), place(first)] += 1
        after[place(one), place(second)] += 1
    assert sum(one["n"] for one in result["classes"]) == len(rows) and named <= {*map(place, everything)}
    for one in result["classes"]:
        pairs = [(one["name"], said) for said in result["said"]]
        changes = [(after[pair] - before[pair]) / sizes[one["name"]] for pair in pairs]
        assert one["n"] == sizes[one["name"]] and one["changes"] == pytest.approx(changes)


def test_memory_does_not_grow_with_the_square_of_the_classes():
    gold, old, new = answers(5_000, 6_000, 1)
    pairs = pairs_of("typos", gold, old, new, task="text-classification")
    tracemalloc.start()
    try:
        result = found(pairs, task="text-classification")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(result["classes"]) == 12 and peak < 40 * 2**20  # a table of all pairs takes 200 MB


def test_lists_are_cut_and_say_so():
    names = [f"c{number:02}" for number in range(30)]
    pair = pairs_of("typos", names, names, names[1:] + names[:1], task="text-classification")
    result = found(*([pair] * 32), task="text-classification")
    assert len(result["flows"]) == 20 and len(result["by_transformation"]) == 30
    assert result["left_out"] == {"flows": 10, "transformations": 2, "pairs": 0}
    assert all(len(one["flows"]) == 3 for one in result["by_transformation"])


NER = "named-entity-recognition"


def test_entities_that_are_lost_turned_or_moved():
    pytest.importorskip("seqeval")
    gold = [["B-PER", "I-PER", "O", "B-LOC"]] * 4
    new = [
        ["O", "O", "O", "B-LOC"],  # lost
        ["B-ORG", "I-ORG", "O", "B-LOC"],  # turned
        ["O", "B-PER", "O", "B-ORG"],  # other bounds, and LOC turned
        ["B-LOC", "I-LOC", "I-LOC", "B-LOC"],  # PER under a longer LOC
    ]
    result = found(pairs_of("typos", gold, gold, new, task=NER), task=NER)
    assert result["unit"] == "entity" and (result["right"], result["turned"]) == (8, 5)
    flows = {(flow["gold"], flow["said"]): (flow["count"], flow["right"]) for flow in result["flows"]}
    assert flows == {
        ("LOC", "ORG"): (1, 4),
        ("PER", "ORG"): (1, 4),
        ("PER", "LOC"): (1, 4),
        ("PER", "nothing"): (1, 4),
        ("PER", "other bounds"): (1, 4),
    }
    assert set(result["said"]) == {"PER", "LOC", "ORG", "other bounds", "nothing"}
    assert [one["name"] for one in result["classes"]] == ["LOC", "PER"]  # no ORG is there to find


def test_entities_follow_tokens_that_split_and_rows_with_other_entities_are_not_counted():
    pytest.importorskip("seqeval")
    gold, old = [["B-PER", "O"]] * 2, [["B-PER", "O"]] * 2
    gold_after = [["B-PER", "I-PER", "O"], ["B-PER", "O", "B-PER"]]
    new = [["B-PER", "O", "O"], ["B-PER", "O", "B-PER"]]
    result = found(pairs_of("typos", gold, old, new, gold_after=gold_after, task=NER), task=NER)
    assert result["right"] == 1 and result["flows"][0]["said"] == "other bounds"
    assert result["left_out"]["pairs"] == 1


def test_tags_that_stand_alone_count_by_token():
    tags = [["DET", "NOUN"], ["NOUN", "VERB"]]
    new = [["DET", "VERB"], ["VERB", "VERB"]]
    result = found(pairs_of("typos", tags, tags, new, task="part-of-speech"), task="part-of-speech")
    assert result["unit"] == "token" and result["right"] == 4
    assert [(flow["gold"], flow["said"], flow["count"], flow["different"]) for flow in result["flows"]] == [
        ("NOUN", "VERB", 2, 2)
    ]


def test_tasks_without_classes_have_no_flow():
    answers = [{"text": ["Oslo"], "answer_start": [0]}]
    pair = pairs_of("typos", answers, ["Oslo"], ["Bergen"], task="extractive-qa")
    assert found(pair, task="extractive-qa") is None
    pytest.importorskip("seqeval")
    nothing = pairs_of("typos", [["O"]], [["O"]], [["O"]], task=NER)
    assert found(nothing, task=NER) is None


def test_classes_are_known_by_the_names_of_the_tags():
    task = hr.task(NER, label_names=["O", "B-PER", "I-PER", "B-LOC"])
    assert known_classes(task, "entity") == ["PER", "LOC"]
    assert known_classes(hr.task(NER), "entity") is None
    assert known_classes(hr.task("part-of-speech", label_names=["X", "Y"]), "token") == ["X", "Y"]


def test_chunks_of_any_scheme():
    assert chunks(("S-LOC", "B-PER", "E-PER")) == ((0, 1, "LOC"), (1, 3, "PER"))
    assert chunks(("I-PER", "I-LOC")) == ((0, 1, "PER"), (1, 2, "LOC"))
