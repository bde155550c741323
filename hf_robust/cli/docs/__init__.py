"""The documentation: one topic per package, read from the package's docstring."""
