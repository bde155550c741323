"""Reports: print, save and load results, and write them as HTML, PDF, LaTeX, Markdown or JUnit.

## Read, save and load a report

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
report.save("report/")  # report.html and report.json
report = hr.Report.load("report/")
report.write("report.md")
```

`report.save(folder)` writes the HTML page and the JSON record. To write other formats too, use
`report.save(folder, formats=("html", "json", "pdf", "latex", "markdown"))` or `--format pdf,latex,markdown`.

All types of reports support `report[name]`, which returns one result. Iterating over a report yields the names:

| report created by | `report[name]` is the result for | format of `name` |
| --- | --- | --- |
| `hr.run` on rows or a suite | a transformation | as in the suite: `keyboard`, `misspelling+twitter` |
| `hr.run` on a capability suite | a capability | its id (`LC4`) or its name |
| `hr.compare` | a model on a transformation | `MODEL / TRANSFORMATION` |
| `hr.attack` | a row | its id |
| `hr.worst_chains` | a chain | as in a suite |
| `hr.corruption_benchmark` | a model and a type of corruption | `MODEL / FAMILY / CHOOSE / COUNT` |
| `hr.before_after` | a model | its name |

`CHOOSE` is the selection of words (`random` or `important`), and `COUNT` is their number or `mean`. An unknown name
raises a `KeyError` that suggests the nearest names.

`report.write(file)` writes one file. The suffix selects the format:

| suffix | format |
| --- | --- |
| `.html` | a self-contained HTML page |
| `.json` | all results as JSON, which `hr.Report.load` reads |
| `.pdf` | PDF (extra `pdf`) |
| `.tex` | LaTeX with booktabs and pgfplots; `fragment=True` writes pieces to include in a paper |
| `.md`, `.txt` | Markdown, plain text |
| `.xml` | JUnit |

Besides the scores, the page shows:

- the resources that were used,
- how many rows could not be changed, and why,
- the number of rows behind each score (in a capability report, the number of test cases and of distinct source rows),
- who rated the labels and when,
- the part of each drop that may be due to wrong labels.

## Quote a result in a paper

`report.signature` is one line that says what was measured. Quote it beside the number, so that readers can repeat the
run. Every format shows it, and the section of a model card too.

<!-- python: signature -->
```python
import hf_robust as hr


def model(texts):
    return ["positive" if "great" in text else "negative" for text in texts]


report = hr.run(model, hr.demo_reviews(), task="sentiment-classification", transformations=["keyboard", "typos"])
print(report.signature)
```

For a suite of the Hub the line looks like this:

    hf_robust|v:0.3.0|suite:me/sst2-robust@v1.0.0|seed:0|n:872|metric:accuracy|worst:50.3

- `v` is the version of hf_robust that made the report.
- `suite` is the repository or the name of the suite, with its version. A suite without a version has the first digits
  of its content hash instead: `suite@c3a8b3d7`.
- `data` takes the place of `suite` in reports without a suite: the data set, its configuration and its split.
- `seed` is the seed of the suite, the attack or the search. A corruption benchmark has several.
- `metric` is the metric of the task. Attacks have `accuracy`, capability suites `pass_rate`.
- `worst` is a score in points out of 100. A report of several models has one for each, in the order of the report.
- `none` stands for a value that the report does not hold.

| report of | `n` | `worst` |
| --- | --- | --- |
| `hr.run` on rows or a suite | rows of the suite | score in the worst case of each row |
| `hr.run` on a capability suite | cases before expansion | lowest share of passed cases, over capabilities |
| `hr.compare` | rows of the suite | score in the worst case of each row |
| `hr.attack`; also `attack:RECIPE@VERSION` | rows of the data | accuracy under attack |
| `hr.worst_chains` | rows that judge the chains | lowest score under a chain |
| `hr.corruption_benchmark` | rows that every copy contains | lowest score on a copy |
| `hr.before_after`; also `suite` | rows of the data | score in the worst case of each row of the suite |

## Add results to a model card

```bash
hf-robust push-results report/ --model me/mine
```

This command writes the scores into the metadata of the model card and adds a section to its text. It replaces the
results of an earlier push of the same suite and leaves the rest of the card unchanged. `--create-pr` opens a pull
request instead of a commit. `hf-robust run --push-results` evaluates a model from the Hub and then opens a pull request
with the results.

## Show a leaderboard

`hf_robust.reports.read_leaderboard("me/reviews-robust")` returns a table of the models whose cards have results for the
suite. `dataset_scripts/leaderboard` is a Space that displays such a table.
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
