"""The page in a network: real clients meet its certificate, and nothing is left of HTTP without TLS but a way to https."""

import base64
import hashlib
import os
import re
import socket
import ssl
import subprocess

import pytest
from box import PROGRAM, Box, until
from conftest import CHROMIUM
from playwright.sync_api import expect

NETWORK = ", enabled: true, address: 0.0.0.0"


def address_of_the_network():
    """An address of this machine at which it is a visitor of the network; no packet is sent."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]
    except OSError:
        pytest.skip("this machine has no address but loopback")
    finally:
        probe.close()


@pytest.fixture(scope="module")
def network():
    with Box(page=NETWORK) as box:
        box.port = int(re.search(r":(\d+)/", box.url)[1])
        box.pem = str(box.config.with_name("panel.pem"))
        yield box


def openssl(*arguments, text=""):
    return subprocess.run(["openssl", *arguments], input=text, capture_output=True, text=True)


def curl(*arguments):
    return subprocess.run(["curl", "--silent", "--include", "--max-time", "10", *arguments], capture_output=True, text=True)


def test_the_certificate_is_what_openssl_calls_good(network):
    printed = network.answer("panel", "fingerprint").strip()
    told = network.panel.stdout.readline().decode().split()[-1]
    seen = openssl("x509", "-in", network.pem, "-noout", "-fingerprint", "-sha256").stdout.strip().split("=")[1]
    assert printed == told == seen
    text = openssl("x509", "-in", network.pem, "-noout", "-text").stdout
    for line in [
        "Not Before: Jan  1 00:00:00 2018 GMT", "Not After : Dec 31 23:59:59 2049 GMT", "NIST CURVE: P-256", "CA:FALSE",
        "TLS Web Server Authentication", f"DNS:{socket.gethostname()}.local", "DNS:localhost", "IP Address:127.0.0.1",
    ]:
        assert line in text
    for name in [socket.gethostname(), "localhost"]:
        checked = openssl("verify", "-x509_strict", "-CAfile", network.pem, "-purpose", "sslserver", "-verify_hostname", name, network.pem)
        assert checked.returncode == 0, checked.stderr
    assert openssl("ec", "-in", network.pem, "-noout", "-check").returncode == 0


def test_a_second_page_that_cannot_have_the_port_takes_no_fingerprint_away(network):
    served = network.config.with_name("panel.pem.served")
    before = served.read_text()
    second = network.command("panel", "--port", str(network.port), stdout=subprocess.DEVNULL)
    assert second.wait(20) != 0
    assert served.read_text() == before


def test_a_page_that_cannot_keep_its_fingerprint_is_served_all_the_same():
    with Box(page=NETWORK) as box:
        box.panel.terminate()
        box.panel.wait(20)
        # A folder in the place of the file: it cannot be written, as on a full disk.
        box.config.with_name("panel.pem.served.new").mkdir()
        panel = box.command("panel", "--port", "0", stdout=subprocess.PIPE)
        try:
            lines = [panel.stdout.readline().decode(), panel.stdout.readline().decode()]
            assert "panel.pem.served cannot be written" in lines[0] and "https://" in lines[1], lines
        finally:
            panel.terminate()
            panel.wait(20)


def test_the_certificate_of_the_connection_is_that_one_and_old_tls_is_refused(network):
    for way, works in [("-tls1", False), ("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)]:
        answer = openssl("s_client", "-connect", f"localhost:{network.port}", way, "-cipher", "ALL:@SECLEVEL=0", "-CAfile", network.pem)
        assert ("Verify return code: 0 (ok)" in answer.stdout and "New, TLSv1." in answer.stdout) == works, (way, answer.stdout)
    # What has no key of its own for each connection, or does not authenticate, is refused.
    for suite in ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"]:
        answer = openssl("s_client", "-connect", f"localhost:{network.port}", "-tls1_2", "-cipher", suite + ":@SECLEVEL=0")
        assert "Cipher is (NONE)" in answer.stdout, suite


def test_a_visitor_with_curl_enters_by_tls_with_a_cookie_for_tls_alone(network):
    here = f"{address_of_the_network()}:{network.port}"
    assert curl(f"https://{here}/").returncode == 60  # A certificate that no authority has signed.
    code = "".join(re.findall(r"\d", network.answer("panel", "code"))[:6])
    answer = curl("--cacert", network.pem, "--data", f"code={code}", f"https://{here}/enter").stdout
    cookie = re.search(r"(?i)^set-cookie: (.*)$", answer, re.M)[1]
    assert cookie.startswith("__Host-lapwing=")
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "strict-transport-security" not in answer.lower()
    pair = cookie.split(";")[0]
    assert curl("--cacert", network.pem, "--cookie", pair, f"https://{here}/").stdout.startswith("HTTP/1.1 200")
    # The name without the promise of TLS is no name by TLS.
    assert curl("--cacert", network.pem, "--cookie", pair[len("__Host-"):], f"https://{here}/").stdout.startswith("HTTP/1.1 303")


def test_http_without_tls_is_sent_to_https_and_a_form_is_refused(network):
    here = f"{address_of_the_network()}:{network.port}"
    answer = curl(f"http://{here}/history?text=a%20b").stdout
    assert answer.startswith("HTTP/1.1 303") and f"Location: https://{here}/history?text=a%20b\n" in answer
    answer = curl("--data", "code=000000", f"http://{here}/enter").stdout
    assert answer.startswith("HTTP/1.1 403") and "write https://" in answer
    # At the machine itself no stranger listens: a screen on the box needs no certificate.
    assert curl(f"http://localhost:{network.port}/").stdout.startswith("HTTP/1.1 200")


def served_with_port_80(network):
    """A page that may use port 80, as that of the unit, and its first lines."""
    if os.geteuid() != 0:
        pytest.skip("only root may give a program port 80")
    rights = ["setpriv", "--bounding-set=-all,+net_bind_service", "--inh-caps=-all"]
    page = subprocess.Popen(
        [*rights, PROGRAM, "panel", "--address", "::", "--port", "0", "--config", str(network.config)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    return page, int(re.search(r":(\d+)/", page.stdout.readline())[1])


def test_an_address_without_a_port_leads_to_the_page_and_a_taken_port_is_said(network):
    first, port = served_with_port_80(network)
    try:
        wanted = f"location: http://localhost:{port}/history"
        until(lambda: wanted in curl("http://localhost/history").stdout.lower(), 10, "the way from port 80")
        assert f"location: http://[::1]:{port}/" in curl("http://[::1]/").stdout.lower()
        second, own = served_with_port_80(network)
        try:
            assert "SHA-256" in second.stdout.readline()
            line = second.stdout.readline()
            assert "port 80: " in line and "Address already in use" in line and f"write :{own} in its address" in line, line
            assert curl(f"http://localhost:{own}/").stdout.startswith("HTTP/1.1 200")
        finally:
            second.terminate()
            assert second.wait(20) == 0
    finally:
        first.terminate()
        assert first.wait(20) == 0


def test_chromium_takes_the_page_by_its_key_and_a_stranger_s_not(play, network):
    der = ssl.PEM_cert_to_DER_cert(openssl("x509", "-in", network.pem).stdout)
    assert hashlib.sha256(der).hexdigest().upper() == network.answer("panel", "fingerprint").strip().replace(":", "")
    public = openssl("x509", "-in", network.pem, "-noout", "-pubkey").stdout
    key = base64.b64decode("".join(public.split("-----")[2].split()))
    pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
    url = f"https://{address_of_the_network()}:{network.port}/"
    for pinned, works in [(pin, True), (base64.b64encode(bytes(32)).decode(), False)]:
        pinning = play.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", f"--ignore-certificate-errors-spki-list={pinned}"],
        )
        page = pinning.new_page()
        if not works:
            with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
                page.goto(url)
        else:
            page.goto(url)
            code = "".join(re.findall(r"\d", network.answer("panel", "code"))[:6])
            page.get_by_label("Code").fill(code)
            page.get_by_role("button", name="Enter").click()
            expect(page.locator("#main-value")).to_be_visible(timeout=15_000)
            assert [c["secure"] for c in page.context.cookies() if c["name"] == "__Host-lapwing"] == [True]
            # Live as well: the stream comes through TLS.
            expect(page.locator("#lost:not([hidden])")).to_have_count(0, timeout=10_000)
        pinning.close()


def test_a_certificate_of_the_owner_brings_its_names_and_asks_browsers_to_stay_with_tls():
    with Box() as maker:
        folder = maker.config.parent
        made = openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=own", "-keyout", f"{folder}/key.pem",
            "-out", f"{folder}/cert.pem", "-addext", "subjectAltName=DNS:box.home.example",
        )
        assert made.returncode == 0, made.stderr
        with Box(page=f"{NETWORK}, tls: files, certificate: {folder}/cert.pem, key: {folder}/key.pem") as box:
            port = re.search(r":(\d+)/", box.url)[1]
            answer = curl(
                "--cacert", f"{folder}/cert.pem", "--resolve", f"box.home.example:{port}:127.0.0.1", f"https://box.home.example:{port}/"
            ).stdout
            assert answer.startswith("HTTP/1.1 200") and "Strict-Transport-Security: max-age=" in answer


def test_without_tls_the_page_is_plain_only_where_the_configuration_says_so():
    with Box(page=f"{NETWORK}, tls: none") as box:
        assert box.url.startswith("http://")
        port = re.search(r":(\d+)/", box.url)[1]
        assert curl(f"http://{address_of_the_network()}:{port}/").stdout.startswith("HTTP/1.1 303")
