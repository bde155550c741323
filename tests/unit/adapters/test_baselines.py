"""Baselines: what serves a task where no model is named, and that none is scored on rows that it has seen."""

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.base import Prediction, input_of, row_of
from hf_robust.adapters.baselines.baseline_table import (
    BASELINES,
    BaselineRow,
    baselines_of,
    better_baseline,
    default_models,
    is_pipeline,
    served_row,
)
from hf_robust.adapters.baselines.cross_fitting import FOLDS, Pairs, TrainedBaseline, train_on
from hf_robust.adapters.baselines.input_spans import token_stretch
from hf_robust.adapters.baselines.linear_features import LinearAspects, LinearRelations
from hf_robust.adapters.baselines.word_senses import senses_of
from hf_robust.adapters.prediction_columns import DistinctInputs, RowSource
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.language.embedded import SPACY_PIPELINE
from hf_robust.language.linear_model import LinearModel
from hf_robust.tasks import SENTIMENT, TASKS

SENTENCE = ["Mary", "Smith", "lives", "in", "Paris", "."]


def made(task, **options):
    return as_predictor(None, task, **options)


def said(task, *rows, **options):
    return [found.value for found in made(task, **options).predict(list(rows))]


def test_every_task_but_translation_and_text_generation_has_a_baseline():
    served = {task for task, row, _ in default_models() if row is not None}
    assert served == {*TASKS} - {SENTIMENT, "translation", "text-generation"}
    assert all(name.endswith("-baseline") for name in BASELINES)
    with pytest.raises(UsageError, match="no baseline for translation.*sequence-to-sequence model"):
        made(hr.task("translation"))
    with pytest.raises(UsageError, match="no baseline for text-generation.*a language model"):
        made(hr.task("text-generation"))


def test_a_summary_is_the_first_two_sentences():
    assert said("summarization", {"text": " It rained. We left! Nobody came."}, {"text": " "}) == [
        "It rained. We left!",
        "",
    ]
    assert said(hr.task("summarization", language="zh"), {"text": "下雨了。我们走了。没人来。"}) == [
        "下雨了。我们走了。"
    ]


def test_a_baseline_is_named_and_refused_where_it_does_not_fit():
    wsd = hr.task("wsd")
    assert as_predictor("first-sense-baseline", wsd).name == "first-sense-baseline"
    with pytest.raises(
        UsageError, match="is a baseline for word-sense-disambiguation; those for parsing: spacy-parser"
    ):
        as_predictor("first-sense-baseline", hr.task("parsing"))
    with pytest.raises(UsageError, match="label_map cannot be given with first-sense-baseline"):
        as_predictor("first-sense-baseline", wsd, label_map={"a": "b"})
    with pytest.raises(UsageError, match="first-sense-baseline is not trained"):
        as_predictor("first-sense-baseline", wsd, train=Dataset.from_dict({"x": [1]}))
    with pytest.raises(UsageError, match="train cannot be given with a function"):
        as_predictor(len, wsd, train=Dataset.from_dict({"x": [1]}))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["O", "B-PER", "I-PER", "B-LOC", "I-LOC"], ["B-PER", "I-PER", "O", "O", "B-LOC", "O"]),
        (["O", "I-PER", "I-LOC"], ["B-PER", "I-PER", "O", "O", "B-LOC", "O"]),
        (["O", "S-location", "B-person", "E-person"], ["B-person", "I-person", "O", "O", "B-location", "O"]),
        (["O", "PERSON", "GPE"], ["I-PERSON", "I-PERSON", "O", "O", "I-GPE", "O"]),
    ],
)
def test_entities_have_the_types_of_the_data(names, expected):
    assert said(hr.task("ner", label_names=names), {"tokens": SENTENCE}, {"tokens": []}) == [expected, []]


def test_entities_that_no_pipeline_knows_are_refused():
    with pytest.raises(LabelError, match="none is the same.*label_map="):
        made(hr.task("ner", label_names=["O", "B-GENE", "I-GENE"]))
    mapped = made(hr.task("ner", label_names=["O", "B-GENE", "I-GENE"]), label_map={"PERSON": "GENE"})
    assert mapped.predict([{"tokens": SENTENCE}])[0].value == ["B-GENE", "I-GENE", "O", "O", "O", "O"]


def test_tags_are_universal_or_those_of_the_penn_treebank_as_the_data_has_them():
    row = {"tokens": ["The", "cat", "(", "sleeps", ")", "."]}
    assert said(hr.task("pos", label_names=["DET", "NOUN", "VERB", "PUNCT"]), row)[0][:2] == ["DET", "NOUN"]
    assert said(hr.task("pos", label_names=["DT", "NN", "VBZ", "(", ")", "."]), row)[0][:3] == ["DT", "NN", "("]
    assert said(hr.task("pos", label_names=["DET", "NOUN", "VERB", "."]), row)[0][-1] == "."
    with pytest.raises(LabelError, match="universal tags or those of the Penn Treebank"):
        made(hr.task("pos", label_names=["ART", "NCMS", "VMI", "PONCT"]))


def test_a_pipeline_can_be_named_as_a_model():
    assert is_pipeline(str(SPACY_PIPELINE)) and not is_pipeline("bert-base-uncased")
    parser = as_predictor(str(SPACY_PIPELINE), hr.task("parsing"))
    assert (parser.name, parser.kind) == ("en_robust_sm", "spacy")
    with pytest.raises(
        UsageError, match="is a spaCy pipeline, which serves named-entity-recognition, nested-named-entity-recognition"
    ):
        as_predictor(str(SPACY_PIPELINE), hr.task("wsd"))


def test_a_row_of_two_sentences_has_one_root():
    (tree,) = said(hr.task("parsing"), {"tokens": ["Cats", "sleep", ".", "Dogs", "bark", "."]})
    assert tree["heads"].count(0) == 1 and len(tree["heads"]) == len(tree["deprels"]) == 6


def test_tokens_are_not_cut_anew():
    for name in ("pos", "parsing"):
        (found,) = said(hr.task(name), {"tokens": ["New York", "don't", "e.g.,x"]})
        assert len(found if name == "pos" else found["heads"]) == 3


def relation_rows(number):
    words = {"born": "was born in", "works": "is paid by"}
    rows, gold = [], []
    for place in range(number):
        relation = "born" if place % 2 else "works"
        tokens = [f"Name{place}", *words[relation].split(), f"Place{place % 7}", "."]
        rows.append({"tokens": tokens, "subject": [0, 0], "object": [len(tokens) - 2, len(tokens) - 2]})
        gold.append(relation)
    empty = {"subject_type": "", "object_type": ""}
    return [row | empty for row in rows], gold


def test_a_linear_model_is_the_same_at_every_run():
    examples = [["a", "b"], ["c"], ["a"], [], ["c", "b"]]
    labels = ["x", "y", "x", "x", "y"]
    first, again = (LinearModel(examples, labels).predict([["a"], ["c"], ["unseen"]]) for _ in range(2))
    assert first == again and [label for label, _ in first[:2]] == ["x", "y"]
    dense = LinearModel(np.array([[1.0], [-1.0]], np.float32), ["p", "n"])
    assert [label for label, _ in dense.predict(np.array([[3.0], [-3.0]], np.float32))] == ["p", "n"]
    assert dense.predict(np.empty((0, 1), np.float32)) == []


def test_relations_are_learned_from_the_words_between():
    rows, gold = relation_rows(40)
    model = LinearRelations(hr.task("re"), "relations")
    with pytest.raises(UsageError, match="must be trained first.*--train FILE"):
        model.predict(rows)
    model.cross_fit([Pairs([str(n) for n in range(40)], rows, gold, rows)])
    assert [found.value for found in model.predict(rows)] == gold
    assert model.name == "relations (cross-fitted in 5 folds on 40 rows)" and model.labels == ("born", "works")
    again = LinearRelations(hr.task("re"), "relations")
    again.cross_fit([Pairs([str(n) for n in range(40)], rows, gold, rows)])
    assert again.fingerprint() == model.fingerprint()


class Spy(TrainedBaseline):
    """Remembers which texts each of its models was trained on, and which it was asked."""

    def features(self, rows):
        return [[row["tokens"][0]] for row in rows], [1] * len(rows)


def test_no_row_is_predicted_by_a_model_that_saw_its_original(monkeypatch):
    rows, gold = relation_rows(30)
    changed = [row | {"tokens": [f"Changed{place}", *row["tokens"][1:]]} for place, row in enumerate(rows)]
    other = [row | {"tokens": [f"Other{place}", *row["tokens"][1:]]} for place, row in enumerate(rows)]
    ids = [str(place) for place in range(30)]
    seen = []

    class Watched(LinearModel):
        def __init__(self, examples, labels, decay=1.0):
            super().__init__(examples, labels, decay)
            self.words = {word for names in examples for word in names}
            seen.append(self.words)

        def predict(self, examples):
            asked = {word.removeprefix("Changed").removeprefix("Other").removeprefix("Name") for (word,) in examples}
            known = {word.removeprefix("Name") for word in self.words}
            assert not asked & known
            return super().predict(examples)

    monkeypatch.setattr(Spy, "model_type", Watched)
    model = Spy(hr.task("re"), "spy")
    model.cross_fit([Pairs(ids, rows, gold, changed), Pairs(ids[:20], rows[:20], gold[:20], other[:20])])
    assert len(seen) == FOLDS + 1 and len(seen[-1]) == 30
    model.predict([*rows, *changed, *other[:20]])


def test_rows_of_one_text_are_held_out_together():
    rows, gold = relation_rows(20)
    twins = [*rows, *(row | {"object": row["subject"], "subject": row["object"]} for row in rows)]
    model = Spy(hr.task("re"), "spy")
    ids = [str(place) for place in range(40)]
    model.cross_fit([Pairs(ids, twins, gold + gold, twins)])
    folds = [model._fold[input_of(row, model.roles)] for row in twins]
    assert folds[:20] == folds[20:] and sorted(set(folds)) == list(range(FOLDS))
    turned = Spy(hr.task("re"), "spy")
    turned.cross_fit([Pairs(ids[::-1], twins[::-1], (gold + gold)[::-1], twins[::-1])])
    assert [turned._fold[input_of(row, turned.roles)] for row in twins] == folds


def test_too_few_rows_say_what_to_give():
    rows, gold = relation_rows(6)
    with pytest.raises(
        UsageError,
        match="6 different rows with 2 different gold values are too few; name rows .* with --train",
    ):
        LinearRelations(hr.task("re"), "relations").cross_fit([Pairs(list("abcdef"), rows, gold, rows)])


def test_aspects_each_have_a_polarity_and_may_be_none():
    task = hr.task("absa")
    good, bad = "The soup was great but the waiter was rude.", "The soup was awful but the waiter was kind."
    aspects = [{"term": "soup", "start": 4, "end": 8}, {"term": "waiter", "start": 27, "end": 33}]
    gold = [["positive", "negative"], ["negative", "positive"]] * 8
    rows = [{"text": f"{text} {n}", "aspects": aspects} for n in range(8) for text in (good, bad)]
    model = LinearAspects(task, "aspects")
    model.train(rows, gold, "mine.jsonl")
    assert model.name == "aspects (trained on the 16 rows of mine.jsonl)"
    found = model.predict([*rows[:2], {"text": "Nothing.", "aspects": []}])
    assert [one.value for one in found] == [*gold[:2], []]


def test_training_rows_are_a_data_set_with_the_same_columns():
    rows, gold = relation_rows(20)
    data = Dataset.from_list([row | {"relation": label} for row, label in zip(rows, gold)])
    task = hr.task("re").bind(data).with_seen(["born"])  # the rows to be scored need not have all
    model = as_predictor(None, task, train=data)
    assert model.labels == ("born", "works")
    assert hr.as_predictor(model, task) is model
    with pytest.raises(UsageError, match="absent: relation"):
        train_on(model, data.remove_columns("relation"), task)


def test_senses_are_found_by_lemma_or_by_what_is_written():
    rows = [
        {"tokens": ["Two", "mice", "ran"], "target": [1, 1]},
        {"tokens": ["Two", "mice", "ran"], "target": {"start": 1, "end": 1}, "lemma": "mouse", "pos": "NOUN"},
        {"tokens": "Two mice ran", "target": [4, 8], "lemma": "", "pos": ""},
    ]
    assert {senses_of(row)[0].key for row in rows} == {"mouse%1:05:00::"}
    assert senses_of({"tokens": ["zzgrk"], "target": [0, 0]}) == ()
    assert senses_of({"tokens": ["He", "ran"], "target": [1, 1], "pos": "VERB"})[0].key.startswith("run%2")
    found = as_predictor("first-sense-baseline", hr.task("wsd")).predict([*rows[:1], rows[0] | {"target": [0, 0]}])
    assert found[0].value == "mouse%1:05:00::"


def test_the_nearest_definition_reads_the_sentence():
    # the tokens are those of two fields, each with the same word
    rows = [
        {
            "tokens": "The central processor of the laptop is connected to the mouse by a cable".split(),
            "target": [10, 10],
        },
        {"tokens": "The cat caught a small grey mouse with a long tail".split(), "target": [6, 6]},
    ]
    device, animal = said(hr.task("wsd"), *(row | {"lemma": "mouse", "pos": "NOUN"} for row in rows))
    assert animal == "mouse%1:05:00::" and device == "mouse%1:06:00::"


def test_coreference_by_rules():
    task = hr.task("coreference-resolution")
    row = {
        "sentences": [["Mr.", "Brown", "met", "Anna", "."], ["He", "gave", "her", "a", "book", "."]],
        "speakers": None,
    }
    clusters = said(task, row)[0]
    assert [[3, 3], [7, 7]] in clusters and any([5, 5] in cluster and [7, 7] not in cluster for cluster in clusters)
    text = "Anna left. She was tired."
    assert said(task, {"sentences": text, "speakers": None}) == [[[[0, 4], [11, 14]]]]
    assert said(task, {"sentences": [], "speakers": None}, {"sentences": "", "speakers": None}) == [[], []]


def test_answers_are_pieces_of_the_context():
    row = {
        "context": "The bridge was built in 1932. It was designed by Anna Brown. It is green.",
        "question": "Who designed the bridge?",
    }
    when = row | {"question": "When was the bridge built?"}
    assert said(hr.task("qa"), row, when, {"context": "", "question": "Who?"}) == ["Anna Brown", "1932", ""]


def test_values_of_all_kinds_are_counted_once():
    values = [{"heads": [0], "deprels": ["root"]}, [[[0, 1], [2, 3]]], 1, ["a"], "a"]
    rows = [{"text": str(place)} for place in range(5)]
    inputs = DistinctInputs([RowSource(5, lambda start, stop: rows[start:stop])], ("text",))
    (window,) = inputs.windows()
    inputs.keep(
        0, {one: Prediction(value) for one, value in zip(window, values)}, {one: n for n, one in enumerate(window)}
    )
    assert next(inputs.columns()).values_of_rows() == values


def test_a_text_with_positions_is_kept_as_it_is():
    row = {"tokens": "Ann left", "subject": [0, 3], "speakers": ["A", "B"]}
    assert row_of(input_of(row, tuple(row)), tuple(row)) == row
    with pytest.raises(UsageError, match="a span is"):
        token_stretch("ab")


def test_the_first_of_a_task_serves_by_default():
    assert [row.name for row in baselines_of("nli")] == ["linear-inference-baseline"]


def test_a_baseline_of_an_extra_serves_by_default_only_where_it_is_installed(monkeypatch):
    asked = []
    monkeypatch.setattr(BaselineRow, "lacks", lambda row, language: asked.append(row.name) or "")
    names = ["smollm2-pronoun-baseline", "masked-pronoun-baseline", "causal-pronoun-baseline"]
    assert [row.name for row in baselines_of("wsc", "en")] == names
    assert served_row(None, "wsc", "en").name == names[0] and better_baseline(names[1]) == ""
    assert set(asked) == {names[0]}  # nothing else is looked for
    monkeypatch.setattr(BaselineRow, "lacks", lambda row, language: "pip install it" if row.name == names[0] else "")
    assert [row.name for row in baselines_of("wsc", "en")] == [*names[1:], names[0]]
    assert served_row(None, "wsc", "en").name == names[1]
    assert better_baseline(f"{names[1]} (robust-masked-lm)").endswith("To install it, run: pip install it")
    assert better_baseline(names[0]) == better_baseline("first-sense-baseline") == better_baseline("org/model") == ""


def test_pronouns_are_resolved_by_what_follows():
    if BASELINES["smollm2-pronoun-baseline"].lacks("en"):
        pytest.skip("SmolLM2 is not installed")
    rows = [
        {
            "text": f"The trophy does not fit in the suitcase because it is too {size}.",
            "pronoun": {"text": "it", "start": 48, "end": 50},
            "candidates": [{"text": "The trophy"}, {"text": "the suitcase"}],
        }
        for size in ("big", "small")
    ]
    model = made(hr.task("wsc"))
    assert model.name == "smollm2-pronoun-baseline (SmolLM2-135M-Instruct)"
    assert next(one.value for one in model.predict(rows)) == 0 and model.resources[0].purpose == "language model"
