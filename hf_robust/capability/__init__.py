"""Capability tests: found in labeled data, expanded by a grammar, or made from templates.

A capability test checks one skill of a model, such as negation, change over time or quoted opinions. Tests can be
built from any labeled data set. A specification (a YAML file) defines which sentences to search and how to turn them
into seed cases. A grammar expands each seed into more cases by adding one or two words. Every case records its right
labels, their confidence and its source.

<!-- python: capabilities -->
```python
import hf_robust as hr

# or hate-speech-detection, natural-language-inference, your own file
spec = hr.capabilities("sentiment-classification")
suite = hr.CapabilitySuite.build(spec, hr.demo_sentences(), seeds_per_capability=4, k=2)
report = hr.run(None, suite, explain=True)  # None: the embedded classifier; any model does
report.save("capabilities-report/")
print(report)
print(report["LC4"]["seeds"])  # one capability, by its id or its name
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
`--spec mine.yaml`. If the data or the model lacks a label (for example neutral), capabilities that need it are left
out, and the report names them. `hr.run(..., explain=True)` shows root causes in the report (`hf-robust docs explain`).
`hr.split_cases(suite)` splits the cases by seed for retraining (`hf-robust docs training`).

## The ready specifications

The specifications test the capabilities of the papers. Their searches and wordings were revised until raters (language
models) agreed with the labels; each description says what was changed and why. For example, "I used to say that ..."
takes a sentence only under these conditions: it is one declarative sentence (`clause: declarative`), it has no contrast
such as "but" (`contrast: none`), its score is not close to another label (`margin: 0.05`), and its words have the
sentiment of its label (`agrees: sentiment`). A group of people must be a noun for people (`contains: {lexicon:
identity, people: true}`). With `second_opinion="embedded"`, or any model, that model must agree with the label too
(`agrees: classifier`); do not use a model that you test. `hr.capabilities(name, "published")` and `--spec published`
load the specifications as published.

## Templates

Tests can also be made from templates, in Python or in a file (with the test types of CheckList). Each slot is filled
with all of its words. A test states the right label, or the slot that must not change the answer:

<!-- python: templates -->
```python
import hf_robust as hr

task = hr.task("sentiment-classification", label_names=["negative", "positive"])
praise = hr.Template("{name} {verb} this {noun}.", name=["Ada", "Bo"], verb=["loves", "adores"], noun=["film", "book"])
print(praise.dataset(label="positive")[0])  # plain rows
tests = {"praise": praise.cases(task, "praise", accepted="positive"), "names": praise.cases(task, "names", vary="name")}
print(hr.run(None, hr.CapabilitySuite.of_cases(task, tests)))
```

`{a:noun}` puts *a* or *an* before a word, `{name1}` and `{name2}` differ, `{mask}` is filled by a masked language
model (`Template.suggested`), and `hf_robust.capability.word_list("first names")` has words for slots.
`hr.CapabilitySuite.of_behavior("sentiment")` builds the tests of `--behavior sentiment`, or the tests in your own
file (`hf-robust capabilities schema --behavior`).

Source: S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of NLP Models. Ribeiro, Wu,
Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList.
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
