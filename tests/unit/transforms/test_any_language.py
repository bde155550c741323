"""Transformations of letters in languages without a room of their own."""

import unicodedata

import pytest
import regex
from datasets import ClassLabel, Dataset, Features, Sequence, Value
from language_texts import TEXTS

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError
from hf_robust.core.registry import language_code, language_codes
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.any_language.letter_units import letter_units, nearby, replacements
from hf_robust.transforms.transformation_registry import transformations

NAMES = [cls.name for cls in transformations.values("de") if cls.version.startswith("any.")]
HIDDEN = ("bidi-control", "invisible-character")


def outputs(name, code, seeds=range(8), **params):
    task = hr.task("text-classification", language=code)
    rows = {"text": [TEXTS[code]], "label": [0]}
    return [hr.Perturb(name, task, seed=seed, keep="all", **params)(rows) for seed in seeds]


@pytest.mark.parametrize("code", TEXTS)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in HIDDEN])
def test_no_grapheme_cluster_is_cut(name, code):
    known = set(regex.findall(r"\X", TEXTS[code]))
    for found in outputs(name, code, range(3)):
        new = set(regex.findall(r"\X", found["text"][0])) - known
        assert not [cluster for cluster in new if unicodedata.category(cluster[0])[0] == "M"]


@pytest.mark.parametrize("code", TEXTS)
@pytest.mark.parametrize("name", ["typos", "random-character", "keyboard"])
def test_new_letters_are_of_the_script_of_the_text(name, code):
    scripts = {unicodedata.name(c).split()[0] for c in TEXTS[code] if c.isalpha()}
    for found in outputs(name, code, range(3)):
        assert {unicodedata.name(c).split()[0] for c in found["text"][0] if c.isalpha()} <= scripts | {"KATAKANA"}


def test_an_unchanged_text_says_why():
    (found,) = outputs("word-case", "hi", [0])
    assert found["robust"][0]["reason"] == "the text has no letters whose case can be changed"
    (found,) = outputs("keyboard", "ja", [0])
    assert found["robust"][0]["reason"] == "the text has no words with a letter that has a neighbor on the keyboard"
    (found,) = outputs("invisible-character", "ar", [0])
    assert found["robust"][0]["reason"] == "the text has no words in which a character can be hidden"


def test_turkish_capitals_keep_their_dots():
    assert outputs("word-case", "tr", [0])[0]["text"] == ["BU FİLM ÇOK GÜZELDİ, İLK İZLEDİĞİMDE AĞLADIM."]
    lower = hr.Perturb("word-case", hr.task("text-classification", language="tr"), case="lower")
    assert lower("İYİ IŞIK") == "iyi ışık"


def test_layouts_are_those_of_the_language():
    table = lexicon("layouts")
    assert len(table) > 70 and all(len(letters) > 20 for letters in table.values())
    assert "z" in nearby("t", "de") and "z" not in nearby("t", "fr") and "z" in nearby("a", "fr")
    assert set(nearby("ф", "ru")) <= set("йцычя") and nearby("あ", "ja") == ()


def test_a_consonant_of_an_indic_script_keeps_its_vowel_sign():
    found = replacements("कि", "hi")
    assert "पि" in found and all(one.endswith("ि") and len(one) == 2 for one in found)
    assert not set(found) & {"अि", "आि", "ओि"}
    assert [unit.text for unit in letter_units("क्षत्रिय")] == ["क्ष", "त्रि", "य"]


def test_tags_move_with_the_tokens_of_a_german_text():
    names = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    features = Features({"tokens": Sequence(Value("string")), "ner_tags": Sequence(ClassLabel(names=names))})
    row = {"tokens": [["Angela", "Merkel", "besuchte", "gestern", "München"]], "ner_tags": [[1, 2, 0, 0, 3]]}
    data = Dataset.from_dict(row, features=features)
    task = hr.task("ner", language="de").bind(data)
    found = data.map(hr.Perturb("whitespace", task, rate=1.0, seed=1), batched=True)
    tags = [names[tag] for tag in found[0]["ner_tags"]]
    assert len(tags) == len(found[0]["tokens"]) > 5 and tags[:2] == ["B-PER", "I-PER"]


def test_a_text_in_another_script_is_refused():
    task = hr.task("text-classification", language="ru")
    found = hr.Perturb("typos", task, keep="all")({"text": ["A fine film", "Хороший film"], "label": [0, 1]})
    assert [row["status"] for row in found["robust"]] == ["not_applicable", "changed"]
    assert "it is in Latin script, and Russian is written in Cyrillic script" in found["robust"][0]["reason"]


def test_unknown_codes_are_refused_before_anything_is_done():
    for code in ("klingon", "xq", ""):
        with pytest.raises(UnknownNameError, match="unknown language"):
            hr.task("text-classification", language=code)
    assert language_code("pt_BR") == "pt" and {"de", "en", "zh"} <= set(language_codes())


def test_chinese_has_only_its_own_transformations():
    assert all("*" not in cls.languages or cls.name.startswith("parallel") or "parallel" in cls.name
               for cls in transformations.values("zh"))  # fmt: skip
    assert "typos" not in transformations.names("zh") or transformations.get("typos", "zh").version.startswith("zh.")


def test_a_letter_attack_reads_hindi():
    data = Dataset.from_dict({"text": ["यह फिल्म बेकार है।"], "label": [0]})
    task = hr.task("text-classification", language="hi", label_names=["neg", "pos"])
    found = hr.attack(lambda texts: [int("बेकार" not in text) for text in texts], data, "deepwordbug", task)
    assert found.rows[0]["text"] != data[0]["text"]
