"""A box and its page, as a user starts them: the real program, with a recording in the place of a radio."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(os.environ.get("LAPWING", ROOT / ".build/debug/lapwing")).resolve())
STRAP = "C0:FF:EE:00:00:02"
# The exit status of a verb that finds no running box (sysexits.h).
UNAVAILABLE = 69
# On a box the page has no rights of root's, so here it has none either, whoever runs the tests.
WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []


def heart_rates(rates):
    """A timeline with a heart rate each second."""
    return hearts([rates])


def hearts(people):
    """The same of several people: the rates of each."""
    return "".join(
        json.dumps({"t": second, "address": f"C0:FF:EE:00:00:{place + 2:02X}", "characteristic": "0x2A37", "hex": f"06{rate:02x}"}) + "\n"
        for second, rates in enumerate(zip(*people))
        for place, rate in enumerate(rates)
    )


def until(look, within, what="it"):
    """Waits until something is there, and returns it. A box that does not answer yet has nothing."""
    end = time.monotonic() + within
    while True:
        try:
            found = look()
        except subprocess.CalledProcessError as error:
            if error.returncode != UNAVAILABLE:
                raise
            found = None
        if found:
            return found
        assert time.monotonic() < end, f"{what} has not come within {within} s"
        time.sleep(0.1)


class Box:
    def __init__(self, settings="", timeline=None, arguments=(), panel=(), page="", logbook=None, environment=None, place=None):
        self.folder = tempfile.TemporaryDirectory(dir=place)
        self.environment = {**os.environ, **(environment or {})}
        here = pathlib.Path(self.folder.name)
        lines = "".join(f"  {line.strip()}\n" for line in page.split(",") if line.strip())
        self.config = here / "lapwing.yaml"
        self.config.write_text(
            f"logbook: {{path: {here}/lapwing.db, write-every: 1}}\ncontrol: {{socket: {here}/control}}\n"
            f"bluetooth: {{bonds: {here}/bonds.json}}\nsensors: {{adopted-file: {here}/adopted.json}}\n"
            # In lines of its own, as the file that a box comes with: only such a part can be changed by the page.
            f"panel:\n  access-file: {here}/panel.json\n{lines}{settings}"
        )
        if logbook:
            shutil.copy(logbook, here / "lapwing.db")
        replay = ROOT / "data/recordings/demo.btsnoop"
        if timeline is not None:
            replay = here / "timeline.jsonl"
            replay.write_text(timeline)
        self.start = ["run", "--replay", str(replay), "--speed", "1", *arguments]
        self.begin()
        self.panel = self.command("panel", "--port", "0", *panel, stdout=subprocess.PIPE)
        self.url = self.panel.stdout.readline().decode().split()[-1]

    def command(self, *arguments, **options):
        rights = WITHOUT_RIGHTS if arguments[0] == "panel" else []
        return subprocess.Popen([*rights, PROGRAM, *arguments, "--config", str(self.config)], stderr=subprocess.DEVNULL, env=self.environment, **options)

    def answer(self, *arguments):
        """The output of a command."""
        return subprocess.run(
            [PROGRAM, *arguments, "--config", str(self.config)], capture_output=True, text=True, check=True
        ).stdout

    def status(self):
        return json.loads(self.answer("status", "--json"))

    def sessions(self):
        """What the logbook has; empty while there is none yet."""
        command = [PROGRAM, "sessions", "list", "--config", str(self.config)]
        return subprocess.run(command, capture_output=True, text=True).stdout

    def again(self):
        """Starts the box again, after it was killed."""
        self.begin()

    def begin(self):
        with open(self.config.with_name("run.log"), "ab") as log:
            self.run = self.command(*self.start, stdout=log)

    def said(self):
        """What the box has written to its standard output."""
        return self.config.with_name("run.log").read_text()

    def kill(self):
        self.run.kill()
        self.run.wait()

    def stop(self, way=signal.SIGSTOP):
        self.run.send_signal(way)

    def end(self):
        for process in (self.run, self.panel):
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        self.run.wait(30)
        try:
            assert self.panel.wait(10) == 0, "the panel did not end well"
        finally:
            self.panel.kill()
            self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
