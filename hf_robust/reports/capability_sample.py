"""A small, complete record of a model on a capability suite, for the documentation."""

from typing import Any


def sample_capabilities() -> dict[str, Any]:
    """A new record of two capabilities; change it as you like.

    Example:
        >>> [result["id"] for result in sample_capabilities()["results"]]
        ['LC6', 'LC9']
    """
    from hf_robust.reports.capability_report import KIND, SCHEMA_VERSION

    return {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
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
            "audit": None,
            "specification": {
                "name": "sentiment-classification",
                "version": "1",
                "source": "S2LCT, Table 1",
                "sha256": "ab12",
            },
        },
        "options": {"min_oracle_confidence": None, "diversity": [50], "explain": False},
        "results": [
            _result("LC6", "Negation of negative at the end", (60, 100), (240, 400), (12, 160)),
            _result("LC9", "Parsing sentiment in (question, yes) form", (5, 100), (21, 400), (1, 380)),
        ],
        "overall": {
            "seeds": {"failure_rate": 0.325, "weighted": 0.325, "capabilities": 2, "n": 200},
            "expanded": {"failure_rate": 0.3263, "weighted": 0.3263, "capabilities": 2, "n": 800},
            "pass_to_fail": 13,
        },
        "skipped": [{"name": "LC1", "reason": "the data set has no label neutral"}],
        "predictions": {"rows": 1000, "unique": 1000, "cached": 0, "seconds": 4.0},
        "resources": [
            {"purpose": "annotation", "name": "en_robust_sm", "version": "1.0.0", "origin": "embedded default"}
        ],
        "environment": {"python": "3.11.9", "platform": "Linux", "packages": {"datasets": "5.2.0"}},
    }


def _rate(failed: int, n: int) -> dict[str, Any]:
    from hf_robust.scoring import failure_rate

    return dict(failure_rate(["fails"] * failed + ["passes"] * (n - failed), ["passes"] * n))


def _result(id: str, name: str, seeds: tuple, expanded: tuple, turned: tuple) -> dict[str, Any]:
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
