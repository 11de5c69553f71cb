"""Firefox ESR, driven over its own protocol (Marionette, PyPI `marionette-driver`)."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile

from box import until

PROGRAM = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")


def free_port():
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Firefox:
    """A browser with a profile of its own, which nothing of it outlives."""

    def __init__(self, script=True, headers=None):
        from marionette_driver.marionette import Marionette

        self.profile = tempfile.mkdtemp(prefix="firefox-")
        port = free_port()
        settings = {"marionette.port": port, "javascript.enabled": script, "intl.accept_languages": "en"}
        with open(f"{self.profile}/user.js", "w") as file:
            for name, value in settings.items():
                text = {True: "true", False: "false"}.get(value, value if isinstance(value, int) else f'"{value}"')
                file.write(f'user_pref("{name}", {text});\n')
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.profile],
            env=os.environ | {"HOME": self.profile},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: self.listens(port), 60)
        self.driver = Marionette(host="127.0.0.1", port=port)
        self.driver.start_session()
        self.driver.set_context("content")

    @staticmethod
    def listens(port):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True

    def open(self, url):
        self.driver.navigate(url)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector, holding="", seconds=30):
        """The first visible element with a text, that takes a touch."""

        def find():
            for element in self.all(selector):
                with contextlib.suppress(Exception):
                    rests = "rests" in (element.get_attribute("class") or "")
                    if element.is_displayed() and holding in element.text and not rests:
                        return element

        return until(find, seconds, f"{selector} with “{holding}”")

    def type(self, selector, text):
        field = self.one(selector)
        field.clear()
        field.send_keys(text)

    def faults(self):
        """What the console has of scripts and of what the policy of a page refuses."""
        with self.driver.using_context("chrome"):
            return self.driver.execute_script(
                "return Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError && !(m.flags & Ci.nsIScriptError.warningFlag))"
                ".filter(m => m.sourceName.startsWith('http') || m.category.startsWith('CSP') || m.category.startsWith('content'))"
                ".map(m => `${m.category}: ${m.errorMessage} (${m.sourceName})`)"
            )

    def close(self):
        with contextlib.suppress(Exception):
            self.driver.delete_session()
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.profile, ignore_errors=True)
