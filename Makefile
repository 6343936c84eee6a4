# Two commands do everything: `make play` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(wildcard cpp/*.hpp cpp/*/*.hpp cpp/*/*.cpp) CMakeLists.txt pyproject.toml

# Tests wait a good deal, for browsers and servers: one process more than there are processors.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: play test check deep stub wire bench docs clean compiler system node
.DELETE_ON_ERROR:

play: $(VENV)/.installed
	@$(BIN)/dreierlei serve

test: system check node
	$(BIN)/pytest -n $(WORKERS)

# Format, lint and strict types. The compiler's warnings were errors already when the core was built.
check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Longer random games and deeper perft than `test` has time for.
deep: system $(VENV)/.ready node
	DREIERLEI_DEEP=1 $(BIN)/pytest -n $(WORKERS)

# The type stub of the native module, after a change of the bindings.
stub: $(VENV)/.ready
	$(BIN)/python -m nanobind.stubgen -q -P -m dreierlei._core -o src/dreierlei/_core.pyi

# The page's TypeScript declarations of what goes over the wire, after a change of the messages in server/wire.
wire: $(VENV)/.ready
	$(BIN)/python -m dreierlei.server.wire.typescript

bench: $(VENV)/.bench
	$(BIN)/python bench/bench_core.py
	$(BIN)/python bench/bench_env.py

# The documentation, in site/. Nothing is loaded from another host, and a warning is an error.
docs: $(VENV)/.ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) build dist site tests/web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "dreierlei needs Python 3.11 or newer: install it, or name it with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dreierlei needs Python 3.11 or newer, and $(PYTHON) is older: name a newer one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV) || { echo "dreierlei needs Python's venv module: install it (for example python3-venv)." >&2; exit 2; }

# The names of the modules: an installation that is edited in place must be told of new ones.
$(VENV)/.modules: $(BIN)/python FORCE
	@find src -name '*.py' | sort | cmp -s - $@ || find src -name '*.py' | sort > $@

FORCE:

# A browser, Node and the databases that the tests start themselves.
system:
	@tests/system.sh

# The type checker for the web app's modules and the judge of accessibility, for the tests alone.
node: system $(VENV)/.ready
	@$(BIN)/python -m tests.node

compiler:
	@command -v $(or $(CXX),c++) >/dev/null || { echo "dreierlei needs a C++20 compiler, and none was found: install one (for example g++) and try again." >&2; exit 2; }

$(VENV)/.installed: $(VENV)/.modules $(CORE) | compiler
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[serve,print,terminal]'
	@touch $@

$(VENV)/.ready: $(VENV)/.modules $(CORE) | compiler
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[serve,print,terminal,env,cluster]' --group test --group docs -C cmake.define.DREIERLEI_WERROR=ON
	@touch $@ $(VENV)/.installed

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/pip install --quiet --disable-pip-version-check --group bench
	@touch $@
