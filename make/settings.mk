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
# The release for the box, by the compiler that tools/cross/prepare makes.
RELEASE_ARM64 = sdk=$$(tools/cross/prepare arm64) && LAPWING_LIBRARIES="$$sdk/libraries" \
  tools/stage --about 15 'Build $(1) for arm64' tools/build arm64 $(RELEASE_FLAGS) \
  --swift-sdks-path "$$sdk/sdks" --swift-sdk arm64-static --static-swift-stdlib -Xswiftc -static-executable --product $(1)

# LAPWING_ONE_BUILD=yes, as in CI: no release for this machine. What computes much runs in the debug build, in which its rooms are
# optimised then (Package.swift). What counts blocks of memory runs in the release for the box, in an emulator.
ifdef LAPWING_ONE_BUILD
export LAPWING_ONE_BUILD
FAST := .build/debug
MAKE_FAST = tools/stage 'Build $(1)' $(DEBUG) --product $(1)
COUNTED := qemu-aarch64-static .build/arm64/release
MAKE_COUNTED = $(RELEASE_ARM64)
else
FAST := .build/release
MAKE_FAST = $(RELEASE)
COUNTED := $(FAST)
MAKE_COUNTED = $(RELEASE)
endif

# What the demonstration, the tests of the page and the oracles run: the debug build, unless LAPWING names a binary.
ifdef LAPWING
export LAPWING
PROGRAM = setup
else
override LAPWING = .build/debug/lapwing
PROGRAM = debug
endif
