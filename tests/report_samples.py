"""Small, complete records of every kind of report, for the tests of all that reads one."""

from copy import deepcopy
from typing import Any

from hf_robust.scoring import failure_rate

_HUMAN = {
    "transformation": "keyboard",
    "seed_names": ["Keyboard"],
    "tasks": ["extractive-qa", "part-of-speech"],
    "own": False,
    "plausibility": [3.55, 3.36],
    "grammaticality": [3.74, 3.45],
    "confidence": 0.9098,
}
_SEGMENTS = [
    ["equal", "a charming and often "],
    ["delete", "affecting"],
    ["insert", "affectign"],
    ["equal", " journey"],
]


def sample_record() -> dict:
    """A new record of three transformations on 200 rows; change it as you like."""
    return {
        "schema_version": 2,
        "created": "2026-01-02T03:04:05+00:00",
        "hf_robust_version": "0.1.0",
        "seconds": 12.3,
        "command": "hf-robust run --model me/reviews --suite me/reviews-robust",
        "model": {
            "name": "me/reviews",
            "kind": "hub",
            "revision": "5f1d2c7",
            "labels": ["negative", "positive"],
        },
        "suite": {
            "name": "reviews-robust",
            "version": "1.0.0",
            "repo": "me/reviews-robust",
            "revision": "v1.0.0",
            "commit": "8d0c1f2",
            "content_hash": "3e1f0a9b2c",
            "task": "sentiment-classification",
            "dataset": "me/reviews",
            "split": "validation",
            "seed": 7,
            "rows": 200,
        },
        "metric": {"name": "accuracy", "label": "Accuracy", "secondary": ["f1"]},
        "predictions": {"rows": 750, "unique": 548, "cached": 0, "seconds": 9.1},
        "resources": [
            {
                "purpose": "annotation",
                "name": "en_robust_sm",
                "version": "1.0.0",
                "origin": "bundled default",
            }
        ],
        "environment": {
            "python": "3.11.9",
            "platform": "Linux",
            "packages": {"datasets": "5.2.0", "torch": "2.13.0"},
        },
        "results": [
            _result("keyboard", "morphology", "character", (180, 0.9, 0.75), (0.1, 0.2), (0.0001, 0.0003)),
            _result("add_sentence", "syntax", "sentence", (200, 0.905, 0.91), (-0.02, 0.01), (0.7, 0.7)),
            _result("synonym", "paradigmatic", "word", (120, 0.9, 0.875), (-0.01, 0.06), (0.2, 0.4)),
        ],
        "worst_case": {"n": 200, "original": 0.905, "worst": 0.7, "drop": 0.205, "interval": [0.15, 0.26]},
        "groups": {
            "linguistics": {
                "morphology": _group(0.9, 0.75),
                "syntax": _group(0.905, 0.91),
                "paradigmatic": _group(0.9, 0.875),
            },
            "level": {
                "character": _group(0.9, 0.75),
                "sentence": _group(0.905, 0.91),
                "word": _group(0.9, 0.875),
            },
        },
        "skipped": [{"name": "back_translation", "reason": "needs a translation model; none was named"}],
    }


def _group(original: float, perturbed: float) -> dict:
    return {"n_results": 1, "original": original, "perturbed": perturbed, "drop": original - perturbed}


def _result(name: str, linguistics: str, level: str, scores: tuple, interval: tuple, p_values: tuple) -> dict:
    n, original, perturbed = scores
    drop = original - perturbed
    broken = round(max(drop, 0) * n) + 2
    return {
        "name": name,
        "stages": [{"name": name, "version": "1", "params": {"rate": 0.1}}],
        "level": level,
        "linguistics": linguistics,
        "effect": "preserves",
        "summary": f"Changes a text the way {name} does.",
        "n": n,
        "total": 200,
        "coverage": n / 200,
        "unchanged": 0,
        "not_applicable": 200 - n,
        "reasons": {"no word of four letters or more": 200 - n} if n < 200 else {},
        "original": original,
        "perturbed": perturbed,
        "drop": drop,
        "relative_drop": drop / original,
        "interval": list(interval),
        "p_value": p_values[0],
        "p_adjusted": p_values[1],
        "consistency": 1 - (broken + 2) / n,
        "broken": broken,
        "mended": broken - round(drop * n),
        "secondary": {"f1": [original - 0.01, perturbed - 0.01]},
        "human": deepcopy(_HUMAN) if name == "keyboard" else None,
        "examples": [
            {
                "source_id": f"{name}-17",
                "gold": "positive",
                "original_prediction": "positive",
                "perturbed_prediction": "negative",
                "original_score": 0.98,
                "perturbed_score": 0.71,
                "fields": [
                    {
                        "field": "text",
                        "before": "a charming and often affecting journey",
                        "after": "a charming and often affectign journey",
                        "diff": [list(pair) for pair in _SEGMENTS],
                    }
                ],
            }
        ],
    }


def sample_capabilities() -> dict[str, Any]:
    """A new record of two capabilities; change it as you like."""
    return {
        "schema_version": 2,
        "kind": "capabilities",
        "created": "2026-01-02T03:04:05+00:00",
        "hf_robust_version": "0.1.0",
        "seconds": 12.5,
        "command": "hf-robust capabilities run --model me/bert",
        "model": {"name": "me/bert", "kind": "hub", "revision": "0a1b2c", "labels": ["negative", "positive"]},
        "suite": {
            "name": "reviews-capabilities",
            "version": "1.0.0",
            "repo": None,
            "revision": None,
            "commit": None,
            "content_hash": "00ff",
            "task": "sentiment-classification",
            "dataset": "me/reviews",
            "split": "test",
            "seed": 7,
            "rows": 50,
            "k": 10,
            "selection": "random",
            "specification": {
                "name": "sentiment-classification",
                "version": "1",
                "source": "S2LCT, Table 1",
                "sha256": "ab12",
            },
        },
        "options": {"min_confidence": None, "unrated": "keep", "diversity": [50], "explain": False},
        "results": [
            _capability("LC6", "Negation of negative at the end", (60, 100), (240, 400), (12, 160)),
            _capability("LC9", "Parsing sentiment in (question, yes) form", (5, 100), (21, 400), (1, 380)),
        ],
        "overall": {
            "seeds": {"failure_rate": 0.325, "weighted": 0.325, "capabilities": 2, "n": 200},
            "expanded": {"failure_rate": 0.3263, "weighted": 0.3263, "capabilities": 2, "n": 800},
            "pass_to_fail": 13,
        },
        "skipped": [{"name": "LC1", "reason": "the dataset has no label neutral"}],
        "predictions": {"rows": 1000, "unique": 1000, "cached": 0, "seconds": 4.0},
        "resources": [
            {"purpose": "annotation", "name": "en_robust_sm", "version": "1.0.0", "origin": "bundled default"}
        ],
        "environment": {"python": "3.11.9", "platform": "Linux", "packages": {"datasets": "5.2.0"}},
    }


def _rate(failed: int, n: int) -> dict[str, Any]:
    return dict(failure_rate(["fails"] * failed + ["passes"] * (n - failed), ["passes"] * n))


def _capability(id: str, name: str, seeds: tuple, expanded: tuple, turned: tuple) -> dict[str, Any]:
    whole = {"left_out": {}, "oracle_confidence": 0.83}
    rate = _rate(*turned)
    before, after = "I thought that it drags but it wasn't", "I thought that it still drags but it wasn't"
    return {
        "id": id,
        "name": name,
        "description": "What a model shows that has it.",
        "oracle_confidence": 0.83,
        "searched": {"sentence": 25},
        "tests": ["MFT"],
        "seeds": {**_rate(*seeds), "total": seeds[1], **whole},
        "expanded": {**_rate(*expanded), "total": expanded[1], **whole},
        "pass_to_fail": {
            "pass_to_fail": rate["n_failed"],
            "pass_to_fail_rate": rate["failure_rate"],
            "interval": rate["interval"],
            "n_passed": rate["n"],
            "n": expanded[1],
        },
        "templates": [{"template": "taken-back", **_rate(30, 50)}, {"template": "doubted", **_rate(20, 50)}],
        "diversity": {
            "seeds": [{"size": 50, "self_bleu": 0.61, "productions": 120}],
            "expanded": [{"size": 50, "self_bleu": 0.66, "productions": 131}],
        },
        "examples": [
            {
                "case_id": f"{id}-01",
                "kind": "expanded",
                "test": "MFT",
                "template": "taken-back",
                "accepted": ["positive", "neutral"],
                "expectation": "label",
                "expected_label": None,
                "prediction": "negative",
                "score": 0.97,
                "compared_prediction": "positive",
                "compared_score": 0.55,
                "fields": [
                    {
                        "field": "text",
                        "before": before,
                        "after": after,
                        "diff": [
                            ["equal", "I thought that it "],
                            ["insert", "still "],
                            ["equal", "drags but it wasn't"],
                        ],
                    }
                ],
                "root_cause": None,
            }
        ],
    }


def sample_corruptions() -> dict:
    """A new record of two models, two families and two numbers of words; change it as you like."""
    return {
        "schema_version": 1,
        "kind": "corruption-benchmark",
        "created": "2026-01-02T03:04:05+00:00",
        "hf_robust_version": "0.1.0",
        "seconds": 61.5,
        "command": "hf-robust corruptions --model me/lstm --model me/bert",
        "data": {
            "task": "sentiment-classification",
            "dataset": "me/reviews",
            "split": "test",
            "rows": 1000,
            "clean": False,
        },
        "grid": {
            "families": [
                {
                    "name": "spelling",
                    "transformation": "spelling-errors",
                    "version": "1",
                    "summary": "Each chosen word gets one spelling error.",
                },
                {
                    "name": "delete",
                    "transformation": "delete-word",
                    "version": "1",
                    "summary": "A word goes, with its space.",
                },
            ],
            "counts": [1, 3],
            "choose": ["random", "important"],
            "seeds": [0, 1, 2],
        },
        "importance": {"method": "lime", "num_samples": 750, "num_features": 15},
        "population": {
            "rows": 400,
            "left_out": {"spelling, random: fewer than 3 words that can be changed": 600},
            "alone": {"1": 990, "3": 400},
        },
        "models": [_model("lstm", 0.85), _model("bert", 0.9)],
        "metric": {"name": "accuracy", "label": "Accuracy"},
        "cells": [cell for row in _SCORES for cell in _cells(*row)],
        "contrasts": [contrast for row in _SCORES for contrast in _contrasts(*row)],
        "examples": [
            {
                "model": "lstm",
                "family": "spelling",
                "choose": "important",
                "count": 1,
                "gold": "positive",
                "original_prediction": "positive",
                "perturbed_prediction": "negative",
                "original_score": 0.97,
                "perturbed_score": 0.64,
                "fields": [
                    {
                        "field": "text",
                        "before": "a charming journey",
                        "after": "a chraming journey",
                        "diff": [
                            ["equal", "a "],
                            ["delete", "charming"],
                            ["insert", "chraming"],
                            ["equal", " journey"],
                        ],
                    }
                ],
            }
        ],
        "resources": [
            {"purpose": "annotation", "name": "en_robust_sm", "version": "1.0.0", "origin": "bundled default"}
        ],
        "environment": {"python": "3.11.9", "platform": "Linux", "packages": {"datasets": "5.2.0"}},
    }


# model, its baseline, family, random at 1 and 3 words, targeted at 1 and 3 words
_SCORES = (
    ("lstm", 0.85, "spelling", (0.83, 0.78), (0.8, 0.7)),
    ("lstm", 0.85, "delete", (0.82, 0.75), (0.77, 0.65)),
    ("bert", 0.9, "spelling", (0.89, 0.88), (0.9, 0.84)),
    ("bert", 0.9, "delete", (0.88, 0.86), (0.85, 0.78)),
)


def _model(name: str, baseline: float) -> dict:
    return {
        "name": name,
        "kind": "folder",
        "revision": None,
        "labels": ["negative", "positive"],
        "baseline": baseline,
        "baseline_interval": [baseline - 0.03, baseline + 0.03],
        "baseline_all": baseline - 0.01,
        "predictions": {"rows": 7400, "unique": 7000, "cached": 0, "seconds": 20.0},
    }


def _cells(model: str, baseline: float, family: str, *scores: tuple[float, float]) -> list[dict]:
    return [
        {
            "model": model,
            "family": family,
            "choose": choose,
            "count": count,
            "n": 400,
            "score": score,
            "interval": [score - 0.04, score + 0.04],
            "drop": baseline - score,
            "drop_interval": [baseline - score - 0.02, baseline - score + 0.02],
            "by_seed": [score] * (3 if choose == "random" else 1),
        }
        for choose, values in zip(("random", "important"), scores, strict=True)
        for count, score in zip((1, 3, None), (*values, sum(values) / 2), strict=True)
    ]


def _contrasts(model: str, baseline: float, family: str, random: tuple, targeted: tuple) -> list[dict]:
    found = []
    pairs = [*zip((1, 3), random, targeted, strict=True), (None, sum(random) / 2, sum(targeted) / 2)]
    for count, drawn, chosen in pairs:
        difference = round(chosen - drawn, 4)
        sure = abs(difference) >= 0.04
        found.append(
            {
                "model": model,
                "family": family,
                "count": count,
                "difference": difference,
                "interval": [round(difference - 0.04, 4), round(difference + 0.04, 4)],
                "p_value": 0.0004 if sure else 0.2,
                "p_adjusted": 0.003 if sure else 0.4,
            }
        )
    return found


def _attack_results(successes: list[int], failures: list[int]) -> list[dict[str, Any]]:
    """Results with so many queries each."""
    results = [
        {
            "place": place,
            "row_id": str(place),
            "status": "successful",
            "gold": "positive",
            "before": "positive",
            "after": "negative",
            "before_score": 0.91,
            "after_score": 0.62,
            "score": 0.62,
            "moves": [{"role": "text", "start": 21, "end": 30, "before": "affecting", "after": "moving"}],
            "queries": queries,
            "words": 12,
            "words_changed": 1,
        }
        for place, queries in enumerate(successes)
    ]
    results += [
        {"place": place, "row_id": str(place), "status": "failed", "queries": queries, "words": 9, "words_changed": 0}
        for place, queries in enumerate(failures, len(results))
    ]
    nothing = {"queries": 1, "words": 9, "words_changed": 0}
    return [*results, {"place": len(results), "row_id": "last", "status": "skipped", "reason": "wrong", **nothing}]


def sample_attack() -> dict:
    """A new record of an attack on ten rows: six turned, three held, one skipped."""
    record, shown = sample_record(), ("created", "hf_robust_version", "seconds", "model", "resources", "environment")
    taken = [20, 45, 80, 160, 700, 2400]
    curve = [[0.0, 0.9], *([float(queries), (8 - place) / 10] for place, queries in enumerate(taken))]
    accuracy = {100: 0.6, 500: 0.5, 2000: 0.4}
    return {
        **{key: record[key] for key in shown},
        "schema_version": 1,
        "kind": "attack",
        "command": "hf-robust attack --recipe pwws --model me/reviews",
        "data": {"task": "sentiment-classification", "dataset": "me/reviews", "split": "test", "rows": 10},
        "attack": {
            "recipe": "pwws",
            "version": "1.0",
            "like": "paper",
            "summary": "Synonyms.",
            "source": "Ren et al. (2019)",
            "goal": "Untargeted()",
            "search": "WordImportance(order='weighted-saliency')",
            "moves": "WordNetSynonyms()",
            "constraints": ["NoStopWords()", "EncoderSimilarity(least=0.84)"],
            "effect": "preserves",
            "budget": None,
            "seed": 0,
        },
        "summary": {
            "counts": {"successful": 6, "failed": 3, "skipped": 1, "maximized": 0, "error": 0},
            "success_rate": 6 / 9,
            "interval": [0.354, 0.879],
            "accuracy": 0.9,
            "accuracy_under_attack": 0.3,
            "accuracy_interval": [0.108, 0.603],
            "queries": {"median": 160.0, "p95": 2320.0, "mean": 489.0, "total": 4401},
            "by_budget": [
                {"queries": queries, "success_rate": (0.9 - left) / 0.9, "interval": [0.1, 0.8], "accuracy": left}
                for queries, left in accuracy.items()
            ],
            "curve": curve,
            "out_of_budget": 0,
            "words_changed": 0.083,
            "similarity": 0.91,
            "rejected": {"encoder-similarity": 1204, "no-stop-words": 77},
            "reasons": {"the model is wrong about the original": 1},
        },
        "examples": [
            {
                "source_id": "0",
                "gold": "positive",
                "original_prediction": "positive",
                "perturbed_prediction": "negative",
                "original_score": 0.91,
                "perturbed_score": 0.62,
                "queries": 20,
                "words_changed": 1,
                "similarity": 0.97,
                "fields": [
                    {
                        "field": "text",
                        "before": "a charming and often affecting journey",
                        "after": "a charming and often affectign journey",
                        "diff": deepcopy(_SEGMENTS),
                    }
                ],
            }
        ],
        "results": _attack_results(taken, [300, 400, 296]),
        "work": [
            {"service": "victim", "asked": 4402, "computed": 3980, "batches": 70, "full": 0.89, "seconds": 41.2},
            {"service": "encode", "asked": 1300, "computed": 900, "batches": 20, "full": 0.7, "seconds": 9.8},
        ],
    }
