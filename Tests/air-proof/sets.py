"""The real observations of the proof, as CSV for air-replay. Nothing of them is kept in the tree: ../shared/data/air/LICENCES.md.

Each set is cut in two by time: one part may calibrate, the other checks the calibration. No observation is in both.
"""
import csv
import gzip
import math
import pathlib

HEADER = 'time,station,latitude,longitude,pm25,aod,part'

# The source of the Beijing file has no places. These are the monitoring centre's, as published with many studies, to 0.001 degrees.
BEIJING = {
    'Aotizhongxin': (39.982, 116.397), 'Changping': (40.217, 116.234), 'Dingling': (40.292, 116.220), 'Dongsi': (39.929, 116.417),
    'Guanyuan': (39.929, 116.339), 'Gucheng': (39.914, 116.184), 'Huairou': (40.328, 116.628), 'Nongzhanguan': (39.937, 116.461),
    'Shunyi': (40.127, 116.655), 'Tiantan': (39.886, 116.407), 'Wanliu': (39.987, 116.287), 'Wanshouxigong': (39.878, 116.352),
}


def table(path):
    with gzip.open(path, 'rt') as file:
        yield from csv.reader(file)


def wide(path, places, part):
    """A table with a column for each station."""
    rows = table(path)
    stations = next(rows)[1:]
    for number, (time, *values) in enumerate(rows):
        for station, value in zip(stations, values):
            if value:
                latitude, longitude = places[station]
                yield f'{time},{station},{latitude},{longitude},{value},,{part(number, time)}'


def halves(count):
    return lambda number, time: 'calibrate' if number * 2 < count else 'check'


def weeks(number, time):
    """A year has one summer: its weeks in turn."""
    return 'calibrate' if number // 7 % 2 == 0 else 'check'


def us(folder, name, part):
    with open(folder / 'us_epa_pm25_2011_sites.csv') as file:
        places = {site['sid']: (site['lat'], site['lon']) for site in csv.DictReader(file)}
    return wide(folder / name, places, part)


def atlanta(folder):
    """All monitors, with the optical depth where MODIS has one. Their flat kilometres are put at the equator, where they keep
    their distances to 0.1 %."""
    depths = {}
    for row in csv.DictReader(gzip.open(folder / 'atlanta_aqs_modis_2003_2005.csv.gz', 'rt')):
        depths[row['space_id'], row['date']] = row['aod']
    rows = list(csv.DictReader(gzip.open(folder / 'atlanta_aqs_all_2003_2005.csv.gz', 'rt')))
    rows.sort(key=lambda row: (row['date'], float(row['space_id'])))
    middle = [sum(float(row[axis]) for row in rows) / len(rows) for axis in 'xy']
    degree = math.pi * 6371.0088 / 180
    for row in rows:
        longitude, latitude = ((float(row[axis]) - middle['xy'.index(axis)]) / degree for axis in 'xy')
        part = 'calibrate' if row['date'] < '2004-07' else 'check'
        depth = depths.get((row['space_id'], row['date']), '')
        yield f"{row['date']},{row['space_id']},{latitude:.7f},{longitude:.7f},{row['pm25']},{depth},{part}"


def sets(folder):
    """name, period, lines of CSV"""
    folder = pathlib.Path(folder)
    yield 'atlanta', 'day', atlanta(folder)
    yield 'us-daily', 'day', us(folder, 'us_epa_pm25_2011_daily.csv.gz', weeks)
    yield 'us-hourly', 'hour', us(folder, 'us_epa_pm25_2011_hourly_jan10_23.csv.gz', halves(336))
    yield 'beijing', 'hour', wide(folder / 'beijing12_pm25_hourly_2013_2017.csv.gz', BEIJING, halves(35064))
