"""The page is attacked and killed while an alarm is on: the lamps do not notice."""

import statistics

import pytest
from rig.board import LINES, alarms, play
from tests.test_board_lamps import TRACE, lateness

STREAMS, RELOADERS = 200, 50
# Holds event streams, and loads the page without end. A line of /srv/served is a path that the page has answered with 200.
VISITORS = """
import socket, sys, threading, time
answers = open("/srv/served", "w", buffering=1)
def visit(path):
    while True:
        try:
            with socket.create_connection(("127.0.0.1", 8437), timeout=10) as link:
                link.sendall(f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n".encode())
                if link.recv(65536).startswith(b"HTTP/1.1 200"):
                    answers.write(path + "\\n")
                while link.recv(65536):
                    pass
        except OSError:
            time.sleep(2)
streams, reloaders = map(int, sys.argv[1:])
for number in range(streams + reloaders):
    threading.Thread(target=visit, args=["/live/now" if number < streams else "/"], daemon=True).start()
while True:
    time.sleep(60)
"""
# Kills the page again and again, a moment after it has begun to serve.
KILLER = """
served() {
  exec 3<>/dev/tcp/127.0.0.1/8437
  printf 'GET /tile HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3
  read -r -t 20 line <&3 && [[ $line == *' 200 '* ]]
}
while sleep 1; do
  (served) 2>/dev/null || continue
  sleep $((1 + RANDOM % 2))
  systemctl kill --signal KILL lapwing-panel
  echo killed >>/srv/kills
  systemctl reset-failed lapwing-panel
  systemctl start lapwing-panel
done
"""


def lateness_of_the_lamps(box):
    """How late the edges of a flashing lamp are, over 24 s."""
    box.run(f"cd {TRACE} && echo >trace")
    box.lines.watch(24)
    late = lateness(box.run(f"cat {TRACE}/trace").output, period=0.5)
    assert len(late) > 30
    return late


@pytest.mark.full
def test_lamps_keep_their_rhythm_while_the_page_is_attacked_and_killed(box):
    box.configure(LINES)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "adapter-gone"))
    box.run(f"mount -t tracefs tracefs {TRACE}; cd {TRACE} && echo mono >trace_clock && echo 1 >events/gpio/gpio_value/enable")
    alone = lateness_of_the_lamps(box)

    box.run("systemctl start lapwing-panel")
    box.write("/srv/visitors.py", VISITORS)
    box.run(f"systemd-run --quiet --collect --unit visitors -p LimitNOFILE=2000 python3 /srv/visitors.py {STREAMS} {RELOADERS}")
    box.write("/srv/killer", KILLER)
    box.wait("bash -c 'exec 3<>/dev/tcp/127.0.0.1/8437'")
    box.run("systemd-run --quiet --collect --unit killer bash /srv/killer")
    attacked = lateness_of_the_lamps(box)
    kills = int(box.run("wc -l </srv/kills").output)
    served = box.run("cat /srv/served").output.split()
    streams, pages = served.count("/live/now"), served.count("/")

    for who, late in [("alone", alone), ("attacked", attacked)]:
        print(f"{who}: late by {statistics.median(late) * 1000:.2f} ms (median of {len(late)}), {max(late) * 1000:.2f} ms at most")
    print(f"the page was killed {kills} times while it served; it served {streams} streams and {pages} pages")
    assert statistics.median(attacked) < 0.02
    assert kills >= 1 and streams >= 1 and pages >= 1
    assert alarms(box, "adapter-gone")
    box.run("systemctl stop killer visitors lapwing-panel", check=False)
