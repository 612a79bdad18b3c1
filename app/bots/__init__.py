"""Chat fronts: verify, parse, ask the match service, render one neutral reply."""
