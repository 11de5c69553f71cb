"""A folder that stands for the root of a box, in which the box's own scripts run; no emulator."""

import os
import shutil
import subprocess

from conftest import PROJECT

SCRIPTS = PROJECT / "image/card/system/usr/lib/box"


class Folder:
    """A box in slot A with version 1, whose slot B has version 2. Programs that scripts call are stood for by `tool`."""

    def __init__(self, root):
        self.root = root
        shutil.copytree(SCRIPTS, root / "usr/lib/box")
        for name in ("tools", "proc", "data/box", "run/box", "boot/firmware", "etc/rauc"):
            (root / name).mkdir(parents=True)
        self.put("proc/cmdline", "quiet rauc.slot=A ro\n")
        self.put("proc/uptime", "1.0 1.0\n")
        self.put("usr/lib/box/version", "1\n")
        self.put("etc/rauc/system.conf", "compatible=box\n")
        self.put("boot/firmware/lapwing.env", "")
        # Beside the version, the variables of U-Boot are files.
        self.tool("fw_printenv", f'cat "{root}/variable.$2"')
        self.tool("fw_setenv", f'printf %s "$2" >"{root}/variable.$1"')

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def read(self, name):
        """A file, or nothing."""
        path = self.root / name
        return path.read_text() if path.exists() else None

    def tool(self, name, text):
        """A program that the scripts find before the machine's own: lines of shell."""
        path = self.root / "tools" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def tool_text(self, name):
        """What such a program does."""
        return (self.root / "tools" / name).read_text().partition("\n")[2]

    def run(self, script, *arguments, **variables):
        return subprocess.run(
            [self.root / "usr/lib/box" / script, *arguments], env=self.environment(variables), check=False, capture_output=True, text=True)

    def begin(self, script, *arguments):
        """Starts a script, and does not wait for its end."""
        return subprocess.Popen(
            [self.root / "usr/lib/box" / script, *arguments], env=self.environment({}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def environment(self, variables):
        """What the scripts run with."""
        return {
            **os.environ, "BOX": str(self.root), "PATH": f"{self.root}/tools:{os.environ['PATH']}", "FW_SETENV": "fw_setenv", "LIMIT": "0",
            **variables}
