"""Wi-Fi with two emulated radios of the kernel (mac80211_hwsim): one is the box's, the other an access point in the same box."""

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
    assert running.run("/usr/lib/box/flight on").endswith("flight mode is on: Wi-Fi is off")
    running.wait("test $(cat /sys/class/net/wlan0/operstate) != up")
    assert running.run("systemctl is-active box-wifi || true") == "inactive"
    assert "flight mode is on" in running.run("/usr/lib/box/update status")
    assert running.run("/usr/lib/box/flight off").endswith("flight mode is off")
    running.wait(JOINED)
