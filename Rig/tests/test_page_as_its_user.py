"""The page under its own unit, so with the rights of its user and no others: it shows all, and what it changes is changed."""

import json
import pathlib

from rig.board import LINES, alarms, beats, play
from rig.box import CONFIGURATION

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESCRIBED = json.loads((ROOT / "data/schemas/page.openapi.json").read_text())["paths"]
# A session's pages want its number; streams have no end, and a link belongs to one person.
PAGES = [path + "?aircraft=cessna-172m" * path.startswith("/balance/") for path, methods in DESCRIBED.items() if "get" in methods and "{" not in path and "/live/" not in path and path != "/answer"]
OF_A_SESSION = ["/sessions/1", *(f"/files/1/session.{kind}" for kind in ("svg", "pdf", "csv", "json", "fhir"))]
# Asks for "GET path" or "POST path form", a line each, and prints the status, the size and what a page says in its heading.
VISITOR = """
import re, sys, urllib.error, urllib.request
HOST = "http://127.0.0.1:8437"
class Plain(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None
opener = urllib.request.build_opener(Plain)
for line in sys.stdin.read().splitlines():
    method, path, *form = line.split(" ", 2)
    headers = {"Origin": HOST, "Sec-Fetch-Site": "same-origin"} if method == "POST" else {}
    request = urllib.request.Request(HOST + path, form[0].encode() if form else None, headers, method=method)
    try:
        with opener.open(request, timeout=30) as answer:
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read()
    except OSError as error:
        status, body = 0, str(error).encode()
    text = body.decode("utf-8", "replace")
    said = " ".join(re.sub("<[^>]*>", " ", text.partition("<main")[2] if status else text).split())[:160]
    print(status, len(body), method, path, said, sep="\\t")
"""


def visit(box, *lines):
    """The status of each request, by what was asked."""
    box.write("/srv/visitor.py", VISITOR)
    box.write("/srv/asked", "\n".join(lines))
    told = box.run("python3 /srv/visitor.py </srv/asked", timeout=180).output
    print(told)
    return {f"{method} {path}": int(status) for status, _, method, path, *_ in (line.split("\t") for line in told.splitlines())}


def test_the_page_shows_and_changes_what_a_visitor_asks_for(box):
    owners = "# The owner's own remark.\nprofile: bedside\n" + LINES
    box.configure(owners)
    play(box, *beats(150, 0, 600))
    box.start()
    box.wait_for(lambda: alarms(box, "heart-rate-high"))
    box.run("systemctl start lapwing-panel")
    box.wait("bash -c 'exec 3<>/dev/tcp/127.0.0.1/8437'")
    assert box.run("ps -o user= -p $(systemctl show -P MainPID lapwing-panel)").output.strip() == "lapwing-panel"

    told = visit(box, *(f"GET {path}" for path in PAGES + OF_A_SESSION))
    assert {asked: status for asked, status in told.items() if status not in (200, 303)} == {}

    changes = ["/acknowledge condition=heart-rate-high", "/settings alarms.heart-rate-high.limit=170&was:alarms.heart-rate-high.limit=130"]
    told = visit(box, *(f"POST {change}" for change in changes))
    assert set(told.values()) <= {200, 303}
    # The page has no rights in /etc: what it sets wins key by key over the owner's file, which stays as it was.
    assert box.run(f"cat {CONFIGURATION}").output == owners
    shown = box.run("lapwing config show").output
    assert [line.split()[1] for line in shown.splitlines() if line.startswith("alarms.heart-rate-high.limit:")] == ["170"]
    box.wait_for(lambda: all(alarm["activation"] != "active" for alarm in alarms(box, "heart-rate-high")))
