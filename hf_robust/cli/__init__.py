"""The command line, `hf-robust`.

<!-- table: commands -->

`hf-robust COMMAND --help` shows all options.

| exit code | meaning |
| --- | --- |
| 0 | success |
| 1 | a score is below its threshold or significantly lower than before |
| 2 | wrong usage, or a file or resource is missing |
| 3 | a prebuilt suite does not match its recipe |

## Configuration files

`hf-robust init` detects the columns of the data and writes `robust.yaml`. The file explains every key. Each run also
saves its configuration in its output folder, so that you can repeat the run. Command-line options override the file.

<!-- bash: configuration -->
```bash
hf-robust init --task sentiment-classification --dataset reviews.csv --model my-model/
hf-robust run --config robust.yaml
hf-robust run --config report/robust.yaml --out again
```

<!-- yaml: configuration -->
```yaml
task: sentiment-classification
dataset: {source: reviews.csv, columns: {text: sentence, label: polarity}}
models: [me/mine-v1, me/mine-v2]  # one report per model, and a comparison
transformations: [keyboard, {name: ocr, rate: 0.3}, [typos, twitter]]
slices: [length, phrase]
attacks: [{recipe: textfooler, limit: 100}]
thresholds: {fail_under: {overall: 0.8, keyboard: 0.7}, fail_on_regression: true}
formats: [pdf, markdown]
```

<!-- table: configuration -->

If a run has several parts (models, attacks, capabilities), its folder has a `summary.md` with links to their reports.

## In CI

<!-- bash: ci -->
```bash
hf-robust init --github
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --fail-under 0.2 --junit robustness.xml --out before/
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --baseline before/ --summary summary.md
```

- `hf-robust init --github` also writes `.github/workflows/robustness.yml`. This workflow runs on each pull request and
  compares the scores with the last run on the main branch.
- `--fail-under` exits with 1 if a score is below the threshold.
- `--baseline` exits with 1 if a score is significantly lower than in an earlier report.
- `--summary "$GITHUB_STEP_SUMMARY"` appends the failures, the scores and the worst examples as Markdown.
"""

from hf_robust.cli.app import main

__all__ = ["main"]
