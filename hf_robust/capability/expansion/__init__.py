"""Seeds grow by words that a grammar has room for and a masked language model suggests."""
