#= Run, test, check

# More arguments for `run`, such as ARGS='--profile bedside', or for `bench`: ARGS=--ten-minutes.
ARGS ?=
# One room of Sources, such as ROOM=Alarms: only what its tests need is built.
ROOM ?=
# The timelines of docs/alarm-cases.md, which are not in this tree.
CASES ?= ../shared/data/alarm-cases

.PHONY: run known-room build-tests test check rooms screen condition-table error-codes alarm-cases

run: $(PROGRAM) ## plays the recorded flight eight times as fast, with its page; ARGS='--speed 1' adds arguments or overrides these
	@tools/demo $(LAPWING) $(ARGS)

known-room:
	@[ -z "$(ROOM)" ] || [ -d "Tests/$(ROOM)Tests" ] || { \
	  echo "There are no tests of a room '$(ROOM)': say one of" $(patsubst Tests/%Tests,%,$(wildcard Tests/*Tests)) >&2; exit 64; }

# Tests of some rooms run the program itself, which SwiftPM does not build for them.
WITH_PROGRAM = $(if $(ROOM),$(shell grep -l 'LapwingProcess\|"lapwing"' Tests/$(ROOM)Tests/*.swift 2>/dev/null))

build-tests: known-room begin setup-tests #- builds all tests, and runs none
	@$(if $(WITH_PROGRAM),LAPWING_ROOM=$(ROOM) tools/stage --about 5 'Build Lapwing' $(DEBUG) --product lapwing)
	@LAPWING_ROOM=$(ROOM) tools/stage --about 6 'Build $(or $(ROOM),all) tests' $(DEBUG) $(if $(ROOM),--product lapwingPackageTests,--build-tests)

test: build-tests ## builds and runs all tests; ROOM=Alarms: only those of Sources/Alarms
	@tools/test .build/debug

check: setup ## checks format, house rules, links, words and pins, without a build of Lapwing
	@tools/packages $(CHECK_PACKAGES)
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks tools data
	.ci/check-rules
	tools/rooms --check
	.ci/check-links
	.ci/check-words
	.ci/check-floors
	tools/error-codes --check
	image/card/exposure >/dev/null
	python3 Tests/tools/test_build_tools.py
	python3 Tests/tools/test_check_words.py
	python3 Tests/oracle/mutants.py --fits

rooms: #- prints the rooms of the tree: files, lines, circles, public declarations
	tools/rooms

screen: build #- draws docs/images/screen.svg, the screenshot of the README
	python3 docs/images/screen.py dist/lapwing > docs/images/screen.svg

condition-table: $(PROGRAM) #- writes the table of conditions in docs/alarms.md
	tools/condition-table $(LAPWING)

error-codes: #- writes docs/errors.md, the list of the codes of errors
	tools/error-codes

alarm-cases: $(PROGRAM) #- plays the timelines in CASES=../shared/data/alarm-cases, and writes what is seen into docs/alarm-cases.md
	tools/alarm-cases $(LAPWING) $(CASES)
