"""Updates from a stick: good ones, bad ones, and the way back by itself. Each test goes on from the one before."""

import subprocess
import time

import pytest

from conftest import PROJECT, replace


@pytest.fixture(scope="module", autouse=True)
def started(box):
    box.start()
    box.wait("systemctl is-active box-health")


def install(box, stick):
    """Plugs a stick in; returns what the box says of the update in the end."""
    start = box.run("rm -f /run/box/update; cat /proc/sys/kernel/random/boot_id")
    box.plug(stick)
    deadline = time.monotonic() + 1200
    answer = ""
    try:
        while time.monotonic() < deadline and not answer.startswith("no update"):
            time.sleep(1)
            try:
                now, _, answer = box.run("cat /proc/sys/kernel/random/boot_id /run/box/update 2>/dev/null || true").partition("\n")
            except (RuntimeError, subprocess.TimeoutExpired):
                continue  # It is busy, or starts again.
            if now != start:
                break
    finally:
        box.unplug()
    return answer


def test_what_is_not_the_owners_or_is_damaged_is_refused(box, updates, keys, tmp_path):
    stranger = tmp_path / "stranger"
    subprocess.run([PROJECT / "image/update/keys", stranger], check=True, capture_output=True)
    box.run("mkdir -p /data/t")
    good = updates("9.0.0")
    foreign = updates("9.0.1", signer=stranger)
    content = bytearray(good.read_bytes())
    (tmp_path / "short.raucb").write_bytes(content[: len(content) // 2])
    content[len(content) // 3] ^= 1
    (tmp_path / "changed.raucb").write_bytes(content)
    old = updates("0.0.1")
    for bundle, expected in (
        (foreign, "not an update of this box's owner"),
        (tmp_path / "short.raucb", "no update"),
        (old, "older than"),
        (tmp_path / "changed.raucb", "no update"),
    ):
        box.send(bundle, "/data/t/lapwing-x.raucb")
        answer = box.run("NO_RESTART=1 /usr/lib/box/update install /data/t/lapwing-x.raucb || true", timeout=900)
        print(answer)
        assert expected in answer.splitlines()[-1]
        assert box.run("fw_printenv -n BOOT_ORDER").startswith("A")
        assert box.run("fw_printenv -n BOOT_A_GOOD") == "1"
    box.run("rm -r /data/t")


def test_a_good_update_on_a_stick_runs_and_proves_itself(box, updates, stick):
    began = time.monotonic()
    print(install(box, stick(updates("9.0.0"))))
    box.wait("test $(cat /usr/lib/box/version) = 9.0.0 && systemctl is-active box-health")
    print(f"{time.monotonic() - began:.0f} s from the stick to the proof")
    assert box.run("/usr/lib/box/update status").splitlines()[:2] == ["slot B, version 9.0.0: good", "slot A: good, to go back to"]
    assert box.run("test -e /var/lib/lapwing/lapwing.db && echo there") == "there"


def test_one_that_does_not_become_healthy_goes_back_and_says_why(box, updates, stick):
    sick = updates("9.1.0", change=lambda root: replace(root, "/usr/bin/lapwing", "#!/bin/sh\nexit 1\n"))
    install(box, stick(sick))
    box.wait("test $(cat /usr/lib/box/version) = 9.0.0 && test -s /data/box/why", timeout=1200)
    why = box.run("cat /data/box/why")
    print(why)
    assert why == "version 9.1.0 was not good: Lapwing does not run"
    assert "slot B" in box.run("/usr/lib/box/update status")


def test_one_that_does_not_start_goes_back_and_says_so(box, updates, stick):
    dead = updates("9.2.0", change=lambda root: replace(root, "/usr/lib/systemd/systemd", "nothing", mode="0100644"))
    install(box, stick(dead))
    box.wait("test $(cat /usr/lib/box/version) = 9.0.0 && test -s /data/box/why", timeout=1200)
    assert box.run("cat /data/box/why") == "version 9.2.0 did not start three times, so 9.0.0 runs again"


def test_back_is_refused_where_nothing_is_good(box):
    assert "no version that proved itself" in box.run("/usr/lib/box/update back || true")
