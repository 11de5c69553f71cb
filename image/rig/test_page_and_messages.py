"""A card whose owner has asked for the page and for messages, in a box with a network by cable."""

import hashlib
import http.server
import json
import queue
import re
import socket
import subprocess
import threading
import time

import pytest

from card import ask_page, free_port

# Where the emulated box finds this machine.
HOST = "10.0.2.2"
RUN = "systemctl is-active lapwing-panel && systemctl is-active lapwing-outside && systemctl is-active box-health"


@pytest.fixture(scope="module")
def messages():
    """What a service such as ntfy.sh is sent, on this machine."""
    sent = queue.Queue()

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            sent.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"id": "x", "event": "message"}')

        def log_message(self, *_):
            pass

    port = free_port()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sent.port = port
    yield sent
    server.shutdown()


@pytest.fixture(scope="module", autouse=True)
def started(box, messages):
    box.card.write("lapwing.yaml", f"""
board: {{sound: {{device: "hw:CARD=Intel,DEV=0"}}}}
consent: {{messages: 2026-11-26}}
outside: {{channels: {{phone: {{kind: ntfy, url: "http://{HOST}:{messages.port}", plain: true, topic-file: /etc/lapwing/secrets/topic}}}}}}
panel: {{enabled: true, address: 0.0.0.0}}
""")
    box.card.folder("secrets")
    box.card.write("secrets/topic", "my-alarms-k3x9q\r\n")
    box.start()


@pytest.fixture(autouse=True)
def runs(box):
    """A box on a busy machine may be so slow that its watchdog starts it again."""
    box.wait(RUN)


def test_both_run_and_nothing_is_wrong(box):
    assert box.run("systemctl --failed --no-legend; ls /boot/firmware/lapwing-error.txt 2>/dev/null || true") == ""
    assert box.run("/usr/lib/box/faults | grep -E '^(page|messages)' || true") == ""
    print(box.run("systemctl show -P MemoryCurrent lapwing-panel lapwing-outside systemd-resolved"))


def test_their_secrets_and_states_lie_with_the_data_and_are_their_own(box):
    assert box.run("findmnt -n -o SOURCE --target /var/lib/lapwing-outside/outside.db").startswith("/dev/vda4")
    assert box.run("stat -L -c '%U %a' /etc/lapwing/secrets/topic /var/lib/lapwing-outside /var/lib/lapwing/panel/panel.pem") == (
        "lapwing-outside 600\nlapwing-outside 700\nlapwing-panel 600")


def test_an_alarm_reaches_the_phone(box, messages):
    while not messages.empty():
        messages.get()
    box.run("lapwing alarms test co2-high")
    told = json.loads(messages.get(timeout=120))
    print(told)
    assert told["topic"] == "my-alarms-k3x9q" and "TEST" in json.dumps(told)


def test_names_are_asked_of_the_networks_own_server(box):
    """The emulated network names one."""
    assert "nameserver 10.0.2.3" in box.run("cat /etc/resolv.conf")
    listening = {line.rsplit(":", 1)[1] for line in box.run("ss -Hltun | awk '{ print $5 }'").splitlines()}
    assert not {"53", "5355"} & listening and {"22", "8437", "5353"} <= listening


def test_the_page_answers_in_the_network_and_lets_nobody_in_without_a_code(box):
    _, address, shown = ask_page(box)
    assert address.endswith("/enter") and b'name="code"' in shown


def test_the_name_alone_leads_to_the_page(box):
    """Port 80 is one that only a unit with the right to it may open."""
    with socket.create_connection(("127.0.0.1", box.web), timeout=60) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: test-box.local\r\nConnection: close\r\n\r\n")
        answer = line.makefile("rb").read().decode().lower()
    assert answer.startswith("http/1.1 30") and "\nlocation: https://test-box.local:8437/" in answer


def test_the_page_is_announced_in_the_network(box, tmp_path):
    """In the packets of DNS-SD: the service, its name, and the port 8437 of the host test-box.local."""
    box.listen(tmp_path / "packets")
    box.run("systemctl restart systemd-resolved")
    wanted = re.compile(rb"\x05_http\x04_tcp\x05local.*\x08test-box", re.DOTALL), re.compile(rb"\0\0\0\0\x20\xf5(\x08test-box|\xc0)")
    deadline = time.monotonic() + 120
    while not all(each.search((tmp_path / "packets").read_bytes()) for each in wanted):
        assert time.monotonic() < deadline
        time.sleep(1)


def test_a_stick_gets_the_way_to_the_page(box, stick, tmp_path):
    (tmp_path / "lapwing-page.txt").write_text("")
    image = stick(tmp_path / "lapwing-page.txt")
    box.plug(image)
    deadline, said = time.monotonic() + 300, ""
    while "The code:" not in said and time.monotonic() < deadline:
        time.sleep(2)
        said = subprocess.run(["mtype", "-i", image, "::lapwing-page.txt"], capture_output=True, text=True, check=False).stdout
    box.unplug()
    print(said)
    fingerprint = hashlib.sha256(ask_page(box)[0]).hexdigest().upper()
    assert ":".join(fingerprint[place : place + 2] for place in range(0, 64, 2)) in said
    assert "https://test-box.local:8437/" in said and "https://10.0.2.15:8437/" in said and "to change" in said
