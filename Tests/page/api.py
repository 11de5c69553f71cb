"""Has schemathesis ask a running panel for everything that data/schemas/page.openapi.json describes, as a visitor of the network
with a cookie. The argument is how many seconds it may take."""

import pathlib
import re
import subprocess
import sys
import tempfile

from box import ROOT, Box, heart_rates


def cookie_of(box, port):
    """What the page gives to a browser that enters the code."""
    code = "".join(re.findall(r"\d", box.answer("panel", "code"))[:6])
    answer = subprocess.run(
        ["curl", "--silent", "--include", "--cacert", str(box.config.with_name("panel.pem")), "--header", "X-Real-IP: 192.0.2.7",
         "--data", f"code={code}", f"https://localhost:{port}/enter"],
        capture_output=True, text=True, check=True,
    ).stdout
    return re.search(r"(?i)^set-cookie: ([^;]*)", answer, re.M)[1]


def main(seconds):
    settings = "profile: bedside\n"
    with Box(settings, heart_rates([72] * 3600), page=", enabled: true, address: 0.0.0.0") as box, tempfile.TemporaryDirectory() as folder:
        port = re.search(r":(\d+)/", box.url)[1]
        config = pathlib.Path(folder) / "schemathesis.toml"
        cookie = cookie_of(box, port).split("=", 1)[1]
        # Which names and numbers the box knows is not in the description, so what fits it may still be refused.
        config.write_text(
            f'hooks = "{ROOT}/Tests/page/api_hooks.py"\n[auth.openapi.visitor]\napi_key = "{cookie}"\n[checks.positive_data_acceptance]\nenabled = false\n'
        )
        command = [
            str(ROOT / ".venv/bin/st"), "--config-file", str(config), "run", str(ROOT / "data/schemas/page.openapi.json"), "--url", f"https://localhost:{port}",
            "--tls-verify", str(box.config.with_name("panel.pem")), "--header", "X-Real-IP: 192.0.2.7",
            "--max-redirects", "0", "--request-timeout", "10",
            "--max-time", str(seconds), "--continue-on-failure",
            # News never end, and a visitor who signs out is a stranger afterwards.
            "--exclude-path-regex", "^/live/(box|now|session|sensors|start|kiosk|tile)$|^/leave$",
            "--warnings", "off", *sys.argv[2:],
        ]
        result = subprocess.run(command, cwd=folder).returncode
        assert box.panel.poll() is None, "the panel has ended"
        return result


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
