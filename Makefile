# What people type. `make` alone says what there is.
PYTHON ?= python3
PORT   ?= 8000
# Another Python than that of .venv has an environment of its own: make test PYTHON=python3.13
NAMED  := $(notdir $(PYTHON))
VENV   := $(if $(or $(wildcard .venv/bin/$(NAMED)),$(if $(wildcard .venv/bin/python),,new)),.venv,var/$(NAMED))
BIN    := $(VENV)/bin
PO     := $(wildcard locale/*/LC_MESSAGES/django.po)
MO     := $(PO:.po=.mo)
DENO   := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

# Where this is set, every process of a room and of the tests compiles all it imports again.
export PYTHONDONTWRITEBYTECODE :=

# mypy keeps one core busy, for longest in a clean clone: the others run beside it.
CHECKS := types style imports migrations texts rules prose browser-types scripts deploy

.DEFAULT_GOAL := help
.PHONY: help run install cluster chaos test test-fast test-long test-again test-core test-dates check $(CHECKS:%=check-%) fix mutants bench lock upgrade audit release messages types

help:            ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install $(MO)   ## start the room with its demo: http://127.0.0.1:8000 (PORT=8001 for another port)
	@$(BIN)/python manage.py room --port $(PORT)

# Worksteal: what stands together stays in one process as long as it can, and shares what it starts.
PARALLEL := -n auto --dist worksteal
# A process more than there are cores, since some tests wait: for a room, a server, PostgreSQL.
WAITING := $(PARALLEL) -n $$(($$(getconf _NPROCESSORS_ONLN) + 1))

test: $(VENV)/dev $(MO)  ## every test, in parallel, against real servers of their own
	@$(BIN)/python -m pytest $(WAITING)

test-again: $(VENV)/dev $(MO)  ## what failed in the last run, once more, with nothing beside it
	@$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

test-fast: $(VENV)/dev $(MO)  ## the pure rules and what a database shows quickly
	@$(BIN)/python -m pytest $(WAITING) --ignore=tests/browser -m "not room and not slow and not middling"

test-long: $(VENV)/dev $(MO)  ## what has a long form, in full: random machines, whole evenings; then every test on every Python there is
	@$(BIN)/python -m pytest $(PARALLEL) -m "long or hypothesis" --hypothesis-profile=long --timeout 3600
	@$(BIN)/python -m tests.pythons --whole

# Pure rules, the engine, some pages and sockets: what another Python breaks first, in a minute.
CORE := tests/tables/engine tests/payouts/rules tests/tournaments/rules tests/tables/sockets/test_consumers.py \
        tests/poker_site/pages/test_about.py tests/poker_site/test_pages.py tests/poker_site/running/test_beat.py

test-core: $(VENV)/dev $(MO)  ## a core of it, for another Python: make test-core PYTHON=python3.13
	@$(BIN)/python -m pytest $(PARALLEL) -m "not room and not slow and not middling" $(CORE)

test-dates: $(VENV)/dev $(MO)  ## what reads the day's clock, on four other days in two time zones (ARGS=--whole: all of it on each)
	@$(BIN)/python -m tests.dates $(ARGS) $(PARALLEL)

check: $(VENV)/dev ## ruff, mypy, import contracts, migrations, translations, prose, JavaScript, deploy/
	@$(MAKE) --no-print-directory --keep-going --jobs 2 --output-sync $(CHECKS:%=check-%)

check-types: $(VENV)/dev
	@$(BIN)/mypy .
check-style: $(VENV)/dev
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
check-imports: $(VENV)/dev
	@$(BIN)/lint-imports
check-migrations: $(VENV)/dev
	@$(BIN)/python -m poker_site.launch.embedded -- $(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python -m tests.conformance.migrations
check-texts: $(VENV)/dev
	@$(BIN)/python manage.py messages --check
check-rules: $(VENV)/dev
	@$(BIN)/python -m tests.conformance.rules
check-prose: $(VENV)/dev
	@$(BIN)/python -m tests.conformance.prose
check-browser-types: $(VENV)/dev
	@$(BIN)/python -m tests.conformance.browser_types --check
check-scripts: $(VENV)/dev
	@$(DENO) check --quiet --no-remote --config tests/conformance/deno.json static/js
	@$(DENO) lint --quiet --config tests/conformance/deno.json static/js tests/js

check-deploy: $(VENV)/dev
	@$(BIN)/python -m tests.conformance.deployment

fix: $(VENV)/dev ## write what checks compare: format, texts, types of the browser, lines of new pages
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .
	@$(BIN)/python manage.py messages
	@$(BIN)/python -m tests.conformance.browser_types
	@PERMISSIONS=write $(BIN)/python -m pytest --quiet tests/poker_site/test_permissions.py

mutants: $(VENV)/dev ## break the pure code in 400 places: does a test notice? (ARGS="--sample 0": in all)
	@nice $(BIN)/python -m tests.mutants $(ARGS)

cluster: $(VENV)/dev $(MO)  ## the room on two nodes of this machine, with fail-over (Linux, as root)
	@$(BIN)/python -m tests.cluster

chaos: $(VENV)/dev $(MO)  ## break such a room while bots play, and check what they were told (CHAOS=quick, short, long; ARGS=--seed 7)
	@$(BIN)/python -m tests.cluster.chaos --length $(or $(CHAOS),short) $(ARGS)

bench: $(VENV)/dev ## measure engine, simulation, dealer and push on this machine
	@$(BIN)/python -m tests.bench

install: $(VENV)/run

types: $(VENV)/dev  ## write the browser's types from the server's
	@$(BIN)/python -m tests.conformance.browser_types

messages: $(VENV)/dev ## collect texts to translate into locale/
	@$(BIN)/python manage.py messages

LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml -q --universal --generate-hashes

lock: $(VENV)/dev  ## compile the pinned requirements from pyproject.toml; what is pinned stays
	@$(LOCK) -o requirements.txt $(NEWEST)
	@$(LOCK) --group dev -c requirements.txt -o requirements-dev.txt $(NEWEST)

upgrade: $(VENV)/dev  ## the newest packages within the bounds of pyproject.toml, known faults of them, and the tests
	@$(MAKE) --no-print-directory lock NEWEST=--upgrade
	@$(MAKE) --no-print-directory audit test

AUDIT := var/audit.json

audit: $(VENV)/dev  ## ask for known faults of the pinned packages, where the service answers
	@rm -f $(AUDIT); mkdir -p var
	@$(BIN)/uv tool run --quiet pip-audit --progress-spinner off --timeout 10 --disable-pip --require-hashes \
	  -r requirements-dev.txt --format json --output $(AUDIT) 2>var/audit.log; status=$$?; \
	if [ -s $(AUDIT) ]; then [ $$status = 0 ] || { cat var/audit.log $(AUDIT); exit 1; }; \
	else echo "No audit: the service of advisories does not answer (var/audit.log)."; fi

release: $(VENV)/dev  ## freeze this version: its migrations, and its database in the middle of play for tests/upgrade
	@$(BIN)/python -m tests.upgrade.release

$(MO): $(PO) | $(VENV)/run
	@$(BIN)/python manage.py messages --compile-only

$(VENV)/run: requirements.txt poker_site/launch/bootstrap.py
	$(install)

$(VENV)/dev: requirements-dev.txt poker_site/launch/bootstrap.py
	$(install)
	@touch $(VENV)/run

define install
	@said=$$($(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>&1) || { \
	  echo "montepremi: Python 3.11 or newer is needed and '$(PYTHON)' is not it." \
	       "Install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; \
	  if [ -n "$$said" ]; then echo "It says: $$said"; fi; exit 1; }
	@$(PYTHON) poker_site/launch/bootstrap.py $< $(VENV)
	@touch $@
endef
