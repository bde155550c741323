"""The documentation: one topic a room, read from the docstring of the room's package."""
