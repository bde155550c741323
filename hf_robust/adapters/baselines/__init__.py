"""Baselines: simple models that come with the package, for a task where no model is named."""
