"""Updates that a box must not install. One box for all of them: none may change what it would start next."""

import subprocess

import pytest

from card import Box, Card
from conftest import OLD, PROJECT, WORK, fresh


@pytest.fixture(scope="module")
def box(proved, key, firmware):
    folder = fresh(WORK / "refused")
    box = Box(Card(proved / "card.img").fork(folder / "card.qcow2"), firmware, folder, key).start(proved / "moment")
    box.wait("mkdir -p /data/t")
    yield box
    box.cut()


def next_start(box):
    """What would be started next: the order, and the tries of the slot that runs and of the other."""
    return box.run("fw_printenv -n BOOT_ORDER; fw_printenv -n BOOT_A_LEFT; fw_printenv -n BOOT_A_GOOD; fw_printenv -n BOOT_B_LEFT").split("\n")


def refusal(box, bundle, name="lapwing-x.raucb", before=""):
    """What the box says of a bundle; it goes on starting the slot that runs, and never the other."""
    box.send(bundle, f"/data/t/{name}")
    answer = box.run(f"{before} NO_RESTART=1 /usr/lib/box/update install /data/t/{name} || true", timeout=900).splitlines()[-1]
    print(answer)
    assert answer.startswith("no update: ")
    order, *counts = next_start(box)
    assert order in ("A", "A B") and counts == ["9", "1", "0"]
    return answer


def test_one_of_another_owner(box, small, tmp_path):
    subprocess.run([PROJECT / "image/update/keys", tmp_path / "stranger"], check=True, capture_output=True)
    assert "not an update of this box's owner" in refusal(box, small("9.0.1", signer=tmp_path / "stranger"))


def test_one_for_another_board(box, small):
    assert "is for lapwing-rpi5-arm64, and this box is lapwing-rpi-arm64" in refusal(box, small("9.0.2", board="rpi5"))


def test_an_older_one(box, small):
    assert f"older than {OLD}, which runs" in refusal(box, small("0.0.1"))


def test_the_same_one(box, small):
    assert "runs already" in refusal(box, small(OLD))


def test_a_short_one(box, small, tmp_path):
    content = small("9.0.3").read_bytes()
    (tmp_path / "short").write_bytes(content[: len(content) // 2])
    assert "damaged" in refusal(box, tmp_path / "short")


def test_one_with_a_byte_that_has_changed(box, small, tmp_path):
    content = bytearray(small("9.0.4").read_bytes())
    content[len(content) // 3] ^= 1
    (tmp_path / "changed").write_bytes(content)
    assert "damaged" in refusal(box, tmp_path / "changed")


def test_one_that_is_exchanged_while_it_is_read(box, small):
    """Behind the check of its version, an older one that is signed too takes its place."""
    box.send(small("0.0.2"), "/data/t/older")
    script = '#!/bin/sh\\n[ "$1" != install ] || mv /data/t/older /data/t/lapwing-y.raucb\\nexec /usr/bin/rauc "$@"\\n'
    box.run(f"printf '{script}' >/run/box/rauc && chmod 755 /run/box/rauc && mount -o remount,exec /run")
    answer = refusal(box, small("9.0.5"), "lapwing-y.raucb", before="PATH=/run/box:$PATH")
    assert "exchanged while it was read" in answer and "0.0.2" in answer


def test_one_that_comes_during_an_alarm(box, small):
    bundle = small("9.0.6")
    box.send(bundle, "/data/t/lapwing-z.raucb")
    on = "lapwing status --json | grep -qE '\"condition\": ?\"co2-high\"'"
    box.run("lapwing alarms test co2-high")
    box.wait(on, timeout=60)
    answer = box.run("/usr/lib/box/update install /data/t/lapwing-z.raucb || true")
    assert answer.endswith("no update: an alarm is on; end it first")
    box.wait(f"! {on}", timeout=60)


def test_one_that_was_not_good_before(box, small):
    box.run("echo 9.0.7 >/data/box/failed")
    assert "was installed before, and was not good" in refusal(box, small("9.0.7"))


def test_one_that_comes_to_a_full_card(box, small):
    bundle = small("9.0.8")
    box.send(bundle, "/run/box/lapwing-f.raucb")
    box.run("cat /dev/zero >/data/t/fill 2>/dev/null; sync", check=False, timeout=600)
    answer = box.run("/usr/lib/box/update install /run/box/lapwing-f.raucb || true")
    assert answer == "no update: the data partition of the card is full"
    assert box.run("systemctl is-active lapwing") == "active"
    box.run("rm -r /data/t")


def test_what_it_changes_is_shown_before(box, small):
    box.send(small("9.0.9"), "/run/box/lapwing-s.raucb")
    shown = box.run("/usr/lib/box/update show /run/box/lapwing-s.raucb").splitlines()
    print("\n".join(shown))
    assert shown[0] == f"lapwing-s.raucb: version 9.0.9 for this box; {OLD} runs" and len(shown) > 5


def test_the_box_starts_the_same_version_after_all_that(box):
    box.run("sync")
    box.cut()
    box.start()
    box.wait("systemctl is-active lapwing && systemctl is-active box-health")
    assert box.run("/usr/lib/box/update status").splitlines()[0] == f"slot A, version {OLD}: good"
