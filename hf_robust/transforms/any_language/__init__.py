"""Other languages: noise in letters, case, spaces, punctuation and Unicode; for five of them changes of words too.

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

Suites, reports, callbacks and the attacks `deepwordbug`, `pruthi` and `bad-characters` work as in English.
Transformations and attacks that need annotation or a model of the language (synonyms, tense, named entities,
`textfooler`) are not available. They are skipped.

- A letter is a grapheme cluster: a mark or vowel sign is never separated from its letter, and consonants joined by a
  virama (a sign that joins consonants) stay together. In Korean, a change affects one part (jamo) of a syllable.
- New letters and neighboring keys are those of the keyboard layout of the language (xkeyboard-config). Japanese is
  typed in Latin letters, so `keyboard` does not change kana.
- `word-case` follows the rules of the language: the capital of the Turkish i is İ. Texts in scripts without capitals
  are not changed.
- `invisible-character` and `bidi-control` are not applied to scripts whose letters join, because there the change would
  be visible.
- If most letters of a row are not in the script of the language, the row is not changed, and its status is
  `not_applicable`.
- A word is the text between two spaces. In Thai, Lao, Khmer, Burmese and Japanese, a word is therefore a whole phrase,
  and fewer letters change for the same `rate`.

<!-- table: transformations-any -->

## German, French, Spanish, Italian and Portuguese

These languages (`de`, `fr`, `es`, `it`, `pt`) also have word lists, and these transformations:

<!-- table: transformations-european -->

- A row with more function words of another language than of its own is not changed, and its status is
  `not_applicable`. A text without function words passes.
- `contraction` changes only phrases that are listed with their short form (*in dem* and *im*, *il y a* and *y a*,
  *fin de semana* and *finde*, *con il* and *col*, *em uma* and *numa*). Spanish writes few of them.
- `number` changes whole numbers of two to four digits before a noun that they count (*45 Minuten*).
- `stop-word` deletes function words here. In English it inserts them.

## Languages

<!-- table: languages -->

A language code can include a region (`pt-BR`). `CONTRIBUTING.md` describes how to add word lists for a language, so
that more transformations work in it.
"""
