"""Compares the load sheets of two builds: python3 Benchmarks/balance_ratio.py BASE LAPWING

BASE is the binary of an older commit. Both run in turns, so that other work on the machine slows both, and the least
processor time of each counts. A ratio is BASE's time through LAPWING's; less than 0.95 is a failure. So is a worst case of
`solve` (50 stations, 20 tanks, or 4 and 16 with loads for which no step helps) of more than 100 ms. The second has no
ratio: older builds did not look for all pairs of steps.
"""

import copy
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROUNDS = 9
LEAST_RATIO = 0.95
# Start of the process and reading of the files included.
MOST_SOLVE_SECONDS = 0.1
DATA = pathlib.Path(__file__).parent.parent / "data"


def processor_seconds(binary, arguments, times=1):
    """User and system time of some runs; a status of 0 or 1 is a verdict, another one a failure."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(times):
        status = subprocess.run([binary, "balance", *arguments], stdout=subprocess.DEVNULL).returncode
        if status not in (0, 1):
            sys.exit(f"{binary} {' '.join(arguments)}: exit status {status}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def worst_case(folder, stations, tanks, load):
    """A 172M with many stations and tanks, much too heavy; the arguments of `solve`."""
    aircraft = json.loads((DATA / "aircraft/cessna-172m.json").read_text())

    def many(key, name, count):
        entries = []
        for index in range(count):
            entry = copy.deepcopy(aircraft[key][0])
            entry["id"] = f"{name}-{index}"
            entry["name"] = f"{name} {index}"
            entry["arm"]["value"] = 30 + index
            entry.pop("armRange", None)
            entries.append(entry)
        return entries

    aircraft["stations"], aircraft["tanks"] = many("stations", "station", stations), many("tanks", "tank", tanks)
    aircraft["burnOrder"] = [tank["id"] for tank in aircraft["tanks"]]
    aircraft["combinedLimits"] = []
    for category in aircraft["categories"]:
        category.pop("emptyStations", None)
    scenario = {
        "aircraftId": aircraft["id"],
        "stationLoads": {station["id"]: load for station in aircraft["stations"]},
        "fuelLoads": {tank["id"]: 10 for tank in aircraft["tanks"]},
        "tripFuel": 50,
    }
    files = [os.path.join(folder, f"{name}-{stations}.json") for name in ("aircraft", "scenario")]
    for file, content in zip(files, (aircraft, scenario)):
        pathlib.Path(file).write_text(json.dumps(content))
    return ["solve", "--aircraft", files[0], "--scenario", files[1]]


def main(base, lapwing):
    example = ["--scenario", str(DATA / "loadings/pa31-middle-out.json")]
    with tempfile.TemporaryDirectory() as folder:
        measures = [
            ("verdicts, 1,000,000", ["compute", *example, "--samples", "1000000", "--seed", "1"], 1),
            ("sheets, 20 processes", ["compute", *example, "--json"], 20),
            ("solve, worst case", worst_case(folder, 50, 20, 40), 1),
            ("solve, two steps", worst_case(folder, 4, 16, 100_000.5), 1),
        ]
        failures = 0
        for name, arguments, times in measures:
            least = {base: float("inf"), lapwing: float("inf")}
            for _ in range(ROUNDS):
                for binary in least:
                    least[binary] = min(least[binary], processor_seconds(binary, arguments, times))
            ratio = least[base] / least[lapwing]
            is_slow = (ratio < LEAST_RATIO and "two steps" not in name) or (
                name.startswith("solve") and least[lapwing] > MOST_SOLVE_SECONDS)
            failures += is_slow
            print(f"{name:22} {least[base]:8.3f} s -> {least[lapwing]:8.3f} s  ratio {ratio:5.2f}{'  TOO SLOW' * is_slow}")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
