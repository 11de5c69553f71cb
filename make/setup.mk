#= Set up

# What a fresh Debian 12 lacks. The toolchain links with the system's C and C++ libraries (g++ brings both) and fetches
# packages with git over HTTPS (ca-certificates); its own programs load libcurl, libncurses and libxml2. The logbook
# links SQLite, the radio BlueZ's library, PDF documents zlib. The benchmarks and
# CI read results with python3. bzip2 and xz-utils unpack the libraries that tools/cross/prepare builds.
PACKAGES = g++ git ca-certificates libcurl4 libncurses6 libxml2 libsqlite3-dev libbluetooth-dev python3 \
  bzip2 xz-utils zlib1g-dev
# Tests of documents take the fonts, read PDF with qpdf and poppler-utils, and SVG with libxml2-utils.
TEST_PACKAGES = fonts-nanum fonts-dejavu-core qpdf poppler-utils libxml2-utils
PYTHON_PACKAGES = python3-venv
# What `make arm64` needs besides.
ARM64_PACKAGES = qemu-user-static
# What `make deb` needs besides: fonttools cuts the fonts of the package.
DEB_PACKAGES = fonts-nanum fonts-dejavu-core lintian fonttools
# What `make rig` needs besides: the emulator, and what makes the guest's disks.
RIG_PACKAGES = qemu-system-arm device-tree-compiler e2fsprogs kmod cpio
# What `make image` needs besides, and `make bundle`, and `make image-rig`.
IMAGE_PACKAGES = fakeroot qemu-user-static e2fsprogs dosfstools mtools fdisk cpio kmod xz-utils openssl \
  gcc-aarch64-linux-gnu bison flex bc swig libssl-dev libgnutls28-dev device-tree-compiler make patch
BUNDLE_PACKAGES = rauc squashfs-tools openssl
IMAGE_RIG_PACKAGES = qemu-system-arm qemu-utils openssh-client
# What `make repository` needs.
REPOSITORY_PACKAGES = gpg dpkg-dev
# What `make page` needs besides: two browsers, and other clients.
PAGE_PACKAGES = chromium chromium-headless-shell firefox-esr curl openssl faketime
# What `make check` needs besides: `systemd-analyze`.
CHECK_PACKAGES = systemd
# What `make proof-record` needs besides.
PROOF_PACKAGES = strace
# What `make outside` needs besides: a mail server, an MQTT broker, what makes certificates, and name spaces of the network for two boxes.
OUTSIDE_PACKAGES = exim4-daemon-light mosquitto mosquitto-clients openssl iproute2

# The voices of data/speech, and the judges of what is spoken.
SPEECH_PACKAGES = flite espeak-ng sox

.PHONY: fetch setup setup-all setup-tests python setup-arm64 setup-rig setup-image

# Before any build: SwiftPM would take the newest of what only comes along.
fetch:
	@tools/check-machine
	@tools/packages $(PACKAGES)
	@folder=$$(tools/build-folder) && tools/stage 'Fetch the Swift packages' .ci/check-pins "$$folder"

setup: fetch #- installs missing packages and makes the libraries that are linked; fetches nothing if all are there
	@tools/stage --about 1 'Build the C libraries that Debian lacks' tools/cross/prepare libraries
	@libraries=$$(tools/cross/prepare libraries) && ln -sfn "$$libraries" .libraries

# One call of apt in place of ten.
setup-all: #- the same, with what all other targets need
	@tools/packages $(PACKAGES) $(TEST_PACKAGES) $(PYTHON_PACKAGES) $(ARM64_PACKAGES) $(DEB_PACKAGES) $(RIG_PACKAGES) $(IMAGE_PACKAGES) \
	  $(BUNDLE_PACKAGES) $(IMAGE_RIG_PACKAGES) $(REPOSITORY_PACKAGES) $(PAGE_PACKAGES) $(CHECK_PACKAGES) $(PROOF_PACKAGES) $(OUTSIDE_PACKAGES) $(SPEECH_PACKAGES)
	@$(MAKE) --no-print-directory setup

setup-tests: setup
	@tools/packages $(TEST_PACKAGES)

python: #- makes .venv, the one Python environment, from tools/python.lock
	@tools/packages $(PYTHON_PACKAGES)
	@tools/python

setup-arm64: setup
	@tools/packages $(ARM64_PACKAGES)
	@tools/stage --about 3 'Fetch and unpack the compiler for arm64' tools/cross/prepare arm64

setup-rig: python
	@tools/packages $(PACKAGES) $(RIG_PACKAGES)
	@tools/stage --about 2 'Make the disks of the emulated box' Rig/prepare

setup-image:
	@tools/packages $(IMAGE_PACKAGES)
	image/update/keys "$(KEYS)"
