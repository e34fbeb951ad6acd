# make run   sets everything up and starts the app
# make test  sets everything up and runs the checks
# make bare  does both on a bare Debian of its own
# Prefer the system's Python: its profile-guided build is a sixth faster than a plain build of the same version that may come
# first in the PATH.
SYSTEM := $(shell /usr/bin/python3 -c 'import sys, ensurepip, venv; print(sys.executable * (sys.version_info >= (3, 11)))' 2>/dev/null)
PYTHON ?= $(or $(SYSTEM),python3)
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard companion/translations/*/LC_MESSAGES/*.po)
TESTS ?= tests
# Two workers for each core, because tests in a browser often wait.
WORKERS ?= $(shell expr 2 \* $$(nproc))

.PHONY: phone run test bare browsers bench clauses mutants crash fuzz attack sbom audit cluster network thorough translations lock packages packages-check pictures clean

run: $(VENV)/.app
	$(BIN)/companion serve

# Keep compiled modules, else every worker and every command started by a test would compile all of them again.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# The tests are compiled while mypy runs: otherwise every worker would compile all of them.
	$(BIN)/pytest -qq --collect-only $(TESTS) >/dev/null 2>&1 & $(BIN)/mypy; types=$$?; wait; exit $$types
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(TESTS)

bare:
	.ci/bare

# Play every game in Firefox and in WebKitGTK; missing engines are named. `make test` plays one game in WebKitGTK.
# `.ci/packages full`, as root, installs both.
browsers: export THOROUGH := 1
browsers: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal tests/engines

bench: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.bench

# Crashes, random input and attacks. Each stops by itself; SECONDS=3600 runs them longer.
crash attack fuzz: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.$@ $(if $(SECONDS),--seconds $(SECONDS))

# sbom: the list of all shipped packages, offline. audit: known vulnerabilities of them, from pypi.org.
sbom: $(VENV)/.app
	mkdir -p dist
	$(BIN)/python packaging/sbom.py > dist/companion.cdx.json

audit: $(VENV)/.app
	@$(PYTHON) -c 'import urllib.request as u; u.urlopen("https://pypi.org/pypi/Flask/3.1.0/json", timeout=20)' 2>/dev/null \
	  || { echo "make audit asks pypi.org about each version, and it does not answer that here: nothing was audited."; exit 1; }
	$(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	$(VENV)-audit/bin/pip-audit --strict --progress-spinner off --require-hashes --disable-pip --requirement requirements.lock

# All cases of the tests of which `make test` runs a share (tests/support/share.py).
thorough: export THOROUGH := 1
thorough: test

# Four server processes, one of them killed, and a database standby that takes over. Needs PostgreSQL and haproxy.
cluster: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.cluster

# List for every clause of every book the code that cites it and the tests that reach it.
clauses: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.support.clauses

# A laptop that changes networks during a match. Needs the program `ip`; takes two minutes.
network: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.network

# Mutation tests of the rules: make mutants MUTANTS="companion/games/gin --sample 50".
MUTANTS ?= --minutes 10
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.support.mutants $(MUTANTS)

# After changing a dependency in pyproject.toml: lock the newest matching versions with the hashes of all files, including
# the build tools.
lock: $(VENV)/.app
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 pyproject.toml -o requirements.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  | $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 --constraint requirements.lock - -o build.lock

# Build dist/: wheel, companion.pyz, companion_*.deb. packages-check tests them in a chroot (as root, on Debian).
packages: $(VENV)/.app
	packaging/build

packages-check: packages
	packaging/check

# The app for a phone's browser, without a server: dist/phone, for any https host. Needs npm and node (docs/phone.md).
phone: $(VENV)/.app
	$(BIN)/python packaging/phone/build.py

# Make the pictures of README.md, by the test that checks them.
pictures: $(VENV)/.dev
	PICTURES=1 $(BIN)/pytest -q tests/browser/test_readme_pictures.py

# After changing a visible string: collect it into the catalogue of every language, then translate the new entries.
translations: $(VENV)/.dev
	$(BIN)/pybabel -q extract -F babel.cfg --ignore-dirs ".*" -k N_ -k say -k say_n:1,2 --no-location --sort-output --project companion -o $(VENV)/messages.pot .
	for po in $(CATALOGUES); do \
	  $(BIN)/pybabel -q update -N --no-wrap --ignore-obsolete -i $(VENV)/messages.pot -o $$po -l $$(basename $$(dirname $$(dirname $$po))); \
	  sed -i -E '/^"(Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By):/d' $$po; \
	done

# Say beforehand that this takes long, because pip is quiet.
$(VENV)/.python: .ci/packages
	@echo "Setting up, this once: two or three minutes, more on a slow machine."
	PYTHON=$(PYTHON) .ci/packages run
	@echo "1 of 3: an environment for Python, in the folder $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	@touch $@

# Install only the tested versions, with their hashes.
$(VENV)/.app: $(VENV)/.python pyproject.toml requirements.lock build.lock hatch_build.py $(CATALOGUES)
	@echo "2 of 3: the $$(cat requirements.lock build.lock | grep -c ==) libraries of requirements.lock and build.lock, each compared with its hash; a minute or two without a word ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock -r build.lock
	@echo "3 of 3: companion itself ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.app
	PYTHON=$(PYTHON) .ci/packages test
	@echo "And what the checks need, a browser among it: a minute or two ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-audit .mypy_cache .ruff_cache .pytest_cache .hypothesis
