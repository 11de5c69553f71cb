# Builds, tests and runs Lapwing on Debian 12. It needs a Swift toolchain (6.2 or later) in PATH and brings the rest.
# What a target does stands in make/, a file for each group: `make help` and `make help-all` list them.

# A pipe fails if one of its parts does.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
# Two builds of one package would only wait for each other.
.NOTPARALLEL:

# settings comes first, since the targets of others name what it sets.
include $(addprefix make/,$(addsuffix .mk,settings test setup build release card page rules bench box proof help))
