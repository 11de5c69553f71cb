"""The emulated machine: QEMU with the box's disks, ports, lines, sound, watchdog and radio."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from .agent import Agent
from .qmp import Monitor

RIG = pathlib.Path(__file__).resolve().parent.parent
PROJECT = RIG.parent
CACHE = pathlib.Path(os.environ.get("LAPWING_CACHE") or pathlib.Path.home() / ".cache/lapwing")
MEMORY_MIB = 512
DATA_MIB = 64
# On a busy host, an emulated boot took between 12 and 50 s.
BOOT_S = 480
# The box has no battery-backed clock: at boot it does not know the year.
CLOCK = "1970-01-01T00:00:00"
# This file has the arguments that a test gives to `lapwing run`; otherwise the service is that of the package.
ARGUMENTS = "/run/rig-arguments"
DROP_IN = f"[Service]\nEnvironmentFile=-{ARGUMENTS}\nExecStart=\nExecStart=/usr/bin/lapwing run $REPLAY\n"
# The guest's clock counts its instructions, 8 ns each, not the host's time: a host that stops does not affect it.
COUNTED = ["-icount", "shift=3,sleep=on"] if os.environ.get("RIG_COUNTED") else []
ADAPTERS = 2  # Serial lines for Bluetooth adapters: hvc0 and hvc1.
SLOTS = ("lan", "wan")  # Free ones, in which a test can plug a network card (cable.py).


class Image:
    """The disks that the machine boots: Debian from `Rig/prepare`, and over it one with Lapwing's package and the agent."""

    def __init__(self, package):
        self.package = package
        self.debian = pathlib.Path(subprocess.run([RIG / "prepare"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
        parts = [package, pathlib.Path(__file__), *sorted((RIG / "guest").iterdir())]
        digest = hashlib.sha256("".join([self.debian.name, *COUNTED]).encode())
        for part in parts:
            digest.update(part.read_bytes())
        self.folder = CACHE / f"rig-state-{digest.hexdigest()[:12]}"
        self.lapwing = self.folder / "lapwing.ext4"
        self.data = self.folder / "data.ext4"
        self.state = self.folder / "state"
        if not self.folder.exists():
            self._make(package)

    def _make(self, package):
        # The saved states of earlier builds are not needed any more.
        for old in CACHE.glob("rig-state-*"):
            if time.time() - old.stat().st_mtime > 6 * 3600:
                shutil.rmtree(old, ignore_errors=True)
        making = pathlib.Path(tempfile.mkdtemp(prefix="rig-making-", dir=CACHE))
        tree = making / "tree"
        subprocess.run(["dpkg-deb", "-x", package, tree], check=True)
        units = tree / "etc/systemd/system"
        rules = tree / "etc/udev/rules.d"
        for folder in (units, rules, tree / "usr/lib/rig"):
            folder.mkdir(parents=True, exist_ok=True)
        for program in ("agent", "attach"):
            shutil.copy(RIG / "guest" / program, tree / "usr/lib/rig")
        shutil.copy(RIG / "guest/rig.service", units)
        shutil.copy(RIG / "guest/90-rig.rules", rules)
        drop_in = tree / "usr/lib/systemd/system/lapwing.service.d/10-rig.conf"
        drop_in.parent.mkdir()
        drop_in.write_text(DROP_IN)
        _format(making / "lapwing.ext4", 160, tree, "-O", "^has_journal")
        _format(making / "data.ext4", DATA_MIB)
        shutil.rmtree(tree)
        try:
            making.rename(self.folder)
        except OSError:
            shutil.rmtree(making)  # Another process was faster.

    def boot_once(self, folder):
        """Saves the state of a machine that has booted; all tests begin with it."""
        if self.state.exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        data = folder / "data.ext4"
        shutil.copy(self.data, data)
        machine = Machine(self, folder, ["-drive", f"if=none,id=data,format=raw,file={data}"], fresh=True)
        try:
            machine.wait_for_hand()
            machine.agent.run("systemctl is-system-running --wait", timeout=BOOT_S, check=False)
            machine.agent.run("udevadm settle; systemctl --failed --no-legend; systemd-analyze", check=False)
            # Drops cached files, except the program that every test runs.
            machine.agent.run("sync; echo 3 >/proc/sys/vm/drop_caches; lapwing --version")
            machine.save(self.state)
        finally:
            machine.kill()


def _format(image, mebibytes, tree=None, *options):
    with open(image, "wb") as file:
        file.truncate(mebibytes << 20)
    content = ["-d", tree] if tree else []
    # The files of an ordinary user belong to root in the image.
    root = [] if os.getuid() == 0 else ["unshare", "-r"]
    subprocess.run([*root, "mke2fs", "-q", "-t", "ext4", *options, *content, image], check=True)


class Machine:
    """A running QEMU. `folder` gets its sockets, its console and the files shared with the guest."""

    def __init__(self, image, folder, data, fresh=False):
        self.folder = folder
        self.share = folder / "share"
        self.share.mkdir(exist_ok=True)
        self.console = folder / "console.log"
        self.sockets = pathlib.Path(tempfile.mkdtemp(prefix="rig-"))  # Their paths must be short.
        self.began = time.monotonic()
        command = [
            *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "1", "-m", str(MEMORY_MIB)),
            *COUNTED,
            *("-nodefaults", "-display", "none", "-rtc", f"base={CLOCK}", "-action", "watchdog=reset"),
            *("-kernel", image.debian / "kernel", "-initrd", image.debian / "initramfs"),
            *("-dtb", image.debian / "devices.dtb", "-append", "console=ttyAMA0 quiet panic=-1 rdinit=/init"),
            *("-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console"),
            *("-qmp", f"unix:{self.sockets}/qmp,server=on,wait=off"),
            *("-qtest", f"unix:{self.sockets}/qtest,server=on,wait=off", "-qtest-log", "none"),
            *self._disk("debian", image.debian / "root.ext4"),
            *self._disk("lapwing", image.lapwing),
            *(*data, "-device", "virtio-blk-pci,drive=data,serial=data"),
            *("-device", "virtio-serial-pci", "-device", "virtio-rng-pci"),
            *("-chardev", f"socket,id=rig,path={self.sockets}/rig,server=on,wait=off"),
            *("-device", "virtserialport,chardev=rig,name=rig"),
            *("-audiodev", f"wav,id=sound,path={folder}/sound.wav", "-device", "qemu-xhci"),
            *("-device", "i6300esb"),
            *("-virtfs", f"local,path={self.share},mount_tag=rig,security_model=none,multidevs=remap"),
        ]
        for number, slot in enumerate(SLOTS):
            command += ["-device", f"pcie-root-port,id={slot},chassis={number}"]
        for number in range(ADAPTERS):
            path = self.adapter_socket(number)
            command += ["-chardev", f"socket,id=hvc{number},path={path},server=on,wait=off"]
            command += ["-device", f"virtconsole,chardev=hvc{number}"]
        if not fresh:
            command += ["-incoming", f"exec:cat '{image.state}'"]
        self._errors = open(folder / "qemu.log", "ab")
        self._process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=self._errors, stderr=self._errors
        )
        self._commands = open(folder / "commands.log", "a")
        try:
            self.monitor = Monitor(self.sockets / "qmp")
            self._connect_hand()
        except OSError as error:
            self.kill()
            raise RuntimeError(f"QEMU did not start: {(folder / 'qemu.log').read_text()[-2000:]}") from error

    @staticmethod
    def _disk(name, image):
        drive = f"if=none,id={name},format=raw,readonly=on,file.locking=off,file={image}"
        return ["-drive", drive, "-device", f"virtio-blk-pci,drive={name},serial={name}"]

    def adapter_socket(self, number):
        return self.sockets / f"hvc{number}"

    def _connect_hand(self):
        self.agent = Agent(self.sockets / "rig", self._log)

    def _log(self, text):
        self._commands.write(f"{time.monotonic() - self.began:.3f} {text}\n")
        self._commands.flush()

    def wait_for_hand(self, timeout=BOOT_S):
        """Waits until the guest answers commands, after a boot or a reset."""
        self.agent.wait(timeout)

    def save(self, path):
        saving = path.with_suffix(".new")
        self.monitor.order("migrate", uri=f"exec:cat > '{saving}'")
        deadline = time.monotonic() + 120
        while (status := self.monitor.order("query-migrate").get("status")) != "completed":
            if status == "failed" or time.monotonic() > deadline:
                raise RuntimeError(f"the state of the machine could not be saved: {status}")
            time.sleep(0.05)
        saving.rename(path)

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """Cuts the power."""
        self._process.kill()
        self._end()

    def quit(self):
        """Ends QEMU in a way that completes its files."""
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._end()

    def _end(self):
        self._process.wait()
        self._errors.close()
        shutil.rmtree(self.sockets, ignore_errors=True)
