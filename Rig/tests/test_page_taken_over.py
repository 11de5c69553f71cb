"""An attacker has taken over the page: a shell with the rights of its unit can give the orders of its role, and write nothing else."""

import pathlib

from rig.board import LINES, play

SHELL = pathlib.Path(__file__).parents[1] / "taken-over.sh"
FOUND = "/var/lib/lapwing/panel/found"


def test_a_shell_of_the_page_gives_orders_and_writes_nothing(box):
    box.configure(LINES)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.write("/srv/taken", SHELL.read_text())
    box.run("mkdir -p /run/systemd/system/lapwing-panel.service.d")
    box.write("/run/systemd/system/lapwing-panel.service.d/taken.conf", f"[Service]\nExecStart=\nExecStart=/bin/bash -c '/bin/bash /srv/taken >{FOUND}'\n")
    box.run("systemctl daemon-reload && systemctl restart lapwing-panel")
    box.wait(f"grep -q ^end {FOUND}")
    found = box.run(f"cat {FOUND}").output.split("\n")
    print("\n".join(found))
    assert [line for line in found if line] == ["status", "sessions", "limit", "limit beside locks", "ack", "end"]
    assert "2600" in box.run("lapwing config show | grep ^alarms.co2-high.limit").output
    assert box.run("stat -c %U /var/lib/lapwing/settings/lapwing.yaml").output.strip() == "lapwing"
