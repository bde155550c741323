"""Coreference: documents in three shapes, clusters that move with them, speakers."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import ColumnError, NotApplicable, UsageError

SENTENCES = [["Anna", "left", "."], ["She", "did", "n't", "say", "why", "."]]
CLUSTERS = [[[0, 0], [3, 3]]]
ROW = {"sentences": SENTENCES, "clusters": CLUSTERS}


def moved(row, edits):
    mover = hr.task("coref").label_mover()
    doc = Doc.of_value(row["sentences"], marks=mover.marks(row))
    return mover.move(row, doc, edits, apply(doc.text, edits))


def test_sentences_keep_their_shape():
    text = "Anna left . She did n't say why ."
    new = moved(ROW, [Edit(0, 0, "So "), Edit(10, 10, " now"), Edit(16, 23, "didn't")])
    assert new["sentences"] == [["So", "Anna", "left", "now", "."], ["She", "didn't", "say", "why", "."]]
    assert new["clusters"] == [[[1, 1], [5, 5]]]
    assert text == " ".join(token for sentence in SENTENCES for token in sentence)


@pytest.mark.parametrize(
    ("place", "text", "sentences"),
    [
        (11, " Really .", [[*SENTENCES[0], "Really", "."], SENTENCES[1]]),
        (12, "Then ", [SENTENCES[0], ["Then", *SENTENCES[1]]]),
        (33, " Sad .", [SENTENCES[0], [*SENTENCES[1], "Sad", "."]]),
    ],
)
def test_what_comes_in_between_sentences_goes_to_the_one_it_touches(place, text, sentences):
    assert moved(ROW, [Edit(place, place, text)])["sentences"] == sentences


def test_a_sentence_of_which_nothing_is_left_goes_with_its_speakers():
    row = {"sentences": [["Hm", "."], *SENTENCES], "clusters": [[[2, 2], [5, 5]]]}
    edits = [Edit(0, 5, "")]
    new = moved({**row, "speakers": ["A", "B", "C"]}, edits)
    assert new == {"sentences": SENTENCES, "clusters": CLUSTERS, "speakers": ["B", "C"]}
    new = moved({**row, "speakers": [["A"] * 2, ["B"] * 3, ["C"] * 6]}, [*edits, Edit(21, 21, "only ")])
    assert new["speakers"] == [["B"] * 3, ["C"] * 7] and new["sentences"][1][1] == "only"


def test_flat_tokens_and_plain_texts():
    flat = {"sentences": [token for s in SENTENCES for token in s], "clusters": CLUSTERS, "speakers": list("AAABBBBBB")}
    new = moved(flat, [Edit(5, 9, "went away")])
    assert new["sentences"][:5] == ["Anna", "went", "away", ".", "She"] and new["clusters"] == [[[0, 0], [4, 4]]]
    assert new["speakers"] == list("AAAABBBBBB")
    text = {
        "sentences": "Anna left. She didn't say why.",
        "clusters": [[[0, 4], {"start": 11, "end": 14, "text": "She"}]],
    }
    new = moved(text, [Edit(5, 9, "went away")])
    assert new["clusters"] == [[[0, 4], {"start": 16, "end": 19, "text": "She"}]]
    assert new["sentences"][16:19] == "She"


def test_wrong_clusters_and_speakers_have_a_reason():
    mover = hr.task("coref").label_mover()
    for change, words in (
        ({"clusters": [[[1, 3]]]}, r"mention of cluster 0 \[1, 3\] crosses the end of a sentence"),
        ({"clusters": [[]]}, "cluster 0 is empty"),
        ({"clusters": [[[0, 20]]]}, r"\[0, 20\] lies outside of the 9 tokens"),
        ({"clusters": None}, "no clusters"),
        ({"speakers": ["A"]}, "neither one a token nor one a sentence"),
        ({"speakers": [["A"], ["B"]]}, "neither one a token nor one a sentence"),
        ({"sentences": []}, "empty text"),
    ):
        with pytest.raises(NotApplicable, match=words):
            mover.marks({**ROW, **change})


def test_columns_are_checked():
    task = hr.task("coref")
    assert task.bind(Dataset.from_list([ROW]))
    with pytest.raises(ColumnError, match="'sentences' must hold lists of tokens, a list of tokens, or text"):
        task.bind(Dataset.from_list([{**ROW, "sentences": [[["a"]]]}]))
    with pytest.raises(ColumnError, match="'clusters' must hold a list of clusters"):
        task.bind(Dataset.from_list([{**ROW, "clusters": ["a"]}]))
    with pytest.raises(ColumnError, match="'speakers' must hold names like sentences"):
        task.bind(Dataset.from_list([{**ROW, "speakers": [1]}]))
    assert task.bind(Dataset.from_list([{**ROW, "clusters": []}]))


def test_a_model_is_given_sentences_and_says_clusters():
    flat = Dataset.from_list([{"sentences": SENTENCES[0], "clusters": [[[0, 0]]]}])
    task = hr.task("coref")
    assert task.inputs(flat)[0]["sentences"] == [SENTENCES[0]]
    data = Dataset.from_list([ROW])
    predictor = hr.as_predictor(lambda rows: [CLUSTERS], task)
    assert predictor.predict(task.inputs(data))[0].value == task.references(data)[0] == CLUSTERS
    assert task.show(CLUSTERS) == "0-0 = 3-3" and task.show([]) == "(no cluster)"
    for wrong in ("none", [[0, 3]], [[[0, 40]]], 3):
        with pytest.raises(UsageError, match="expected for each input clusters"):
            hr.as_predictor(lambda rows, wrong=wrong: [wrong], task).predict(task.inputs(data))
