import pytest

import hf_robust as hr
from hf_robust.core.errors import DataFileError, EmptyDataError, UsageError
from hf_robust.tasks.layouts import read_conll, read_conllu

TREE = """# sent_id = a-1
# text = They don't.
1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tdo\tdo\tAUX\tVBP\t_\t0\troot\t_\t_
3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\t_
3.1\tleave\tleave\tVERB\tVB\t_\t_\t_\t_\t_
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_
"""
DOCUMENT = """#begin document (nw/a); part 000
nw/a 0 0 Ann NNP * - - - Speaker#1 * (3)
nw/a 0 1 saw VBD * - - - Speaker#1 * -
nw/a 0 2 the DT * - - - Speaker#1 * (1
nw/a 0 3 dog NN * - - - Speaker#1 * 1)

nw/a 0 0 She PRP * - - - Speaker#2 * (3)|(4
nw/a 0 1 laughed VBD * - - - Speaker#2 * 4)

#end document
#begin document (nw/b); part 000
nw/b 0 0 Yes UH * - - - - * -

#end document
"""


@pytest.fixture
def write(tmp_path):
    def make(content, name="a.conllu"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return make


def test_trees_have_words_without_multiword_tokens_and_empty_nodes(write):
    data = hr.with_layout(write(TREE + "\n" + TREE), "parsing")
    assert len(data) == 2 and data[0] == {
        "sent_id": "a-1",
        "text": "They don't.",
        "tokens": ["They", "do", "n't", "."],
        "lemmas": ["they", "do", "not", "."],
        "pos_tags": ["PRON", "AUX", "PART", "PUNCT"],
        "xpos": ["PRP", "VBP", "RB", "."],
        "heads": [2, 0, 2, 2],
        "deprels": ["nsubj", "root", "advmod", "punct"],
    }
    assert hr.task("parsing").bind(data).fault(data[0]) is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2\tnsubj\t_\t_", "2 nsubj", r"a\.conllu:3: expected 10 fields between tabs, found 7"),
        ("\t2\tadvmod", "\tx\tadvmod", r"a\.conllu:6: the head is no number: 'x'"),
        ("4\t.\t.", "5\t.\t.", r"a\.conllu:8: expected the token number 4, found '5'"),
        ("\t2\tpunct", "\t9\tpunct", r"a\.conllu:1: the head of token 4 is 9"),
        ("\t2\tpunct", "\t4\tpunct", r"a\.conllu:1: the heads go round in a circle: 4 -> 4"),
        ("\t2\tpunct", "\t0\tpunct", r"exactly one root: 2 of 4"),
    ],
)
def test_what_is_wrong_in_a_tree_is_named_with_its_line(write, old, new, message):
    assert old in TREE
    with pytest.raises(DataFileError, match=message):
        read_conllu(write(TREE.replace(old, new)))


def test_documents_have_clusters_over_all_their_sentences(write):
    data = hr.with_layout(write(DOCUMENT, "a_gold_conll"), "coref").to_list()
    assert data[0] == {
        "doc_key": "(nw/a); part 000",
        "sentences": [["Ann", "saw", "the", "dog"], ["She", "laughed"]],
        "speakers": [["Speaker#1"] * 4, ["Speaker#2"] * 2],
        "clusters": [[[0, 0], [4, 4]], [[2, 3]], [[4, 5]]],
    }
    assert (data[1]["sentences"], data[1]["clusters"]) == ([["Yes"]], [])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(1\n", "1\n", r":4: expected coreference such as \(3, 3\) or \(3\), found '1'"),
        ("(1\n", "-\n", r":5: a mention of cluster 1 ends that did not begin"),
        ("nw/a 0 0 Ann NNP * - - - Speaker#1 * (3)", "Ann (3)", ":2: expected the fields"),
        ("#begin document (nw/a); part 000\n", "", ":1: expected '#begin document'"),
    ],
)
def test_what_is_wrong_in_a_document_is_named_with_its_line(write, old, new, message):
    assert old in DOCUMENT
    with pytest.raises(DataFileError, match=message):
        read_conll(write(DOCUMENT.replace(old, new), "a.conll"))


def test_files_without_rows_or_of_another_kind(write):
    with pytest.raises(EmptyDataError):
        read_conllu(write("# newdoc\n\n"))
    with pytest.raises(DataFileError, match="cannot be read"):
        read_conllu(write("x").with_name("none.conllu"))
    with pytest.raises(UsageError, match="load it with datasets first"):
        hr.with_layout(write("x", "a.csv"), "parsing")
    with pytest.raises(DataFileError, match=r"a.txt:1: expected a token with 1 to 8 tags"):
        hr.with_layout(write("x", "a.txt"), "parsing")
