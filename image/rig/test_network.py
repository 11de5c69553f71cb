"""The network of a card in flight and as a hot spot, in a folder that stands for the box; no emulator."""

import pytest

from folder import Folder

pytestmark = pytest.mark.short

WIFI = "wifi-country: DE\nwifi-name: home\n"
HOT_SPOT = "name: cabin\nwifi-country: DE\nhot-spot-password: \"it's $(my) spot\"\n"
PAGE = {"panel.enabled": "true", "panel.address": "0.0.0.0", "panel.port": "8437"}


class Card(Folder):
    def __init__(self, root):
        super().__init__(root)
        self.tool("lapwing", f'case "$1-$2" in config-show) cat {root}/shown ;; esac')
        self.tool("systemctl", f"""echo "$*" >>{root}/calls
air={root}/sys/class/net/wlan0
case $* in
stop*box-wifi*) [ ! -e $air ] || echo down >$air/operstate ;;
*restart*box-wifi*) [ -e {root}/deaf ] || ! grep -q mode=2 {root}/run/box/wpa_supplicant.conf || echo up >$air/operstate ;;
esac""")
        for name in ("sys/class/net/wlan0", "sys/class/rfkill/rfkill0", "run/lapwing"):
            (root / name).mkdir(parents=True)
        self.put("sys/class/net/wlan0/operstate", "down\n")
        self.put("sys/class/rfkill/rfkill0/type", "wlan\n")
        self.put("sys/class/rfkill/rfkill0/soft", "0\n")

    def start(self, box, page=True):
        self.put("boot/firmware/box.yaml", box)
        self.put("shown", "".join(f"{name}: {value}   # default\n" for name, value in (PAGE if page else {}).items()))
        (self.root / "data/config/shown").unlink(missing_ok=True)
        assert self.run("configure").returncode == 0
        self.put("calls", "")
        return self

    def ask(self, line):
        """Lapwing asks for a network, and the unit is started."""
        self.put("run/lapwing/network", line + "\n")
        self.run("network", "request")
        assert self.read("run/lapwing/network") is None
        return self.shown

    @property
    def shown(self):
        """What the box reads: the mode, the number of the latest order, and why it was refused."""
        return tuple(self.read("run/box/network-mode").splitlines())

    @property
    def wifi(self):
        return self.read("run/box/wpa_supplicant.conf")

    @property
    def blocked(self):
        return self.read("sys/class/rfkill/rfkill0/soft").strip()

    def hears_nothing(self):
        """No network interface is configured."""
        return not (self.root / "run/box/network").exists()


@pytest.fixture
def card(tmp_path):
    return Card(tmp_path)


def test_the_box_reads_the_mode_from_its_start_on(card):
    assert card.start(WIFI).shown == ("normal", "", "")
    assert card.start(WIFI + "flight-mode: on\n").shown == ("flight", "", "")


def test_flight_mode_is_asked_for_and_told_with_its_number(card):
    card.start(WIFI)
    assert card.ask("flight 17") == ("flight", "17", "")
    assert card.wifi is None and card.blocked == "1" and card.hears_nothing()
    assert "stop box-wifi.service" in card.read("calls") and "restart box-wifi" not in card.read("calls")
    assert card.ask("normal 18") == ("normal", "18", "")
    assert f"ssid={b'home'.hex()}" in card.wifi and card.blocked == "0"
    assert "restart systemd-networkd.service systemd-resolved.service box-wifi.service" in card.read("calls")
    assert card.ask("flight") == ("flight", "", "")


def test_flight_mode_lasts_over_a_start_and_holds_without_a_card_that_takes_it(card):
    card.start(WIFI).ask("flight 1")
    (card.root / "run/box/flight-word").unlink()
    assert card.start(WIFI).shown[0] == "flight"
    card.ask("normal 2")
    card.tool("sync", "exit 1")
    mode, number, why = card.ask("flight 3")
    assert (mode, number) == ("flight", "3") and "does not take it" in why
    assert card.wifi is None


@pytest.mark.parametrize("line", ["", "x", "flight;reboot", "FLIGHT", "../flight 3", "hotspot 1", "$(reboot)", "flight 3;x", "flight ../3"])
def test_what_is_no_request_changes_nothing(card, line):
    before = card.start(WIFI).wifi
    card.ask(line)
    assert card.shown[0] == "normal" and card.wifi == before
    assert card.read("calls") == ""


def test_the_hot_spot_is_a_network_of_the_boxs_name_with_addresses(card):
    card.start(HOT_SPOT)
    assert card.hears_nothing() and card.wifi is None, "nothing is open before a request"
    assert card.ask("hot-spot 5") == ("hot-spot", "5", "")
    assert f"ssid={b'cabin'.hex()}" in card.wifi and "mode=2" in card.wifi and "country=DE" in card.wifi
    assert 'psk="it\'s $(my) spot"' in card.wifi and "key_mgmt=WPA-PSK" in card.wifi
    assert (card.root / "run/box/wpa_supplicant.conf").stat().st_mode & 0o77 == 0
    network = card.read("run/systemd/network/20-box.network")
    assert "Address=192.168.84.1/24" in network and "DHCPServer=yes" in network and "MulticastDNS=yes" in network
    assert "EmitRouter=no" in network and "DHCP=yes" not in network
    calls = card.read("calls").splitlines()
    assert calls.index("reload-or-restart box-firewall.service") < next(i for i, call in enumerate(calls) if "restart systemd-networkd" in call)
    assert "restart box-hot-spot.timer" in calls


def test_the_firewall_lets_in_the_page_and_addresses_through_the_hot_spot_and_nothing_else(card):
    card.start(HOT_SPOT + "ethernet: on\nssh-key: ssh-ed25519 AAAA me\n").ask("hot-spot 1")
    rules = card.read("run/box/open.nft").splitlines()
    wall = rules.index('add rule inet box input iifname "wlan*" drop')
    assert [rule.removeprefix('add rule inet box input iifname "wlan*" ') for rule in rules[:wall]] == [
        "udp dport 67 accept", "tcp dport 8437 accept", "tcp dport 80 accept", "udp dport 5353 accept"]
    assert "add rule inet box input tcp dport 22 accept" in rules[wall:]
    card.ask("normal 2")
    assert not [rule for rule in card.read("run/box/open.nft").splitlines() if "wlan" in rule]


def test_a_hot_spot_ends_by_itself_after_half_an_hour_and_not_before(card):
    card.start(HOT_SPOT).ask("hot-spot 1")
    card.put("proc/uptime", "1800.9 1\n")
    card.run("network", "request")
    assert card.shown[0] == "hot-spot"
    card.put("proc/uptime", "1801.0 1\n")
    card.run("network", "request")
    assert card.shown == ("normal", "", "")
    assert card.wifi is None and card.hears_nothing()
    assert "stop systemd-networkd.service systemd-resolved.service" in card.read("calls")


def test_who_asks_again_gets_another_half_hour_and_stays_connected(card):
    card.start(HOT_SPOT).ask("hot-spot 1")
    card.put("calls", "")
    card.put("sys/class/net/wlan0/operstate", "up\n")
    card.put("proc/uptime", "1000.0 1\n")
    assert card.ask("hot-spot 2") == ("hot-spot", "2", "")
    assert card.read("calls") == "restart box-hot-spot.timer\n"
    card.put("proc/uptime", "1801.0 1\n")
    card.run("network", "request")
    assert card.shown[0] == "hot-spot"


def test_a_hot_spot_ends_with_flight_mode_and_with_a_start(card):
    card.start(HOT_SPOT).ask("hot-spot 1")
    assert card.ask("flight 2") == ("flight", "2", "")
    assert card.wifi is None and "stop box-hot-spot.timer" in card.read("calls")
    assert card.ask("normal 3")[0] == "normal", "what ended does not come back"
    card.ask("hot-spot 4")
    (card.root / "run/box/hot-spot").unlink()  # In memory.
    assert card.start(HOT_SPOT).shown[0] == "normal" and card.wifi is None


def test_a_hot_spot_that_does_not_come_on_the_air_is_refused_and_the_network_is_as_before(card):
    card.start(HOT_SPOT + "wifi-name: home\n")
    card.put("deaf", "")
    assert card.ask("hot-spot 3") == ("normal", "3", "the radio opens no Wi-Fi network of its own")
    assert f"ssid={b'home'.hex()}" in card.wifi and "mode=2" not in card.wifi
    assert not (card.root / "run/box/hot-spot").exists() and "stop box-hot-spot.timer" in card.read("calls")
    (card.root / "deaf").unlink()
    assert card.ask("hot-spot 4")[0] == "hot-spot"


def test_a_hot_spot_ends_with_its_password(card):
    card.start(HOT_SPOT).ask("hot-spot 1")
    assert card.start("name: cabin\n").shown[0] == "normal" and card.wifi is None


@pytest.mark.parametrize(
    "box, why",
    [
        ("name: x\n", "box.yaml has no hot-spot-password"),
        (HOT_SPOT + "flight-mode: on\n", "flight mode is on; end it first"),
    ],
)
def test_a_hot_spot_that_may_not_be_is_refused_in_a_sentence(card, box, why):
    mode = card.start(box).shown[0]
    assert card.ask("hot-spot 9") == (mode, "9", why)
    assert card.wifi is None and "restart" not in card.read("calls")


def test_a_hot_spot_without_a_page_or_without_wifi_is_refused(card):
    assert "serves none" in card.start(HOT_SPOT, page=False).ask("hot-spot 1")[2]
    card.start(HOT_SPOT)
    (card.root / "sys/class/net/wlan0/operstate").unlink()
    (card.root / "sys/class/net/wlan0").rmdir()
    assert card.ask("hot-spot 2") == ("normal", "2", "there is no Wi-Fi that works")


def test_a_network_that_the_box_is_in_is_not_taken_away_and_one_that_it_is_not_in_is(card):
    card.start(HOT_SPOT + "wifi-name: home\n")
    card.put("sys/class/net/wlan0/operstate", "up\n")
    assert card.ask("hot-spot 1") == ("normal", "1", "the box is in the Wi-Fi network home, where the page is")
    card.put("sys/class/net/wlan0/operstate", "dormant\n")
    assert card.ask("hot-spot 2")[0] == "hot-spot" and "mode=2" in card.wifi
    assert card.ask("normal 3")[0] == "normal" and f"ssid={b'home'.hex()}" in card.wifi


def test_a_hot_spot_is_network_enough_for_the_page_and_not_for_messages(card):
    card.start(HOT_SPOT)
    assert card.read("boot/firmware/lapwing-error.txt") is None
    card.start("name: x\n")
    assert "need a network" in card.read("boot/firmware/lapwing-error.txt")


def test_the_name_of_a_hot_spot_is_no_longer_than_a_network_may_have(card):
    card.start(HOT_SPOT.replace("cabin", "a" * 63))
    assert card.ask("hot-spot 1") == ("hot-spot", "1", "")
    assert f"ssid={b'a'.hex() * 32}\n" in card.wifi


def test_an_order_that_is_ended_in_the_middle_says_so_and_does_not_come_back_at_the_next_start(card):
    card.start(WIFI)
    card.tool("systemctl", 'case "$*" in "stop box-wifi"*) kill -9 $PPID ;; esac')
    assert card.ask("flight 1")[1] == "", "no answer"
    assert card.blocked == "1"
    card.run("network", "stopped", SERVICE_RESULT="timeout")
    assert card.shown == ("flight", "", "the order before was ended in the middle")
    card.run("network", "stopped", SERVICE_RESULT="success")
    assert card.shown[0] == "flight"
    (card.root / "run/box/flight-word").unlink()
    assert card.start(WIFI).shown[0] == "normal"


def test_two_orders_at_once_are_carried_out_one_after_the_other(card):
    card.start(WIFI)
    card.tool("systemctl", "sleep 0.02")
    for _ in range(10):
        both = [card.begin("network", word) for word in ("flight", "normal")]
        assert all(process.wait(timeout=60) == 0 for process in both)
        flies = card.shown[0] == "flight"
        assert card.shown[2] == "" and card.blocked == ("1" if flies else "0") and card.hears_nothing() == flies


def test_a_key_that_only_a_newer_version_knows_leaves_the_others_in_force(card):
    card.start(WIFI)
    taken = card.root / "data/config/box.yaml"
    taken.write_text(taken.read_text() + "newer-key: yes\n")
    assert card.run("configure").returncode == 0
    assert f"ssid={b'home'.hex()}" in card.wifi
    assert "newer-key" not in card.read("run/box/settings")


def test_settings_in_force_that_cannot_be_read_are_told(card):
    card.start(WIFI)
    (card.root / "data/config/box.yaml").write_text("no settings at all\n")
    card.run("configure")
    assert "box.yaml in force cannot be read" in card.read("boot/firmware/lapwing-error.txt")
