"""The Chinese encoder: what ships is whole, reads Chinese and says where its pieces stand."""

import shutil

import pytest

from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded import ZH_ENCODER
from hf_robust.language.embedded.chinese_encoder import chinese_encoder, chinese_tokenizer, load_chinese_encoder
from hf_robust.language.embedded.chinese_sentiment import load_chinese_sentiment
from hf_robust.language.embedded.chinese_tagger_model import chinese_reader

pytest.importorskip("torch")


@pytest.fixture(scope="module")
def parts():
    return chinese_encoder()


def vectors(parts, texts):
    import torch

    model, tokenizer = parts
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = model(**batch).last_hidden_state
    mask = batch["attention_mask"][..., None]
    return torch.nn.functional.normalize((states * mask).sum(1) / mask.sum(1), dim=-1)


def test_texts_that_mean_the_same_are_nearer_than_others(parts):
    one, same, other = vectors(parts, ["query: 酒店离地铁站很近", "query: 宾馆就在地铁口旁边", "query: 股市今天大跌"])
    assert one @ same > 0.9 > one @ other


def test_a_text_has_the_same_vector_in_any_company(parts):
    alone = vectors(parts, ["很好吃"])[0]
    beside = vectors(parts, ["很好吃", "这家店的牛肉面汤很浓，面也筋道"])[0]
    assert alone @ beside == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("屏幕，很清楚！", ["▁", "屏幕", ",", "很清楚", "!"]),
        ("我 在２０１８年", ["▁我", "▁在", "2018", "年"]),
        ("哈哈～😂", ["▁", "哈哈", "～", "😂"]),
        ("wifi\x01慢\n", ["▁w", "i", "f", "i", "慢", "▁"]),
        ("臺灣", ["▁", "臺灣"]),
    ],
)
def test_pieces(parts, text, pieces):
    assert parts[1].tokenize(text) == pieces


def test_offsets_are_of_the_text(parts):
    text = "🙂ｉ５，台风  来了"
    offsets = parts[1](text, return_offsets_mapping=True)["offset_mapping"]
    assert [text[a:b] for a, b in offsets] == ["", "🙂", "ｉ", "５", "，", "台", "风", " ", "来了", ""]


def test_it_is_loaded_once_and_copies_are_fresh(parts):
    assert chinese_encoder() is chinese_encoder()
    assert not any(parameter.requires_grad for parameter in parts[0].parameters())


def test_models_on_the_encoder_have_its_weights_in_memory_once():
    parts = chinese_encoder()  # not those of the file, which may have been let go of

    def kept(model, name):
        return model.state_dict()[name].untyped_storage().data_ptr()

    words, last = "embeddings.word_embeddings.weight", "encoder.layer.11.output.dense.weight"
    sentiment, _ = load_chinese_sentiment(shared=True)
    assert all(kept(sentiment, f"bert.{name}") == kept(parts[0], name) for name in (words, last))
    assert "query" not in parts[1].decode(parts[1]("很好")["input_ids"])
    reader = chinese_reader().encoder
    assert kept(reader, words) == kept(parts[0], words) and kept(reader, last) != kept(parts[0], last)


def test_altered_or_missing_files_are_refused(tmp_path):
    with pytest.raises(DataFileError, match="expected tokenizer.json"):
        chinese_tokenizer(tmp_path)
    shutil.copy(ZH_ENCODER / "config.json", tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"other")
    with pytest.raises(DataFileError, match="reinstall hf-robust"):
        load_chinese_encoder(tmp_path)


def test_size():
    assert sum(file.stat().st_size for file in ZH_ENCODER.iterdir()) < 17e6
