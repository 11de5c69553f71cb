#= Build

.PHONY: debug build static compile-arm64 arm64 deb

# The linker waits for the C libraries, so SwiftPM begins with BoringSSL beside them.
.PHONY: begin
begin: fetch
	@[ -e .libraries/include ] || tools/stage --about 2 'Build the C libraries and BoringSSL' \
	  bash -c 'tools/cross/prepare libraries & $(DEBUG) --target CNIOBoringSSL && wait $$!'

debug: begin setup #- builds .build/debug/lapwing, which runs on this machine only
	@tools/stage --about 5 'Build Lapwing' $(DEBUG) --product lapwing

build: setup ## builds dist/lapwing, a release for this machine; it runs without any library
	@$(call RELEASE,lapwing)
	@mkdir -p dist
	@strip -o $(STATIC).new .build/release/lapwing && mv $(STATIC).new $(STATIC)
	@ln -sf $(notdir $(STATIC)) dist/lapwing

static: build #- builds the same under the name dist/lapwing-VERSION-ARCH, and tests it
	tools/cross/smoke $(STATIC) $(VERSION)

# SwiftPM warns for every target that it does without a library of the compiler, which is not available here.
compile-arm64: setup-arm64 #- builds dist/lapwing-VERSION-arm64, the same for the box
	@$(call RELEASE_ARM64,lapwing)
	@mkdir -p dist
	@"$$(tools/cross/prepare arm64)/compiler/bin/llvm-objcopy" --strip-all .build/arm64/release/lapwing $(ARM64)

# The same program for this machine: it replays to the same bytes, and knows its own help.
NATIVE = $(if $(LAPWING_ONE_BUILD),$(LAPWING),$(STATIC))
MAKE_NATIVE = $(if $(LAPWING_ONE_BUILD),$(PROGRAM),static)

arm64: compile-arm64 $(MAKE_NATIVE) #- builds the arm64 binary, and tests it in an emulator beside this machine's
	tools/cross/smoke $(ARM64) $(VERSION) $(NATIVE)

deb: $(MAKE_NATIVE) arm64 ## builds dist/lapwing_VERSION_{arm64,amd64}.deb, and checks them with lintian
	@tools/packages $(DEB_PACKAGES)
	image/package/build arm64 $(ARM64) $(NATIVE) $(VERSION) dist/lapwing_$(VERSION)_arm64.deb
	$(if $(LAPWING_ONE_BUILD),,image/package/build amd64 $(STATIC) $(STATIC) $(VERSION) dist/lapwing_$(VERSION)_amd64.deb)
	lintian --allow-root --fail-on error dist/lapwing_$(VERSION)_arm64.deb $(if $(LAPWING_ONE_BUILD),,dist/lapwing_$(VERSION)_amd64.deb)
