"""The host's side of the agent in the guest (`guest/agent`): it runs commands, several at a time."""

import itertools
import json
import threading
import time
from dataclasses import dataclass

from .qmp import connect


class GuestError(Exception):
    pass


@dataclass(frozen=True)
class Result:
    command: str
    status: int
    output: str
    errors: str

    def __str__(self):
        return f"$ {self.command}\n{self.output}{self.errors}[{self.status}]"


class Agent:
    def __init__(self, path, log):
        self._socket = connect(path)
        self._log = log
        self._numbers = itertools.count(1)
        self._answers = {}
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for line in self._socket.makefile("rb"):
                try:
                    answer = json.loads(line)
                except ValueError:
                    continue  # The rest of an answer from before the machine's state was saved.
                with self._changed:
                    self._answers[answer["id"]] = answer
                    self._changed.notify_all()
        except OSError:
            pass
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, timeout):
        """Waits until the guest answers, after a boot or a reset; earlier requests are lost."""
        deadline, asked = time.monotonic() + timeout, []
        while time.monotonic() < deadline:
            asked.append(self._send("true", timeout=60))
            with self._changed:
                if self._changed.wait_for(lambda: self._closed or any(n in self._answers for n in asked), timeout=5):
                    break
        if self._closed or not any(number in self._answers for number in asked):
            raise GuestError(f"the guest did not answer within {timeout} s")

    def _send(self, command, timeout):
        number = next(self._numbers)
        request = {"id": number, "command": command, "timeout": timeout}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        return number

    def run(self, command, timeout=60, check=True):
        """The result of the command. With `check`, a status other than 0 is an error that contains the output."""
        number = self._send(command, timeout)
        with self._changed:
            # The guest itself ends the command; the extra time detects a guest that no longer answers.
            if not self._changed.wait_for(lambda: number in self._answers or self._closed, timeout + 30):
                raise GuestError(f"the guest did not answer within {timeout + 30} s: {command}")
            if number not in self._answers:
                raise GuestError(f"the guest ended at: {command}")
            answer = self._answers.pop(number)
        result = Result(command, answer["status"], answer["output"], answer["errors"])
        self._log(str(result))
        if check and result.status != 0:
            raise GuestError(str(result))
        return result
