"""Wi-Fi with two emulated radios of the kernel (mac80211_hwsim): one is the box's, the other a stranger's in the same box."""

SETTINGS = 'wifi-country: DE\\nwifi-name: "test"\\nwifi-password: "12345678"\\n'
POINT = 'country=DE\\nnetwork={\\n ssid="test"\\n mode=2\\n frequency=2412\\n key_mgmt=WPA-PSK\\n proto=RSN\\n psk="12345678"\\n}\\n'
JOINED = "test $(cat /sys/class/net/wlan0/operstate) = up"


def test_the_box_joins_the_network_and_leaves_it_in_flight_mode(running):
    running.wait()
    running.run(f"printf '{SETTINGS}' >>/data/config/box.yaml; systemctl restart box-configure")
    running.run(f"modprobe mac80211_hwsim radios=2; printf '{POINT}' >/run/point.conf")
    running.wait("test -e /sys/class/net/wlan1")
    running.run("wpa_supplicant -B -i wlan1 -c /run/point.conf")
    running.wait(JOINED)
    assert running.run("systemctl is-active box-wifi") == "active"
    assert running.run("/usr/lib/box/network flight").endswith("flight mode is on: Wi-Fi is off")
    running.wait("test $(cat /sys/class/net/wlan0/operstate) != up")
    assert running.run("systemctl is-active box-wifi || true") == "inactive"
    assert "flight mode is on" in running.run("/usr/lib/box/update status")
    assert running.run("/usr/lib/box/network normal").endswith("the network is as configured")
    running.wait(JOINED)


def test_lapwing_switches_flight_mode_and_shows_it(running):
    running.wait()
    running.run("lapwing network flight")
    running.wait("lapwing status --json | grep -q '\"network\": *\"flight\"'")
    running.run("lapwing network normal")
    running.wait("lapwing status --json | grep -q '\"network\": *\"normal\"'")
    assert running.run("lapwing network").startswith("the network is as configured")


PAGE = "panel: {enabled: true, address: 0.0.0.0}\\n"
VISITOR = 'country=DE\\nnetwork={\\n ssid="test-box"\\n key_mgmt=WPA-PSK\\n psk="87654321"\\n}\\n'


def test_the_hot_spot_lets_a_visitor_in_and_gives_an_address(running):
    """Both radios are in one machine, so that what is sent to the page would not go through the air; the address does."""
    running.wait()
    running.run("printf 'wifi-country: DE\\nhot-spot-password: 87654321\\n' >>/data/config/box.yaml")
    running.run(f"printf '{PAGE}' >>/data/config/lapwing.yaml; systemctl restart box-configure lapwing lapwing-panel")
    running.run("modprobe mac80211_hwsim radios=2")
    running.wait("test -e /sys/class/net/wlan1 && lapwing status >/dev/null")
    running.run("printf '[Match]\\nName=wlan1\\n[Network]\\nDHCP=ipv4\\n' >/run/systemd/network/05-visitor.network")
    running.run("lapwing network hot-spot")
    running.wait("lapwing network | grep -q 'hot spot is open'")
    running.run(f"printf '{VISITOR}' >/run/visitor.conf; wpa_supplicant -B -i wlan1 -c /run/visitor.conf")
    running.wait("ip -4 address show dev wlan1 | grep -q 'inet 192.168.84.'")
    assert "192.168.84.1/24" in running.run("ip -4 address show dev wlan0")
    assert running.run("systemctl is-active box-hot-spot.timer lapwing-panel").split() == ["active", "active"]
    running.run("lapwing network normal")
    running.wait("lapwing network | grep -q 'as configured'")
    running.wait("test $(cat /sys/class/net/wlan1/operstate) != up")
    assert running.run("systemctl is-active box-wifi box-hot-spot.timer || true").split() == ["inactive", "inactive"]
