"""Makes an environment for each peer: ``python tests/benchmarks/peers/install.py VENVS``.

It needs ``uv`` on the path, an interpreter of Python 3.11 and one of 3.12, a package index, and NLTK data (the folder
that ``NLTK_DATA`` names). Nothing of a peer comes into the repository.
"""

import argparse
import json
import os
import pickle
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

PEERS = {
    # nlpaug asks for the tagger in the form of an older NLTK
    "nlpaug": ("3.11", ["nlpaug==1.1.11", "nltk==3.8.1", "numpy<2", "torch", "transformers<5"]),
    # itself it is installed without what it asks for, see textattack(): flair holds transformers below 5
    "textattack": (
        "3.11",
        "torch transformers>=5 datasets>=5 nltk>=3.9 scipy pandas filelock requests tqdm lru-dict editdistance "
        "Levenshtein more-itertools num2words docopt word2number terminaltables langdetect six lemminflect".split(),
    ),
    # openai is imported by every transform, and declared only as an extra
    "langtest": ("3.12", ["langtest==2.8.0", "openai"]),
    # its setup starts pip and fails: the source is unpacked instead, see checklist()
    "checklist": (
        "3.11",
        ["spacy>=3.8.18,<3.9", "nltk", "munch", "dill", "tqdm", "ipywidgets", "ipython<9", "iso-639"],
    ),
    # it cannot be imported from a folder that has its name in the path; six is not declared
    "flint": ("3.11", ["textflint==0.1.0", "six", "torch"]),
}
AFTER = {"flint": ["click>=8.1", "spacy>=3.8.18,<3.9"]}  # its own pin of click does not run with today's spaCy
PACKAGES = ("wordnet", "sentiwordnet", "stopwords", "omw-1.4")
STAND_INS = {
    "twitter_contraction.json": {"you are": "u r", "to be": "2 b", "see you": "cu", "for you": "4 u", "I am": "im"},
    "beginning.txt": "As everyone knows,\nI was told that\nTo be honest,\n",
    "proverb.txt": "Time flies.\nHaste makes waste.\nA stitch in time saves nine.\n",
    "lop_entities.json": {
        "PERSON": ["Alice Moore", "Victor Lane", "Nora Field", "Oscar Hill"],
        "LOCATION": ["Lisbon", "Vienna", "Denver", "Ghana"],
        "ORGANIZATION": ["Acme Works", "Northern Rail", "Blue Harbour"],
    },
}
STUBS = {  # TextAttack imports them all, whatever it is asked for; what it calls in them is not there
    "flair/__init__.py": "from flair import data, models\n\ndevice = None\n",
    "flair/data.py": "class Sentence: ...\n\n\nclass Tokenizer: ...\n",
    "flair/models.py": "class SequenceTagger: ...\n",
    **{f"{name}.py": "" for name in ("bert_score", "language_tool_python", "OpenHowNet", "jieba", "pinyin")},
}
TAGGER = "averaged_perceptron_tagger"


def main() -> None:
    """Make all environments, or those that are named."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("venvs", type=Path)
    options.add_argument("--only", default=",".join(PEERS), help="names, separated by commas")
    options.add_argument("--find-links", help="folder with wheels, for example of torch for the CPU")
    options.add_argument("--torch", default="torch", help="what to ask for, for example torch==2.13.0+cpu")
    options.add_argument("--python", action="append", default=[], metavar="NAME=PATH", help="its interpreter")
    given = options.parse_args()
    pythons = dict(word.split("=", 1) for word in given.python)
    for name in given.only.split(","):
        version, wanted = PEERS[name]
        version, wanted = pythons.get(name, version), [given.torch if word == "torch" else word for word in wanted]
        python = given.venvs / f"peer_{name}" / "bin" / "python"
        if not python.exists():
            _uv("venv", "--python", version, python.parent.parent)
        links = ["--find-links", given.find_links] if given.find_links else []
        _uv("pip", "install", "--python", python, *links, *wanted)
        if name in AFTER:
            _uv("pip", "install", "--python", python, *AFTER[name])
    data = given.venvs / "peer_data" / "nltk_data"
    nltk_data(data)
    if "checklist" in given.only:
        checklist(given.venvs / "peer_checklist", given.venvs / "peer_data")
    if "textattack" in given.only:
        textattack(given.venvs / "peer_textattack")
    if "flint" in given.only:
        textflint(given.venvs / "peer_data" / "textflint", data, given.venvs / "peer_nlpaug")


def _uv(*words) -> None:
    subprocess.run(["uv", *map(str, words)], check=True)


def _packages_of(environment: Path) -> Path:
    return next((environment / "lib").glob("python3.*")) / "site-packages"


def checklist(environment: Path, scratch: Path) -> None:
    """CheckList's source distribution, unpacked, and ``pattern`` without its database drivers."""
    python = environment / "bin" / "python"
    _uv("pip", "install", "--python", python, "--no-deps", "patternfork-nosql")
    if (_packages_of(environment) / "checklist").exists():
        return
    archive = scratch / "checklist-0.0.11.tar.gz"
    if not archive.exists():
        files = json.loads(_fetched("https://pypi.org/pypi/checklist/json"))["urls"]
        archive.write_bytes(_fetched(next(file["url"] for file in files if file["url"].endswith(archive.name))))
    with tarfile.open(archive) as packed:
        packed.extractall(scratch, filter="data")
    shutil.copytree(scratch / "checklist-0.0.11" / "checklist", _packages_of(environment) / "checklist")


def _fetched(address: str) -> bytes:
    from urllib.request import urlopen

    with urlopen(address, timeout=180) as answer:
        return answer.read()


def textattack(environment: Path) -> None:
    """The package by itself, empty modules for what it only imports, and a file that its wheel leaves out."""
    _uv("pip", "install", "--python", environment / "bin" / "python", "--no-deps", "textattack==0.3.11")
    packages = _packages_of(environment)
    for name, content in STUBS.items():
        (packages / name).parent.mkdir(exist_ok=True)
        (packages / name).write_text(content, "utf-8")
    path = packages / "textattack" / "shared" / "intentional_homoglyphs.txt"
    if not path.exists():  # its class opens it; neither the augmenter nor a word swap asks for what is in it
        path.write_text("# intentional.txt of Unicode Technical Standard 39 belongs here\n", "utf-8")


def textflint(folder: Path, data: Path, nlpaug: Path) -> None:
    """Stand-ins for its resources: WordNet, tables of nlpaug of the same form, and a few lines each of others."""
    tables = _packages_of(nlpaug) / "nlpaug" / "res"
    (folder / "UT_DATA" / "keyboard").mkdir(parents=True, exist_ok=True)
    shutil.copy(tables / "char" / "keyboard" / "en.json", folder / "UT_DATA" / "keyboard" / "en.json")
    shutil.copy(tables / "word" / "spelling" / "spelling_en.txt", folder / "UT_DATA" / "spelling_en.txt")
    shutil.copytree(data / "corpora" / "wordnet", folder / "NLTK_DATA" / "wordnet", dirs_exist_ok=True)
    for name, content in STAND_INS.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / "UT_DATA" / name).write_text(text, "utf-8")


def nltk_data(folder: Path) -> None:
    """NLTK data in the forms of old and new releases, from what is installed."""
    given = [Path(place) for place in os.environ.get("NLTK_DATA", "").split(os.pathsep) if place]
    for name in PACKAGES:
        archives = [place / "corpora" / f"{name}.zip" for place in given]
        target = folder / "corpora" / name
        archive = next((path for path in archives if path.exists()), None)
        if archive and not target.exists():
            zipfile.ZipFile(archive).extractall(target.parent)
        target.mkdir(parents=True, exist_ok=True)
    counts = folder / "corpora" / "wordnet_ic" / "ic-brown.dat"
    if not counts.exists():  # `pattern` reads it when it is imported, and uses it for nothing that is timed here
        counts.parent.mkdir(parents=True, exist_ok=True)
        counts.write_text("wnver::stand-in\n1740n 1 ROOT\n1740v 1 ROOT\n", "utf-8")
    for place in given:
        _old_tagger(place / "taggers" / f"{TAGGER}_eng.zip", folder / "taggers" / TAGGER / f"{TAGGER}.pickle")


def _old_tagger(archive: Path, target: Path) -> None:
    """The tagger as the pickle that NLTK read up to 3.8."""
    if target.exists() or not archive.exists():
        return
    files = zipfile.ZipFile(archive)
    stem = f"{TAGGER}_eng/{TAGGER}_eng"
    parts = [json.loads(files.read(f"{stem}.{part}.json")) for part in ("weights", "tagdict", "classes")]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(pickle.dumps((parts[0], parts[1], set(parts[2])), 2))


if __name__ == "__main__":
    main()
