"""What must never break, in one box and four starts: a first start, the page, a bad file, an update that is good, one that is not."""

import pytest

from card import ask_page
from conftest import BOARD

pytestmark = pytest.mark.short

STATUS = "/usr/lib/box/update status"
SICK = """mkdir /run/other && mount /dev/vda2 /run/other && cd /run/other && echo 9.1.0 >usr/lib/box/version &&
printf '#!/bin/sh\\nexit 1\\n' >usr/bin/lapwing && sed -i 's/LIMIT:-180/LIMIT:-5/' usr/lib/box/health && cd / && umount /run/other"""


@pytest.fixture(scope="module", autouse=True)
def started(box):
    """A bad file may make no noise in a box without sound, so it has a sound card."""
    box.card.write("lapwing.yaml", BOARD + "panel: {enabled: true, address: 0.0.0.0}\n")
    box.start()
    box.wait("systemctl is-active box-health")


def test_a_first_start_proves_itself(box):
    print(box.run("systemd-analyze; journalctl -b -u lapwing -o short-monotonic --no-pager | grep -m 1 'Started lapwing'"))
    assert box.run("systemctl is-active lapwing; systemctl --failed --no-legend") == "active"
    assert box.run(f"{STATUS} | head -n 1").endswith(": good")
    assert box.run("findmnt -n -o SOURCE --target /var/lib/lapwing/lapwing.db").startswith("/dev/vda4")


def test_the_page_answers_in_the_network_and_asks_for_a_code(box):
    _, address, shown = ask_page(box)
    assert address.endswith("/enter") and b'name="code"' in shown


def test_a_bad_file_is_refused_in_one_sentence_and_what_was_in_force_stays(box):
    bad = "mount -o remount,rw /boot/firmware; echo 'alarms: {co2-low: {limit: 9}}' >/boot/firmware/lapwing.yaml; mount -o remount,ro /boot/firmware"
    box.run(f"{bad}; systemctl restart box-configure")
    report = box.run("cat /boot/firmware/lapwing-error.txt")
    print(report)
    assert report.count("\n") == 0 and "co2-low" in report
    assert "Intel" in box.run("cat /etc/lapwing/lapwing.yaml")


def test_a_good_update_from_a_stick_proves_itself_and_the_bad_file_beeps(box, updates, stick):
    box.plug(stick(updates("9.0.0")))
    box.wait("test $(cat /usr/lib/box/version) = 9.0.0 && systemctl is-active box-health", timeout=1800)
    box.unplug()
    assert box.run(STATUS).splitlines()[:2] == ["slot B, version 9.0.0: good", "slot A: good, to go back to"]
    assert "beeps by hw:CARD=Intel" in box.run("journalctl -b -u box-beeps -o cat --no-pager")


def test_a_bad_update_is_left_again_by_itself_and_the_box_says_why(box):
    """Its slot is made as an installation leaves it."""
    start = box.run("cat /proc/sys/kernel/random/boot_id")
    box.run(SICK)
    box.run("cd /usr/lib/box/bin && ./fw_setenv BOOT_A_GOOD 0 && ./fw_setenv BOOT_A_LEFT 3 && ./fw_setenv BOOT_ORDER 'A B'")
    box.run("/usr/lib/box/faults | cut -d : -f 1 >/data/box/before; echo A 9.1.0 >/data/box/expected; rm -f /data/box/why; sync")
    box.run("systemctl reboot", check=False)
    box.wait(f"test $(cat /proc/sys/kernel/random/boot_id) != {start} && test $(cat /usr/lib/box/version) = 9.0.0 && "
        "test -s /data/box/why && systemctl is-active box-health", timeout=1800)
    assert box.run("cat /data/box/why") == "version 9.1.0 was not good: Lapwing does not run"
    assert box.run(f"{STATUS} | head -n 1") == "slot B, version 9.0.0: good"
