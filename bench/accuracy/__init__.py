"""`make accuracy`: which answers are right, on pastes made from the raise sites of real packages and then damaged.

packages (learned base) -> sites (what is sampled) -> cases (pastes) -> judging (answers) -> tables (docs/accuracy.md)
"""
