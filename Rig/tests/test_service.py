"""The appliance as a service of systemd."""

import pytest
from rig.board import main_process


@pytest.mark.alone
def test_its_status_is_a_sentence_and_killed_it_is_back_within_3_s(box, demo):
    box.play(demo, "--speed", "1")
    box.start()

    status = box.run("systemctl status lapwing --no-pager", check=False).output

    assert "active (running)" in status
    sentence = box.run("systemctl show -P StatusText lapwing").output.strip()
    print(sentence)
    assert f'Status: "{sentence}"' in status or len(sentence.split()) >= 3

    # The guest's processor is emulated on a shared host, so a second attempt is allowed if the first one is slow.
    took = [time_to_come_back(box)]
    while min(took) >= 3 and len(took) < 3:
        took.append(time_to_come_back(box))
    print("killed, and started again after " + ", ".join(f"{seconds:.2f} s" for seconds in took))
    assert 0 < min(took) < 3


def time_to_come_back(box):
    """Kills the process and waits until it answers again. Returns the seconds to its start, by the guest's own clock and
    systemd's time stamp of the next process."""
    before = main_process(box)
    killed = float(box.run(f"cut -d' ' -f1 /proc/uptime; kill -KILL {before}").output)
    box.wait(f"pid=$(systemctl show -P MainPID lapwing); [ $pid != 0 ] && [ $pid != {before} ]", timeout=30)
    started = int(box.run("systemctl show -P ExecMainStartTimestampMonotonic lapwing").output) / 1e6
    box.wait("lapwing status", timeout=30)
    return started - killed


def test_journal_has_fields(box, demo):
    box.play(demo, "--speed", "max")
    box.start()

    alarms = box.wait_for(lambda: box.journal("LAPWING_EVENT=alarm"))

    print(f"{len(alarms)} alarms, the first: {alarms[0]['MESSAGE']}")
    assert {"PRIORITY", "MESSAGE", "LAPWING_CONDITION", "LAPWING_PRIORITY", "LAPWING_PRESENCE"} <= alarms[0].keys()
