"""What an owner may put on the boot partition, in a folder that stands for the box; no emulator."""

import os
import shutil
import subprocess

import pytest

from conftest import PROJECT

SCRIPTS = PROJECT / "image/card/system/usr/lib/box"
LAPWING = PROJECT / os.environ.get("LAPWING", ".build/debug/lapwing")

pytestmark = pytest.mark.short


class Owner:
    def __init__(self, folder):
        self.root = folder
        shutil.copytree(SCRIPTS, folder / "usr/lib/box")
        for name in ("boot/firmware", "data", "run/box", "usr/share/zoneinfo/Europe", "usr/share/lapwing/factory", "sys/class/leds/ACT", "tools"):
            (folder / name).mkdir(parents=True)
        (folder / "usr/share/zoneinfo/Europe/Berlin").touch()
        (folder / "usr/share/zoneinfo/iso3166.tab").write_text("# codes\nDE\tGermany\nKR\tKorea (South)\n")
        (folder / "boot/firmware/lapwing.env").touch()
        shutil.copy(PROJECT / "image/lapwing.yaml", folder / "usr/share/lapwing/factory")
        for name in ("trigger", "delay_on", "delay_off"):
            (folder / "sys/class/leds/ACT" / name).write_text("")
        (folder / "tools/systemctl").write_text("#!/bin/sh\n")
        (folder / "tools/systemctl").chmod(0o755)
        (folder / "tools/lapwing").symlink_to(LAPWING)

    def put(self, name, text):
        """Text, or the bytes that an editor made."""
        (self.root / "boot/firmware" / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def start(self):
        self._run("configure")

    def found(self):
        self._run("found")

    def program(self, text):
        """Another program in the place of lapwing."""
        path = self.root / "tools/lapwing"
        path.unlink()
        path.write_text(text)
        path.chmod(0o755)

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
    assert len(keys) == 14
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
        ("wifi-country: ZZ", "there is no country ZZ"),
        ("wifi-hidden: on", "wifi-hidden needs wifi-name"),
        ("wifi-country: DE\nwifi-name: " + "ü" * 17, "up to 32 bytes"),
        ("clock: rtc", "allowed is ds3231"),
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


DOCTOR = '''#!/bin/sh
[ "$1" = doctor ] || exit 0
echo "good  adapter: hci0 (driver btusb)"
echo "good  kernel: Linux 6.12"
echo "good  lines: no lines are configured; the GPIO chip of the header, /dev/gpiochip0, is there"
echo "BAD   sound card: there is no sound card; plug one in"
exit 69
'''


def test_the_error_also_names_the_parts_that_the_box_has_found(owner):
    owner.program(DOCTOR)
    owner.put("box.yaml", "nam: x\n")
    owner.start()
    sentence = owner.error
    owner.found()
    assert owner.error == sentence + '''
What the box has found:
  adapter: hci0 (driver btusb)
  lines: no lines are configured; the GPIO chip of the header, /dev/gpiochip0, is there
  sound card: there is no sound card; plug one in
'''
    # It is no other error at the next start, and nothing is written then.
    whole, written = owner.error, (owner.root / "boot/firmware/lapwing-error.txt").stat().st_mtime_ns
    owner.start()
    owner.found()
    assert owner.error == whole and (owner.root / "boot/firmware/lapwing-error.txt").stat().st_mtime_ns == written
    # A card that is plugged in is named at the next start.
    owner.program(DOCTOR.replace("BAD   sound card: there is no sound card; plug one in", "good  sound card: the card Device is there, and was chosen"))
    owner.start()
    owner.found()
    assert owner.error.startswith(sentence + "\n") and owner.error.endswith("  sound card: the card Device is there, and was chosen\n")
    owner.put("box.yaml", "name: x\n")
    owner.start()
    owner.found()
    assert owner.error is None


def test_without_an_error_no_file_names_the_parts(owner):
    owner.program(DOCTOR)
    owner.start()
    owner.found()
    assert owner.error is None


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


WIFI = "wifi-country: DE\nwifi-name: {}\nwifi-password: {}\n"


@pytest.mark.parametrize(
    "name, password, expected",
    [
        ("Home", "12345678", ["ssid=" + b"Home".hex(), 'psk="12345678"', "SAE"]),
        ("'Home'", "'12345678'", ["ssid=" + b"Home".hex(), 'psk="12345678"']),
        ('"Home"', '"12345678"', ["ssid=" + b"Home".hex(), 'psk="12345678"']),
        ("Müllers WLAN", "12345678", ["ssid=" + "Müllers WLAN".encode().hex()]),
        ("우리집", "12345678", ["ssid=" + "우리집".encode().hex()]),
        ("'it''s'", "12345678", ["ssid=" + b"it's".hex()]),
        ("x", r'"a\"b # c\\d e"', ['psk="a"b # c\\d e"']),
        ("x", "'a\"b # cdef'", ['psk="a"b # cdef"']),
        ("x", "0123456789abcdef" * 4, ["psk=" + "0123456789abcdef" * 4 + "\n", "WPA-PSK WPA-PSK-SHA256\n"]),
        ("x", "12345678\nwifi-hidden: on", ["scan_ssid=1"]),
    ],
)
def test_a_network_is_named_in_each_way_that_people_write(owner, name, password, expected):
    owner.put("box.yaml", WIFI.format(name, password))
    owner.start()
    network = (owner.root / "run/box/wpa_supplicant.conf").read_text()
    assert owner.error is None and all(each in network for each in expected)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("utf-16"),
        lambda text: b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        # An old Mac: a comment in the first line would be all of the file.
        lambda text: ("# mine\n" + text).replace("\n", "\r").encode(),
        # Copied from a web page: blanks that do not break, and those without a width.
        lambda text: text.replace(": ", ":\u00a0").replace("\n  ", "\n\u00a0\u00a0").replace("\n", "\u00a0\u200b\n").encode(),
    ],
)
def test_both_files_are_read_as_any_editor_writes_them(owner, encode):
    owner.put("box.yaml", encode("wifi-country: DE\nwifi-name: Küche\n"))
    owner.put("lapwing.yaml", encode("profile: bedside\nboard:\n  buzzer: 13\n"))
    owner.start()
    assert owner.error is None and owner.setting("wifi-name") == "Küche"
    taken = (owner.root / "data/config/lapwing.yaml").read_text().splitlines()
    assert [line.rstrip() for line in taken if not line.startswith("#")] == ["profile: bedside", "board:", "  buzzer: 13"]


@pytest.mark.parametrize("name", ["box.yaml", "lapwing.yaml"])
@pytest.mark.parametrize(
    "content, expected",
    [
        ("wifi-country: DE\nwifi-name: Müller\n".encode("latin-1"), " is not a text in UTF-8; save it in that encoding"),
        # Half of a sign, and one that UCS-2 has not.
        ("panel: {person-to-call: 🏠}\n".encode("utf-16"), " is not a text in UTF-8; save it in that encoding"),
        (bytes(400), " is not a text in UTF-8; save it in that encoding"),
        (b"PK\x03\x04" + bytes(range(256)), " is not a text in UTF-8; save it in that encoding"),
        (b"{\\rtf1\\ansi\\ansicpg1252\n\\f0 name: kitchen\\\n}", " was written by a word processor; save it as plain text"),
        ("# “mine”\nname: “kitchen”\n".encode(), ':2: a value begins with a curved quotation mark; write a straight one (")'),
        ("board: {buzzer: „GPIO13“}\n".encode(), ':1: a value begins with a curved quotation mark; write a straight one (")'),
    ],
)
def test_what_is_no_plain_text_is_said_in_one_sentence(owner, name, content, expected):
    owner.put(name, content)
    owner.start()
    assert owner.error == f"{name}{expected}\n" and not (owner.root / "data/config" / name).exists()


def test_a_sentence_shows_the_beginning_of_a_value_that_is_too_long(owner):
    owner.put("box.yaml", "wifi-country: DE\nwifi-name: " + "ü" * 3000 + "\n")
    owner.start()
    assert "ü…\"; allowed is" in owner.error and len(owner.error) < 250


@pytest.mark.parametrize(
    "name, expected",
    [
        ("lapwing (1).yaml", "save it as plain text and name it lapwing.yaml"),
        ("lapwing.yaml.rtf", "save it as plain text and name it lapwing.yaml"),
        ("Copy of lapwing.yaml", "save it as plain text and name it lapwing.yaml"),
        ("box - Kopie.yaml", "save it as plain text and name it box.yaml"),
        ("box.yaml.docx", "save it as plain text and name it box.yaml"),
        ("lapwing/lapwing.yaml", "put it beside README.txt, in no folder"),
        ("secrets/box.yaml", "put it beside README.txt, in no folder"),
        ("wpa_supplicant.conf", "write wifi-country, wifi-name and wifi-password into box.yaml"),
        ("ssh", "a box has no password; write your public key into box.yaml, as ssh-key"),
        ("userconf.txt", "write name, Wi-Fi and ssh-key into box.yaml"),
        ("firstrun.sh", "write name, Wi-Fi and ssh-key into box.yaml"),
    ],
)
def test_a_file_that_would_be_passed_over_is_named_until_the_right_one_is_there(owner, name, expected):
    (owner.root / "boot/firmware" / name).parent.mkdir(exist_ok=True)
    owner.put(name, "profile: bedside\n")
    owner.start()
    assert owner.error == f"{name} is not read: {expected}\n" and owner.lamp == "timer"
    owner.put("lapwing.yaml", "profile: bedside\n")
    owner.put("box.yaml", "name: kitchen\nwifi-country: DE\nwifi-name: home\nssh-key: ssh-ed25519 AAAA me\n")
    owner.start()
    assert (owner.error is None) == ("/" not in name)


def test_a_folder_in_the_place_of_a_file_is_named(owner):
    (owner.root / "boot/firmware/lapwing.yaml").mkdir()
    owner.start()
    assert owner.error == "lapwing.yaml is a folder: the file itself belongs in its place\n"


@pytest.mark.parametrize("name, right", [("box.yaml.txt", "box.yaml"), ("box.yml", "box.yaml"), ("Lapwing.yaml.txt", "lapwing.yaml"), ("lapwing.yml", "lapwing.yaml")])
def test_a_file_whose_name_is_nearly_right_is_named(owner, name, right):
    owner.put(name, "profile: bedside\n")
    owner.start()
    assert owner.error == f"{name} is not read: rename it to {right}\n" and owner.lamp == "timer"


CLOUD = """#cloud-config
manage_resolv_conf: false
hostname: kitchen
manage_etc_hosts: true
timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
users:
- name: pi
  groups: users,adm
  ssh_authorized_keys:
  - ssh-ed25519 AAAAC3Nz me@home
  lock_passwd: true
ssh_pwauth: false
"""
NETWORK = """network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "Müllers \\"WLAN\\"":
          hidden: true
          password: "{}"
      optional: true
""".format("0123456789abcdef" * 4)
TOML = """config_version = 1
[system]
hostname = "kitchen"
[user]
name = "pi"
[ssh]
enabled = true
authorized_keys = [ "ssh-ed25519 AAAAC3Nz me@home" ]
[wlan]
ssid = "home"
password = "12345678"
password_encrypted = false
hidden = false
country = "DE"
[locale]
keymap = "de"
timezone = "Europe/Berlin"
"""


def test_what_imager_writes_for_cloud_init_is_taken(owner):
    owner.put("user-data", CLOUD)
    owner.put("network-config", NETWORK)
    owner.start()
    assert owner.error is None
    names = ("name", "time-zone", "ssh-key", "wifi-country", "wifi-name", "wifi-hidden", "wifi-password")
    assert [owner.setting(name) for name in names] == [
        "kitchen", "Europe/Berlin", "ssh-ed25519 AAAAC3Nz me@home", "DE", 'Müllers "WLAN"', "on", "0123456789abcdef" * 4]


def test_the_country_is_also_taken_from_the_line_of_the_kernel_where_imager_has_put_it(owner):
    owner.put("network-config", NETWORK.replace('      regulatory-domain: "DE"\n', ""))
    owner.put("cmdline.txt", "quiet cfg80211.ieee80211_regdom=KR ds=nocloud\n")
    owner.start()
    assert owner.error is None and owner.setting("wifi-country") == "KR"


def test_keys_in_one_line_are_taken_and_a_network_in_one_line_is_named(owner):
    owner.put("user-data", "#cloud-config\nhostname: kitchen\nssh_authorized_keys: [ 'ssh-ed25519 AAAA me', \"ssh-rsa BBBB you\" ]\n")
    owner.put("network-config", "version: 2\nwifis: {wlan0: {access-points: {home: {password: '12345678'}}}}\n")
    owner.start()
    assert owner.setting("ssh-key") == "ssh-ed25519 AAAA me"
    assert owner.error == "network-config has a network that is not in the form that Imager writes: write wifi-name into box.yaml\n"


def test_what_an_older_imager_writes_is_taken(owner):
    owner.put("custom.toml", TOML)
    owner.start()
    assert owner.error is None
    names = ("name", "time-zone", "ssh-key", "wifi-country", "wifi-name", "wifi-password")
    assert [owner.setting(name) for name in names] == ["kitchen", "Europe/Berlin", "ssh-ed25519 AAAAC3Nz me@home", "DE", "home", "12345678"]


def test_box_yaml_counts_before_what_imager_wrote(owner):
    owner.put("custom.toml", TOML)
    owner.put("box.yaml", "name: bedroom\nwifi-country: KR\n")
    owner.start()
    assert owner.error is None and owner.setting("name") == "bedroom" and owner.setting("wifi-country") == "KR" and owner.setting("wifi-name") == "home"


def test_what_imager_wrote_and_a_box_cannot_use_is_said(owner):
    owner.put("user-data", CLOUD.replace("kitchen", "My Kitchen"))
    owner.start()
    assert "nothing is used" in owner.error and 'name is "My Kitchen"' in owner.error


def test_parts_on_the_pins_are_named_to_u_boot_and_the_box_starts_again_once(owner):
    calls = owner.root / "calls"
    (owner.root / "tools/systemctl").write_text(f'#!/bin/sh\necho "$*" >>"{calls}"\n')
    parts = owner.root / "boot/firmware/parts.env"
    owner.start()
    assert not parts.exists()
    owner.put("box.yaml", "clock: ds1307\nsound: max98357a\n")
    owner.start()
    assert parts.read_text() == "parts=ds3231 max98357a\n" and calls.read_text().count("reboot") == 1
    owner.start()
    assert calls.read_text().count("reboot") == 1
    owner.put("box.yaml", "name: x\n")
    owner.start()
    assert parts.read_text() == "parts=\n" and calls.read_text().count("reboot") == 2


def test_a_serial_line_without_console_is_told_to_u_boot(owner):
    calls = owner.root / "calls"
    (owner.root / "tools/systemctl").write_text(f'#!/bin/sh\necho "$*" >>"{calls}"\n')
    parts = owner.root / "boot/firmware/parts.env"
    owner.put("box.yaml", "serial: on\n")
    owner.start()
    assert not parts.exists() and not calls.exists()
    owner.put("box.yaml", "serial: off\nclock: ds3231\n")
    owner.start()
    assert parts.read_text() == "parts=ds3231\nserial=off\n" and calls.read_text().count("reboot") == 1
    owner.start()
    assert calls.read_text().count("reboot") == 1
    owner.put("box.yaml", "clock: ds3231\n")
    owner.start()
    assert parts.read_text() == "parts=ds3231\n" and calls.read_text().count("reboot") == 2
    owner.put("box.yaml", "serial: maybe\n")
    owner.start()
    assert 'serial is "maybe"; allowed is on or off' in owner.error
