"""Capability tests: search labeled data, expand the test cases with a grammar, or use templates.

A capability test checks one skill of a model, such as negation, change over time or quoted opinions. Tests can be
built from any labeled dataset. A specification (a YAML file) defines which sentences to search and how to turn them
into seed cases. A grammar expands each seed into more cases by inserting one or two words. Each case records its
accepted labels, the confidence (the share of rated cases for which raters confirmed the label) and the source row.

<!-- python: capabilities -->
```python
import hf_robust as hr

# or hate-speech-detection, natural-language-inference, your own file
spec = hr.capabilities("sentiment-classification")
suite = hr.CapabilitySuite.build(spec, hr.demo_sentences(), seeds_per_capability=4, k=2)  # k masks per seed
report = hr.run(None, suite, explain=True)  # None: the bundled classifier; any other model works too
report.save("capabilities-report/")
print(report)
print(report["LC4"]["seeds"])  # one capability, by id or name
```

On the command line:

<!-- bash: capabilities -->
```bash
hf-robust capabilities build --search-dataset sentences.csv --seeds-per-capability 1 --k 1 --out cases/
hf-robust capabilities run --suite cases/ --model my-model/ --out report/
hf-robust capabilities build --behavior sentiment --per-test 5 --out behavior/
hf-robust capabilities schema
```

The rows should be single sentences. The last command prints the format of a specification; use your own with
`--spec mine.yaml`. If the data or the model lacks a label (for example neutral), capabilities that need it are
excluded, and the report names them. `hr.run(..., explain=True)` shows root causes in the report (`hf-robust docs
explain`). `hr.split_cases(suite)` splits the cases for retraining, so that all cases of one seed case are in the same
part (`hf-robust docs training`).

## Built-in specifications

The built-in specifications test the capabilities that S2LCT describes. Their search rules and wordings were revised
until raters (language models) agreed with the labels. Each description states what was changed and why. For example, "I
used to say that ..." uses a sentence only under these conditions:

- it is one declarative sentence (`clause: declarative`),
- it has no contrast such as "but" (`contrast: none`),
- its score is not close to the boundary of another label (`margin: 0.05`),
- its words have the sentiment of its label (`agrees: sentiment`).

A word for an identity group must be a noun that denotes people (`contains: {lexicon: identity, people: true}`). With
`second_opinion="embedded"` (the bundled classifier) or any other model, that model must also agree with the label
(`agrees: classifier`). Do not use a model that you test. `hr.capabilities(name, "published")` and `--spec published`
load the specifications as published.

## Templates

Tests can also be generated from templates, in Python or in a file (with the test types of CheckList). All combinations
of the slot values are generated. A test gives the expected label, or names a slot for which the prediction must be
invariant:

<!-- python: templates -->
```python
import hf_robust as hr

task = hr.task("sentiment-classification", label_names=["negative", "positive"])
praise = hr.Template("{name} {verb} this {noun}.", name=["Ada", "Bo"], verb=["loves", "adores"], noun=["film", "book"])
print(praise.dataset(label="positive")[0])  # plain rows
tests = {"praise": praise.cases(task, "praise", accepted="positive"), "names": praise.cases(task, "names", vary="name")}
print(hr.run(None, hr.CapabilitySuite.of_cases(task, tests)))
```

`{a:noun}` inserts *a* or *an* before a word, `{name1}` and `{name2}` differ, `{mask}` is filled by a masked language
model (`Template.suggested`), and `hf_robust.capability.word_list("first names")` has words for slots.
`hr.CapabilitySuite.of_behavior("sentiment")` builds the tests of `--behavior sentiment`, or the tests in your own
file (`hf-robust capabilities schema --behavior`). `per_test` (`--per-test`) is the number of cases per test, 100 by
default.

## Models that predict scores or several labels

The specifications expect one label for each text. Test a model of scores, or of several labels, through a function that
turns its answers into these labels:

<!-- python: scores as labels -->
```python
import hf_robust as hr


def predicted_stars(texts):  # your model
    return [5.0 if "love" in text or "adore" in text else 2.0 for text in texts]


def as_labels(texts):
    return ["positive" if stars > 3 else "negative" for stars in predicted_stars(texts)]


task = hr.task("sentiment-classification", label_names=["negative", "positive"])
praise = hr.Template("{name} {verb} this {noun}.", name=["Ada", "Bo"], verb=["loves", "adores"], noun=["film", "book"])
tests = {"praise": praise.cases(task, "praise", accepted="positive")}
print(hr.run(as_labels, hr.CapabilitySuite.of_cases(task, tests)))
```

Source: S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of NLP Models. Ribeiro, Wu,
Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList.
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
