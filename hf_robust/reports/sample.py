"""A small, complete record: for the documentation, and for whoever writes a reader of report.json."""

from copy import deepcopy

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
    """A new record of three transformations on 200 rows; change it as you like.

    Example:
        >>> [result["name"] for result in sample_record()["results"]]
        ['keyboard', 'add_sentence', 'synonym']
    """
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
                "origin": "embedded default",
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
