"""An application whose module has no such attribute."""

from uvicorn.importer import import_from_string

import_from_string("json")
