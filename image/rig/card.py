"""An emulated box that starts from the very image of the SD card: its own U-Boot, the card's boot script, its systemd.

The card is a copy of the image, larger, as a real one is. What the owner would put on its boot partition is put there with
mtools, and looked at in the same way; the data partition is read with debugfs. In the running box, commands run over SSH,
with the key that a test puts into box.yaml: the image has no other way in.
"""

import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.request

FAT = 4 << 20
ROOT_A = FAT + (2 * 64 << 20)
ROOT_B = ROOT_A + (768 << 20)
DATA = ROOT_B + (768 << 20)
# An emulated box takes 25 s to start on an idle host, and minutes on a busy one: an hour where that is said to be one.
START_S = 3600 if os.environ.get("RIG_COUNTED") else 600
# By instructions, of 2 ns: on a busy host an emulated box would be too slow for the limits of its own services.
COUNTED = ("-icount", "shift=1")


# What a box reports by itself: see Box.
TELLS = """[Unit]
DefaultDependencies=no
After=box-health.service
[Service]
Type=exec
ImportCredential=r
StandardOutput=tty
TTYPath=/dev/ttyAMA0
ExecStart=/bin/sh ${CREDENTIALS_DIRECTORY}/r
"""


class Card:
    """A card in a file."""

    def __init__(self, path, form="raw"):
        self.path = pathlib.Path(path)
        self.form = form

    @classmethod
    def of(cls, image, path, mebibytes=4096):
        """A copy of the image, with the size of a card."""
        subprocess.run(["cp", "--sparse=always", image, path], check=True)
        with open(path, "r+b") as file:
            file.truncate(mebibytes << 20)
        return cls(path)

    def fork(self, path):
        """A card that is the same now, and keeps what is written to it from now on in a file of its own."""
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", self.form, "-b", self.path.resolve(), path], check=True)
        return Card(path, "qcow2")

    def flat(self, path):
        """A copy in plain bytes, for tools that know nothing of forks."""
        subprocess.run(["qemu-img", "convert", "-f", self.form, "-O", "raw", self.path, path], check=True)
        return Card(path)

    def write(self, name, content):
        """Puts a file on the boot partition."""
        self._tools("mcopy", "-o", "-", f"::{name}", given=content if isinstance(content, bytes) else content.encode())

    def folder(self, name):
        """Makes a folder on the boot partition."""
        self._tools("mmd", f"::{name}")

    def read(self, name):
        """A file of the boot partition, or nothing."""
        answer = self._tools("mtype", f"::{name}", check=False)
        return answer.stdout.decode() if answer.returncode == 0 else None

    def data(self, path):
        """A file of the data partition; the box must be off."""
        return debugfs(self.path, DATA, f"cat {path}")

    def variables(self):
        """What U-Boot counts."""
        content = self._tools("mtype", "::lapwing.env").stdout[4:]
        return dict(word.split("=", 1) for word in content.decode().strip("\0").split("\0"))

    def _tools(self, tool, *arguments, given=None, check=True):
        command = [tool, *arguments[:-1], "-i", f"{self.path}@@{FAT}", arguments[-1]]
        if tool == "mcopy":
            command = [tool, "-o", "-i", f"{self.path}@@{FAT}", "-", arguments[-1]]
        return subprocess.run(command, input=given, check=check, capture_output=True)


def debugfs(image, offset, command, write=False):
    options = ["-w"] if write else []
    return subprocess.run(
        ["debugfs", *options, "-R", command, f"{image}?offset={offset}"], check=True, capture_output=True, text=True).stdout


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def ask_page(box, timeout=300):
    """The certificate of the page, and what it answers to a stranger."""
    deadline = time.monotonic() + timeout
    context = ssl._create_unverified_context()
    while True:
        try:
            with urllib.request.urlopen(f"https://127.0.0.1:{box.page}/", context=context, timeout=timeout) as answer:
                return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", box.page), timeout=timeout)), answer.url, answer.read()
        except OSError:
            if time.monotonic() > deadline:
                raise


class Box:
    """QEMU's `virt` machine with the card in it."""

    def __init__(self, card, firmware, folder, key, tells=None, unit=TELLS):
        """`tells`: shell that the box runs behind box-health; QEMU hands it in, the card knows nothing of it, and its output is on the
        console. Such a box has neither network nor USB nor sound, which takes half of the time from its start."""
        self.card = card
        self.folder = pathlib.Path(folder)
        self.console = self.folder / "console.log"
        self._firmware = firmware
        self._key = key
        self._tells, self._unit = tells, unit
        self._process = None
        self._port = free_port()
        # Where this machine reaches the page of the box, and its port 80, which leads there.
        self.page, self.web = free_port(), free_port()

    def start(self, moment=None, drive=None):
        """Switches the box on, or goes on from a moment that `keep` has kept. `drive`: other options of the card's drive."""
        self._sockets = pathlib.Path(tempfile.mkdtemp(prefix="card-"))
        self._process = subprocess.Popen(
            [
                *("qemu-system-aarch64", "-nodefaults", "-display", "none", "-chardev", self._console()),
                *("-qmp", f"unix:{self._sockets}/qmp,server=on,wait=off"),
                *self._machine(drive or ("-drive", f"if=none,id=card,format={self.card.form},file={self.card.path},cache=unsafe")),
                *(self._outside() if self._tells is None else self._telling()),
                *(("-incoming", f"exec:cat {moment}") if moment else ()),
            ],
            stdin=subprocess.DEVNULL, stdout=open(self.folder / "qemu.log", "ab"), stderr=subprocess.STDOUT)
        return self

    def _console(self):
        return f"file,id=console,path={self.console},append=on"

    def _machine(self, drive):
        return [
            *("-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "512", "-bios", self._firmware, "-serial", "chardev:console"),
            *(*drive, *self._disk(), *(COUNTED if os.environ.get("RIG_COUNTED") else ())),
            # The emulated watchdog runs by the time of this machine, which may be too busy for the guest to be in time.
            *("-device", "virtio-rng-pci", "-device", "i6300esb", "-action", "watchdog=none"),
        ]

    def _disk(self):
        return ["-device", "virtio-blk-pci,drive=card,romfile="]

    def _outside(self):
        return [
            *(*self._network(), "-device", "virtio-net-pci,netdev=net,romfile=", "-device", "qemu-xhci"),
            *("-audiodev", "none,id=sound", "-device", "intel-hda", "-device", "hda-output,audiodev=sound"),
        ]

    def _network(self):
        ports = {self._port: 22, self.page: 8437, self.web: 80}
        return ["-netdev", ",".join(["user,id=net", *(f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for here, there in ports.items())])]

    def _telling(self):
        """systemd accepts a unit of such a name, and lets another want it. QEMU allows names of 55 characters."""
        script, unit, wish = (self._sockets / name for name in ("tells", "unit", "wish"))
        script.write_text(self._tells)
        unit.write_text(self._unit)
        wish.write_text("[Unit]\nWants=r.service\n")
        options = ["-nic", "none"]
        for name, file in (("systemd.extra-unit.r.service", unit), ("systemd.unit-dropin.-.slice", wish), ("r", script)):
            options += ["-fw_cfg", f"name=opt/io.systemd.credentials/{name},file={file}"]
        return options

    def keep(self, path):
        """Keeps the running machine in a file, and ends it: a fork of its card goes on from there as often as wanted."""
        self._qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 32, "downtime-limit": 60_000})
        self._qmp("migrate", uri=f"exec:cat >{path}")
        while (status := self._qmp("query-migrate").get("status")) not in ("completed", "failed"):
            time.sleep(0.2)
        if status != "completed":
            raise RuntimeError(f"the machine could not be kept in {path}")
        self.cut()

    def run(self, command, check=True, timeout=120):
        """Runs a command as root in the box; returns its output."""
        answer = subprocess.run(
            [
                *("ssh", "-q", "-i", self._key, "-p", str(self._port), "-o", "StrictHostKeyChecking=no", "-o", "ConnectTimeout=20"),
                *("-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3"),
                *("-o", "UserKnownHostsFile=/dev/null", "-o", "BatchMode=yes", "root@127.0.0.1", command),
            ],
            capture_output=True, text=True, timeout=timeout)
        if check and answer.returncode:
            raise RuntimeError(f"{command}: exit {answer.returncode}: {answer.stdout}{answer.stderr}")
        return answer.stdout.strip()

    def send(self, file, place):
        """Copies a file into the box."""
        with open(file, "rb") as content:
            subprocess.run(
                [
                    *("ssh", "-q", "-i", self._key, "-p", str(self._port), "-o", "StrictHostKeyChecking=no"),
                    *("-o", "UserKnownHostsFile=/dev/null", "-o", "BatchMode=yes", "root@127.0.0.1", f"cat >{place}"),
                ],
                stdin=content, check=True, timeout=600)

    def wait(self, command="true", timeout=START_S):
        """Waits until a command succeeds in the box. The box itself tries again: a new connection costs it seconds."""
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            if self._process.poll() is not None:
                raise RuntimeError(f"QEMU ended: {(self.folder / 'qemu.log').read_text()[-500:]}")
            try:
                return self.run(f"until {command}; do sleep 1; done >/dev/null 2>&1", timeout=left)
            except (RuntimeError, subprocess.TimeoutExpired):
                time.sleep(1)  # It starts, or starts again.
        raise RuntimeError(f"{command} did not succeed within {timeout} s; the console: {self.tail()}")

    def wait_console(self, text, timeout=START_S, since=0):
        """Waits for a text on the console, behind a position in it."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if text in self.said()[since:]:
                return
            time.sleep(1)
        raise RuntimeError(f"the console did not show {text!r} within {timeout} s; its end: {self.tail()}")

    def wait_told(self, pattern, timeout=START_S):
        """Waits for a line that the box reports by itself; returns the match, and ends waiting at once where QEMU ends."""
        deadline = time.monotonic() + timeout
        while True:
            ended = self._process.poll() is not None
            if match := re.search(pattern, self.said(), re.MULTILINE):
                return match
            if ended or time.monotonic() > deadline:
                raise RuntimeError(f"the box did not report {pattern!r} within {timeout} s; its end: {self.tail()}")
            time.sleep(0.3)

    def said(self):
        return self.console.read_text(errors="replace") if self.console.exists() else ""

    def tail(self):
        return self.said()[-1500:]

    def plug(self, image):
        """Plugs a stick in, with a file system in a file."""
        self._qmp("blockdev-add", driver="raw", **{"node-name": "stick"}, file={"driver": "file", "filename": str(image)})
        self._qmp("device_add", driver="usb-storage", id="stick", drive="stick")

    def unplug(self):
        for attempt in range(60):
            try:
                self._qmp("blockdev-del", **{"node-name": "stick"})
                return
            except RuntimeError:
                time.sleep(1)  # The guest has to let go of it first.
            try:
                self._qmp("device_del", id="stick")
            except RuntimeError:
                pass  # It is on its way.

    def _qmp(self, command, **arguments):
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.connect(str(self._sockets / "qmp"))
            stream = monitor.makefile("rw")
            stream.readline()
            for order in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                stream.write(json.dumps(order) + "\n")
                stream.flush()
                while True:
                    answer = json.loads(stream.readline())
                    if "return" in answer:
                        result = answer["return"]
                        break
                    if "error" in answer:
                        raise RuntimeError(f"{command}: {answer['error']['desc']}")
        return result

    def listen(self, path):
        """Writes what passes its network from now on to a file."""
        self._qmp("object-add", **{"qom-type": "filter-dump", "id": "dump", "netdev": "net", "file": str(path)})

    def ends_at_reset(self):
        """The next reset of the machine ends it, so that its card can be looked at."""
        self._qmp("set-action", reboot="shutdown")

    def wait_end(self, timeout=START_S):
        self._process.wait(timeout=timeout)
        self.cut()

    def off(self):
        """Shuts down in order."""
        self.run("systemctl poweroff", check=False)
        try:
            self._process.wait(timeout=300)
        except subprocess.TimeoutExpired:
            pass
        self.cut()

    def cut(self):
        """Cuts the power."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None
            shutil.rmtree(self._sockets, ignore_errors=True)
