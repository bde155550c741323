"""The reports people read: records with a schema, one view a kind of record, one renderer a format.

<!-- python: reports -->
```python
import hf_robust as hr



def model(texts):
    return ["positive" if "great" in text else "negative" for text in texts]


report = hr.run(model, hr.demo_reviews(), task="sentiment-classification", transformations=["keyboard", "typos"])
print(report)  # the table
print(report["keyboard"])  # one transformation
print(report["keyboard"]["drop"], "ocr" in report, list(report))
table = report.to_pandas()  # one row for each result
print(table[["name", "n", "original", "perturbed"]])
report.save("report/")  # the page and the record
report = hr.Report.load("report/")
report.write("report.md")
```

`report.save(folder, formats=("html", "json", "pdf", "latex", "markdown"))`, or `--format pdf,latex,markdown`,
writes the same for a paper or a pull request. `report.write(file)` writes one format by its ending: `.html`,
`.json`, `.pdf` (extra `pdf`), `.tex` (booktabs and pgfplots; `fragment=True` for pieces to paste), `.md`, `.txt`,
or `.xml` for JUnit.

Results are found by name in every kind of report, and a loop over a report gives the names:

| report of | `report[name]` is | the name |
| --- | --- | --- |
| `hr.run` on rows or a suite | a transformation | as in the suite: `keyboard`, `misspelling+twitter` |
| `hr.run` on a capability suite | a capability | its id (`LC4`) or its name |
| `hr.compare` | a model on a transformation | `MODEL / TRANSFORMATION` |
| `hr.attack` | a row | its id |
| `hr.worst_chains` | a chain | as in a suite |
| `hr.corruption_benchmark` | a cell | `MODEL / FAMILY / CHOOSE / COUNT`, or `mean` as the count |
| `hr.before_after` | a model | its name |

A wrong name is a `KeyError` that suggests the nearest ones.

The page is one file without anything from elsewhere: it can be sent around. It says which resources were used, how
many rows could not be changed and why, and on what each score rests: how many cases, of how many rows, rated by
whom and when, and how much of a drop the labels may explain.

## Into a model's card

```bash
hf-robust push-results report/ --model me/mine
```

writes the scores into the index of the model's card, and a section below it; `--create-pr` opens a pull request.
`hf-robust run --push-results` opens one after a run of a model of the Hub. Results of an earlier push of the same
suite are replaced, all else of the card stays. `dataset_scripts/leaderboard` is a Space that shows the models with
such results, and `hf_robust.reports.read_leaderboard("me/reviews-robust")` gives its table.
"""

from hf_robust.reports.any_report import load_report
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.chain_report import ChainReport
from hf_robust.reports.comparison_report import ComparisonReport
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.leaderboard_reader import read_leaderboard
from hf_robust.reports.leaderboard_rows import Leaderboard
from hf_robust.reports.suite_report import SCHEMA_VERSION, Report, load_record, validate_record
from hf_robust.reports.training_report import TrainingReport

__all__ = [
    "SCHEMA_VERSION",
    "AttackReport",
    "CapabilityReport",
    "ChainReport",
    "ComparisonReport",
    "CorruptionReport",
    "Leaderboard",
    "Report",
    "TrainingReport",
    "load_record",
    "load_report",
    "read_leaderboard",
    "validate_record",
]
