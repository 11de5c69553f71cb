"""A recording of lapwing record is replayed to the same readings."""

import itertools
import json
import shutil
import subprocess
import time

import pytest

from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen, readings


def replayed(box, path, quantity):
    lines = box.run(f"lapwing replay {path} --json").output.splitlines()
    values = [(line["address"], line.get(quantity)) for line in map(json.loads, lines) if line.get("kind") == "reading"]
    return [value for _, value in values if value is not None]


@pytest.mark.full
def test_a_recording_of_a_running_box_replays_to_its_readings(box):
    listen(box)
    box.run("systemd-run -q --unit=recording lapwing record -o /tmp/box.btsnoop")
    box.wait("test -s /tmp/box.btsnoop", timeout=30)
    strap = box.radio.strap()
    numbers = itertools.count(600)
    telling = box.radio.broadcast(ARANET_ADDRESS, lambda: aranet_says(co2=next(numbers), age=0), every=1)
    strap.wait_connected()
    rates = list(range(60, 75))
    for bpm in rates:
        strap.beat(bpm)
        time.sleep(1)
    telling.cancel()
    box.wait_for(lambda: rates[-1] in [row["heart_rate_bpm"] for row in readings(box, strap.address, "heart_rate_bpm")], timeout=30)
    box.run("systemctl kill -s INT recording; while systemctl is-active -q recording; do sleep 0.1; done")

    # The logbook writes what comes every few seconds.
    last = replayed(box, "/tmp/box.btsnoop", "co2_ppm")[-1]
    box.wait_for(lambda: any(abs(row["co2_ppm"] - last) < 0.01 for row in readings(box, ARANET_ADDRESS, "co2_ppm")), timeout=30)
    beats = [row["heart_rate_bpm"] for row in readings(box, strap.address, "heart_rate_bpm") if row["heart_rate_bpm"]]
    ppm = [round(row["co2_ppm"], 2) for row in readings(box, ARANET_ADDRESS, "co2_ppm")]
    size = int(box.run("stat -c %s /tmp/box.btsnoop").output)
    print(f"{size} bytes of a running box: {len(beats)} beats and {len(ppm)} measurements, logged and replayed")
    assert beats and ppm
    assert replayed(box, "/tmp/box.btsnoop", "heart_rate_bpm") == beats
    assert [round(value, 2) for value in replayed(box, "/tmp/box.btsnoop", "co2_ppm")] == ppm

    # Wireshark is not part of the rig; if it is installed, it must understand every packet.
    box.run("cp /tmp/box.btsnoop /run/rig/")
    if shark := shutil.which("tshark"):
        fields = ["-T", "fields", "-e", "_ws.malformed", "-e", "btatt.opcode", "-e", "_ws.col.Protocol"]
        told = subprocess.run([shark, "-r", box.machine.share / "box.btsnoop", *fields], capture_output=True, text=True)
        packets = [line.split("\t") for line in told.stdout.splitlines()]
        notifications = sum(opcode == "0x1b" for _, opcode, _ in packets)
        print(f"tshark reads {len(packets)} packets of it, {notifications} notifications")
        assert told.returncode == 0 and notifications >= len(beats) and not any(broken for broken, _, _ in packets)

    # Without a running box, the recording uses the adapter itself.
    box.run("systemctl stop lapwing")
    strap.advertise()
    strap.beat_on(88, every=0.5)
    told = box.run("lapwing record -o /tmp/alone.btsnoop --seconds 15", timeout=90)
    assert set(replayed(box, "/tmp/alone.btsnoop", "heart_rate_bpm")) == {88}, told.errors
    again = box.run("lapwing record -o /tmp/alone.btsnoop", check=False)
    assert again.status == 74 and "already exists" in again.errors
    refused = box.run("setpriv --reuid lapwing --clear-groups --bounding-set -all --inh-caps -all lapwing record -o /tmp/x", check=False)
    assert refused.status == 69 and "CAP_NET_RAW" in refused.errors
