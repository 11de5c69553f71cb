"""Flights made from a plan, for what the real ones do not show: steps, go-around, diversion, holding, turbulence, two legs."""
import random

from flights import STEP, Flight


def planned(name, kind, plan, pressurised=True, field=100, ground=(50, 40), boarding=True, rough=0, seed=0):
    """- plan: (ft, rate in ft/min) climbs or descends to an altitude, (None, minutes) flies level, ('ground', minutes) stands
    on the field where it has landed. The last altitude is the field of arrival."""
    chance = random.Random(f'{name} {seed}')
    altitude = [field] * int(ground[0] * 60 / STEP)
    legs, up = [], len(altitude) * STEP
    at = field
    for target, value in plan:
        if target == 'ground':
            legs.append((up, len(altitude) * STEP))
            altitude += [at] * int(value * 60 / STEP)
            up = len(altitude) * STEP
        elif target is None:
            for _ in range(int(value * 60 / STEP)):
                altitude.append(at + chance.gauss(0, rough))
        else:
            count = max(1, round(abs(target - at) / value * 60 / STEP))
            for step in range(1, count + 1):
                altitude.append(at + (target - at) * step / count + chance.gauss(0, rough / 2))
            at = target
    legs.append((up, len(altitude) * STEP))
    altitude += [at] * int(ground[1] * 60 / STEP)
    start = legs[0][0] - chance.uniform(30, 45) * 60 if boarding else None
    return Flight(name, kind, pressurised, altitude, legs, start)


def simulated_flights():
    flights = []

    def add(name, plan, **options):
        flights.append(planned(name, 'simulated', plan, **options))

    for seed in range(3):
        shift = seed * 700
        down = [(3_000, 1_800), (None, 3), (60 + shift, 700)]
        add(f'short {seed}', [(24_000, 2_000), (None, 12 + 4 * seed), *down], seed=seed)
        add(f'long with steps {seed}', [(31_000, 1_900), (None, 150), (35_000, 800), (None, 170), (39_000, 500),
                                        (None, 90 + 20 * seed), (9_000, 1_900), (None, 4), *down], field=shift)
        add(f'go-around {seed}', [(33_000, 2_000), (None, 50), (3_000, 1_900), (None, 4), (400 + shift, 700), (4_000, 1_500),
                                  (None, 9), (60 + shift, 700)], field=shift / 2)
        add(f'diversion {seed}', [(35_000, 1_900), (None, 40), (5_000, 1_900), (None, 6), (21_000, 1_800), (None, 20), *down])
        add(f'holding {seed}', [(36_000, 2_000), (None, 70), (13_000, 1_900), (None, 18 + 6 * seed), *down])
        add(f'turbulence {seed}', [(34_000, 1_800), (None, 80), *down], rough=60)
        add(f'two legs {seed}', [(32_000, 2_000), (None, 45), *down, ('ground', 45), (30_000, 1_900), (None, 50),
                                 (60, 1_600)], field=200)
        add(f'light aircraft {seed}', [(4_500 + shift, 600), (None, 40), (1_300, 500), (None, 3), (300, 500)], field=300,
            pressurised=False, rough=25, boarding=False)
        add(f'helicopter {seed}', [(1_500 + shift, 900), (None, 18), (150, 600)], field=150, pressurised=False, rough=20,
            boarding=False)
        add(f'high field {seed}', [(37_000, 1_700), (None, 60), (9_000, 1_800), (None, 2), (5_400, 700)], field=5_400 - shift)
        other = planned(f'another sensor {seed}', 'simulated', [(35_000, 2_000), (None, 90), *down])
        other.notes['other'] = other.legs[0][0] + 3_600
        flights.append(other)
        gone = planned(f'20 minutes without a sensor {seed}', 'simulated', [(35_000, 2_000), (None, 90), *down])
        begin = gone.legs[0][0] + (300, 1_500, 6_300)[seed]
        gone.notes['outage'] = (begin, begin + 1_200)
        flights.append(gone)
    return flights


def home(days, seed=0):
    """A year at home: weather as an autoregressive pressure with fronts, with stairs and lifts; (t, hPa) each five minutes.

    The weather: a standard deviation of 9 hPa with a memory of two days, hourly changes of 0.4 hPa and a front of 3 to 4 hPa
    in an hour every tenth day (choice, of the order of what stations at middle latitudes record)."""
    chance = random.Random(f'home {seed}')
    pressure, front, slope, floor = 0.0, 0, 0.0, 0.0
    result, trip = [], None
    for step in range(days * 288):
        t = step * 300.0
        slope = 0.98 * slope + chance.gauss(0, 0.0016)
        if chance.random() < 1 / 2_880:
            front = chance.choice([-1, 1]) * 12
        pressure = pressure * 0.99985 + slope + (0.3 * (1 if front > 0 else -1) if front else 0)
        front -= (front > 0) - (front < 0)
        if chance.random() < 8 / 288:
            # Up or down some floors, or in a tower by a lift: 3 m to 150 m, within a minute.
            floor = chance.choice([0, 0, 0.36, 0.72, 1.1, 3.6, 18.0])
        result.append((t, round(1013 + pressure - floor + chance.gauss(0, 0.1), 1), None))
    return result
