"""An address of a database that is none."""

from sqlalchemy import create_engine

create_engine("no address at all")
