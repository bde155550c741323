"""Texts in another language of the Latin script stay as they are under all that uses English words, on both paths."""

import warnings
from dataclasses import fields

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.registry import spoken_language
from hf_robust.perturb.foreign_rows import ForeignRows
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.transformation_registry import transformations

ENGLISH = "The waiter was rude to my wife, and the food at the hotel was very good."
OTHERS = {
    "German": "Das Essen war großartig, aber der Kellner war with meiner Frau nicht good.",
    "French": "Le serveur est venu avec une table pour nous, mais la soupe n'est pas good.",
    "Spanish": "El servicio fue terrible y la comida llegó fría, pero el hotel es great.",
    "Italian": "Il film era molto lungo e non mi è piaciuto per niente, che war.",
    "Dutch": "Het eten was niet goed, maar de kamer van het hotel is mooi en great.",
    "Swedish": "Jag tyckte inte om maten, men rummet var bra och det är great.",
    "Polish": "Jedzenie nie było dobre, ale pokój jest ładny i bardzo tani, good.",
    "Turkish": "Yemek iyi değil ama oda çok güzel ve bir otel için good.",
    "Indonesian": "Makanan itu tidak enak tetapi kamar yang ini sangat bagus, good.",
}
TEXTS = list(OTHERS.values())
PLAIN = [cls.name for cls in transformations.values("en") if not cls.needs and "text-classification" in cls.effects]
OF_WORDS = [name for name in PLAIN if not transformations.get(name).script_only and name != "back-translation"]
OF_LETTERS = [name for name in PLAIN if transformations.get(name).script_only]


def options(name):
    """Parameters under which a transformation changes as much as it can."""
    cls = transformations.get(name)
    return {"rate": 1.0} if issubclass(cls, WordTransformation) and "rate" in {f.name for f in fields(cls)} else {}


def perturbed(name, texts):
    """What a transformation makes of a column and of each text alone, and the records."""
    data = Dataset.from_dict({"text": texts, "label": ["a"] * len(texts)})
    perturb = hr.Perturb(name, hr.task("sentiment"), keep="all", **options(name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = data.map(perturb, batched=True, load_from_cache_file=False)
        alone = [perturb({"text": [text], "label": ["a"]})["text"][0] for text in texts]
    assert found["text"] == alone
    return found["text"], found["robust"]


@pytest.mark.parametrize("name", OF_WORDS)
def test_what_uses_words_leaves_other_languages_alone(name):
    texts, records = perturbed(name, [ENGLISH] * 40 + TEXTS)
    assert texts[40:] == TEXTS
    assert [record["reason"] for record in records[40:]] == [f"it is in {language}" for language in OTHERS]


@pytest.mark.parametrize("name", sorted(set(OF_LETTERS) - {"punctuation"}))
def test_what_uses_letters_alone_serves_them(name):
    texts, _ = perturbed(name, [ENGLISH] * 40 + TEXTS)
    assert all(new != old for new, old in zip(texts[40:], TEXTS))


@pytest.mark.parametrize("name", ["synonym-random", "tense", "named-entity", "swap-gender"])
def test_what_reads_annotation_leaves_them_alone(name):
    data = Dataset.from_dict({"text": TEXTS, "label": ["a"] * len(TEXTS)})
    with pytest.warns(RuntimeWarning, match="1 in German, 1 in French"):
        found = data.map(hr.Perturb(name, hr.task("sentiment"), keep="all"), batched=True, load_from_cache_file=False)
    assert found["text"] == TEXTS and {record["status"] for record in found["robust"]} == {"not_applicable"}


def test_a_chain_with_one_of_them_leaves_the_row_alone():
    texts, _ = perturbed_chain(["keyboard", "stop-word"])
    assert texts == TEXTS
    texts, _ = perturbed_chain(["keyboard", "word-case"])
    assert all(new != old for new, old in zip(texts, TEXTS))


def perturbed_chain(names):
    """What a chain makes of the texts, and the records."""
    data = Dataset.from_dict({"text": [ENGLISH] * 40 + TEXTS, "label": ["a"] * (40 + len(TEXTS))})
    found = data.map(hr.Perturb(names, hr.task("sentiment"), keep="all"), batched=True, load_from_cache_file=False)
    return found["text"][40:], found["robust"]


def test_token_lists_stay_too():
    tokens = [text.replace(",", " ,").replace(".", " .").split() for text in [ENGLISH, *TEXTS]]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * len(one) for one in tokens]})
    with pytest.warns(RuntimeWarning, match="9 of the first 10 rows"):
        found = data.map(hr.Perturb("stop-word", hr.task("ner"), keep="all"), batched=True, load_from_cache_file=False)
    assert found["tokens"][1:] == tokens[1:] and found["tokens"][0] != tokens[0]


def test_a_row_of_two_texts_stays_where_one_is_in_another_language():
    data = Dataset.from_dict({"premise": [ENGLISH] * 2, "hypothesis": [TEXTS[0], ENGLISH], "label": [0, 1]})
    task = hr.task("nli", fields=("premise", "hypothesis"))
    found = data.map(hr.Perturb("stop-word", task, keep="all"), batched=True, load_from_cache_file=False)
    assert [record["status"] for record in found["robust"]] == ["not_applicable", "changed"]


@pytest.mark.parametrize(
    "texts, said, advice",
    [
        (TEXTS[:1] * 3, "3 in German", "language='de'"),
        (["很好吃"] * 2 + ["Очень вкусно"], "2 in Chinese script, 1 in Cyrillic script", "keep only the rows"),
        ([TEXTS[0], "很好吃"], "1 in German, 1 in Chinese script", "keep only the rows"),
        (["Zoë façade naïve"] * 2, "2 in a language that is not known", "keep only the rows"),
    ],
)
def test_the_warning_counts_languages_and_advises_only_where_all_agree(texts, said, advice):
    foreign = ForeignRows()
    foreign.add(texts)
    warning = foreign.warning(len(texts) + 1, spoken_language("en"))
    assert f"{len(texts)} of the first {len(texts) + 1} rows" in warning and said in warning and advice in warning
    assert ("hr.task(" in warning) == advice.startswith("language=")


def test_rows_with_several_outputs_are_counted_once():
    data = Dataset.from_dict({"text": TEXTS[:1] * 4, "label": ["a"] * 4})
    with pytest.warns(RuntimeWarning, match="4 of the first 4 rows hold no text in English \\(4 in German"):
        data.map(hr.Perturb("stop-word", hr.task("sentiment"), variants=3), batched=True, load_from_cache_file=False)


def test_what_serves_all_languages_uses_no_words():
    assert all(cls.script_only for cls in transformations.values("en") if "*" in cls.languages)
