"""Capability tests: searched for in labeled data, grown by a grammar, or made of templates.

A capability test asks whether a model handles negation, change over time, a quoted opinion. Any labeled data set
becomes a suite of such tests: a specification (a YAML file) says which sentences to search and what to make of
them, and a grammar grows each seed into more cases, one added word or two at a time. Every case carries the labels
that are right, how sure they are, and where it comes from.

<!-- python: capabilities -->
```python
import hf_robust as hr

# or hate-speech-detection, natural-language-inference, your own file
spec = hr.capabilities("sentiment-classification")
suite = spec.build(hr.demo_sentences(), seeds_per_capability=4, k=2)
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

The data's rows should be single sentences, as the specifications ask for. The last prints the format of a
specification of your own (`--spec mine.yaml`), key by key. A label that the data or the model lacks (neutral, say)
leaves out the capabilities that need it, and the report names them. `hr.run(..., explain=True)` draws root causes in
the report: `hf-robust docs explain`. `hr.split_cases(suite)` splits by seed for retraining: `hf-robust docs
training`.

## The ready specifications

They test what the papers' capabilities test, with searches and wordings under which raters (language models) agree
with the labels, and each description says what was changed and why. A sentence goes into "I used to say that ..."
only when it is one declarative sentence (`clause: declarative`) without "but" and the like (`contrast: none`), its
score is not near the next label (`margin: 0.05`), and its words judge as its label does (`agrees: sentiment`); a
group of people is a noun for people (`contains: {lexicon: identity, people: true}`). `second_opinion="embedded"`, or
any model, must agree too (`agrees: classifier`); take none that you test. `hr.capabilities(name, "published")` and
`--spec published` are the specifications as published.

## Templates

Tests can also be made of templates, in Python or in a file (CheckList's kinds). A slot is filled with each of its
words, and a test states which label is right, or which slot must not matter:

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
`hr.CapabilitySuite.of_behavior("sentiment")` builds the ready tests of `--behavior sentiment`, or those of your own
file (`hf-robust capabilities schema --behavior`).

Source: S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of NLP Models. Ribeiro, Wu,
Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList.
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
