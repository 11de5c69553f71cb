#= The card, updates, the repository

# docs/image.md says more. ADDRESS: where the image will be offered, for Raspberry Pi Imager. PACKAGE: another package than the one
# that is built here. KEYS: the owner's keys of updates.
PACKAGE ?= dist/lapwing_$(VERSION)_arm64.deb
KEYS ?= $(HOME)/.config/lapwing/keys
CARD = image/card/build "$(PACKAGE)" $(VERSION) "$(KEYS)/keyring.pem"
# rpi5: for a Pi 5, which has never been tried.
BOARD ?= rpi
export BOARD
IMAGE := dist/lapwing-$(VERSION)-$(BOARD)-arm64

.PHONY: image bundle image-lock image-vulnerabilities image-rig image-scripts image-short repository

$(PACKAGE):
	$(MAKE) deb

image: setup-image $(PACKAGE) ## builds the SD card's image from the package in dist/: dist/lapwing-VERSION-rpi-arm64.img.xz
	card=$$($(CARD)) && image/card/release "$$card" $(IMAGE) $(VERSION) $(ADDRESS)

bundle: setup-image $(PACKAGE) #- makes the signed update of the same system: dist/lapwing-VERSION-rpi-arm64.raucb
	@tools/packages $(BUNDLE_PACKAGES)
	card=$$($(CARD)) && image/update/bundle "$$card/root.ext4" $(VERSION) "$(KEYS)" $(IMAGE).raucb

image-lock: #- makes a new list of the Debian packages on the card, and prints what has changed
	image/card/renew $(filter-out rpi,$(BOARD))

image-vulnerabilities: #- asks Debian's tracker which packages on the card have known faults
	image/card/vulnerabilities image/card/lock

image-rig: setup-image $(PACKAGE) python #- starts the image in an emulated box: first start, configuration, updates; TEST=name
	@tools/packages $(IMAGE_RIG_PACKAGES) $(BUNDLE_PACKAGES)
	card=$$($(CARD)) && CARD="$$card" KEYS="$(KEYS)" LAPWING=$(STATIC) .venv/bin/python -m pytest image/rig -v --capture=no --durations=12 $(if $(TEST),-k $(TEST)) $(if $(SHORT),-m short)

image-scripts: $(PROGRAM) python #- tests the card's own scripts in folders that stand for a box, without an emulator; half a minute
	@tools/packages $(IMAGE_PACKAGES)
	LAPWING=$(LAPWING) .venv/bin/python -m pytest image/rig -m short --ignore image/rig/test_short.py --quiet

image-short: SHORT = yes
image-short: image-rig #- the same in short: a first start, an update, one that is not good and the way back

REPOSITORY ?= dist/repository
repository: #- puts the packages in dist/ into an apt repository, signed with the owner's key: REPOSITORY=dist/repository
	@ls dist/lapwing_*.deb >/dev/null 2>&1 || { echo "There are no packages in dist/: run \`make deb\` first." >&2; exit 66; }
	@tools/packages $(REPOSITORY_PACKAGES)
	image/package/repository "$(KEYS)" "$(REPOSITORY)" dist/lapwing_*.deb
