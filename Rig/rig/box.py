"""The box under test: what a test can do to it and observe."""

import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from .disk import Disk
from .lines import Lines
from .machine import ARGUMENTS, Machine
from .radio import Radio
from .sound import Sound

SHARE = "/run/rig"  # The path in the guest of the folder that it shares with the host.
CONFIGURATION = "/etc/lapwing/lapwing.yaml"
DATA = "/var/lib/lapwing"
# The devices that tests put around the box, with their kinds. A device is missed only after it has measured something.
OWN = {
    "F1:00:00:00:00:01": "Heart Rate Service",
    "F2:00:00:00:00:02": "INKBIRD IAM-T1",
    "F3:00:00:00:00:03": "Airthings Wave Mini",
    "C2:DB:C0:DC:E4:55": "Aranet4",
}


class Box:
    """A machine that has just booted, with the right time and an empty data disk. `folder` gets all its files."""

    def __init__(self, image, folder, shown=False):
        self._image = image
        self._shown = shown
        self.folder = folder
        data = folder / "data.ext4"
        shutil.copy(image.data, data)
        self._sockets = tempfile.mkdtemp(prefix="rig-")  # The path of a socket has at most 107 bytes.
        self.disk = Disk(data, f"{self._sockets}/disk")
        self.power_on()

    # -- Power and time

    def power_on(self, clock=True):
        """Starts at the end of a boot. Without `clock`, the guest does not know the time."""
        drive = "if=none,id=data,format=raw,cache=writeback,file.driver=nbd,file.server.type=unix"
        self.machine = Machine(self._image, self.folder, ["-drive", f"{drive},file.server.path={self._sockets}/disk"])
        self.monitor = self.machine.monitor
        self.machine.wait_for_hand(timeout=60)
        if self._shown:
            self._show()
        self.lines = Lines(self.machine.sockets / "qtest", self.monitor)
        self.sound = Sound(self.machine)
        self._radio = None
        self._settle(clock)

    def _settle(self, clock):
        if clock:
            self.set_clock()
        disk = "/dev/disk/by-id/virtio-data"
        self.run(
            f"mkdir -p {SHARE} {DATA}; blockdev --flushbufs {disk};"
            # As at each boot of a system with fsck.repair=yes, such as Raspberry Pi OS.
            f" e2fsck -y {disk}; [ $? -lt 4 ] || exit 1;"
            f" mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288 rig {SHARE} && mount {disk} {DATA}"
        )

    def set_clock(self, seconds_since_1970=None, synchronised=False):
        """Sets the clock; without an argument, to the true time. A synchronised clock is marked in a file, as by timesyncd."""
        synchronized = "/run/systemd/timesync/synchronized"
        said = f"mkdir -p {synchronized.rpartition('/')[0]} && touch {synchronized}"
        if seconds_since_1970 is not None and not synchronised:
            said = f"rm -f {synchronized}"
        self.run(f"date -s @{seconds_since_1970 or time.time():.3f} && {said}")

    def cut_power(self, **how):
        """Cuts the power; the disk loses what was not flushed. Returns how many sectors waited and how many were lost, from
        Disk.cut."""
        if self._radio:
            self._radio.close()
        self.machine.kill()
        return self.disk.cut(**how)

    def wait_for_reset(self, timeout):
        """Waits until the watchdog has reset the machine and it has booted again, without the data disk and with the
        clock unset. Returns when the watchdog fired, by time.monotonic()."""
        at, _ = self.monitor.wait("WATCHDOG", timeout)
        self.monitor.wait("RESET", timeout, since=at)
        self.machine.wait_for_hand()
        return at

    # -- The radio

    @property
    def radio(self):
        """The devices around the box; it has no adapter before `radio.attach()`."""
        if self._radio is None:
            self._radio = Radio(self.folder, self.machine, self.run)
        return self._radio

    # -- The guest

    def run(self, command, timeout=60, check=True):
        return self.machine.agent.run(command, timeout, check)

    def put(self, source, name=None):
        """Copies a file of the host into the guest; returns its path there."""
        name = name or source.name
        shutil.copy(source, self.machine.share / name)
        return f"{SHARE}/{name}"

    def write(self, path, text):
        """Writes a file in the guest."""
        (self.machine.share / "written").write_text(text)
        self.run(f"mkdir -p $(dirname {path}) && cp {SHARE}/written {path}")

    def wait(self, command, timeout=60):
        """Waits until a command in the guest succeeds."""
        deadline = time.monotonic() + timeout
        while (result := self.run(command, check=False)).status != 0:
            if time.monotonic() > deadline:
                raise TimeoutError(f"this did not succeed within {timeout} s: {result}")
            time.sleep(0.2)
        return result

    @staticmethod
    def wait_for(look, timeout=60):
        """Waits until `look` returns something true, and returns that."""
        deadline = time.monotonic() + timeout
        while not (seen := look()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"it did not come true within {timeout} s")
            time.sleep(0.2)
        return seen

    # -- Lapwing in it

    def configure(self, text):
        self.write(CONFIGURATION, text)

    def log_at_once(self):
        """Has each reading written within a second, for a test that looks at them."""
        self.configure("logbook: {write-every: 1}\n")

    def play(self, recording, *arguments):
        """Lets the service play a recording instead of receiving sensors."""
        played = self.put(recording)
        self.run(f"cp {played} /srv/ && chmod a+r /srv/{recording.name}")
        self.write(ARGUMENTS, f"REPLAY=--replay /srv/{recording.name} {' '.join(arguments)}\n")

    def start(self, own=OWN):
        """Starts the service. The devices in `own` are adopted; all others are strangers."""
        listed = [{"address": address, "kind": kind} for address, kind in own.items()]
        self.write("/run/adopted.json", json.dumps({"adopted": listed}))
        self.run(
            f"[ -e {DATA}/adopted.json ] || install -m 600 -o $(stat -c %U {DATA}) -g $(stat -c %G {DATA})"
            f" /run/adopted.json {DATA}/adopted.json"
        )
        self.run("systemctl start lapwing", timeout=120)

    def status(self):
        """The output of `lapwing status`; nothing if no lapwing answers."""
        answer = self.run("lapwing status --json", check=False)
        return json.loads(answer.output) if answer.status == 0 else {}

    def journal(self, *matches):
        """The journal entries of the service, each a dictionary of its fields."""
        entries = self.run(f"journalctl -o json --no-pager -u lapwing {' '.join(matches)}").output
        return [json.loads(line) for line in entries.splitlines() if line.startswith("{")]

    def query(self, sql, database=f"{DATA}/lapwing.db"):
        """The rows of a query to the logbook, each a dictionary."""
        answer = self.run(f'sqlite3 -json {database} "{sql}"').output
        return json.loads(answer) if answer.strip() else []

    # -- The end

    def close(self, failed=True):
        """Writes its traces into the folder and switches off. The guest needs some seconds to report a failure."""
        if failed and self.machine.is_running:
            for name, command in (
                ("journal.txt", "journalctl --no-pager -o short-precise -b"),
                ("status.txt", "systemctl status lapwing --no-pager; systemctl --failed; ps axu; cat /proc/meminfo"),
                ("kernel.txt", "dmesg"),
            ):
                try:
                    (self.folder / name).write_text(self.run(command, timeout=20, check=False).output)
                except Exception as error:
                    (self.folder / name).write_text(f"the guest did not give this file: {error}\n")
                    break  # A guest that hangs or boots again gives no other file either.
        if self._radio:
            self._radio.close()
        self.machine.quit()
        began = self.machine.began
        with open(self.folder / "lines.txt", "w") as file:
            for edge in self.lines.edges:
                file.write(f"{edge.at - began:9.3f} {edge.line} {'high' if edge.high else 'low'}\n")
        with open(self.folder / "events.txt", "w") as file:
            for at, name, data in self.monitor.events:
                file.write(f"{at - began:9.3f} {name} {json.dumps(data)}\n")
        self.disk.close()
        shutil.rmtree(self._sockets, ignore_errors=True)

    def _show(self):
        """Prints the guest's console, which includes its journal, as it comes."""
        follower = subprocess.Popen(["tail", "-n", "+1", "-F", str(self.machine.console)], stdout=subprocess.PIPE, text=True)

        def show():
            for line in follower.stdout:
                sys.stderr.write(f"  guest | {line}")

        threading.Thread(target=show, daemon=True).start()
        self.run("setsid journalctl -f -n 0 -o short-monotonic >/dev/ttyAMA0 2>&1 </dev/null &")
