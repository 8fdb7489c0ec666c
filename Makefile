# make matchup   clone, type this, read who wins
# make help      everything else

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BROWSER := chromium fonts-dejavu fonts-noto-cjk
PY := $(VENV)/bin/python
MATCHUP := matchup kaiya rork --seed 7 --no-stamp

# The pinned versions, for what is installed and for what builds it.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The tests start hundreds of processes, each of which would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

READ_WHEEL := from necrostats.systems.necromunda import catalogue as c; \
	assert 'installed' in c.__file__, c.__file__; print(len(c.load().weapons), 'weapons read from the wheel')

.DEFAULT_GOAL := help
.PHONY: help matchup test test-interpreted mutants notebooks lint format bench readme tables wheel package soak setup browser clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

matchup: $(VENV)/.run-time ## who wins between Kaiya and Rork (sets up what it needs the first time)
	@$(VENV)/bin/necrostats $(MATCHUP)

# Neighbours share what they have solved or loaded: each process takes a stretch of the tests, the first to end takes over.
TESTS := -m pytest -n $(JOBS) --dist worksteal

test: $(VENV)/.everything ## all tests (sets up everything the first time)
	$(PY) $(TESTS)

test-interpreted: $(VENV)/.everything ## the tests that throw dice with a kernel, with nothing compiled and fewer samples
	NUMBA_DISABLE_JIT=1 $(PY) $(TESTS) -m "sampled and not soak" tests

mutants: $(VENV)/.everything ## break every rule and list what no test notices (ONLY="ammo", ALL=1)
	$(PY) -m tests.mutants --jobs $(JOBS) $(if $(ALL),--all) $(ONLY)

notebooks: $(VENV)/.everything ## run every notebook
	@rm -rf build/notebooks && mkdir -p build/notebooks
	@for text in notebooks/*.py; do \
		[ -e "$$text" ] || { echo "no notebooks yet"; exit 0; }; \
		$(PY) -m jupytext --quiet --to ipynb --set-kernel python3 \
			--output "build/notebooks/$$(basename "$$text" .py).ipynb" "$$text" || exit 1; \
	done; \
	$(PY) -m pytest --nbmake --nbmake-timeout=600 --override-ini=addopts= build/notebooks

lint: $(VENV)/.everything ## format, lint, types and import contracts, changing nothing
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

format: $(VENV)/.everything ## format and mend what can be mended
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: $(VENV)/.everything ## speed, as ratios measured in one run
	$(PY) -m tests.benchmarks

readme: $(VENV)/.everything ## write what their commands print into the README and docs/questions.md
	$(PY) -m tests.readme_blocks

tables: $(VENV)/.everything ## write docs/tables anew: the probability tables and their booklets
	$(PY) -m tests.printed_tables

wheel: $(VENV)/.everything ## sdist and wheel in build/dist; the wheel must carry the data and read it
	@rm -rf build/dist build/installed
	$(PY) -m build --no-isolation --outdir build/dist . >/dev/null
	$(PY) -m pip install --quiet --no-deps --target build/installed build/dist/*.whl
	@ls build/installed/necrostats/_data/necromunda/*.toml >/dev/null
	cd build/installed && ../../$(PY) -c "$(READ_WHEEL)"

package: wheel ## the wheel in a fresh environment, locked and without a home; PYTHONS="python3.12 ...": in those
	$(PY) -m tests.installed $(PYTHONS)

soak: $(VENV)/.everything ## long tests: 1e8 trials against the exact laws, Ctrl-C at a hundred moments, ...
	$(PY) -m pytest -m soak --durations=10 tests/resilience

setup: $(VENV)/.everything browser ## the environment for development, with a browser

browser: ## Chromium and fonts for the tests of pages, where apt-get may install them
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq >/dev/null; then \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(BROWSER) >/dev/null; fi; \
		command -v chromium >/dev/null || echo "no Chromium here: tests/browser will be skipped" >&2; }

clean: ## remove the environment, caches and builds
	rm -rf $(VENV) build dist .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "necrostats needs Python 3.11 or later; say which: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "no environment could be made in $(VENV); on Debian and Ubuntu install python3-venv" >&2; exit 1; }

$(VENV)/.run-time: pyproject.toml constraints.txt | $(PY)
	@echo "setting up $(VENV) to run necrostats; this takes a minute or two, once" >&2
	@$(PY) -m pip install --quiet --editable .
	@touch $@

$(VENV)/.everything: pyproject.toml constraints.txt | $(PY)
	@echo "setting up $(VENV) for tests and checks; this takes a few minutes, once" >&2
	@$(PY) -m pip install --quiet --editable '.[dev,notebooks]'
	@touch $(VENV)/.run-time $@
