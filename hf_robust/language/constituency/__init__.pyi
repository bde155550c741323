"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .grammar import ReferenceGrammar as ReferenceGrammar
from .grammar import reference_grammar as reference_grammar
from .parsed_text import productions_of_texts as productions_of_texts
from .parsers import ConstituencyParser as ConstituencyParser
from .parsers import Parser as Parser
from .parsers import constituency_parser as constituency_parser
from .productions import productions_of_trees as productions_of_trees
