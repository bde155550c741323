"""A small, complete record of a corruption benchmark, for the documentation."""


def sample_corruptions() -> dict:
    """A new record of two models, two families and two numbers of words; change it as you like.

    Example:
        >>> [model["name"] for model in sample_corruptions()["models"]]
        ['lstm', 'bert']
    """
    from hf_robust.reports.corruption_report import KIND, SCHEMA_VERSION

    return {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
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
            {"purpose": "annotation", "name": "en_robust_sm", "version": "1.0.0", "origin": "embedded default"}
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
