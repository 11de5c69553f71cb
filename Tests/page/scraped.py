"""Has Debian's Prometheus scrape /metrics of a running page from the network, and promtool judge its names and types."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from box import Box, heart_rates, until

QUERIES = "http://127.0.0.1:9099/api/v1/query?query="


def main():
    timeline = heart_rates([72] * 3600)
    with Box("profile: bedside\n", timeline, page=", enabled: true, address: 0.0.0.0") as box, tempfile.TemporaryDirectory() as folder:
        here, port = pathlib.Path(folder), re.search(r":(\d+)/", box.url)[1]
        certificate, token = box.config.with_name("panel.pem"), box.answer("panel", "reader", "prometheus").split()[0]

        def read(*fields):
            # What a proxy says of its visitor makes the request one of the network.
            lines = [x for field in ("X-Real-IP: 192.0.2.7", f"Authorization: Bearer {token}", *fields) for x in ("--header", field)]
            command = ["curl", "--silent", "--fail", "--cacert", str(certificate), *lines, f"https://localhost:{port}/metrics"]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout

        def query(expression):
            try:
                answer = urllib.request.urlopen(QUERIES + urllib.parse.quote(expression), timeout=5)
            except OSError:
                return None
            return [x["value"][1] for x in json.load(answer)["data"]["result"]]

        until(lambda: "lapwing_heart_rate_bpm{" in read(), 20, "a heart rate")
        lint = subprocess.run(["promtool", "check", "metrics"], input=read(), capture_output=True, text=True)
        assert lint.returncode == 0 and not lint.stdout + lint.stderr, lint.stdout + lint.stderr
        assert read("Accept: application/openmetrics-text").endswith("# EOF\n")
        target = {"targets": [f"localhost:{port}"]}
        job = {"job_name": "lapwing", "scheme": "https", "authorization": {"credentials": token}, "static_configs": [target]}
        job["tls_config"] = {"ca_file": str(certificate)}
        (here / "prometheus.yml").write_text(json.dumps({"global": {"scrape_interval": "1s"}, "scrape_configs": [job]}))
        command = ["prometheus", f"--config.file={here}/prometheus.yml", f"--storage.tsdb.path={here}/data"]
        prometheus = subprocess.Popen([*command, "--web.listen-address=127.0.0.1:9099", "--log.level=error"])
        try:
            until(lambda: query("lapwing_heart_rate_bpm") == ["72"], 30, "the heart rate in Prometheus")
            assert query("up") == ["1"] and query('lapwing_alarms{priority="high"}') == ["0"], "the box is up, without an alarm"
        finally:
            prometheus.terminate()
            prometheus.wait()
    print("Prometheus has scraped the page, and promtool has no complaint")


if __name__ == "__main__":
    sys.exit(main())
