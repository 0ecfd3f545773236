# Two commands do everything on a fresh machine: `make run` opens the app, `make test` passes the tests.
# Needed beforehand: Python 3.11 or newer with venv, and make. The network is asked only the first time.

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8501
ARGS ?=

.PHONY: run test bench load check page pack site docs clean

run: .venv/app.stamp
	$(BIN)/petrograd1917 serve --port $(PORT) $(ARGS)

test: .venv/test.stamp
	$(BIN)/ruff check .
	chromium="$$(sh tests/browser/find_chromium.sh)" && export CHROMIUM="$$chromium" \
	&& $(BIN)/python -m pytest -m 'not timing' --numprocesses auto --maxprocesses 4 --dist loadfile $(ARGS) \
	&& { $(BIN)/python -m pytest -m timing $(ARGS) || [ $$? -eq 5 ]; }

bench: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	chromium="$$(sh tests/browser/find_chromium.sh)" && export CHROMIUM="$$chromium" && $(BIN)/python bench/run.py

load: .venv/test.stamp
	$(BIN)/python bench/load.py $(ARGS)

check: .venv/app.stamp
	$(BIN)/petrograd1917 check $(ARGS)

page: .venv/app.stamp
	$(BIN)/petrograd1917 page -o petrograd.html $(ARGS)

pack: .venv/app.stamp
	$(BIN)/petrograd1917 pack -o petrograd-1917.zip $(ARGS)

docs: .venv/app.stamp
	$(BIN)/python docs/make.py

site: .venv/app.stamp
	$(BIN)/petrograd1917 site -o site $(ARGS)

.venv/app.stamp: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Petrograd 1917 needs Python 3.11 or newer; name one with make PYTHON=…")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

.venv/test.stamp: .venv/app.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache
