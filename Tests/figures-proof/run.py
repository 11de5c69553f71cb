#!/usr/bin/env python3
"""Compares every figure of random sessions and nights on every surface with the definitions of docs/figures.md.

    Tests/figures-proof/run.py LAPWING [--sessions 200] [--nights 60] [--seed 1] [--short] [--jobs 2]

--short makes sessions of a quarter of an hour, nights of an hour, and a PDF of each third session.

It writes the raw rows of sessions into a logbook (docs/logbook.md), computes their figures from these rows by definitions.py, and
reads them from `sessions show`, `sessions list`, the JSON, CSV, PDF and FHIR of `sessions export`, and those of nights from
`heart trends`, `heart report` (CSV, and the hours of the day in the PDF). Exits with 1 if one figure differs.
"""
import argparse
import bisect
import collections
import csv
import datetime
import functools
import io
import json
import multiprocessing
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

import definitions
from definitions import Reading

BASE = 1_790_000_000_000  # In September 2026.
STRAP, RING = 'Heart-rate strap', 'Oximeter'
# Where the alarm is raised at its limit, a value at it is above.
ABOVE_AT = {'co2_ppm'}


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, env={**os.environ, 'TZ': 'UTC'})
    if done.returncode:
        sys.exit(f'{" ".join(map(str, arguments))}: status {done.returncode}: {done.stderr}')
    return done.stdout


class Session:
    """Rows of one session, and of the quarter of an hour before it."""

    def __init__(self, number, chance, is_short):
        self.chance = chance
        self.start = BASE + number * 36_000_000 + chance.randrange(1000)
        lengths = [150_000, 300_000, 900_000] if is_short else [150_000, 900_000] * 2 + [1_800_000] * 2 + [3_600_000, 9_000_000]
        self.end = self.start + chance.choice(lengths) + chance.randrange(60_000)
        self.rows, self.alarm_rows = [], []  # (is in the session, quick, at, address, model, values, contact, ticks, age, counter, marked)
        for place in range(chance.choice([0, 1, 1, 2])):
            self.strap(f'C0:FF:EE:00:{number % 200:02X}:{place:02X}')
        for place in range(chance.choice([0, 1, 1, 2])):
            self.air(f'C2:DB:C0:00:{number % 200:02X}:{place:02X}')
        if chance.random() < 0.3:
            self.ring(f'D0:00:00:00:{number % 200:02X}:00')
        for _ in range(chance.choice([0, 0, 1, 2, 4])):
            self.alarm()
        self.rows.sort(key=lambda row: row[2])
        self.alarm_rows.sort(key=lambda row: row[0])

    def add(self, quick, at, address, model, values, **more):
        if at <= self.end:
            self.rows.append((at >= self.start, quick, at, address, model, values, more.get('ticks'), more.get('age'),
                              more.get('counter'), more.get('marked')))

    def strap(self, address):
        chance, rate = self.chance, self.chance.uniform(45, 90)
        at = self.start - chance.choice([0, 3_000, 20_000, 600_000]) + chance.randrange(900)
        while at < self.end:
            rate = min(max(rate + chance.gauss(0, 1.5), 30), 190)
            shown = round(rate)
            if chance.random() < 0.002:
                self.add(False, at, address, STRAP, {'heart_rate_bpm': chance.choice([65535, 255, 0])}, marked='heart_rate_bpm')
            else:
                ticks = [round(61440 / shown)] if chance.random() < 0.9 else []
                self.add(True, at, address, STRAP, {'heart_rate_bpm': shown}, ticks=ticks)
            pause = 1000 + chance.randrange(-30, 30)
            if chance.random() < 0.003:
                pause = chance.choice([4_999, 5_000, 5_001, 30_000, 64_999, 65_000, 200_000, 2_000_000])
            at += pause

    def air(self, address):
        chance, ppm, counter = self.chance, self.chance.uniform(450, 2400), self.chance.randrange(1000)
        interval = chance.choice([60, 120, 300, 600])
        measured = self.start - chance.choice([0, 56, 500, 1200]) * 1000 - chance.randrange(1000)
        while measured < self.end:
            ppm = min(max(ppm + chance.gauss(0, 60), 400), 4000)
            age = chance.randrange(interval)
            values = {'co2_ppm': round(ppm), 'temperature_c': round(chance.uniform(18, 26), 2), 'humidity_pct': round(chance.uniform(20, 60))}
            marked = None
            if chance.random() < 0.02:
                values['co2_ppm'], marked = 44804, 'co2_ppm'
            counter += 1
            self.add(False, measured + 1000 * age, address, 'Aranet4', values, age=age, counter=counter, marked=marked)
            measured += 1000 * interval * chance.choice([1] * 12 + [2, 4])

    def ring(self, address):
        at = self.start - 10_000 + self.chance.randrange(1000)
        while at < self.end:
            self.add(True, at, address, RING, {'spo2_pct': self.chance.randrange(84, 100), 'pulse_bpm': self.chance.randrange(50, 100)})
            at += 1000 + (self.chance.random() < 0.01) * 90_000

    def alarm(self):
        chance = self.chance
        straps = sorted({row[3] for row in self.rows if 'heart_rate_bpm' in row[5]})
        straps += sorted({row[3] for row in self.rows if 'pulse_bpm' in row[5]})
        airs = sorted({row[3] for row in self.rows if 'co2_ppm' in row[5]})
        choices = [('heart-rate-low', one, 'high', 55.0) for one in straps] + [('heart-rate-high', one, 'high', 85.0) for one in straps]
        choices += [('co2-medium', one, 'medium', 1500.0) for one in airs] + [('no-data', one, 'medium', None) for one in straps + airs]
        choices = [one for one in choices if not any(row[1:3] == one[:2] for row in self.alarm_rows)]
        if not choices:
            return
        condition, address, priority, limit = chance.choice(choices)
        at = self.start + chance.randrange(-400_000, self.end - self.start)
        presence = 'off'
        for _ in range(chance.randrange(1, 9)):
            if at > self.end:
                break
            following = {'off': ['on'], 'on': ['off', 'ack', 'latched', 'on'], 'ack': ['off', 'on'], 'latched': ['on', 'off']}
            presence = chance.choice(following[presence])
            if presence == 'on' and chance.random() < 0.1:
                priority = 'high'
            activation = 'paused' if presence in ('on', 'latched') and chance.random() < 0.2 else 'on'
            self.alarm_rows.append((at, condition, address, priority, presence, activation, limit))
            at += chance.randrange(1_000, 400_000)
        # It ends before the next session, so that it is on in one only.
        self.alarm_rows.append((max(at, self.end + 1_000), condition, address, priority, 'off', 'off', limit))

    def write(self, database, number):
        """The session before it has what was received earlier."""
        before, own = 2 * number - 1, 2 * number
        self.number = own
        database.execute("INSERT INTO session (id, started_at_ms, ended_at_ms, end_reason, profile) VALUES (?, ?, ?, 'ended', 'cabin')",
                         (before, self.start - 2_000_000, self.start - 1))
        database.execute("INSERT INTO session (id, started_at_ms, ended_at_ms, end_reason, profile) VALUES (?, ?, ?, 'ended', 'cabin')",
                         (own, self.start, self.end))
        for is_own, quick, at, address, model, values, ticks, age, counter, marked in self.rows:
            session = own if is_own else before
            database.execute('UPDATE proof_id SET id = id + 1')
            if quick:
                database.execute('INSERT OR IGNORE INTO sensor (address, model) VALUES (?, ?)', (address, model))
                names = ', '.join(values)
                database.execute(
                    f'INSERT INTO quick_reading (id, session_id, sensor_id, at_ms, rr_ticks, {names}) VALUES ((SELECT id FROM proof_id), ?, '
                    f'(SELECT id FROM sensor WHERE address = ? AND model = ?), ?, ?{", ?" * len(values)})',
                    (session, address, model, at, ','.join(map(str, ticks)) if ticks else None, *values.values()))
            else:
                names = ', '.join(values)
                database.execute(
                    f'INSERT INTO wide_reading (id, session_id, at_ms, address, model, age_s, counter, implausible, {names}) '
                    f'VALUES ((SELECT id FROM proof_id), ?, ?, ?, ?, ?, ?, ?{", ?" * len(values)})',
                    (session, at, address, model, age, counter, marked, *values.values()))
        for at, condition, address, priority, presence, activation, limit in self.alarm_rows:
            database.execute(
                'INSERT INTO alarm (session_id, sequence, at_ms, condition, address, priority, technical, presence, activation, "limit", value) '
                'VALUES (?, 1, ?, ?, ?, ?, 0, ?, ?, ?, 1)',
                (own if at >= self.start else before, at, condition, address, priority, presence, activation, limit))


def read(database):
    """Raw rows as readings and alarm rows, as docs/logbook.md has them."""
    database.row_factory = sqlite3.Row
    readings = []
    for row in database.execute('SELECT * FROM reading ORDER BY id'):
        marked = (row['implausible'] or '').split(',')
        found = {key: row[key] for key in row.keys()
                 if key in KEYS and row[key] is not None and key not in marked}
        at = row['at_ms'] - 1000 * (row['age_s'] or 0)
        readings.append(Reading((row['address'], row['model']), at, row['session_id'], found, row['rr_ms']))
    alarms = [(row['session_id'], row['at_ms'], row['condition'], row['address'], row['priority'], row['presence'], row['activation'], row['limit'])
              for row in database.execute('SELECT * FROM alarm WHERE test = 0 ORDER BY id')]
    return readings, alarms


KEYS = {'co2_ppm', 'temperature_c', 'humidity_pct', 'heart_rate_bpm', 'spo2_pct', 'pulse_bpm'}


class Tally:
    def __init__(self):
        self.figures, self.faults, self.surfaces = 0, [], collections.Counter()

    def add(self, other):
        self.figures += other.figures
        self.faults += other.faults
        self.surfaces += other.surfaces

    def same(self, surface, what, shown, wanted, tolerance=0.0):
        self.figures += 1
        self.surfaces[surface] += 1
        if shown is None or wanted is None:
            is_same = shown == wanted
        elif isinstance(wanted, (int, float)) and isinstance(shown, (int, float)):
            is_same = abs(shown - wanted) <= tolerance + 1e-9
        else:
            is_same = shown == wanted
        if not is_same:
            self.faults.append(f'{surface}: {what}: {shown} shown, {wanted} wanted')


def spread(tasks, jobs):
    """The results of tasks, which as many children as there are jobs carry out."""
    context = multiprocessing.get_context('fork')
    waiting, results = context.SimpleQueue(), context.SimpleQueue()
    for place in range(len(tasks)):
        waiting.put(place)
    for _ in range(jobs):
        waiting.put(None)

    def work():
        try:
            for place in iter(waiting.get, None):
                results.put(tasks[place]())
        except BaseException as fault:
            results.put(f'{type(fault).__name__}: {fault}')
            raise

    children = [context.Process(target=work, daemon=True) for _ in range(jobs)]
    for child in children:
        child.start()
    for _ in tasks:
        result = results.get()
        if isinstance(result, str):
            sys.exit(result)
        yield result


def duration(milliseconds):
    seconds = milliseconds // 1000
    if seconds < 60:
        return f'{seconds}s'
    if seconds < 3600:
        return f'{seconds // 60}m {seconds % 60:02}s'
    if seconds < 172_800:
        return f'{seconds // 3600}h {seconds // 60 % 60:02}m'
    return f'{seconds // 86_400}d {seconds // 3600 % 24:02}h'


def number(value):
    text = f'{value:.1f}'
    return text[:-2] if text.endswith('.0') else text


def utc(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)


def limits_of(shown, key):
    shown = shown or {}
    return shown.get('low_limit'), shown.get('high_limit'), key in ABOVE_AT


def session(program, options, folder, one, readings, alarm_rows, tally, has_pdf):
    number_, start, end = one.number, one.start, one.end
    name = f'session {number_}'
    own = [each for each in readings if each.session == number_]
    near = [each for each in readings if start - 8_000_000 < each.at <= end]
    text = run(program, 'sessions', 'show', number_, *options)
    files = {kind: folder / f'{number_}.{kind}' for kind in ('csv', 'json', 'pdf', 'fhir')}
    has_vital = any(key in each.values for each in own for key in ('heart_rate_bpm', 'spo2_pct', 'pulse_bpm') if start <= each.at)
    wanted_files = [kind for kind in files if (kind != 'fhir' or has_vital) and (kind != 'pdf' or has_pdf)]
    run(program, 'sessions', 'export', number_, *[part for kind in wanted_files for part in (f'--{kind}', files[kind])], *options)
    # The object of `sessions show --json`, with the readings besides.
    shown = json.loads(files['json'].read_text())
    pdf = ''
    if has_pdf:
        pdf = subprocess.run(['pdftotext', '-layout', files['pdf'], '-'], capture_output=True, text=True, check=True).stdout

    # Each quantity of each sensor.
    totals = collections.defaultdict(list)
    for sensor in sorted({each.sensor for each in near}):
        item = next((each for each in shown['sensors'] if (each['address'], each['model']) == sensor), None)
        block = re.search(rf'^{re.escape(sensor[1])} {sensor[0]}: (\d+) readings\n((?:  .*\n)*)', text, re.M)
        count = sum(1 for each in own if each.sensor == sensor)
        # Which limits are in force is not a figure of the past.
        limits = {key: limits_of((item or {}).get(key), key) for key in KEYS}
        found = {key: definitions.figures(near, sensor, key, start, end, limits[key], number_) for key in KEYS}
        if count or any(found.values()):
            tally.same('json', f'{name} {sensor} readings', item and item['readings'], count)
            tally.same('text', f'{name} {sensor} readings', block and int(block[1]), count)
        for key, figure in found.items():
            shown_figure = (item or {}).get(key)
            if figure is None:
                tally.same('json', f'{name} {sensor} {key}', shown_figure, None)
                continue
            totals[key].append(figure)
            if shown_figure is None:
                tally.same('json', f'{name} {sensor} {key}', None, figure)
                continue
            label = {'co2_ppm': 'CO2', 'heart_rate_bpm': 'heart rate', 'spo2_pct': 'SpO2', 'pulse_bpm': 'pulse',
                     'temperature_c': 'temperature', 'humidity_pct': 'humidity'}[key]
            low, high, _ = limits[key]
            unit = {'co2_ppm': 'ppm', 'heart_rate_bpm': 'bpm', 'pulse_bpm': 'bpm', 'temperature_c': '°C'}.get(key, '%')
            expected = {'count': figure.count, 'min': figure.lowest, 'max': figure.highest, 'no_data_s': (end - start - figure.covered) / 1000,
                        'within_s': figure.within / 1000}
            if low is not None:
                expected['below_s'] = figure.below / 1000
            if high is not None:
                expected['above_s'] = figure.above / 1000
            for field, value in expected.items():
                tally.same('json', f'{name} {sensor} {key} {field}', shown_figure.get(field), value, 0.002)
            tally.same('json', f'{name} {sensor} {key} mean', shown_figure['mean'], figure.mean, 0.051)
            line = re.search(rf'^  {label} +(\S+) / (\S+) / (\S+) .*$', block[2] if block else '', re.M)
            tally.same('text', f'{name} {sensor} {key} line', bool(line), True)
            if line:
                tally.same('text', f'{name} {sensor} {key} lowest', float(line[1]), figure.lowest, 0.051)
                tally.same('text', f'{name} {sensor} {key} highest', float(line[3]), figure.highest, 0.051)
                tally.same('text', f'{name} {sensor} {key} mean', float(line[2]), figure.mean, 0.051)
                missing = end - start - figure.covered
                if missing >= 1000:
                    tally.same('text', f'{name} {sensor} {key} no data', f', no data {duration(missing)}' in line[0] + '', True)
                if has_pdf and (low is not None or high is not None):
                    row = next((each for each in pdf.splitlines() if re.search(rf'^ *{label}, {unit} ', each) and sensor[0] in each), None)
                    if row is None:  # A long name is wrapped.
                        row = next((each for each in pdf.splitlines() if re.search(rf'^ *{label}, {unit} ', each)), '')
                    if len(totals[key]) == 1 and len({each.sensor for each in near if key in each.values}) == 1:
                        places = 0 if key == 'co2_ppm' else 1
                        digits = re.findall(r'(?<![\w:.])\d+(?:\.\d)?(?![\w:.])', row.split(label, 1)[-1])
                        wanted = [figure.lowest, figure.mean, figure.highest]
                        have = [float(each) for each in digits[:3]]
                        is_near = len(have) == 3 and all(abs(a - b) <= 0.5 * 10 ** -places + 1e-6 for a, b in zip(have, wanted))
                        tally.same('pdf', f'{name} {sensor} {key} {row.strip()}', is_near, True)
                        for time in (figure.below, figure.within, figure.above, end - start - figure.covered):
                            tally.same('pdf', f'{name} {sensor} {key} {duration(time)} in {row.strip()}', duration(time) in row, True)
    # The session as a whole.
    tally.same('json', f'{name} readings', shown['reading_count'], len(own))
    for key in ('co2_ppm', 'heart_rate_bpm'):
        whole = definitions.together(totals[key])
        line = shown.get(key)
        tally.same('json', f'{name} {key}', line and (line['min'], line['max']), whole and (whole[0], whole[2]))
        if line and whole:
            tally.same('json', f'{name} {key} mean', line['mean'], whole[1], 0.051)
        if key == 'co2_ppm':
            tally.same('json', f'{name} grade', shown.get('grade'), whole and definitions.grade(whole[1]))
    # CSV.
    with open(files['csv'], newline='') as file:
        rows = list(csv.DictReader(file))
    tally.same('csv', f'{name} rows', sum(1 for row in rows if any(value for key, value in row.items() if key not in ('time', 'address', 'model', 'RR (ms)', 'contact', 'implausible'))), len(own))
    # FHIR.
    if has_vital:
        bundle = json.loads(files['fhir'].read_text())
        shown_minutes = {}
        subjects = {entry['fullUrl']: entry['resource'] for entry in bundle['entry']}
        for entry in bundle['entry']:
            one_ = entry['resource']
            if one_['resourceType'] == 'Observation':
                device = subjects[one_['device']['reference']]
                code = one_['code']['text'].split(',')[0]
                begin = datetime.datetime.fromisoformat(one_['effectivePeriod']['start'])
                shown_minutes[device['identifier'][0]['value'], code, round(begin.timestamp() * 1000)] = one_['valueQuantity']['value']
        wanted_minutes = {}
        for key, code in (('heart_rate_bpm', 'heart rate'), ('spo2_pct', 'SpO2'), ('pulse_bpm', 'pulse')):
            for sensor in {each.sensor for each in near}:
                for begin, figure in definitions.minutes(near, sensor, key, start, end).items():
                    wanted_minutes[sensor[0], code, begin] = figure.mean
        tally.same('fhir', f'{name} minutes', sorted(shown_minutes), sorted(wanted_minutes))
        for key in shown_minutes.keys() & wanted_minutes.keys():
            tally.same('fhir', f'{name} {key}', shown_minutes[key], wanted_minutes[key], 0.051)
    # Gaps.
    gaps = definitions.gaps(near, start, end)
    listed = re.findall(r'^ *(\d{4}-\d\d-\d\d \d\d:\d\d) +(\d{4}-\d\d-\d\d \d\d:\d\d) +(\S+(?: \d\d[hms])?) +no sensor', pdf, re.M)
    wanted = [(utc(a).strftime('%Y-%m-%d %H:%M'), utc(b).strftime('%Y-%m-%d %H:%M'), duration(b - a)) for a, b in gaps]
    if has_pdf and len(wanted) <= 6:
        tally.same('pdf', f'{name} gaps', listed, wanted)
    # Alarms.
    alarms = definitions.alarms(alarm_rows, near, number_, start, end)
    tally.same('json', f'{name} alarms', [(each['condition'], each['address']) for each in shown['alarms']], [(each.condition, each.address) for each in alarms])
    for priority in definitions.PRIORITIES:
        tally.same('json', f'{name} {priority} alarms', shown['alarms_by_priority'][priority], sum(each.priority == priority for each in alarms))
    for each, alarm in zip(shown['alarms'], alarms):
        what = f'{name} {alarm.condition} {alarm.address}'
        tally.same('json', f'{what} began', datetime.datetime.fromisoformat(each['began']), utc(alarm.began))
        tally.same('json', f'{what} ended', each.get('ended') and datetime.datetime.fromisoformat(each['ended']), alarm.ended and utc(alarm.ended))
        tally.same('json', f'{what} duration', each['duration_s'], alarm.duration / 1000, 0.002)
        tally.same('json', f'{what} worst', each.get('worst'), alarm.worst, 0.051)
        tally.same('json', f'{what} beyond', each.get('beyond_s'), None if alarm.beyond is None else alarm.beyond / 1000, 0.002)
        tally.same('json', f'{what} answered', each.get('answered_after_s'), None if alarm.answered is None else alarm.answered / 1000, 0.002)
        lines = [line for line in text.splitlines() if f'({alarm.condition})' in line and utc(alarm.began).strftime('%H:%M') in line]
        tally.same('text', f'{what} {lines}', any(
            f', {duration(alarm.duration)}' in line
            and (alarm.worst is None or f'worst {number(alarm.worst)} ' in line)
            and (alarm.beyond is None or f'beyond the limit {duration(alarm.beyond)}' in line) for line in lines), True)
        if not has_pdf:
            continue
        day, began = utc(alarm.began).strftime('%Y-%m-%d %H:%M:%S').split()
        # The day is left out where all is of one day.
        row = [line for line in pdf.splitlines() if began in line and (day in line or not re.search(r'\d{4}-\d\d-\d\d', line))]
        tally.same('pdf', f'{what} {began}', any(
            duration(alarm.duration) in line and (alarm.beyond is None or duration(alarm.beyond) in line)
            and (alarm.worst is None or f' {number(alarm.worst)} ' in line) for line in row), True)


def nights(program, options, folder, count, chance, tally, is_short):
    """Nights that are imported from files: blocks, figures by hour and minute, trends and report."""
    address, model = 'C0:FF:EE:11:22:33', STRAP
    readings = []
    first = BASE // 86_400_000 * 86_400_000
    for night in range(count):
        if chance.random() < 0.15:
            continue
        at = first + night * 86_400_000 + 79_200_000 + chance.randrange(3_600) * 1000
        length = chance.randrange(3600, 4500) if is_short else chance.randrange(4 * 3600, 9 * 3600)
        end, rate = at + length * 1000, chance.uniform(50, 75)
        rows = []
        while at < end:
            rate = min(max(rate + chance.gauss(0, 1), 38), 130)
            rows.append((at, round(rate)))
            at += chance.choice([1000] * 400 + [6_000, 70_000, 384_000])
        path = folder / f'night-{night}.csv'
        with open(path, 'w') as file:
            file.write('time,address,model,heart rate (bpm)\n')
            for at, value in rows:
                file.write(f'{utc(at).isoformat()},{address},{model},{value}\n')
        run(program, 'sessions', 'import', path, *options)
        readings += [Reading((address, model), at, None, {'heart_rate_bpm': value}, None) for at, value in rows]
    last = first + count * 86_400_000
    item = json.loads(run(program, 'sessions', 'show', '--json', *options))['sensors'][0]['heart_rate_bpm']
    limits = limits_of(item, 'heart_rate_bpm')
    day = lambda at: utc(at).strftime('%Y-%m-%d')
    span = ['--from', day(first), '--to', day(last)]
    report = folder / 'report'
    run(program, 'heart', 'report', '--csv', f'{report}.csv', '--pdf', f'{report}.pdf', *span, *options)
    with open(f'{report}.csv', newline='') as file:
        shown = {row['day']: row for row in csv.DictReader(file)}
    trends = {row['day']: row for row in map(json.loads, run(program, 'heart', 'trends', '--json', *span, *options).splitlines())}
    pdf = subprocess.run(['pdftotext', '-layout', f'{report}.pdf', '-'], capture_output=True, text=True, check=True).stdout
    times = [each.at for each in readings]
    for begin in range(first, last + 1, 86_400_000):
        near = readings[bisect.bisect(times, begin - 60_000):bisect.bisect_left(times, begin + 86_400_000)]
        figure = definitions.figures(near, (address, model), 'heart_rate_bpm', begin, begin + 86_400_000, limits, is_closed=False)
        row, trend = shown.get(day(begin)), trends.get(day(begin))
        if figure is None:
            tally.same('report csv', day(begin), row, None)
            continue
        rest = definitions.resting(near, (address, model), begin, begin + 86_400_000)
        for surface, found, names in (('report csv', row, ('minimum', 'mean', 'maximum', 'below (s)', 'within (s)', 'above (s)', 'no data (s)', 'resting (bpm)')),
                                      ('trends', trend, ('min', 'mean', 'max', 'below_s', 'within_s', 'above_s', 'no_data_s', 'resting_bpm'))):
            wanted = [figure.lowest, figure.mean, figure.highest, figure.below / 1000, figure.within / 1000, figure.above / 1000,
                      (86_400_000 - figure.covered) / 1000, rest]
            for field, value in zip(names, wanted):
                have = (found or {}).get(field)
                have = float(have) if have not in (None, '') else None
                tally.same(surface, f'{day(begin)} {field}', have, value, 0.06 if field in ('mean', 'resting (bpm)', 'resting_bpm') else 0.002)
    lines = pdf.splitlines()
    place = next((place for place, line in enumerate(lines) if line.split() == [str(hour) for hour in range(24)]), None)
    numbers = [] if place is None else re.findall(r'\d+', lines[place + 1])
    hours = list(definitions.middles(readings, (address, model), 'heart_rate_bpm', first, last + 86_400_000))
    tally.same('report pdf', 'hours of the day with values', len(numbers), len(hours))
    for number, (hour, middle) in zip(numbers, hours):
        tally.same('report pdf', f'middle of hour {hour}', float(number), middle, 0.51)
    return pdf, readings


# Sessions of one logbook. Its rows are those that are not yet sealed, of which a box has no more than those of two hours, and each
# command reads them all.
TOGETHER = 5


def check(program, folder, place, sessions, is_short):
    """The figures of the sessions of a logbook."""
    folder = folder / f'logbook-{place}'
    folder.mkdir()
    options = ['--config', folder.parent / 'lapwing.yaml', '--logbook', folder / 'sessions.db']
    run(program, 'sessions', 'import', folder.parent / 'seed.csv', *options)
    with sqlite3.connect(folder / 'sessions.db') as database:
        for table in ('session', 'block', 'unrolled', 'sensor'):
            database.execute(f'DELETE FROM {table}')
        database.execute("INSERT INTO run (started_at_ms, after_alarm_id) VALUES (?, 0)", (BASE - 10_000_000,))
        database.execute('CREATE TEMP TABLE proof_id (id INTEGER)')
        database.execute('INSERT INTO proof_id VALUES (1)')
        for number, one in enumerate(sessions, 1):
            one.write(database, number)
        database.commit()
        readings, alarm_rows = read(database)
    listed = {row['id']: row for row in map(json.loads, run(program, 'sessions', 'list', '--json', *options).splitlines())}
    # Of two that were measured at once the later row comes later.
    readings.sort(key=lambda each: each.at)
    tally = Tally()
    for number, one in enumerate(sessions):
        near = [each for each in readings if one.start - 8_000_000 < each.at <= one.end]
        mine = [row for row in alarm_rows if one.start - 8_000_000 < row[1] <= one.end + 8_000_000]
        # To draw a page takes longest.
        session(program, options, folder, one, near, mine, tally, not is_short or (place * TOGETHER + number) % 3 == 2)
        for key in ('co2_ppm', 'heart_rate_bpm'):
            found = [definitions.figures(near, sensor, key, one.start, one.end) for sensor in {each.sensor for each in near}]
            whole, row = definitions.together(found), listed[one.number].get(key)
            tally.same('list', f'session {one.number} {key}', row and (row['min'], row['max']), whole and (whole[0], whole[2]))
            if row and whole:
                tally.same('list', f'session {one.number} {key} mean', row['mean'], whole[1], 0.051)
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--sessions', type=int, default=200)
    parser.add_argument('--nights', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--short', action='store_true')
    parser.add_argument('--jobs', type=int, default=2)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    chance, tally = random.Random(arguments.seed), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'lapwing.yaml').write_text('profile: cabin\n')
        (folder / 'seed.csv').write_text('time,address,model,heart rate (bpm)\n2020-01-01T00:00:00Z,C0:FF:EE:00:00:00,x,60\n')
        sessions = [Session(number, chance, arguments.short) for number in range(1, arguments.sessions + 1)]
        logbooks = [sessions[place:place + TOGETHER] for place in range(0, len(sessions), TOGETHER)]

        def check_nights():
            tally = Tally()
            night_options = ['--config', folder / 'lapwing.yaml', '--logbook', folder / 'nights.db']
            nights(program, night_options, folder, arguments.nights, random.Random(arguments.seed), tally, arguments.short)
            return tally

        # The longest first.
        tasks = [check_nights] * (arguments.nights > 0)
        tasks += [functools.partial(check, program, folder, place, some, arguments.short) for place, some in enumerate(logbooks)]
        for one in spread(tasks, arguments.jobs):
            tally.add(one)
    for fault in tally.faults[:40]:
        print(fault)
    surfaces = ', '.join(f'{count} {surface}' for surface, count in sorted(tally.surfaces.items()))
    print(f'{arguments.sessions} sessions and {arguments.nights} nights, {tally.figures} figures ({surfaces}): {len(tally.faults)} differ')
    return 1 if tally.faults else 0


if __name__ == '__main__':
    sys.exit(main())
