"""The life of the package: installed, upgraded, removed, purged."""

import re
import subprocess

import pytest
from rig.board import main_process

INSTALL = "dpkg --force-unsafe-io --force-confold -i"  # Flushing every file takes a minute here, and shows nothing.


@pytest.mark.full
@pytest.mark.long
def test_package_installs_upgrades_keeps_what_is_the_owners_and_purges(box, image, demo, tmp_path):
    first = box.put(image.package, "first.deb")
    second = box.put(newer(image.package, tmp_path), "second.deb")
    box.play(demo, "--speed", "1")  # A box without an adapter would only raise alarms.

    box.run(f"{INSTALL} {first}", timeout=180)
    assert box.run("systemctl is-enabled lapwing").output.strip() == "enabled"
    box.wait("systemctl is-active lapwing && lapwing status", timeout=60)
    assert box.run("stat -c %U /var/lib/lapwing/lapwing.db").output.strip() == "lapwing"
    before = main_process(box)
    box.wait_for(lambda: box.query("SELECT * FROM reading"), timeout=120)
    runs = len(box.query("SELECT * FROM run"))

    # The owner's configuration and the logbook survive an upgrade.
    box.run("echo 'alarms: {co2-low: {limit: 810}}' >/etc/lapwing/lapwing.yaml")
    box.run(f"{INSTALL} {second}", timeout=180)
    assert box.run("dpkg-query -W -f '${Version}' lapwing").output == "99.0"
    assert "810" in box.run("cat /etc/lapwing/lapwing.yaml").output
    box.wait("systemctl is-active lapwing && lapwing status", timeout=60)
    assert main_process(box) != before, "the new version does not run"
    assert len(box.query("SELECT * FROM run")) > runs
    assert len(box.query("SELECT * FROM session")) == 1, "the session goes on"

    box.run("systemctl disable lapwing")
    box.run("dpkg -r lapwing", timeout=180)
    assert box.run("pgrep -x lapwing", check=False).status != 0
    assert box.run("ls /etc/lapwing/lapwing.yaml /var/lib/lapwing/lapwing.db").status == 0

    # A service that the user disabled stays disabled after the next installation, but no unit stays masked.
    box.run(f"{INSTALL} {second}", timeout=180)
    assert box.run("systemctl is-enabled lapwing", check=False).output.strip() == "disabled"
    assert not box.run("find /etc/systemd/system -name 'lapwing*' -lname /dev/null").output
    box.run("systemctl start lapwing", timeout=120)

    box.run("systemctl stop lapwing; umount /var/lib/lapwing; dpkg -P lapwing", timeout=180)
    left = box.run("ls -d /etc/lapwing /var/lib/lapwing /usr/share/doc/lapwing 2>/dev/null", check=False).output
    assert not left
    units = box.run("find /etc/systemd /var/lib/systemd/deb-systemd-helper-enabled -name '*lapwing*'", check=False).output
    assert not units, units
    print("installed, upgraded, removed, installed again and purged")


def newer(package, folder):
    """The same package with a later version and another default configuration."""
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"(?m)^Version: .*", "Version: 99.0", control.read_text()))
    configuration = tree / "etc/lapwing/lapwing.yaml"
    configuration.write_text(configuration.read_text() + "# A later version.\n")
    made = folder / "newer.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, made], check=True, stdout=subprocess.DEVNULL)
    return made
