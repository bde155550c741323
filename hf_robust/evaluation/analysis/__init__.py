"""What the rows behind a report say: where a model is weak, what turns its answers, and whom it treats otherwise."""
