"""The contents of the logbook after a power cut. The disk loses every sector that was not flushed."""

import os
import random
import time

import pytest
from rig.board import LINES, SOUND, beats, play, plug_sound

# `make proof-power-cuts` makes many cuts, on two machines.
CUTS = int(os.environ.get("CUTS", "2"))
MACHINES = 2 if CUTS > 4 else 1


def test_a_session_survives_a_power_cut(box, demo):
    box.play(demo, "--speed", "8")
    box.start()
    committed = box.wait_for(lambda: box.status().get("alarm_transitions_committed"), timeout=120)

    waited, lost = box.cut_power(kept=0)
    box.power_on()

    print(f"{committed} transitions were committed, {lost} of {waited} waiting sectors lost")
    assert box.query("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert box.query("SELECT count(*) AS n FROM alarm")[0]["n"] >= committed > 0
    assert box.query("SELECT count(*) AS n FROM session")[0]["n"] == 1


def test_the_disk_does_forget(box):
    """The control of the test above: without a flush, written data are lost."""
    box.run("echo kept >/var/lib/lapwing/kept && sync && echo lost >/var/lib/lapwing/lost")

    box.cut_power(kept=0)
    box.power_on()

    assert box.run("ls /var/lib/lapwing").output.split() == ["kept", "lost+found"]
    assert box.run("cat /var/lib/lapwing/kept").output == "kept\n"


@pytest.mark.full
def test_a_disk_that_lies_about_flushes_loses_the_session(box, demo):
    """The opposite control: the session survives because it was flushed."""
    box.disk.honest = False
    box.play(demo, "--speed", "8")
    box.start()
    box.wait("test -s /var/lib/lapwing/lapwing.db", timeout=60)
    box.run("sync")

    box.cut_power(kept=0)
    box.power_on()

    assert "lapwing.db" not in box.run("ls /var/lib/lapwing").output


OLD_HOURS, OLD_ROWS = 40, 900  # Hours that wait to be sealed at each start, and the readings of each.
OLD_STRAP = "C0:FF:EE:00:00:99"


def add_old_hours(box, cut):
    """Adds readings of hours that are long over. The box seals them after its next start, one hour after the other."""
    first = f"(SELECT max(seq) FROM sqlite_sequence WHERE name = 'wide_reading') + {(cut + 1) * 1_000_000}"
    box.query(
        f"PRAGMA busy_timeout = 10000; INSERT OR IGNORE INTO sensor (address, model) VALUES ('{OLD_STRAP}', 'Polar H10'); "
        "INSERT INTO quick_reading (id, sensor_id, at_ms, heart_rate_bpm) "
        f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {OLD_HOURS * OLD_ROWS - 1}) "
        f"SELECT {first} + i, (SELECT id FROM sensor WHERE address = '{OLD_STRAP}'), "
        f"(unixepoch('now') / 3600 - 9000 + i / {OLD_ROWS} + {cut * OLD_HOURS}) * 3600000 + i % {OLD_ROWS} * 4000, 60 + i % 40 "
        "FROM n"
    )


def old_readings(box):
    """How many of them are rows, and how many are sealed."""
    (count,) = box.query(
        "SELECT (SELECT count(*) FROM quick_reading JOIN sensor ON sensor.id = sensor_id WHERE address = "
        f"'{OLD_STRAP}') AS rows, (SELECT coalesce(sum(count), 0) FROM block JOIN sensor ON sensor.id = sensor_id "
        f"WHERE address = '{OLD_STRAP}') AS sealed"
    )
    return count["rows"], count["sealed"]


@pytest.mark.parametrize("machine", range(MACHINES))
def test_after_every_power_cut_the_alarm_is_heard_again_and_the_logbook_is_whole(box, machine):
    """Some of the waiting sectors reach the disk, in any order, and one of them half. Only the stored state contains the
    alarm that was on: no sensor is received after the first cut. All the while the box seals old hours."""
    chance = random.Random(1000 + machine)
    told, waited_sectors, lost_sectors, committed, took, amid = [], 0, 0, 0, [], 0
    for cut in range(-(-CUTS // MACHINES) + 1):
        box.configure(LINES + SOUND)
        plug_sound(box)
        play(box, *(beats(170, 0, 600) if cut == 0 or chance.random() < 0.5 else [{"t": 0}]))
        began = time.monotonic()
        box.start()
        box.wait_for(lambda: [alarm for alarm in box.status().get("alarms", []) if is_heart(alarm)], timeout=120)
        box.wait_for(lambda: box.sound.bursts(threshold=8000), timeout=120)
        took.append(time.monotonic() - began)

        rows = box.query("SELECT count(*) AS n FROM alarm")[0]["n"]
        told += [entry["MESSAGE"] for entry in box.journal() if "damage" in str(entry.get("MESSAGE"))]
        assert rows >= committed, f"after cut {cut} {rows} transitions are left of {committed}"
        assert box.query("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
        left, sealed = old_readings(box)
        assert left + sealed == cut * OLD_HOURS * OLD_ROWS, f"after cut {cut}: {left} old rows, {sealed} sealed"
        amid += left > 0
        if cut == -(-CUTS // MACHINES):
            break
        add_old_hours(box, cut)
        # At any time, also while a checkpoint or the file of alarms is being written.
        time.sleep(chance.uniform(0, 4))
        committed = box.query("SELECT count(*) AS n FROM alarm")[0]["n"]
        box.disk.hold()
        # During an alarm readings are written every 4 s: so long for the first cut, in which a strap beats, so that some
        # sectors are on their way to the disk.
        time.sleep(6 if cut == 0 else chance.uniform(0, 4))
        waited, lost = box.cut_power(seed=chance.random(), torn=True)
        waited_sectors += waited
        lost_sectors += lost
        (box.folder / "sound.wav").unlink()  # Sound that is recorded from here on was played after this.
        box.power_on()
    print(
        f"{len(took) - 1} cuts, {lost_sectors} of {waited_sectors} waiting sectors lost; the alarm sounded again after {max(took[1:]):.0f} s at most, by "
        f"the host's clock; of damage it reported: {told}; old hours were being sealed at {amid} of the starts"
    )
    assert lost_sectors > 0 and not told


def is_heart(alarm):
    return alarm["priority"] == "high" and alarm["condition"] in ("heart-rate-high", "no-data")
