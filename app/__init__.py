"""errdex: the knowledge base of the errors that open-source code raises."""

__version__ = "0.1.0"
