"""Words and texts that a model writes anew."""

import pickle

import pytest
from corpus import SENTENCES, doc
from datasets import Dataset
from datasets.fingerprint import Hasher
from tiny_translators import BACK, ENGLISH, GERMAN, build

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import MissingResource, NotApplicable, UsageError
from hf_robust.core.protection import protection
from hf_robust.core.randomness import row_rng
from hf_robust.language import resources
from hf_robust.language.english.wordforms import is_fixed, tags_of
from hf_robust.language.fill_mask import Suggestion
from hf_robust.language.models import translator
from hf_robust.language.polarity import polarity
from hf_robust.suites.prepared_build import _perturbs
from hf_robust.tasks import SENTIMENT, SIMILARITY_SCORING, TASKS
from hf_robust.transforms.base import LABELED_TEXTS, Effect
from hf_robust.transforms.rewriting import BackTranslation, MaskedLM


@pytest.fixture
def _lm():
    try:
        resources.require(MaskedLM.resources, "test")
    except MissingResource as absent:
        pytest.skip(str(absent))


@pytest.fixture
def offered(monkeypatch, _lm):
    """The suggestions are given by the test, and what was asked for is on record."""
    asked = []

    def put(*words):
        found = [Suggestion(word, 0.5 / (1 + place)) for place, word in enumerate(words)]

        def give(texts, places, top_k, model):
            asked.append([text[start:end] for text, (start, end) in zip(texts, places)])
            return [found for _ in texts]

        monkeypatch.setattr("hf_robust.transforms.rewriting.suggestions", give)
        return asked

    return put


FILM = "The/DET/DT movie/NOUN/NN ended/VERB/VBD late/ADV/RB"


# --- masked-lm


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["movie", "stories", "the", "wonderful", "never", "film"], "The film ended late"),
        (["masterpiece", "movie", "ends"], "The movie ended late"),  # a sentiment, itself, another form
        (["joy", "street"], "The street ended late"),
    ],
)
def test_only_what_fits_is_taken(offered, words, expected):
    offered(*words)
    source = Doc.tagged(FILM)
    noun = Doc(source.text, annotation=source._annotation, protect=protection(["ended", "late"], defaults=False))
    assert MaskedLM(gate="off").preview(noun) == expected


def test_without_neutral_words_with_a_sentiment_are_taken_and_changed(offered):
    offered("masterpiece")
    source = Doc.tagged("The/DET/DT disaster/NOUN/NN")
    assert MaskedLM(gate="off", neutral=False).preview(source) == "The masterpiece"
    with pytest.raises(NotApplicable, match="fewer than 1"):
        MaskedLM(gate="off", count=1).preview(source)


def test_what_is_much_less_likely_than_the_best_is_left_out(monkeypatch, _lm):
    found = [Suggestion("film", 0.5), Suggestion("story", 0.04)]
    monkeypatch.setattr("hf_robust.transforms.rewriting.suggestions", lambda texts, *_: [found] * len(texts))
    text = "The/DET/DT movie/NOUN/NN"
    assert {MaskedLM(gate="off").preview(Doc.tagged(text), seed=seed) for seed in range(60)} == {"The film"}
    assert MaskedLM(gate="off", min_probability=0.51).preview(Doc.tagged(text)) == "The movie"
    found[1] = Suggestion("story", 0.2)
    drawn = [MaskedLM(gate="off").preview(Doc.tagged(text), seed=seed) for seed in range(200)]
    assert drawn.count("The film") > drawn.count("The story") > 20, "sampled by probability"


def test_a_word_that_stands_close_by_is_not_repeated(offered):
    offered("film")
    text = "A/DET/DT Film/NOUN/NN about/ADP/IN a/DET/DT street/NOUN/NN"
    with pytest.raises(NotApplicable):
        MaskedLM(gate="off", count=1).preview(Doc.tagged(text))
    far = text + " and/CCONJ/CC so/ADV/RB on/ADP/IN" * 20 + " the/DET/DT road/NOUN/NN"
    assert MaskedLM(gate="off", count=1).preview(Doc.tagged(far)).endswith("the film")


def test_names_and_parts_of_words_stay(offered):
    asked = offered("film")
    text = "The/DET/DT French/ADJ/JJ actor/NOUN/NN left/VERB/VBD the/DET/DT tie-in/NOUN/NN ./PUNCT/. Movies/NOUN/NNS"
    MaskedLM(gate="off", rate=1.0).preview(Doc.tagged(text))
    assert sorted(sum(asked, [])) == ["Movies", "actor", "left"]
    MaskedLM(gate="off", rate=1.0).preview(Doc.tagged("OLD/ADJ/JJ CARS/NOUN/NNS"))
    assert sorted(asked[-1]) == ["CARS", "OLD"], "a text in capitals has no names"


def test_articles_and_case_follow(offered):
    offered("island")
    assert MaskedLM(gate="off", count=1).preview(Doc.tagged("a/DET/DT river/NOUN/NN")) == "an island"
    assert MaskedLM(gate="off", count=1).preview(Doc.tagged("A/DET/DT RIVER/NOUN/NN")) == "An ISLAND"
    assert MaskedLM(gate="off", count=1).preview(Doc.tagged("River/NOUN/NN and/CCONJ/CC")) == "Island and"


def test_all_rows_are_asked_for_together_and_again_where_nothing_fits(offered):
    asked = offered("film")  # fits the nouns only
    documents = [Doc.tagged(FILM) for _ in range(6)]
    rngs = [row_rng(seed, "x", "y", "text") for seed in range(6)]
    found = MaskedLM(gate="off", count=1).edits_batch(documents, rngs)
    assert [edits[0].text for edits in found] == ["film"] * 6
    assert len(asked[0]) == 6 and len(asked) <= 3 and sum(map(len, asked)) < 18
    assert {word for words in asked for word in words} == {"movie", "ended", "late"}


def test_one_row_of_a_batch_that_cannot_be_changed_is_told_and_the_others_are_changed(offered):
    offered("film")
    documents = [Doc.tagged("Oh/INTJ/UH !/PUNCT/."), Doc.tagged(FILM)]
    first, second = MaskedLM(gate="off", count=1).edits_batch(
        documents, [row_rng(0, "x", str(n), "text") for n in range(2)]
    )
    assert isinstance(first, NotApplicable) and second[0].text == "film"
    assert MaskedLM(gate="off").edits_batch(documents[:1], [row_rng(0, "x", "y", "text")]) == [[]]


def test_batch_and_single_rows_give_the_same(_lm):
    documents = [doc(s, tokens) for s in SENTENCES for tokens in (False, True)]
    what = MaskedLM(gate="off", rate=0.5)
    make = [row_rng(3, what.signature, d.text, "text") for d in documents]
    together = what.edits_batch(documents, make)
    alone = [what.edits(d, row_rng(3, what.signature, d.text, "text")) for d in documents]
    assert together == alone and sum(map(bool, together)) > 12


def test_outputs_on_real_texts_keep_kind_form_and_neutrality(_lm, pipeline):
    texts = [
        "The film ended with a long walk along the river to an old village.",
        "She told the driver that her brother often works in the office on Monday.",
    ]
    task = hr.task(SENTIMENT)
    rows = hr.Perturb(MaskedLM(gate="off", rate=0.6), task, variants=3, nlp=pipeline)({"text": texts, "label": [0, 0]})
    edits = [edit for record in rows["robust"] for edit in record["edits"] if edit["before"].lower() not in ("a", "an")]
    assert len(edits) >= 6
    for edit in edits:
        old, new = edit["before"].lower(), edit["after"].lower()
        tags = tags_of(old) & tags_of(new)
        assert old != new and tags and new.isalpha() and not is_fixed(new)
        assert any(polarity(old, tag) == polarity(new, tag) == "neutral" for tag in tags)


def test_what_serves_is_on_record(_lm, monkeypatch):
    monkeypatch.setattr(resources, "_used", {})
    purposes = {row["purpose"] for row in resources.serving(False, MaskedLM.resources)}
    assert purposes == {"masked language model", "word sentiment", "synonyms"}


def test_effects_follow_the_parameter():
    spaced = [task for task in TASKS if task not in ("word-segmentation", SIMILARITY_SCORING)]
    assert all(MaskedLM(neutral=False).effect_on(task) is Effect.PRESERVES for task in spaced)
    free = MaskedLM(gate="off")
    assert free.effect_on(SENTIMENT) is Effect.PRESERVES
    assert MaskedLM(gate="off", neutral=False).effect_on(SENTIMENT) is Effect.UNKNOWN
    assert all(free.effect_on(task) is Effect.UNKNOWN for task in spaced if task != SENTIMENT)
    assert MaskedLM(neutral=False).effect_on("no-such-task") is None


def test_named_models_and_what_is_not_needed_are_not_asked_of_the_installation():
    assert "masked-lm" in MaskedLM().resources and "word-sentiment" in MaskedLM().resources
    assert "masked-lm" not in MaskedLM(gate="off", model="x").resources
    assert MaskedLM(gate="off", model="x", neutral=False).resources == ("wordnet",)
    again = pickle.loads(pickle.dumps(MaskedLM(gate="off", model="x")))
    assert again == MaskedLM(gate="off", model="x") and again.resources == MaskedLM(gate="off", model="x").resources


def test_fingerprint_holds_the_model(monkeypatch, tmp_path, _lm):
    task = hr.task(SENTIMENT)
    embedded = Hasher.hash(hr.Perturb(MaskedLM(), task))
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", "somebody/bert")
    assert Hasher.hash(hr.Perturb(MaskedLM(), task)) != embedded
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", str(tmp_path))
    before = Hasher.hash(hr.Perturb(MaskedLM(), task))
    (tmp_path / "model.safetensors").write_bytes(b"new")
    assert Hasher.hash(hr.Perturb(MaskedLM(), task)) != before
    monkeypatch.delenv("HF_ROBUST_MASKED_LM")
    assert Hasher.hash(hr.Perturb(MaskedLM(), task)) == embedded


# --- back-translation


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    there, back = (str(tmp_path_factory.mktemp(name)) for name in ("there", "back"))
    build(there, ENGLISH, GERMAN)
    build(back, GERMAN, BACK)
    return there, back


def test_text_comes_back_as_one_edit(pair):
    task = hr.task("text-classification")
    texts = ["we saw the film again .", "the story was dull .", " ", "a film and a film ."]
    perturb = hr.Perturb(BackTranslation(models=pair, num_beams=1), task, keep="all")
    rows = perturb({"text": texts, "label": [0, 1, 0, 1]})
    assert rows["text"] == ["we saw the movie again .", "the story was dull .", " ", "a movie and a movie ."]
    assert [record["status"] for record in rows["robust"]] == ["changed", "unchanged", "not_applicable", "changed"]
    assert rows["robust"][1]["reason"] == "the result is the same text"
    (edit,) = rows["robust"][0]["edits"]
    assert (edit["start"], edit["end"], edit["before"], edit["after"]) == (0, 23, texts[0], rows["text"][0])


def test_all_rows_go_through_the_models_in_common_batches(pair, monkeypatch):
    calls = []
    real = translator(pair[0])[0].generate
    monkeypatch.setattr(translator(pair[0])[0], "generate", lambda **k: calls.append(len(k["input_ids"])) or real(**k))
    texts = [f"the {word} was good ." for word in ENGLISH] * 3
    perturb = hr.Perturb(BackTranslation(models=pair, num_beams=1), hr.task("text-classification"))
    perturb({"text": texts, "label": [0] * 39})
    assert calls == [8, 8], "13 different texts, all of a length together"


def test_pairs_and_token_lists(pair):
    task = hr.task("natural-language-inference")
    rows = {"premise": ["we saw the film ."], "hypothesis": ["the film was good ."], "label": [1]}
    found = hr.Perturb(BackTranslation(models=pair), task)(rows)
    assert found["premise"] + found["hypothesis"] == ["we saw the movie .", "the movie was good ."]
    tokens = {"text": [["we", "saw", "the", "film", "."]], "label": [1]}
    assert hr.Perturb(BackTranslation(models=pair), hr.task("text-classification"))(tokens)["text"] == [
        ["we", "saw", "the", "movie", "."]
    ]


def test_protected_words_stay(pair):
    perturb = hr.Perturb(BackTranslation(models=pair), hr.task(SENTIMENT), protect=["film"], keep="all")
    rows = perturb({"text": ["the film was good ."], "label": [1]})
    assert rows["text"] == ["the film was good ."] and "protected words" in rows["robust"][0]["reason"]


def test_models_by_environment_and_their_mark_in_the_fingerprint(pair, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_TRANSLATION", ",".join(pair))
    resources.require(BackTranslation.resources, "test")
    assert {row["name"] for row in resources.serving(False, BackTranslation.resources)} == set(pair)
    assert BackTranslation().preview("the film was good .") == "the movie was good ."
    state = BackTranslation().__getstate__()
    monkeypatch.setenv("HF_ROBUST_TRANSLATION", ",".join(pair[::-1]))
    assert BackTranslation().__getstate__() != state
    again = pickle.loads(pickle.dumps(BackTranslation(models=pair)))
    assert again == BackTranslation(models=list(pair)) and again.resources == ()


def test_a_suite_without_the_models_leaves_it_out_with_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr("hf_robust.language.lookup.hub_file", lambda *_: None)
    task = hr.task("text-classification")
    with pytest.raises(MissingResource, match="hf download Helsinki-NLP/opus-mt-en-de && hf download"):
        hr.Perturb("back-translation", task)
    data = Dataset.from_dict({"text": ["A film."], "label": [0]})
    found, skipped = _perturbs(None, task.bind(data), seed=0, variants=1, protect=(), nlp=None)
    assert "back-translation" not in found
    assert "hf download" in {row["name"]: row["reason"] for row in skipped}["back-translation"]


def test_effects_and_parameters_of_back_translation():
    labeled = {kind.name for kind in TASKS.values() if kind.classifies}
    assert set(BackTranslation.effects) == labeled | {SIMILARITY_SCORING, *LABELED_TEXTS}
    with pytest.raises(UsageError, match="models"):
        BackTranslation(models=("one",))
    with pytest.raises(UsageError, match="does not apply"):
        hr.Perturb(BackTranslation(models=("a", "b")), hr.task("named-entity-recognition"))
