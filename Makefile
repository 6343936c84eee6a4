# `make play` starts the program and `make test` checks it. Both first set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(wildcard cpp/*.hpp cpp/*.cpp cpp/*/*.hpp cpp/*/*.cpp) CMakeLists.txt
PIP := pip install --quiet --disable-pip-version-check
# Without isolation the build tools have one place, so that only what changed is compiled again.
EDITABLE := --no-build-isolation -e
STRICT := -C cmake.define.DREIERLEI_WERROR=ON
VERSIONS := tests/constraints.txt

# Otherwise every process compiles every module again.
unexport PYTHONDONTWRITEBYTECODE

# Tests often wait for a browser or a server, so one process more than there are processors. Each begins with a run of
# neighbouring tests, which share servers and databases, and takes over work from the others when it has finished.
PYTEST = $(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal

.PHONY: play setup test suite check lint types deep stub wire wasm man bench soak docs constraints wheel packages clean emulator compiler system node
.DELETE_ON_ERROR:

# Where everything is set up for developing, that is used: the core is not compiled twice.
play: $(or $(wildcard $(VENV)/.ready),$(VENV)/.installed)
	@$(BIN)/dreierlei serve

# Everything for developing. After a change of the core, this compiles what depends on it.
setup: $(VENV)/.ready

# Packages are fetched while the core is compiled, and types are checked beside the tests.
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

# The same tests with more random games and deeper perft counts.
deep: system $(VENV)/.collected node
	DREIERLEI_DEEP=1 $(PYTEST)

# Writes the type stub of the native module, after a change of the bindings.
stub: $(VENV)/.ready
	$(BIN)/python -m nanobind.stubgen -q -P -m dreierlei._core -o src/dreierlei/_core.pyi

# Writes the TypeScript declarations that the page is checked against, after a change of the messages in server/wire.
wire: $(VENV)/.ready
	$(BIN)/python -m tests.wire

# The core for pages, after a change of the core. The compiler keeps what it has compiled in build/zig.
wasm: $(VENV)/.ready
	$(BIN)/python cpp/wasm/build.py

# The manual page, after a change of a command or its help.
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

# Renews the exact versions that `make test` installs: the newest that work together with the oldest Python that will do.
constraints: $(VENV)/.tools
	$(BIN)/$(PIP) -c $(VERSIONS) uv
	{ sed -n '/^#/p' $(VERSIONS); $(BIN)/uv pip compile --quiet --system-certs --python-version 3.11 --no-annotate --no-header \
	  --no-emit-package dreierlei --all-extras --group build --group test --group docs pyproject.toml; } > $(VENV)/versions
	mv $(VENV)/versions $(VERSIONS)

# A wheel for this version of Python, in dist/. It runs on every machine of this architecture with this or a newer system.
wheel: $(VENV)/.tools | compiler
	rm -f dist/*-linux_*.whl
	$(BIN)/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .

# The same, installed where there is no compiler and run by processors of several kinds, which qemu-user emulates.
packages: emulator $(VENV)/.ready wheel
	$(BIN)/$(PIP) --group packages
	DREIERLEI_WHEELS=dist $(BIN)/pytest tests/packages

clean:
	rm -rf $(VENV) build dist site tests/web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "dreierlei needs Python 3.11 or newer: install it, or name it with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dreierlei needs Python 3.11 or newer, and $(PYTHON) is older: name a newer one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV) || { echo "dreierlei needs Python's venv module: install it (for example python3-venv)." >&2; exit 2; }

# The names of the modules. An editable installation has to be renewed when there are new ones.
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

# What builds the core.
$(VENV)/.tools: $(BIN)/python pyproject.toml $(VERSIONS)
	$(BIN)/$(PIP) 'pip>=25.1'
	$(BIN)/$(PIP) -c $(VERSIONS) --group build
	@touch $@

$(VENV)/.installed: $(VENV)/.tools $(VENV)/.modules $(CORE) | compiler
	$(BIN)/$(PIP) $(EDITABLE) '.[serve,print,terminal]'
	@touch $@

# Everything that developing and testing need. uv does this with a quarter of pip's work; where it does not find the packages
# (on an index that only pip is told of), pip does. Python compiles a module when it is first imported.
$(VENV)/.packages: $(VENV)/.tools
	$(BIN)/$(PIP) -c $(VERSIONS) uv
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --no-deps -r $(VERSIONS) || $(BIN)/$(PIP) --no-compile -r $(VERSIONS)
	@touch $@

$(VENV)/.core: $(VENV)/.tools $(VENV)/.modules $(CORE) | compiler
	$(BIN)/$(PIP) --no-deps $(EDITABLE) . $(STRICT)
	@touch $@

$(VENV)/.ready: $(VENV)/.packages $(VENV)/.core
	@touch $@ $(VENV)/.installed

# One process compiles all modules before several would do so at the same time, each for itself.
$(VENV)/.collected: $(VENV)/.ready
	@$(BIN)/pytest --collect-only >/dev/null || $(BIN)/pytest --collect-only
	@touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/$(PIP) --group bench
	@touch $@
