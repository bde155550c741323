"""The analysis of a report: for each part of it the shape of its key in the record, and the sections that show it."""
