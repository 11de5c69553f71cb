"""How a cold boot spends its time, from the kernel's start to the first advertisement, in seconds of the emulated machine."""

import shutil

from rig.box import DATA
from rig.machine import Machine

MARKS = "journalctl -o short-monotonic --no-pager -u lapwing | cut -c1-150 | head -20"


def test_where_a_cold_boot_spends_its_time(image, tmp_path):
    data = tmp_path / "data.ext4"
    shutil.copy(image.data, data)
    machine = Machine(image, tmp_path, ["-drive", f"if=none,id=data,format=raw,file={data}"], fresh=True)
    try:
        machine.wait_for_hand()
        run = lambda command: machine.agent.run(command, timeout=300, check=False).output.rstrip()
        run("systemctl is-system-running --wait")
        print("the boot:", run("systemd-analyze --no-pager").splitlines()[0])
        print(run("systemd-analyze critical-chain --no-pager multi-user.target"))
        print(run("systemd-analyze blame --no-pager | head -12"))
        run(f"mkdir -p {DATA}; systemctl start lapwing")
        print("the service, from its start by systemd to ready:")
        print(run("systemctl show -P ExecMainStartTimestampMonotonic -P ActiveEnterTimestampMonotonic -P InactiveExitTimestampMonotonic lapwing"))
        print(run(MARKS))
    finally:
        machine.kill()
