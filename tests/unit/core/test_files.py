"""Files that perturbed rows are written to."""

import os

from datasets import Dataset

import hf_robust as hr
from hf_robust.core.files import write_rows


def test_rows_are_readable_for_whoever_the_folder_is_for(tmp_path):
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1]})
    rows = data.map(hr.Perturb("typos", hr.task("text-classification")), batched=True)
    (tmp_path / "plain").write_text("")
    for name in ("rows.jsonl", "rows.csv", "rows.parquet"):
        write_rows(rows, tmp_path / name)
        assert (tmp_path / name).stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["plain", "rows.csv", "rows.jsonl", "rows.parquet"]
