"""Models behind an API: labels, tags, answers and texts against a server on the loopback."""

import io
import json
import logging
import pickle
import sqlite3
from dataclasses import replace

import pytest
from endpoint_samples import NER, TAGS, ner_task, quick, written
from json_server import JsonServer, Page

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.base import Prediction
from hf_robust.adapters.remote.remote_model import RemoteModel
from hf_robust.core.errors import LabelError, UsageError

KEY = "sk-sentinel-0123456789"
PEOPLE = {"Ann": "Person", "Bo Li": "Person", "New York": "Location", "Acme": "Organization", "Nobel Prize": "Event"}
SIZES = {
    "codepoints": len,
    "utf16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf8": lambda text: len(text.encode()),
}
LABELS = """
    task: sentiment-classification
    url: URL/classify
    body: {text: "{{text}}"}
    response: {label: label, score: score}
    limits: {concurrency: 2}
"""
TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("ACME_KEY", KEY)


def entities(text, unit="codepoints"):
    """The known names in a text, with offsets in a unit."""
    size = SIZES[unit]
    return [
        {"text": name, "category": kind, "offset": size(text[: text.index(name)]), "length": size(name)}
        for name, kind in PEOPLE.items()
        if name in text
    ]


def ner_server(unit="codepoints"):
    def answer(request):
        documents = [{"id": one["id"], "entities": entities(one["text"], unit)} for one in request.body["documents"]]
        return {"documents": documents[::-1]}

    return JsonServer(answer)


def predictor(folder, text, server, task=TASK, **options):
    return quick(hr.as_predictor(hr.Endpoint(written(folder, text, server.url)), task, **options))


def predicted(folder, text, answer, rows, task=TASK, **options):
    """The predictions of a server that answers with a function."""
    with JsonServer(answer) as server:
        return predictor(folder, text, server, task, **options).predict(rows)


EMOJI = ["😀👩‍👩‍👧", "Ann", "saw", "Bo", "Li", "𝐢𝐧", "New", "York", "🎉", "."]
HOMOGLYPHS = ["Аnn", "Ann", "ѕаw", "Acme", "№", "𝔸", "Bo", "Li"]


@pytest.mark.parametrize("unit", SIZES)
@pytest.mark.parametrize(
    ("tokens", "tags"),
    [
        (EMOJI, "O B-PER O B-PER I-PER O B-LOC I-LOC O O"),
        (HOMOGLYPHS, "O B-PER O B-ORG O O B-PER I-PER"),
        (["Ann"], "B-PER"),
        (["nobody"], "O"),
        ([" "], "O"),
        ([], ""),
    ],
)
def test_spans_become_tags_in_each_unit(tmp_path, unit, tokens, tags):
    text = NER.replace("labels:", f"offsets: {unit}\n    labels:")
    with ner_server(unit) as server:
        (found,) = predictor(tmp_path, text, server, ner_task()).predict([{"tokens": tokens}])
    assert found.value == tags.split() and found.status == "ok"


def test_tokens_of_chinese_are_joined_without_spaces(tmp_path):
    def answer(request):
        (document,) = request.body["documents"]
        assert document["text"] == "王明在😀北京"
        span = {"category": "Location", "offset": 5, "length": 2}
        return {"documents": [{"id": "0", "entities": [span, {"category": "Person", "offset": 0, "length": 2}]}]}

    text = NER.replace("labels:", "offsets: utf16\n    labels:")
    rows = [{"tokens": ["王", "明", "在", "😀", "北京"]}]
    (found,) = predicted(tmp_path, text, answer, rows, ner_task(language="zh"))
    assert found.value == ["B-PER", "I-PER", "O", "O", "B-LOC"]


def test_rows_are_batched_and_matched_by_id(tmp_path):
    rows = [{"tokens": ["Ann", str(n)] if n % 2 else [str(n)]} for n in range(8)]
    with ner_server() as server:
        found = predictor(tmp_path, NER, server, ner_task()).predict(rows)
    assert [one.value for one in found] == [["B-PER", "O"] if n % 2 else ["O"] for n in range(8)]
    assert sorted(len(one.body["documents"]) for one in server.requests) == [2, 3, 3]
    assert {one.headers["authorization"] for one in server.requests} == {f"Bearer {KEY}"}


def test_types_outside_of_only_leave_both_sides(tmp_path):
    row, to_misc = {"tokens": ["Nobel", "Prize", "for", "Ann"]}, {"Event": "MISC"}
    with ner_server() as server:
        found = predictor(tmp_path, NER, server, ner_task())
        assert found.predict([row])[0].value == ["O", "O", "O", "B-PER"]
        assert found.labels == tuple(tag for tag in TAGS if "MISC" not in tag)
        every = predictor(tmp_path, NER.replace("only: [PER, LOC, ORG]", ""), server, ner_task())
        with pytest.raises(LabelError, match=r"acme returned tags of 'Event'.* Use label_map="):
            every.predict([row])
        mapped = predictor(tmp_path, NER.replace("only: [PER, LOC, ORG]", ""), server, ner_task(), label_map=to_misc)
        assert mapped.predict([row])[0].value == ["B-MISC", "I-MISC", "O", "B-PER"]
    kept = replace(ner_task(), only=("PER", "LOC", "ORG"))
    assert kept.kind.references([["B-MISC", "I-MISC", "B-PER"]], kept) == [["O", "O", "B-PER"]]


@pytest.mark.parametrize(
    ("spans", "tags"),
    [
        ([(0, 3, "B-PER"), (4, 6, "I-PER")], "B-PER I-PER O O"),
        ([(0, 3, "B-PER"), (4, 6, "B-PER")], "B-PER B-PER O O"),
        ([(0, 3, "I-PER"), (7, 10, "I-LOC")], "B-PER O B-LOC O"),
        ([(0, 1, "B-PER"), (1, 3, "I-PER"), (4, 6, "O")], "B-PER O O O"),  # parts of words
        ([(0, 6, "PER"), (4, 10, "LOC")], "B-PER I-PER B-LOC O"),  # they share a token
        ([(0, 10, "ORG"), (4, 6, "LOC")], "B-ORG I-ORG I-ORG O"),  # one inside the other
        ([(2, 8, "ORG")], "B-ORG I-ORG I-ORG O"),  # edges inside of tokens
    ],
)
def test_spans_overlap_tokens(tmp_path, spans, tags):
    text = """
        task: ner
        url: URL
        body: {words: "{{tokens}}"}
        response: {spans: "$[*]", start: s, end: e, type: t, score: p}
    """
    items = [{"s": start, "e": end, "t": kind, "p": 0.5} for start, end, kind in spans]
    rows = [{"tokens": ["Ann", "of", "New", "."]}]
    (found,) = predicted(tmp_path, text, lambda request: items, rows, ner_task())
    assert found.value == tags.split() and found.score == 0.5


def test_parts_of_speech_keep_their_tags(tmp_path):
    text = """
        task: part-of-speech
        url: URL
        body: {text: "{{text}}"}
        response: {spans: "words[*]", start: at, text: word, type: pos}
    """
    words = {"words": [{"at": 0, "word": "Ann", "pos": "PROPN"}, {"at": 4, "word": "left", "pos": "VERB"}]}
    task = hr.task("part-of-speech", label_names=["PROPN", "VERB", "PUNCT"])
    (found,) = predicted(tmp_path, text, lambda request: words, [{"tokens": ["Ann", "left"]}], task)
    assert found.value == ["PROPN", "VERB"]


def test_offsets_in_another_unit_are_an_error(tmp_path):
    text = NER.replace("type: category", "type: category, text: text")
    with (
        ner_server("utf16") as server,
        pytest.raises(UsageError, match=r"'Ann' at the offset 2, which fits the text in utf-16 and not in code-points"),
    ):
        predictor(tmp_path, text, server, ner_task()).predict([{"tokens": ["😀Ann", "and", "Bo", "Li"]}])


def test_offsets_outside_of_the_text_are_unparsable(tmp_path):
    def answer(request):
        span = {"category": "Person", "offset": 2, "length": 90}
        return {"documents": [{"id": one["id"], "entities": [span]} for one in request.body["documents"]]}

    (found,) = predicted(tmp_path, NER, answer, [{"tokens": ["Ann"]}], ner_task())
    assert found == Prediction(["O"], status="unparsable")


@pytest.mark.parametrize(
    ("response", "answer", "expected"),
    [
        ("{label: label, score: score}", {"label": "POS", "score": 0.75}, ("positive", 0.75)),
        ("{label: label}", {"label": "negative"}, ("negative", None)),
        ("{label: l, score: 'p[*]'}", {"l": "LABEL_1", "p": [0.25, 0.75]}, ("positive", 0.75)),
        (
            "{label: '[*].label', score: '[*].score'}",
            [{"label": "neg", "score": 0.25}, {"label": "pos", "score": 0.75}],
            ("positive", 0.75),
        ),
        ("{label: '[0][*].a', score: '[0][*].b'}", [[{"a": "neg", "b": 0.75}]], ("negative", 0.75)),
        ("{score: p}\n    classes: [pos, neg]", {"p": [0.125, 0.875]}, ("negative", 0.875)),
    ],
)
def test_labels_and_scores(tmp_path, response, answer, expected):
    text = LABELS.replace("{label: label, score: score}", response)
    (found,) = predicted(tmp_path, text, lambda request: answer, [{"text": "Fine."}])
    assert (found.value, found.score) == expected


def test_scores_of_all_labels_are_probabilities(tmp_path):
    text = LABELS.replace("{label: label, score: score}", "{label: '[*].l', score: '[*].p'}")

    def answer(request):
        good = 0.75 if "good" in request.body["text"] else 0.5
        return [{"l": "POS", "p": good}, {"l": "NEG", "p": 1 - good}]

    with JsonServer(answer) as server:
        model = predictor(tmp_path, text, server)
        assert model.probabilities([{"text": "good"}, {"text": "so"}]).tolist() == [[0.25, 0.75], [0.5, 0.5]]
    with JsonServer(lambda request: [{"l": "POS", "p": 0.9}]) as server:
        assert predictor(tmp_path, text, server).probabilities([{"text": "x"}]) == [Prediction("positive", 0.9)]


def test_labels_of_the_api_are_mapped(tmp_path):
    text = LABELS + "    labels: {happy: positive, mixed: null}\n"
    answers = {"a": "happy", "b": "mixed", "c": "neg"}
    rows = [{"text": name} for name in answers]

    def answer(request):
        return {"label": answers[request.body["text"]], "score": 1}

    found = predicted(tmp_path, text, answer, rows)
    assert [(one.value, one.status) for one in found[::2]] == [("positive", "ok"), ("negative", "ok")]
    assert found[1].status == "unparsable" and found[1].value not in (None, "positive", "negative")
    with pytest.raises(LabelError, match="acme returned the label 'angry'"):
        predicted(tmp_path, text, lambda request: {"label": "angry", "score": 1}, rows)


def test_pairs_and_get_requests(tmp_path):
    text = """
        task: nli
        url: "URL/nli?a={{premise}}&b={{hypothesis}}"
        method: GET
        response: {label: label}
    """
    task = hr.task("nli", label_names=["entailment", "neutral"])
    with JsonServer(lambda request: {"label": "neutral"}) as server:
        model = predictor(tmp_path, text, server, task)
        assert model.predict([{"premise": "A & B", "hypothesis": "C?"}])[0].value == "neutral"
    (request,) = server.requests
    assert (request.method, request.query, request.body) == ("GET", {"a": "A & B", "b": "C?"}, None)


CONTEXT = "😀 Ann lives in Paris."


@pytest.mark.parametrize(
    ("response", "answer", "expected"),
    [
        ("{answer: text, score: p}", {"text": "Paris", "p": 0.5}, ("Paris", 0.5)),
        ("{answer: text}", {"text": None}, ("", None)),
        ("{answer: text}", {"text": ""}, ("", None)),
        ("{start: 'best[0].from', length: 'best[0].size'}", {"best": [{"from": 2, "size": 3}]}, ("Ann", None)),
        ("{start: from, end: to}\n    offsets: utf16", {"from": 3, "to": 6}, ("Ann", None)),
        ("{start: from, end: to}", {"from": None}, ("", None)),
    ],
)
def test_answers_to_questions(tmp_path, response, answer, expected):
    text = f"""
    task: extractive-qa
    url: URL
    body: {{q: "{{{{question}}}}", c: "{{{{context}}}}"}}
    response: {response}
    """
    row = {"question": "Who?", "context": CONTEXT}
    (found,) = predicted(tmp_path, text, lambda request: answer, [row], hr.task("extractive-qa"))
    assert (found.value, found.score) == expected


def test_translations(tmp_path):
    text = """
        task: translation
        url: URL
        body: {inputs: "{{source}}"}
        response: {text: "[0].translation_text"}
    """
    answer = [{"translation_text": "Guten Tag."}]
    rows = [{"source": "Hello."}]
    (found,) = predicted(tmp_path, text, lambda request: answer, rows, hr.task("translation"))
    assert found.value == "Guten Tag."
    with pytest.raises(UsageError, match=r"fits acme: .*translation_text"):
        predicted(tmp_path, text, lambda request: [{"other": 1}], rows, hr.task("translation"))


BAD = [
    (Page("<html>Sign in</html>", kind="text/html"), "the answer is no complete JSON: '<html>Sign in</html>'"),
    (Page('{"error": "wrong key"}', 401), "HTTP 401: 'wrong key'"),
    ({"error": "model is loading"}, "expected an object with 'label'"),
    ({"label": None}, "expected a label, found none"),
    ([], "expected an object with 'label', found []"),
]


@pytest.mark.parametrize(("answer", "said"), BAD)
def test_an_api_that_never_fits_ends_the_run(tmp_path, answer, said):
    with JsonServer(lambda request: answer) as server, pytest.raises(UsageError) as error:
        predictor(tmp_path, LABELS, server).predict([{"text": str(n)} for n in range(50)])
    assert said in str(error.value) and "fits acme" in str(error.value)
    assert len(server.requests) <= 6  # three requests of two tries, not all fifty


PATHS = {  # a path that finds nothing beside the main part, by kind of task
    "span": (NER.replace("start: offset", "start: pos.form"), "pos.form", "category, pos, length"),
    "span with another type": (
        NER.replace("start: offset", "start: pos.from").replace("category", "kind"),
        "kind",
        "category, pos, length",
    ),
    "label": (LABELS.replace("score: score", "score: confidence"), "confidence", "label, score"),
}


@pytest.mark.parametrize("kind", PATHS)
def test_a_path_that_finds_nothing_beside_its_main_part_ends_the_run_in_any_request(tmp_path, kind):
    """The first requests hold rows without a span, or rows that the API refuses."""
    text, path, keys = PATHS[kind]
    is_label = kind == "label"

    def answer(request):
        if is_label:
            known = "Ann" in request.body["text"]
            return {"label": "pos", "score": 1} if known else {"label": None, "confidence": 1}
        span = {"category": "Person", "pos": {"from": 0}, "length": 3}
        texts = [(one["id"], one["text"]) for one in request.body["documents"]]
        return {"documents": [{"id": name, "entities": [span] if "Ann" in said else []} for name, said in texts]}

    many = [f"text number {n}" for n in range(12)]
    words = [*many[:6], "Ann", *many[6:]]
    rows = [{"text": one} if is_label else {"tokens": one.split()} for one in words]
    with JsonServer(answer) as server:
        model = predictor(tmp_path, text, server, TASK if is_label else ner_task())
        model._answered = True  # the requests before this one fitted
        with pytest.raises(UsageError) as error:
            model.predict(rows)
    said = str(error.value)
    assert f"that does not fit acme: {path}: expected an object with" in said
    assert "Correct the path in the file" in said and (f"its keys: {keys}" in said or "its keys: from" in said)


@pytest.mark.parametrize(
    ("response", "answer", "path"),
    [
        ("{answer: text, score: p}", {"text": "Paris", "q": 0.5}, "p"),
        ("{start: from, end: to}", {"from": 2, "until": 5}, "to"),
    ],
)
def test_an_answer_in_which_a_path_finds_nothing_ends_the_run(tmp_path, response, answer, path):
    text = f"""
    task: extractive-qa
    url: URL
    body: {{q: "{{{{question}}}}", c: "{{{{context}}}}"}}
    response: {response}
    """
    row = {"question": "Who?", "context": CONTEXT}
    with pytest.raises(UsageError, match=f"does not fit acme: {path}: expected an object with '{path}'"):
        predicted(tmp_path, text, lambda request: answer, [row], hr.task("extractive-qa"))


def test_a_field_that_may_be_absent_does_not_end_the_run(tmp_path):
    text = LABELS.replace("score: score", "score: 'score?'")
    (found,) = predicted(tmp_path, text, lambda request: {"label": "pos"}, [{"text": "a"}])
    assert (found.value, found.score, found.status) == ("positive", None, "ok")


def test_a_server_that_is_not_there(tmp_path):
    model = quick(hr.as_predictor(hr.Endpoint(written(tmp_path, LABELS)), TASK))
    with pytest.raises(UsageError, match=r"no answer of http://127.0.0.1:9/classify fits acme: the connection failed"):
        model.predict([{"text": "a"}])


def test_rows_without_an_answer_are_errors(tmp_path):
    """Fewer answers than rows, an error for one row, and a broken reply each touch their own rows only."""

    def answer(request):
        documents = request.body["documents"]
        if any("broken" in one["text"] for one in documents):
            return Page('{"documents": [', 200)
        kept = [one for one in documents if "lost" not in one["text"] and "bad" not in one["text"]]
        errors = [{"id": one["id"], "why": "too long"} for one in documents if "bad" in one["text"]]
        return {"documents": [{"id": one["id"], "entities": entities(one["text"])} for one in kept], "errors": errors}

    text = NER.replace("id: id,", "id: id, errors: 'errors?[*]', error_id: id, error: why,")
    texts = ["Ann", "lost", "bad", "broken", "Ann", "Ann", "Ann", "Ann", "Ann"]
    with JsonServer(answer) as server:
        model = predictor(tmp_path, text, server, ner_task())
        found = model.predict([{"tokens": [one]} for one in texts])
        found_again = model._meanings([{"tokens": [one]} for one in texts])
        meanings = {place: one for places, some in found_again for place, one in zip(places, some)}
    assert [one.status for one in found] == ["ok", "error", "error", "error", "error", "error", "ok", "ok", "ok"]
    assert [one.value for one in found if one.status == "ok"] == [["B-PER"]] * 4
    assert meanings[1].reason == "expected an answer with the id 1, found the ids 0"
    assert meanings[2].reason == "the API reports an error for this row: 'too long'"
    assert "no complete JSON" in meanings[3].reason


def test_fewer_answers_in_order_are_an_error(tmp_path):
    text = LABELS.replace('{text: "{{text}}"}', '{texts: "{{batch}}"}').replace("{label:", "{items: '$[*]', label:")
    rows = [{"text": str(n)} for n in range(4)]
    with (
        JsonServer(lambda request: [{"label": "pos", "score": 1}]) as server,
        pytest.raises(UsageError, match=r"expected 2 answers at \$\[\*\], found 1"),
    ):
        predictor(tmp_path, text + "    batch: 2\n", server).predict(rows)


def test_answers_are_stored_for_each_row_and_resumed(tmp_path):
    """A later run asks for the other rows only, also where they come in other batches."""
    rows = [{"tokens": ["Ann", str(n)]} for n in range(10)]
    folder = tmp_path / "answers"

    with ner_server() as server:
        first = predictor(tmp_path, NER, server, ner_task())
        first.keep_answers(folder)
        first.predict(rows[:7])
        server.requests.clear()
        second = predictor(tmp_path, NER, server, ner_task())
        second.keep_answers(folder)
        found = second.predict([rows[9], rows[2], rows[8], rows[0], rows[7]])
        asked = [one["text"] for request in server.requests for one in request.body["documents"]]
    assert sorted(asked) == ["Ann 7", "Ann 8", "Ann 9"]
    assert [one.value for one in found] == [["B-PER", "O"]] * 5


def test_a_run_stores_raw_answers_in_its_cache(tmp_path):
    rows, folder = [{"tokens": ["Ann", str(n)]} for n in range(4)], tmp_path / "cache"
    with ner_server() as server:
        model = predictor(tmp_path, NER, server, ner_task(), cache_dir=folder)
        cached = CachedPredictor(model, PredictionCache(folder), task=ner_task())
        assert [one.value for one in cached.predict(rows)] == [["B-PER", "O"]] * 4
        corrected = NER.replace("Person: PER", "Person: ORG")  # the file is corrected, and nothing is asked again
        server.requests.clear()
        model = predictor(tmp_path, corrected, server, ner_task(), cache_dir=folder)
        cached = CachedPredictor(model, PredictionCache(folder), task=ner_task())
        assert [one.value for one in cached.predict(rows)] == [["B-ORG", "O"]] * 4
        assert server.requests == []
    with sqlite3.connect(folder / "answers.sqlite") as connection:
        stored = [json.loads(text) for (text,) in connection.execute("SELECT answer FROM answers")]
    assert len(stored) == 4 and all(one["entities"][0]["text"] == "Ann" for one in stored)


def test_requests_are_signed_before_each_try(tmp_path):
    seen = []

    def sign(method, url, headers, body):
        seen.append((method, url.rsplit("/", 1)[-1], headers, json.loads(body)))
        return {"Authorization": f"Signature sentinel-{len(seen)}", "X-Date": "today"}

    def answer(request):
        if len(server.requests) == 1:
            return Page('{"error": "busy"}', 503)
        return {"label": "pos", "score": 1, "echo": request.headers["authorization"]}

    with JsonServer(answer) as server:
        path = written(tmp_path, LABELS.replace("response:", "signed: true\n    response:"), server.url)
        with pytest.raises(UsageError, match="must be signed; pass hr.Endpoint"):
            hr.as_predictor(hr.Endpoint(path), TASK)
        model = quick(hr.as_predictor(hr.Endpoint(path, sign=sign), TASK))
        model.keep_answers(tmp_path / "answers")
        assert model.predict([{"text": "a"}])[0].value == "positive"
    assert seen == [("POST", "classify", {}, {"text": "a"})] * 2
    assert [one.headers["authorization"] for one in server.requests] == ["Signature sentinel-1", "Signature sentinel-2"]
    assert all(b"sentinel" not in path.read_bytes() for path in (tmp_path / "answers").iterdir())
    assert b"sentinel" not in pickle.dumps(model.transport.secrets)


@pytest.fixture
def logged():
    """All that is logged while a test runs."""
    text, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(text), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


def test_the_key_is_in_nothing_that_is_stored(tmp_path, logged):

    def answer(request):
        documents = request.body["documents"]
        said = request.headers["authorization"]
        return {"documents": [{"id": one["id"], "entities": [], "debug": said} for one in documents]}

    with JsonServer(answer) as server:
        model = predictor(tmp_path, NER, server, ner_task())
        model.keep_answers(tmp_path / "answers")
        assert model.predict([{"tokens": ["Ann"]}])[0].status == "ok"
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"debug" in stored and KEY.encode() not in stored
    assert "HTTP Request: POST" in logged.getvalue()
    assert KEY not in logged.getvalue() + repr(vars(model)) + model.fingerprint()


def test_the_fingerprint_tells_files_apart(tmp_path):
    def made(text, **options):
        return hr.as_predictor(hr.Endpoint(written(tmp_path, text)), TASK, **options).fingerprint()

    same = made(LABELS)
    assert made(LABELS) == same == made(LABELS.replace("concurrency: 2", "concurrency: 4"))
    others = [
        made(LABELS.replace("/classify", "/other")),
        made(LABELS + "    labels: {a: positive}\n"),
        made(LABELS, label_map={"a": "positive"}),
        made(LABELS.replace("label: label", "label: name")),
    ]
    assert len({same, *others}) == 5


def test_a_dry_run_counts_requests_for_rows_without_an_answer(tmp_path):
    rows = [{"tokens": [str(n)]} for n in range(7)] + [{"tokens": []}]
    with ner_server() as server:
        model = predictor(tmp_path, NER, server, ner_task(), cache_dir=tmp_path)
        assert isinstance(model, RemoteModel) and model.dry_run(rows).requests == 3
        assert server.requests == []
        model.predict(rows[:5])
        estimate = model.dry_run(rows)
        assert (estimate.requests, estimate.stored, estimate.tokens.output) == (1, 5, 0)


def test_answers_of_other_computers_are_stored_without_a_cache_folder(tmp_path, monkeypatch):
    """The model of a server on this computer may be another tomorrow."""
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "package"))

    def folder(url, cache_dir=None, **options):
        model = hr.as_predictor(hr.Endpoint(written(tmp_path, LABELS, url), **options), TASK, cache_dir=cache_dir)
        return None if model.transport.store is None else model.transport.store.path.parent

    assert folder("https://acme.example") == tmp_path / "package" / "answers"
    assert folder("http://localhost:8000") is None
    assert folder("http://localhost:8000", tmp_path / "run") == tmp_path / "run"
    assert folder("https://acme.example", tmp_path / "run", store=False) is None
