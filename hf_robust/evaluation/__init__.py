"""Models on suites: predict, score, write the record of a report."""
