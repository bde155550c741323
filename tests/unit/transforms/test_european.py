"""Changes of words in German, French, Spanish, Italian and Portuguese."""

import re

import pytest
from datasets import Dataset
from language_texts import WORD_TEXTS

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.registry import spoken_language
from hf_robust.language.lexicons import lexicon

NAMES = ["contraction", "homophone", "misspelling", "number", "stop-word"]


def changed(name, code, text, **params):
    return hr.Perturb(name, hr.task("text-classification", language=code), **params)(text)


@pytest.mark.parametrize("code", WORD_TEXTS)
def test_a_suite_of_all_is_made_and_reported(code):
    task = hr.task("sentiment-classification", language=code, label_names=["negative", "positive"])
    data = Dataset.from_dict({"text": WORD_TEXTS[code], "label": [0, 1, 1]})
    suite = hr.Suite.build(data, task, NAMES, seed=1)
    assert sorted(suite.entries) == NAMES and all(len(entry) for entry in suite.entries.values())
    report = hr.run(lambda texts: [1] * len(texts), suite)
    assert set(NAMES) <= {result["name"] for result in report.results}


@pytest.mark.parametrize("code", WORD_TEXTS)
def test_only_texts_in_other_languages_are_refused(code):
    refuses = spoken_language(code).refuses_words
    assert not [text for text in WORD_TEXTS[code] if refuses(Doc(text))]
    assert all(refuses(Doc(text)) for other in WORD_TEXTS if other != code for text in WORD_TEXTS[other])
    assert refuses(Doc("The film was very good.")) == "it is in English" and refuses(Doc("Super!")) is None


@pytest.mark.parametrize("code", WORD_TEXTS)
def test_tables_are_large_enough_and_agree(code):
    wrong = lexicon("misspellings", code)
    assert len(wrong) >= 80 and len(lexicon("homophones", code)) >= 25
    assert not [word for word, forms in wrong.items() if {form.lower() for form in forms} & set(wrong)]
    assert not [word for word, forms in lexicon("homophones", code).items() if word in forms]
    rows = lexicon("contractions", code)
    assert {context for *_, context in rows["rows"]} == {*rows["contexts"], ""}


@pytest.mark.parametrize(
    ("code", "text", "new"),
    [
        ("de", "Das Bett, in dem ich schlief, war in dem Zimmer.", "Das Bett, in dem ich schlief, war im Zimmer."),
        ("de", "IN DEM Hotel", "IM Hotel"),
        ("de", "Für das, was es kostet.", "Für das, was es kostet."),
        ("fr", "On y a mangé, mais il n’y a pas de vin.", "On y a mangé, mais il n’y a pas de vin."),
        ("fr", "Qu'il y a du monde !", "Qu'il y a du monde !"),
        ("it", "Con il cane e con Il Sole.", "Col cane e con Il Sole."),
        ("pt", "Está para o lado, em um bar.", "Tá pro lado, num bar."),
        ("es", "Lo vi el fin de semana.", "Lo vi el finde."),
    ],
)
def test_contractions_stand_where_they_may(code, text, new):
    assert changed("contraction", code, text) == new


@pytest.mark.parametrize(
    "text",
    [
        "Seit 1998 gibt es das Kino.",
        "Um 20:30 Uhr, am Freitag, 12. Mai, vom 3. bis 5. Mai, mit 2:1.",
        "Das dauert 24 Stunden mit der Boeing 737 Richtung Rom.",
        "Es waren 40 Minuten, ja, 40 Minuten.",
        "Auf Seite 12 steht es.",
    ],
)
def test_numbers_that_count_nothing_stay(text):
    assert changed("number", "de", text) == text


def test_numbers_keep_their_order_and_size():
    for seed in range(8):
        new = changed("number", "pt", "Esperamos 20 minutos, depois 25 minutos e 90 dias.", seed=seed)
        found = [int(word) for word in new.split() if word.isdigit()]
        assert found == sorted(set(found)) and all(10 <= number <= 99 for number in found)


@pytest.mark.parametrize(
    ("code", "text", "form"),
    [
        ("de", "Es kostet 1.200 Euro.", r"Es kostet [12]\.\d00 Euro\."),
        ("de", "Der 47-jährige Fahrer kam am 12. Mai.", r"Der [2-6]\d-jährige Fahrer kam am [12]\d\. Mai\."),
        ("de", "Im Bad waren 30 Grad.", r"Im Bad waren (2[6-9]|3[1-4]) Grad\."),
        ("fr", "Une voiture avec 85 000 km, à 7,4 % de plus.", r"Une voiture avec \d\d 000 km, à \d,\d % de plus\."),
        ("es", "La tasa es del 10.5 por ciento.", r"La tasa es del 1\d\.\d por ciento\."),
        ("it", "Erano 312 alberghi, il 13 novembre.", r"Erano [1-4]\d\d alberghi, il (1\d|2[0-8]) novembre\."),
        ("pt", "Custa R$ 14,50 por litro.", r"Custa R\$ [12]\d,\d0 por litro\."),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(code, text, form):
    found = {changed("number", code, text, seed=seed) for seed in range(8)}
    assert text not in found and not [new for new in found if not re.fullmatch(form, new)], found


def test_names_stay_and_elided_words_change():
    assert changed("homophone", "it", "Vidi Loro.") == "Vidi Loro."
    assert changed("misspelling", "fr", "C'est l'accueil.") == "C'est l'acceuil."


def test_token_lists_keep_their_tokens():
    task = hr.task("ner", language="es")
    rows = {"tokens": [["Puede", "haber", "ruido", "en", "Roma"]], "ner_tags": [["O", "O", "O", "O", "B-LOC"]]}
    assert hr.Perturb("homophone", task, keep="all")(rows)["tokens"] == rows["tokens"]
