"""Short texts of languages whose function words are listed are told from English; short English texts stay English."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.language.english.function_words import is_english, latin_language

FOREIGN = {
    "id": ("Harga tiket naik lagi tahun ini.", "Jangan lupa belum makan siang.", "Bagaimana rasanya?"),
    "ro": ("Filmul este foarte lung.", "Unde pot găsi un medic?", "Nu și pentru noi."),
    "hu": ("Nem ajánlom senkinek.", "Hol van és miért nem nyit ki?", "Nagyon szép idő lesz."),
    "hr": ("Gdje je moja karta?", "Film je vrlo dugačak jer nije rezan."),
    "vi": ("Tôi không thích phim này.",),
    "tl": ("Hindi ko gusto ang mga ito.",),
}
# without function words that are listed
WORDS = (
    "Kabinet verhoogt belasting op suiker",
    "Compramos verduras frescas en aquel mercado",
    "Kupujemy warzywa na targu",
    "Pemerintah menaikkan pajak gula",
    "Barnen leker bakom den gamla kyrkan",
)
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


def test_texts_of_unknown_words_are_not_english():
    assert [text for text in WORDS if is_english(Doc(text))] == []


@pytest.mark.parametrize("text", ENGLISH)
def test_short_english_texts_stay(text):
    assert is_english(Doc(text))
