# `make play` starts the program and `make test` checks it. Both first set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(wildcard cpp/*.hpp cpp/*.cpp cpp/*/*.hpp cpp/*/*.cpp) CMakeLists.txt
PIP := pip install --quiet --disable-pip-version-check
# Without build isolation the tools stay in one place, so that only what changed is recompiled.
EDITABLE := --no-build-isolation -e
STRICT := -C cmake.define.DREIERLEI_WERROR=ON
VERSIONS := tests/constraints.txt

# Otherwise every process recompiles every Python module.
unexport PYTHONDONTWRITEBYTECODE

# Tests often wait for a browser or a server, so there is one process more than there are processors. Each starts with a run
# of neighbouring tests, which share servers and databases, and takes over work from the others when it has finished.
PYTEST = $(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal

.PHONY: play setup test suite check lint types deep stub wire wasm man bench soak docs constraints wheel packages clean emulator compiler system node
.DELETE_ON_ERROR:

# Uses the development setup if there is one, so that the core is not compiled twice.
play: $(or $(wildcard $(VENV)/.ready),$(VENV)/.installed)
	@$(BIN)/dreierlei serve

# Everything for development. After a change to the core, this recompiles what depends on it.
setup: $(VENV)/.ready

# Packages are fetched while the core compiles, and types are checked in parallel with the tests.
test:
	@$(MAKE) --no-print-directory --jobs=3 suite types

suite: system lint node $(VENV)/.collected
	$(PYTEST)

# Format, lint and strict types. Compiler warnings are errors when the core is built.
check: lint types

lint: $(VENV)/.packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.packages
	$(BIN)/mypy

# The same tests with more random games and deeper perft counts. The core for pages is rebuilt and compared.
deep: system $(VENV)/.collected node
	DREIERLEI_DEEP=1 $(PYTEST)

# Writes the type stub of the native module, after a change to the bindings.
stub: $(VENV)/.ready
	$(BIN)/python -m nanobind.stubgen -q -P -m dreierlei._core -o src/dreierlei/_core.pyi

# Writes the TypeScript declarations that the page is checked against, after a change to the messages in server/wire.
wire: $(VENV)/.ready
	$(BIN)/python -m tests.wire

# The core for pages, after a change to the core. The compiler caches its work in build/zig.
wasm: $(VENV)/.ready
	$(BIN)/python cpp/wasm/build.py

# The manual page, after a change to a command or its help.
man: $(VENV)/.ready
	$(BIN)/python docs/_man.py

bench: $(VENV)/.bench
	$(BIN)/python bench/bench_core.py
	$(BIN)/python bench/bench_env.py

# An hour of games, kills, restarts of the databases and hostile clients: make soak, or make soak MINUTES=5 GAMES=50.
soak: system $(VENV)/.ready
	$(BIN)/python bench/soak.py --minutes $(or $(MINUTES),60) --games $(or $(GAMES),500)

# Builds the documentation in site/. Pages load nothing from other hosts, and warnings are errors.
docs: $(VENV)/.ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Updates the exact versions that `make test` installs: the newest that work together on the oldest supported Python.
constraints: $(VENV)/.tools
	$(BIN)/$(PIP) -c $(VERSIONS) uv
	{ sed -n '/^#/p' $(VERSIONS); $(BIN)/uv pip compile --quiet --system-certs --python-version 3.11 --no-annotate --no-header \
	  --no-emit-package dreierlei --all-extras --group build --group test --group docs pyproject.toml; } > $(VENV)/versions
	mv $(VENV)/versions $(VERSIONS)

# A wheel for this version of Python, in dist/. It runs on every machine of this architecture with the same or a newer system.
wheel: $(VENV)/.tools | compiler
	rm -f dist/*-linux_*.whl
	$(BIN)/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .

# The same, installed where there is no compiler and run on several kinds of processors, which qemu-user emulates.
packages: emulator $(VENV)/.ready wheel
	$(BIN)/$(PIP) --group packages
	DREIERLEI_WHEELS=dist $(BIN)/pytest tests/packages

clean:
	rm -rf $(VENV) build dist site tests/web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "dreierlei needs Python 3.11 or newer: install it, or name it with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dreierlei needs Python 3.11 or newer, and $(PYTHON) is older: name a newer one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV) || { echo "dreierlei needs Python's venv module: install it (for example python3-venv)." >&2; exit 2; }

# The names of the modules. An editable installation has to be repeated when there are new ones.
$(VENV)/.modules: $(BIN)/python FORCE
	@find src -name '*.py' | sort | cmp -s - $@ || find src -name '*.py' | sort > $@

FORCE:

# A browser, Node, PostgreSQL and Redis.
system:
	@tests/system.sh

# TypeScript, which checks the types of the page's modules, and axe, which checks accessibility.
node: system $(BIN)/python
	@$(BIN)/python -m tests.node

emulator:
	@command -v qemu-x86_64 >/dev/null || { echo "The tests of packages need qemu-x86_64: install qemu-user." >&2; exit 2; }

compiler:
	@command -v $(or $(CXX),c++) >/dev/null || { echo "dreierlei needs a C++20 compiler: install one (for example g++) and try again." >&2; exit 2; }

# The tools that build the core.
$(VENV)/.tools: $(BIN)/python pyproject.toml $(VERSIONS)
	$(BIN)/$(PIP) 'pip>=25.1'
	$(BIN)/$(PIP) -c $(VERSIONS) --group build
	@touch $@

$(VENV)/.installed: $(VENV)/.tools $(VENV)/.modules $(CORE) | compiler
	$(BIN)/$(PIP) $(EDITABLE) '.[serve,print,terminal]'
	@touch $@

# Everything that development and tests need. uv does this with a quarter of pip's work; if it does not find the packages (on an
# index that only pip is configured for), pip takes over. Python compiles a module when it is first imported.
$(VENV)/.packages: $(VENV)/.tools
	$(BIN)/$(PIP) -c $(VERSIONS) uv
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --no-deps -r $(VERSIONS) || $(BIN)/$(PIP) --no-compile -r $(VERSIONS)
	@touch $@

$(VENV)/.core: $(VENV)/.tools $(VENV)/.modules $(CORE) | compiler
	$(BIN)/$(PIP) --no-deps $(EDITABLE) . $(STRICT)
	@touch $@

$(VENV)/.ready: $(VENV)/.packages $(VENV)/.core
	@touch $@ $(VENV)/.installed

# One process compiles all modules first; otherwise several would do so at the same time, each for itself.
$(VENV)/.collected: $(VENV)/.ready
	@$(BIN)/pytest --collect-only >/dev/null || $(BIN)/pytest --collect-only
	@touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/$(PIP) --group bench
	@touch $@
