"""One row is asked for where there is none."""

from sqlalchemy import create_engine, text

with create_engine("sqlite://").connect() as connection:
    connection.execute(text("select 1 where 0")).scalar_one()
