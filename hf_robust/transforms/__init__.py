"""Transformations: rules that change the characters, words or sentences of a text, and how to add your own.

- `hf-robust list` lists the transformations. In Python, `hr.list_transformations("ner")` returns the names and
  `hr.transformations("ner")` a table.
- `hf-robust show NAME` shows the parameters of a transformation, its effect on the label for each task, and the ratings
  of its outputs.
- `hf-robust docs perturb` describes how to apply transformations.
- `hf-robust docs chinese` lists the transformations for Chinese.

## Transformations for English and for any language

<!-- table: transformations -->

The column "requires" lists the annotation and the resources of a transformation:

| value | meaning |
| --- | --- |
| `pos`, `lemma`, `dep`, `ent` | parts of speech, lemmas, dependency trees and named entities from spaCy |
| `neighbors`, `pool` | the rows that follow; a sample of other rows |
| other names | models and lexicons, see `hf-robust doctor` |

Transformations of single words share these parameters:

<!-- table: parameters -->

**Quality checks for new words** (parameter `gate`): `synonym`, `synonym-embedding`, `masked-lm`, `antonym` and
`insert-adverb` insert a new word only if it passes these checks:

- A masked language model finds the new word about as likely as the old word.
- The new word has the same sense.
- The new word does not change the meaning of the words next to it.

Names, quantities, multi-word expressions and addresses do not change. If no word passes, the row does not change, and
the reason is recorded. `hf_robust/language/gate/gate_levels.py` has the thresholds and describes how they were
measured. `gate="off"` turns the checks off.

**Changes of meaning**: `synonym`, `number` and `named-entity` can change the meaning slightly. They are disabled for
tasks where the label would become wrong. `protect=[...]` excludes words from changes (`hf-robust docs perturb`).
`synonym-random` uses any sense of a word, as in the corruption benchmark (Desai et al. 2020).

**Annotation errors**: `tense`, `negation`, `insert-adverb` and the swaps of names use the annotation of the spaCy
pipeline. When the annotation is wrong, the output can be wrong too.

## Add a transformation

Write one class. Label updates, the record of edits, caching, the tables above and the package's general tests then work
for it without more code:

<!-- python: add -->
```python
from dataclasses import dataclass

import hf_robust as hr


@hr.register
@dataclass(frozen=True, kw_only=True)
class Shout(hr.Transformation):
    "Add exclamation marks at the end."

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

The class attributes:

| attribute | value |
| --- | --- |
| `name`, `version` | the registered name; a string that you raise whenever the output changes |
| `level` | the smallest unit that changes: `character`, `word` or `sentence` |
| `linguistics` | the linguistic category: `morphology`, `syntax`, `paradigmatic`, `pragmatics` or `model` |
| `effects` | the effect on the label, for each task to which it applies |
| `needs` | the annotation that it reads, see above |
| `languages` | language codes; default `("en",)` |

The categories stand for spelling and inflection (`morphology`), sentence structure (`syntax`), word choice
(`paradigmatic`; reports say "lexical"), context, style and named entities (`pragmatics`), and text from another model
(`model`). An effect is `hr.Effect.PRESERVES` or `CHANGES` (the label), `RAISES` or `LOWERS` (the score), or `UNKNOWN`.

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
| `doc.kept` | `(start, end)` of the text that is protected by `protect` or by default (URLs, markup, placeholders) |
| `doc.bounds` | `(start, end)` of each token when the column is a token list, else None |
| `doc.tokens` | `start, end, text, pos, tag, lemma, dep, head, sent` of each token, when `needs` requests them |
| `doc.entities` | `start, end, label` of each entity, when `needs` requests them |
| `doc.marks` | the gold spans of the row (entities, answers, aspects) with their labels |
| `doc.protected` | `(start, end)` of the gold spans that edits must not change, for example the answers |
| `doc.importance` | `(start, end)` of the words, most important first, when `WordImportance` ranked them |

A word is a sequence of letters and digits, with apostrophes and hyphens inside. Some words contain other characters:
`U.S.`, `e.g.`, `Ph.D.`, `Dr.`, `C++`, `C#`, `.NET`, `Node.js`, `R&D`, `3.5`, `$5.00`, `10%`, `9:30`, `snake_case`.

`needs = frozenset({"pos", "lemma", "dep", "ent"})` requests annotation from spaCy.

`choice = "words that have a synonym"` names what the class changes. A text without edits gets the reason "the text has
no words that have a synonym". Return `NoEdits("why")` (`hf_robust.core.reasons`) for a more precise reason, or use
`raise hr.NotApplicable("why")`, which also keeps the other texts of the row from changing. Edits of protected text are
discarded after `edits` returns. If no edit remains, the row does not change. Any other exception counts as a bug: the
first one is shown as a warning, and the report counts the affected rows. If every row fails, an error is raised.

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
