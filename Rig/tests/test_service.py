"""The appliance as a service of systemd."""


def test_status_is_a_sentence(box, demo):
    box.play(demo, "--speed", "1")
    box.start()

    status = box.run("systemctl status lapwing --no-pager", check=False).output

    assert "active (running)" in status
    sentence = box.run("systemctl show -P StatusText lapwing").output.strip()
    print(sentence)
    assert f'Status: "{sentence}"' in status or len(sentence.split()) >= 3


def test_killed_it_is_back_within_3_s(box, demo):
    box.play(demo, "--speed", "1")
    box.start()
    before = main_process(box)

    # The guest's own clock measures it: systemd notes when it began the next process.
    killed = float(box.run(f"cut -d' ' -f1 /proc/uptime; kill -KILL {before}").output)
    box.wait(f"pid=$(systemctl show -P MainPID lapwing); [ $pid != 0 ] && [ $pid != {before} ]", timeout=30)

    started = int(box.run("systemctl show -P ExecMainStartTimestampMonotonic lapwing").output) / 1e6
    print(f"killed, and started again after {started - killed:.2f} s")
    assert 0 < started - killed < 3
    box.wait("lapwing status", timeout=30)


def test_journal_has_fields(box, demo):
    box.play(demo, "--speed", "max")
    box.start()

    alarms = box.wait_for(lambda: box.journal("LAPWING_EVENT=alarm"))

    print(f"{len(alarms)} alarms, the first: {alarms[0]['MESSAGE']}")
    assert {"PRIORITY", "MESSAGE", "LAPWING_CONDITION", "LAPWING_PRIORITY", "LAPWING_PRESENCE"} <= alarms[0].keys()


def main_process(box):
    return box.run("systemctl show -P MainPID lapwing").output.strip()
