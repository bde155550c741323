"""Adapters over transformers models for relations, aspects, pronouns and translation, with tiny models made here."""

import sys
from pathlib import Path

import pytest
import torch
from tiny_models import VOCABULARY, classifier, config, sentence, tokenizer, translator
from transformers import BertForMaskedLM, GPT2Config, GPT2LMHeadModel

import hf_robust as hr
from hf_robust.adapters.huggingface.aspect_model import AspectClassifier
from hf_robust.adapters.huggingface.pronouns import CausalPronouns, MaskedPronouns, filled
from hf_robust.adapters.huggingface.relation_model import RelationClassifier, marked
from hf_robust.adapters.huggingface.translators import TranslationModel
from hf_robust.core.errors import LabelError, UsageError

sys.path.insert(0, str(Path(__file__).parents[2]))

RELATIONS = ("lives", "left", "none")
RELATION = hr.task("relation-extraction", label_names=RELATIONS)
ASPECTS = hr.task("aspect-based-sentiment-analysis")
MARKS = ("red", "blue", "old", "new")
WINOGRAD = hr.task("winograd-schema")
TRANSLATION = hr.task("translation")
ROW = {"tokens": ["anna", "lives", "in", "london"], "subject": [0, 0], "object": [3, 3]}


def pronoun_row(text, pronoun, *candidates):
    start = text.index(f" {pronoun} ") + 1
    part = {"text": pronoun, "start": start, "end": start + len(pronoun)}
    return {"text": text, "pronoun": part, "candidates": [{"text": one, "start": -1, "end": -1} for one in candidates]}


PRONOUNS = [
    pronoun_row("the cat sat and it was good", "it", "the cat", "the red mat"),
    pronoun_row("the tree was on the river and it was very old", "it", "the tree", "the river", "a dog"),
]


@pytest.fixture(scope="module")
def translation_model():
    with torch.random.fork_rng():
        torch.manual_seed(1)
        return translator(positions=32)


def test_entities_are_marked_in_tokens_and_in_text():
    assert marked(ROW) == "[E1] anna [/E1] lives in [E2] london [/E2]"
    turned = ROW | {"subject": {"start": 3, "end": 3, "type": "LOC"}, "object": [0, 1]}
    assert marked(turned) == "[E2] anna lives [/E2] in [E1] london [/E1]"
    assert marked({"tokens": "anna lives in london", "subject": [0, 4], "object": [14, 20]}) == marked(ROW)
    typed = ROW | {"subject_type": "PER", "object_type": ""}
    marks = ("<{type}>", "</{type}>", "#", "#")
    assert marked(typed, marks) == "<PER> anna </PER> lives in # london #"
    with pytest.raises(UsageError, match=r"the span \[3, 9\] does not lie in the 4 tokens"):
        marked(ROW | {"object": [3, 9]})


def test_relations_by_sequence_classification():
    model = hr.as_predictor(classifier(RELATIONS), RELATION, tokenizer=tokenizer(), marks=MARKS)
    assert isinstance(model, RelationClassifier) and model.labels == RELATIONS
    rows = [ROW | {"tokens": sentence(number, 5 + number % 7).split()} for number in range(20)]
    found = model.predict(rows)
    assert {one.value for one in found} <= set(RELATIONS) and all(0 < one.score <= 1 for one in found)
    alone = [model.predict([row])[0].value for row in rows]
    assert [one.value for one in found] == alone
    # the marks are read: the entities decide, too
    turned = [row | {"subject": row["object"], "object": row["subject"]} for row in rows]
    assert not (model.probabilities(rows) == model.probabilities(turned)).all()
    with pytest.raises(LabelError, match="label_map="):
        hr.as_predictor(classifier(("a", "b")), RELATION, tokenizer=tokenizer(), marks=MARKS)
    with pytest.raises(UsageError, match=r"does not know the marks \[E1\], .*; use marks="):
        hr.as_predictor(classifier(RELATIONS), RELATION, tokenizer=tokenizer())


def test_marks_are_an_option_and_part_of_the_fingerprint():
    model = classifier(RELATIONS)
    usual = hr.as_predictor(model, RELATION, tokenizer=tokenizer(), marks=MARKS)
    other = hr.as_predictor(model, RELATION, tokenizer=tokenizer(), marks="a, the, on, in")
    assert other.marks == ("a", "the", "on", "in") and other.fingerprint() != usual.fingerprint()
    with pytest.raises(UsageError, match="marks must be four"):
        hr.as_predictor(model, RELATION, tokenizer=tokenizer(), marks=("a", "b"))
    with pytest.raises(UsageError, match="beams: the adapter of relation-extraction takes marks besides"):
        hr.as_predictor(model, RELATION, tokenizer=tokenizer(), beams=2)
    with pytest.raises(UsageError, match="marks cannot be given with a function"):
        hr.as_predictor(lambda rows: ["none"] * len(rows), RELATION, marks="a,b,c,d")


def test_aspects_by_sequence_classification():
    model = hr.as_predictor(classifier(("Negative", "Neutral", "Positive")), ASPECTS, tokenizer=tokenizer())
    assert isinstance(model, AspectClassifier) and model.labels == ("negative", "neutral", "positive")
    terms = [["cat", "dog"], [], ["the red mat"], ["tree", "river", "house"]]
    rows = [
        {"text": sentence(number, 6), "aspects": [{"term": term, "start": 0, "end": 0} for term in own]}
        for number, own in enumerate(terms)
    ]
    found = model.predict(rows)
    assert [len(one.value) for one in found] == [2, 0, 1, 3] and found[1].score is None
    assert [model.predict([row])[0].value for row in rows] == [one.value for one in found]
    mapped = hr.as_predictor(
        classifier(("Negative", "Neutral", "Positive")), ASPECTS, tokenizer=tokenizer(), label_map={"Neutral": "none"}
    )
    assert mapped.labels == ("negative", "none", "positive")


def test_candidates_are_written_as_they_would_be_in_the_place():
    row = pronoun_row("Then Ann said that her dog ran .", "her", "Ann", "The neighbors", "My aunt")
    assert [one for _, one, _ in filled(row)] == ["Ann's", "the neighbors'", "my aunt's"]
    first = {"text": "It ran.", "pronoun": [0, 2], "candidates": ["the cat", "Ann"]}
    assert filled(first) == [("", "The cat", " ran."), ("", "Ann", " ran.")]


@pytest.mark.parametrize("kind", ["masked", "causal"])
def test_pronouns_by_language_models(kind):
    with torch.random.fork_rng():
        torch.manual_seed(2)
        if kind == "masked":
            made, expected = BertForMaskedLM(config(("a", "b"))), MaskedPronouns
        else:
            made = GPT2LMHeadModel(
                GPT2Config(vocab_size=len(VOCABULARY), n_embd=16, n_layer=1, n_head=2, n_positions=64, bos_token_id=2)
            )
            expected = CausalPronouns
    model = hr.as_predictor(made.eval(), WINOGRAD, tokenizer=tokenizer())
    assert type(model) is expected
    found = model.predict(PRONOUNS * 3)
    assert all(0 <= one.value < len(row["candidates"]) and 0 < one.score <= 1 for one, row in zip(found, PRONOUNS * 3))
    assert [model.predict([row])[0].value for row in PRONOUNS] == [one.value for one in found[:2]]
    turned = [row | {"candidates": row["candidates"][::-1]} for row in PRONOUNS]
    sizes = [len(row["candidates"]) for row in PRONOUNS]
    assert [size - 1 - one.value for size, one in zip(sizes, model.predict(turned))] == [one.value for one in found[:2]]


def test_a_masked_score_is_the_mean_of_the_masked_pieces():
    with torch.random.fork_rng():
        torch.manual_seed(2)
        made = BertForMaskedLM(config(("a", "b"))).eval()
    pieces = tokenizer()
    model = hr.as_predictor(made, WINOGRAD, tokenizer=pieces)
    (score,) = model.scores([("the cat sat and ", "the mat", " was good")])
    ids = pieces("the cat sat and [MASK] [MASK] was good", return_tensors="pt")
    with torch.inference_mode():
        logs = made(**ids).logits[0, 5:7].log_softmax(-1)
    wanted = (logs[0, VOCABULARY["the"]] + logs[1, VOCABULARY["mat"]]) / 2
    assert score == pytest.approx(float(wanted), abs=1e-5)


def test_a_causal_score_is_that_of_what_follows():
    with torch.random.fork_rng():
        torch.manual_seed(2)
        made = GPT2LMHeadModel(GPT2Config(vocab_size=len(VOCABULARY), n_embd=16, n_layer=1, n_head=2, bos_token_id=2))
    pieces = tokenizer(bos_token="[CLS]")
    model = hr.as_predictor(made.eval(), WINOGRAD, tokenizer=pieces)
    (score,) = model.scores([("the cat sat and ", "the mat", " was good")])
    ids = torch.tensor([[VOCABULARY[word] for word in "[CLS] the cat sat and the mat was good".split()]])
    with torch.inference_mode():
        logs = made(ids).logits[0].log_softmax(-1)
    wanted = (logs[6, VOCABULARY["was"]] + logs[7, VOCABULARY["good"]]) / 2
    assert score == pytest.approx(float(wanted), abs=1e-5)


def test_translation_by_beams_is_the_same_in_any_company(translation_model):
    model = hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), num_beams=2, max_new_tokens=6)
    assert isinstance(model, TranslationModel)
    rows = [{"source": sentence(number, 3 + number % 5)} for number in range(8)] + [{"source": " "}]
    found = [one.value for one in model.predict(rows)]
    assert all(isinstance(text, str) for text in found) and found[-1] == " "
    assert found == [model.predict([row])[0].value for row in rows]
    # the model itself, asked for one text
    ids = tokenizer()(rows[0]["source"], return_tensors="pt")
    ids.pop("token_type_ids", None)
    written = translation_model.generate(**ids, num_beams=2, do_sample=False, max_new_tokens=6, max_length=None)
    assert found[0] == tokenizer().batch_decode(written, skip_special_tokens=True)[0].strip()


def test_translation_reads_a_prefix_and_languages(translation_model):
    plain = hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), max_new_tokens=4)
    told = hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), max_new_tokens=4, prefix="very good ")
    assert told.fingerprint() != plain.fingerprint()
    rows = [{"source": "the cat sat"}]
    assert told.predict(rows)[0].value == plain.predict([{"source": "very good the cat sat"}])[0].value
    to_london = hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), target_language="london")
    assert to_london.predict(rows)[0].value.startswith("london")
    with pytest.raises(UsageError, match="does not know the language 'de_DE'"):
        hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), target_language="de_DE")
    with pytest.raises(UsageError, match="has no source language"):
        hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), source_language="en")
    with pytest.raises(UsageError, match="num_beams"):
        hr.as_predictor(translation_model, TRANSLATION, tokenizer=tokenizer(), num_beams=0)


def test_models_are_loaded_from_folders(tmp_path, translation_model):
    masked, to = tmp_path / "masked", tmp_path / "translator"
    BertForMaskedLM(config(("a", "b"))).save_pretrained(masked)
    translation_model.save_pretrained(to)
    for folder in (masked, to):
        tokenizer().save_pretrained(folder)
    assert isinstance(hr.as_predictor(str(masked), WINOGRAD), MaskedPronouns)
    assert isinstance(hr.as_predictor(str(to), TRANSLATION, num_beams=1), TranslationModel)
    with pytest.raises(UsageError, match="needs a sequence-to-sequence model"):
        hr.as_predictor(str(masked), TRANSLATION)
    with pytest.raises(UsageError, match="needs a model .*ForSequenceClassification; found BertForMaskedLM"):
        hr.as_predictor(BertForMaskedLM(config(("a", "b"))), RELATION, tokenizer=tokenizer())
