"""Models that write texts: encoders with a decoder, causal language models, pipelines and plain functions."""

import pytest
import torch
from datasets import Dataset
from tiny_models import VOCABULARY, classifier, sentence, tokenizer, translator
from transformers import GPT2Config, GPT2LMHeadModel, pipeline

import hf_robust as hr
from hf_robust.adapters.huggingface.causal_predictor import CausalPredictor
from hf_robust.adapters.huggingface.writers import TextWriter
from hf_robust.core.errors import UsageError

SUMMARIES, ANSWERS = hr.task("summarization"), hr.task("text-generation")
ROWS = [{"text": sentence(number, 3 + number % 5)} for number in range(8)]


@pytest.fixture(scope="module")
def pair():
    with torch.random.fork_rng():
        torch.manual_seed(1)
        return translator(positions=32)


@pytest.fixture(scope="module")
def decoder():
    with torch.random.fork_rng():
        torch.manual_seed(2)
        sizes = {"n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 256}
        ends = {"bos_token_id": 2, "eos_token_id": 3}
        return GPT2LMHeadModel(GPT2Config(vocab_size=len(VOCABULARY), **sizes, **ends)).eval()


def values(model, rows=ROWS):
    return [one.value for one in model.predict(rows)]


def test_an_encoder_with_a_decoder_writes_the_same_in_any_company(pair):
    model = hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), max_new_tokens=6)
    assert type(model) is TextWriter and model.labels is None
    found = values(model, [*ROWS, {"text": " "}])
    assert found[-1] == "" and found[:-1] == [values(model, [row])[0] for row in ROWS]
    ids = tokenizer()(ROWS[0]["text"], return_tensors="pt")
    ids.pop("token_type_ids", None)
    written = pair.generate(**ids, num_beams=1, do_sample=False, max_new_tokens=6, max_length=None)
    assert found[0] == tokenizer().batch_decode(written, skip_special_tokens=True)[0].strip()


def test_a_prefix_and_beams_are_part_of_the_identity(pair):
    options = [{}, {"prefix": "the film : "}, {"num_beams": 2}, {"max_new_tokens": 3}]
    models = [hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), **one) for one in options]
    assert len({model.fingerprint() for model in models}) == len(options)
    told = hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), max_new_tokens=4, prefix="the cat ")
    plain = hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), max_new_tokens=4)
    assert values(told, [{"text": "sat"}]) == values(plain, [{"text": "the cat sat"}])


def test_a_decoder_alone_is_asked_with_the_prompt_of_the_task(decoder):
    for task in (SUMMARIES, ANSWERS):
        model = hr.as_predictor(decoder, task, tokenizer=tokenizer(), max_tokens=4)
        assert isinstance(model, CausalPredictor) and model.describe()["answer"] == "generate"
        found = model.predict([{"text": "the cat sat"}])
        assert isinstance(found[0].value, str) and found == model.predict([{"text": "the cat sat"}])


def test_what_does_not_fit_is_refused(pair):
    with pytest.raises(UsageError, match="num_beams"):
        hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), num_beams=0)
    with pytest.raises(UsageError, match="target_language: the adapter of summarization takes prefix, num_beams"):
        hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), target_language="de")
    with pytest.raises(
        UsageError, match="label_map cannot be given with summarization, whose predictions are no labels"
    ):
        hr.as_predictor(pair, SUMMARIES, tokenizer=tokenizer(), label_map={"a": "b"})
    with pytest.raises(UsageError, match="summarization needs a model ...ForConditionalGeneration"):
        hr.as_predictor(classifier(("a", "b")), SUMMARIES, tokenizer=tokenizer())


@pytest.mark.parametrize("task", [SUMMARIES, ANSWERS], ids=lambda task: task.name)
def test_models_are_loaded_from_a_folder(tmp_path, pair, task):
    pair.save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    loaded = hr.as_predictor(tmp_path, task, prefix="the ", max_new_tokens=4)
    assert type(loaded) is TextWriter and loaded.kind == "folder"
    known = hr.as_predictor(pair, task, tokenizer=tokenizer(), prefix="the ", max_new_tokens=4)
    assert values(loaded) == values(known)


def test_a_model_of_another_kind_is_refused_before_its_weights_are_read(tmp_path):
    classifier(("a", "b")).config.save_pretrained(tmp_path)
    with pytest.raises(UsageError, match="summarization needs a sequence-to-sequence model or a causal language model"):
        hr.as_predictor(tmp_path, SUMMARIES)


def test_the_model_of_a_pipeline_is_asked_with_the_prompt_too(decoder):
    pipe = pipeline("text-generation", model=decoder, tokenizer=tokenizer())
    for task in (SUMMARIES, ANSWERS):
        model = hr.as_predictor(pipe, task, max_tokens=4)
        assert isinstance(model, CausalPredictor)
        assert values(model) == values(hr.as_predictor(decoder, task, tokenizer=tokenizer(), max_tokens=4))


def test_a_function_gets_texts_and_returns_texts_or_mappings():
    data = Dataset.from_list(ROWS)
    model = hr.as_predictor(lambda texts: [{"generated_text": text.upper()} for text in texts], ANSWERS)
    assert [one.value for one in model.predict(ANSWERS.inputs(data))] == [row["text"].upper() for row in ROWS]
