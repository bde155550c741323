"""Parsers behind one protocol: choice of back-end, the form of the trees, and benepar's numbers by a shorter way."""

import random
from types import SimpleNamespace

import pytest

from hf_robust.core.errors import DataFileError, MissingResource, UsageError
from hf_robust.language import resources

pytest.importorskip("nltk")
from nltk import Tree

from hf_robust.language.constituency import parsers
from hf_robust.language.constituency.parsers import (
    BeneparParser,
    CallableParser,
    Parser,
    StanzaParser,
    constituency_parser,
)

TREES = [
    Tree.fromstring(line)
    for line in """
(TOP (S (NP (NNS Birds)) (VP (VBP sing)) (. .)))
(TOP (S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))
(TOP (NP (NP (JJ Big) (NNS dogs)) (CC and) (NP (NN art))))
(TOP (INTJ (UH Yes)))
""".strip().splitlines()
]


def flat(words):
    return Tree("S", [Tree("UNK", [word]) for word in words])


# --- trees of one form ---


def test_a_callable_serves_and_stands_on_record():
    parser = constituency_parser(flat)
    assert isinstance(parser, Parser)
    assert str(parser.parse(["a", "b"])) == "(TOP (S (UNK a) (UNK b)))"
    assert {"purpose": "constituency parsing", "name": "flat", "version": "", "origin": "user"} in resources.used()


def test_an_object_with_parse_serves():
    class Mine:
        def parse(self, words):
            return Tree("ROOT", [flat(words)])

    parser = constituency_parser(Mine())
    assert parser.parse(["a"]) == Tree("TOP", [flat(["a"])])
    assert parser.resource.name == "Mine"
    assert constituency_parser(parser) is parser


def test_leaves_are_the_words_as_given():
    words = ["-", "(", "``", "either/or", '"', "[", "x)"]
    written = ["-", "-LRB-", "``", "either\\/or", "''", "-LSB-", "x-RRB-"]
    tree = CallableParser(lambda _: flat(written)).parse(words)
    assert tree.leaves() == words


def test_the_tree_of_the_callable_is_not_changed():
    own = flat(["-LRB-"])
    CallableParser(lambda _: own).parse(["("])
    assert own.leaves() == ["-LRB-"]


def test_many_sentences_keep_their_order_and_empty_ones_are_not_parsed():
    seen = []
    parser = CallableParser(lambda words: seen.append(words) or flat(words))
    trees = parser.parse_all([["a"], [], ("b", "c")])
    assert [tree.leaves() for tree in trees] == [["a"], [], ["b", "c"]]
    assert trees[1] == Tree("TOP", []) and seen == [["a"], ["b", "c"]]
    assert parser.parse_all([]) == []


@pytest.mark.parametrize("leaves", [["a"], ["a", "c"], ["a", "b", "c"]])
def test_a_tree_over_other_words_is_refused(leaves):
    with pytest.raises(UsageError, match="gave a tree over"):
        CallableParser(lambda _: flat(leaves)).parse(["a", "b"])


@pytest.mark.parametrize(("words", "message"), [("Birds sing", "split it"), ([1], "found 1"), ([None], "found None")])
def test_other_things_than_words_are_refused(words, message):
    with pytest.raises(UsageError, match=message):
        CallableParser(flat).parse(words)


def test_something_else_than_a_tree_is_refused():
    with pytest.raises(UsageError, match="expected an nltk.Tree"):
        CallableParser(lambda words: "(S a)").parse(["a"])


# --- the choice ---


@pytest.fixture
def chosen(monkeypatch):
    """What is asked for by name; nothing is loaded."""
    monkeypatch.delenv("HF_ROBUST_PARSER", raising=False)
    monkeypatch.setattr(parsers, "_named", lambda name: name)
    return lambda place: monkeypatch.setattr(resources, "nltk_place", lambda name: place)


def test_order_of_places(chosen, monkeypatch, tmp_path):
    pytest.importorskip("benepar")
    chosen(None)
    assert constituency_parser() == "embedded"
    chosen(tmp_path)
    assert constituency_parser() == "benepar_en3"
    monkeypatch.setenv("HF_ROBUST_PARSER", "stanza")
    assert constituency_parser() == "stanza"
    assert constituency_parser("embedded") == "embedded"
    assert constituency_parser(tmp_path) == str(tmp_path)


def test_a_model_in_a_zip_is_passed_over(chosen):
    chosen(object())  # benepar cannot read inside archives
    assert constituency_parser() == "embedded"


@pytest.mark.parametrize("thing", [3, ["a"]])
def test_other_things_are_refused(thing):
    with pytest.raises(UsageError, match="expected a parser's name"):
        constituency_parser(thing)


def test_a_model_that_is_nowhere_says_what_to_type():
    pytest.importorskip("benepar")
    with pytest.raises(MissingResource, match=r"benepar.download\('nosuch'\)"):
        constituency_parser("nosuch")


def test_a_folder_that_is_nowhere_is_named(tmp_path):
    pytest.importorskip("benepar")
    with pytest.raises(MissingResource, match="ls .*gone"):
        constituency_parser(tmp_path / "gone")


def test_a_cut_is_near_the_middle():
    assert parsers._cut(["a", "b", "c", ",", "d", "e", "f", "g"]) == 4
    assert parsers._cut(["a", "b", ",", "d", "e", "f", "g", "h"]) == 3
    assert parsers._cut([","] + ["a"] * 9) == 5
    assert parsers._cut(["a", "b"]) == 1


def test_stanza_that_is_not_installed_says_what_to_type(install):
    install()
    parsers._stanza_pipeline.cache_clear()
    with pytest.raises(MissingResource, match="pip install stanza"):
        constituency_parser("stanza")


def test_stanza_trees_become_trees_of_nltk():
    def node(label, *children):
        return SimpleNamespace(label=label, children=children)

    def pipeline(sentences):
        return SimpleNamespace(
            sentences=[
                SimpleNamespace(
                    constituency=node(
                        "ROOT", node("NP", *(node("NN", node(word.replace("(", "-LRB-"))) for word in words))
                    )
                )
                for words in sentences
            ]
        )

    trees = StanzaParser(pipeline).parse_all([["a"], ["(", "b"]])
    assert [str(tree) for tree in trees] == ["(TOP (NP (NN a)))", "(TOP (NP (NN () (NN b)))"]


def test_a_stanza_pipeline_that_splits_sentences_is_refused():
    with pytest.raises(UsageError, match="tokenize_pretokenized"):
        StanzaParser(lambda sentences: SimpleNamespace(sentences=[])).parse(["a"])


# --- benepar ---


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A small untrained parser over characters, saved as benepar's training does."""
    pytest.importorskip("benepar")
    import torch
    from benepar.char_lstm import RetokenizerForCharLSTM
    from benepar.decode_chart import ChartDecoder
    from benepar.nkutil import HParams
    from benepar.parse_chart import ChartParser

    from hf_robust.language.embedded.build.build_constituency import HEAD, seeded

    settings = HEAD | {
        "d_model": 32,
        "num_heads": 2,
        "d_kv": 8,
        "d_ff": 16,
        "d_label_hidden": 16,
        "d_tag_hidden": 8,
        "encoder_max_len": 12,
        "use_pretrained": False,
        "use_chars_lstm": True,
        "d_char_emb": 8,
        "char_lstm_input_dropout": 0.0,
    }
    tags = sorted({tag for tree in TREES for _, tag in tree.pos()})
    with seeded(0):
        letters = RetokenizerForCharLSTM.build_vocab([tree.leaves() for tree in TREES])
        model = ChartParser(
            {tag: i for i, tag in enumerate(tags)}, ChartDecoder.build_vocab(TREES), letters, HParams(**settings)
        ).eval()
        with torch.no_grad():
            model.f_label[3].weight.mul_(20)
    path = tmp_path_factory.mktemp("benepar") / "tiny.pt"
    torch.save({"config": {**model.config, "hparams": settings}, "state_dict": model.state_dict()}, path)
    return path


@pytest.fixture
def model(tiny):
    return parsers._benepar_model(str(tiny))


def sentences(seed, longest=10):
    draw = random.Random(seed)
    return [
        draw.choices(["Birds", "sing", "the", "cat", "mat", ".", "on"], k=draw.randint(1, longest)) for _ in range(20)
    ]


def test_trees_are_those_of_benepar(tiny):
    import benepar

    rows = sentences(1)
    own = list(benepar.Parser(str(tiny), language_code="en").parse_sents(rows))
    assert constituency_parser(tiny).parse_all(rows) == own
    assert len({str(tree) for tree in own}) > 5


def test_scores_and_loss_are_those_of_benepar(model):
    import torch

    from hf_robust.language.embedded import chart
    from hf_robust.language.embedded.build.build_constituency import example

    batch = model.pad_encoded([model.encode(example(tree, False)) for tree in TREES])
    batch = dict(batch) | {"batch_size": len(TREES), "batch_num_tokens": 15}
    square, _ = model(batch)
    spans = chart.spans_of(batch["valid_token_mask"].sum(-1) - 2)
    scores = chart.span_scores(model, chart.annotations(model, batch), spans)
    assert torch.allclose(scores, square[spans.sentence, spans.first, spans.last], atol=1e-4)
    assert len(scores) == sum(n * (n + 1) // 2 for n in (3, 7, 4, 1))
    own, ours = model.compute_loss(batch), chart.loss(model, batch)
    assert own.item() == pytest.approx(ours.item(), rel=1e-5) and own.item() > 1
    gradients = []
    for loss in (own, ours):
        model.zero_grad()
        loss.backward()
        gradients.append(model.f_label[3].weight.grad.clone())
    assert torch.allclose(*gradients, atol=1e-4)


def test_the_best_tree_is_the_best_of_all():
    import torch

    from hf_robust.language.embedded.chart import best_tree, spans_of

    def trees(first, last):
        here = [(first, last)]
        if first == last:
            return [here]
        return [here + a + b for cut in range(first, last) for a in trees(first, cut) for b in trees(cut + 1, last)]

    spans = spans_of(torch.tensor([5, 1, 4]))
    scores = torch.randn(len(spans.first), generator=torch.Generator().manual_seed(1))
    chosen = best_tree(scores, spans)
    for sentence, words in enumerate((5, 1, 4)):
        value = {
            (int(a), int(b)): float(x)
            for s, a, b, x in zip(spans.sentence, spans.first, spans.last, scores)
            if s == sentence
        }
        best = max(trees(0, words - 1), key=lambda tree: sum(value[span] for span in tree))
        found = {
            (int(a), int(b))
            for s, a, b, c in zip(spans.sentence, spans.first, spans.last, chosen)
            if s == sentence and c
        }
        assert found == set(best)


def test_a_sentence_longer_than_the_model_takes_is_cut_at_punctuation(tiny):
    words = ["cat"] * 8 + [","] + ["mat"] * 6 + ["."]
    tree = constituency_parser(tiny).parse(words)
    assert tree.leaves() == words and tree.label() == "TOP"
    first = constituency_parser(tiny).parse(words[:9])
    assert list(tree)[: len(first)] == list(first)


def test_a_long_sentence_does_not_stop_the_others(tiny):
    rows = [["cat"], ["mat"] * 40, ["Birds", "sing"]]
    assert [tree.leaves() for tree in constituency_parser(tiny).parse_all(rows)] == rows


def test_batches_hold_all_rows_once_and_few_spans():
    lengths = [5, 300, 2, 9, 250, 2, 7]
    batches = list(parsers._batches(lengths))
    assert sorted(sum(batches, [])) == list(range(7))
    assert [300] in [[lengths[i] for i in rows] for rows in batches]
    assert list(parsers._batches([])) == []


def test_a_file_that_is_no_model_is_a_clear_error(tmp_path):
    pytest.importorskip("benepar")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(DataFileError, match="benepar cannot load"):
        BeneparParser(str(tmp_path), resources.UsedResource("parsing", "x", "", "x"))


@pytest.mark.parametrize("word", ["", " ", "\u200b", "\ufffd", "\u0301"])
def test_words_that_tokenizers_drop_have_a_stand_in(word):
    assert parsers._visible(word) == "[UNK]"


def test_words_for_the_model_are_plain():
    assert [parsers._visible(word) for word in ("-LRB-", "café", "``", "😀")] == ["(", "café", '"', "😀"]
