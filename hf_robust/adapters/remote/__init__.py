"""Models behind an HTTP API: many JSON requests, their limits, retries, costs and stored answers."""
