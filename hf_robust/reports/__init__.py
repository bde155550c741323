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

In all types of reports, `report[name]` returns one result, and `list(report)` returns the names. The following table
shows, for each type of report, what one result stands for and how it is named:

| report created by | `report[name]` is the result for | format of `name` |
| --- | --- | --- |
| `hr.run` on rows or a suite | a transformation | as in the suite: `keyboard`, `misspelling+twitter` |
| `hr.run` on a capability suite | a capability | its id or its name (`hf-robust docs capability`) |
| `hr.compare` | a model on a transformation | `MODEL / TRANSFORMATION` |
| `hr.attack` | a row | its id |
| `hr.worst_chains` | a chain | as in a suite |
| `hr.corruption_benchmark` | a model and a corruption (see below) | `MODEL / CORRUPTION / SELECTION / COUNT` |
| `hr.before_after` (a model before and after training) | a model | its name |

`CORRUPTION` is the type of corruption, for example spelling errors. `SELECTION` is `random` (random words are
corrupted) or `important` (the words that influence the prediction most). `COUNT` is the number of corrupted words in
each text, or `mean` for the mean over all values of `COUNT`. An unknown name raises a `KeyError` that suggests the
nearest names.

`report.write(file)` writes one file. The suffix selects the format:

| suffix | format |
| --- | --- |
| `.html` | a self-contained HTML page |
| `.json` | all results as JSON, which `hr.Report.load` reads |
| `.pdf` | PDF (extra `pdf`) |
| `.tex` | LaTeX with booktabs and pgfplots; with `fragment=True` only tables and figures, for your own paper |
| `.md`, `.txt` | Markdown, plain text |
| `.xml` | JUnit |

Besides the scores, the HTML page shows:

- the models and lexicons that the transformations used,
- how many rows could not be changed, and why,
- the number of rows over which each score is computed (in a capability report, the number of test cases and of distinct
  source rows),
- who rated the labels and when,
- the corrected drop: the drop without the part that is due to wrong labels (see below),
- for a language model, the share of rows with an answer, and the scores over these rows,
- for a model with several prompts, the scores with each prompt, and how much of the variance of the scores is explained
  by the prompt,
- for a run with `--repeats` (each original is sent to the model several times): the noise floor (the
  share of predictions that change although the text is the same) and, for comparison, the share of predictions that
  change after a perturbation.

## The outcome

The HTML page of a run on a suite begins with the outcome of the run. Below it are the numbers that led to this outcome,
three examples and the next steps. The outcome is one of:

| outcome | meaning |
| --- | --- |
| Not robust | at least one transformation has a drop of 5 points or more that is significantly larger than 0 |
| Small drops | at least one drop is significant, but no significant drop is 5 points or more |
| Robust | no drop is significant, and more than half of the transformations have enough rows |
| Robust on average, not row by row | as for Robust, but the worst case is at least 5 points below the originals |
| Too few rows to tell | no drop is significant; too few rows for at least half of the transformations |
| No valid result | the run has a warning that makes the scores unreliable |

The section "Decide with a gate" lists most of these warnings. A transformation has enough rows if a drop of 5 points
would be detected on them with a probability of 80% (the power of the test). If some transformations have too few rows,
the two outcomes that begin with "Robust" also state their number, for example "Robust; 3 of 12 transformations
undecided".

For the worst-case score, each row gets the lowest score among its original and its perturbed versions. The worst-case
score can be low although no transformation lowers the mean score. This happens when each transformation makes some
correct predictions wrong and some wrong predictions correct.

The limit of 5 points is a convention. To set another limit, use a gate (see the next section). The page then shows the
verdict of the gate as the outcome. Each transformation has its own smallest detectable drop: the drop that the
significance test finds with a power of 80% (Connor 1987). The smallest detectable drop is larger:

- if the transformation changes fewer rows,
- if more predictions go from wrong to correct, because they offset predictions that become wrong,
- if the run has more transformations, because the p-values are corrected for their number.

If no drop is significant, the page shows the range of the smallest detectable drops of the transformations. If there
are too few rows, the page states how large the dataset must be so that a drop of 5 points can be detected for
every transformation.

## Decide with a gate

A gate compares each result with a limit in points. For example, `drop<=3` limits the drop of each transformation to 3
points. Each result gets one of four verdicts. The verdict of the whole gate is the worst verdict of its results (the
table lists the worst verdict first).

| verdict | condition |
| --- | --- |
| `BLOCK` | significantly above the limit (one-sided test, 5%, Holm-corrected over all results of the report) |
| `WARN` | above the limit, but not significantly |
| `INCONCLUSIVE` | not tested, or below the limit with too few rows (details below) |
| `PASS` | significantly below the limit (one-sided test, 5%, not corrected) |

The whole gate passes only if every result passes. Therefore, `PASS` needs no correction for the number of results.

A result is `INCONCLUSIVE` in three cases: it is below the limit, but there are too few rows to be sure; it was not
tested, because no row was changed or the value has no confidence interval; or the run has a warning that excludes
`PASS` (see below).

<!-- python: gate -->
```python
import hf_robust as hr


def model(texts):
    return ["positive" if "great" in text or "good" in text else "negative" for text in texts]


report = hr.run(model, hr.demo_reviews(), task="sentiment-classification", transformations=["typos", "word-case"])
gate = report.gate(["drop<=3", "typos<=10"])
print(gate.verdict)
for result in gate.results:
    print(result.name, result.verdict, result.detectable, result.rows_needed)
report.with_gate("drop<=3").save("report/")
```

On the command line, `hf-robust run --gate 'drop<=3'` does the same and exits with 1 if a result is blocked. With
`--strict`, it exits with 1 unless all results pass. The condition `drop<=3` applies to all transformations. A condition
with the name of a transformation, such as `typos<=10`, replaces the general condition for that transformation. With
`["drop<=3", "typos<=10"]`, the limit of `typos` is 10, and the limit of all others is 3. In the conditions of other
commands, use these names:

- `hf-robust compare`: `drop` is the score of the first model minus the score of another model, on the same
  transformation.
- `hf-robust attack`: `success` is the success rate.
- `hf-robust capabilities run`: `failure` is the failure rate.

In a configuration file, the keys are `thresholds.gate` and `thresholds.strict`. Notes on the results:

- `detectable` is the smallest true drop (or rate) for which the test gives `BLOCK` with a probability of 80% on this
  number of rows. It depends on the limit of the gate, unlike the smallest detectable drop above.
- `rows_needed` is an estimate of the number of rows with which the test gives `PASS` or `BLOCK` with a probability of
  80%, if the true drop equals the measured drop. It assumes that the shares of rows that become wrong and that become
  correct stay the same with more rows.
- If the run has one of the following warnings (`hf-robust docs evaluation`), no result passes: `answers-lost`,
  `answers-never-change`, `constant-after-change`, `constant-predictions`, `few-answers`, `labels-mixed-up`, `no-skill`,
  `not-above-majority`, `one-class` and `one-position`. The field `reason` of the gate contains the name of the warning.
- If each prediction is either right or wrong and no two rows have the same input, the gate uses an exact test. For a
  drop, this is an exact test for paired proportions (Tango 1998, Lloyd 2008). It is like McNemar's test, but it
  compares the drop with the limit instead of 0. For a success or failure rate, it is a binomial test.
- In all other cases, the gate uses a z-test. The standard error is computed from the 95% confidence interval. For a
  drop, this interval is from a bootstrap that resamples rows with identical inputs together.

## Correct a drop for wrong labels

Some perturbed rows have a wrong label. If raters confirmed a share `r` of the labels, the share `1 - r` is taken to be
wrong. A perfect model is counted as wrong on these rows, so its accuracy drops by `1 - r`. For example, if they
confirmed 95%, a perfect model has a drop of 5 points. The *corrected drop* removes this part (Rogan and Gladen 1978).
Its interval includes the uncertainty of the ratings. The HTML page shows the corrected drop, and
`report["misspelling"]["corrected"]` returns it. It is `None` for transformations without ratings and for metrics other
than accuracy.

## Quote a result in a paper

`report.signature` is one line that identifies the evaluation. Cite it next to the score, so that readers can reproduce
the evaluation. All report formats show it, and so does the model card section that `push-results` writes.

<!-- python: signature -->
```python
import hf_robust as hr


def model(texts):
    return ["positive" if "great" in text else "negative" for text in texts]


report = hr.run(model, hr.demo_reviews(), task="sentiment-classification", transformations=["keyboard", "typos"])
print(report.signature)
```

For a suite that is loaded from the Hub, the line looks like this:

    hf_robust|v:0.2.0|suite:me/sst2-robust@v1.0.0|seed:0|n:869|metric:accuracy|worst:50.3

- `v` is the version of hf_robust that made the report.
- `suite` is the repository or the name of the suite, with its version. A suite without a version has the first digits
  of its content hash instead: `suite@c3a8b3d7`.
- `data` replaces `suite` in reports of attacks, chains and corruption benchmarks, which have no suite. It is the
  dataset, its configuration and its split.
- `seed` is the seed of the suite, of the attack or of the chain search. For a corruption benchmark, all seeds are
  listed, separated by commas.
- `n` is the number of rows or test cases. The table below shows what is counted for each type of report.
- `metric` is the metric of the task. It is `accuracy` for attacks and `pass_rate` for capability suites.
- `worst` is the worst-case score or the lowest score, in points out of 100. The table below shows which. If
  a report covers several models, it has one value per model, in the order of the report.

If the report has no value for a field, the value is `none`. The line of `hr.attack` also has the field
`attack:RECIPE@VERSION`. The line of `hr.before_after` has both `data` and `suite`.

| report created by | `n`: number of | `worst` |
| --- | --- | --- |
| `hr.run` on rows or a suite | rows that some transformation changed | worst-case score (`hf-robust docs evaluation`) |
| `hr.run` on a capability suite | seed cases (explained below) | lowest pass rate of a capability on its seed cases |
| `hr.compare` | source rows of the suite | worst-case score of each model |
| `hr.attack` | rows in the dataset | accuracy under attack |
| `hr.worst_chains` | rows on which the chains are measured | lowest score under a chain |
| `hr.corruption_benchmark` | rows that every corruption can change | lowest score of each model under a corruption |
| `hr.before_after` | rows in the dataset | worst-case score of each model on the suite |

A seed case is a test case before a grammar expands it into more cases (`hf-robust docs capability`). It has nothing to
do with the random seed in the field `seed`.

## Add results to a model card

```bash
hf-robust push-results report/ --model me/mine
```

This command writes the scores into the metadata of the model card and adds a section to its text. It replaces the
results of an earlier push of the same suite and leaves the rest of the card unchanged. `--create-pr` opens a pull
request instead of committing directly. `hf-robust run --push-results` evaluates a model from the Hub and then opens a
pull request with the results.

## Show a leaderboard

`hf_robust.reports.read_leaderboard("me/reviews-robust")` returns a table of the models whose cards have results for the
suite. The folder `dataset_scripts/leaderboard` contains the code of a Space that shows this table.
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
