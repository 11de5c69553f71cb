"""Updates on a stick that is plugged in: a good one, and one that is pulled out."""

import subprocess
import time


def plug(box, stick, until="no update"):
    """Plugs a stick in; returns what the box says of the update in the end, or when it starts again."""
    start = box.run("rm -f /run/box/update; cat /proc/sys/kernel/random/boot_id")
    box.plug(stick)
    deadline = time.monotonic() + 1800
    answer = ""
    while time.monotonic() < deadline and not answer.startswith(until):
        time.sleep(2)
        try:
            now, _, answer = box.run("cat /proc/sys/kernel/random/boot_id /run/box/update 2>/dev/null || true").partition("\n")
        except (RuntimeError, subprocess.TimeoutExpired):
            continue  # It is busy, or starts again.
        if now != start:
            break
    return answer


def test_a_stick_that_is_pulled_out_leaves_the_version_that_runs(running, small, stick):
    running.wait()
    assert plug(running, stick(small("9.0.0", mebibytes=200)), until="installing").startswith("installing version 9.0.0")
    running.wait("test $(awk '$3 == \"vda3\" { print $10 }' /proc/diskstats) -gt 20000")
    running.unplug()
    running.wait("grep -q '^no update' /run/box/update")
    print(running.run("cat /run/box/update"))
    assert running.run("fw_printenv -n BOOT_A_GOOD; fw_printenv -n BOOT_A_LEFT; fw_printenv -n BOOT_B_LEFT") == "1\n9\n0"
    assert running.run("systemctl is-active lapwing; ls /data/box/installing 2>/dev/null || true") == "active"


def test_a_good_update_runs_and_proves_itself(running, updates, stick):
    running.wait()
    began = time.monotonic()
    plug(running, stick(updates("9.0.0")))
    running.wait("test $(cat /usr/lib/box/version) = 9.0.0 && systemctl is-active box-health", timeout=1800)
    print(f"{time.monotonic() - began:.0f} s from the stick to the proof")
    assert running.run("/usr/lib/box/update status").splitlines()[:2] == ["slot B, version 9.0.0: good", "slot A: good, to go back to"]
    assert running.run("test -e /var/lib/lapwing/lapwing.db && echo there") == "there"
    # The stick is still there, and is not installed again.
    running.wait("grep -q 'runs already' /run/box/update")


def test_back_is_refused_where_nothing_is_good(running):
    running.wait()
    assert "no version that proved itself" in running.run("/usr/lib/box/update back || true")


def test_a_new_boot_partition_counts_from_the_next_start_on_and_has_what_the_owner_put_on_the_old_one(running):
    running.wait("systemctl is-active box-health")
    for sector in (139264, 8192):
        start = running.run("cat /proc/sys/kernel/random/boot_id")
        running.run("""mount -o remount,rw /boot/firmware && cd /boot/firmware && mkdir -p secrets && echo mine >secrets/topic
sed '1s/.*/version 0.0.1/; /u-boot.bin/d' boot.txt >/tmp/boot.txt && cp /tmp/boot.txt boot.txt; cd /; mount -o remount,ro /boot/firmware""")
        running.run("/usr/lib/box/update boot", check=False, timeout=300)
        running.wait(f"test $(cat /proc/sys/kernel/random/boot_id) != {start} && systemctl is-active box-health", timeout=1800)
        assert running.run("cat /sys/class/block/vda1/start; cat /boot/firmware/secrets/topic") == f"{sector}\nmine"
        assert running.run("cd /boot/firmware && head -n 1 boot.txt && tail -n +2 boot.txt | sha256sum -c --quiet").startswith("version ")
        assert running.run("/usr/lib/box/update status | head -n 1").endswith(": good")
        assert running.run("fw_printenv -n BOOT_A_LEFT; cmp /boot/firmware/lapwing.env /boot/firmware/lapwing.bak") == "9"
