"""What the masked language model reads: the shapes of its sources, and that nothing measured is among them."""

import json
from zipfile import ZipFile

import pytest

from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded.build.free_texts import SOURCES, documents

CONLLU = (
    "# newdoc id = {name}\n1\t{word}\t_\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No\n"
    "2\t.\t_\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n"
)
ROWS = {
    "sst/dev.jsonl": [{"sentence": "a dull and lifeless film"}],
    "sst/test.jsonl": [{"sentence": "warm and funny"}],
    "coref/litbank_a.jsonl": [{"sentences": [["It", "rained", "."], ["He", "slept", "."]]}],
    "coref/gap_development.jsonl": [{"text": "Ann met Bo."}],
    "cls/dbpedia_val_sample.jsonl": [{"text": "A lake."}],
    "re/fewrel_wiki_sample.jsonl": [{"tokens": ["A", "river", "."]}],
    "re/semeval10_train_sample.jsonl": [{"text": "The cup broke."}],
    "nli/snli_cad_original_train_dev.jsonl": [{"premise": "A man runs.", "hypothesis": "A man moves."}] * 2,
}
ZIPS = {
    "movie_reviews": {"movie_reviews/pos/1.txt": "good film .\n\nsee it .\n", "movie_reviews/README": "about"},
    "sentence_polarity": {
        "sentence_polarity/rt-polarity.neg": "a dull and lifeless film .\nso bad it hurts .\n",
        "sentence_polarity/rt-polarity.pos": "a joy from start to end .\n",
    },
    "subjectivity": {"subjectivity/plot.tok": "the story begins .\n"},
    "wordnet": {
        "wordnet/data.noun": '  1 licence "not this one"\n00 n dog | an animal; "the dog barked"; "dog"\n',
        "wordnet/data.verb": "",
        "wordnet/data.adj": "",
        "wordnet/data.adv": "",
    },
}


@pytest.fixture
def folders(tmp_path):
    data, nltk_data = tmp_path / "data", tmp_path / "nltk"
    for name, rows in ROWS.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for name, word in {"gum/train": "Trained", "gum/dev": "Measured", "ud_english_ewt/train_sample": "Web"}.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / f"{name}.conllu").write_text(CONLLU.format(name="a", word=word), encoding="utf-8")
    (data / "ud_english_ewt" / "dev.conllu").write_text(
        "".join(CONLLU.format(name=i, word=f"dev{i}") for i in range(8)), encoding="utf-8"
    )
    (data / "gum" / "train.ptb").write_text("(ROOT (NP (NNS Trees) (. .)))\n", encoding="utf-8")
    (data / "gum" / "train.ids").write_text("b-1\n", encoding="utf-8")
    (nltk_data / "corpora").mkdir(parents=True)
    for name, members in ZIPS.items():
        with ZipFile(nltk_data / "corpora" / f"{name}.zip", "w") as archive:
            for member, text in members.items():
                archive.writestr(member, text)
    return data, nltk_data


def test_every_source_is_read_and_nothing_twice(folders):
    found = documents(*folders)
    assert tuple(found) == SOURCES
    assert found["movie_reviews"] == [["good film .", "see it ."]]
    assert found["litbank"] == [["It rained .", "He slept ."]]
    assert found["snli"] == [["A man runs."], ["A man moves."]]
    assert found["wordnet"] == [["the dog barked"]], "examples of more than one word, no glosses, no licence"
    assert found["gum"] == [["Trained."], ["Trees."]]
    assert found["fewrel"] == [["A river ."]] and found["subjectivity"] == [["the story begins ."]]


def test_nothing_that_is_measured_is_read(folders):
    found = documents(*folders)
    assert found["sentence_polarity"] == [["so bad it hurts ."], ["a joy from start to end ."]], "one stands in SST"
    assert [text[0] for text in found["ewt"]] == ["Web.", *(f"dev{i}." for i in range(7))]
    assert not any("Measured" in line for texts in found.values() for text in texts for line in text)


def test_a_missing_source_is_named(folders):
    data, nltk_data = folders
    (data / "coref" / "gap_development.jsonl").unlink()
    with pytest.raises(DataFileError, match="gap_development.jsonl"):
        documents(data, nltk_data)
