"""What a card does about page and messages: which programs start, what they need, and what the owner reads; no emulator."""

import os
import subprocess

import pytest

from folder import Folder

pytestmark = pytest.mark.short

NETWORK = "ethernet: on\n"
# Lines of `lapwing config show`.
SHOWN = {
    "panel.enabled": "false", "panel.address": "127.0.0.1", "panel.port": "8437", "outside.channels": "none", "outside.peer.name": "none",
    "outside.peer.port": "8438", "consent.messages": "none",
}
PAGE = {"panel.enabled": "true", "panel.address": "0.0.0.0"}
CHANNEL = {"outside.channels": "{phone: {kind: ntfy, topic-file: /etc/lapwing/secrets/topic}}", "consent.messages": "2026-11-26"}


class Card(Folder):
    def __init__(self, root):
        super().__init__(root)
        self.tool("lapwing", f'case "$1-$2" in config-show) cat {root}/shown ;; panel-fingerprint) echo 3C:9F ;; panel-code) echo "123 456   for ten minutes" ;; esac')
        self.tool("mount", f'echo "mount $*" >>{root}/calls')
        self.tool("umount", f'echo umount >>{root}/calls')
        self.tool("ip", "echo '2: eth0    inet 10.0.2.15/24 brd 10.0.2.255 scope global eth0'")
        (root / "proc/sys/kernel").mkdir(parents=True)
        (root / "proc/sys/kernel/hostname").write_text("cabin\n")
        (root / "mnt/stick").mkdir(parents=True)
        (root / "boot/firmware/secrets").mkdir()

    def start(self, box=NETWORK, **shown):
        """The start of a box whose lapwing.yaml gives these lines."""
        self.put("boot/firmware/box.yaml", box)
        lines = SHOWN | {name.replace("_", "-"): value for name, value in shown.items()}
        # What stands for Lapwing says something else of the same file.
        (self.root / "data/config/shown").unlink(missing_ok=True)
        self.put("shown", "".join(f"{name}: {value}   # default; allowed: anything\n" for name, value in lines.items()))
        assert self.run("configure").returncode == 0
        return (self.read("boot/firmware/lapwing-error.txt") or "").splitlines()

    def starts(self, name):
        """Whether the unit with that condition starts."""
        return (self.root / "run/box" / name).exists()


@pytest.fixture
def card(tmp_path):
    return Card(tmp_path)


def test_nothing_starts_that_was_not_asked_for(card):
    assert card.start(box="") == []
    assert not card.starts("page") and not card.starts("messages") and card.read("run/box/open.nft") == ""


def test_the_firewall_opens_what_somebody_has_changed_at_the_page(card):
    card.tool("lapwing", f'case "$*" in *--own-settings*/lapwing/settings/lapwing.yaml) sed s/8437/8500/ {card.root}/shown ;; *) cat {card.root}/shown ;; esac')
    assert card.start(**PAGE) == []
    assert "dport 8500 accept" in card.read("run/box/open.nft")


def test_a_damaged_file_of_the_page_closes_no_door(card):
    card.tool("lapwing", f'case "$*" in *--own-settings*) exit 78 ;; *) cat {card.root}/shown ;; esac')
    assert card.start(**PAGE) == []
    assert card.starts("page")


def test_that_nothing_can_be_read_is_said(card):
    card.tool("lapwing", "exit 78")
    assert card.start(**PAGE) == ["lapwing.yaml cannot be read, so neither page nor messages start"]


def test_a_page_in_the_network_is_served_found_by_its_name_and_let_in(card):
    assert card.start(**PAGE) == []
    assert card.starts("page") and not card.starts("messages")
    assert card.read("run/box/open.nft") == "".join(
        f"add rule inet box input {port} accept\n" for port in ("tcp dport 8437", "tcp dport 80", "udp dport 5353"))
    assert "MulticastDNS=yes" in card.read("run/systemd/network/10-box.network")
    assert card.read("run/systemd/dnssd/lapwing.dnssd").splitlines() == [
        "[Service]", "Name=%H", "Type=_http._tcp", "Port=8437", "TxtText=path=/"]


def test_a_page_for_the_box_itself_opens_nothing(card):
    card.start(**PAGE)
    card.start(**{"panel.enabled": "true"})
    assert not (card.root / "run/systemd/dnssd/lapwing.dnssd").exists()
    assert not card.starts("page") and card.read("run/box/open.nft") == ""
    assert "MulticastDNS=no" in card.read("run/systemd/network/10-box.network")


def test_channels_start_messages_and_get_their_secrets_alone(card):
    card.put("boot/firmware/secrets/topic", "\ufeffmy-alarms\r\n")
    card.put("boot/firmware/secrets/other", "x")
    assert card.start(**CHANNEL) == []
    assert card.starts("messages") and not card.starts("page") and card.read("run/box/open.nft") == ""
    assert os.listdir(card.root / "run/box/secrets") == ["topic"]
    assert card.read("run/box/secrets/topic").strip() == "my-alarms"
    assert (card.root / "run/box/secrets/topic").stat().st_mode & 0o77 == (card.root / "run/box/secrets").stat().st_mode & 0o77 == 0


def test_a_broker_starts_the_program_that_publishes(card):
    assert card.start(**{"outside.mqtt.host": "broker.lan", "consent.messages": "2026-11-26"}) == []
    assert card.starts("messages")
    (consent,) = card.start(**{"outside.mqtt.host": "broker.lan"})
    assert "outside.mqtt.host is there and consent.messages is not" in consent


def test_a_pair_is_heard_and_can_be_joined(card):
    assert card.start(**{"outside.peer.name": "parents"}) == []
    assert card.starts("messages")
    assert card.read("run/box/open.nft") == "add rule inet box input udp dport 8438 accept\nadd rule inet box input udp dport 8439 accept\n"


def test_what_would_be_missing_in_silence_is_told(card):
    (without,) = card.start(**CHANNEL)
    assert without == "lapwing.yaml: a channel names /etc/lapwing/secrets/topic, and there is no file secrets/topic on the card"
    card.put("boot/firmware/secrets/topic", "x")
    (consent,) = card.start(**CHANNEL | {"consent.messages": "none"})
    assert "consent.messages is not" in consent
    (network,) = card.start(box="name: x\n", **CHANNEL)
    assert "box.yaml has none" in network
    assert card.start(**CHANNEL) == []


def test_flight_mode_is_meant_and_no_fault(card):
    card.put("boot/firmware/secrets/topic", "x")
    assert card.start(box="wifi-country: DE\nwifi-name: a\nflight-mode: on\n", **CHANNEL, **PAGE) == []


def test_a_password_is_for_root_alone(card):
    card.start()
    assert (card.root / "run/box/settings").stat().st_mode & 0o77 == 0


def test_a_new_file_is_the_latest_word_and_what_the_page_had_changed_is_kept_aside(card):
    settings = card.root / "data/lapwing/settings"
    settings.mkdir(parents=True)
    card.put("boot/firmware/lapwing.yaml", "profile: cabin\n")
    card.start()
    (settings / "lapwing.yaml").write_text("profile: bedside\n")
    card.start()
    assert os.listdir(settings) == ["lapwing.yaml"]
    card.put("boot/firmware/lapwing.yaml", "profile: cockpit\n")
    card.start()
    assert os.listdir(settings) == ["lapwing.yaml.before"]


def test_a_stick_with_an_empty_page_file_gets_the_way_to_the_page(card):
    card.start(**PAGE)
    card.put("mnt/stick/lapwing-page.txt", "")
    assert card.run("invite", "sda1").returncode == 0
    said = card.read("mnt/stick/lapwing-page.txt")
    assert "https://cabin.local:8437/" in said and "https://10.0.2.15:8437/" in said and "3C:9F" in said and "123 456" in said
    assert "remount,rw" in card.read("calls") and card.read("calls").endswith("umount\n")


def test_a_stick_without_it_is_not_written(card):
    card.start(**PAGE)
    card.run("invite", "sda1")
    assert "rw" not in card.read("calls") and os.listdir(card.root / "mnt/stick") == []


def test_a_box_without_a_page_says_so_on_the_stick(card):
    card.start()
    card.put("mnt/stick/lapwing-page.txt", "")
    card.run("invite", "sda1")
    assert card.read("mnt/stick/lapwing-page.txt").startswith("This box serves no page.")


@pytest.mark.parametrize("device", ["", "../sda", "sda 1"])
def test_only_a_name_of_a_device_is_taken(card, device):
    assert card.run("invite", device).returncode == 64


def test_a_start_that_takes_too_long_runs_with_what_was_in_force_and_says_so(card):
    card.start()
    (card.root / "run/box/lapwing.yaml").unlink()
    card.put("boot/firmware/lapwing.yaml", "profile: bedside\n")
    # As systemd ends it: Lapwing has not answered yet.
    card.tool("lapwing", "exec sleep 60")
    slow = card.begin("configure")
    try:
        link = card.root / "run/box/lapwing.yaml"
        for _ in range(500):
            if link.is_symlink():
                break
            subprocess.run(["sleep", "0.02"], check=True)
        assert os.readlink(link).endswith("/usr/share/lapwing/factory/lapwing.yaml")
    finally:
        slow.kill()
        slow.wait()
    assert card.run("configure", "late", SERVICE_RESULT="timeout").returncode == 0
    assert "too slow to read its files" in card.read("boot/firmware/lapwing-error.txt") and card.starts("wrong")
    # A unit that ends well has nothing to say. What was passed over for want of its files starts now, once.
    card.tool("lapwing", f"cat {card.root}/shown")
    card.tool("systemctl", f'echo "systemctl $*" >>{card.root}/calls')
    assert card.start() == [] and not card.starts("wrong")
    assert all(unit in card.read("calls") for unit in ("box-firewall", "systemd-networkd", "ssh", "lapwing-panel", "lapwing-outside"))
    card.put("calls", "")
    assert card.start() == [] and "systemctl" not in card.read("calls")
    assert card.run("configure", "late", SERVICE_RESULT="success").returncode == 0 and not card.starts("wrong")
