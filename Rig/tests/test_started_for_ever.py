"""A service with missing hardware or repeated crashes: systemd never stops starting it, and new devices are used at once."""

import pytest
from rig.board import LINES, SOUND, alarms, beats, main_process, play

PL061 = "/sys/bus/amba/drivers/pl061_gpio"
DROP_IN = "/run/systemd/system/lapwing.service.d/ends.conf"


def take_lines_away(box):
    box.run(f"echo 9030000.pl061 > {PL061}/unbind && udevadm settle && ! test -e /dev/gpiochip0")


def give_lines_back(box):
    box.run(f"echo 9030000.pl061 > {PL061}/bind && udevadm settle && test -e /dev/gpiochip0")


@pytest.mark.full
def test_without_lines_and_card_it_stays_up_and_tells_the_journal_and_a_chip_that_appears_is_used(box):
    take_lines_away(box)
    box.configure(LINES + SOUND)
    play(box, *beats(170, 1, 600))
    box.start()
    first = box.wait_for(lambda: main_process(box) != "0" and main_process(box))
    box.wait_for(lambda: alarms(box, "heart-rate-high") and alarms(box, "sounder-failed"), timeout=120)
    told = [entry["LAPWING_CONDITION"] for entry in box.journal("LAPWING_CONDITION=heart-rate-high")]
    box.run("sleep 60", timeout=120)

    restarts = box.run("systemctl show -P NRestarts lapwing").output.strip()
    readings = box.query("SELECT count(*) AS n FROM reading")[0]["n"]
    print(f"a minute later: {restarts} restarts, {readings} readings, the journal has {told[:1]}")
    assert main_process(box) == first and restarts == "0"
    assert told and readings > 30 and alarms(box, "heart-rate-high")[0]["priority"] == "high"

    give_lines_back(box)
    box.lines.wait("LAMP_RED", high=True, timeout=30)
    box.lines.wait("BUZZER", high=True, timeout=30)
    assert main_process(box) == first


@pytest.mark.full
def test_one_that_ends_at_each_start_is_started_for_ever_and_ever_more_slowly(box):
    box.configure("alarms: {co2-low: {limit: wrong}}\n")
    box.run("systemctl start --no-block lapwing")
    # An earlier version refused the eleventh start within 150 s.
    box.wait_for(lambda: int(box.run("systemctl show -P NRestarts lapwing").output) >= 11, timeout=400)
    waits = [
        int(entry["MESSAGE"].split("; waits ")[1].split()[0])
        for entry in box.journal("_SYSTEMD_UNIT=lapwing.service")
        if "; waits " in str(entry.get("MESSAGE"))
    ]
    state = box.run("systemctl show -P ActiveState lapwing").output.strip()
    print(f"{state}; pauses of {waits} s; {box.run('systemctl show -P StatusText lapwing').output.strip()!r}")
    assert state == "activating" and waits[:6] == [1, 2, 4, 8, 16, 30] and max(waits) == 30

    # The fault is corrected and a device appears: the service does not wait for the end of its pause.
    box.configure(LINES)
    give = box.run("cut -d' ' -f1 /proc/uptime").output
    take_lines_away(box)
    give_lines_back(box)
    box.wait("systemctl is-active --quiet lapwing", timeout=60)
    took = float(box.run("cut -d' ' -f1 /proc/uptime").output) - float(give)
    print(f"active {took:.0f} s after a chip appeared")
    assert took < 28


@pytest.mark.full
def test_one_that_hangs_again_and_again_is_started_for_ever(box):
    box.write(
        DROP_IN,
        # The program hangs as if it waited for a dead device: nothing resets the watchdog.
        "[Service]\nTimeoutStartSec=2\nTimeoutAbortSec=1\nExecStart=\nExecStart=/bin/sleep 1000\n",
    )
    box.run("systemctl daemon-reload; systemctl start --no-block lapwing")
    box.wait_for(lambda: int(box.run("systemctl show -P NRestarts lapwing").output) >= 12, timeout=400)
    assert box.run("systemctl show -P ActiveState lapwing").output.strip() == "activating"
    box.run(f"rm {DROP_IN}; systemctl daemon-reload")
    box.configure(LINES)
    box.wait("systemctl is-active --quiet lapwing", timeout=90)
