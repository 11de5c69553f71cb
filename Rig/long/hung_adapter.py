"""An adapter that hangs. Each test takes minutes; they are not part of the suite.

    .venv/bin/python -m pytest Rig/long/hung_adapter.py
"""

import itertools

from rig.board import main_process
from test_bluetooth_recovery import alarms, present, ended, heard_since
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen, notes, now_ms, readings


def test_an_adapter_that_hangs_is_noticed_and_recovered_step_by_step(box):
    strap = box.radio.strap()
    strap.beat_on(70)
    listen(box)
    strap.wait_connected()
    process = main_process(box)
    box.wait_for(lambda: heard_since(box, strap.address, 0))

    box.radio.hang()
    hung = now_ms(box)
    noticed = box.wait_for(lambda: present(box, hung))[0]
    # All steps of the appliance itself have failed: root binds the driver again. Then the controller answers again.
    box.wait("journalctl -u lapwing-rescue | grep -q 'is started again'", timeout=180)
    assert not ended(box, noticed), "the alarm goes on while it hangs"
    box.radio.recover()
    recovered = now_ms(box)
    over = box.wait_for(lambda: ended(box, recovered), timeout=120)[0]
    again = box.wait_for(lambda: heard_since(box, strap.address, recovered), timeout=120)[0]

    steps = [entry["MESSAGE"].split(": ", 1)[1] for entry in notes(box, "recovery: ")]
    rescue = box.run("journalctl -o cat -u lapwing-rescue | grep hci").output
    print(f"hung: alarm after {(noticed - hung) / 1000:.1f} s; answers again: alarm over after "
          f"{(over - recovered) / 1000:.1f} s, strap beating after {(again - recovered) / 1000:.1f} s")
    print("steps: " + "; ".join(steps) + "\nroot: " + "; ".join(rescue.splitlines()))
    assert noticed - hung < 10_000
    assert all(row["technical"] for row in alarms(box))
    assert main_process(box) == process


def test_one_that_hangs_while_it_ends_a_connection_is_used_again(box):
    """The kernel then drops a connection without an event from the controller, also one of a process that has ended."""
    strap = box.radio.strap()
    strap.beat_on(70)
    listen(box)
    strap.wait_connected()
    box.wait_for(lambda: heard_since(box, strap.address, 0))
    box.run("systemctl restart --no-block lapwing")
    box.radio.hang()
    box.wait("dmesg | grep -q 'tx timeout'")
    box.radio.recover()
    recovered = now_ms(box)
    again = box.wait_for(lambda: heard_since(box, strap.address, recovered))[0]
    print(f"started beside a hung adapter; it answers again: strap beating after {(again - recovered) / 1000:.1f} s")

    box.run("systemctl stop lapwing")
    box.radio.hang()
    reading = f"lapwing read {strap.address} >/run/rig/read 2>&1"
    box.run(f"dmesg --clear; nohup sh -c '{reading}; echo $? >>/run/rig/read' >/dev/null 2>&1 &")
    box.wait("dmesg | grep -q 'tx timeout'")
    box.radio.recover()
    answer = box.wait("grep -x '[0-9]*' /run/rig/read >/dev/null && cat /run/rig/read").output
    print(answer)
    assert "heart rate 70 bpm" in answer and answer.endswith("\n0\n")


def test_another_adapter_takes_over_when_one_hangs_or_is_pulled_out(box):
    # The kernel numbers adapters in the order in which they appear, so that the rig's 0 is hci0.
    listen(box)
    box.radio.attach(1)
    box.radio.broadcast(ARANET_ADDRESS, lambda: next_measurement(), every=0.5)
    numbers = itertools.count()

    def next_measurement():
        number = next(numbers)
        return aranet_says(co2=600 + number % 200, age=0, counter=number)

    box.wait_for(lambda: readings(box, ARANET_ADDRESS))
    box.radio.hang(0)
    hung = now_ms(box)
    box.wait_for(lambda: notes(box, "listening with hci1"), timeout=90)
    other = box.wait_for(lambda: [at for at in heard_since(box, ARANET_ADDRESS, hung + 1000)], timeout=30)[0]
    box.radio.recover(0)
    pulled = now_ms(box)
    box.radio.detach(1)
    box.wait_for(lambda: len(notes(box, "listening with hci0")) > 1, timeout=60)
    back = box.wait_for(lambda: heard_since(box, ARANET_ADDRESS, pulled + 1000), timeout=30)[0]

    print(f"hci0 hung: received by hci1 after {(other - hung) / 1000:.1f} s; hci1 pulled out: received by hci0 after "
          f"{(back - pulled) / 1000:.1f} s")
    assert not present(box, back)
