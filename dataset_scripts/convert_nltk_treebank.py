"""Write the dependency trees that come with NLTK (a sample of the Penn Treebank) as one CoNLL-U file.

NLTK's files hold a word, its tag and its head a line, and no relations; the relation here is ``root`` or ``dep``.

    python dataset_scripts/convert_nltk_treebank.py ~/nltk_data/corpora/dependency_treebank.zip nltk-treebank.conllu
"""

import argparse
import zipfile
from collections.abc import Iterator
from pathlib import Path


def sentences(archive: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """The trees, file by file: an id, and for each word its form, tag and head.

    Args:
        archive: ``dependency_treebank.zip`` of NLTK.
    """
    with zipfile.ZipFile(archive) as files:
        for name in sorted(name for name in files.namelist() if name.endswith(".dp")):
            blocks = files.read(name).decode().replace("\r\n", "\n").split("\n\n")
            for number, block in enumerate((block for block in blocks if block.strip()), start=1):
                yield f"{Path(name).stem}.{number}", [line.split("\t") for line in block.strip().splitlines()]


def conllu(key: str, words: list[list[str]]) -> str:
    """A tree in CoNLL-U: the tag is the language's own (XPOS), there is none of the universal ones.

    Args:
        key: Id of the sentence.
        words: Form, tag and head of each word.

    Example:
        >>> print(conllu("a.1", [["Go", "VB", "0"], ["home", "NN", "1"]]), end="")
        # sent_id = a.1
        1	Go	_	_	VB	_	0	root	_	_
        2	home	_	_	NN	_	1	dep	_	_
        <BLANKLINE>
    """
    lines = [
        "\t".join((str(number), form, "_", "_", tag, "_", head, "root" if head == "0" else "dep", "_", "_"))
        for number, (form, tag, head) in enumerate(words, start=1)
    ]
    return "\n".join((f"# sent_id = {key}", *lines, "", ""))


def main() -> None:
    """Read the arguments and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path, help="dependency_treebank.zip of NLTK")
    parser.add_argument("out", type=Path, help="the CoNLL-U file")
    args = parser.parse_args()
    args.out.write_text("".join(conllu(*found) for found in sentences(args.archive)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
