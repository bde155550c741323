"""The reference grammar: what is counted, how probable it is, what extends a production."""

import math
import os
import pickle
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from nltk import Tree

from hf_robust.core.errors import DataFileError, MissingResource
from hf_robust.language import resources
from hf_robust.language.constituency import grammar as module
from hf_robust.language.constituency.grammar import ReferenceGrammar, reference_grammar
from hf_robust.language.constituency.productions import contains, insertions, normalised, productions
from hf_robust.language.embedded import GRAMMAR_TABLE

TREES = [
    "(ROOT (S (NP-SBJ (DT The) (NNS films)) (VP (VBD ended)) (. .)))",
    "( (S (NP-SBJ-1 (NNS Critics)) (VP (VBD were) (VP (VBN moved) (NP (-NONE- *-1)))) (. .)))",
    "(FRAG (CC Or) (NP (NP (DT both))) (. .))",
]


@pytest.fixture
def small():
    return ReferenceGrammar.from_trees(map(Tree.fromstring, TREES), "small")


def test_what_is_counted(small):
    assert small.production_counts == {
        ("TOP", ("S",)): 2,
        ("TOP", ("FRAG",)): 1,
        ("S", ("NP", "VP", ".")): 2,
        ("NP", ("DT", "NNS")): 1,
        ("NP", ("NNS",)): 1,
        ("NP", ("NP",)): 1,
        ("NP", ("DT",)): 1,
        ("VP", ("VBD",)): 1,
        ("VP", ("VBD", "VP")): 1,
        ("VP", ("VBN",)): 1,
        ("FRAG", ("CC", "NP", ".")): 1,
    }
    assert small.tag_counts == {"DT": 2, "NNS": 2, "VBD": 2, "VBN": 1, "CC": 1, ".": 3}
    assert small.tag_probability(".") == 3 / 11 and small.tag_probability("UH") == 0


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("(TOP (ROOT (S (VP (VB Go)))))", "(TOP (S (VP (VB Go))))"),
        ("(NN dog)", "(TOP (NN dog))"),
        ("(TOP (NN dog))", "(TOP (NN dog))"),
        (
            "(S (NP=2 (NN a)) (PRT|ADVP (RP up)) (-LRB- -LRB-) (NP-TMP=1 (NN|JJ b)))",
            "(TOP (S (NP (NN a)) (PRT (RP up)) (-LRB- -LRB-) (NP (NN b))))",
        ),
        ("(S (NP (NP (-NONE- *))) (NP (-NONE- *)))", "(TOP )"),
        ("(S (: -) (SYM =))", "(TOP (S (: -) (SYM =)))"),
    ],
)
def test_normalised(written, expected):
    tree = Tree.fromstring(written)
    before = str(tree)
    assert str(normalised(tree)) == expected and str(tree) == before


def test_probabilities_are_relative_frequencies(small):
    assert small.probability("NP", ["DT"]) == 1 / 4 and small.probability("VP", ("VBD",)) == 1 / 3
    assert small.probability("NP", ("JJ",)) == 0 and small.probability("QP", ("CD",)) == 0
    for lhs in {lhs for lhs, _ in small.production_counts}:
        assert math.isclose(sum(found.probability for found in small.productions(lhs)), 1)
    assert small.productions("S") == ((("NP", "VP", "."), 2, 1.0),)


def test_products(small):
    tree = normalised(Tree.fromstring(TREES[2]))
    assert math.isclose(math.exp(small.tree_log_probability(tree)), 1 / 3 * 1 * 1 / 4 * 1 / 4)
    # one more noun phrase than there are, and rarer than anything for a left side that was never seen
    assert math.isclose(math.exp(small.log_probability([("NP", ("JJ",))])), 1 / 5)
    assert math.isclose(math.exp(small.log_probability([("QP", ("CD",))])), 1 / 14)


def test_an_expansion_counts_itself_and_its_ancestors(small):
    tree = normalised(Tree.fromstring("(FRAG (CC Or) (NP (DT both)) (. .))"))
    assert tree[0, 1].label() == "NP"
    found = small.expansion_log_probability(tree, (0, 1), ("DT", "NNS"))
    assert math.isclose(math.exp(found), 1 / 4 * 1 * 1 / 3)  # NP -> DT NNS, FRAG -> CC NP ., TOP -> FRAG
    assert math.isclose(math.exp(small.expansion_log_probability(tree, (), ("S",))), 2 / 3)


def test_extensions_of_the_papers_example(small):
    assert [found.rhs for found in small.extensions("NP", ("DT",))] == [("DT", "NNS")]
    assert small.extensions("NP", ("NNS", "DT")) == [] and small.extensions("NP", ("JJ",)) == []
    assert small.extensions("QP", ("CD",)) == [] and small.extensions("NP", ()) == []
    assert ("DT", "NNS") in [found.rhs for found in ReferenceGrammar.load().extensions("NP", ("DT",))]


def test_extensions_are_all_of_them():
    grammar = ReferenceGrammar.load()
    for lhs, rhs in [("NP", ("DT", "NN")), ("VP", ("VBZ", "NP")), ("S", ("NP", "VP", ".")), ("NP", ("NN", "NN"))]:
        found = grammar.extensions(lhs, rhs)
        longer = (row for row in grammar.productions(lhs) if len(row.rhs) > len(rhs))
        slow = [row for row in longer if next(insertions(rhs, row.rhs), None)]
        assert found == slow and len(found) > 5
        assert [row.count for row in found] == sorted((row.count for row in found), reverse=True)


def test_insertions():
    assert list(insertions(("A", "B"), ("A", "X", "B", "Y"))) == [(1, 3)]
    assert list(insertions(("A", "A"), ("A", "A", "A"))) == [(2,), (1,), (0,)]
    assert list(insertions(("B", "A"), ("A", "B"))) == [] and list(insertions(("A",), ("A",))) == [()]
    long = ("NN",) * 39
    assert next(insertions(long[:20], long)) == tuple(range(20, 39))  # lazy: there are 69 thousand million
    assert contains(long, long[:20]) and not contains(long[:20], long)


def test_two_grammars_add_up(small):
    twice = small + small
    assert twice.name == "small+small" and twice.count("NP", ("DT",)) == 2 and twice.tag_counts["."] == 6
    assert twice.probability("NP", ("DT",)) == small.probability("NP", ("DT",)) and twice != small
    with pytest.raises(TypeError):
        small + 1


def test_it_is_a_value(small):
    again = pickle.loads(pickle.dumps(small))
    assert again == small and hash(again) == hash(small) and again.version == small.version
    other = ReferenceGrammar.from_trees([Tree.fromstring(TREES[0])], "small")
    assert other != small and other.version.startswith("small@")
    reordered = ReferenceGrammar(dict(reversed(small.production_counts.items())), small.tag_counts, "small")
    assert reordered.version == small.version
    with pytest.raises(TypeError):
        small.tag_counts["NN"] = 3
    with pytest.raises(AttributeError):
        small.name = "x"


def test_the_table_is_read_back(small):
    assert ReferenceGrammar.from_table(small.to_table(), "small") == small
    with pytest.raises(DataFileError, match=r"small, line 2: .*'NP\\tDT'"):
        ReferenceGrammar.from_table("DT\t3\nNP\tDT\n", "small")


def test_the_embedded_table():
    grammar = ReferenceGrammar.load()
    text = GRAMMAR_TABLE.read_text(encoding="utf-8")
    assert grammar.to_table() == text and len(text) < 300_000
    assert {"S", "NP", "VP", "SBAR"} < {lhs for lhs, _ in grammar.production_counts}
    symbols = {item for lhs, rhs in grammar.production_counts for item in (lhs, *rhs)}
    assert not any("-" in item for item in symbols - {"-LRB-", "-RRB-"}) and "ROOT" not in symbols
    assert all(found.rhs != () for found in grammar.productions("TOP"))
    card = (GRAMMAR_TABLE.parent / "README.md").read_text(encoding="utf-8")
    assert grammar.version in card and "CC BY 4.0" in card and f"{len(grammar.production_counts):,}" in card


def test_a_missing_table_says_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "GRAMMAR_TABLE", tmp_path / "gone.tsv")
    module._embedded.cache_clear()
    with pytest.raises(DataFileError, match="pip install --force-reinstall hf-robust"):
        ReferenceGrammar.load()
    module._embedded.cache_clear()


@pytest.fixture
def treebank(nltk_data, monkeypatch):
    """A treebank of our own where NLTK's sample would be."""
    monkeypatch.setenv("HF_ROBUST_CACHE", str(nltk_data / "cache"))
    module._treebank.cache_clear()
    yield nltk_data
    module._treebank.cache_clear()


@pytest.mark.parametrize("zipped", [False, True])
def test_a_treebank_of_nltk_serves_first(treebank, small, zipped):
    place = treebank / "corpora" / "treebank" / "combined"
    files = {"wsj_0001.mrg": "\n".join(TREES[:2]), "wsj_0002.mrg": TREES[2], "README": "no tree"}
    if zipped:
        (treebank / "corpora").mkdir()
        with ZipFile(treebank / "corpora" / "treebank.zip", "w") as archive:
            for name, text in files.items():
                archive.writestr(f"treebank/combined/{name}", text)
    else:
        place.mkdir(parents=True)
        for name, text in files.items():
            (place / name).write_text(text)
    found = reference_grammar()
    assert found.production_counts == small.production_counts and found.name == "penn-treebank-sample"
    assert resources._used["reference grammar"].origin == "NLTK data"
    (kept,) = (treebank / "cache").iterdir()
    assert kept.read_text() == small.to_table()
    module._treebank.cache_clear()
    kept.write_text("damaged")
    assert reference_grammar() == found and kept.read_text() == small.to_table()


def test_without_a_treebank(treebank):
    with pytest.raises(MissingResource, match="python -m nltk.downloader treebank"):
        ReferenceGrammar.from_treebank()
    assert reference_grammar() == ReferenceGrammar.load()
    assert resources._used["reference grammar"].origin == "bundled default"


def test_the_users_own_goes_first(small):
    assert reference_grammar(small) is small
    assert resources._used["reference grammar"] == resources.UsedResource(
        "reference grammar", "small", small.version.split("@")[1], "given"
    )


def test_it_is_built_anew_to_the_byte(tmp_path):
    from hf_robust.language.embedded.build.build_grammar import build

    data = tmp_path / "data"
    (data / "gum").mkdir(parents=True)
    for part in ("train", "dev", "test_a"):
        (data / "gum" / f"{part}.ptb").write_text("\n".join([TREES[0], TREES[2]]))
    figures = build(data, tmp_path / "out")
    assert (
        figures["trees"] == 2
        and figures["covered_dev"] == 1
        and figures["once"]
        == len(ReferenceGrammar.from_table((tmp_path / "out" / "counts.tsv").read_text()).production_counts)
    )
    first = (tmp_path / "out" / "counts.tsv").read_bytes()
    assert build(data, tmp_path / "out") == figures and (tmp_path / "out" / "counts.tsv").read_bytes() == first
    assert "$" not in (tmp_path / "out" / "README.md").read_text()
    with pytest.raises(DataFileError, match="train.ptb"):
        build(tmp_path, tmp_path / "other")


def test_the_shipped_table_is_that_of_the_data():
    data = Path(os.environ.get("HF_ROBUST_DATA", "gone"))
    if not (data / "gum" / "train.ptb").is_file():
        pytest.skip("HF_ROBUST_DATA does not name a folder with gum/train.ptb")
    from hf_robust.language.embedded.build.build_grammar import read_trees

    assert ReferenceGrammar.from_trees(read_trees(data / "gum" / "train.ptb"), "gum") == ReferenceGrammar.load()


def test_loading_the_table_needs_no_nltk():
    code = "import sys; from hf_robust.language.constituency.grammar import ReferenceGrammar as R"
    code += "; R.load().extensions('NP', ['DT'])"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print('nltk' in sys.modules)"], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "False", done.stderr[-500:]


def test_productions_come_from_the_top():
    tree = Tree.fromstring("(TOP (NP (NN film)))")
    assert list(productions(tree)) == [("TOP", ("NP",)), ("NP", ("NN",))] and list(productions(Tree("TOP", []))) == []
