"""Why a model predicts what it does: the words that matter, and the fewest words that keep a wrong prediction."""
