"""Every cause for which a new system is left again by itself, and what the box says then.

Version 9.0.0 has been installed from a signed update. Before it starts, a fault is put into its slot. Most tests end when it has
given up, and read what it has decided from the card; two go on until the old version runs again.
"""

import pytest

from conftest import OLD

# How long the faulty system has to prove itself. One test has the true three minutes.
SHORT = "sed -i 's/LIMIT:-180/LIMIT:-25/' usr/lib/box/health"


def lapwing(case):
    """A Lapwing that does something else in one case."""
    return f"""mv usr/bin/lapwing usr/bin/lapwing.true
cat >usr/bin/lapwing <<'END'
#!/bin/sh
case "$1 $2" in
{case}
esac
exec /usr/bin/lapwing.true "$@"
END
chmod 755 usr/bin/lapwing"""


def unit(lines):
    return f"printf '{lines}' >etc/systemd/system/lapwing.service.d/zz-fault.conf"


CAUSES = {
    "Lapwing does not start": (f"printf '#!/bin/sh\\nexit 1\\n' >usr/bin/lapwing; {SHORT}", "was not good: Lapwing does not run"),
    "no alarm can be raised": (
        lapwing('"alarms test") echo "lapwing: there is no such condition" >&2; exit 64 ;;') + f"; {SHORT}",
        "was not good: no alarm can be raised: lapwing: there is no such condition"),
    "the logbook cannot be written": (
        unit("[Service]\\nReadOnlyPaths=/var/lib/lapwing\\n") + f"; {SHORT}", "was not good: the logbook does not take the alarm of the test"),
    "the sound card is gone": ("rm -r usr/lib/modules/*/kernel/sound/pci/hda; " + SHORT, "was not good: sound card: there is no card Intel"),
    "it is not done in three minutes": (lapwing('"alarms test") sleep 1000 ;;'), "was not good: no alarm can be raised: no answer"),
    "the judgement hangs": (
        "sed -i 's/^began=/sleep 1000; began=/' usr/lib/box/health; sed -i 's/TimeoutStartSec=240/TimeoutStartSec=30/' etc/systemd/system/box-health.service",
        "was not good: it could not be judged in time"),
    "its kernel does not start": ("dd if=/dev/zero of=boot/vmlinuz bs=1M count=1 conv=notrunc 2>/dev/null", f"did not start three times, so {OLD} runs again"),
    "its kernel ends": (
        "mkdir -p etc/systemd/system/box-mount.service.d; "
        "printf '[Service]\\nExecStartPost=+/bin/sh -c \"echo c >/proc/sysrq-trigger\"\\n' >etc/systemd/system/box-mount.service.d/zz.conf",
        f"did not start three times, so {OLD} runs again"),
    "it has no system": ("rm usr/lib/systemd/systemd", f"did not start three times, so {OLD} runs again"),
}


# What the box itself decides on can be read from its card. Where U-Boot decides, only the next start shows it.
WHOLE = ("Lapwing does not start", "its kernel does not start", "its kernel ends", "it has no system")


def spoil(box, fault):
    box.run(f"mount /dev/vda3 /mnt/stick && cd /mnt/stick && {{ {fault}\n}} && cd / && umount /mnt/stick && sync", timeout=300)
    print(box.run("lapwing alarms recall --last 100 | grep -c no-data"), "alarms before")


@pytest.mark.parametrize("cause", [cause for cause in CAUSES if cause not in WHOLE])
def test_it_decides_to_go_back_and_writes_why(ready, cause, tmp_path):
    fault, why = CAUSES[cause]
    spoil(ready, fault)
    ready.run("systemctl reboot", check=False)
    ready.wait_console("box: slot B (", since=len(ready.said()))
    ready.ends_at_reset()
    ready.wait_end(timeout=1800)
    card = ready.card.flat(tmp_path / "card.img")
    said, counts = card.data("/box/why").strip(), card.variables()
    print(said)
    card.path.unlink()
    assert said.startswith("version 9.0.0 ") and why in said
    assert counts["BOOT_B_LEFT"] == "0" and counts["BOOT_A_LEFT"] == "9" and counts["BOOT_A_GOOD"] == "1"


@pytest.mark.parametrize("cause", WHOLE)
def test_the_old_one_runs_again_and_says_why(ready, cause):
    fault, why = CAUSES[cause]
    spoil(ready, fault)
    start = ready.run("cat /proc/sys/kernel/random/boot_id")
    alarms = ready.run("lapwing alarms recall --last 100 | grep -c no-data")
    ready.run("systemctl reboot", check=False)
    ready.wait(f"test $(cat /proc/sys/kernel/random/boot_id) != {start} && test $(cat /usr/lib/box/version) = {OLD} && "
        "test -s /data/box/why && systemctl is-active box-health", timeout=1800)
    said = ready.run("cat /data/box/why")
    print(said)
    assert said.startswith("version 9.0.0 ") and why in said
    assert f"slot A, version {OLD}: good" in ready.run("/usr/lib/box/update status")
    assert int(ready.run("lapwing alarms recall --last 100 | grep -c no-data")) >= int(alarms)


def test_a_good_one_stays_and_can_be_left_by_a_word(ready):
    start = ready.run("cat /proc/sys/kernel/random/boot_id")
    ready.run("systemctl reboot", check=False)
    ready.wait(f"test $(cat /proc/sys/kernel/random/boot_id) != {start} && test $(cat /usr/lib/box/version) = 9.0.0 && systemctl is-active box-health")
    assert ready.run("/usr/lib/box/update status").splitlines()[:2] == ["slot B, version 9.0.0: good", "slot A: good, to go back to"]
    # A later version has changed the logbook in a way that an older one cannot read: it sets the file aside, and begins a new one.
    ready.run("systemctl stop lapwing; printf '\\000\\000\\003\\347' | dd of=/var/lib/lapwing/lapwing.db bs=1 seek=60 conv=notrunc 2>/dev/null; sync")
    ready.run("/usr/lib/box/update back", check=False)
    ready.wait(f"test $(cat /usr/lib/box/version) = {OLD} && systemctl is-active box-health")
    print(ready.run("ls /var/lib/lapwing; cat /data/box/why", check=False))
    assert ready.run("ls /var/lib/lapwing | grep -c 'lapwing.db'") != "1"
    ready.wait("lapwing alarms test no-data && sleep 3 && lapwing alarms recall | grep -q no-data", timeout=120)
