#= The page and messages

PAGE_TESTS = tools/own-network .venv/bin/python -m pytest Tests/page --quiet --numprocesses $$(nproc) --dist worksteal

.PHONY: page proof-page bench-page bench-panel screenshots outside matrix proof-home-assistant

# In short, as in CI, not each page meets each screen.
page: $(PROGRAM) python #- drives the page in Chromium and Firefox; TEST=name: only these tests
	@tools/packages $(PAGE_PACKAGES)
	$(PAGE_TESTS) $(if $(TEST),-k $(TEST),-m "not whole")
	$(if $(TEST),,.venv/bin/python Tests/page/api.py 20)

proof-page: $(PROGRAM) python #- the same with each page on each screen, and asks a panel in odd ways for all that its description has; 15 min
	@tools/packages $(PAGE_PACKAGES)
	CHROMIUM=/usr/bin/chromium $(PAGE_TESTS)
	.venv/bin/python Tests/page/api.py 600

bench-page: build python #- measures the page in a browser beside a fixed page: bytes, times, a year at once after its import, viewers
	@tools/packages $(PAGE_PACKAGES)
	@$(call RELEASE,record-benchmark)
	.venv/bin/python Benchmarks/page.py dist/lapwing .build/release/record-benchmark

bench-panel: build #- measures whether the critical loop notices an attacked page: the time from a message to what the loop does
	@$(call RELEASE,watched-loop)
	python3 Benchmarks/panel_load.py .build/release/watched-loop dist/lapwing

screenshots: $(PROGRAM) python #- takes screenshots of all pages into dist/screenshots, and those of the README into docs/images
	@tools/packages $(PAGE_PACKAGES)
	tools/screenshots $(LAPWING)

# Exim is the mail server; it runs without root in a folder of its own. Some seconds each, side by side.
outside: $(PROGRAM) #- sends to real servers on loopback: TLS, mail, doubles of ntfy and Pushover, servers that are ill, kills at random
	@tools/packages $(OUTSIDE_PACKAGES)
	python3 Tests/outside/run.py

# Python 3.13 and gcc are needed besides.
proof-home-assistant: $(PROGRAM) #- publishes to the real Home Assistant from PyPI, restarts all in each order, and tries docs/home-assistant.md; 15 min, fetches 800 MB at the first run
	@tools/packages $(OUTSIDE_PACKAGES)
	python3 Tests/outside/home_assistant.py
	python3 Tests/outside/assistant_examples.py

# Two boxes in name spaces of the network, which needs root. MATRIX='--sequences 10' is shorter.
matrix: $(PROGRAM) #- measures how long it takes until a person knows, for each fault of box, network, phone and person; half an hour
	@tools/packages $(OUTSIDE_PACKAGES)
	python3 Tests/outside/matrix.py --write $(MATRIX)
