"""The reports people read: records with a schema, one view a kind of record, one renderer a format.

<!-- python: reports -->
```python
import hf_robust as hr

suite = hr.Suite.build(hr.demo_reviews(), hr.task("sentiment-classification"), ["keyboard"])
report = hr.run(lambda texts: ["positive" if "great" in text else "negative" for text in texts], suite)
print(report)  # the table
print(report.results[0])  # one transformation
report.save("report/")  # the page and the record
report = hr.Report.load("report/")
report.write("report.md")
```

`report.save(folder, formats=("html", "json", "pdf", "latex", "markdown"))`, or `--format pdf,latex,markdown`,
writes the same for a paper or a pull request. `report.write(file)` writes one format by its ending: `.html`,
`.json`, `.pdf` (extra `pdf`), `.tex` (booktabs and pgfplots; `fragment=True` for pieces to paste), `.md`, `.txt`,
or `.xml` for JUnit.

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
