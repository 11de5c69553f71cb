"""Who may give orders to a running box, and whether clients can block each other."""

import pytest
from rig.board import LINES, play

# Opens COUNT connections that follow events, or request the status endlessly, and never reads.
DEAF = """
import socket, sys, time
held = []
for number in range(int(sys.argv[1])):
    deaf = socket.socket(socket.AF_UNIX)
    deaf.connect("/run/lapwing/control")
    deaf.sendall(sys.argv[2].encode() + b"\\n")
    held.append(deaf)
print("held", flush=True)
while True:
    for deaf in held:
        try:
            deaf.send(sys.argv[2].encode() + b"\\n", socket.MSG_DONTWAIT)
        except OSError:
            pass
    time.sleep(0.05)
"""


def run_box(box):
    box.run("useradd member; usermod -a -G lapwing member; useradd stranger")
    box.configure(LINES)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: box.status().get("alarms"))


def as_user(user, command):
    return f"setpriv --reuid {user} --regid {user} --init-groups {command}"


@pytest.mark.full
def test_15_clients_of_a_member_that_read_nothing_keep_nobody_out(box):
    run_box(box)
    box.write("/run/deaf.py", DEAF)
    answers = {}
    for count, request in ((15, '{"verb":"follow"}'), (15, '{"verb":"status"}'), (60, '{"verb":"follow"}')):
        unit = f"deaf{len(answers)}"
        box.run(f"systemd-run -q --unit={unit} -- {as_user('member', '')} python3 /run/deaf.py {count} '{request}'")
        box.wait(f"journalctl -u {unit} -o cat | grep -q held")
        for user in ("root", "lapwing", "member"):
            told = [box.run(as_user(user, "lapwing status"), check=False).status for _ in range(5)]
            answers[unit, user] = told
            print(f"{count} × {request}: status of {user}: {told}")
        followed = box.run("timeout 5 lapwing status --follow | head -c 1000 | wc -c", check=False).output.strip()
        print(f"{count} × {request}: followed by root: {followed} bytes")
        assert int(followed) > 100
    assert all(status == 0 for told in answers.values() for status in told)


def test_a_user_outside_the_group_is_told_to_join_it(box):
    run_box(box)
    for command in ("lapwing status", "lapwing pause"):
        told = box.run(as_user("stranger", command), check=False)
        print(f"exit {told.status}: {told.errors.strip()}")
        assert told.status == 77
        assert "only members of the group lapwing may give orders to this box: sudo usermod -a -G lapwing" in told.errors
    assert box.run(as_user("member", "lapwing status"), check=False).status == 0
