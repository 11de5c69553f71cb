"""The parts of the rig: an emulated box and the devices around it. `Rig/README.md` says how tests use them."""
