"""Fuzzes all decoders, each for its share of the given seconds. `make fuzz SECONDS=60` builds and runs it.

usage: run.py FUZZER CORPUS_FOLDER SECONDS

The first inputs come from the project's own vectors; inputs that libFuzzer adds stay in the folder for the next run.
If an input makes a decoder trap, it prints the command that repeats this, and exits with 1.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

VECTORS = pathlib.Path("Tests/SensorProtocolsTests/Vectors")
# Longer than any advertisement or value that a radio delivers.
LONGEST = 255
# Each decoder has more; without feedback from the decoders libFuzzer finds almost nothing.
FEWEST_EDGES = 50


def structures(data):
    """The AD structures of an advertisement as (type, data)."""
    offset = 0
    while offset + 1 < len(data) and data[offset]:
        yield data[offset + 1], data[offset + 2 : offset + 1 + data[offset]]
        offset += 1 + data[offset]


def full(uuid):
    """A UUID as the fuzzer prints it."""
    return uuid.lower().removeprefix("0x").replace("-", "")


def seeds(name, keys):
    """Inputs for one target: the data after the keys that it knows; the first byte selects the key."""
    for path in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(path.read_text()):
            given = vector["input"]
            for field in ("adv_hex", "scan_response_hex"):
                data = bytes.fromhex(given.get(field, ""))
                if name == "structures" and data:
                    yield data
                for kind, value in structures(data):
                    if kind in (0xFF, 0x16) and len(value) >= 2:
                        key = f"{'company' if kind == 0xFF else 'service'}:{value[0] | value[1] << 8}"
                        if key in keys:
                            yield bytes([keys.index(key)]) + value[2:]
            known = [full(key) for key in keys]
            if (uuid := full(given.get("characteristic", ""))) in known:
                yield bytes([known.index(uuid)]) + bytes.fromhex(given["hex"])


def main():
    fuzzer, corpus, seconds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    lines = subprocess.run([fuzzer], check=True, capture_output=True, text=True).stdout.split("\n")
    targets = [line.split() for line in lines if line]
    if not targets:
        sys.exit(f"{fuzzer} lists no target; build it again")
    failed, total = [], 0
    for number, (name, *keys) in enumerate(targets):
        # Whole seconds whose sum is the given time; libFuzzer takes 0 as no limit.
        share = max(1, seconds * (number + 1) // len(targets) - seconds * number // len(targets))
        folder = corpus / name
        folder.mkdir(parents=True, exist_ok=True)
        for index, seed in enumerate(seeds(name, keys)):
            (folder / f"vector-{index}").write_bytes(seed)
        crashes = corpus / "crashes" / name
        crashes.mkdir(parents=True, exist_ok=True)
        # Start with long inputs, and count an input that comes closer to a comparison as new: a second is too short
        # to reach either otherwise. Without SWIFT_BACKTRACE the Swift runtime takes a minute to describe a trap.
        run = subprocess.run(
            [fuzzer, f"-max_total_time={share}", f"-max_len={LONGEST}", "-timeout=5", "-len_control=0",
             "-use_value_profile=1", "-print_final_stats=1", f"-artifact_prefix={crashes}/", str(folder)],
            env={**os.environ, "FUZZ_TARGET": name, "SWIFT_BACKTRACE": "enable=no"}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        runs = re.search(r"number_of_executed_units: (\d+)", run.stdout)
        total += int(runs[1]) if runs else 0
        edges = max((int(count) for count in re.findall(r" cov: (\d+)", run.stdout)), default=0)
        inputs = sum(1 for _ in folder.iterdir())
        done = runs[1] if runs else "?"
        print(f"{name:<40}{share:>4} s {done:>10} runs {edges:>5} edges {inputs:>6} inputs kept", flush=True)
        if run.returncode:
            found = re.search(r"Test unit written to (\S+)", run.stdout)
            print("\n".join(run.stdout.splitlines()[-25:]))
            failed.append(f"FUZZ_TARGET={name} {fuzzer} {found[1] if found else folder}")
        elif edges < FEWEST_EDGES:
            sys.exit(f"{name} saw {edges} edges of the program: build the decoders with -sanitize=fuzzer")
    print(f"{total} runs of {len(targets)} decoders")
    if failed:
        sys.exit("A decoder trapped. Repeat with:\n  " + "\n  ".join(failed))


main()
