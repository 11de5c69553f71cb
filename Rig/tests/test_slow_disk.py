"""A slow disk: an SD card may not respond for many seconds, and the logbook waits for it."""

STANDSTILL_S = 15  # Longer than the watchdog would wait.


def test_what_is_not_written_yet_when_it_is_stopped_is_waited_for(box, demo):
    box.play(demo, "--speed", "8")
    box.start()
    box.wait_for(lambda: box.status().get("alarm_transitions_committed"), timeout=120)

    box.run(
        f"fsfreeze --freeze /var/lib/lapwing && systemctl stop --no-block lapwing && sleep {STANDSTILL_S}; "
        "fsfreeze --unfreeze /var/lib/lapwing",
        timeout=120,
    )
    box.wait("systemctl show -P ActiveState lapwing | grep -qx -e inactive -e failed", timeout=120)

    result = box.run("systemctl show -P Result lapwing").output.strip()
    runs = box.query("SELECT end_reason FROM run UNION ALL SELECT end_reason FROM session")
    print(f"stopped beside a disk that stood still for {STANDSTILL_S} s: {result}, in the logbook {runs}")
    assert result == "success"
    assert [run["end_reason"] for run in runs] == ["stopped", "stopped"]
