"""The idea itself: records, reading a paste, matching, ranking.

Law of this folder: no I/O, no clock, no settings, no framework. The same input gives the same output.
Limits come in as arguments. Pydantic is allowed, since the record's shape is part of the idea.
"""
