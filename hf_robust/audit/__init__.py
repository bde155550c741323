"""Audits: people rate a sample of what suites hold, not knowing what made it; that says how far to trust a suite."""
