"""NLTK's dependency files become one CoNLL-U file that the package reads."""

import subprocess
import sys
import zipfile
from pathlib import Path

from hf_robust.tasks.layouts.conll_files import read_conllu

PROGRAM = Path(__file__).resolve().parents[3] / "dataset_scripts" / "convert_nltk_treebank.py"


def test_trees_of_all_files_in_order_of_their_names(tmp_path):
    archive, out = tmp_path / "trees.zip", tmp_path / "trees.conllu"
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("trees/b.dp", "Stay\tVB\t0\n")
        files.writestr("trees/a.dp", "Dogs\tNNS\t2\nbark\tVBP\t0\n\nGo\tVB\t0\nhome\tNN\t1\n")
        files.writestr("trees/README", "not a tree")

    subprocess.run([sys.executable, str(PROGRAM), str(archive), str(out)], check=True)

    rows = read_conllu(out)
    assert rows["sent_id"][:] == ["a.1", "a.2", "b.1"]
    assert rows["tokens"][:] == [["Dogs", "bark"], ["Go", "home"], ["Stay"]]
    assert rows["xpos"][:] == [["NNS", "VBP"], ["VB", "NN"], ["VB"]]
    assert rows["heads"][:] == [[2, 0], [0, 1], [0]]
    assert rows["deprels"][:] == [["dep", "root"], ["root", "dep"], ["root"]]
