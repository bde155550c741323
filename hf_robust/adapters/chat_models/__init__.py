"""Chat models behind an API: what the user gives, the requests, and how their answers are read."""
