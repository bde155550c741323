"""Chinese words and texts that a model writes anew; the models are built here."""

import pickle

import pytest
from tiny_translators import build

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import MissingResource, NotApplicable, UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.character_fills import character_fills
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.tasks import NER, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import Effect
from hf_robust.transforms.chinese.rewriting import ChineseBackTranslation, ChineseMaskedLM
from hf_robust.transforms.chinese.task_specific.split_compound import SplitCompound

CHARACTERS = "我们在桌椅子上学校医院房间里看书报纸的了，。"


@pytest.fixture(scope="module")
def characters(tmp_path_factory):
    """A model without training that finds 报, 纸, 校 and 学 likely everywhere, in this order."""
    import torch
    from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

    folder = tmp_path_factory.mktemp("characters")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *CHARACTERS]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        max_position_embeddings=64,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = BertForMaskedLM(config)
    with torch.no_grad():
        for place, word in enumerate("报纸校学"):
            model.cls.predictions.bias[words.index(word)] = 9.0 - place
    model.save_pretrained(folder)
    return str(folder)


def test_all_characters_of_a_word_are_masked_and_put_together_to_words(characters):
    text = "我们在医院里"
    (found,) = character_fills([text], [(3, 5)], 5, characters)
    assert found[0].word == "报纸" and all(len(one.word) == 2 for one in found)
    assert 1 >= found[0].probability > found[1].probability
    alone, together = (
        character_fills([text], [(5, 6)], 3, characters),
        character_fills([text] * 2, [(5, 6), (3, 5)], 3, characters),
    )
    assert alone[0] == together[0] and character_fills(["我" * 9], [(0, 9)], 3, characters) == [[]]


def test_a_word_becomes_another_of_its_kind(characters):
    doc = Doc.of_tokens(["我们", "在", "医院", "看", "iPhone"], language=CHINESE, protected=[(5, 6)])
    what = ChineseMaskedLM(model=characters, count=1)
    (edit,) = what.edits(doc, row_rng(0, "", "", ""))
    assert apply(doc.text, [edit]) == "我们在报纸看iPhone"
    assert (
        apply("我們在醫院", list(what.edits(Doc("我們在醫院", language=CHINESE), row_rng(0, "", "", ""))))
        == "我們在報紙"
    )
    with pytest.raises(NotApplicable, match="fewer than 2"):
        ChineseMaskedLM(model=characters, count=2).edits(doc, row_rng(0, "", "", ""))


def test_a_row_is_the_same_in_any_company(characters):
    what = ChineseMaskedLM(model=characters)
    docs = [Doc(text, language=CHINESE) for text in ("我们在医院里", "房间里的椅子", "学校的医院")]
    rngs = [row_rng(1, "", doc.text, "") for doc in docs]
    alone = [list(what.edits(doc, row_rng(1, "", doc.text, ""))) for doc in docs]
    assert [list(found) for found in what.edits_batch(docs, rngs)] == alone
    assert pickle.loads(pickle.dumps(what)) == what


def test_what_becomes_of_labels():
    assert ChineseMaskedLM().effect_on(NER) == ChineseMaskedLM().effect_on(SENTIMENT) == Effect.PRESERVES
    assert ChineseMaskedLM(neutral=False).effect_on(SENTIMENT) == Effect.UNKNOWN
    assert ChineseMaskedLM().effect_on(TEXT_CLASSIFICATION) == Effect.UNKNOWN


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Sentences into words and back, one of them into another sentence."""
    there, back = (str(tmp_path_factory.mktemp(name)) for name in ("there", "back"))
    chinese, english = ["他走了", "很好", "我看书"], ["left", "good", "read"]
    build(there, chinese, english)
    build(back, english, ["他离开了", "很好", "我看书"])
    return there, back


def test_texts_come_back_sentence_by_sentence(pair):
    what = ChineseBackTranslation(models=pair, num_beams=1)
    docs = [Doc(text, language=CHINESE) for text in ("他走了\n很好", "很好", "他 走了 " * 20, "他走了")]
    docs.append(Doc("他走了", language=CHINESE, protected=[(0, 1)]))
    found = what.edits_batch(docs, [row_rng(0, "", "", "")] * 5)
    assert apply(docs[0].text, list(found[0])) == "他离开了\n很好"
    assert list(found[1]) == [] and found[0][0][:2] == (0, 6) and apply("他走了", list(found[3])) == "他离开了"
    assert isinstance(found[2], NotApplicable) and "too long" in str(found[2])
    assert isinstance(found[4], NotApplicable) and "protected words" in str(found[4])
    assert pickle.loads(pickle.dumps(what)) == what


def test_absent_models_and_wrong_parameters_are_told(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    with pytest.raises(MissingResource):
        ChineseMaskedLM(model="no/such-model").preview("我们在医院里")
    with pytest.raises(UsageError, match="two Hub ids"):
        ChineseBackTranslation(models=("one",))
    with pytest.raises(UsageError, match="top_k"):
        ChineseMaskedLM(top_k=0)


def test_a_compound_becomes_two_words(characters):
    task = hr.task("word-segmentation")
    split = hr.Perturb("split-compound", task, model=characters, keep="all")
    found = split({"words": ["我们 在 电影院 里", "我们 在 看 书", "在 阅览室"]})
    words = found["words"][0].split(" ")
    assert words[:3] == ["我们", "在", "电影"] and words[4:] == ["里"] and words[3] in ("报纸", "学报")
    assert found["words"][1:] == ["我们 在 看 书", "在 阅览室"]
    edit, *_ = SplitCompound(model=characters).options(task.doc("words", "在 电影院"), 1, 4, row_rng(0, "", "", ""))
    assert edit.text == "".join(edit.tags["words"]) and edit.tags["words"] == ["电影", "报纸"]
    assert pickle.loads(pickle.dumps(SplitCompound(model=characters))) == SplitCompound(model=characters)
    with pytest.raises(UsageError, match="top_k must be"):
        SplitCompound(top_k=0)
