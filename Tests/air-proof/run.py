#!/usr/bin/env python3
"""Leaves each station out and lets the rest estimate it, on real observations; prints a table and fails if a target is missed.

usage: run.py AIR-REPLAY [--data FOLDER] [--seed N]
The targets are those of docs/outdoor-air.md, "Proof".
"""
import argparse
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import sets

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = 'clean', 'moderate', 'smoke'
# Root mean square of the error, µg/m³. Beijing has a table and no target: no method comes near one there.
TARGETS = {'atlanta': 3.9, 'atlanta-aod': 3.9, 'us-daily': 4.6, 'us-hourly': 8.1}
# Fewer cannot show 95 % to within 2 %, as neighbouring hours are alike.
FEWEST = 300


class Errors:
    def __init__(self):
        self.count, self.squares, self.sum, self.held = 0, 0.0, 0.0, 0

    def add(self, error, holds=False):
        self.count += 1
        self.squares += error * error
        self.sum += error
        self.held += holds

    @property
    def rmse(self):
        return math.sqrt(self.squares / self.count) if self.count else math.nan

    @property
    def bias(self):
        return self.sum / self.count if self.count else math.nan

    @property
    def coverage(self):
        return self.held / self.count if self.count else math.nan


def replay(program, period, lines):
    with tempfile.TemporaryFile('w+') as file:
        file.write(sets.HEADER + '\n')
        file.writelines(line + '\n' for line in lines)
        file.seek(0)
        with subprocess.Popen([program, period], stdin=file, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                yield json.loads(line)
        if process.returncode:
            sys.exit(process.returncode)


def measure(program, name, period, lines):
    """All errors of a set, by method; coverage of the check part, by regime; how often the shown class is the true one."""
    methods, regimes = collections.defaultdict(Errors), collections.defaultdict(Errors)
    classes = [[0, 0.0, 0] for _ in range(5)]
    unknown = 0
    for row in replay(program, period, lines):
        if 'unknown' in row:
            unknown += 1
            continue
        truth = max(row['truth'], 0)
        tiers = {tier['tier']: tier['value'] for tier in row['tiers']}
        columns = {'estimate': row['value'], **tiers, 'inverse distance': row.get('inverseDistance'),
                   'specified': row.get('reference', {}).get('value')}
        for suffix in ['', '-aod'] if 'satellite' in tiers and 'station' in tiers else ['']:
            for method, value in columns.items():
                if value is not None:
                    methods[suffix, method].add(value - truth)
            if 'reference' in row:
                given = row['reference']
                methods[suffix, 'estimate where specified'].add(row['value'] - truth)
                methods[suffix, 'specified interval'].add(
                    given['value'] - truth, abs(given['value'] - truth) <= 1.96 * given['sigma'])
            if row['part'] == 'check':
                for regime in 'all', row['level'], 'near' if row['near'] else 'far':
                    regimes[suffix, regime].add(row['value'] - truth, row['holds'])
        if row['part'] == 'check':
            at = min(int(row['probability'] * 5), 4)
            classes[at][0] += 1
            classes[at][1] += row['probability']
            classes[at][2] += row['class'] == row['trueClass']
    return methods, regimes, classes, unknown


def report(name, methods, regimes, classes, unknown):
    faults = []
    for suffix in sorted({suffix for suffix, _ in methods}):
        title = name + suffix
        print(f"\n## {title}: {methods[suffix, 'estimate'].count} estimates{f', {unknown} unknown' if not suffix else ''}")
        for method in 'estimate', 'station', 'satellite', 'inverse distance', 'estimate where specified', 'specified':
            errors = methods.get((suffix, method))
            if errors:
                print(f'| {method} | n {errors.count} | RMSE {errors.rmse:.3f} | bias {errors.bias:+.2f} |')
        print(f"| 95 % interval of the specified formulas | covers {100 * methods[suffix, 'specified interval'].coverage:.1f} % |")
        best = min(methods[suffix, tier].rmse for tier in ('station', 'satellite') if (suffix, tier) in methods)
        own = methods[suffix, 'estimate'].rmse
        if own > TARGETS.get(title, math.inf):
            faults.append(f'{title}: RMSE {own:.3f} is above {TARGETS[title]}')
        if own > best + 0.05 and suffix:
            faults.append(f'{title}: RMSE {own:.3f} is above that of the best tier, {best:.3f}, by more than 0.05')
        for regime in 'all', *LEVELS, 'near', 'far':
            errors = regimes.get((suffix, regime))
            if not errors:
                print(f'| interval, {regime} | no such estimate |')
                continue
            few = errors.count < FEWEST
            print(f"| interval, {regime} | n {errors.count} | covers {100 * errors.coverage:.1f} %{' (too few to judge)' if few else ''} |")
            if not few and not 0.93 <= errors.coverage <= 0.97:
                faults.append(f'{title}: the interval covers {100 * errors.coverage:.1f} % of {regime}')
    for count, expected, true in classes:
        if count >= FEWEST:
            print(f'| class said with {100 * expected / count:.0f} % | n {count} | true {100 * true / count:.0f} % |')
    gap = sum(abs(expected - true) for _, expected, true in classes) / sum(count for count, _, _ in classes)
    print(f'| class, mean gap of said and true | {100 * gap:.1f} % |')
    if gap > 0.05:
        faults.append(f'{name}: the probability of the class is off by {100 * gap:.1f} %')
    return faults


def damaged(values, kind):
    """A station's hourly values after a fault, and where it was listed before."""
    if kind == 'frozen':
        return {time: next(iter(values.values())) for time in values}
    if kind == 'tenfold':
        return {time: 10 * value for time, value in values.items()}
    if kind == 'code999':
        return {time: 999.0 for time in values}
    times = sorted(values)
    return dict(zip(times[24:] + times[:24], (values[time] for time in times)))


def real_faults(program, folder):
    """The checks on a week of real US stations: how many are called bad as they are, and found after a fault."""
    header, rows = sets.HEADER, [line.split(',') for line in sets.us(folder, 'us_epa_pm25_2011_hourly_jan10_23.csv.gz', lambda *_: '')]
    rows = [row for row in rows if row[0] < '2011-01-17']
    series, places = collections.defaultdict(dict), {}
    for time, station, latitude, longitude, value, *_ in rows:
        series[station][time] = float(value)
        places[station] = f'{latitude},{longitude}'

    def verdicts(changed):
        lines = [f'{time},{station},{places[station]},{changed.get(station, values)[time]},,'
                 for station, values in series.items() for time in values if time in changed.get(station, values)]
        lines.sort()
        text = '\n'.join([header, *lines])
        output = subprocess.run([program, '--faults'], input=text, check=True, capture_output=True, text=True).stdout
        return {row['station']: row['verdict'] for row in map(json.loads, output.splitlines())}

    plain = verdicts({})
    judged = [station for station, verdict in plain.items() if verdict == 'good']
    counts = collections.Counter(plain.values())
    print(f'\n## Real US stations, a week: {dict(counts)}')
    for kind in 'frozen', 'tenfold', 'code999', 'clock':
        # Every tenth at a time: more would leave no good neighbours.
        found = 0
        for first in range(10):
            changed = {station: damaged(series[station], kind) for station in judged[first::10]}
            result = verdicts(changed)
            found += sum(result[station] not in ('good', 'unknown') for station in changed)
        print(f'| {kind} | {found} of {len(judged)} |')


def sabotage(program, stations, seed):
    result = json.loads(subprocess.run([program, '--sabotage', str(stations), str(seed)], check=True, capture_output=True, text=True).stdout)
    found, lost = result['found'] / result['damaged'], result['lost'] / result['good']
    print(f"\n## {result['damaged']} damaged stations among {stations}, seed {seed}: {100 * found:.1f} % found, {100 * lost:.2f} % of good ones lost")
    for kind, (caught, count) in result['kinds'].items():
        print(f'| {kind} | {caught} of {count} |')
    print(f"| without enough neighbours | {result['alone']} |")
    print(f"| check {result['checkSeconds']:.2f} s | first estimate {result['networkSeconds']:.2f} s | {result['estimates']} estimates {result['allSeconds']:.2f} s | {result['peakMB']} MB |")
    faults = []
    if result['peakMB'] > 60 or result['networkSeconds'] > 2:
        faults.append(f"{result['peakMB']} MB and {result['networkSeconds']:.1f} s are more than 60 MB or 2 s")
    if found < 0.95:
        faults.append(f'{100 * found:.1f} % of the damaged stations are found, not 95 %')
    if lost > 0.01:
        faults.append(f'{100 * lost:.2f} % of the good stations are lost, more than 1 %')
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('program')
    parser.add_argument('--data', default=ROOT.parent / 'shared/data/air')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--stations', type=int, default=30000)
    options = parser.parse_args()
    faults = []
    for name, period, lines in sets.sets(options.data):
        faults += report(name, *measure(options.program, name, period, lines))
    real_faults(options.program, pathlib.Path(options.data))
    faults += sabotage(options.program, options.stations, options.seed)
    print()
    for fault in faults:
        print(f'missed: {fault}')
    print('Outdoor air: all targets are met' if not faults else f'Outdoor air: {len(faults)} targets are missed')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
