"""Real flights: the samples of PyPI's `traffic` (MIT) and the A320 recorder file of `openap`, fetched once, checked by hash
and never committed. Altitudes are pressure altitudes, as transponders send them."""
import csv
import gzip
import hashlib
import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tarfile

from flights import Flight, on_grid

SOURCES = [
    ('traffic', '2.13', 'traffic-2.13.tar.gz', 'dfa3313f79b7737de402181c224b2d7a913c15d942f18733548b29223a6ee3ed'),
    ('openap', '2.6.2', 'openap-2.6.2.tar.gz', '9c1b370d12f02aeacf2a8112591ac0cb2a733ad7044f4b7bcf251b9bb1121d9d'),
]
CACHE = pathlib.Path(os.environ.get('LAPWING_CACHE', pathlib.Path.home() / '.cache/lapwing')) / 'flight'
GROUND = 40 * 60        # s on the ground that are added before and after a flight
LONG_GAP = 20 * 60      # s without a point: the flight is not used


def archive(name, version, file, digest):
    path = CACHE / file
    if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, '-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:',
                        '--dest', str(CACHE), f'{name}=={version}'], check=True)
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            sys.exit(f'{path}: not the file that was expected; its SHA-256 is not {digest}')
    return tarfile.open(path)


def rows(data):
    """Rows of a JSON file of records, or of columns."""
    data = json.loads(data)
    if isinstance(data, list):
        return data
    keys = [key for key in ('timestamp', 'altitude', 'groundspeed', 'latitude', 'longitude', 'icao24', 'onground')
            if key in data]
    return [dict(zip(keys, (data[key][at] for key in keys))) for at in data[keys[0]]]


def seconds(value):
    return value / 1000 if isinstance(value, (int, float)) else None


def despiked(points):
    """Without points that no aircraft reaches: more than 8,000 ft/min from the median of its neighbours."""
    kept = []
    for at, (t, altitude, speed, place) in enumerate(points):
        near = sorted(p[1] for p in points[max(0, at - 5):at + 6])
        if abs(altitude - near[len(near) // 2]) < 1_500:
            kept.append((t, altitude, speed, place))
    return kept


def distance(a, b):
    """km."""
    x = math.radians(b[1] - a[1]) * math.cos(math.radians((a[0] + b[0]) / 2))
    return 6371 * math.hypot(x, math.radians(b[0] - a[0]))


def elevation(place, airports):
    """Elevation of the nearest airport in ft; None if there is none within 12 km."""
    if place is None:
        return None
    near = min(airports, key=lambda airport: abs(airport[0] - place[0]) + abs(airport[1] - place[1]))
    return near[2] if distance(place, near) < 12 else None


def flight(name, kind, points, airports):
    """A flight from points (t, ft, kt, place), or the reason why it cannot be used."""
    points = [p for p in points if p[0] is not None and p[1] is not None and -1_000 < p[1] < 60_000]
    points.sort(key=lambda p: p[0])
    if len(points) < 30:
        return 'few points'
    # A transponder on the ground sends no altitude, which is 0 in these files.
    flying = [p for p in points if not (p[1] == 0 and (p[2] or 0) < 170)]
    flying = despiked(flying)
    if len(flying) < 30:
        return 'few points'
    if max(b[0] - a[0] for a, b in zip(flying, flying[1:])) > LONG_GAP:
        return 'a gap of more than 20 minutes'
    ends = []
    for order in (points, list(reversed(points))):
        air = flying if order is points else list(reversed(flying))
        parked = order[0][1] == 0 and (order[0][2] or 0) < 170 or (air[0][2] or 0) < 35
        field = air[0][1] if parked else elevation(air[0][3], airports)
        if field is None or not -300 <= air[0][1] - field <= 1_500:
            return 'it begins or ends in the air'
        # The line of the first half minute in the air goes on to the field at 700 ft/min.
        ends.append((field, air[0][0], (air[0][1] - field) / 700 * 60))
    (departure, first, rise), (arrival, last, fall) = ends
    start = first - max(0, rise)
    end = last + max(0, fall)
    zero = start - GROUND
    times = [0, start - zero] + [p[0] - zero for p in flying] + [end - zero, end - zero + GROUND]
    values = [departure, departure] + [p[1] for p in flying] + [arrival, arrival]
    speeds = [0, 0] + [p[2] or 0 for p in flying] + [0, 0]
    altitude = on_grid(times, values, 0, times[-1])
    highest = max(altitude)
    if highest < max(departure, arrival) + 500:
        return 'it does not leave the ground'
    return finish(name, kind, altitude, times, speeds, departure, arrival)


def finish(name, kind, altitude, times, speeds, departure, arrival):
    """Lift-offs and touchdowns by altitude and ground speed."""
    speed = on_grid(times, speeds, 0, times[-1])
    glider = kind == 'glider'
    near = [min(abs(a - departure), abs(a - arrival)) < 100 for a in altitude]
    ground = [near[at] and (speed[at] < (25 if glider else 50) or abs(altitude[at] - departure) < 60
                            and abs(altitude[at] - altitude[max(0, at - 3)]) < 30) for at in range(len(altitude))]
    spells, at = [], 0
    while at < len(ground):
        begin = at
        while at < len(ground) and ground[at] == ground[begin]:
            at += 1
        spells.append([ground[begin], begin * 10, at * 10])
    # A touch-and-go is part of the flight, as is what is in the air for less than two minutes part of the ground.
    legs = []
    for is_ground, begin, end in spells:
        if is_ground:
            continue
        if legs and begin - legs[-1][1] < 180:
            legs[-1][1] = end
        else:
            legs.append([begin, end])
    legs = [(begin, end) for begin, end in legs if end - begin >= 120]
    if not legs:
        return 'it does not leave the ground'
    pressurised = not glider and max(altitude) > 12_500
    return Flight(name, kind, pressurised, altitude, legs)


GROUPS = {'gliders': 'glider', 'ambulances': 'helicopter', 'calibration': 'calibration', 'surveys': 'survey'}


def real_flights(verbose=False):
    found = []
    with archive(*SOURCES[1]) as openap, archive(*SOURCES[0]) as traffic:
        text = openap.extractfile('openap-2.6.2/openap/data/nav/airports.csv').read().decode()
        airports = [(float(row['lat']), float(row['lon']), float(row['alt']))
                    for row in csv.DictReader(io.StringIO(text)) if row.get('alt')]
        for member in sorted(traffic.getnames()):
            parts = member.split('/')
            if 'samples' not in parts or not member.endswith('.json.gz') or 'noisy' in parts or 'onground' in parts:
                continue
            try:
                data = rows(gzip.decompress(traffic.extractfile(member).read()))
            except (KeyError, ValueError, TypeError):
                continue
            aircraft = {}
            for row in data:
                place = (row.get('latitude'), row.get('longitude'))
                place = None if None in place else place
                aircraft.setdefault(row.get('icao24'), []).append(
                    (seconds(row.get('timestamp')), row.get('altitude'), row.get('groundspeed'), place))
            if len(aircraft) > 60:
                continue  # parts of flights over one area
            for address, points in sorted(aircraft.items(), key=str):
                name = f'{parts[-1].removesuffix(".json.gz")} {address}'
                result = flight(name, GROUPS.get(parts[-2], 'other'), points, airports)
                if isinstance(result, str):
                    if verbose:
                        print(f'{name}: not used: {result}', file=sys.stderr)
                else:
                    found.append(result)
        found.append(recorder(openap))
    return found


def recorder(openap):
    """A whole flight of an A320 at 1 Hz, from its recorder."""
    text = openap.extractfile('openap-2.6.2/examples/data/flight_a320_qar.csv').read().decode()
    points = [(float(row['FLIGHT_TIME']) + GROUND, float(row['ALTI_STD_FT']), float(row['GRND_SPD_KT']))
              for row in csv.DictReader(io.StringIO(text))]
    times = [0] + [p[0] for p in points] + [points[-1][0] + GROUND]
    values = [points[0][1]] + [p[1] for p in points] + [points[-1][1]]
    speeds = [0] + [p[2] for p in points] + [0]
    altitude = on_grid(times, values, 0, times[-1])
    return finish('A320 recorder', 'other', altitude, times, speeds, points[0][1], points[-1][1])
