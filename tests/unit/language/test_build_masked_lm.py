"""How the masked language model is trained: windows, batches, masks; and that training learns."""

from random import Random

import pytest

torch = pytest.importorskip("torch")

from hf_robust.language.embedded.build import build_masked_lm as build  # noqa: E402
from hf_robust.language.embedded.build import masked_windows  # noqa: E402
from hf_robust.language.embedded.build.free_texts import held_out  # noqa: E402


class Words:
    """A tokenizer that knows numbers only."""

    cls_token_id, sep_token_id = 1, 2

    def __call__(self, texts, add_special_tokens):
        assert not add_special_tokens
        return {"input_ids": [[int(word) for word in text.split()] for text in texts]}


def test_windows_hold_whole_sentences():
    assert masked_windows.windows([["5 6", "7 8 9"], ["5"]], Words(), longest=7) == [[1, 5, 6, 7, 8, 9, 2]]
    assert masked_windows.windows([["5 6", "7 8 9"]], Words(), longest=6) == [[1, 5, 6, 2], [1, 7, 8, 9, 2]]


def test_a_long_sentence_is_cut_and_nothing_is_lost():
    found = masked_windows.windows([["5 6", "10 11 12 13 14 15 16", "7"]], Words(), longest=5)
    assert [p for row in found for p in row if p > 2] == [5, 6, 10, 11, 12, 13, 14, 15, 16, 7]
    assert max(map(len, found)) <= 5


def test_every_nth_text_is_held_out():
    kept, measured = held_out([[str(i)] for i in range(10)], 5)
    assert measured == [["0"], ["5"]] and len(kept) == 8 and not {"0", "5"} & {row[0] for row in kept}


def test_output_rows_are_the_pieces_seen_often(monkeypatch):
    monkeypatch.setattr(masked_windows, "SEEN_OFTEN", 2)
    chosen, share = masked_windows.output_rows([[1, 5, 5, 6, 2], [1, 7, 7, 7, 2]], 10, [1, 2])
    assert chosen.tolist() == [5, 7]
    assert share.exp().tolist() == pytest.approx([2 / 5, 3 / 5])


def test_batches_have_few_shapes_and_each_window_at_most_once():
    rows = [[1] + [9] * n + [2] for n in (3, 10, 20, 40, 60, 120) for _ in range(200)]
    found = list(masked_windows.batches(rows, torch.Generator().manual_seed(0)))
    shapes = {tuple(masked_windows.padded(batch)[0].shape) for batch in found}
    assert len(shapes) <= len(masked_windows.LENGTHS)
    assert all(rows_ * length <= masked_windows.BATCH for rows_, length in shapes)
    seen = [id(row) for batch in found for row in batch]
    assert len(seen) == len(set(seen)) >= 0.8 * len(rows)


def test_masks_hide_what_is_asked_for_and_nothing_else():
    rows, row_of = [[1, *range(5, 18), 2]] * 8, torch.full((30,), -1)
    row_of[5:15] = torch.arange(10)  # 15, 16, 17 have no output row
    batch = masked_windows.masked(rows, row_of, 29, torch.Generator().manual_seed(1))
    pieces = masked_windows.padded(rows)[0].flatten()
    assert len(batch.places) == int(masked_windows.MASKED * len(pieces))
    assert (batch.targets == row_of[pieces[batch.places]]).all() and (batch.targets >= 0).all()
    changed = (batch.pieces.flatten() != pieces).nonzero().flatten().tolist()
    assert set(changed) < set(batch.places.tolist()) and (batch.pieces.flatten()[changed] == 29).all()


def test_accuracy_counts_first_and_any_guess():
    cases = [([1, 7, 2], 1), ([1, 8, 2], 1), ([1, 9, 2], 1)]
    assert build.accuracy([[7, 1], [1, 8], [3, 4]], cases) == pytest.approx((1 / 3, 2 / 3))


def test_one_masked_never_hides_the_marks():
    rows = [[1, 5, 2], [1, 5, 6, 7, 2]] * 20
    cases = masked_windows.one_masked(rows)
    assert cases == masked_windows.one_masked(rows)
    assert all(0 < place < len(row) - 1 for row, place in cases)


def tiny():
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=30,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=128,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    generator = torch.Generator().manual_seed(0)
    model = BertForMaskedLM(config)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim > 1:
                parameter.normal_(0, 0.3, generator=generator)
    build.initialise(model, generator)
    return model


def test_training_learns_and_what_is_packed_is_what_was_trained(monkeypatch):
    """Every window repeats one piece: what is masked stands beside it."""
    from hf_robust.language.embedded.masked_lm_model import full_state

    monkeypatch.setattr(masked_windows, "BATCH", 256)
    model = tiny()
    base = {k.removeprefix("bert."): v.clone() for k, v in model.state_dict().items() if k.startswith("bert.")}
    monkeypatch.setattr(build.packed, "base_state", lambda: base)
    rng = Random(0)
    rows = [[1, *[rng.randrange(10, 20)] * 14, 2] for _ in range(800)]
    chosen, share = masked_windows.output_rows(rows, 30, [0, 1, 2, 3])
    row_of = torch.full((30,), -1)
    row_of[chosen] = torch.arange(len(chosen))
    head, losses = build.Head(model, chosen, share), []
    words = base["embeddings.word_embeddings.weight"].clone()
    build.fit(model, head, rows, row_of, 3, 3, 1e-2, 0, 50, lambda step, loss: losses.append(loss))
    assert losses[-1] < 0.7 * losses[0]
    assert torch.equal(model.bert.embeddings.word_embeddings.weight, words), "embeddings stay"
    stored = build.packed_weights(model, head, chosen)
    state = full_state(stored, base)
    shipped = type(model)(type(model.config).from_dict(model.config.to_dict() | {"tie_word_embeddings": False}))
    build.packed.fill(shipped, state)
    cases = [(row, place) for row in rows[:20] for place in (1, 8)]
    first, _ = build.accuracy(build.guesses(shipped.eval(), shipped.cls, cases, 3, best=1), cases)
    assert first == 1.0
