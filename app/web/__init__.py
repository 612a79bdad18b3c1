"""HTTP: the REST API and the pages."""
