"""What `errdex learn` is pointed at: packages, wheels, folders, checkouts. Read as files; nothing of them is ever run.

resolving.resolve(text) -> Target, with its Origin and the SourceFiles in it
"""
