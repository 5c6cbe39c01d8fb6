# Two commands matter: `make demo` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests start hundreds of processes: none of them is to compile everything anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test slow lint bench docs pictures site results compiled pure clean

demo: $(VENV)/.installed
	$(BIN)/lycosa demo

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile -q

# Four files at once on two cores: most wait for servers, other processes, or two minutes of chaos. What the tests
# of a file share, such as a crawl killed over and over, is made once.
slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m "slow and not timed" -n 4 --dist loadfile -q
	$(BIN)/python -m pytest -m "slow and timed" -q

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(VENV)/.installed
	$(BIN)/python docs/generate.py

pictures: $(VENV)/.installed-dev
	LYCOSA_PICTURES=docs/images $(BIN)/python -m pytest -q -p no:xdist tests/e2e/test_live_view_pictures.py

site: $(VENV)/.installed-dev
	$(BIN)/python docs/site.py site

results: $(VENV)/.installed-dev
	$(BIN)/python -m experiments.publish

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks

compiled: $(VENV)/.installed-dev
	LYCOSA_COMPILE=1 $(BIN)/python setup.py --quiet build_ext --inplace

pure:
	find src -name "*.so" -delete

clean: pure
	rm -rf $(VENV) build dist site demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lycosa needs Python 3.11 or newer; set PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml constraints.txt
	$(PIP) --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created pyproject.toml constraints.txt
	$(PIP) --constraint constraints.txt --editable ".[dev]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: $(VENV)/.installed-dev
	$(PIP) --constraint constraints.txt --editable ".[dev,bench]"
	@touch $@
