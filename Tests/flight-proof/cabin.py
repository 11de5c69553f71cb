"""From a flight to what a sensor in its cabin sends.

The schedule of a pressurised cabin, from sources that are not the detector's code:
- greatest difference 7.45 psi to 28,000 ft, 7.8 to 37,000, 8.35 above (pprune.org/archive t-656907, Boeing 737NG); at most
  8,000 ft (14 CFR 25.841); in proportion to the aircraft's altitude between field and cruise;
- it climbs by at most 300 to 600 ft/min and sinks by at most 300 to 500 (specification; pprune.org/2753571-post14);
- 100 to 190 ft below the field before the take-off (airliners.1999.257; 0.1 psi), 100 to 300 below it until touchdown
  (amtraktrains.com 1008254), which then go at 500 ft/min (A320 FCOM DSC-21-20-30). One cabin in five has no such step;
- it reaches the level of the field up to 12 minutes before touchdown (log of a real flight, facts/flight.md).
"""
import math
import random

from flights import STEP


def pressure(feet):
    """hPa of the standard atmosphere (ICAO Doc 7488)."""
    return 1013.25 * (1 - 6.8755856e-6 * feet) ** 5.2558797


def feet(hectopascals):
    return (1 - (hectopascals / 1013.25) ** (1 / 5.2558797)) / 6.8755856e-6


def cruise_cabin(altitude, highest):
    """The lowest cabin altitude that the hull allows. An aircraft that stays below 27,000 ft is taken for a small one with
    5.75 psi (choice; a Pilatus PC-12)."""
    psi = 5.75 if highest < 27_000 else 7.45 if altitude <= 28_000 else 7.8 if altitude <= 37_000 else 8.35
    return min(8_000, feet(min(1050, pressure(altitude) + psi * 68.9476)))


def cabin_altitude(flight, chance):
    """Pressure altitude of the cabin at each point, ft."""
    if not flight.pressurised:
        return [a + chance.gauss(0, 3) for a in flight.altitude]
    climb, sink = chance.uniform(400, 600), chance.uniform(300, 500)
    pump, kept = chance.uniform(100, 190), chance.choice([0, 1, 1, 1, 1]) * chance.uniform(100, 300)
    early = chance.uniform(0, 5_000)
    result = []
    cabin = flight.altitude[0]
    wander = 0.0
    for at, altitude in enumerate(flight.altitude):
        t = at * STEP
        leg = next(((up, down) for up, down in flight.legs if t < down + 60), None)
        if leg is None or t < leg[0] - 40:
            target, rate_up, rate_down = altitude, 500, 500
        elif t < leg[0]:
            target, rate_up, rate_down = altitude - pump, 500, 500
        elif t >= leg[1]:
            target, rate_up, rate_down = flight.altitude[min(len(flight.altitude) - 1, int(leg[1] // STEP))], 500, 500
        else:
            first, last = int(leg[0] // STEP), min(len(flight.altitude) - 1, int(leg[1] // STEP))
            highest = max(flight.altitude[first:last + 1])
            peak = first + flight.altitude[first:last + 1].index(highest)
            top = max(cruise_cabin(highest, highest), flight.altitude[first], flight.altitude[last])
            base = flight.altitude[first] - pump if at <= peak else flight.altitude[last] - kept
            low = flight.altitude[first] if at <= peak else flight.altitude[last] + early
            share = min(1, max(0, (altitude - low) / max(1, highest - low)))
            # The cabin never needs to be higher than the aircraft, nor lower than the hull allows.
            target = max(base + share * (top - base), cruise_cabin(altitude, highest))
            rate_up, rate_down = climb, sink
        change = min(max(target - cabin, -rate_down * STEP / 60), rate_up * STEP / 60)
        cabin += change
        wander = 0.97 * wander + chance.gauss(0, 1.5)
        result.append(cabin + (wander if leg and leg[0] <= t < leg[1] else 0))
    return result


def carbon_dioxide(flight, chance):
    """ppm at each point, by the published levels: Cui (cruise 1,253 ± 164, boarding 1,680 ± 558), Cao (to 3,000)."""
    terminal, full = chance.uniform(450, 900), chance.uniform(1_500, 2_800)
    cruise, gate = chance.gauss(1_300, 170), chance.uniform(700, 1_100)
    value, result = terminal, []
    for at in range(len(flight.altitude)):
        t = at * STEP
        target, minutes = terminal, 3
        for up, down in flight.legs:
            if flight.boarding is not None and flight.boarding <= t < up:
                target, minutes = full, 10
            if up <= t < down:
                target, minutes = cruise, 8
            elif t >= down:
                target, minutes = gate, 8
        value += (target - value) * STEP / 60 / minutes
        result.append(max(400, value + chance.gauss(0, 20)))
    return result


def sensor(flight, interval, seed, drops=0.03, with_pressure=True, resolution=0.1):
    """(t, hPa or None, ppm or None) as a sensor sends them. Another sensor takes over at notes['other']."""
    chance = random.Random(f'{flight.name} {interval} {seed}')
    cabin, co2 = cabin_altitude(flight, chance), None
    if flight.boarding is not None:
        co2 = carbon_dioxide(flight, chance)
    offset, other = chance.gauss(0, 2), chance.gauss(0, 3)
    drift = chance.uniform(-1.5, 1.5)  # hPa an hour, the weather at the fields
    outage = flight.notes.get('outage')
    door = flight.legs[0][0] - chance.uniform(600, 1_200) if flight.legs else None
    result = []
    t = chance.uniform(0, interval)
    while t < flight.end():
        at = int(t // STEP)
        gone = chance.random() < drops or outage and outage[0] <= t < outage[1]
        if not gone:
            value = pressure(cabin[at]) + offset + drift * t / 3_600 * (0.3 if flight.pressurised else 1)
            if door is not None and flight.pressurised and door <= t < door + 120:
                value += chance.uniform(0, 1.5)
            if 'other' in flight.notes and t >= flight.notes['other']:
                value += other
            value = round((value + chance.gauss(0, 0.1)) / resolution) * resolution
            result.append((t, value if with_pressure else None, round(co2[at]) if co2 else None))
        t += interval
    return result
