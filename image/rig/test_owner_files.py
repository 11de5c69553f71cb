"""What an owner may put on the boot partition, in a folder that stands for the box; no emulator."""

import os
import shutil
import subprocess

import pytest

from conftest import PROJECT

SCRIPTS = PROJECT / "image/card/system/usr/lib/box"
LAPWING = PROJECT / "dist" / "lapwing"

pytestmark = pytest.mark.short


class Owner:
    def __init__(self, folder):
        self.root = folder
        shutil.copytree(SCRIPTS, folder / "usr/lib/box")
        for name in ("boot/firmware", "data", "run/box", "usr/share/zoneinfo/Europe", "usr/share/lapwing/factory", "sys/class/leds/ACT", "tools"):
            (folder / name).mkdir(parents=True)
        (folder / "usr/share/zoneinfo/Europe/Berlin").touch()
        (folder / "boot/firmware/lapwing.env").touch()
        shutil.copy(PROJECT / "image/lapwing.yaml", folder / "usr/share/lapwing/factory")
        for name in ("trigger", "delay_on", "delay_off"):
            (folder / "sys/class/leds/ACT" / name).write_text("")
        (folder / "tools/systemctl").write_text("#!/bin/sh\n")
        (folder / "tools/systemctl").chmod(0o755)
        # Lapwing's own check, or one that stands for it.
        program = folder / "tools/lapwing"
        if LAPWING.exists():
            program.symlink_to(LAPWING)
        else:
            program.write_text("#!/bin/sh\ngrep -q 'limit: 9}' \"$3\" || exit 0\necho \"lapwing: $3:1: alarms.co2-low.limit is 9\" >&2\nexit 78\n")
            program.chmod(0o755)

    def put(self, name, text):
        (self.root / "boot/firmware" / name).write_text(text)

    def start(self):
        self._run("configure")

    def network(self, word):
        return self._run("network", word).stdout.decode().strip()

    def _run(self, *command):
        environment = {**os.environ, "BOX": str(self.root), "PATH": f"{self.root}/tools:{os.environ['PATH']}"}
        return subprocess.run([self.root / "usr/lib/box" / command[0], *command[1:]], env=environment, check=True, capture_output=True)

    @property
    def error(self):
        report = self.root / "boot/firmware/lapwing-error.txt"
        return report.read_text() if report.exists() else None

    def setting(self, name):
        lines = (self.root / "run/box/settings").read_text().splitlines()
        return next((line.split("=", 1)[1] for line in lines if line.startswith(name + "=")), None)

    @property
    def lamp(self):
        return (self.root / "sys/class/leds/ACT/trigger").read_text().strip()


@pytest.fixture
def owner(tmp_path):
    return Owner(tmp_path)


def test_a_card_as_it_came_has_no_error_no_network_and_no_shell(owner):
    owner.put("box.yaml", (PROJECT / "image/card/box.yaml").read_text())
    owner.start()
    assert owner.error is None and owner.lamp == "none"
    assert not (owner.root / "run/box/network").exists() and not (owner.root / "run/box/ssh").exists()


def test_every_documented_key_is_taken(owner):
    text = (PROJECT / "image/card/box.yaml").read_text()
    keys = [line[1:] for line in text.splitlines() if line.startswith("#") and line[1:2].islower()]
    assert len(keys) == 10
    owner.put("box.yaml", "\n".join(keys).replace("AAAA…", "AAAA").replace(": UTC", ": Europe/Berlin") + "\n")
    owner.start()
    assert owner.error is None
    assert owner.setting("wifi-name") == "my network"
    network = (owner.root / "run/box/wpa_supplicant.conf").read_text()
    assert f"ssid={b'my network'.hex()}" in network and 'psk="my password"' in network
    assert (owner.root / "run/box/ssh/authorized_keys").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "text, expected",
    [
        ("nam: x", "box.yaml:1: there is no key nam; the keys are name,"),
        ("# a\n\nname: My Box", 'box.yaml:3: name is "My Box"; allowed is small letters'),
        ("name: a\nname: b", "box.yaml:2: name is there twice"),
        ("time-zone: Europe/Berlyn", "there is no time zone Europe/Berlyn"),
        ("time-zone: ../../etc/passwd", "time-zone is"),
        ("ethernet: yes", "allowed is on or off"),
        ("wifi-name: home", "wifi-name needs wifi-country"),
        ("wifi-country: DE\nwifi-name: home\nwifi-password: short", 'wifi-password is "…"; allowed is 8 to 63'),
        ("wifi-country: DE\nhot-spot-password: short", 'hot-spot-password is "…"; allowed is 8 to 63'),
        ("wifi-country: DE\nhot-spot-password: päßwörter", 'hot-spot-password is "…"; allowed is 8 to 63'),
        ("hot-spot-password: 12345678", "hot-spot-password needs wifi-country"),
        ("ssh-key: rm -rf /", "ssh-key is"),
        ("- name", "box.yaml:1: this is no line of the form `key: value`"),
        ('name: "x', "has no second quotation mark"),
        ("name: $(reboot)", "name is"),
        ("\0\0\0\0", "box.yaml"),
    ],
)
def test_what_is_wrong_is_one_sentence_beside_it_and_a_blinking_lamp(owner, text, expected):
    owner.put("box.yaml", "name: before\n")
    owner.start()
    owner.put("box.yaml", text + "\n")
    owner.start()
    assert owner.error.count("\n") == 1 and expected in owner.error
    assert owner.lamp == "timer"
    assert owner.setting("name") == "before"


def test_the_error_goes_when_it_is_mended(owner):
    owner.put("box.yaml", "nam: x\n")
    owner.start()
    owner.put("box.yaml", "name: x\r\n")
    owner.start()
    assert owner.error is None and owner.lamp == "none" and owner.setting("name") == "x"


def test_a_content_is_taken_once_and_a_later_change_stays(owner):
    owner.put("lapwing.yaml", "profile: bedside\n")
    owner.start()
    taken = owner.root / "data/config/lapwing.yaml"
    taken.write_text("profile: cockpit\n")
    owner.start()
    assert taken.read_text() == "profile: cockpit\n"
    assert (owner.root / "run/box/lapwing.yaml").resolve() == taken
    owner.put("lapwing.yaml", "profile: cabin\n")
    owner.start()
    assert taken.read_text() == "profile: cabin\n"


def test_flight_mode_leaves_the_wifi_out_until_the_file_changes_or_a_person_says_so(owner):
    wifi = "wifi-country: DE\nwifi-name: home\n"
    supplicant = owner.root / "run/box/wpa_supplicant.conf"
    owner.put("box.yaml", wifi + "flight-mode: on\n")
    owner.start()
    assert not supplicant.exists() and (owner.root / "run/box/flight-mode").exists()
    assert owner.network("normal") == "the network is as configured" and supplicant.exists()
    owner.start()
    assert supplicant.exists()
    assert owner.network("flight") == "flight mode is on: Wi-Fi is off" and not supplicant.exists()
    owner.put("box.yaml", wifi)
    owner.start()
    assert owner.error is None and supplicant.exists()


def test_lapwings_own_sentence_is_shown_and_what_was_in_force_stays(owner):
    owner.put("lapwing.yaml", "alarms: {co2-low: {limit: 9}}\n")
    owner.start()
    assert owner.error.startswith("lapwing.yaml:1: alarms.co2-low.limit is")
    assert os.readlink(owner.root / "run/box/lapwing.yaml").endswith("factory/lapwing.yaml")


def test_a_data_partition_that_takes_nothing_is_said_and_the_box_starts(owner):
    shutil.rmtree(owner.root / "data")
    (owner.root / "data").write_text("no folder")
    owner.put("box.yaml", "name: x\n")
    owner.start()
    assert "the card's data partition does not take it" in owner.error


def test_a_file_that_is_not_noted_as_taken_is_taken_again(owner):
    """As after a power cut between the two notes: what a person had said of the flight mode must not outlive the new file."""
    owner.network("flight")
    sync = owner.root / "tools/sync"
    sync.write_text("#!/bin/sh\ncase $1 in *.sum.new) exit 1 ;; esac\n")
    sync.chmod(0o755)
    owner.put("box.yaml", "name: x\n")
    owner.start()
    assert not (owner.root / "data/config/flight-mode").exists() and not (owner.root / "run/box/flight-mode").exists()
    sync.unlink()
    owner.start()
    assert owner.error is None and owner.setting("name") == "x"


def test_what_the_update_tells_is_told_again_when_a_file_was_taken(owner):
    owner.put("box.yaml", "flight-mode: on\n")
    owner.start()
    assert "flight mode is on" in (owner.root / "run/box/status").read_text()


@pytest.mark.skipif(not LAPWING.exists(), reason="needs `make build`")
def test_what_lapwing_shows_of_a_file_decides_what_starts(owner):
    """Comments count for nothing, and every spelling of YAML does."""
    owner.put("box.yaml", "ethernet: on\n")
    owner.put("lapwing.yaml", (PROJECT / "image/lapwing.yaml").read_text())
    owner.start()
    assert owner.error is None and not {"page", "messages"} & set(os.listdir(owner.root / "run/box"))
    owner.put("lapwing.yaml", """{consent: {messages: 2026-11-26}, panel: {enabled: true, address: "0.0.0.0", port: 9000},
outside: {channels: {phone: {kind: ntfy, topic-file: /etc/lapwing/secrets/topic, reply-topic-file: /etc/lapwing/secrets/reply}}}}""")
    owner.start()
    assert owner.error.count("\n") == 2 and "secrets/topic" in owner.error and "secrets/reply" in owner.error
    assert {"page", "messages"} <= set(os.listdir(owner.root / "run/box"))
    assert "tcp dport 9000" in (owner.root / "run/box/open.nft").read_text()
