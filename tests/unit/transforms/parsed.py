"""Sentences annotated by the embedded pipeline, for tests of what reads the parse."""

from functools import cache

from hf_robust.core.doc import Doc


@cache
def _column(value: str | tuple[str, ...], pipeline: str) -> dict:
    from hf_robust.language.annotation import annotate_values

    return annotate_values([value], {"pos", "lemma", "dep"}, pipeline)[0]


def parsed(text: str | list[str], pipeline: str, **options) -> Doc:
    """A text, or a token list, as a transformation sees it."""
    if isinstance(text, str):
        return Doc(text, annotation=_column(text, pipeline), **options)
    return Doc.of_tokens(text, annotation=_column(tuple(text), pipeline), **options)
