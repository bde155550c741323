"""Endpoint files, and predictors over them that do not wait between tries."""

from textwrap import dedent

from remote_samples import FakeClock

import hf_robust as hr
from hf_robust.adapters.remote.retries import Retries

NER = """
    task: named-entity-recognition
    url: URL/v1/entities
    headers: {Authorization: "Bearer ${env:ACME_KEY}"}
    body: {documents: "{{batch}}", each: {id: "{{n}}", text: "{{text}}"}}
    batch: 3
    response: {items: "documents[*]", id: id, spans: "entities[*]", start: offset, length: length, type: category}
    labels: {Person: PER, Location: LOC, Organization: ORG}
    only: [PER, LOC, ORG]
    limits: {concurrency: 2}
"""
TAGS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG", "B-MISC", "I-MISC"]


def written(folder, text, url="http://127.0.0.1:9", name="acme.yaml"):
    """The path of a file with this text."""
    path = folder / name
    path.write_text(dedent(text).strip().replace("URL", url) + "\n", encoding="utf-8")
    return path


def quick(predictor):
    """The predictor, which waits no time between tries."""
    predictor.transport.clock, predictor.transport.retries = FakeClock(), Retries(tries=2)
    predictor.transport.rate_limit._clock = predictor.transport.clock
    return predictor


def ner_task(**options):
    return hr.task("named-entity-recognition", label_names=TAGS, **options)
