"""Strangers and adopted sensors: a stranger is shown, an adopted sensor raises alarms, also after a restart."""

import pytest

from rig.board import alarms
from tests.test_bluetooth_sensors import listen, sensor


@pytest.mark.full
def test_a_stranger_s_strap_raises_nothing_until_it_is_adopted(box):
    strap = box.radio.strap()
    strap.beat_on(190)
    listen(box, own={})
    strap.wait_connected()
    box.wait_for(lambda: (sensor(box, strap.address) or {}).get("heart_rate_bpm") == 190)
    box.run("sleep 45")
    assert box.status()["alarms"] == []

    box.run(f"lapwing sensors adopt {strap.address} --name 'left strap'")
    alarm = box.wait_for(lambda: alarms(box, "heart-rate-high"))[0]
    assert alarm["priority"] == "high"

    box.run("systemctl restart lapwing", timeout=120)
    box.wait_for(lambda: alarms(box, "heart-rate-high"))
    assert "left strap" in box.run("lapwing status").output

    box.run(f"lapwing sensors forget {strap.address}")
    box.wait_for(lambda: not alarms(box, "heart-rate-high"))
    print("190 bpm of a stranger for 45 s: no alarm; adopted: high, after a restart too; forgotten: none")
