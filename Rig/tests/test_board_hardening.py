"""The hardening of the units, and what remains possible with it."""

import re

from rig.board import LINES, main_process, play


def fields(box, process):
    lines = box.run(f"cat /proc/{process}/status").output.splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def test_the_hardening_is_in_force(box):
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()

    status = fields(box, main_process(box))

    print({name: status[name] for name in ("NoNewPrivs", "Seccomp", "CapEff", "CapBnd", "Uid")})
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
    assert int(status["CapBnd"], 16) == int(status["CapEff"], 16) == 1 << 12  # CAP_NET_ADMIN and no other.
    assert status["Uid"].split()[0] != "0"


def test_no_unit_of_the_package_is_exposed_by_more_than_2_5(box):
    units = box.run("cd /usr/lib/systemd/system && ls lapwing*.service").output.split()
    exposures = {}
    for unit in units:
        judged = box.run(f"systemd-analyze security --no-pager --offline=true /usr/lib/systemd/system/{unit}", check=False)
        exposures[unit] = float(re.search(r"exposure level for \S+: ([0-9.]+)", judged.output)[1])
    print(exposures)
    assert {"lapwing.service", "lapwing-rescue.service"} <= exposures.keys()
    assert max(exposures.values()) <= 2.5 and exposures["lapwing.service"] <= 2.0


def test_the_thread_of_the_alarms_is_a_real_time_one_and_its_memory_is_locked(box):
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()

    process = main_process(box)
    policies = box.run(f"for t in /proc/{process}/task/*; do awk '{{print $1, $40, $41}}' $t/stat; done").output
    threads = {int(thread): (int(priority), int(policy)) for thread, priority, policy in map(str.split, policies.splitlines())}
    status = fields(box, process)
    addresses, used = (int(status[name].split()[0]) for name in ("VmLck", "VmRSS"))
    in_memory = int(box.run(f"awk '/^Locked:/ {{sum += $2}} END {{print sum}}' /proc/{process}/smaps").output)
    print(f"{threads}; of {addresses} kB of addresses {in_memory} kB are in memory, and locked there; in use: {used} kB")
    assert threads[int(process)] == (20, 1)  # SCHED_FIFO.
    assert all(policy == 0 for thread, (_, policy) in threads.items() if thread != int(process))
    # Unused addresses take no memory. The kernel counts VmRSS in batches of each thread, so it may lag by some pages.
    assert 0 < in_memory <= used + 1024 and used < 64_000
