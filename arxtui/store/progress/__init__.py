"""How far requests, harvests, imports, rules and the ranking are."""
