"""The unit's hardening, and what it leaves possible."""

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


def test_the_thread_of_the_alarms_is_a_real_time_one_where_that_is_configured(box):
    box.configure(LINES + "  real-time: {priority: 20, lock-memory: true}\n")
    play(box, {"t": 1})
    box.start()

    process = main_process(box)
    policies = box.run(f"for t in /proc/{process}/task/*; do awk '{{print $1, $40, $41}}' $t/stat; done").output
    threads = {int(thread): (int(priority), int(policy)) for thread, priority, policy in map(str.split, policies.splitlines())}
    locked = int(fields(box, process)["VmLck"].split()[0])
    print(f"{threads}, {locked} kB locked")
    assert threads[int(process)] == (20, 1)  # SCHED_FIFO.
    assert all(policy == 0 for thread, (_, policy) in threads.items() if thread != int(process))
    assert locked > 0
