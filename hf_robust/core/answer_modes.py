"""How predictions are read from a language model, in words."""

MODE_WORDS = {
    "choice": "the probability of each label",
    "first-token": "the probabilities of the first token",
    "constrained": "text constrained to the labels",
    "generate": "the generated text",
}
"""What predictions are read from, by the name of the answer mode."""
