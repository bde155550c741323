"""Configurations: one YAML file for a whole evaluation, run from the command line or from Python.

A configuration names the data, the models and the evaluations: the suite, capability tests, attacks, and the comparison
of several models. `hf-robust init` detects the columns of the data and writes `robust.yaml` with a comment for each
key. Each run also saves its configuration in its output folder, so that you can repeat the run. Command-line options
override the file.

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

## In Python

`hr.run_config` takes a file, a dictionary with the same keys, or an `hr.Configuration`. Keyword arguments override
values of the configuration. The function returns the reports and writes the files that the configuration names. Without
`out`, it writes no reports.

<!-- python: configuration -->
```python
import hf_robust as hr

config = hr.Configuration.from_dict({"dataset": {"first": 40}, "transformations": ["keyboard", "typos"]})
config = config.changed(attacks={"recipe": "deepwordbug", "first": 5}, thresholds={"fail_under": 0.2})
result = hr.run_config(config, seed=1)

print(list(result.reports))  # ['robustness', 'attack deepwordbug']
print(result["robustness"].verdict)  # the result in one sentence
print(result.failures)  # the scores below a threshold; empty here
```

`hr.Configuration.load("robust.yaml")` reads a file. The keys are typed attributes of the configuration, for
example `config.models[0].batch_size` and `config.dataset.columns`. An error names the line, the key and the nearest key
that exists. `validate()` checks a configuration that was created in Python, such as `hr.Configuration(seed=1)`.
`hr.run_config` calls it.

A configuration cannot hold a Python function. Pass the function to `hr.run(function, data)`. Or save
its predictions for the rows of a suite in a file, and name the file in `models` and the suite in `suite`.

If a run has several parts and one fails, the others still run. `result.errors` has the message. An error in the
configuration is raised before any work starts.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
