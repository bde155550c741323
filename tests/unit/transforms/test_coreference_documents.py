"""Sentences of a document go, come and move; clusters, speakers and shapes are right."""

from collections import Counter

import pytest

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.transforms.task_specific.coreference_sentences import SentenceDocument
from hf_robust.transforms.transformation_registry import transformations

NAMES = [f"{name}-sentences" for name in ("delete", "insert", "repeat", "replace", "shuffle")] + ["concat-documents"]
DOCUMENT = {
    "sentences": [
        "Anna met Bob Lee .".split(),
        "He smiled at her warmly .".split(),
        "Rain is never very heavy .".split(),
        "Anna has a small garden .".split(),
        "Bob Lee bought a new car .".split(),
        "It was red .".split(),
    ],
    "clusters": [[[0, 0], [8, 8], [17, 17]], [[2, 3], [5, 5], [23, 24]], [[26, 28], [30, 30]]],
}
OTHER = {
    "sentences": [
        "Three pirates found their old map .".split(),
        "They hid it .".split(),
        "The cave beneath the cliff stayed empty .".split(),
    ],
    "clusters": [[[0, 1], [3, 3], [7, 7]], [[3, 5], [9, 9]]],
}


def words(document, sentences=None):
    flat = [token for sentence in document["sentences"] for token in sentence]
    return [[" ".join(flat[start : end + 1]) for start, end in cluster] for cluster in document["clusters"]]


def run(name, document=DOCUMENT, seed=0, **params):
    return transformations.get(name)(**params).preview_row(document, seed=seed, pool=[OTHER])


def lines(document):
    return [" ".join(sentence) for sentence in document["sentences"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_mentions_keep_their_words(name, seed):
    known = [Counter(cluster) for cluster in (*words(DOCUMENT), *words(OTHER))]
    for cluster in words(run(name, seed=seed)):
        assert any(set(cluster) <= set(other) for other in known)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["delete-sentences", "replace-sentences"])
def test_what_a_pronoun_needs_stays(name, seed):
    new = lines(run(name, seed=seed))
    for pronoun, noun in (
        ("He smiled at her warmly .", "Anna met Bob Lee ."),
        ("It was red .", "Bob Lee bought a new car ."),
    ):
        assert pronoun not in new or new[new.index(pronoun) - 1] == noun


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["insert-sentences", "shuffle-sentences"])
def test_nothing_comes_between_a_pronoun_and_its_noun(name, seed):
    new = lines(run(name, seed=seed))
    assert new.index("He smiled at her warmly .") == new.index("Anna met Bob Lee .") + 1
    assert new.index("It was red .") == new.index("Bob Lee bought a new car .") + 1


@pytest.mark.parametrize("seed", range(10))
def test_only_sentences_that_stand_alone_come_in(seed):
    new = set(lines(run("insert-sentences", seed=seed, rate=1.0))) - set(lines(DOCUMENT))
    assert new == {"Three pirates found their old map .", "The cave beneath the cliff stayed empty ."}
    assert lines(run("insert-sentences", seed=seed))[0] == "Anna met Bob Lee ."


def test_a_foreign_sentence_with_a_noun_of_ours_stays_out():
    other = {"sentences": [["The", "old", "car", "had", "no", "wheels", "."]], "clusters": []}
    with pytest.raises(NotApplicable, match="no sentence of another document"):
        transformations.get("insert-sentences")().preview_row(DOCUMENT, pool=[other])


def test_singletons_are_dropped_or_kept():
    row = {"sentences": [["Anna", "ran", "fast", "."], ["Anna", "met", "Bob", "."], ["Bob", "ate", "."]]}
    row["clusters"] = [[[0, 0], [4, 4]], [[6, 6], [8, 8]], [[5, 5]]]
    sizes = set()
    for seed in range(6):
        sizes.add(tuple(map(len, run("delete-sentences", row, seed, keep_singletons=False)["clusters"])))
        for params in ({"keep_singletons": True}, {}):  # the row itself has a cluster of one mention
            kept = run("delete-sentences", row, seed, **params)
            assert 1 in map(len, kept["clusters"])
    assert sizes == {(2, 1)}  # a cluster that was single from the beginning stays


def test_speakers_go_with_their_sentences():
    speakers = [[name] * len(sentence) for name, sentence in zip("AABBAA", DOCUMENT["sentences"])]
    new = run("insert-sentences", {**DOCUMENT, "speakers": speakers}, rate=1.0)
    assert [len(names) for names in new["speakers"]] == [len(sentence) for sentence in new["sentences"]]
    for names, sentence in zip(new["speakers"], new["sentences"]):
        assert (names[0] == "-") == (sentence not in DOCUMENT["sentences"])
    by_sentence = run("shuffle-sentences", {**DOCUMENT, "speakers": list("AABBAA")})
    assert sorted(by_sentence["speakers"]) == sorted("AABBAA")


def test_repeated_mentions_join_their_clusters():
    new = run("repeat-sentences", rate=1.0)
    assert Counter(map(tuple, new["sentences"])).most_common()[-1][1] == 1  # "It was red ." is too short
    assert sum(map(len, new["clusters"])) > sum(map(len, DOCUMENT["clusters"]))
    assert len(new["clusters"]) == len(DOCUMENT["clusters"])


def test_clusters_of_the_other_document_come_after_ours():
    new = run("concat-documents")
    assert words(new) == words(DOCUMENT) + words(OTHER)


def test_documents_that_share_a_name_are_not_joined():
    other = {"sentences": [["Bob", "sold", "his", "house", "."]], "clusters": [[[0, 0], [2, 2]]]}
    with pytest.raises(NotApplicable, match="names are different"):
        transformations.get("concat-documents")().preview_row(DOCUMENT, pool=[other])


def test_flat_tokens_and_texts():
    flat = {**DOCUMENT, "sentences": [token for sentence in DOCUMENT["sentences"] for token in sentence]}
    new = run("shuffle-sentences", flat)
    assert sorted(new["sentences"]) == sorted(flat["sentences"]) and new["sentences"] != flat["sentences"]
    text = {
        "sentences": "Anna met Dr. Lee.  Rain is never very heavy. Anna has a small garden.",
        "clusters": [[[0, 4], [45, 49]]],
    }
    new = run("shuffle-sentences", text, seed=1)
    (cluster,) = new["clusters"]
    assert [new["sentences"][start:end] for start, end in cluster] == ["Anna", "Anna"]
    assert new["sentences"] != text["sentences"]


@pytest.mark.parametrize(
    "second",
    [
        "Then Anna has a small garden .",  # a word of order
        "She has a very small garden .",  # a pronoun
        "However , Anna has a garden .",
        'Anna said , " rain is bad . "',
        "Anna ' s very small garden",  # a heading
    ],
)
def test_what_depends_on_its_place_does_not_move(second):
    sentences = ["Anna lives in Oslo .".split(), "Rain is never very heavy .".split(), second.split()]
    row = {"sentences": sentences, "clusters": [[[0, 0], [2, 3]]]}
    with pytest.raises(NotApplicable, match='order="discourse"; "any" moves more'):
        run("shuffle-sentences", row, order="discourse")


def test_the_first_sentence_stays_first_in_discourse():
    row = {
        "sentences": ["Oslo is very large .".split(), "Rain is never heavy .".split()],
        "clusters": [[[0, 0], [5, 5]]],
    }
    with pytest.raises(NotApplicable, match="any"):
        run("shuffle-sentences", row, order="discourse")
    assert lines(run("shuffle-sentences", row)) == lines(row)[::-1]


def test_with_any_order_sentences_move_that_tell_a_story():
    row = {
        "sentences": ["Anna left the house .".split(), "Rain fell on the roof .".split(), "Anna ran home .".split()],
        "clusters": [[[0, 0], [11, 11]]],
    }
    with pytest.raises(NotApplicable, match="any"):
        run("shuffle-sentences", row, order="discourse")
    orders = {tuple(lines(run("shuffle-sentences", row, seed=seed, rate=1.0))) for seed in range(6)}
    assert tuple(lines(row)) not in orders and len(orders) > 1
    assert all(sorted(order) == sorted(lines(row)) for order in orders)


@pytest.mark.parametrize(
    "second",
    [
        "which Anna really liked .",  # goes on from the sentence before
        "For example , Anna liked it .",
        "Yesterday he saw Anna .",  # nobody marked this pronoun
        "' I like Anna . '",  # who speaks is told before
        "Chapter 2 .",
        "Anna and the rain",
    ],
)
def test_what_the_clusters_need_stays_in_its_place(second):
    row = {"sentences": [["Bob", "sang", "."], second.split()], "clusters": [[[0, 0], [4, 4]]]}
    words = second.split()
    row["clusters"] += [[[3 + words.index("I")] * 2] * 2] if "I" in words else []
    with pytest.raises(NotApplicable, match="each depends on another"):
        run("shuffle-sentences", row)


def test_sentences_stay_under_their_heading():
    sections = [["Oslo is large .", "Bergen is wet ."], ["Roses are red .", "Grass is green ."]]
    text = [*sections[0], "About plants", *sections[1]]
    row = {"sentences": [line.split() for line in text], "clusters": [[[0, 0], [4, 4]]]}
    new = lines(run("shuffle-sentences", row, rate=1.0))
    assert sorted(new[:2]) == sorted(sections[0]) and new[2] == text[2] and sorted(new[3:]) == sorted(sections[1])
    assert new != text


@pytest.mark.parametrize(("text", "ends"), [("He died in 1738 . [ 12 ]", True), ("A list of names [3]", False)])
def test_a_citation_is_no_part_of_a_sentence(text, ends):
    row = {"sentences": [text.split()], "clusters": [[[0, 0], [1, 1]]]}
    assert SentenceDocument.of(row).sentences[0].ends() == ends


def test_struct_spans_come_back_as_structs():
    clusters = [[{"start": s, "end": e, "text": t} for s, e, t in ((0, 0, "Anna"), (17, 17, "Anna"))]]
    new = run("shuffle-sentences", {**DOCUMENT, "clusters": clusters})
    flat = [token for sentence in new["sentences"] for token in sentence]
    assert [flat[span["start"]] for span in new["clusters"][0]] == ["Anna", "Anna"]


def test_sentences_of_one_quotation_stay_together():
    row = {
        "sentences": [
            ["Anna", "ran", "."],
            ['"', "I", "saw", "Anna", "."],
            ["We", "left", ".", '"'],
            ["It", "rained", "."],
        ],
        "clusters": [[[0, 0], [6, 6]]],
    }
    assert [len(block) for block in SentenceDocument.of(row).blocks()] == [1, 2, 1]


def test_one_sentence_is_not_enough():
    row = {"sentences": [["Anna", "saw", "Anna", "."]], "clusters": [[[0, 0], [2, 2]]]}
    for name in ("delete-sentences", "shuffle-sentences", "replace-sentences"):
        with pytest.raises(NotApplicable):
            run(name, row)


def test_rate_is_checked():
    with pytest.raises(UsageError, match="rate must be a number above 0"):
        transformations.get("delete-sentences")(rate=0)
    with pytest.raises(UsageError, match="order"):
        transformations.get("shuffle-sentences")(order="none")
    with pytest.raises(UsageError, match="keep_singletons must be True, False or None"):
        transformations.get("concat-documents")(keep_singletons=2)


def test_a_pronoun_that_nobody_annotated_keeps_the_sentence_before_it():
    row = {
        "sentences": [["Anna", "ran", "."], ["Bob", "sang", "."], ["He", "slept", "."], ["Anna", "left", "."]],
        "clusters": [[[0, 0], [9, 9]]],
    }
    assert [len(block) for block in SentenceDocument.of(row).blocks()] == [1, 2, 1]


@pytest.mark.parametrize(
    ("sentences", "joined"),
    [
        (["Police found three bodies .", "These victims were sisters ."], True),
        (["The station was closed .", "This year it opens ."], False),
        (["He lost the car .", "There is no hope in such work ."], True),
        (["Who bought the old house ?", "Anna bought it last year ."], True),
        (["The rain stopped at noon .", "Anna went home ."], False),
        (["‘ We want a change of scene .", "Anna goes to Kenya .", "That is good . ’"], True),
    ],
)
def test_a_sentence_stays_behind_the_one_that_it_needs(sentences, joined):
    document = SentenceDocument.of({"sentences": [sentence.split() for sentence in sentences], "clusters": []})
    assert (len(document.blocks()) == 1) is joined


@pytest.mark.parametrize("name", ["insert-sentences", "replace-sentences"])
def test_another_document_is_cut_once(monkeypatch, name):
    cut = []
    of = SentenceDocument.of
    monkeypatch.setattr(SentenceDocument, "of", lambda values: cut.append(values) or of(values))
    run(name)
    assert sum(values["sentences"] == OTHER["sentences"] for values in cut) == 1
