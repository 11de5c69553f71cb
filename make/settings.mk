# What all groups share.

SWIFT ?= swift
# What is built with, and what is built, lies in LAPWING_CACHE; tools/cross/prepare and tools/build-folder say more.
export SWIFT

# More flags for every build, such as SWIFTFLAGS='-j 1' on a machine that is shared.
SWIFTFLAGS ?=

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/System/Process/Version.swift)
STATIC := dist/lapwing-$(VERSION)-$(shell uname -m)
ARM64 := dist/lapwing-$(VERSION)-arm64

# SwiftPM holds which room may import which: a module that Package.swift does not name for a target is an error.
RULES = $(SWIFTFLAGS) --explicit-target-dependency-import-check error
# The one build for the demonstration, the tests and the oracles. Without an index, which takes a fifth of the time and serves
# editors and XCTest only, and without what a debugger reads: DEBUGGER=yes brings both.
DEBUG = tools/build $(RULES) $(if $(DEBUGGER),,--disable-index-store -debug-info-format none)
# The release is built where something is shipped or measured. All libraries go into the binary, so that it runs on any machine.
# Everything of it is built with the same flags, or each part would build all others again. lld: the default linker warns of a
# call inside Foundation that is not ours. --icf=all: functions of the same bytes are linked once.
RELEASE_FLAGS = $(RULES) -c release -debug-info-format none -Xlinker --icf=all -Xlinker -Ttools/cross/no-unwind.ld
RELEASE = tools/stage 'Trim the libraries of Swift' tools/cross/prepare native && resources=$$(tools/cross/prepare native)/resources && \
  tools/stage --about 9 "Build $(1), a release" tools/build $(RELEASE_FLAGS) --static-swift-stdlib \
  -Xswiftc -use-ld=lld -Xswiftc -static-executable -Xswiftc -resource-dir -Xswiftc "$$resources" --product $(1)

# What the demonstration, the tests of the page and the oracles run: the debug build, unless LAPWING names a binary.
ifdef LAPWING
export LAPWING
PROGRAM = setup
else
override LAPWING = .build/debug/lapwing
PROGRAM = debug
endif
