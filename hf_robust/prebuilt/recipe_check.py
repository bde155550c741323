"""Looks over recipes without building them: are they up to date, does the Hub still have their sources?"""

from collections.abc import Iterator, Mapping
from typing import Any

from huggingface_hub import HfApi
from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import explained, failed
from hf_robust.prebuilt.build_recipe import chosen_entries
from hf_robust.prebuilt.recipe import SuiteRecipe
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.transforms.chains import config_name, stages_of


def stale(recipe: SuiteRecipe) -> list[str]:
    """What was measured with other versions of transformations than those at hand, or without some of them.

    Returns:
        A line for each difference; none when the recipe is up to date, or nothing was measured yet.

    Example:
        >>> from hf_robust.prebuilt import load_recipe
        >>> stale(load_recipe("demo-reviews"))
        []
    """
    measured = [source.expect for source in recipe.sources if source.expect is not None]
    if not measured:
        return []
    now = _versions(recipe)
    found = []
    for expected in measured:
        before = {name: entry.version for name, entry in expected.suites[f"{recipe.name}-robust"].entries.items()}
        for name in {**before, **now}:
            if before.get(name) != now.get(name):
                old, new = before.get(name, "none"), now.get(name, "none")
                found.append(f"{recipe.name}: {name} was measured as version {old}, at hand is {new}")
    return list(dict.fromkeys(found))


def _versions(recipe: SuiteRecipe) -> dict[str, str]:
    """Version of each entry of the recipe's suite, by its name."""
    entries, _ = chosen_entries(recipe, recipe.bound(recipe.source))
    chains = [stages_of(entry, recipe.language) for entry in entries]
    return {config_name(stages): "+".join(stage.version for stage in stages) for stages in chains}


def unreachable_sources(recipe: SuiteRecipe) -> Iterator[str]:
    """What is wrong with the sources of a recipe on the Hub, asked there.

    Raises:
        HubError: The Hub is out of reach.
    """
    for source in recipe.sources:
        if source.hub is not None:
            yield from _asked(recipe, source)


def _asked(recipe: SuiteRecipe, source: Source) -> Iterator[str]:
    with explained(lambda error: failed(f"{recipe.name}: asking the Hub for {source.hub} failed", error)):
        try:
            info = HfApi(**HUB_CLIENT).dataset_info(str(source.hub), revision=source.revision, timeout=10)
        except GatedRepoError:
            yield f"{recipe.name}: {source.hub} is gated; ask for access on its page, then run: hf auth login"
            return
        except RevisionNotFoundError:
            yield f"{recipe.name}: {source.hub} has no commit {source.revision}"
            return
        except RepositoryNotFoundError:
            yield f"{recipe.name}: there is no dataset {source.hub} on the Hub that you may read"
            return
    if source.revision is None:
        yield f"{recipe.name}: no commit of {source.hub} is pinned; its last one is {info.sha}"
    stated = _license_of(info.card_data)
    if stated and recipe.licence.source not in (*stated, "other"):
        yield f"{recipe.name}: {source.hub} states the license {', '.join(stated)}, the recipe {recipe.licence.source}"


def _license_of(card: Mapping[str, Any] | None) -> list[str]:
    found = (card or {}).get("license") or []
    return [found] if isinstance(found, str) else list(found)
