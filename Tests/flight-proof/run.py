#!/usr/bin/env python3
"""The proof of the phases of flight: flights with known truth through `lapwing replay --json`, and a table.

usage: python3 Tests/flight-proof/run.py BINARY [--short] [--jobs N] [--only NAME] [--half tune|test] [--markdown]

Without --short it fetches the real flights (57 MB, once; see tracks.py). One half of the flights was used to choose the numbers
of the model (`tune`), the other was not (`test`): the half is a bit of the SHA-256 of the flight's name. Exit status 1 if a
target is missed."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import best
import cabin
import flights
import plain
import simulated
from score import Score, score

INTERVALS = [60, 120, 300, 600]
ADDRESS = 'C0:FF:EE:00:00:01'
# Shares of minutes on the flights that were not tuned on, per interval in s. The aim of 0.98 and 0.95 is printed beside.
TARGET_AIR, TARGET_SIX = 0.95, 0.90


def half(name):
    return 'test' if hashlib.sha256(name.encode()).digest()[0] % 2 else 'tune'


def line(t, pressure, co2, interval):
    """What an Aranet4 advertises at a time: it counts molecules, and reports 1.6 % less CO2 for each kPa below sea level."""
    if co2 is not None and pressure is not None:
        co2 *= 1 - 0.0016 * (1013.25 - pressure)
    words = [0x8000 if co2 is None else int(co2), 21 * 20, 0x8000 if pressure is None else round(pressure * 10)]
    data = b''.join(word.to_bytes(2, 'little') for word in words)
    data += bytes([40, 90, 1]) + int(interval).to_bytes(2, 'little') + (0).to_bytes(2, 'little') + b'\0'
    payload = b'\x02\x07\x21\x0e\x04\x01\x00\x0c\x0f\x01' + data
    advertisement = b'\x02\x01\x06' + bytes([len(payload) + 1, 0xFF]) + payload
    return json.dumps({'t': round(t, 1), 'address': ADDRESS, 'adv_hex': advertisement.hex()})


def replay(binary, series, interval):
    """(t, phase, since) at every change."""
    with tempfile.TemporaryDirectory(prefix='flight') as folder:
        path = os.path.join(folder, 'timeline.jsonl')
        with open(path, 'w') as file:
            file.write('\n'.join(line(t, pressure, co2, interval) for t, pressure, co2 in series) + '\n')
        done = subprocess.run([os.path.abspath(binary), 'replay', '--json', '--profile', 'cabin', path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'lapwing replay: exit status {done.returncode}: {done.stderr.strip()[:300]}')
    changes = []
    for text in done.stdout.splitlines():
        if '"kind":"phase"' in text:
            change = json.loads(text)
            # A phase that expires on the ground takes back nothing of the flight.
            if change['source'] == 'detected':
                changes.append((change['t'], change['phase'], change['since']))
    return changes


def one(job):
    binary, flight, interval = job
    series = cabin.sensor(flight, interval, 1)
    truth = flights.truth(flight)
    has_co2 = flight.boarding is not None
    found = score(flight, truth, replay(binary, series, interval), has_co2)
    known, bare = best.changes(series, truth), plain.changes(series)
    return flight, interval, [found] + [score(flight, truth, changes, has_co2) for changes in (known, bare)]


def at_home(job):
    """Flights found in a year at home: there are none."""
    binary, seed, days, every = job
    series = simulated.home(days, seed)[::every]
    return [change for change in replay(binary, series, 300 * every)
            if change[1] in ('take-off', 'climb', 'cruise', 'descent', 'landing')]


def row(name, total, known, bare, interval):
    within = 2 * interval + 60
    off = sum(abs(t) <= within for t in total.offs)
    down = sum(abs(t) <= within for t in total.downs)
    return [name, f'{interval // 60} min', total.flights, f'{100 * total.air / total.minutes:.1f}',
            f'{100 * total.air_live / total.minutes:.1f}', f'{100 * total.six / total.minutes:.1f}',
            f'{100 * known.six / known.minutes:.1f}', total.missed, total.extra,
            f'{off}/{len(total.offs)}', f'{down}/{len(total.downs)}', f'{100 * bare.air / bare.minutes:.1f}',
            f'{100 * bare.six / bare.minutes:.1f}', bare.missed, bare.extra]


HEAD = ['flights', 'interval', 'flights', 'airborne %', 'shown live %', 'six classes %', 'best %', 'missed', 'false', 'take-off', 'touchdown',
        'plain airborne %', 'plain six %', 'plain missed', 'plain false']


def main():
    options = argparse.ArgumentParser()
    options.add_argument('binary')
    options.add_argument('--short', action='store_true')
    options.add_argument('--jobs', type=int, default=os.cpu_count())
    options.add_argument('--only', default='')
    options.add_argument('--half', choices=['tune', 'test'])
    options.add_argument('--days', type=int, default=365)
    options = options.parse_args()
    all_flights = simulated.simulated_flights()
    intervals = INTERVALS
    if options.short:
        all_flights, intervals, options.days = [f for f in all_flights if f.name.endswith(' 0')], [60, 300], 20
    else:
        import tracks
        all_flights += tracks.real_flights()
    all_flights = [f for f in all_flights if options.only in f.name and options.half in (None, half(f.name))]
    jobs = [(options.binary, flight, interval) for flight in all_flights for interval in intervals]
    totals = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for flight, interval, found in pool.map(one, jobs):
            kind = 'simulated' if flight.kind == 'simulated' else 'real'
            kind += ', pressurised' if flight.pressurised else ', open'
            groups = ['all'] if options.short else [f'{half(flight.name)}: {kind}', f'{half(flight.name)}: all']
            for group in groups:
                for total, one_of in zip(totals.setdefault((group, interval), [Score(), Score(), Score()]), found):
                    total.add(one_of)
            if options.only:
                print(flight.name, interval, found[0])
        homes = [] if options.only else list(pool.map(
            at_home, [(options.binary, seed, options.days, every) for seed in (0, 1) for every in (1, 2)]))
    print('| ' + ' | '.join(HEAD) + ' |')
    print('|' + '---|' * len(HEAD))
    for (group, interval), scores in sorted(totals.items()):
        print('| ' + ' | '.join(map(str, row(group, *scores, interval))) + ' |')
    failed = []
    for found in homes:
        if found:
            failed.append(f'a flight at home: {found[:3]}')
    if homes:
        print(f'\nAt home: {sum(map(len, homes))} phases of a flight in {len(homes)} times {options.days} days.')
    for (group, interval), (total, *_) in totals.items():
        if not group.endswith('all') or group.startswith('tune') or interval > 300:
            continue
        if total.missed:
            failed.append(f'{group}, {interval} s: {total.missed} flights missed')
        if total.air < TARGET_AIR * total.minutes:
            failed.append(f'{group}, {interval} s: airborne or not in {total.air / total.minutes:.3f} of the minutes')
        if total.six < TARGET_SIX * total.minutes:
            failed.append(f'{group}, {interval} s: the class in {total.six / total.minutes:.3f} of the minutes')
    print('\n'.join(failed) or 'Every target is met.')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
