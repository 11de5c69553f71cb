#= The emulated box

.PHONY: rig boot-time soak latency

# Rig/README.md says more. `Rig/run` does the same with the package that is there already.
rig: setup-rig deb ## tests the package on an emulated box; TEST=name: only these tests, with the guest's console shown
	Rig/run $(TEST)

boot-time: setup-rig deb #- measures the parts of a cold boot of the emulated box
	.venv/bin/python -m pytest Rig/long/boot.py --capture=no

soak: setup-rig #- runs the package in dist/ for MINUTES=10 with 500 advertisements a second; memory must not grow
	.venv/bin/python -m pytest Rig/long/soak.py --capture=no

latency: setup-rig #- measures the package in dist/: from an advertisement to lamp and sound, beside a C and a Python client
	RIG_COUNTED=1 .venv/bin/python -m pytest Rig/long/latency.py Rig/long/first_sample.py --capture=no
