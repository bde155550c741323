"""Choices of causal language models: the log-likelihoods are those of an unbatched computation."""

from dataclasses import replace

import numpy as np
import pytest
import tiny_language_model as tiny
import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    BloomConfig,
    BloomForCausalLM,
    GPT2Config,
    GPT2LMHeadModel,
    MambaConfig,
    MambaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    PreTrainedTokenizerFast,
)

import hf_robust as hr
from hf_robust.adapters.huggingface.causal_choice import CausalChoice
from hf_robust.adapters.huggingface.causal_loading import causal_predictor
from hf_robust.adapters.language_models.calibration import CONTENT_FREE
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.core.errors import UsageError

TEXTS = [
    "The film was great.",
    "A poor, boring story.",
    "",
    "What a lovely camera! It has a beautiful screen, and that says it all. " * 4,
    "My friends called the hotel messy.",
    "The ending is superb and funny.",
    "the " * 40,
]
ROWS = [{"text": text} for text in TEXTS]
WORDS = {  # by the tokens of the words
    "one token": {},
    "several": {"a great film": "positive", "a poor script": "negative"},
    "one and several": {"great": "positive", "a poor and boring script": "negative"},
    "one begins another": {"good": "positive", "good and poor": "negative"},
}


@pytest.fixture(scope="session")
def tiny_parts(tiny_language_model):
    model = AutoModelForCausalLM.from_pretrained(tiny_language_model)
    return model, AutoTokenizer.from_pretrained(tiny_language_model)


def choice(parts, task=None, how=None, **options):
    asked = hr.CausalModel("tiny", answer=options.pop("answer", "choice"), device="cpu", **options)
    found = causal_predictor(*parts, task or tiny.sentiment(), asked, **(how or {}))
    assert isinstance(found, CausalChoice)
    return found


def reference(predictor, row):
    """The log-likelihood of each word behind the prompt: one forward pass a word, no batch, no padding, no cache."""
    tokenizer, templated = predictor.tokenizer, predictor.turns.templated
    prompt = predictor.turns.text(predictor.messages(row))
    scores = []
    for label in predictor.labels:
        word = predictor.prompt.label_words(predictor.task)[label]
        said = f"{prompt}{'' if templated else ' '}{word}{predictor._end}"
        before = tokenizer(prompt, add_special_tokens=not templated)["input_ids"]
        whole = tokenizer(said, add_special_tokens=not templated)["input_ids"]
        with torch.no_grad():
            logs = predictor.model(input_ids=torch.tensor([whole])).logits[0].double().log_softmax(-1)
        own = [logs[place - 1, whole[place]].item() for place in range(len(before), len(whole))]
        scores.append(own)
    return scores


def probabilities(scores):
    powers = np.exp(np.array(scores) - max(scores))
    return powers / powers.sum()


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("templated", [True, False], ids=["chat template", "plain"])
@pytest.mark.parametrize("batch_size", [1, 3, 32])
def test_scores_are_those_of_an_unbatched_computation(tiny_parts, words, templated, batch_size):
    model = choice(tiny_parts, label_map=WORDS[words], chat_template=templated, how={"batch_size": batch_size})
    found = model.probabilities(ROWS)
    expected = [probabilities([sum(own) for own in reference(model, row)]) for row in ROWS]
    np.testing.assert_allclose(found, expected, atol=1e-5)
    assert [one.value for one in model.predict(ROWS)] == [model.labels[int(best)] for best in found.argmax(axis=1)]


def test_log_likelihoods_are_those_of_an_unbatched_computation(tiny_parts):
    model = choice(tiny_parts, label_map=WORDS["one and several"])
    for places, logs in model._likelihoods(ROWS, None):
        expected = [[sum(own) for own in reference(model, ROWS[place])] for place in places]
        np.testing.assert_allclose(logs, expected, atol=1e-5)


def test_the_length_of_words_can_be_normalized(tiny_parts):
    model = choice(tiny_parts, label_map=WORDS["one and several"], normalize=True)
    expected = [probabilities([np.mean(own) for own in reference(model, row)]) for row in ROWS]
    np.testing.assert_allclose(model.probabilities(ROWS), expected, atol=1e-5)


def test_first_tokens_are_those_of_an_unbatched_computation(tiny_parts):
    model = choice(tiny_parts, label_map=WORDS["one and several"], answer="first-token")
    expected = [probabilities([own[0] for own in reference(model, row)]) for row in ROWS]
    np.testing.assert_allclose(model.probabilities(ROWS), expected, atol=1e-5)


def test_first_tokens_that_are_equal_are_refused(tiny_parts):
    with pytest.raises(UsageError, match="'a poor script' and 'a great film' have the same first token"):
        choice(tiny_parts, label_map=WORDS["several"], answer="first-token")


def test_words_with_the_same_tokens_are_refused(tiny_parts):
    with pytest.raises(UsageError, match="'zwei' and 'eins' have the same tokens"):  # both are unknown
        choice(tiny_parts, label_map={"eins": "positive", "zwei": "negative"})


def test_calibration_removes_the_preference_for_a_label(tiny_parts):
    model = choice(tiny_parts, label_map={"great": "positive", "film": "negative"}, calibrate=True)
    plain = uncalibrated(model)
    bias = np.mean([probabilities([sum(own) for own in reference(plain, {"text": text})]) for text in CONTENT_FREE], 0)
    expected = plain.probabilities(ROWS) / bias
    np.testing.assert_allclose(model.probabilities(ROWS), expected / expected.sum(axis=1, keepdims=True), atol=1e-5)
    assert model.fingerprint() != plain.fingerprint()


def uncalibrated(model):
    return choice((model.model, model.tokenizer), label_map={"great": "positive", "film": "negative"})


VOCABULARY = [*tiny.SPECIAL, *"Say negative , or positive : the a film was great poor and very much not . !".split()]


def plain_tokenizer():
    inner = Tokenizer(WordLevel({word: number for number, word in enumerate(VOCABULARY)}, unk_token="<unk>"))
    inner.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="<unk>", bos_token="<s>", eos_token="<|end|>")


def causal_lm(name):
    """A model with random weights: absolute, relative or no positions, a window of attention, a state for a cache."""
    size, signs = len(VOCABULARY), {"bos_token_id": 1, "eos_token_id": 5}
    with torch.random.fork_rng():
        torch.manual_seed(1)
        if name == "gpt2":
            config = GPT2Config(vocab_size=size, n_embd=16, n_layer=2, n_head=2, n_positions=64, **signs)
            return GPT2LMHeadModel(config).eval()
        if name == "bloom":
            return BloomForCausalLM(BloomConfig(vocab_size=size, hidden_size=16, n_layer=2, n_head=2, **signs)).eval()
        if name == "mamba":
            config = MambaConfig(vocab_size=size, hidden_size=16, num_hidden_layers=2, state_size=4, **signs)
            return MambaForCausalLM(config).eval()
        shape = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
        config = MistralConfig(vocab_size=size, num_key_value_heads=2, sliding_window=6, **shape, **signs)
        return MistralForCausalLM(config).eval()


@pytest.mark.parametrize("name", ["gpt2", "bloom", "mistral", "mamba"])
def test_scores_do_not_depend_on_the_architecture(name):
    prompt = Prompt("Say {labels} , the film and a film was very much great or not .", "{text} :")
    rows = [{"text": text} for text in ("the film was great", "a poor film and the film was not very much great !", "")]
    label_map = {"very great": "positive", "not very poor": "negative"}
    model = choice((causal_lm(name), plain_tokenizer()), prompt=prompt, label_map=label_map)
    expected = [probabilities([sum(own) for own in reference(model, row)]) for row in rows]
    np.testing.assert_allclose(model.probabilities(rows), expected, atol=1e-5)


def test_bfloat16_is_near(tiny_parts):
    exact = choice(tiny_parts)
    quick = exact.probabilities(ROWS, dtype="bfloat16")
    assert np.abs(quick - exact.probabilities(ROWS)).max() < 0.05
    assert tiny_parts[0].dtype == torch.float32


def test_examples_stand_in_the_prompt(tiny_parts):
    prompt = replace(tiny.taught_prompts(tiny.load_prompts("sentiment-classification"))[0], shots=2)
    model = choice(tiny_parts, prompt=prompt, examples=tiny.training_reviews().select(range(20)))
    expected = [probabilities([sum(own) for own in reference(model, row)]) for row in ROWS]
    np.testing.assert_allclose(model.probabilities(ROWS), expected, atol=1e-5)
