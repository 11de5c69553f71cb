"""The first start of a card, in a box with a network by cable."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def started(box):
    box.start()
    box.wait("systemctl is-active lapwing && systemctl is-active box-health")


def test_lapwing_runs_and_nothing_has_failed(box):
    assert box.run("systemctl is-active lapwing") == "active"
    assert box.run("systemctl --failed --no-legend") == ""
    print(box.run("systemd-analyze; systemd-analyze critical-chain lapwing.service --no-pager | head -n 20"))


def test_the_logbook_is_on_the_data_partition_which_has_grown_to_the_card(box):
    assert box.run("findmnt -n -o SOURCE --target /var/lib/lapwing/lapwing.db").startswith("/dev/vda4")
    assert int(box.run("cat /var/lib/lapwing/lapwing.db* | wc -c")) > 4096
    assert int(box.run("df -k --output=size /data | tail -n 1")) > 2_200_000


def test_the_root_and_the_boot_partition_are_read_only(box):
    for place in ("/", "/boot/firmware"):
        assert "ro" in box.run(f"findmnt -n -o OPTIONS {place}").split(",")
    assert box.run("touch /etc/x 2>&1 || true").endswith("Read-only file system")


def test_the_second_slot_gets_the_same_system(box):
    box.wait("systemctl is-active box-double", timeout=1200)
    assert box.run("/usr/lib/box/update status").splitlines()[1] == "slot B: good, to go back to"
    assert box.run("mount -o ro /dev/vda3 /mnt/stick && cat /mnt/stick/usr/lib/box/version; umount /mnt/stick") == box.run("cat /usr/lib/box/version")


def test_nothing_but_the_data_is_written_while_it_runs(box):
    written = "awk '$3 ~ /^vda[1-4]$/ { print $3, $10 }' /proc/diskstats"
    before = dict(line.split() for line in box.run(written).splitlines())
    box.run("sleep 30")
    after = dict(line.split() for line in box.run(written).splitlines())
    print({name: int(after[name]) - int(before[name]) for name in before}, "sectors in 30 s")
    for name in ("vda1", "vda2", "vda3"):
        assert after[name] == before[name]
    assert after["vda2"] == "0"


def test_what_the_owner_set_is_in_force(box):
    assert box.run("cat /proc/sys/kernel/hostname") == "test-box"
    assert box.run("tr '\\0' '\\n' </proc/$(systemctl show -P MainPID lapwing)/environ | grep TZ=") == "TZ=Europe/Berlin"
    assert box.run("date +%Z") in ("CET", "CEST")


def test_only_the_shell_of_the_key_listens_and_no_password_is_known(box):
    listening = box.run("ss -Hltun | awk '{ print $1, $5 }'").splitlines()
    assert {line.rsplit(":", 1)[1] for line in listening if line.startswith("tcp")} == {"22"}
    assert box.run("cut -d : -f 2 /etc/shadow | sort -u") in ("!*\n*", "*", "!\n!*\n*", "!*")
    assert "policy drop" in box.run("nft list chain inet box input")


def test_the_slot_has_proved_itself(box):
    assert "slot A, version" in box.run("/usr/lib/box/update status")
    assert box.run("fw_printenv -n BOOT_A_GOOD") == "1"
    assert box.run("fw_printenv -n BOOT_A_LEFT") == "9"


def test_there_is_swap_in_memory(box):
    assert "zram0" in box.run("cat /proc/swaps")


def test_a_content_is_taken_once(box):
    assert "box.yaml of the boot partition is in force" in box.run("journalctl -u box-configure --no-pager")
    box.run("systemctl restart box-configure")
    assert box.run("journalctl -u box-configure --no-pager | grep -c 'box.yaml of the boot'") == "1"


def test_a_lapwing_that_starts_again_does_not_wait_for_a_configuration_that_has_failed(box):
    box.run("systemctl stop box-configure")
    before = box.run("systemctl show -P MainPID lapwing")
    box.run("systemctl kill --signal=KILL lapwing")
    box.wait(f"systemctl is-active lapwing && [ $(systemctl show -P MainPID lapwing) != {before} ]")
    assert box.run("systemctl is-active box-configure || true") == "inactive"


def test_a_bad_file_is_refused_in_one_sentence_beside_it_with_the_parts_that_were_found(box):
    box.off()
    box.card.write("lapwing.yaml", "alarms: {co2-low: {limit: 9}}\n")
    box.start()
    box.wait("systemctl is-active box-health")
    box.off()
    report = box.card.read("lapwing-error.txt")
    print(report)
    sentence, _, found = report.partition("\n\n")
    assert "\n" not in sentence and "co2-low" in sentence and "allowed is" in sentence
    assert [line.split(":")[0] for line in found.splitlines()] == ["What the box has found", "  adapter", "  lines", "  sound card"]
    assert "the card Intel is there" in found
