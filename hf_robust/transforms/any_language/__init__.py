"""Other languages: noise in letters, case, spaces, punctuation and Unicode, for texts in any language listed here.

The language is a property of the task. On the command line it is `--language`:

<!-- bash: languages -->
```bash
hf-robust list --language de
hf-robust show keyboard --language de
```

In Python:

<!-- python: languages -->
```python
from datasets import Dataset
import hf_robust as hr

task = hr.task("sentiment-classification", language="hi", label_names=["negative", "positive"])
reviews = Dataset.from_dict({"text": ["फिल्म बहुत अच्छी है।", "यह फिल्म बेकार है।"], "label": [1, 0]})
print(reviews.map(hr.Perturb("typos", task, seed=1), batched=True)["text"][:])
print(hr.Suite.build(reviews, task))
```

Suites, reports, callbacks and the attacks `deepwordbug`, `pruthi` and `bad-characters` work as in English. What needs
words, annotation or a model of the language (synonyms, tense, named entities, `textfooler`) is not available and is
left out.

- A letter is a grapheme cluster: a mark or vowel sign never leaves its letter, and consonants that are joined by a
  virama stay together. Of a Korean syllable, one part changes.
- New letters and neighboring keys are those of the keyboard layout of the language (xkeyboard-config). Japanese is
  typed in Latin letters, so `keyboard` does not change kana.
- `word-case` follows the rules of the language: the capital of the Turkish i is İ. Scripts without capitals do not
  change.
- `invisible-character` and `bidi-control` do not change scripts whose letters join, because readers would see it.
- A row whose letters are mostly of another script than the language is `not_applicable`.
- Words lie between spaces. In Thai, Lao, Khmer, Burmese and Japanese, a word is therefore a whole phrase, and fewer
  letters change for the same `rate`.

<!-- table: transformations-any -->

<!-- table: languages -->

A tag may name a region (`pt-BR`). To add words of a language, see `CONTRIBUTING.md`.
"""
