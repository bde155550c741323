"""The data tables: recorded, unchanged, well formed, and usable the way the transformations read them."""

import gzip
import re
import shutil
import subprocess
import sys
from collections import Counter

import pytest

from hf_robust.core.errors import DataFileError, UnknownNameError
from hf_robust.language import lexicons
from hf_robust.language.lexicons import ContractionRow, lexicon
from hf_robust.language.lexicons.readers import text_of
from hf_robust.language.lexicons.sources import load_sources, measure, refresh

LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "zh"]
FILES = sorted(
    p.relative_to(lexicons.FOLDER).as_posix()
    for p in lexicons.FOLDER.rglob("*")
    if p.suffix in {".json", ".tsv", ".txt", ".gz"}
)
TABLES = [(name, language) for language in LANGUAGES for name in lexicons.names(language)]
LICENCES = {  # the others were written for this project
    "homoglyphs.tsv": "Unicode-3.0",
    "zh/abbreviations.tsv": "CC-BY-SA-4.0",
    "zh/common_characters.txt": "MIT",
    "english_words.txt.gz": "MIT",
    "more_names.json": "MIT",
    "layouts.json": "MIT",
    "zh/interchangeable.tsv": "Apache-2.0; Chinese Open Wordnet License (free, as that of WordNet)",
    "zh/look_alikes.tsv": "CC-BY-3.0",
    "zh/synonyms.tsv.gz": "LicenseRef-WordNet",
    "zh/words.tsv.gz": "MIT",
    "zh/near_words.tsv.gz": "MIT",
}
FIELDS = {"title", "origin", "licence", "sha256", "rows", "used_by"}
UPOS = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
XPOS_OF = {
    "ADJ": {"JJ", "JJR", "JJS"},
    "ADP": {"IN"},
    "ADV": {"RB", "RBR", "RBS", "WRB"},
    "CCONJ": {"CC"},
    "AUX": {"MD", "VB", "VBD", "VBP", "VBZ"},
    "DET": {"DT"},
    "INTJ": {"UH"},
    "NOUN": {"NN", "NNS"},
    "NUM": {"CD"},
    "PART": {"TO", "RB"},
    "PRON": {"PRP", "PRP$", "WP", "WDT", "EX", "DT", "NN"},
    "PROPN": {"NNP", "NNPS"},
    "PUNCT": {",", ".", ":"},
    "SCONJ": {"IN"},
    "VERB": {"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"},
}


def test_every_file_has_an_entry_and_a_reader():
    assert sorted(load_sources()) == FILES
    assert sorted(file for language in LANGUAGES for file, _ in lexicons._tables(language).values()) == FILES
    assert all(file.startswith("zh/") for file, _ in lexicons._tables("zh").values())


@pytest.mark.parametrize("file", FILES)
def test_entry_matches_the_file(file):
    entry = load_sources()[file]
    assert set(entry) == FIELDS
    assert entry["licence"] == LICENCES.get(file, "Apache-2.0") and entry["origin"] and entry["used_by"], file
    assert measure(lexicons.FOLDER / file) == {"sha256": entry["sha256"], "rows": entry["rows"]}


@pytest.mark.parametrize("file", [f for f in FILES if ".tsv" in f])
def test_tsv_is_sorted_unique_and_clean(file):
    text = text_of(lexicons.FOLDER / file)
    lines = text.splitlines()
    assert text.endswith("\n") and "\r" not in text and "’" not in text
    columns = {
        "contractions.tsv": 3,
        "human_scores.tsv": 2,
        "opposed_words.tsv": 3,
        "zh/script.tsv": 2,
        "word_pairs.tsv": 4,
        "phrase_pairs.tsv": 2,
    }.get(file, 1)  # those that make up the key
    keys = [line.split("\t")[:columns] for line in lines]
    assert keys == sorted(keys) and len(set(map(tuple, keys))) == len(keys)
    assert all(cell and cell == cell.strip() for line in lines for cell in line.split("\t"))


@pytest.mark.parametrize(("name", "language"), TABLES)
def test_read_once_and_without_lists(name, language):
    def walk(value):
        assert value is None or isinstance(value, (dict, frozenset, tuple, str, int, float))
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ():
            walk(item)

    walk(lexicon(name, language))
    assert lexicon(name, language) is lexicon(name, language)


def test_unknown_and_broken_tables(monkeypatch, tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean keyboard"):
        lexicon("keybord")
    with pytest.raises(UnknownNameError, match=r"lexicon 'keyboard'.*Known: .*offensive"):
        lexicon("keyboard", "zh")
    with pytest.raises(UnknownNameError, match="unknown language 'sv'.*Known: de, en, es, fr, it, pt, zh"):
        lexicon("keyboard", "sv")
    monkeypatch.setattr(lexicons, "FOLDER", tmp_path)
    with pytest.raises(DataFileError, match="pip install"):
        lexicons._read.__wrapped__("ocr", "en")
    (tmp_path / "ocr.tsv").write_text("a line without a tab\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="ocr"):
        lexicons._read.__wrapped__("ocr", "en")


PACKED = {
    "no gzip": b"no gzip file",
    "no UTF-8": gzip.compress(b"\xff\n"),
    "cut off": gzip.compress(b"a\tb\n" * 99)[:-12],
}


@pytest.mark.parametrize("data", PACKED.values(), ids=PACKED)
def test_a_packed_table_that_cannot_be_read(data, tmp_path):
    (tmp_path / "table.tsv.gz").write_bytes(data)
    with pytest.raises((OSError, ValueError)):
        text_of(tmp_path / "table.tsv.gz")


def test_refresh_repairs_only_what_changed(tmp_path):
    folder = shutil.copytree(lexicons.FOLDER, tmp_path / "lexicons")
    assert refresh(folder) == []
    before = load_sources(folder)
    with (folder / "ocr.tsv").open("a", encoding="utf-8") as out:
        out.write("zz\tZZ\n")
    assert refresh(folder) == ["ocr.tsv"]
    after = load_sources(folder)
    assert after["ocr.tsv"]["rows"] == before["ocr.tsv"]["rows"] + 1
    del before["ocr.tsv"], after["ocr.tsv"]
    assert after == before


def test_import_reads_no_table_and_no_heavy_package():
    code = (
        "import sys, hf_robust.language.lexicons as x; "
        "assert not {'torch', 'spacy', 'nltk', 'transformers', 'evaluate'} & set(sys.modules); "
        "assert x._read.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_keyboard_neighbors_are_symmetric():
    layouts = lexicon("keyboard")
    assert set(layouts) == {"azerty", "qwerty", "qwertz"}
    for layout in layouts.values():
        assert set("abcdefghijklmnopqrstuvwxyz0123456789") <= set(layout)
        for char, near in layout.items():
            assert char not in near and len(set(near)) == len(near) >= 2
            assert all(char in layout[other] for other in near)
    assert set(layouts["qwerty"]["s"]) == set("weadzx")
    assert "y" in layouts["qwertz"]["x"] and "q" in layouts["azerty"]["w"]


def test_ocr_confusions():
    table = lexicon("ocr")
    for source, targets in table.items():
        assert 1 <= len(source) <= 2 and targets and source not in targets
        assert len(set(targets)) == len(targets) and all(1 <= len(t) <= 2 for t in targets)
    for left, right in ["rn m".split(), "cl d".split(), "vv w".split(), "0O", "1l", "1I", "5S", "8B", "2Z"]:
        assert right in table[left] and left in table[right]


def test_misspellings_are_single_other_words():
    table = lexicon("misspellings")
    assert len(table) >= 1200 and sum(map(len, table.values())) >= 2500
    for word, wrong in table.items():
        assert re.fullmatch(r"[a-z]+('[a-z]+)?", word), word
        assert wrong and len(set(wrong)) == len(wrong)
        for item in wrong:
            assert re.fullmatch(r"[a-z]+('[a-z]+)?", item) and item not in table, (word, item)
            shared = sum((Counter(word) & Counter(item)).values())
            assert max(len(word), len(item)) - shared <= 3 and abs(len(word) - len(item)) <= 2, (word, item)
    for word, wrong in [
        ("receive", "recieve"),
        ("definitely", "definately"),
        ("separate", "seperate"),
        ("weird", "wierd"),
        ("until", "untill"),
        ("tomorrow", "tommorow"),
        ("government", "goverment"),
        ("necessary", "neccessary"),
        ("occurred", "occured"),
    ]:
        assert wrong in table[word]


def test_contractions_are_unambiguous():
    rows = lexicon("contractions")
    assert all(isinstance(row, ContractionRow) for row in rows)
    assert {row.direction for row in rows} == {"both", "expand", "contract"}
    assert {row.when for row in rows} == {"any", "medial", "aux", "initial", "perfect"}
    for row in rows:
        assert "'" in row.contracted and "'" not in row.expanded and row == ContractionRow(*map(str.lower, row))
        assert row.direction == "expand" or row.when != "perfect"
    expanding = Counter(r.contracted for r in rows if r.direction != "contract" and r.when != "perfect")
    contracting = Counter(r.expanded for r in rows if r.direction != "expand")
    assert max(expanding.values()) == max(contracting.values()) == 1
    both = {(r.expanded, r.contracted) for r in rows if r.direction == "both"}
    assert {
        ("do not", "don't"),
        ("cannot", "can't"),
        ("will not", "won't"),
        ("shall not", "shan't"),
        ("i am", "i'm"),
        ("it is", "it's"),
        ("he would", "he'd"),
    } <= both
    assert ContractionRow("can not", "can't", "contract", "any") in rows
    assert ContractionRow("let us", "let's", "contract", "initial") in rows


def test_inversions_agree_with_contractions():
    table = lexicon("inversions")
    plain = {(r.expanded, r.contracted) for r in lexicon("contractions")}
    for auxiliary, negated in table["auxiliaries"].items():
        assert (f"{auxiliary} not", negated) in plain
    assert {"i", "you", "he", "she", "it", "we", "they"} <= set(table["subjects"])
    used = {r.contracted[r.contracted.index("'") :] for r in lexicon("contractions") if r.when == "perfect"}
    assert used == set(table["perfect_followers"])
    assert "been" in table["perfect_followers"]["'s"] and "better" in table["perfect_followers"]["'d"]


def test_abbreviations_shorten():
    table = lexicon("abbreviations")
    assert len(table) >= 120
    for phrase, short in table.items():
        assert phrase == phrase.lower() and "  " not in phrase and len(set(short)) == len(short)
        assert all(item == item.lower() and len(item) < len(phrase) for item in short), phrase
    assert table["of course"] == ("ofc",) and "ppl" in table["people"] and "4" not in sum(table.values(), ())


@pytest.mark.parametrize(("name", "least"), [("leadins", 40), ("sayings", 40)])
def test_tagged_phrases(name, least):
    entries = lexicon(name)
    assert len(entries) >= least and len({e["tokens"] for e in entries}) == len(entries)
    tags = {}
    for entry in entries:
        assert set(entry) == {"tokens", "upos", "xpos"}
        assert len(entry["tokens"]) == len(entry["upos"]) == len(entry["xpos"]) > 1
        for token, upos, xpos in zip(*entry.values()):
            assert upos in UPOS and xpos in XPOS_OF[upos], (token, upos, xpos)
            assert (token.isalpha()) != (upos == "PUNCT")
            tags.setdefault((token.lower(), xpos), set()).add(upos)
        assert entry["tokens"][0][0].isupper()
        assert entry["tokens"][-1] in (
            {
                ".",
            }
            if name == "sayings"
            else {",", ":"}
        )
    assert tags.get(("the", "DT"), {"DET"}) == {"DET"} and tags.get(("to", "TO"), {"PART"}) == {"PART"}


def test_twitter_parts_name_nobody():
    table = lexicon("twitter")
    reserved = re.compile(r"(?:[a-z]+\.)?(?:example\.(?:com|net|org)|example)")
    assert all(re.fullmatch(reserved, host) for host in table["link_hosts"])
    assert all(re.fullmatch(r"user(name|[1-9])?", handle) for handle in table["handles"])
    assert table["tags"] == {"handle": {"upos": "PROPN", "xpos": "NNP"}, "link": {"upos": "X", "xpos": "ADD"}}


def test_entities():
    table = lexicon("entities")
    people = table["PERSON"]
    assert len(people["surnames"]) >= 150
    assert min(len(people["first_female"]), len(people["first_male"])) >= 80
    assert not set(people["first_female"]) & set(people["first_male"])
    assert len(table["ORG"]) >= 80 and all(1 <= len(n.split(" ")) <= 4 for n in table["ORG"])
    assert len(table["GPE"]) >= 120 and all(1 <= len(n.split(" ")) <= 3 for n in table["GPE"])
    for group in [*people.values(), table["ORG"], table["GPE"]]:
        assert list(group) == sorted(set(group)) and all(name[0].isupper() for name in group)
    for names in (table["ORG"], table["GPE"]):
        assert {1, 2, 3} <= {len(name.split(" ")) for name in names}


def test_places_are_the_gpe_names():
    names = [n for region in lexicon("places").values() for kind in region.values() for n in kind]
    assert sorted(names) == list(lexicon("entities")["GPE"])
    for region in lexicon("places").values():
        assert set(region) == {"cities", "countries", "areas"} and all(region.values())


def test_number_words_in_order():
    table = lexicon("number_words")
    assert len(table["units"]) == len(table["ordinal_units"]) == 20
    assert len(table["tens"]) == len(table["ordinal_tens"]) == 8
    assert (table["units"][13], table["ordinal_units"][12]) == ("thirteen", "twelfth")
    assert (table["tens"][40 // 10 - 2], table["ordinal_tens"][90 // 10 - 2]) == ("forty", "ninetieth")
    assert {w + "th": v for w, v in table["scales"].items()} == table["ordinal_scales"]
    assert table["scales"]["million"] == 10**6


def test_quotes():
    table = lexicon("quotes")
    assert ("(", ")") in table["pairs"] and ("“", "”") in table["pairs"]
    assert all(len(left) == len(right) == 1 for left, right in table["pairs"])
