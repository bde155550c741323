"""Texts count as English unless the function words of another language in Latin script outweigh the English ones."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.language.english.function_words import are_english, is_english, latin_language, not_english
from hf_robust.language.lexicons import lexicon

DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", ""))
ENGLISH = [
    "Stocks rally, oil prices slide after surprise central bank decision",
    "Mars Rovers Relay Images Through Mars Express",
    "NEW YORK (Reuters) - Shares rose sharply Tuesday afternoon, led by retailers",
    "Ryo Ichikawa born August 10 1983 in Osaka plays shogi professionally",
    "Rio de Janeiro hosted several matches of the tournament",
    "Los Angeles Lakers sign veteran guard",
    "San Juan del Sur is a town on the coast of Nicaragua",
    "Man playing guitar on stage",
    "A man in a black tank top wearing a red plaid hat",
    "nice ambiance . waited 30 min for table ... tried 4 flatbreads , 3 sushi , lobster linguini , cocktails",
    "Great food, terrible service, overpriced wine, lovely terrace, friendly owner",
    "No , I do n't know .",
    "No charm, no laughs, no fun",
    "War also closed ten schools",
    "Ben met Dan plus Hans",
    "He said the company’s café was naïve décor and cliché",
    "The film La vita è bella won three awards",
    "Zoë Müller painted façades",
    "OK",
    "aber",
    "é",
    "3.5 / 10",
    "",
]
OTHERS = {
    "de": ["Der Hund schläft unter dem alten Tisch in der Küche", "Ein Mann mit einem Hut steht vor einem Haus"],
    "ro": ["Filmul este foarte lung și fără sfârșit", "Nu știu când sunt acolo, dar pot să aștept până atunci"],
    "hu": ["Nem tudom, hogy miért nincs itt még senki", "A kutya az asztal alatt alszik és nagyon fáradt volt"],
    "hr": ["Gdje je knjiga koju smo više čitali nego gledali", "Ne znam zašto nije prije rekao što će biti"],
    "sk": ["Neviem, keď bola doma, pretože som nebol v meste, však veľmi", "Ktorý pes je tiež medzi nimi, ešte viac"],
    "et": ["Koer magab laua all, kuid tema pole väga vana", "Mida sa nüüd teed, kui kõik on ära läinud"],
    "lt": ["Šuo miega, kad būtų čia, nes yra labai pavargęs", "Kodėl taip buvo, tačiau dar nėra mūsų namuose"],
    "lv": ["Suns guļ, bet viņš arī ir ļoti noguris", "Kāda grāmata tā bija, tomēr mēs vēl nezinām"],
    "vi": ["Con chó ngủ dưới bàn và không biết gì", "Những người này là của chúng tôi"],
    "sw": ["Mbwa analala chini ya meza lakini kwamba amechoka", "Watu wake walikuwa katika nyumba hiyo sana"],
    "tl": ["Hindi ko alam kung bakit siya natutulog doon", "Ang mga bata ay naglalaro ngayon sa kanilang bahay"],
    "ca": ["El gos dorm amb els nens perquè està molt cansat", "Aquesta dona també és d'aquell poble, però no"],
    "sq": ["Qeni fle nën tryezë dhe është shumë i lodhur që dje", "Nuk e di përse ishte një libër në shtëpi"],
    "fr": ["Le chien dort sous la table de la cuisine", "J’aime beaucoup cette chanson, mais elle n’est pas longue"],
    "es": ["El perro duerme debajo de la mesa de la cocina", "Dos mujeres caminan por una calle muy estrecha"],
    "it": ["Il cane dorme sotto il tavolo della cucina", "Non mi è piaciuto questo libro, ma la storia era bella"],
    "pt": ["O cachorro dorme debaixo da mesa da cozinha", "Eu não gostei deste livro, mas a história é bonita"],
    "nl": ["De hond slaapt onder de tafel en het is een oude tafel", "Ik vond het boek niet mooi maar wel spannend"],
    "sv": ["Hunden sover under bordet och det är ett gammalt bord", "Jag tyckte inte om boken men den var spännande"],
    "da": ["Hunden sover under bordet, og det er et gammelt bord", "Jeg kunne ikke lide bogen, men den var spændende"],
    "no": ["Hunden sover under bordet, og det er ikke et nytt bord", "Jeg likte ikke boken, men den var veldig god"],
    "pl": ["Pies śpi pod stołem, który jest bardzo stary", "Nie podoba mi się ta książka, ale była ciekawa"],
    "cs": ["Pes spí pod stolem, který je velmi starý", "Ta kniha se mi nelíbila, ale byla zajímavá"],
    "tr": ["Köpek masanın altında uyuyor ve bu masa çok eski", "Kitabı sevmedim ama hikaye güzel bir hikaye"],
    "fi": ["Koira nukkuu pöydän alla ja se on hyvin vanha", "En pitänyt kirjasta, mutta tarina oli jännittävä"],
    "id": ["Anjing itu tidur di bawah meja yang sudah tua", "Saya tidak suka buku ini tetapi ceritanya sangat menarik"],
}
FOREIGN = [text for texts in OTHERS.values() for text in texts]
OTHER_SCRIPTS = ["这部电影非常好看", "Очень хороший фильм", "Η ταινία ήταν υπέροχη"]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_texts(text):
    assert is_english(Doc(text))


@pytest.mark.parametrize("text", FOREIGN + OTHER_SCRIPTS)
def test_texts_in_other_languages(text):
    assert not is_english(Doc(text))


@pytest.mark.parametrize("code", sorted(OTHERS))
def test_the_language_is_told_or_left_open(code):
    for text in OTHERS[code]:
        found = latin_language(Doc(text))
        assert found is None or found[0] == code or {found[0], code} == {"da", "no"}
        assert not_english(Doc(text)) == ("it is not in English" if found is None else f"it is in {found[1]}")


def test_english_and_texts_without_telling_words():
    assert latin_language(Doc("It is not here")) == ("en", "English")
    assert latin_language(Doc("12 345")) is None and not_english(Doc("Hola")) is None


def test_only_the_first_fifty_words_are_read():
    assert is_english(Doc("word " * 50 + "und der ist nicht"))
    assert not is_english(Doc("word " * 46 + "und der ist nicht"))


# what stands behind the first words of a text: nothing, or so much that only the first words are looked up
@pytest.mark.parametrize("filling", ["", " word" * 60, " word" * 300], ids=["short", "long", "longest"])
def test_columns_agree_with_texts(filling):
    texts = [*ENGLISH, *FOREIGN, *OTHER_SCRIPTS, *(text.upper() for text in ENGLISH + FOREIGN)]
    texts = [one for text in texts for one in (text + filling, filling + text)]
    column = TextColumn(Strings.of(text.encode() for text in texts))
    rows = np.arange(len(texts))
    assert are_english(column, rows).tolist() == [is_english(Doc(text)) for text in texts]
    some = rows[::3]
    found = are_english(column, some)
    assert found[some].tolist() == [is_english(Doc(texts[row])) for row in some]
    assert not found[np.setdiff1d(rows, some)].any()


def test_each_word_has_one_kind():
    words = lexicon("function_words")
    english = words["english"]["sure"].split() + words["english"]["shared"].split()
    sure, weak = ({w for one in words["others"].values() for w in one[kind].split()} for kind in ("sure", "weak"))
    assert len(english) == len(set(english)) and not sure & weak and not (sure | weak) & set(english)
    assert set(words["others"]) == set(OTHERS)


# --- real texts, where they are at hand

REAL = {
    "cls/agnews_a.jsonl": ("text", 0),
    "cls/dbpedia_val_sample.jsonl": ("text", 0.002),
    "cls/yelp_a.jsonl": ("text", 0.01),  # some reviews are French and German
    "cls/imdb_train.jsonl": ("text", 0.002),
    "nli/mnli_matched_sample.jsonl": ("premise", 0.005),
    "sm/qqp_dev_sample.jsonl": ("sentence1", 0.002),
    "ner/conllpp_train_sample.jsonl": ("tokens", 0.01),
    "mt/multi30k_en-de_train_sample.jsonl": ("src", 0),
}


def real_texts(name, column, most=500):
    """Texts of the first half of a file."""
    rows = [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    texts = [row[column] for row in rows[: len(rows) // 2][:most]]
    return [text if isinstance(text, str) else " ".join(text) for text in texts]


@pytest.mark.skipif(not DATA.name, reason="HF_ROBUST_TEST_DATA names no folder")
@pytest.mark.parametrize("name", REAL)
def test_real_english_texts_are_not_refused(name):
    column, most = REAL[name]
    texts = real_texts(name, column)
    refused = [text for text in texts if not is_english(Doc(text))]
    assert len(texts) >= 250 and len(refused) <= most * len(texts), refused


@pytest.mark.skipif(not DATA.name, reason="HF_ROBUST_TEST_DATA names no folder")
def test_real_german_texts_are_refused():
    texts = real_texts("mt/multi30k_en-de_train_sample.jsonl", "tgt")
    taken = [text for text in texts if is_english(Doc(text))]
    assert len(texts) == 500 and len(taken) <= 0.01 * len(texts), taken
