"""Each preset against a server on the loopback that answers in the shape that the API documents."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from endpoint_samples import ner_task, quick
from json_server import JsonServer
from tiny_models import save, tagger, tokenizer

import hf_robust as hr
from hf_robust.adapters.remote.endpoint_file import presets

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
NLI = hr.task("nli", label_names=["entailment", "contradiction"])
WORDS = ["Ann", "moved", "to", "New", "York", "."]
TEXT = " ".join(WORDS)
TAGGED = ["B-PER", "O", "O", "B-LOC", "I-LOC", "O"]
FOUND = [("Ann", 0, 3, "PERSON"), ("New York", 13, 21, "LOCATION")]


@dataclass
class Shape:
    """What a preset sends for two rows, and what it makes of the answers.

    Args:
        answer: The JSON of the server, from the body of the request.
        path: The path of the URL.
        sent: The body of the first request.
        values: The predictions.
        scores: Their scores, rounded.
        values_given: Values that the user gives.
        headers: Headers that the request must have.
        probabilities: Whether the API returns the scores of all labels.
    """

    answer: Any
    path: str
    sent: Any
    values: list[Any]
    scores: list[float | None]
    given: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    probabilities: bool = False


def _class(number, **more):
    probs = [0.25, 0.75]
    return {"index": number, "label": "POSITIVE", "probs": probs, "num_classes": 2, **more}


def vllm_classify(body):
    data = [_class(n) for n in range(len(body["input"]))]
    return {"id": "classify-1", "object": "list", "created": 1, "model": body["model"], "data": data, "usage": {}}


def sglang_classify(body):
    return {"id": "classify-1", "object": "list", "model": body["model"], "data": [_class(0)], "usage": {}}


ALL_SCORES = [{"score": 0.75, "label": "POSITIVE"}, {"score": 0.25, "label": "NEGATIVE"}]
RELATIONS = [{"score": 0.75, "label": "contradiction"}, {"score": 0.25, "label": "entailment"}]
BEARER = {"authorization": "Bearer hf_0123456789"}


def hub_entities(body):
    return [
        {"entity_group": kind[:3], "score": 0.5, "word": word, "start": start, "end": end}
        for word, start, end, kind in FOUND
    ]


def google(body):
    def mention(word, start, kind="PROPER"):
        return {"text": {"content": word, "beginOffset": start}, "type": kind, "probability": 0.5}

    entities = [{"name": word, "type": kind, "mentions": [mention(word, at)]} for word, at, _, kind in FOUND]
    entities.append({"name": "moved", "type": "PERSON", "mentions": [mention("moved", 4, "COMMON")]})
    return {"entities": entities, "languageCode": "en", "languageSupported": True}


def amazon(body):
    return {
        "Entities": [
            {"BeginOffset": start, "EndOffset": end, "Score": 0.5, "Text": word, "Type": kind}
            for word, start, end, kind in FOUND
        ]
    }


def amazon_batch(body):
    results = [{"Index": n, **amazon(body)} for n in range(len(body["TextList"]))]
    return {"ErrorList": [], "ResultList": results}


def azure(body):
    entities = [
        {"text": word, "category": kind.title(), "offset": start, "length": end - start, "confidenceScore": 0.5}
        for word, start, end, kind in FOUND
    ]
    documents = [{"id": one["id"], "entities": entities, "warnings": []} for one in body["analysisInput"]["documents"]]
    results = {"documents": documents, "errors": [], "modelVersion": "2023-09-01"}
    return {"kind": "EntityRecognitionResults", "results": results}


def systemone(body):
    names = list(body["questions"]["label"]["criteria"])
    answer = {"type": "choice", "choice": names[1], "confidence": 0.75, "probabilities": dict(zip(names, (0.25, 0.75)))}
    return {"model": body["model"], "answers": {"label": answer}, "usage": {"input_tokens": 9, "output_tokens": 0}}


def asked(state, instructions, *labels):
    question = {"type": "choice", "instructions": instructions, "criteria": dict.fromkeys(labels)}
    return {"model": "m", "state": state, "questions": {"label": question}}


SHAPES = {
    "transformers-systemone": Shape(
        systemone,
        "/v1/systemone",
        asked("Good.", "Which label fits the text best?", "negative", "positive"),
        ["positive"] * 2,
        [0.75] * 2,
        {"model": "m"},
        probabilities=True,
    ),
    "transformers-systemone-nli": Shape(
        systemone,
        "/v1/systemone",
        asked({"premise": "Good.", "hypothesis": "Bad."}, "How are they related?", "entailment", "contradiction"),
        ["contradiction"] * 2,
        [0.75] * 2,
        {"model": "m", "instructions": "How are they related?"},
        probabilities=True,
    ),
    "vllm-classify": Shape(
        vllm_classify,
        "/classify",
        {"model": "m", "input": ["Good.", "Fine."]},
        ["positive"] * 2,
        [0.75] * 2,
        {"model": "m"},
    ),
    "sglang-classify": Shape(
        sglang_classify,
        "/v1/classify",
        {"model": "m", "input": "Good."},
        ["positive"] * 2,
        [0.75] * 2,
        {"model": "m"},
    ),
    "tei-predict": Shape(
        lambda body: [ALL_SCORES] * len(body["inputs"]),
        "/predict",
        {"inputs": [["Good."], ["Fine."]], "truncate": True},
        ["positive"] * 2,
        [0.75] * 2,
        probabilities=True,
    ),
    "tei-predict-nli": Shape(
        lambda body: [RELATIONS] * len(body["inputs"]),
        "/predict",
        {"inputs": [["Good.", "Bad."], ["Fine.", "Bad."]], "truncate": True},
        ["contradiction"] * 2,
        [0.75] * 2,
        probabilities=True,
    ),
    "hf-text-classification": Shape(
        lambda body: [ALL_SCORES] if body["inputs"] == "Good." else ALL_SCORES,  # both shapes are in use
        "/",
        {"inputs": "Good.", "parameters": {"top_k": None}},
        ["positive"] * 2,
        [0.75] * 2,
        headers=BEARER,
        probabilities=True,
    ),
    "hf-token-classification": Shape(
        hub_entities,
        "/",
        {"inputs": TEXT, "parameters": {"aggregation_strategy": "simple"}},
        [TAGGED],
        [0.5],
        headers=BEARER,
    ),
    "google-entities": Shape(
        google,
        "/v2/documents:analyzeEntities",
        {"document": {"type": "PLAIN_TEXT", "languageCode": "en", "content": TEXT}, "encodingType": "UTF32"},
        [TAGGED],
        [0.5],
        headers={"x-goog-api-key": "AIza0123456789"},
    ),
    "aws-comprehend": Shape(
        amazon_batch,
        "/",
        {"LanguageCode": "de", "TextList": [TEXT]},
        [TAGGED],
        [0.5],
        {"language": "de", "region": "eu-west-1"},
        {
            "x-amz-target": "Comprehend_20171127.BatchDetectEntities",
            "content-type": "application/x-amz-json-1.1",
            "authorization": "AWS4-HMAC-SHA256 signed",
        },
    ),
    "aws-comprehend-single": Shape(
        amazon,
        "/",
        {"LanguageCode": "en", "Text": TEXT},
        [TAGGED],
        [0.5],
        headers={"x-amz-target": "Comprehend_20171127.DetectEntities"},
    ),
    "azure-entities": Shape(
        azure,
        "/language/:analyze-text",
        {
            "kind": "EntityRecognition",
            "parameters": {"modelVersion": "latest", "stringIndexType": "UnicodeCodePoint"},
            "analysisInput": {"documents": [{"id": "0", "language": "en", "text": TEXT}]},
        },
        [TAGGED],
        [0.5],
        headers={"ocp-apim-subscription-key": "azure-0123456789"},
    ),
}
ROWS = {
    "sentiment-classification": [{"text": "Good."}, {"text": "Fine."}],
    "natural-language-inference": [{"premise": one, "hypothesis": "Bad."} for one in ("Good.", "Fine.")],
    "named-entity-recognition": [{"tokens": WORDS}],
}
TASKS = {"text-classification": SENTIMENT, "natural-language-inference": NLI, "named-entity-recognition": ner_task()}


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_0123456789")
    monkeypatch.setenv("GOOGLE_API_KEY", "AIza0123456789")
    monkeypatch.setenv("AZURE_LANGUAGE_KEY", "azure-0123456789")


def made(name, server, **values):
    """The predictor of a preset, whose requests go to the server."""
    wants = {**values, "base_url": server.url}
    signed = "aws" in name
    sign = (lambda method, url, headers, body: {"Authorization": "AWS4-HMAC-SHA256 signed"}) if signed else None
    cloud = name.startswith(("google", "aws"))
    endpoint = hr.Endpoint(preset=name, sign=sign, **(values if cloud else wants))
    if cloud:  # the address is that of the cloud
        path = endpoint.file.url.split("/", 3)[3]
        endpoint.file = replace(endpoint.file, url=f"{server.url}/{path}")
    return quick(endpoint.predictor(TASKS[endpoint.file.task]))


@pytest.mark.parametrize("name", SHAPES)
def test_a_preset_reads_what_its_api_returns(name):
    shape = SHAPES[name]
    with JsonServer(lambda request: shape.answer(request.body)) as server:
        model = made(name, server, **shape.given)
        rows = ROWS[model.task_name]
        found = model.predict(rows)
        assert isinstance(model.probabilities(rows[:1]), list) is not shape.probabilities
    first = next(one for one in server.requests if one.body == shape.sent)
    assert first.path == shape.path and shape.headers.items() <= first.headers.items()
    assert [one.value for one in found] == shape.values
    assert [one.score for one in found] == shape.scores


def test_vllm_token_classes_are_placed_by_the_tokenizer(tmp_path):
    """The server returns the scores of all classes for each token of the model, special tokens included."""
    labels = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
    folder = save(tmp_path / "model", tagger(labels))
    words = tokenizer()

    def answer(request):
        assert request.body["task"] == "token_classify" and request.body["model"] == folder
        return {"object": "list", "data": [_pooled(n, text) for n, text in enumerate(request.body["input"])]}

    def _pooled(number, text):
        ids = words(text)["input_ids"]
        best = {0: 0, 1: 1, len(ids) - 1: 0}  # the first token is a person, [CLS] and [SEP] are nothing
        scores = [[float(place == best.get(token, 0)) for place in range(len(labels))] for token in range(len(ids))]
        return {"index": number, "object": "pooling", "data": scores}

    with JsonServer(answer) as server:
        model = made("vllm-token-classify", server, model=folder)
        found = model.predict([{"tokens": WORDS}, {"tokens": ["a"]}])
        assert [one.value for one in found] == [["B-PER", "O", "O", "O", "O", "O"], ["B-PER"]]
        server.answer = lambda request: {"data": [{"index": 0, "data": [[1.0] * 5]}]}
        assert model.predict([{"tokens": WORDS}])[0].status == "unparsable"


def test_an_error_of_the_cloud_for_one_row():
    def answer(request):
        found = amazon_batch(request.body)
        found["ResultList"].pop(1)
        found["ErrorList"] = [{"Index": 1, "ErrorCode": "VALIDATION", "ErrorMessage": "too long"}]
        return found

    with JsonServer(answer) as server:
        model = made("aws-comprehend", server)
        found = model.predict([{"tokens": [*WORDS, str(n)]} for n in range(3)])
    assert [one.status for one in found] == ["ok", "error", "ok"]


def test_each_preset_is_tested():
    assert set(presets()) == {*SHAPES, "vllm-token-classify"}
