"""Records of every awkward kind, for the tests of the report."""

from report_samples import sample_record

HOSTILE = "<script>alert(1)</script>&\"'\ud800\x1b[31m\x00\u202e[bold red]]]>"


def hostile_record() -> dict:
    record = sample_record()
    record["model"]["name"] = record["suite"]["name"] = record["command"] = HOSTILE
    record["skipped"][0] = {"name": HOSTILE, "reason": HOSTILE}
    for result in record["results"]:
        result["name"] += HOSTILE
        result["reasons"] = {HOSTILE: 3}
        result["examples"][0]["gold"] = HOSTILE
    return record


def empty_record() -> dict:
    record = sample_record()
    record.update(results=[], worst_case=None, skipped=[], resources=[])
    record["groups"] = {"linguistics": {}, "level": {}}
    return record


def unmeasured_record() -> dict:
    record = sample_record()
    for result in record["results"]:
        for key in (
            "original",
            "perturbed",
            "drop",
            "relative_drop",
            "interval",
            "p_value",
            "p_adjusted",
            "consistency",
        ):
            result[key] = None
        result.update(n=0, coverage=0.0, broken=0, mended=0, secondary={}, examples=[])
    for groups in record["groups"].values():
        for group in groups.values():
            group.update(original=None, perturbed=None, drop=None)
    record["worst_case"] = {"n": 0, "original": None, "worst": None, "drop": None, "interval": None}
    return record


def many_record() -> dict:
    record = sample_record()
    record["results"] = [
        {**result, "name": f"{result['name']}_{number}"}
        for number in range(27)
        for result in sample_record()["results"]
    ]
    return record


EVERY = [sample_record, hostile_record, empty_record, unmeasured_record, many_record]
