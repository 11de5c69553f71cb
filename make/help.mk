#= Help

.PHONY: help help-all proofs clean

# A target's line says in `##` what it does if it is one of the few for every day, in `#-` otherwise. `#=` heads a group.
help: ## lists the targets for every day
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-9s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

help-all: ## lists all targets by group
	@awk '/^#= / { printf "\n%s\n", substr($$0, 4) } \
	  match($$0, /^[a-z0-9-]+:.*#[#-] /) { split($$0, part, ":"); printf "  make %-22s%s\n", part[1], substr($$0, RLENGTH + 1) }' \
	  $(MAKEFILE_LIST)

proofs: ## lists the long proofs, each with its time
	@awk 'match($$0, /^proof-[a-z-]+:.*#- /) { split($$0, part, ":"); printf "make %-22s%s\n", part[1], substr($$0, RLENGTH + 1) }' \
	  $(MAKEFILE_LIST)

clean: ## removes all that was built of this tree; what it is built with stays in LAPWING_CACHE, the logbook in var/
	rm -rf "$$(tools/build-folder)" .build dist
