"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .annotation import annotate as annotate
from .constituency.grammar import reference_grammar as reference_grammar
from .constituency.parsers import constituency_parser as constituency_parser
from .embedded.sentiment_model import load_sentiment_model as load_sentiment_model
from .models import SentenceEncoder as SentenceEncoder
from .models import causal_lm as causal_lm
from .models import masked_lm as masked_lm
from .models import translator as translator
from .sentiment import word_sentiment as word_sentiment
from .translation import translate as translate
from .vectors import word_vectors as word_vectors
