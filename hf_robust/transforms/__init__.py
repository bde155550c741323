"""Transformations: rules that change the characters, words or sentences of a text, and how to add your own.

- `hf-robust list` lists the transformations. In Python, `hr.list_transformations("ner")` returns the names and
  `hr.transformations("ner")` a table.
- `hf-robust show NAME` shows the parameters of a transformation, its effect on the label for each task, and the ratings
  of its outputs.
- `hf-robust docs perturb` describes how to apply transformations.
- `hf-robust docs chinese` lists the transformations for Chinese.

## Transformations for English and for any language

<!-- table: transformations -->

Transformations of single words share these parameters:

<!-- table: parameters -->

**The gate for new words**: `synonym`, `synonym-embedding`, `masked-lm`, `antonym` and `insert-adverb` insert a new
word only when it passes these checks:

- A masked language model finds the new word about as likely as the old word.
- The new word has the same sense.
- The new word does not change the meaning of the words next to it.

Names, amounts, fixed terms and addresses are not changed. When no word passes, the row is not applicable, and the
reason is recorded. `hf_robust/language/gate/gate_levels.py` has the thresholds and describes how they were
measured. `gate=False` turns the gate off.

**Changes of meaning**: `synonym`, `number` and `named-entity` can change the meaning slightly. They are disabled for
tasks where the label would become wrong. `protect=[...]` excludes words from changes (`hf-robust docs perturb`).
`synonym-random` uses any sense of a word, like the corruptions in the paper.

**Annotation errors**: `tense`, `negation`, `insert-adverb` and the swaps of names use the annotation of the spaCy
pipeline. When the annotation is wrong, the output can be wrong too.

## Add a transformation

Write one class. Labels, the record of edits, caching, the tables above and the contract tests then work for it:

<!-- python: add -->
```python
from dataclasses import dataclass

import hf_robust as hr


@hr.register
@dataclass(frozen=True, kw_only=True)
class Shout(hr.Transformation):
    "An exclamation mark more at the end."

    marks: int = 1

    name = "shout"
    version = "1"
    level = "sentence"
    linguistics = "pragmatics"
    effects = {"text-classification": hr.Effect.PRESERVES, "sentiment-classification": hr.Effect.PRESERVES}

    def edits(self, doc, rng):
        yield hr.Edit(len(doc.text), len(doc.text), "!" * self.marks)


print(hr.Perturb("shout", marks=2)("What a film"))
```

`edits` yields `hr.Edit(start, end, text)` objects. `start` and `end` are character offsets in the original text.

`rng` is the random generator of the row. Use no other source of randomness. Its methods include `rng.choice`,
`rng.randrange` and `rng.permuted`.

`doc` holds the text and its annotation:

| attribute | content |
| --- | --- |
| `doc.text` | the text; for a token list, the tokens joined by single spaces |
| `doc.words` | `(start, end)` of each word |
| `doc.free_words` | `(start, end)` of each word that may be changed |
| `doc.is_free(start, end)` | whether these characters may be changed |
| `doc.kept` | `(start, end)` of the text that the user protects, including URLs, markup and placeholders |
| `doc.bounds` | `(start, end)` of each token when the column is a token list, else None |
| `doc.tokens` | `start, end, text, pos, tag, lemma, dep, head, sent` of each token, when `needs` requests them |
| `doc.entities` | `start, end, label` of each entity, when `needs` requests them |
| `doc.marks` | the gold spans of the row (entities, answers, aspects) with their labels |
| `doc.protected` | `(start, end)` of the gold spans that edits must not change |
| `doc.importance` | `(start, end)` of the words, most important first, when `WordImportance` ranked them |

A word is a sequence of letters and digits, with apostrophes and hyphens inside. Some words contain other characters:
`U.S.`, `e.g.`, `Ph.D.`, `Dr.`, `C++`, `C#`, `.NET`, `Node.js`, `R&D`, `3.5`, `$5.00`, `10%`, `9:30`, `snake_case`.

`needs = frozenset({"pos", "lemma", "dep", "ent"})` requests annotation from spaCy.

When a text cannot be changed, return no edits or use `raise hr.NotApplicable("why")`. Edits that touch protected
text are discarded after `edits` returns. When no edit remains, the row is not applicable. Any other exception
counts as a bug: the first one is shown as a warning, and the report counts the affected rows. If every row fails,
an error is raised.

To distribute a transformation in your own package, register it under the entry point group
`hf_robust.transformations`. To add one to this repository, see `CONTRIBUTING.md`.
"""

from importlib import import_module
from pkgutil import walk_packages

from hf_robust.transforms.base import Effect, Transformation, WordTransformation, register

__all__ = ["Effect", "Transformation", "WordTransformation", "register"]

# a new family costs its file and nothing else
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
