# Builds, tests and runs Lapwing on Debian. It needs a Swift toolchain (6.2 or later) in PATH; `setup` brings the rest.

# A pipe fails where any of its parts does.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

SWIFT ?= swift
# More flags for every build, such as SWIFTFLAGS='-j 1' on a machine that is shared.
SWIFTFLAGS ?=
# More arguments for `run`, such as ARGS='--profile bedside', or for `bench`: ARGS=--ten-minutes.
ARGS ?=

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/System/Process/Version.swift)
STATIC := dist/lapwing-$(VERSION)-$(shell uname -m)
ARM64 := dist/lapwing-$(VERSION)-arm64

# All libraries go into the binary, so that it runs on any machine. There is one kind of release, which is what is
# measured and what is shipped. Everything of it is built with the same flags, or each part would build all others again.
# lld: the default linker warns of a call inside Foundation that is none of ours. What is shipped is stripped, so a build
# leaves out what a debugger reads: some per cent of the time.
RELEASE_FLAGS = $(SWIFTFLAGS) $(RULES) -c release -debug-info-format none
RELEASE = resources=$$(tools/cross/prepare native)/resources && $(SWIFT) build $(RELEASE_FLAGS) --static-swift-stdlib \
  -Xswiftc -use-ld=lld -Xswiftc -static-executable -Xswiftc -resource-dir -Xswiftc "$$resources"
# SwiftPM holds which room may import which: a module that Package.swift does not name for a target is an error.
RULES = --explicit-target-dependency-import-check error
# SwiftPM finds tests by the compiler's index. To index the system's modules too takes a quarter of the time, and helps nobody.
DEBUG = $(SWIFT) build $(SWIFTFLAGS) $(RULES) -Xswiftc -index-ignore-system-modules
# What is built with lies in LAPWING_CACHE; tools/cross/prepare says more.
export SWIFT

# What a fresh Debian 12 lacks. The toolchain links with the system's C and C++ libraries (g++ brings both) and fetches
# packages with git over HTTPS (ca-certificates); its own programs load libcurl, libncurses and libxml2. The logbook
# links SQLite, the decoders of encrypted sensors Mbed TLS, the radio BlueZ's library, PDF documents zlib. The benchmarks and
# CI read results with python3. bzip2 and xz-utils unpack the libraries that tools/cross/prepare builds. Tests of documents
# take the fonts, read PDF with qpdf and poppler-utils, and SVG with libxml2-utils.
PACKAGES = g++ git ca-certificates libcurl4 libncurses6 libxml2 libsqlite3-dev libmbedtls-dev libbluetooth-dev python3 \
  bzip2 xz-utils zlib1g-dev fonts-nanum fonts-dejavu-core qpdf poppler-utils libxml2-utils
# What `make arm64` needs besides.
ARM64_PACKAGES = qemu-user-static
# What `make deb` needs besides: fonttools cuts the fonts of the package.
DEB_PACKAGES = lintian fonttools
# What `make rig` needs besides: the emulator, and what makes the guest's disks.
RIG_PACKAGES = qemu-system-arm device-tree-compiler e2fsprogs kmod cpio python3-venv
# What `make image` needs besides, and `make bundle`, and `make image-rig`.
IMAGE_PACKAGES = fakeroot qemu-user-static e2fsprogs dosfstools mtools fdisk cpio kmod xz-utils openssl
BUNDLE_PACKAGES = rauc squashfs-tools openssl
IMAGE_RIG_PACKAGES = qemu-system-arm qemu-utils openssh-client python3-venv
# What `make repository` needs.
REPOSITORY_PACKAGES = gpg dpkg-dev
# What `make page` needs besides: two browsers, Python to drive them, and other clients.
PAGE_PACKAGES = chromium chromium-headless-shell firefox-esr python3-venv curl openssl faketime
# What `make check` needs besides: `systemd-analyze`.
CHECK_PACKAGES = systemd
# What `make proof-record` needs besides.
PROOF_PACKAGES = strace
# What `make outside` needs besides: a mail server, what makes certificates, and name spaces of the network for two boxes.
OUTSIDE_PACKAGES = exim4-daemon-light openssl iproute2
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
installed = $(shell dpkg-query -W -f '$${Package}:$${db:Status-Status} ' $(1) 2>/dev/null)
missing = $(patsubst %:installed,%,$(filter-out $(call installed,$(1)),$(addsuffix :installed,$(1))))
# CI runs two targets side by side, and apt refuses a second one.
define install_missing
$(if $(call missing,$(1)),$(SUDO) flock -o /var/lib/dpkg apt-get update
$(SUDO) flock -o /var/lib/dpkg env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(call missing,$(1)))
endef

.DEFAULT_GOAL := help
.PHONY: help build-tests page proof-page bench-page bench-panel screenshots setup setup-arm64 build static compile-arm64 arm64 deb setup-rig rig \
  setup-image image image-lock bundle image-rig image-scripts image-short image-vulnerabilities repository proof-repository proof-image proof-update \
  proof-update-emulated proof-power-cuts proof-two-boxes boot-time soak latency run test check random \
  fuzz coverage check-coverage simulate simulate-year proof-nights nights cabin-sounds signals allocations loop-allocations decoding \
  bench bench-balance bench-record proof-record oracle balance-oracle proof-balance proof-alarms proof-mutants proof-fhir \
  proof-flight flight advice quiet circle proof-circle outside \
  condition-table matrix rooms screen clean
# Two builds of one package would only wait for each other.
.NOTPARALLEL:

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-17s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## installs missing packages; fetches nothing if all are there
	@command -v $(SWIFT) >/dev/null || { echo "No $(SWIFT) in PATH: install a Swift toolchain first." >&2; exit 1; }
	$(call install_missing,$(PACKAGES))
	libraries=$$(tools/cross/prepare libraries) && ln -sfn "$$libraries" .libraries

setup-arm64: setup ## installs what `make arm64` also needs
	$(call install_missing,$(ARM64_PACKAGES))

build: setup ## builds dist/lapwing for this machine; it runs without any library
	$(RELEASE) --product lapwing
	mkdir -p dist
	strip -o $(STATIC).new .build/release/lapwing && mv $(STATIC).new $(STATIC)
	ln -sf $(notdir $(STATIC)) dist/lapwing

static: build ## builds the same under the name dist/lapwing-VERSION-ARCH, and tests it
	tools/cross/smoke $(STATIC) $(VERSION)

# SwiftPM warns for every target that it does without a library of the compiler, which is not available here.
compile-arm64: setup-arm64 ## builds dist/lapwing-VERSION-arm64, the same for the box
	sdk=$$(tools/cross/prepare arm64) && { LAPWING_LIBRARIES="$$sdk/libraries" $(SWIFT) build $(RELEASE_FLAGS) --scratch-path .build-arm64 \
	  --swift-sdks-path "$$sdk/sdks" --swift-sdk arm64-static --static-swift-stdlib -Xswiftc -static-executable \
	  --product lapwing 2>&1 | sed -u '/Unable to locate libSwiftScan/d'; } && \
	  mkdir -p dist && "$$sdk/compiler/bin/llvm-objcopy" --strip-all .build-arm64/release/lapwing $(ARM64)

arm64: compile-arm64 static ## builds the arm64 binary, and tests it in an emulator beside this machine's
	tools/cross/smoke $(ARM64) $(VERSION) $(STATIC)

deb: static arm64 ## builds dist/lapwing_VERSION_{arm64,amd64}.deb, and checks them with lintian
	$(call install_missing,$(DEB_PACKAGES))
	image/package/build arm64 $(ARM64) $(STATIC) $(VERSION) dist/lapwing_$(VERSION)_arm64.deb
	image/package/build amd64 $(STATIC) $(STATIC) $(VERSION) dist/lapwing_$(VERSION)_amd64.deb
	lintian --allow-root --fail-on error dist/lapwing_$(VERSION)_arm64.deb dist/lapwing_$(VERSION)_amd64.deb

setup-rig: ## installs what `make rig` also needs, and makes the guest's disks
	$(call install_missing,$(PACKAGES) $(RIG_PACKAGES))
	cmp -s Rig/requirements.txt .venv/installed || { python3 -m venv .venv && \
	  .venv/bin/pip install --quiet --requirement Rig/requirements.txt && cp Rig/requirements.txt .venv/installed; } || \
	  { echo "The Python packages of Rig/requirements.txt could not be installed in .venv: see above." >&2; exit 1; }
	Rig/prepare >/dev/null

# Rig/README.md says more. `Rig/run` does the same with the package that is there already.
rig: setup-rig deb ## tests the package on an emulated box; TEST=name: only these tests, with the guest's console shown
	Rig/run $(TEST)

# Five minutes, on a quiet machine.
proof-two-boxes: setup-rig deb ## lets two emulated boxes watch each other: alarm, answer, killed process, cut cable, cut power
	Rig/run test_two_boxes

# A quarter of an hour. The sound is recorded and looked at after each.
CUTS ?= 50
proof-power-cuts: setup-rig deb ## cuts the power CUTS=50 times at random moments, with sectors unflushed and torn
	CUTS=$(CUTS) .venv/bin/python -m pytest Rig -k after_every_power_cut --numprocesses 2

proof-record: CUTS = 200
proof-record: setup ## cuts the power CUTS=200 times while the logbook is written, sealed, migrated and partly deleted
	$(call install_missing,$(PROOF_PACKAGES))
	$(RELEASE) --product record-benchmark
	python3 Tests/record-proof/test_disk.py
	python3 Tests/record-proof/blocks.py .build/release/record-benchmark
	python3 Tests/record-proof/run.py .build/release/record-benchmark $(CUTS)

# docs/image.md says more. ADDRESS: where the image will be offered, for Raspberry Pi Imager. PACKAGE: another package than the one that is built here. KEYS: the owner's keys of updates.
PACKAGE ?= dist/lapwing_$(VERSION)_arm64.deb
KEYS ?= $(HOME)/.config/lapwing/keys
CARD = image/card/build $(PACKAGE) $(VERSION) $(KEYS)/keyring.pem
# rpi5: for a Pi 5, which nobody has tried.
BOARD ?= rpi
export BOARD
IMAGE := dist/lapwing-$(VERSION)-$(BOARD)-arm64

$(PACKAGE):
	$(MAKE) deb

setup-image:
	$(call install_missing,$(IMAGE_PACKAGES))
	image/update/keys $(KEYS)

image: setup-image $(PACKAGE) ## builds the SD card's image from the package in dist/: dist/lapwing-VERSION-rpi-arm64.img.xz
	card=$$($(CARD)) && image/card/release "$$card" $(IMAGE) $(VERSION) $(ADDRESS)

image-vulnerabilities: ## asks Debian's tracker which packages on the card have known faults
	image/card/vulnerabilities image/card/lock

image-lock: ## makes a new list of the Debian packages on the card, and prints what has changed
	image/card/renew $(filter-out rpi,$(BOARD))

bundle: setup-image $(PACKAGE) ## makes the signed update of the same system: dist/lapwing-VERSION-rpi-arm64.raucb
	$(call install_missing,$(BUNDLE_PACKAGES))
	card=$$($(CARD)) && image/update/bundle "$$card/root.ext4" $(VERSION) $(KEYS) $(IMAGE).raucb

image-rig: setup-image $(PACKAGE) ## starts the image in an emulated box: first start, configuration, updates; TEST=name
	$(call install_missing,$(IMAGE_RIG_PACKAGES) $(BUNDLE_PACKAGES))
	[ -x .venv/bin/pytest ] || { python3 -m venv .venv && .venv/bin/pip install --quiet pytest; }
	card=$$($(CARD)) && CARD="$$card" KEYS=$(KEYS) .venv/bin/python -m pytest image/rig -v --capture=no --durations=12 $(if $(TEST),-k $(TEST)) $(if $(SHORT),-m short)

image-scripts: setup ## tests the card's own scripts in folders that stand for a box, without an emulator; half a minute
	$(call install_missing,$(IMAGE_PACKAGES) python3-venv)
	[ -x .venv/bin/pytest ] || { python3 -m venv .venv && .venv/bin/pip install --quiet pytest; }
	.venv/bin/python -m pytest image/rig -m short --ignore image/rig/test_short.py --quiet

image-short: SHORT = yes
image-short: image-rig ## the same in short, for CI: a first start, an update, one that is not good and the way back

# A minute or two for each cut. Results add up in image/rig/cuts.jsonl.
proof-update-emulated: setup-image $(PACKAGE) ## cuts the power of the emulated box CUTS=50 times in a first start and in updates; SEED=number
	$(call install_missing,$(IMAGE_RIG_PACKAGES) $(BUNDLE_PACKAGES))
	[ -x .venv/bin/pytest ] || { python3 -m venv .venv && .venv/bin/pip install --quiet pytest; }
	card=$$($(CARD)) && CARD="$$card" KEYS=$(KEYS) \
	  nice .venv/bin/python image/rig/cuts.py $(CUTS) $(SEED)

proof-update: ## cuts the power UPDATE_CUTS=10000 times in a model of updates that runs the box's own scripts; a minute or so
	python3 image/proof/run.py $(or $(UPDATE_CUTS),10000)

proof-image: setup-image $(PACKAGE) ## makes the image twice, in different folders, and compares each byte
	first=$$($(CARD)) && sums=$$(cd $$first && sha256sum card.img root.ext4) && CARD_AGAIN=1 $(CARD) >/dev/null && \
	  again=$$(cd $$first && sha256sum card.img root.ext4) && echo "$$again" && [ "$$sums" = "$$again" ]

REPOSITORY ?= dist/repository
repository: ## puts the packages in dist/ into an apt repository, signed with the owner's key: REPOSITORY=dist/repository
	@ls dist/lapwing_*.deb >/dev/null 2>&1 || { echo "There are no packages in dist/: run \`make deb\` first." >&2; exit 66; }
	$(call install_missing,$(REPOSITORY_PACKAGES))
	image/package/repository $(KEYS) $(REPOSITORY) dist/lapwing_*.deb

proof-repository: ## tries that repository with apt in a Debian of its own: install, upgrade, pin back, refuse; needs root
	$(call install_missing,$(REPOSITORY_PACKAGES) mmdebstrap)
	image/package/try-repository dist/lapwing_$(VERSION)_$$(dpkg --print-architecture).deb

boot-time: setup-rig deb ## measures the parts of a cold boot of the emulated box
	.venv/bin/python -m pytest Rig/long/boot.py --capture=no

soak: setup-rig ## runs the package in dist/ for MINUTES=10 with 500 advertisements a second; memory must not grow
	.venv/bin/python -m pytest Rig/long/soak.py --capture=no

latency: setup-rig ## measures the package in dist/: from an advertisement to lamp and sound, beside a C and a Python client
	RIG_COUNTED=1 .venv/bin/python -m pytest Rig/long/latency.py Rig/long/first_sample.py --capture=no

run: build ## plays the recorded flight eight times as fast, with its page; ARGS='--speed 1' adds arguments or overrides these
	tools/demo dist/lapwing $(ARGS)

build-tests: setup ## builds all tests, and runs none
	$(DEBUG) --build-tests

test: build-tests ## builds and runs all tests
	tools/test "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

.venv/page: Tests/page/requirements.txt
	$(call install_missing,$(PAGE_PACKAGES))
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement Tests/page/requirements.txt
	touch .venv/page

PAGE_TESTS = .venv/bin/python -m pytest Tests/page --quiet --numprocesses $$(nproc) --dist worksteal

# In short, as in CI, not each page meets each screen.
page: setup .venv/page ## drives the page in Chromium and Firefox; TEST=name: only these tests
	$(call install_missing,$(PAGE_PACKAGES))
	$(DEBUG) --product lapwing
	$(PAGE_TESTS) $(if $(TEST),-k $(TEST),-m "not whole")
	$(if $(TEST),,.venv/bin/python Tests/page/api.py 20)

# A quarter of an hour.
proof-page: setup .venv/page ## the same with each page on each screen, and asks a panel for all that its description has in odd ways
	$(call install_missing,$(PAGE_PACKAGES))
	$(DEBUG) --product lapwing
	CHROMIUM=/usr/bin/chromium $(PAGE_TESTS)
	.venv/bin/python Tests/page/api.py 600

bench-page: build .venv/page ## measures the page in a browser beside a fixed page: Now with a slowed processor, and a year's chart
	$(RELEASE) --product record-benchmark
	.venv/bin/python Benchmarks/page.py dist/lapwing .build/release/record-benchmark

bench-panel: setup build ## measures whether the critical loop notices an attacked page: the time from a message to what the loop tells
	$(RELEASE) --product watched-loop
	python3 Benchmarks/panel_load.py .build/release/watched-loop dist/lapwing

screenshots: setup .venv/page ## takes screenshots of all pages into dist/screenshots, and those of the README into docs/images
	$(DEBUG) --product lapwing
	.venv/bin/python tools/screenshots .build/debug/lapwing

screen: build ## draws docs/images/screen.svg, the screenshot of the README
	python3 docs/images/screen.py dist/lapwing > docs/images/screen.svg

condition-table: build ## writes the table of conditions in docs/alarms.md
	tools/condition-table dist/lapwing

rooms: ## prints the rooms of the tree: files, lines, circles, public declarations
	tools/rooms

check: setup ## checks format, house rules, links and words, without a build
	$(call install_missing,$(CHECK_PACKAGES))
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks tools data
	.ci/check-rules
	tools/rooms --check
	.ci/check-links
	.ci/check-words
	image/card/exposure >/dev/null
	python3 Tests/oracle/mutants.py --fits

random: setup ## gives 10 million random frames to the decoders; none may trap
	$(RELEASE) --product benchmark
	.build/release/benchmark random 10000000

# Coverage feedback needs every module compiled for it, so this has a build folder of its own.
SECONDS ?= 60
fuzz: setup ## runs libFuzzer on every decoder, for SECONDS=60 altogether; says how to repeat a trap
	LAPWING_FUZZ=1 $(SWIFT) build $(SWIFTFLAGS) -c release --scratch-path .build-fuzz --product fuzz \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
	python3 tools/fuzz/run.py .build-fuzz/release/fuzz .build-fuzz/corpus $(SECONDS)

# The peers that `coverage` and `bench` compare with live in a virtual environment of their own.
.venv/peers: Benchmarks/peers.txt
	$(call install_missing,python3-venv)
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement Benchmarks/peers.txt
	touch .venv/peers

allocations: setup ## counts allocations of decoding: none for a foreign advertisement, otherwise one block at most
	$(RELEASE) --product benchmark
	python3 Benchmarks/corpus.py .build/corpus.tsv
	.build/release/benchmark allocations .build/corpus.tsv

loop-allocations: setup ## counts allocations of the critical loop: none for a turn, one block for a message
	$(RELEASE) --product watched-loop
	python3 Benchmarks/loop_allocations.py .build/release/watched-loop

decoding: setup .venv/peers ## measures decoders per model, beside others on the same bytes; a part of `bench`
	$(RELEASE) --product benchmark
	.venv/bin/python Benchmarks/decoding.py

coverage: build .venv/peers ## writes docs/sensors.md: the decoded messages of each sensor, beside two other decoders
	.venv/bin/python Benchmarks/coverage.py dist/lapwing

check-coverage: build ## checks that docs/sensors.md is what the decoders do; needs no network
	python3 Benchmarks/coverage.py dist/lapwing --check

oracle: build ## compares the alarms with an oracle that was written from the rules: 400 random timelines, a minute
	python3 Tests/oracle/test_model.py
	python3 Tests/oracle/run.py dist/lapwing --short --jobs $$(nproc)

balance-oracle: build ## compares load sheets with an oracle that was written from the rules: 400 random ones, half a minute
	python3 Tests/balance-oracle/run.py dist/lapwing --short --jobs $$(nproc)

# A quarter of an hour on two cores.
proof-balance: build ## the same over 3,000 random sheets, with damaged limits and rules, and the remedies of the solver
	python3 Tests/balance-oracle/test_model.py
	python3 Tests/balance-oracle/run.py dist/lapwing --seeds 3000 --jobs $$(nproc)
	python3 Tests/balance-oracle/run.py dist/lapwing --damage
	python3 Tests/balance-oracle/rules.py dist/lapwing
	python3 Tests/balance-oracle/solve.py dist/lapwing --seeds 40 --jobs $$(nproc)

# About an hour on two cores.
SEEDS ?= 10000
proof-alarms: build ## the same over SEEDS=10000 timelines, and 2,000 deliberate errors of which 95 % must be found
	python3 Tests/oracle/test_model.py
	python3 Tests/oracle/run.py dist/lapwing --seeds $(SEEDS) --jobs $$(nproc)
	python3 Tests/oracle/damage.py dist/lapwing --damages 2000

# Some minutes; the first time it fetches 57 MB of sample flights into ~/.cache/lapwing.
proof-flight: build ## finds the phases of simulated and real flights, and none in a year at home; prints a table beside a plain threshold
	python3 Tests/flight-proof/run.py dist/lapwing --jobs $$(nproc)

flight: build ## the same with a dozen simulated flights and some weeks at home, in 20 seconds or so
	python3 Tests/flight-proof/run.py dist/lapwing --short --jobs $$(nproc)

# Ten minutes on two cores. It builds a copy of the tree, a debug build, in .build/mutants.
proof-mutants: setup ## puts faults into the alarm rules, one at a time; the oracle must catch each (ten minutes)
	python3 Tests/oracle/mutants.py

# Exim is the mail server; it runs without root in a folder of its own. Some seconds each, side by side.
outside: setup ## sends to real servers on loopback: TLS, mail, doubles of ntfy and Pushover, servers that are ill, kills at random
	$(call install_missing,$(OUTSIDE_PACKAGES))
	$(DEBUG) --product lapwing
	LAPWING=.build/debug/lapwing python3 Tests/outside/run.py

# Two boxes in name spaces of the network, which needs root. Half an hour on two cores; MATRIX='--sequences 10' is shorter.
matrix: setup ## measures how long it takes until somebody knows, for each fault of box, network, phone and person; 100 fault sequences
	$(DEBUG) --product lapwing
	LAPWING=.build/debug/lapwing python3 Tests/outside/matrix.py --write $(MATRIX)

quiet: build ## compares when an update installs itself with a model that was written from the rule: 34 timelines; TIMELINES=number
	python3 Tests/quiet-oracle/oracle.py dist/lapwing --seeds $(or $(TIMELINES),34) --jobs 1

advice: build ## compares what passengers are told, and times above the expected CO2, with a table written from the specification
	python3 Tests/advice-oracle/advice.py dist/lapwing

circle: setup ## compares the care circle with an oracle that was written from its rules, and plays 4,000 nights; a minute or so
	$(RELEASE) --product circle-replay
	$(RELEASE) --product circle-nights
	python3 Tests/circle-oracle/run.py .build/release/circle-replay --seeds 300 --jobs $$(nproc)
	python3 Tests/circle-oracle/nights.py .build/release/circle-nights 4000
	python3 Tests/circle-oracle/judge.py .build/release/circle-nights 100 --jobs $$(nproc)

# A core plays 460 nights or so a second: 25 minutes on two idle cores, 15 for the faults and 20 for those of the second judge. The
# nights add up in var/nights.jsonl, for as long as the program is the same.
CIRCLE_NIGHTS ?= 1000000
proof-circle: setup ## the same over CIRCLE_NIGHTS=1000000 nights and 10,000 timelines, and plants faults that must be found
	$(RELEASE) --product circle-replay
	$(RELEASE) --product circle-nights
	python3 Tests/circle-oracle/nights.py .build/release/circle-nights $(CIRCLE_NIGHTS) --parts var/nights.jsonl
	python3 Tests/circle-oracle/judge.py .build/release/circle-nights 100 --jobs $$(nproc)
	python3 Tests/circle-oracle/run.py .build/release/circle-replay --seeds 10000 --jobs $$(nproc)
	python3 Tests/circle-oracle/mutants.py
	python3 Tests/circle-oracle/judge_mutants.py --jobs $$(nproc)

# Python libraries that are made from HL7's definitions of FHIR.
proof-fhir: setup ## exports a night as FHIR and has it checked by two libraries made from HL7's definitions
	$(call install_missing,python3-venv)
	cmp -s tools/check-fhir .venv/fhir || { python3 -m venv .venv && \
	  .venv/bin/pip install --quiet 'fhirclient>=4.3,<5' 'fhir.resources>=8,<9' && cp tools/check-fhir .venv/fhir; }
	$(DEBUG) --product lapwing
	rm -rf .build/fhir && mkdir -p .build/fhir
	.venv/bin/python tools/check-fhir --sample >.build/fhir/night.csv
	.build/debug/lapwing sessions import .build/fhir/night.csv --logbook .build/fhir/lapwing.db
	.build/debug/lapwing sessions export --fhir .build/fhir/session.json --logbook .build/fhir/lapwing.db
	.venv/bin/python tools/check-fhir .build/fhir/session.json

signals: setup ## renders ten minutes of every alarm's sound and lamp, measures them and checks that damaged ones are refused
	$(RELEASE) --product measured-signals
	.build/release/measured-signals

# A year of all scenarios together, beside simpler rules in the same worlds.
HOURS ?= 8760
simulate-year: setup ## writes a part of docs/simulation.md: missed and nuisance alarms in a simulated year, beside simpler rules
	$(RELEASE) --product simulated-year
	.build/release/simulated-year $(HOURS) data/simulations/*.yaml >.build/year.md || { cat .build/year.md; exit 1; }
	tools/join-simulation docs/simulation.md .build/year.md

# NIGHTS of each of 66 rows: 11 scenarios, 60 and 480 artefacts a day, three kinds of length.
NIGHTS ?= 365
proof-nights: setup ## writes the other part: NIGHTS=365 nights of each kind beside 0.1.0; half an hour; fails if a target is missed
	$(RELEASE) --product simulated-year
	.build/release/simulated-year nights $(NIGHTS) data/simulations/nights/before.tsv data/simulations/nights/*.yaml \
	  >.build/nights.md || { cat .build/nights.md; exit 1; }
	tools/join-simulation docs/simulation.md .build/nights.md

FLIGHTS ?= 100
cabin-sounds: build ## writes a part of docs/simulation.md: sounds per hour of flight in FLIGHTS=100 cabins of each of four studies; two minutes
	tools/cabin-sounds dist/lapwing $(FLIGHTS) >.build/cabin-sounds.md
	tools/join-simulation docs/simulation.md .build/cabin-sounds.md

nights: setup ## the same with two nights of each kind, without a table: 132 nights in ten seconds or so
	$(RELEASE) --product simulated-year
	.build/release/simulated-year nights 2 data/simulations/nights/before.tsv data/simulations/nights/*.yaml >.build/nights-short.md || \
	  { cat .build/nights-short.md; exit 1; }

simulate: build ## tests the alarms for 1,000 simulated hours; prints the seed of each violation
	for scenario in data/simulations/*.yaml; do dist/lapwing simulate --scenario $$scenario --seeds 40 --hours 5 \
	  --jobs $$(nproc) || exit 1; done

bench-balance: build ## compares load sheets with those of an older binary: BASE=path, ratios of at least 0.95
	@test -x "$(BASE)" || { echo "BASE='$(BASE)' is no program; give the binary of an older commit: BASE=path" >&2; exit 64; }
	python3 Benchmarks/balance_ratio.py "$(BASE)" dist/lapwing

# Four minutes or so for a year.
DAYS ?= 365
bench-record: setup ## measures the logbook: bytes of DAYS=365 days beside rows and VictoriaMetrics, queries, bytes written a day
	$(RELEASE) --product record-benchmark
	python3 Benchmarks/record.py .build/release/record-benchmark $(DAYS)

bench: static decoding ## measures decoding, start, memory and size, and prints tables
	python3 Benchmarks/bench.py $(STATIC) $(wildcard $(ARM64)) $(ARGS)
	$(RELEASE) --product balance-benchmark
	cmp -s Benchmarks/requirements.txt .venv/benchmarks || { python3 -m venv .venv && \
	  .venv/bin/pip install --quiet --requirement Benchmarks/requirements.txt && \
	  cp Benchmarks/requirements.txt .venv/benchmarks; }
	.venv/bin/python Benchmarks/balance.py

clean: ## removes all build results; the logbook in var/ stays
	rm -rf .build .build-fuzz .build-arm64 dist
