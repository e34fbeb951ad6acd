# make run   sets everything up and starts the app
# make test  sets everything up and runs all checks
# make bare  does both on a bare Debian of its own
# The Python of the system, where it will do: its builders tuned it by what programs do, and it takes a sixth less time than
# one of the same version that was compiled as it comes and stands before it in the PATH.
SYSTEM := $(shell /usr/bin/python3 -c 'import sys, ensurepip, venv; print(sys.executable * (sys.version_info >= (3, 11)))' 2>/dev/null)
PYTHON ?= $(or $(SYSTEM),python3)
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard companion/translations/*/LC_MESSAGES/*.po)
TESTS ?= tests
# One more than there are cores: a browser waits now and then, and two cores have enough of three.
WORKERS ?= $(shell expr 2 \* $$(nproc))

.PHONY: phone run test bare browsers bench clauses mutants crash fuzz attack sbom audit cluster network thorough translations lock packages packages-check pictures clean

run: $(VENV)/.app
	$(BIN)/companion serve

# Compiled modules are kept: every worker, and every command that a test starts, would compile the whole house again.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(TESTS)

bare:
	.ci/bare

# What people do at a table, every game in Firefox and in WebKitGTK; an engine that is not installed is named. make test
# plays one game in each. Both come by .ci/packages full, as root.
browsers: export THOROUGH := 1
browsers: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal tests/engines

bench: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.bench

# What can befall a server, what makes no sense, what strangers can do; each ends by itself. SECONDS=3600 for longer.
crash attack fuzz: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.$@ $(if $(SECONDS),--seconds $(SECONDS))

# The inventory of what is shipped, offline; and whether flaws of it are known, which asks pypi.org.
sbom: $(VENV)/.app
	mkdir -p dist
	$(BIN)/python packaging/sbom.py > dist/companion.cdx.json

audit: $(VENV)/.app
	@$(PYTHON) -c 'import urllib.request as u; u.urlopen("https://pypi.org/pypi/Flask/3.1.0/json", timeout=20)' 2>/dev/null \
	  || { echo "make audit asks pypi.org about each version, and it does not answer that here: nothing was audited."; exit 1; }
	$(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	$(VENV)-audit/bin/pip-audit --strict --progress-spinner off --require-hashes --disable-pip --requirement requirements.lock

# All of that of which make test takes a share (tests/support/share.py).
thorough: export THOROUGH := 1
thorough: test

# PostgreSQL and haproxy must be installed: four processes, one of them killed, and a standby that takes over.
cluster: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.cluster

# Every clause of every book: what cites it, and what reaches it.
clauses: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.support.clauses

# A laptop that changes networks while phones play; the program ip must be installed. Two minutes.
network: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m tests.proofs.network

# Rules made wrong on purpose, and what the fast tests let live: make mutants MUTANTS="companion/games/gin --sample 50".
MUTANTS ?= --minutes 10
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.support.mutants $(MUTANTS)

# After changing a dependency in pyproject.toml: newest versions that fit, with the hashes of all their files. What builds
# the package is locked beside what it needs, so that a fresh set-up runs nothing that was not tested.
lock: $(VENV)/.app
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 pyproject.toml -o requirements.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  | $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 --constraint requirements.lock - -o build.lock

# dist/: wheel, companion.pyz, companion_*.deb. packages-check proves them (as root, on Debian: it makes a chroot).
packages: $(VENV)/.app
	packaging/build

packages-check: packages
	packaging/check

# The app for a phone's browser, without a server: dist/phone, for any https host. Needs npm and node (docs/phone.md).
phone: $(VENV)/.app
	$(BIN)/python packaging/phone/build.py

# The pictures of README.md, by the test that looks after them.
pictures: $(VENV)/.dev
	PICTURES=1 $(BIN)/pytest -q tests/browser/test_readme_pictures.py

# After changing a visible string: collect it into every language's catalogue, then translate what is new there.
translations: $(VENV)/.dev
	$(BIN)/pybabel -q extract -F babel.cfg --ignore-dirs ".*" -k N_ -k say -k say_n:1,2 --no-location --sort-output --project companion -o $(VENV)/messages.pot .
	for po in $(CATALOGUES); do \
	  $(BIN)/pybabel -q update -N --no-wrap --ignore-obsolete -i $(VENV)/messages.pot -o $$po -l $$(basename $$(dirname $$(dirname $$po))); \
	  sed -i -E '/^"(Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By):/d' $$po; \
	done

# What takes long says so beforehand: pip itself is silent where it has nothing to complain of.
$(VENV)/.python: .ci/packages
	@echo "Setting up, this once: two or three minutes, more on a slow machine."
	PYTHON=$(PYTHON) .ci/packages run
	@echo "1 of 3: an environment for Python, in the folder $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	@touch $@

# The versions that were tested, each with its hash; what the locks lack, nothing brings.
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
