"""Nested entities: read from many formats, moved with edits, found by models that tag, scored, sliced and attacked."""

import json
import warnings

import pytest
from column_paths import assert_same
from datasets import ClassLabel, Dataset, Features, List, Value
from tiny_models import tagger, tokenizer

import hf_robust as hr
from hf_robust.adapters.baselines.baseline_table import baseline_predictor
from hf_robust.adapters.tags_as_spans import spans_of_tags
from hf_robust.configured.config_choices import DataChoice
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.evaluation.answer_guards import AnswersOfOriginals
from hf_robust.scoring.nested_spans import FLAT, NESTED, SPAN_F1, part_stats, span_scores
from hf_robust.scoring.paired import robustness_gap
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.tasks.task_ids import as_task, task_of

TEXT = "He left the New York Times in New York."
OUTER, INNER, FLAT_ONE = (8, 26, "ORG"), (12, 20, "LOC"), (30, 38, "LOC")
FOUND = [OUTER, INNER, FLAT_ONE]
WANTED = [{"start": start, "end": end, "type": kind} for start, end, kind in FOUND]
TOKENS = "Anna Berg of the University of Oslo met him .".split()
TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
ENTITIES = [(0, 1, "PER"), (3, 6, "ORG"), (6, 6, "LOC"), (8, 8, "PER")]


def named(found, start="start", end="end", kind="label"):
    return [{start: one[0], end: one[1], kind: one[2]} for one in found]


def rows(tokens=TOKENS, entities=ENTITIES, times=1):
    return Dataset.from_list([{"tokens": tokens, "entities": named(entities, kind="type")}] * times)


def changed(name, data=None, language="en", **params):
    data = rows() if data is None else data
    row = data.map(hr.Perturb(name, hr.task(NESTED_NER, language=language), keep="all", **params), batched=True)[0]
    if isinstance(row["tokens"], str):
        return row, [row["tokens"][one["start"] : one["end"]] for one in row["entities"]]
    return row, [" ".join(row["tokens"][one["start"] : one["end"] + 1]) for one in row["entities"]]


FORMS = {
    "doccano": {"text": TEXT, "entities": named(FOUND, "start_offset", "end_offset")},
    "lists": {"text": TEXT, "label": [list(one) for one in FOUND]},
    "spacy": {"text": TEXT, "ents": [], "spans": {"a": named([OUTER]), "b": named([INNER, FLAT_ONE])}},
    "brat": {"text": TEXT, "entities": [[f"T{at}", kind, [[at, end]]] for at, end, kind in FOUND]},
    "bigbio": {"text": TEXT, "entities": [{"type": kind, "offsets": [[at, end]]} for at, end, kind in FOUND]},
    "label-studio": {
        "data": {"text": TEXT},
        "annotations": [
            {"was_cancelled": False, "result": [{"value": {**one, "labels": [one["type"]]}} for one in WANTED]}
        ],
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_exports_of_tools_are_read(form, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(json.dumps(FORMS[form]) for _ in range(2)))
    (one, _) = hr.with_layout(load_data(str(file)), "nested-ner")
    assert (one["tokens"], one["entities"]) == (TEXT, WANTED)


@pytest.mark.parametrize("task", [NER, NESTED_NER])
def test_spans_in_a_column_ner_are_read(task, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"tokens": TOKENS, "ner": ENTITIES if task == NESTED_NER else ENTITIES[:2]}))
    data, chosen = chosen_data(Configuration(task=NER, dataset=DataChoice(source=str(file))))
    assert chosen.name == task and chosen.bind(data)


def test_a_second_layer_of_tags_that_is_not_used_is_told(tmp_path):
    file, said = tmp_path / "rows.jsonl", []
    file.write_text(json.dumps({"tokens": ["Oslo"], "ner_tags": ["B-LOC"], "nested_ner_tags": ["O"]}))
    chosen_data(Configuration(task=NER, dataset=DataChoice(source=str(file))), notify=said.append)
    assert "column 'nested_ner_tags' is not used" in said[0]


def test_an_entity_of_several_parts_is_refused():
    data = Dataset.from_list([{"text": TEXT, "entities": [{"type": "LOC", "offsets": [[0, 2], [8, 11]]}]}])
    with pytest.raises(LabelError, match="row 0 .* has several parts"):
        hr.with_layout(data, "nested-ner")


def test_two_layers_of_tags_are_read_by_the_names_of_their_classes():
    tags = List(ClassLabel(names=["O", "B-LOC", "I-LOC", "B-ORG", "I-ORG"]))
    features = Features({"tokens": List(Value("string")), "ner_tags": tags, "nested_ner_tags": tags})
    data = Dataset.from_dict(
        {"tokens": [["New", "York", "Times"]], "ner_tags": [[3, 4, 4]], "nested_ner_tags": [[1, 2, 0]]},
        features=features,
    )
    (row,) = hr.with_layout(data, "nested-ner")
    assert row["entities"] == named([(0, 2, "ORG"), (0, 1, "LOC")], kind="type")


def test_the_columns_tell_the_task():
    assert hr.task("ner", entities="spans").name == NESTED_NER
    assert (
        as_task("token-classification", rows()).name
        == as_task("ner", rows()).name
        == task_of(rows()).name
        == NESTED_NER
    )
    assert as_task("ner").name == NER


@pytest.mark.parametrize(("found", "name"), [([OUTER, INNER], NESTED_NER), ([OUTER, FLAT_ONE], NER)])
def test_a_file_with_overlaps_has_nested_entities(found, name, tmp_path):
    file, said = tmp_path / "rows.jsonl", []
    file.write_text(json.dumps({"text": TEXT, "entities": named(found)}))
    asked = Configuration(task=NER, dataset=DataChoice(source=str(file)))
    data, task = chosen_data(asked, notify=said.append)
    assert task.name == name and task.bind(data)
    assert any("entities overlap" in line for line in said) == (name == NESTED_NER)


@pytest.mark.parametrize(
    ("entity", "words"),
    [
        ({"start": 0, "end": 1, "type": None}, "has no type"),
        ({"start": 0, "end": 1, "type": "PER"}, "stands twice"),
        ({"start": 9, "end": 10, "type": "PER"}, "outside of the 10 tokens; its end is the last token in it"),
    ],
)
def test_faulty_entities_are_refused(entity, words):
    good = named(ENTITIES, kind="type")
    data = Dataset.from_list([{"tokens": TOKENS, "entities": good}, {"tokens": TOKENS, "entities": [*good, entity]}])
    with pytest.raises(LabelError, match=f"row 1 .*{words}"):
        hr.task(NESTED_NER).bind(data)
    with pytest.raises(LabelError, match=f"row 1 .*{words}"):
        hr.Perturb("word-case", NESTED_NER)(data[:])


@pytest.mark.parametrize("length", [1, 2])
def test_exclusive_ends_are_suspected(length):
    data = rows(entities=[(place, place + length - 1, "A") for place in range(5)], times=2)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        hr.task(NESTED_NER).bind(data)
    assert [("subtract 1" in str(one.message)) for one in said] == [True] * (length - 1)


@pytest.mark.parametrize("is_text", [False, True])
def test_ends_of_predictions_that_are_counted_otherwise_are_told(is_text):
    task = hr.task(NESTED_NER)
    data = Dataset.from_list([{"tokens": TEXT, "entities": WANTED}]) if is_text else rows()
    gold, off = [data[0]["entities"]] * 10, -1 if is_text else 1
    said = AnswersOfOriginals(task, SPAN_F1)
    said.add(data, gold, [[{**one, "end": one["end"] + off} for one in row] for row in gold])
    (one,) = said.warnings(0.0)
    assert one["code"] == "shifted-ends" and ("earlier" if is_text else "later") in one["message"]
    right = AnswersOfOriginals(task, SPAN_F1)
    right.add(data, gold, gold)
    assert right.warnings(1.0) == []


def test_entities_that_cross_move():
    _, said = changed("keyboard", rows(entities=[(0, 4, "A"), (3, 6, "B")]))
    assert said == ["Anna Berg of the University", "the University of Oslo"]
    row, said = changed("entity-typos", rows(entities=[(0, 4, "A"), (3, 6, "B"), (6, 6, "C")]))
    assert row["robust"]["status"] == "changed" and said[1].endswith(said[2])


@pytest.mark.parametrize("name", ["swap-entity-oov", "swap-entity-cross-category", "swap-entity-longer"])
@pytest.mark.parametrize("is_text", [False, True])
def test_a_new_inner_name_changes_the_outer_one(name, is_text):
    data = rows()
    if is_text:
        text = " ".join(TOKENS)
        spans = [(0, 9, "PER"), (13, 35, "ORG"), (31, 35, "LOC"), (40, 43, "PER")]
        data = Dataset.from_list(
            [{"tokens": text, "entities": [{**one, "text": text[one["start"] : one["end"]]} for one in named(spans)]}]
        )
    row, (person, outer, inner, pronoun) = changed(name, data)
    assert outer == f"the University of {inner}" and inner != "Oslo" and person != "Anna Berg" and pronoun == "him"
    if is_text:
        assert [one["text"] for one in row["entities"]] == [person, outer, inner, pronoun]


def test_a_possessive_that_is_a_token_stays():
    data = rows("Norway 's king and the river".split(), [(0, 1, "LOC"), (4, 5, "LOC"), (0, 2, "PER")])
    _, said = changed("swap-entity-oov", data)
    assert (
        said[0].endswith(" 's") and said[2] == f"{said[0]} king" and said[1] == "the river" and said[0] != "Norway 's"
    )


def test_the_swaps_leave_an_entity_of_two_types():
    row, _ = changed("swap-entity-oov", rows(["Oslo", "won"], [(0, 0, "LOC"), (0, 0, "ORG")]))
    assert row["robust"]["reason"] == "no entity of a type for which there are names"


@pytest.mark.slow
def test_chinese_entities_move():
    entities = named([(0, 1, "PER"), (4, 7, "ORG"), (4, 5, "LOC")])
    data = Dataset.from_list([{"tokens": list("周涛去了南京大学"), "entities": entities}])
    for name in ("swap-entity-oov", "entity-typos"):
        said = [one.replace(" ", "") for one in changed(name, data, "zh")[1]]
        assert said[1] == f"{said[2]}大学" and said[2] != "南京" and said[0] != "周涛"


@pytest.mark.parametrize("is_text", [False, True])
def test_columns_and_rows_give_the_same(paths, is_text):
    data = rows(times=3)
    if is_text:
        spans = named([(0, 9, "PER"), (13, 35, "ORG"), (31, 35, "LOC")])
        text = " ".join(TOKENS)
        entities = [{**one, "text": text[one["start"] : one["end"]]} for one in spans]
        data = Dataset.from_list([{"tokens": text, "entities": entities}] * 3)
    assert_same(data, paths, "keyboard", task=hr.task(NESTED_NER), keep="all", seed=2)


@pytest.mark.parametrize("name", ["word-case", "swap-entity-oov"])
def test_the_words_of_an_entity_follow_it(name):
    found = [{**one, "text": " ".join(TOKENS[one["start"] : one["end"] + 1])} for one in named(ENTITIES)]
    row, said = changed(name, Dataset.from_list([{"tokens": TOKENS, "entities": found}]))
    assert [one["text"] for one in row["entities"]] == said != [one["text"] for one in found]


# --- models


def test_models_that_tag_find_flat_entities():
    task = hr.task(NESTED_NER, label_names=["PER", "LOC"])
    model = hr.as_predictor(tagger(TAGS), task, tokenizer=tokenizer())
    tags = hr.as_predictor(tagger(TAGS), hr.task("ner", label_names=TAGS), tokenizer=tokenizer())
    words = [["Anna", "left"], ["the", "film", "of", "Anna"]]
    found = model.predict([{"tokens": " ".join(words[0])}, {"tokens": words[0]}, {"tokens": words[1]}])
    expected = [spans_of_tags(one.value) for one in tags.predict([{"tokens": one} for one in words])]
    assert [one.value for one in found[1:]] == expected and any(expected)
    edges = [(0, 4), (5, 9)]
    moved = [(edges[one["start"]][0], edges[one["end"]][1], one["type"]) for one in expected[0]]
    assert found[0].value == named(moved, kind="type")
    assert model.fingerprint() and model.task_name == NESTED_NER and model.roles == ("tokens",)


def test_the_baseline_reads_texts_and_tokens():
    task = hr.task(NESTED_NER, label_names=["PER", "LOC"])
    model = baseline_predictor(None, task)
    found = model.predict([{"tokens": "Mary Smith lives in Paris."}, {"tokens": "Mary Smith lives in Paris .".split()}])
    assert [one["type"] for one in found[0].value] == [one["type"] for one in found[1].value] == ["PER", "LOC"]
    assert found[1].value[0] == {"start": 0, "end": 1, "type": "PER"}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([(0, 99, "PER")], "lies outside"),
        ([(0, "PER")], "no start, end and type"),
        ("PER", "returned str"),
        ([(0, 1, 5.5)], "an entity of the type"),
    ],
)
def test_answers_that_are_no_entities_are_refused(value, words):
    model = hr.as_predictor(lambda rows: [value] * len(rows), hr.task(NESTED_NER))
    with pytest.raises(UsageError, match=words):
        model.predict([{"tokens": TOKENS}])


def test_answers_in_any_form_are_read():
    forms = [
        [(0, 1, "PER"), (0, 1, "PER")],
        [{"start": 0, "end": 1, "entity_group": "PER", "score": 0.5}],
        {"entities": []},
    ]
    model = hr.as_predictor(lambda rows: forms, hr.task(NESTED_NER))
    found = [one.value for one in model.predict([{"tokens": TOKENS}] * 3)]
    assert found == [named([(0, 1, "PER")], kind="type")] * 2 + [[]]


def test_tags_are_read_as_entities_of_tokens():
    model = hr.as_predictor(lambda rows: [["B-PER", "I-PER", "O", "B-LOC"]] * len(rows), hr.task(NESTED_NER))
    (found,) = model.predict([{"tokens": TOKENS[:4]}])
    assert found.value == named([(0, 1, "PER"), (3, 3, "LOC")], kind="type")
    for tokens, words in ((TOKENS, "4 tags for the 10 tokens"), (TEXT, "these are tags")):
        with pytest.raises(UsageError, match=words):
            model.predict([{"tokens": tokens}])


@pytest.mark.parametrize("task", [NESTED_NER, NER])
def test_types_are_matched_without_case(task):
    wanted = named([(0, 1, "PER")], kind="type") if task == NESTED_NER else ["B-PER", "I-PER"]
    names = ["PER"] if task == NESTED_NER else ["O", "B-PER", "I-PER"]
    lower = [(0, 1, "per")] if task == NESTED_NER else ["B-per", "I-per"]
    model = hr.as_predictor(lambda rows: [lower], hr.task(task, label_names=names))
    assert model.predict([{"tokens": TOKENS[:2]}])[0].value == wanted


# --- scores


def test_scores_by_type_and_nesting():
    gold = [[OUTER, INNER, FLAT_ONE], []]
    scores = span_scores([[OUTER, (12, 21, "LOC"), FLAT_ONE, (1, 2, "PER")], []], gold)
    assert (scores["n"], scores["n_entities"]) == (2, 3)
    assert (scores["precision"], scores["recall"]) == (0.5, pytest.approx(2 / 3))
    assert (scores["nested"]["precision"], scores["nested"]["recall"], scores["nested"]["n"]) == (0.5, 0.5, 2)
    assert (scores["flat"]["precision"], scores["flat"]["recall"], scores["flat"]["n"]) == (0.5, 1.0, 1)
    assert scores["types"]["LOC"]["n"] == 2 and scores["types"]["PER"]["f1"] == 0.0
    total = part_stats([[OUTER]], [[OUTER, INNER, FLAT_ONE]], [NESTED, FLAT]).reshape(2, 3).sum(axis=0)
    assert total.tolist() == SPAN_F1.row_stats([[OUTER]], [[OUTER, INNER, FLAT_ONE]])[0].tolist()


def test_parts_without_entities_have_no_f1():
    scores = span_scores([[FLAT_ONE]], [[FLAT_ONE]])
    assert (scores["nested"]["f1"], scores["nested"]["interval"], scores["flat"]["f1"]) == (None, None, 1.0)
    gap = robustness_gap([[FLAT_ONE]], [[]], [[FLAT_ONE]], measure=SPAN_F1)
    assert gap["secondary"] == {"nested_span_f1": [None, None], "flat_span_f1": [1.0, 0.0]}


def test_metrics_of_tags_refuse_entities():
    with pytest.raises(UsageError, match="measure='span_f1'"):
        robustness_gap([WANTED], [WANTED], [WANTED], measure="token_accuracy")


def model(rows):
    """Finds names by their words."""
    found = []
    for row in rows:
        people = [(at, at + 1, "PER") for at, word in enumerate(row) if word == "Anna" and row[at + 1] == "Berg"]
        schools = [(at - 1, at + 2, "ORG") for at, word in enumerate(row) if word == "University"]
        found.append([*people, *schools, *((at, at, "LOC") for at, word in enumerate(row) if word == "Oslo")])
    return found


@pytest.mark.slow
def test_a_run_says_what_falls_and_what_stays(tmp_path):
    entities = named([(start + 1, end + 1, kind) for start, end, kind in ENTITIES[:3]], kind="type")
    data = Dataset.from_list([{"tokens": [str(n), *TOKENS], "entities": entities} for n in range(12)])
    suite = hr.Suite.build(data, NESTED_NER, ["swap-entity-longer", "append-irrelevant"])
    assert hr.Suite.load(suite.save(tmp_path / "suite")).content_hash == suite.content_hash
    report = hr.run(model, suite, slices=["entity-nesting"])
    results = {one["name"]: one for one in report.record["results"]}
    assert results["append-irrelevant"]["consistency"] == 1.0 and results["append-irrelevant"]["drop"] == 0.0
    assert results["swap-entity-longer"]["consistency"] == 0.0 and results["swap-entity-longer"]["labels_move"]
    assert results["swap-entity-longer"]["secondary"]["nested_span_f1"] == [1.0, 0.0]
    drops = report.record["analysis"]["labels"]
    assert drops["of"] == "entity" and {one["name"] for one in drops["labels"]} == {"PER", "ORG", "LOC", NESTED, FLAT}
    report.save(tmp_path / "report")
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "Results by type" in page and "nested entities" in page


@pytest.mark.slow
def test_an_attack_makes_the_model_lose_an_entity():
    run = hr.attack(model, rows(entities=ENTITIES[:3]), "deepwordbug", NESTED_NER, inside=True)
    assert run.results[0].status == "successful"
    assert run.record["warnings"] == []
    run = hr.attack(model, rows(entities=ENTITIES[:3]), "deepwordbug", NESTED_NER, budget=5)
    assert [one["code"] for one in run.record["warnings"]] == ["entities-not-edited"]
