"""Transformations: what changes a text, in its characters, words and sentences; and how to add one.

One module a family; importing this package registers all of ours.

`hf-robust list` prints them, `hf-robust show NAME` one with its parameters, its effect on the label by task and
what people said of its outputs; in Python `hr.list_transformations("ner")` and
`hr.transformations("ner")`. How to use them: `hf-robust docs
perturb`. Those of Chinese: `hf-robust docs chinese`.

## English, and any language

<!-- table: transformations -->

Those that change single words share these parameters:

<!-- table: parameters -->

`synonym`, `synonym-embedding`, `masked-lm`, `antonym` and `insert-adverb` take a new word only where it passes a
gate: a masked language model must find it about as likely as the old word, of the same sense, and calm to its
neighbors; names, amounts, fixed terms and addresses stay. Where nothing passes, a row is not applicable, with the
reason. The levels and how they were measured are in `hf_robust/language/gate/gate_levels.py`; `gate=False` turns it
off.

`synonym`, `number` and `named-entity` change meaning a little by nature; they are off where the label would go
wrong, and `protect=[...]` keeps words out of reach (`hf-robust docs perturb`).
`synonym-random` takes any sense, as the corruptions of the
paper do. `tense`, `negation`, `insert-adverb` and the swaps of names read what the spaCy pipeline says, and go
wrong with it.

## Add one

One small class; labels, provenance, caching, these tables and the contract tests follow from it.

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

Edits are on the characters of the original text: `hr.Edit(start, end, text)`. `rng` belongs to the row: draw from
it alone (`rng.choice`, `rng.randrange`, `rng.permuted`). `doc` is the text with what is known of it:

| field | what it is |
| --- | --- |
| `doc.text` | the text; of a token list, its tokens joined by single spaces |
| `doc.words`, `doc.free_words` | `(start, end)` of the words; of those that may be touched |
| `doc.is_free(start, end)` | whether these characters may be touched |
| `doc.kept` | `(start, end)` of what the user protects, URLs, markup and placeholders among it |
| `doc.bounds` | `(start, end)` of the tokens when the column is a token list, else None |
| `doc.tokens` | `start, end, text, pos, tag, lemma, dep, head, sent` of each, where `needs` asks for it |
| `doc.entities` | `start, end, label` of each, where `needs` asks for it |
| `doc.marks` | the gold spans of the row (entities, answers, aspects) with their labels |
| `doc.protected` | the gold spans as offsets, which edits must leave alone |
| `doc.importance` | `(start, end)` of the words, the most important first, where `WordImportance` ranked them |

A word is a run of letters and digits, with apostrophes and hyphens inside. Some words hold other signs and are one
word as well: `U.S.`, `e.g.`, `Ph.D.`, `Dr.`, `C++`, `C#`, `.NET`, `Node.js`, `R&D`, `3.5`, `$5.00`, `10%`, `9:30`,
`snake_case`. Edits that touch protected text are left out after `edits` returns them; where none remains, the row is
not applicable.

`needs = frozenset({"pos", "lemma", "dep", "ent"})` asks for what spaCy says. A text that cannot be changed is left
by returning no edits, or by `raise hr.NotApplicable("why")`. Any other exception counts as a fault: the first one
is shown as a warning, the report counts the rows, and it is an error when no row goes through. Another package adds
its own through the entry point group `hf_robust.transformations`; in this repository see `CONTRIBUTING.md`.
"""

from importlib import import_module
from pkgutil import walk_packages

from hf_robust.transforms.base import Effect, Transformation, WordTransformation, register

__all__ = ["Effect", "Transformation", "WordTransformation", "register"]

# a new family costs its file and nothing else
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
