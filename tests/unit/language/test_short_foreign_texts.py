"""Short texts of languages whose function words are listed are told from English; short English texts stay English."""

import json
from pathlib import Path

import numpy as np
import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.language import embedded
from hf_robust.language.english.function_words import are_english, is_english, latin_language

DATA = Path(__file__).parents[2] / "data"

FOREIGN = {
    "id": ("Harga tiket naik lagi tahun ini.", "Jangan lupa belum makan siang.", "Bagaimana rasanya?"),
    "ro": ("Filmul este foarte lung.", "Unde pot găsi un medic?", "Nu și pentru noi."),
    "hu": ("Nem ajánlom senkinek.", "Hol van és miért nem nyit ki?", "Nagyon szép idő lesz."),
    "hr": ("Gdje je moja karta?", "Film je vrlo dugačak jer nije rezan."),
    "vi": ("Tôi không thích phim này.",),
    "tl": ("Hindi ko gusto ang mga ito.",),
}
ENGLISH = (
    "Stocks fall sharply",
    "Yukos shares plunge",
    "Ang Lee film opens",
    "Mana pools and Hari Kondabolu",
    "Bus crash kills nine",
    "Kai Havertz scores",
    "Must win",
    "Was Winston Churchill a racist arrogant snob?",
    "Marlins Streak By Mets A four-day layoff fails",
)


@pytest.mark.parametrize("code", FOREIGN)
def test_short_foreign_texts_are_told(code):
    for text in FOREIGN[code]:
        assert not is_english(Doc(text)), text
    assert latin_language(Doc(FOREIGN[code][0]))[0] == code


def test_nearly_all_short_texts_of_ten_languages_are_told():
    rows = (DATA / "short_foreign_texts.tsv").read_text(encoding="utf-8").splitlines()
    texts = [row.split("\t")[1] for row in rows]
    column = TextColumn(Strings.of([text.encode() for text in texts]))
    told = [not is_english(Doc(text)) for text in texts]
    assert told == (~are_english(column, np.arange(len(texts)))).tolist()
    assert sum(told) >= 0.99 * len(texts) > 300


def test_english_texts_of_few_words_stay():
    lines = (Path(embedded.__file__).parent / "demo_reviews.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [" ".join(json.loads(line)["text"].split()[:6]) for line in lines]
    refused = [text for text in texts if not is_english(Doc(text))]
    assert len(refused) <= 0.01 * len(texts), refused


@pytest.mark.parametrize("text", ENGLISH)
def test_short_english_texts_stay(text):
    assert is_english(Doc(text))
