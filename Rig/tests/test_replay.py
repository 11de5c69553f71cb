"""The program for the box gives the same results as the program for this machine."""

import subprocess

from rig.machine import PROJECT


def test_replay_gives_the_same_bytes_as_on_the_host(box, demo):
    native = max((PROJECT / "dist").glob("lapwing-*-x86_64"), key=lambda path: path.stat().st_mtime)
    here = subprocess.run([native, "replay", demo, "--json"], check=True, stdout=subprocess.PIPE).stdout

    box.run(f"lapwing replay {box.put(demo)} --json >/run/rig/replayed")

    there = (box.machine.share / "replayed").read_bytes()
    print(f"{len(here.splitlines())} lines, {len(here)} bytes")
    assert here and here == there
