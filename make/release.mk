#= Release

# Where the files of a release are offered: the documents that are published link there. CONTRIBUTING.md says how a release is made.
RELEASE_PAGE ?= https://lapwing.example/releases
export RELEASE_PAGE

.PHONY: release

release: deb image bundle ## writes all that is published of this version into dist/release/VERSION
	image/release $(VERSION) $(IMAGE) "$(KEYS)" "$(RELEASE_PAGE)"
