"""Hand-made cases and suites for tests of capability suites, runs and audits: no parser, no model."""

from functools import cache

from datasets import Dataset

import hf_robust as hr
from hf_robust.capability.cases import case_record, case_row, expanded_case, features
from hf_robust.capability.suite import CapabilitySuite

TASK = hr.task("sentiment-classification", label_names=["negative", "neutral", "positive"])


def table(rows):
    return Dataset.from_list(rows, features=features(TASK)) if rows else empty()


def empty():
    kinds = features(TASK)
    return Dataset.from_dict({name: [] for name in kinds}, features=kinds)


def seed(capability, text, accepted, **more):
    return case_row(["text"], [text], case_record(capability, [text], accepted=accepted, **more))


def grown(seed_row, text):
    return expanded_case(
        seed_row,
        {"text": text},
        production="NP -> NN",
        symbol="NN",
        word="x",
        position=0,
        score=0.5,
        probability=0.1,
        rank=1,
    )


def rows(seeds=4, expansions=2):
    """Cases of three capabilities: A (positive), B (positive or neutral), C (neutral only)."""
    found = {"A": [], "B": [], "C": []}
    for number in range(seeds):
        a = seed("A", f"good film {number}", ["positive"], oracle_confidence=0.9, template=f"t{number % 2}")
        b = seed("B", f"bad film {number} but no", ["positive", "neutral"], oracle_confidence=0.5)
        c = seed("C", f"a film {number}", ["neutral"])
        for id, row in (("A", a), ("B", b), ("C", c)):
            found[id].append(row)
            found[id] += [grown(row, f"{row['text']} {word}") for word in ("then", "bad", "so")[:expansions]]
    return found


@cache
def _tables(seeds, expansions):
    return {id: table(found) for id, found in rows(seeds, expansions).items()}


def suite(seeds=4, expansions=2):
    tables = dict(_tables(seeds, expansions))
    names = {"A": "Praise", "B": "Negation at the end", "C": "Facts"}
    info = {"name": "hand-made", "seed": 3, "dataset": "me/films", "split": "test", "rows": 12}
    return CapabilitySuite.of_cases(TASK, tables, names=names, descriptions={"A": "Praise is seen."}, info=info)


def by_words(texts):
    """A binary model that looks at one word."""
    return ["negative" if "bad" in text.split() else "positive" for text in texts]
