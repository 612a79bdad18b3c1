# Needs Python 3.11 or newer and make; all else is installed into .venv from the hashed locks.
# The first of these that is new enough; another one: make run PYTHON=/path/to/python
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
HOST ?= 127.0.0.1
PORT ?= 8000

VENV := .venv
BENCH := .venv-bench
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.PHONY: help run test fuzz lint format verify-seeds verify-knowledge bench accuracy robustness screenshots lock clean

help: ## list what make can do
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

run: $(VENV)/.run ## load the bundled records and serve them on http://HOST:PORT (127.0.0.1:8000)
	$(BIN)/errdex ingest
	$(BIN)/errdex serve --host $(HOST) --port $(PORT)

test: $(VENV)/.dev ## run all tests
	$(BIN)/python -m pytest -n 2 -q

fuzz: $(VENV)/.dev ## run the property tests on new examples, drawn by lot (a quarter of an hour)
	$(BIN)/python -m pytest -n 2 -q -m hypothesis --hypothesis-profile=new

lint: $(VENV)/.dev ## check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## rewrite the code in the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Three stamps. Each install begins by taking back what it may leave half done, so an interrupted one starts afresh:
# .locked: a new environment with exactly what the locks hold; .run: errdex itself, editable; .dev: what tests need.
$(VENV)/.locked: requirements.lock requirements-build.lock
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "errdex needs Python 3.11 or newer, but '$(PYTHON)' is none: name one with make $(or $(MAKECMDGOALS),run) PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Installing errdex into $(VENV): once, about a minute"
	rm -f $(VENV)/.locked $(VENV)/.run $(VENV)/.dev
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --require-hashes -r requirements.lock -r requirements-build.lock
	touch $@

$(VENV)/.run: $(VENV)/.locked pyproject.toml
	rm -f $@
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	mv $(VENV)/.locked $(VENV)/.unfinished
	$(PIP) install --require-hashes -r requirements-dev.lock
	mv $(VENV)/.unfinished $(VENV)/.locked
	touch $@

verify-seeds: $(VENV)/.dev ## compare the bundled records with the releases they come from (fetches four wheels, 110 MB)
	$(BIN)/python -m bench.verify_seeds

# Proofs of the bundled records in two environments of their own: one holds, as a lock has it, what errdex does not stand on;
# the other, made anew each time, the newest releases of all that the records are about.
KNOWLEDGE := .venv-knowledge
STANDS_ON := alembic click fastapi httpx2 jinja2 pydantic pydantic-settings sqlalchemy sqlmodel starlette typer uvicorn
OTHERS := celery django numpy pandas pytest requests scikit-learn
QUIET_INSTALL := -m pip --quiet --disable-pip-version-check --no-input install

$(KNOWLEDGE)/pinned/.ready: requirements-knowledge.lock
	rm -rf $(KNOWLEDGE)/pinned
	$(PYTHON) -m venv $(KNOWLEDGE)/pinned
	$(KNOWLEDGE)/pinned/bin/python $(QUIET_INSTALL) --require-hashes -r requirements-knowledge.lock
	touch $@

verify-knowledge: $(VENV)/.dev $(KNOWLEDGE)/pinned/.ready ## run the proofs that make test does not, then all of them on the newest releases of their packages
	ERRDEX_TEST_PINNED=1 $(BIN)/python -m pytest -q tests/knowledge
	$(PYTHON) -m venv --clear $(KNOWLEDGE)/newest
	$(KNOWLEDGE)/newest/bin/python $(QUIET_INSTALL) --require-hashes -r requirements.lock -r requirements-dev.lock
	$(KNOWLEDGE)/newest/bin/python $(QUIET_INSTALL) --upgrade $(STANDS_ON) $(OTHERS)
	$(BIN)/python -m tests.knowledge.drift $(KNOWLEDGE)/newest/bin/python

# An environment of its own: what errdex is compared with is none of its parts.
$(BENCH)/.ready: requirements.lock requirements-bench.lock
	rm -rf $(BENCH)
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip --quiet --disable-pip-version-check --no-input install --require-hashes -r requirements.lock -r requirements-bench.lock
	touch $@

bench: $(BENCH)/.ready ## measure errdex beside other engines into docs/bench (half an hour, 4 GB of disk)
	$(BENCH)/bin/python -m bench

accuracy: $(BENCH)/.ready ## measure how often answers are right into docs/accuracy.md (half an hour; fetches 16 wheels, 250 MB)
	$(BENCH)/bin/python -m bench.accuracy --write docs/accuracy.md

robustness: $(VENV)/.dev ## measure how errors are found in every format and damage into docs/robustness.md (a quarter of an hour)
	$(BIN)/python -m bench.robustness

screenshots: $(VENV)/.dev ## take the pictures in docs/screenshots again (needs Chromium)
	$(BIN)/python -m tests.web.screenshots

lock: ## resolve the locks again (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url -c requirements.lock --extra postgres pyproject.toml -o requirements-postgres.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url -c requirements.lock --group build -o requirements-build.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url -c requirements.lock --group bench -o requirements-bench.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url -c requirements.lock --extra postgres --group dev --group build pyproject.toml -o requirements-dev.lock
	printf '%s\n' $(OTHERS) | uv pip compile -q --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --no-header --no-emit-index-url - -o requirements-knowledge.lock

clean: ## remove the environment and all caches; records and the database stay
	rm -rf $(VENV) $(BENCH) $(KNOWLEDGE) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
