# Every target makes what it needs first (setup.sh), so a fresh clone needs only one of these lines.
export LANG ?= C.UTF-8
PYTHON_HERE := .venv/bin/python
CACHES := .pytest_cache .ruff_cache .import_linter_cache .hypothesis

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint bench bench-safety bench-hands bench-tokens matrix lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /  make \1 # /p' $(MAKEFILE_LIST) | awk -F' # ' '{ printf "%-22s %s\n", $$1, $$2 }'

setup: ## install what is missing: system packages and .venv
	@./setup.sh test

demo: ## watch Deskhand do a real job on real applications, every step verified
	@./setup.sh runtime
	@$(PYTHON_HERE) examples/demo/demo.py

test: lint ## lint, then all tests
	@$(PYTHON_HERE) -m pytest -n auto --maxprocesses 4 --dist loadfile $(ARGS) || { \
	  echo "What failed beside other applications runs once more, alone:"; \
	  $(PYTHON_HERE) -m pytest -n 0 --last-failed --last-failed-no-failures none $(ARGS); }

lint: setup ## ruff, pyright, the floors of the house
	@.venv/bin/ruff check .
	@.venv/bin/pyright --pythonpath $(PYTHON_HERE)
	@.venv/bin/lint-imports

bench: ## the table of speeds, each beside its peer
	@./setup.sh bench
	@$(PYTHON_HERE) bench/run.py $(ARGS)

bench-safety: ## change, break and kill the world between look and act
	@./setup.sh bench
	@$(PYTHON_HERE) bench/safety.py $(ARGS)

bench-hands: ## thousands of actions in six applications, with faults
	@./setup.sh bench
	@$(PYTHON_HERE) bench/hands.py $(ARGS)

bench-tokens: ## what a look at ten windows costs a model, beside other programs, and docs/tokens.md
	@./setup.sh bench
	@$(PYTHON_HERE) bench/tokens/run.py $(ARGS)

matrix: setup ## measure every verb on every toolkit and write docs/matrix.md
	@$(PYTHON_HERE) bench/matrix/run.py --write $(ARGS)

lock: setup ## write requirements/*.txt anew from pyproject.toml
	@$(PYTHON_HERE) -m pip install -q pip-tools
	@$(PYTHON_HERE) requirements/lock.py $(ARGS)

clean: ## remove what these targets made, nothing else
	@for folder in .venv .bench-venv; do if [ -f $$folder/.deskhand ]; then rm -rf $$folder; fi; done
	@rm -rf build dist $(CACHES) .setup-absent src/*.egg-info
	@find src tests bench fixtures examples requirements -name __pycache__ -type d -prune -exec rm -rf {} +
