"""Layouts: data as people keep it, in the columns of its task."""

import pytest
from datasets import ClassLabel, Dataset, Features, IterableDataset, List, Translation, Value

import hf_robust as hr
from hf_robust.core.errors import LabelError, UnknownNameError, UsageError
from hf_robust.scoring import GAP_F1
from hf_robust.tasks.layouts import LAYOUTS

TOKENS = ["Ann", "Lee", "lives", "in", "Oslo", "."]


def read(task, *rows, layout=None):
    """Rows in the columns of the task, which takes them."""
    found = hr.with_layout(Dataset.from_list(list(rows)), task, layout)
    hr.task(task).bind(found)
    return found.to_list()


def test_own_columns_stay_as_they_are():
    data = Dataset.from_list([{"tokens": TOKENS, "subject": [0, 1], "object": [4, 4], "relation": "lives in"}])
    assert hr.with_layout(data, "re") is data


def test_marked_entities_become_characters_of_the_text():
    marked = "The <e1>dog</e1> left the <e2>old house</e2>."
    (row,) = read("re", {"id": "a", "sentence": marked, "relation": "Other"})
    assert row["tokens"] == "The dog left the old house."
    assert [row["tokens"][slice(*row[role])] for role in ("subject", "object")] == ["dog", "old house"]
    assert (row["id"], row["relation"]) == ("a", "Other")


def test_names_of_relations_stay_with_their_numbers():
    features = Features({"sentence": Value("string"), "relation": ClassLabel(names=["Other", "Cause"])})
    data = Dataset.from_dict({"sentence": ["<e1>A</e1> <e2>b</e2>"], "relation": [1]}, features=features)
    found = hr.with_layout(data, "re")
    assert hr.task("re").bind(found).references(found) == ["Cause"]


@pytest.mark.parametrize(
    ("row", "pair"),
    [
        ({"tokens": TOKENS, "subj": [0, 1], "obj": [4, 4], "relation": "r"}, ([0, 1], [4, 4])),
        (
            {"token": TOKENS, "subj_start": 0, "subj_end": 1, "obj_start": 4, "obj_end": 4, "relation": "r"},
            ([0, 1], [4, 4]),
        ),
        (
            {
                "tokens": TOKENS,
                "h": {"name": "ann lee", "pos": [[0, 1]]},
                "t": {"name": "oslo", "pos": [[4]]},
                "relation": "r",
            },
            ([0, 1], [4, 4]),
        ),
    ],
)
def test_pairs_of_entities(row, pair):
    (found,) = read("relation-extraction", row)
    assert (found["tokens"], found["relation"]) == (TOKENS, "r")
    assert (found["subject"], found["object"]) == pair


def test_types_of_entities_come_along():
    row = {"token": TOKENS, "subj_start": 0, "subj_end": 1, "obj_start": 4, "obj_end": 4, "relation": "r"}
    (found,) = read("re", {**row, "subj_type": "PERSON", "obj_type": "CITY"})
    assert (found["subject_type"], found["object_type"]) == ("PERSON", "CITY")


def test_each_relation_of_a_sentence_is_a_row():
    relation = {"subj": [0, 1], "subj_type": "Peop", "obj": [4, 4], "obj_type": "Loc", "relation": "Live_In"}
    other = {**relation, "subj": [4, 4], "obj": [0, 1], "relation": "Home_Of"}
    entities = [{"start": 0, "end": 2, "type": "Peop"}, {"start": 4, "end": 5, "type": "Loc"}]
    rows = [{"tokens": TOKENS, "entities": entities, "relations": found} for found in ([relation, other], [])]
    found = read("re", *rows)
    assert [(row["relation"], row["relation_number"]) for row in found] == [("Live_In", 0), ("Home_Of", 1)]
    assert (found[1]["subject"], found[0]["object_type"]) == ([4, 4], "Loc")
    numbered = {"tokens": TOKENS, "entities": entities, "relations": [{"head": 0, "tail": 1, "type": "Live_In"}]}
    assert read("re", numbered)[0] == {**found[0], "subject_type": "Peop"}


GAP = {"text": "Ann met Eve, and she laughed.", "pronoun": "she", "pronoun_offset": 17}
NAMES = {"A": "Ann", "A_offset": 0, "A_coref": False, "B": "Eve", "B_offset": 8, "B_coref": True}


def test_gap_rows_become_clusters_with_single_names():
    (row,) = read("coref", {"id": "1", **GAP, **NAMES})
    texts = [[row["sentences"][slice(*span)] for span in cluster] for cluster in row["clusters"]]
    assert texts == [["Eve", "she"], ["Ann"]]
    assert GAP_F1.score([row["clusters"]], [row["links"]]) == 1.0
    hub = {name.replace("_", "-"): str(value) for name, value in NAMES.items()}
    hub |= {"Text": GAP["text"], "Pronoun": "she", "Pronoun-offset": 17, "A-offset": 0, "B-offset": 8}
    (other,) = read("coreference-resolution", hub)
    assert other["clusters"] == row["clusters"]


def test_gap_names_the_row_whose_offset_is_wrong():
    with pytest.raises(LabelError, match="row 1 .*'she' does not stand at 16, but ' sh'"):
        read("coref", {**GAP, **NAMES}, {**GAP, **NAMES, "pronoun_offset": 16})


def test_winobias_keeps_the_stereotype():
    text = "The cook thanked the nurse because he was kind."
    (row,) = read("coref", {"text": text, "mentions": [[0, 8], [35, 37]], "stereotype": "anti"})
    assert (row["sentences"], row["clusters"], row["stereotype"]) == (text, [[[0, 8], [35, 37]]], "anti")
    (flat,) = read("coref", {"tokens": TOKENS, "coreference_clusters": ["0", "1", "4", "4"]})
    assert flat["clusters"] == [[[0, 1], [4, 4]]]


@pytest.mark.parametrize("column", ["tokens", "text"])
def test_clusters_over_tokens_or_a_text(column):
    document = TOKENS if column == "tokens" else " ".join(TOKENS)
    (row,) = read("coref", {column: document, "clusters": [[[0, 1], [2, 3]]]})
    assert (row["sentences"], row["clusters"]) == (document, [[[0, 1], [2, 3]]])


def test_character_spans_become_tags_of_words():
    text = "Ann Lee-Smith's flat in Oslo, 2nd floor."
    entities = [[24, 28, "LOC"], [0, 13, "PER"]]
    (row,) = read("ner", {"text": text, "entities": [{"start": s, "end": e, "label": k} for s, e, k in entities]})
    tagged = dict(zip(row["tokens"], row["ner_tags"]))
    assert [tagged[word] for word in ("Ann", "Lee-Smith", "Oslo", ",")] == ["B-PER", "I-PER", "B-LOC", "O"]
    assert "".join(row["tokens"]) == text.replace(" ", "")


def test_spans_as_spacy_and_doccano_have_them():
    for column in ("entities", "label"):
        data = Dataset.from_list([{"text": "In Oslo.", column: [[3, 7, "LOC"]]}], on_mixed_types="use_json")
        assert hr.with_layout(data, "ner")[0] == {"tokens": ["In", "Oslo", "."], "ner_tags": ["O", "B-LOC", "O"]}


def test_token_spans_become_tags():
    (row,) = read("ner", {"tokens": TOKENS, "entities": [{"start": 0, "end": 1, "type": "PER"}]})
    assert row["ner_tags"] == ["B-PER", "I-PER", "O", "O", "O", "O"]


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(0, 1, "PER"), (1, 2, "LOC")], r"row 1 .*\[1, 2\] LOC overlaps the one before"),
        ([(4, 6, "LOC")], r"\[4, 6\] LOC lies outside"),
        ([(0, 1, "")], "has no type"),
    ],
)
def test_entities_that_tags_cannot_hold_are_refused_with_their_row(spans, reason):
    rows = [[{"start": s, "end": e, "type": kind} for s, e, kind in part] for part in ([(0, 1, "PER")], spans)]
    with pytest.raises(LabelError, match=reason):
        read("ner", *({"tokens": TOKENS, "entities": part} for part in rows))


def test_tags_under_other_names():
    (row,) = read("ner", {"tokens": ["In", "Oslo"], "ner": ["O", "B-LOC"]})
    assert row == {"tokens": ["In", "Oslo"], "ner_tags": ["O", "B-LOC"]}
    (row,) = read("pos", {"tokens": ["In", "Oslo"], "upos": ["ADP", "PROPN"]})
    assert row["pos_tags"] == ["ADP", "PROPN"]


def test_trees_of_the_hub_have_words_and_numbers():
    features = Features(
        {
            "tokens": List(Value("string")),
            "upos": List(ClassLabel(names=["VERB", "PART", "_"])),
            "head": List(Value("string")),
            "deprel": List(Value("string")),
        }
    )
    row = {"tokens": ["don't", "do", "n't"], "upos": [2, 0, 1], "head": ["None", "0", "1"]}
    data = Dataset.from_list([{**row, "deprel": ["_", "root", "advmod"]}], features=features)
    found = hr.with_layout(data, "parsing")
    assert found[0] == {"tokens": ["do", "n't"], "heads": [0, 1], "deprels": ["root", "advmod"], "pos_tags": [0, 1]}
    assert hr.task("parsing").bind(found).label_names == ("VERB", "PART", "_")


def test_circles_are_refused_with_their_row():
    with pytest.raises(LabelError, match="row 0 .*circle: 2 -> 3 -> 2"):
        read("dp", {"tokens": ["a", "b", "c"], "head": ["0", "3", "2"], "deprel": ["root", "x", "y"]})


SCHEMA = {"text": "The cup did not fit into a box because it was too big.", "candidates": ["The cup", "The box"]}


def test_schemas_find_pronoun_and_candidates():
    (row,) = read("wsc", {**SCHEMA, "pronoun": "it", "label": 0})
    assert row["pronoun"] == {"text": "it", "start": 39, "end": 41}
    assert [one["text"] for one in row["candidates"]] == ["The cup", "a box"]
    (absent,) = read("wsc", {**SCHEMA, "candidates": ["The cup", "The lid"], "pronoun": "it", "label": 0})
    assert absent["candidates"][1] == {"text": "The lid", "start": -1, "end": -1}
    (masked,) = read(
        "wsc", {**SCHEMA, "text": SCHEMA["text"].replace(" it ", " [MASK] "), "pronoun": "[MASK]", "label": 1}
    )
    assert masked["pronoun"]["start"] == 39


def test_schemas_of_the_hub():
    hub = {"text": SCHEMA["text"], "pronoun": "it", "pronoun_loc": 39, "options": SCHEMA["candidates"], "label": 0}
    assert read("wsc", hub)[0]["pronoun"] == {"text": "it", "start": 39, "end": 41}
    gap = {"sentence": "Ann thanked Eve because _ had helped.", "option1": "Ann", "option2": "Eve", "answer": "2"}
    (row,) = read("wsc", gap)
    assert (row["label"], row["text"][row["pronoun"]["start"]]) == (1, "_")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"candidates": []}, "there are no candidates"),
        ({"candidates": ["The cup", ""]}, "a candidate is empty"),
        ({"pronoun": "them"}, "'them' does not stand in the text"),
    ],
)
def test_schemas_that_lack_a_part_are_refused_with_their_row(changed, reason):
    good = {**SCHEMA, "pronoun": "it", "label": 0}
    with pytest.raises(LabelError, match=f"row 1 .*{reason}"):
        read("wsc", good, {**good, **changed})


def test_each_word_with_a_sense_is_a_row():
    keys = ["live%2:42:08::"]
    instances = [{"id": "s.t1", "index": 2, "lemma": "live", "pos": "VERB", "keys": keys}]
    row = {"id": "s", "tokens": TOKENS, "lemmas": TOKENS, "pos": ["X"] * 6, "instances": instances}
    found = read("word-sense-disambiguation", row)
    assert found == [{"tokens": TOKENS, "target": [2, 2], "sense": keys, "lemma": "live", "pos": "VERB", "id": "s.t1"}]
    with pytest.raises(LabelError, match="number 9, outside of the 6 tokens"):
        read("word-sense-disambiguation", {**row, "instances": [{**instances[0], "index": 9}]})


def test_translations():
    features = Features({"translation": Translation(languages=["de", "en"])})
    data = Dataset.from_list([{"translation": {"de": "Ein Hund.", "en": "A dog."}}], features=features)
    assert hr.with_layout(data, "translation")[0] == {"source": "A dog.", "target": "Ein Hund."}
    assert read("mt", {"src": "A dog.", "tgt": "Ein Hund."}) == [{"source": "A dog.", "target": "Ein Hund."}]


def test_aspects():
    aspect = {"term": "soup", "start": 4, "end": 8, "polarity": "positive"}
    text = "The soup was good."
    assert read("absa", {"sentence": text, "aspects": [aspect]})[0] == {"text": text, "aspects": [aspect]}
    assert read("absa", {"sentence": text, **aspect, "id": "1"})[0] == {"id": "1", "text": text, "aspects": [aspect]}
    assert read("absa", {"sentence": text, **aspect, "start": 3, "end": 7})[0]["aspects"] == [aspect]
    terms = [{"term": "soup", "polarity": "positive", "from": "4", "to": "8"}]
    assert read("absa", {"text": text, "aspectTerms": terms})[0]["aspects"] == [aspect]


def test_streams_are_turned_as_they_are_read():
    rows = [{"src": "A dog.", "tgt": "Ein Hund.", "id": "1"}]
    stream = hr.with_layout(IterableDataset.from_generator(lambda: iter(rows)), "mt")
    assert list(stream) == [{"id": "1", "source": "A dog.", "target": "Ein Hund."}]


def test_unknown_columns_are_answered_with_all_layouts():
    with pytest.raises(UsageError) as error:
        read("re", {"sent": "x"})
    assert "the columns sent are not those of relation-extraction" in str(error.value)
    for layout in LAYOUTS.values():
        if layout.task == "relation-extraction":
            assert f"{layout.name}: {layout.columns}" in str(error.value)
    with pytest.raises(UsageError, match="it has no other layouts"):
        read("natural-language-inference", {"sent": "x"})


def test_a_layout_can_be_named():
    row = {"src": "A dog.", "tgt": "Ein Hund."}
    assert read("mt", row, layout="src-tgt")
    with pytest.raises(UsageError, match="translation-pair needs the columns translation; found src, tgt"):
        read("mt", row, layout="translation-pair")
    with pytest.raises(UnknownNameError, match="src-tgt"):
        read("mt", row, layout="srctgt")


@pytest.mark.parametrize(
    "row",
    [{"text": "他 来 了"}, {"sentence": "他 来 了"}, {"tokens": ["他", "来", "了"]}, {"segmented": "他  来 了 "}],
)
def test_words_in_a_column_of_another_name(row):
    assert read("cws", {"id": 1, **row}) == [{"id": 1, "words": ["他", "来", "了"]}]


def test_words_are_looked_for_in_the_cut_column_and_nowhere_else():
    assert read("cws", {"text": "他来了", "tokens": ["他", "来", "了"]}) == [{"words": ["他", "来", "了"]}]
    assert read("cws", {"words": "他 来", "text": "他来"}) == [{"words": "他 来", "text": "他来"}]
    with pytest.raises(LabelError, match="row 1 .* no space stands between the words"):
        read("cws", {"text": "他 来 了"}, {"text": "他来了" * 10})
    with pytest.raises(UsageError, match="words-elsewhere: tokens or segmented or text or sentence"):
        read("cws", {"text": 3})
