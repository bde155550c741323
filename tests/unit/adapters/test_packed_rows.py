"""Rows of different lengths in one batch get the outputs that each gets alone."""

import numpy as np
import pytest
import torch
import transformers

from hf_robust.adapters.huggingface.packed_rows import BATCH_TOKENS, PackedEncoder

SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}
LENGTHS = (3, 1, 2, 9, 4, 9, 30, 17, 9, 40)  # the first three are filled up to the least number of tokens
KINDS = {"bert": "Bert", "roberta": "Roberta"}  # XLM-RoBERTa and CamemBERT have the layers of RoBERTa


def tiny(kind, head="ForSequenceClassification", **options):
    generator = torch.Generator().manual_seed(3)
    if kind == "distilbert":
        config = transformers.DistilBertConfig(vocab_size=50, dim=16, n_layers=2, n_heads=2, hidden_dim=24, **options)
        model = getattr(transformers, f"DistilBert{head}")(config)
    else:
        name = KINDS[kind]
        config = getattr(transformers, f"{name}Config")(vocab_size=50, max_position_embeddings=60, **SIZES, **options)
        model = getattr(transformers, name + head)(config)
    for weight in model.parameters():
        weight.data = torch.randn(weight.shape, generator=generator) * 0.5
    return model.eval()


@pytest.fixture(scope="module")
def rows():
    draws = np.random.default_rng(4)
    return [draws.integers(5, 50, length).tolist() for length in LENGTHS]


def packed(model, rows, of=lambda encoder, encoded: encoder.logits(encoded, 32), **more):
    encoder = PackedEncoder.of(model)
    assert encoder is not None
    found = {}
    with torch.inference_mode():
        for places, table in of(encoder, {"input_ids": rows, **more}):
            found |= dict(zip(places, table))
    return [found[place] for place in range(len(rows))]


def alone(model, row, **more):
    with torch.inference_mode():
        return model(torch.tensor([row]), **{name: torch.tensor([values]) for name, values in more.items()})


@pytest.mark.parametrize("kind", ["bert", "distilbert", "roberta"])
def test_logits_are_those_of_the_model_in_any_company(kind, rows):
    model = tiny(kind)
    together = packed(model, rows)
    for number, row in enumerate(rows):
        assert torch.allclose(together[number], alone(model, row).logits[0], atol=1e-5)
    for size in (1, 3):
        apart = [one for start in range(0, len(rows), size) for one in packed(model, rows[start : start + size])]
        assert all(torch.equal(one, other) for one, other in zip(apart, together))


def test_only_the_tokens_of_the_rows_are_computed_and_in_the_last_layer_only_what_is_read(rows):
    long = [row for row in rows if len(row) >= 4]  # shorter ones may be filled up
    encoder, finished = PackedEncoder.of(tiny("bert")), []
    encoder._layers = [
        layer._replace(finish=lambda seen, own, finish=layer.finish: finished.append(len(seen)) or finish(seen, own))
        for layer in encoder._layers
    ]
    with torch.inference_mode():
        for _ in encoder.logits({"input_ids": long}, 32):
            pass
    assert finished == [sum(map(len, long)), len(long)]


def test_pairs_have_two_types(rows):
    model = tiny("bert")
    types = [[int(place > 1) for place in range(len(row))] for row in rows]
    found = packed(model, rows, token_type_ids=types)
    for one, row, own in zip(found, rows, types):
        assert torch.allclose(one, alone(model, row, token_type_ids=own).logits[0], atol=1e-5)
    assert not torch.allclose(found[3], packed(model, rows)[3], atol=1e-3)


def test_means_and_first_states(rows):
    model = tiny("bert", "Model")
    means = packed(model, rows, lambda encoder, encoded: encoder.pooled(encoded, 32))
    firsts = packed(model, rows, lambda encoder, encoded: encoder.pooled(encoded, 32, first=True))
    for mean, first, row in zip(means, firsts, rows):
        states = alone(model, row).last_hidden_state[0]
        assert torch.allclose(mean, states.mean(0), atol=1e-5) and torch.allclose(first, states[0], atol=1e-5)


def test_rows_without_a_token_are_left_out(rows):
    with torch.inference_mode():
        found = [
            one
            for places, _ in PackedEncoder.of(tiny("bert")).logits({"input_ids": [[], rows[0]]}, 32)
            for one in places
        ]
    assert {*found} == {1}


def test_batches_hold_no_more_tokens_than_they_may(rows):
    model, seen = tiny("bert"), []
    model.bert.embeddings.register_forward_pre_hook(
        lambda module, args, given: seen.append(given["input_ids"].numel()), with_kwargs=True
    )
    packed(model, rows * 20)
    assert sum(seen) == 20 * sum(LENGTHS) and max(seen) <= BATCH_TOKENS < min(seen[:-1]) + max(LENGTHS)
    seen.clear()
    packed(model, rows, lambda encoder, encoded: encoder.logits(encoded, 1))
    assert max(seen) == max(LENGTHS)


def test_models_that_must_be_called_as_a_whole():
    class Own(transformers.BertForSequenceClassification):
        pass

    hooked, inner = tiny("bert"), tiny("distilbert")
    hooked.register_forward_hook(lambda *given: None)
    inner.distilbert.transformer.layer[1].attention.register_forward_pre_hook(lambda *given: None)
    others = [
        hooked,
        inner,
        Own(tiny("bert").config),
        tiny("bert").to(torch.bfloat16),
        tiny("bert", "LMHeadModel", is_decoder=True),
        tiny("bert", "ForTokenClassification"),
        tiny("bert", chunk_size_feed_forward=4),
        torch.nn.Linear(2, 2),
    ]
    assert [PackedEncoder.of(model) for model in others] == [None] * len(others)
