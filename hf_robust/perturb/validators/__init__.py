"""Validators: how far a changed text is from its original. One module an idea; ``core.registry.validators`` has all."""
