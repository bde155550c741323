"""The pages of a PDF document; :mod:`hf_robust.reports.formats.pdf` is the format. Its modules need reportlab."""
