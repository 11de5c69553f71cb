"""A box that has something for each page: a scenario, a person, a session, an update, and a message of its care circle."""

import contextlib
import pathlib
import urllib.request

from box import Box, until
from circle import circle
from pages import DEMO_STRAP, UPDATE

SUNDAY = """// The Sunday flight
{
  "aircraftId": "cessna-172m", "name": "Sunday",
  "stationLoads": {"front-seats": [170, {"weight": 150, "name": "Ann"}], "baggage-1": 40},
  "fuelLoads": {"main-fuel": 38}, "tripFuel": 20
}
"""
MESSAGE = {"outcome": "open", "title": "Heart rate high of Kim", "text": "Heart rate 180 bpm\nLook after Kim."}


@contextlib.contextmanager
def hangar(folder, **options):
    folder = pathlib.Path(folder)
    for name in ("scenarios", "box", "lapwing"):
        (folder / name).mkdir()
    (folder / "scenarios/sunday.json").write_text(SUNDAY)
    # What the card's system says.
    (folder / "box/status").write_text("slot A, version 0.1.0: good\nslot B: nothing to go back to\n")
    settings = f'persons: {{Kim: {{sensors: ["{DEMO_STRAP}"]}}}}\noutside: {{circle: {{link: "https://localhost:8437"}}}}\n'
    system = {"RUNTIME_DIRECTORY": str(folder / "lapwing")}
    with Box(settings, panel=("--scenarios", str(folder / "scenarios")), environment=system, **options) as box:
        box.scenarios = folder / "scenarios"
        box.config.with_name("updates").mkdir()
        box.config.with_name("updates").joinpath(UPDATE).write_bytes(b"an update")
        until(lambda: "1" in box.sessions() and len(box.status()["sensors"]) > 1, 30, "a session with both sensors")
        with circle(box, link=MESSAGE):
            until(lambda: b'action="/circle"' in urllib.request.urlopen(box.url, timeout=10).read(), 30, "the circle on the page")
            yield box
