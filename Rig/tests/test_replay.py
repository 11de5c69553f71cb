"""The program for the box gives the same results as the program for this machine."""

import os
import subprocess

import pytest

from rig.machine import PROJECT


@pytest.mark.full
def test_replay_gives_the_same_bytes_as_on_the_host(box, demo):
    released = (PROJECT / "dist").glob("lapwing-*-x86_64")
    native = os.environ.get("LAPWING") or max(released, key=lambda path: path.stat().st_mtime)
    here = subprocess.run([native, "replay", demo, "--json"], cwd=PROJECT, check=True, stdout=subprocess.PIPE).stdout

    box.run(f"lapwing replay {box.put(demo)} --json >/run/rig/replayed")

    there = (box.machine.share / "replayed").read_bytes()
    print(f"{len(here.splitlines())} lines, {len(here)} bytes")
    assert here and here == there
