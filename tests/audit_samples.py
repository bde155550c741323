"""Audits of hand-made suites for tests: a sample over both kinds of suites, and what raters say of it."""

import json
from functools import cache

from capability_samples import suite as cases
from datasets import Dataset

import hf_robust as hr
from hf_robust.audit.sample import draw

REVIEWS = [f"A fine film, number {place}, that I liked." for place in range(12)]


def pairs(names=("word-case", "keyboard"), texts=REVIEWS, source="me/reviews"):
    """A suite of transformations; one is built for equal arguments."""
    return _pairs(json.dumps(names), tuple(texts), source)


@cache
def _pairs(names, texts, source):
    data = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * (len(texts) // 2)})
    return hr.Suite.build(data, hr.task("sentiment-classification"), json.loads(names), source=source, split="test")


def sample(per_transformation=4, per_capability=4, seed=1):
    """A sample over a suite of transformations and one of capabilities."""
    return draw([pairs(), cases()], per_transformation, per_capability, seed)


def rated(key, items, wrong=(), odd=(), bad=()):
    """What a rater says who agrees with all but some items, finds some odd and defects in some; named by id."""
    accepted = {origin.id: origin.accepted for origin in key.origins}
    found = []
    for item in items:
        right = item.id not in wrong
        labels = [label for label in item.shown.choices if (label in accepted[item.id]) == right]
        answers = {
            **dict.fromkeys(("keep", "relevant", "valid"), "yes" if right else "no"),
            "label": labels[0] if labels else "",
            "natural": "2" if item.id in odd else "3",
            "defects": "tense" if item.id in bad else "",
        }
        found.append(item.answered(**{name: answers[name] for name in item.shown.questions}))
    return found


def of(key, name):
    """The ids of the items of a transformation or capability."""
    return [origin.id for origin in key.origins if key.rated[origin.rated].name == name]
