"""The parts of the rig: an emulated box and what stands around it. `Rig/README.md` says how tests use them."""
