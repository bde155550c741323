"""Adversarial attacks: for each row a search for the edits that bring a model to a goal."""
