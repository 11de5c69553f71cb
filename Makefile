# Builds, tests and runs Lapwing on Debian. It needs a Swift toolchain (6.2 or later) in PATH; `setup` brings the rest.

# A pipe fails where any of its parts does.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

SWIFT ?= swift
# More flags for every build, such as SWIFTFLAGS='-j 1' on a machine that is shared.
SWIFTFLAGS ?=
# More arguments for `run`, such as ARGS='--profile bedside'.
ARGS ?=

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Appliance/Version.swift)
STATIC := dist/lapwing-$(VERSION)-$(shell uname -m)

# The Swift libraries go into the binary, so that it runs on a machine without the toolchain.
# lld: the default linker warns of a call inside Foundation that is none of ours.
RELEASE = $(SWIFT) build $(SWIFTFLAGS) -c release --static-swift-stdlib -Xswiftc -use-ld=lld
STATIC_RELEASE = $(RELEASE) --scratch-path .build-static -Xswiftc -static-executable

# What a fresh Debian 12 lacks. The toolchain links with the system's C and C++ libraries (g++ brings both) and fetches
# packages with git over HTTPS (ca-certificates); its own programs load libcurl, libncurses and libxml2. The logbook
# links SQLite, the decoders of encrypted sensors Mbed TLS. The benchmarks and CI read results with python3.
PACKAGES = g++ git ca-certificates libcurl4 libncurses6 libxml2 libsqlite3-dev libmbedtls-dev \
  python3
INSTALLED = $(shell dpkg-query -W -f '$${Package}:$${db:Status-Status} ' $(PACKAGES) 2>/dev/null)
MISSING = $(patsubst %:installed,%,$(filter-out $(INSTALLED),$(addsuffix :installed,$(PACKAGES))))
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)

.DEFAULT_GOAL := help
.PHONY: help setup build static run test check random bench clean
# Two builds of one package would only wait for each other.
.NOTPARALLEL:

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## installs with apt what is missing; nothing is asked or fetched when all is there
	@command -v $(SWIFT) >/dev/null || { echo "No $(SWIFT) in PATH: install a Swift toolchain first." >&2; exit 1; }
ifneq ($(MISSING),)
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(MISSING)
endif

build: setup ## builds dist/lapwing for this machine
	$(RELEASE) --product lapwing
	mkdir -p dist
	strip -o dist/lapwing .build/release/lapwing

static: setup ## builds dist/lapwing-VERSION-ARCH, which needs no library on the machine it runs on, and tries it
	$(STATIC_RELEASE) --product lapwing
	mkdir -p dist
	strip -o $(STATIC) .build-static/release/lapwing
	@if readelf -lW $(STATIC) | grep INTERP; then echo "$(STATIC) is not static: it asks for a loader" >&2; exit 1; fi
	$(STATIC) --version | grep -Fx '$(VERSION)'
	echo '{"characteristic": "0x2A37", "hex": "0648"}' | $(STATIC) decode | grep -F '"heart_rate_bpm":72'
	@ls -l $(STATIC)

run: build ## plays the recorded flight eight times as fast; ARGS='--speed 1' adds arguments or overrides these
	dist/lapwing run --config image/workbench.yaml --replay Recordings/demo.btsnoop --speed 8 $(ARGS)

test: setup ## builds and runs all tests
	$(SWIFT) build $(SWIFTFLAGS) --build-tests
	$(SWIFT) test $(SWIFTFLAGS) --skip-build

check: setup ## checks form and house rules, without a build
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/check-rules

random: setup ## hands 10 million random frames to the decoders, of which none may trap
	$(RELEASE) --product benchmark
	.build/release/benchmark random 10000000

bench: build static ## measures decoding, start, memory and size, and prints a table
	$(RELEASE) --product benchmark
	python3 Benchmarks/bench.py $(STATIC)

clean: ## removes what was built; the logbook in var/ stays
	rm -rf .build .build-static dist
