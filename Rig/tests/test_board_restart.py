"""The process is killed, or stopped, while an alarm sounds."""

import time

from rig.board import LINES, alarms, main_process, play, sound_an_alarm


def test_killed_while_alarming_it_sounds_again(box):
    sound_an_alarm(box)

    before = main_process(box)
    killed, heard = time.monotonic(), box.sound.recorded()
    box.run(f"kill -KILL {before}")
    box.wait(f"pid=$(systemctl show -P MainPID lapwing); [ $pid != 0 ] && [ $pid != {before} ]", timeout=30)
    lit = box.lines.wait("LAMP_RED", high=True, timeout=60, since=killed + 0.2)
    print(f"red again {lit.at - killed:.2f} s after the kill, by the host's clock")
    box.wait_for(lambda: box.sound.bursts(heard + 0.5, threshold=8000), timeout=120)
    box.wait_for(lambda: alarms(box, "restarted"), timeout=60)


def test_stopped_the_hardware_watchdog_resets_the_box(box):
    box.configure(LINES + "  watchdog: {device: /dev/watchdog, timeout: 4}\n")
    box.run("modprobe i6300esb && udevadm settle && ls -l /dev/watchdog*")
    play(box, {"t": 1})
    box.start()
    time.sleep(8)  # Longer than the time-out: it is petted.
    assert not [name for _, name, _ in box.monitor.events if name == "WATCHDOG"]

    stopped = time.monotonic()
    box.run(f"kill -STOP {main_process(box)}")
    box.monitor.wait("WATCHDOG", 60)
    print(f"the watchdog fired {time.monotonic() - stopped:.1f} s after the process was stopped")
    box.wait_for_reset(240)
