"""Where resources come from, and the index that is built of them once."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from hf_robust.core.errors import MissingResource, UnknownNameError
from hf_robust.language import lookup, resources, spacy_pipelines
from hf_robust.language.lexicons import wordnet

SYNSETS = {"begin": ("start", "v"), "movie": ("film", "n")}


def wordnet_or_skip():
    try:
        resources.get("wordnet")
    except MissingResource as absent:
        pytest.skip(str(absent))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    wordnet._index.cache_clear()
    yield tmp_path / "cache"
    wordnet._index.cache_clear()


class Built:
    """Stands for what reads WordNet: one synonym, and nothing else."""

    others = ("antonyms", "akin", "compounds", "kinds")

    def __init__(self, *_):
        pass

    def indexes(self):
        return {"all-synonyms": {"movie|n": ("film",)}, **{name: {} for name in self.others}}


def test_the_indexes_are_built_once_and_kept(folder, monkeypatch):
    wordnet_or_skip()
    for word, (synonym, pos) in SYNSETS.items():
        assert synonym in wordnet.all_synonyms(word, pos)
    files = {file.name.rsplit("-", 1)[0]: file for file in folder.iterdir()}
    names = ("all-synonyms", "antonyms", "akin", "compounds", "kinds")
    assert set(files) == {f"wordnet-{name}" for name in names}
    assert "film" in json.loads(files["wordnet-all-synonyms"].read_text())["movie|n"]
    wordnet._index.cache_clear()
    monkeypatch.setattr(wordnet, "Builder", lambda *_: pytest.fail("built again"))
    assert "film" in wordnet.all_synonyms("movie", "n") and "unhappy" in wordnet.antonyms("happy")
    assert "film" in wordnet.akin("movie", "n") and wordnet.is_compound("hot", "dog")
    assert wordnet.noun_kind("waiter") == "person"


@pytest.mark.parametrize("content", ["", '{"movie|n": ["fi', "not json", "[1, 2]", '{"movie|n": 3}'])
def test_a_corrupt_index_is_built_again(folder, content, monkeypatch):
    wordnet_or_skip()
    monkeypatch.setattr(wordnet, "Builder", Built)
    wordnet.all_synonyms("movie", "n")
    (file,) = folder.glob("wordnet-all-synonyms-*.json")
    file.write_text(content)
    wordnet._index.cache_clear()
    assert wordnet.all_synonyms("movie", "n") == ("film",)
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
    assert wordnet.all_synonyms("movie", "n") == ("film",)


def test_synonyms_are_single_words():
    wordnet_or_skip()
    index = wordnet._index("all-synonyms")
    assert len(index) > 20_000
    for key, words in index.items():
        lemma, _, pos = key.partition("|")
        assert pos in "nvar" and words and lemma not in words
        assert all(word.isalpha() and word.islower() for word in words)
    assert wordnet.all_synonyms("nosuchword", "n") == () == wordnet.antonyms("nosuchword")


def test_require(install, nltk_data):
    resources.require((), "x")
    install()
    with pytest.raises(MissingResource, match=r"wordnet' \(for synonym\).*pip install 'hf-robust\[embedded\]'"):
        resources.require(("wordnet",), "synonym")


def test_an_unknown_resource_is_named(install):
    with pytest.raises(UnknownNameError, match="unknown resource 'wordnett'; did you mean wordnet"):
        resources.require(("wordnett",), "x")


def test_what_the_user_names_is_not_looked_for(install, nltk_data, monkeypatch):
    """It may be on the Hub; loading it says what is wrong."""
    install()
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", "me/model")
    resources.require(("masked-lm",), "x")
    (record,) = resources.serving(False, ("masked-lm", "encoder"))
    assert record == {"purpose": "masked language model", "name": "me/model", "version": "", "origin": "me/model"}
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", "embedded")
    with pytest.raises(MissingResource, match=r"masked-lm' \(for x\).*pip install 'hf-robust\[embedded\]'"):
        resources.require(("masked-lm",), "x")


def test_every_row_can_be_looked_up_where_nothing_is_installed(install, nltk_data):
    install()
    names = [(row.name, row.language) for row in resources.RESOURCES]
    assert len(set(names)) == len(names)
    shown = [row.purpose for row in resources.RESOURCES if row.in_doctor]
    assert len(set(shown)) == len(shown) and all(shown)
    for row in resources.RESOURCES:
        found = row.look()
        assert row.language in ("en", "zh", None) and row.places and row.command
        assert found.command if isinstance(found, resources.Missing) else found.name, row.name


def test_a_language_has_rows_of_its_own():
    assert resources.resource("annotation", "zh").variable == "HF_ROBUST_SPACY_ZH"
    assert resources.resource("seqeval", "zh") is resources.resource("seqeval")
    with pytest.raises(UnknownNameError, match="no resource 'lemminflect': not for 'zh', but for en"):
        resources.resource("lemminflect", "zh")
    with pytest.raises(MissingResource, match="name a spaCy pipeline"):
        resources.get("annotation", language="xx")


def test_the_record_is_what_the_table_says(install, nltk_data, tmp_path):
    install(vaderSentiment=tmp_path)
    lexicon = tmp_path / "vader_lexicon.txt"
    lexicon.write_text("good\t1.9\n")
    (record,) = resources.serving(False, ("word-sentiment",))
    assert record["name"] == "vader" and record["origin"] == "package vaderSentiment"
    (nltk_data / "sentiment" / "vader_lexicon").mkdir(parents=True)
    lexicon.rename(nltk_data / "sentiment" / "vader_lexicon" / "vader_lexicon.txt")
    (record,) = resources.serving(False, ("word-sentiment",))
    assert (record["name"], record["origin"]) == ("nltk-vader", "NLTK data")
    assert len(record["version"]) == 12  # a hash of the file, which does not say its version


def test_a_stamp_tells_models_apart_without_loading_them(monkeypatch, tmp_path):
    monkeypatch.delenv("HF_ROBUST_MASKED_LM", raising=False)
    embedded = resources.stamp("masked-lm")
    assert embedded == resources.stamp("masked-lm", "embedded") != resources.stamp("word-vectors", "embedded")
    (tmp_path / "config.json").write_text("{}")
    mine = resources.stamp("masked-lm", str(tmp_path))
    (tmp_path / "config.json").write_text('{"a": 1}')
    assert mine != resources.stamp("masked-lm", str(tmp_path))
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", "me/model")
    assert resources.stamp("masked-lm") == "me/model"


def test_order_of_pipelines(monkeypatch, install, tmp_path):
    from hf_robust.language.embedded import SPACY_PIPELINE

    monkeypatch.delenv("HF_ROBUST_SPACY", raising=False)
    install()
    assert spacy_pipelines.spacy_name() == str(SPACY_PIPELINE)
    install(en_core_web_sm=tmp_path, en_core_web_md=tmp_path)
    assert spacy_pipelines.spacy_name() == "en_core_web_md"
    monkeypatch.setenv("HF_ROBUST_SPACY", "mine")
    assert spacy_pipelines.spacy_name() == "mine" and spacy_pipelines.spacy_name("named") == "named"
    with pytest.raises(MissingResource, match="python -m spacy download nosuch"):
        spacy_pipelines.spacy_pipeline("nosuch")
    assert spacy_pipelines.pipeline_stamp("nosuch") is None


def test_order_of_chinese_pipelines(monkeypatch, install, tmp_path):
    monkeypatch.setenv("HF_ROBUST_SPACY", "mine")
    monkeypatch.delenv("HF_ROBUST_SPACY_ZH", raising=False)
    install(zh_core_web_sm=tmp_path, zh_core_web_md=tmp_path, en_core_web_lg=tmp_path)
    assert spacy_pipelines.spacy_name(language="zh") == "zh_core_web_md"
    monkeypatch.setenv("HF_ROBUST_SPACY_ZH", "ours")
    assert spacy_pipelines.spacy_name(language="zh") == "ours"
    assert spacy_pipelines.spacy_name("named", "zh") == "named" and spacy_pipelines.spacy_name() == "mine"
    found = resources.resource("annotation", "zh").look("zh_core_web_sm_absent")
    assert found.command == "python -m spacy download zh_core_web_sm_absent"


def test_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path))
    assert lookup.cache_folder() == tmp_path
    monkeypatch.delenv("HF_ROBUST_CACHE")
    monkeypatch.setenv("HF_HOME", "/h")
    assert str(lookup.cache_folder()) == "/h/hf_robust"


def test_looking_for_wordnet_does_not_load_it():
    code = "from hf_robust.language import resources; resources.require(('wordnet',), 'x'); print(resources.used())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if "MissingResource" in done.stderr:
        pytest.skip("WordNet is not installed")
    assert done.stdout.strip().endswith("[]"), done.stderr[-500:]


def test_nltks_packages_are_found_in_folders_and_in_zips(tmp_path, monkeypatch):
    monkeypatch.setattr(lookup, "_nltk_folders", lambda: [tmp_path / "none", tmp_path])
    assert lookup.nltk_place("corpora/words") is None
    (tmp_path / "corpora").mkdir()
    archive = tmp_path / "corpora" / "words.zip"
    archive.write_bytes(b"cut off")
    assert lookup.nltk_place("corpora/words") is None
    with ZipFile(archive, "w") as packed:
        packed.writestr("words/en", "film")
    place = lookup.nltk_place("corpora/words")
    assert place.joinpath("en").read_bytes() == b"film" and not place.joinpath("de").is_file()
    (tmp_path / "corpora" / "words").mkdir()
    assert lookup.nltk_place("corpora/words") == tmp_path / "corpora" / "words"


def test_nltks_folders_are_those_of_nltk(tmp_path, monkeypatch):
    nltk_data = pytest.importorskip("nltk.data")
    monkeypatch.setattr(nltk_data, "path", [str(tmp_path)])
    assert lookup._nltk_folders() == [tmp_path]
    monkeypatch.setitem(sys.modules, "nltk.data", SimpleNamespace(path=["/added"]))
    assert [str(folder) for folder in lookup._nltk_folders()] == ["/added"]
    monkeypatch.delitem(sys.modules, "nltk.data")
    monkeypatch.setenv("NLTK_DATA", os.pathsep.join(["/one", "~/two"]))
    unloaded = [str(folder) for folder in lookup._nltk_folders()]
    assert unloaded[:3] == ["/one", os.path.expanduser("~/two"), os.path.expanduser("~/nltk_data")]
    code = "import nltk.data; print('\\n'.join(nltk.data.path))"
    theirs = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(theirs.split()) <= set(unloaded)


def test_a_file_in_the_hubs_cache_is_found_and_none_is_fetched(tmp_path, monkeypatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    assert lookup.hub_file("me/model") is None
    folder = tmp_path / "models--me--model"
    (folder / "snapshots" / "abc").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("abc")
    (folder / "snapshots" / "abc" / "config.json").write_text("{}")
    assert lookup.hub_file("me/model") == folder / "snapshots" / "abc" / "config.json"
    assert lookup.hub_file("me/model", "model.safetensors") is None
