"""The command line, `hf-robust`: one file a command, which calls what the library does.

<!-- table: commands -->

`hf-robust COMMAND --help` has all options. Exit codes: 0 done; 1 a score is below a threshold, or fell; 2 wrong
usage, or something is missing; 3 a prebuilt suite is not what its recipe says.

## One configuration

`hf-robust init` looks at the data and writes `robust.yaml`, with every key explained; every run writes one into its
folder that repeats it. What is typed goes before the file.

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
models: [me/mine-v1, me/mine-v2]  # a report each, and a comparison
transformations: [keyboard, {name: ocr, rate: 0.3}, [typos, twitter]]
slices: [length, phrase]
attacks: [{recipe: textfooler, limit: 100}]
thresholds: {fail_under: {overall: 0.8, keyboard: 0.7}, fail_on_regression: true}
formats: [pdf, markdown]
```

<!-- table: configuration -->

The folder of a run with several parts has a `summary.md` that lists them.

## In CI

<!-- bash: ci -->
```bash
hf-robust init --github
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --fail-under 0.2 --junit robustness.xml --out before/
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --baseline before/ --summary summary.md
```

The first also writes `.github/workflows/robustness.yml`: a check for every pull request, compared with the last run
on the main branch. `--fail-under` exits with 1 when a score is below, `--baseline` when one fell since an earlier
report by more than chance explains; `--summary "$GITHUB_STEP_SUMMARY"` appends what failed, the
scores and the worst examples in Markdown.
"""

from hf_robust.cli.app import main

__all__ = ["main"]
