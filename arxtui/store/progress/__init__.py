"""The progress of requests, harvests, imports, rules and the ranking."""
