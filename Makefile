# What people type. `make` alone says what there is.
PYTHON ?= python3
PORT   ?= 8000
BIN    := .venv/bin
MO     := locale/it/LC_MESSAGES/django.mo
DENO   := DENO_DIR=.venv/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

# Where this is set, every process of a room and of the tests compiles all it imports again.
export PYTHONDONTWRITEBYTECODE :=

# mypy keeps one core busy, for longest in a clean clone: the others run beside it.
CHECKS := types style imports migrations texts rules prose browser-types scripts deploy

.DEFAULT_GOAL := help
.PHONY: help run install test test-fast test-long test-again test-dates check $(CHECKS:%=check-%) fix mutants bench lock messages types

help:            ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install $(MO)   ## start the room with its demo: http://127.0.0.1:8000 (PORT=8001 for another port)
	@$(BIN)/python manage.py room --port $(PORT)

# Worksteal: what stands together stays in one process as long as it can, and shares what it starts.
PARALLEL := -n auto --dist worksteal
# A process more than there are cores, since some tests wait: for a room, a server, PostgreSQL.
WAITING := $(PARALLEL) -n $$(($$(getconf _NPROCESSORS_ONLN) + 1))

test: .venv/dev $(MO)  ## every test, in parallel, against real servers of their own
	@$(BIN)/python -m pytest $(WAITING)

test-again: .venv/dev $(MO)  ## what failed in the last run, once more, with nothing beside it
	@$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

test-fast: .venv/dev $(MO)  ## the pure rules and what a database shows quickly
	@$(BIN)/python -m pytest $(WAITING) --ignore=tests/browser -m "not room and not slow and not middling"

test-long: .venv/dev $(MO)  ## what has a long form, in full: random machines, properties, whole evenings
	@$(BIN)/python -m pytest $(PARALLEL) -m "long or hypothesis" --hypothesis-profile=long --timeout 3600

test-dates: .venv/dev $(MO)  ## what reads the day's clock, on four other days in two time zones (ARGS=--whole: all of it on each)
	@$(BIN)/python -m tests.dates $(ARGS) $(PARALLEL)

check: .venv/dev ## ruff, mypy, import contracts, migrations, translations, prose, JavaScript, deploy/
	@$(MAKE) --no-print-directory --keep-going --jobs 2 --output-sync $(CHECKS:%=check-%)

check-types: .venv/dev
	@$(BIN)/mypy .
check-style: .venv/dev
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
check-imports: .venv/dev
	@$(BIN)/lint-imports
check-migrations: .venv/dev
	@$(BIN)/python -m poker_site.launch.embedded -- $(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python -m tests.conformance.migrations
check-texts: .venv/dev
	@$(BIN)/python manage.py messages --check
check-rules: .venv/dev
	@$(BIN)/python -m tests.conformance.rules
check-prose: .venv/dev
	@$(BIN)/python -m tests.conformance.prose
check-browser-types: .venv/dev
	@$(BIN)/python -m tests.conformance.browser_types --check
check-scripts: .venv/dev
	@$(DENO) check --quiet --no-remote --config tests/conformance/deno.json static/js
	@$(DENO) lint --quiet --config tests/conformance/deno.json static/js tests/js

check-deploy: .venv/dev
	@$(BIN)/python -m tests.conformance.deployment

fix: .venv/dev ## write what checks compare: format, texts, types of the browser, lines of new pages
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .
	@$(BIN)/python manage.py messages
	@$(BIN)/python -m tests.conformance.browser_types
	@PERMISSIONS=write $(BIN)/python -m pytest --quiet tests/poker_site/test_permissions.py

mutants: .venv/dev ## break the pure code in 400 places: does a test notice? (ARGS="--sample 0": in all)
	@nice $(BIN)/python -m tests.mutants $(ARGS)

bench: .venv/dev ## measure engine, simulation, dealer and push on this machine
	@$(BIN)/python -m tests.bench

install: .venv/run

types: .venv/dev  ## write the browser's types from the server's
	@$(BIN)/python -m tests.conformance.browser_types

messages: .venv/dev ## collect texts to translate into locale/
	@$(BIN)/python manage.py messages

lock: .venv/dev  ## compile the pinned requirements from pyproject.toml
	@UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml -q --universal --generate-hashes -o requirements.txt
	@UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml -q --universal --generate-hashes --group dev -c requirements.txt -o requirements-dev.txt

$(MO): locale/it/LC_MESSAGES/django.po locale/en/LC_MESSAGES/django.po | .venv/run
	@$(BIN)/python manage.py messages --compile-only

.venv/run: requirements.txt poker_site/launch/bootstrap.py
	$(install)

.venv/dev: requirements-dev.txt poker_site/launch/bootstrap.py
	$(install)
	@touch .venv/run

define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "montepremi: Python 3.11 or newer is needed and '$(PYTHON)' is not it." \
	       "Install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) poker_site/launch/bootstrap.py $<
	@touch $@
endef
