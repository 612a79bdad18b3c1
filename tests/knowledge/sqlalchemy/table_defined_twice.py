from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "8b5d3820cd4e922b"
PROSE = Prose(
    documentation="The same MetaData got a table of this name twice. Nearly always one module with models was run twice, under two names.",
    trigger="Defining a class or Table whose name the MetaData has already.",
    situations=(
        "`from models import User` here and `from app.models import User` there; a notebook cell or Streamlit script that runs "
        "again; two classes with one `__tablename__`."
    ),
    solutions=(
        "Import the module by one path everywhere (`app.models`), and keep its folder off `sys.path`.",
        "Two different classes: give each a `__tablename__` of its own.",
        "A notebook: call `Base.metadata.clear()` before the cell defines the classes again, or restart it.",
        "A table that is read from the database first: `__table_args__ = {'extend_existing': True}`; elsewhere this only hides the fault.",
    ),
    tags=("sqlalchemy", "metadata", "imports", "declarative", "notebook"),
    strategy="configuration",
    background="duplicate-name",
)


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Customer(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Customer(Base):
        __tablename__ = "customers"
        id: Mapped[int] = mapped_column(primary_key=True)
