"""The sheet of an aircraft and a loading, by the rules of docs/weight-and-balance.md; numbers in brackets are those of the rules.

`Sheet` holds everything in exact fractions of pounds, inches and gallons; `figures` writes it with the keys of the JSON sheet.
"""

from fractions import Fraction

import fuel
from burn import Burn, draws, way
from quantities import GALLON_IN_LITRES, INCH_IN_MILLIMETRES, POUND_IN_KILOGRAMS
from ring import margin
from way import points, points_of_stretch

DANGER, WARNING, CAUTION, ADVISORY = "danger", "warning", "caution", "advisory"
BROKEN, DUTY, FUEL = "14 CFR 91.9(a)", "14 CFR 91.103", "14 CFR 91.151"

# The order of the table of rule 16.
TABLE = ["NEGATIVE_WEIGHT", "NEGATIVE_FUEL", "FUEL_SHORT", "DRY_TANKS", "OVER_MAX_GROSS", "OVER_MAX_RAMP", "OVER_MAX_ZERO_FUEL",
         "CG_OUT_OF_ENVELOPE", "OVER_MAX_LANDING", "LANDING_CG_OUT_OF_ENVELOPE", "ZERO_FUEL_CG_OUT_OF_ENVELOPE",
         "BELOW_ENVELOPE_FLOOR", "STATION_OVERWEIGHT", "COMBINED_OVERWEIGHT", "FUEL_OVERCAPACITY", "CATEGORY_STATION",
         "ARM_OUT_OF_RANGE", "CHANGED_ELSEWHERE", "UNVERIFIED_EMPTY", "RAMP_CG", "ARM_RANGE_CG", "STATION_IMPLAUSIBLE", "WRONG_FUEL", "NO_PILOT", "LOW_RESERVE", "NO_FUEL", "NO_TRIP_FUEL",
         "NEAR_MAX_GROSS", "CG_NEAR_LIMIT", "OLD_WEIGHING", "UNVERIFIED_LIMIT", "UNVERIFIED_ARM"]
LEVELS = [DANGER, WARNING, CAUTION, ADVISORY]
# How far a limit may be passed where an amount of fuel was rounded.
SLACK = Fraction(1, 10 ** 6)


class Limit:
    """A limit in force, made of one or more values of the files (rules 8, 19)."""

    def __init__(self, *parts):
        parts = [part for part in parts if part is not None]
        self.value = min((part.value for part in parts), default=None)
        self.known = any(part.known for part in parts if part.value == self.value)

    def exceeded_by(self, weight, slack=0):
        return self.value is not None and weight > self.value + slack


class Derived:
    def __init__(self, value, known):
        self.value, self.known = value, known


def weight_limits(aircraft, category):
    """Ramp, take-off, landing, zero fuel (8)."""
    takeoff = Limit(aircraft.takeoff, category.limit)
    below = max(Fraction(0), aircraft.takeoff.value - category.limit.value)
    if category.ramp is not None:
        ramp = Limit(category.ramp)
    elif aircraft.ramp is not None:
        sure = aircraft.ramp.known and (below == 0 or (aircraft.takeoff.known and category.limit.known))
        ramp = Limit(Derived(aircraft.ramp.value - below, sure))
    else:
        ramp = Limit()
    if aircraft.landing is None and category.landing is None and below == 0:
        landing = Limit()
    else:
        landing = Limit(aircraft.landing, category.landing, category.limit)
    return {"ramp": ramp, "takeoff": takeoff, "landing": landing, "zeroFuel": Limit(aircraft.zero_fuel, category.zero_fuel)}


class Sheet:
    def __init__(self, aircraft, scenario):
        self.aircraft, self.scenario = aircraft, scenario
        self.category = next(c for c in aircraft.categories if scenario.category in (None, c.id))
        self.ring = self.category.ring
        self.limits = weight_limits(aircraft, self.category)
        self.slack = SLACK if scenario.rounded or (scenario.taxi is None and aircraft.taxi_rounded) else Fraction(0)
        self.load()
        self.fill()
        weight = self.empty[0] + sum(w for w, _ in self.stations.values()) + sum(f[1] for f in self.tanks.values())
        moment = self.empty[1] + sum(m for _, m in self.stations.values()) + sum(f[2] for f in self.tanks.values())
        self.corners, self.stretches = way(self.burn, weight, moment, {
            tank.id: (tank.name, tank.arm.value, self.densities[tank.id]) for tank in aircraft.tanks})
        self.balance()
        self.warnings = sorted(self.judge(), key=lambda w: (LEVELS.index(w["level"]), TABLE.index(w["code"]), w["order"]))
        levels = {w["level"] for w in self.warnings}
        self.verdict = "danger" if levels & {DANGER, WARNING} else "caution" if CAUTION in levels else "inside"
        self.state = self.state_of_verdict()

    def state_of_verdict(self):
        """Rule 20: what is said of the whole sheet, in one word."""
        broken = [w for w in self.warnings if w["level"] in (DANGER, WARNING)]
        if broken:
            below = all(w["code"] == "BELOW_ENVELOPE_FLOOR" and w["level"] == WARNING for w in broken)
            return "below-envelope" if below else "outside"
        codes = {w["code"] for w in self.warnings if w["level"] == CAUTION}
        known = "-known-limits" if "UNVERIFIED_LIMIT" in codes or not self.category.ring_known else ""
        empty = "-unverified-empty" if "UNVERIFIED_EMPTY" in codes else ""
        return "inside" + (known + empty or ("-with-cautions" if codes else ""))

    # Loads

    def load(self):
        aircraft, scenario = self.aircraft, self.scenario
        weight, moment = aircraft.empty_weight, aircraft.empty_moment
        if scenario.empty_weight is not None:
            weight, moment = scenario.empty_weight, scenario.empty_weight * scenario.empty_arm
        self.empty_weight, self.empty_moment = weight, moment
        self.empty = (weight + sum((w for w, _ in aircraft.fixed), Fraction(0)),
                      moment + sum((m for _, m in aircraft.fixed), Fraction(0)))
        self.stations = {}
        for station in aircraft.stations:
            loads = scenario.loads.get(station.id, [])
            self.stations[station.id] = (
                sum((w for w, _ in loads), Fraction(0)),
                sum((w * (station.arm.value if own is None else own) for w, own in loads), Fraction(0)))

    def arm(self, station):
        weight, moment = self.stations[station.id]
        if weight != 0:
            return moment / weight
        return station.arm.value

    # Fuel

    def fill(self):
        aircraft, scenario = self.aircraft, self.scenario
        if scenario.density is not None:
            density = scenario.density
        elif scenario.grade is not None:
            density = fuel.density(scenario.grade, scenario.temperature)
        else:
            density = None
        self.densities = {tank.id: tank.density.value if density is None else density for tank in aircraft.tanks}
        volumes = {tank.id: scenario.fuel.get(tank.id, Fraction(0)) for tank in aircraft.tanks}
        self.tanks = {tank.id: (volumes[tank.id], volumes[tank.id] * self.densities[tank.id],
                                volumes[tank.id] * self.densities[tank.id] * tank.arm.value) for tank in aircraft.tanks}
        self.trip = scenario.trip or Fraction(0)
        self.taxi = aircraft.taxi if scenario.taxi is None else scenario.taxi
        holds = any(volume > 0 for volume in volumes.values())
        self.no_fuel = bool(aircraft.tanks) and not holds and self.trip == 0 and scenario.taxi is None
        if not holds and self.trip == 0 and scenario.taxi is None:
            self.taxi = Fraction(0)
        order = aircraft.order if scenario.order is None else scenario.order
        left = sum(max(Fraction(0), v) for v in volumes.values()) - self.taxi
        if self.slack and abs(self.trip - left) < SLACK:
            self.trip = max(Fraction(0), left)
        self.burn = Burn(draws(volumes, order), self.taxi, self.trip)

    # Balance

    def balance(self):
        corners, ring = self.corners, self.ring
        self.ramp, self.takeoff = corners[0], next(c for c in corners if c.label == "take-off")
        self.landing, self.zero_fuel = next(c for c in corners if c.label == "landing"), corners[-1]
        self.flight = [c for c in corners if c.part > 0]
        self.has_cg = all(c.weight > 0 for c in corners)
        self.points = points(corners, self.stretches, ring) if self.has_cg else []
        self.worst = None
        least = {}
        landing = next((point.margin for part, point in self.points if part == 2 and point.label == "landing"), None)
        after = next((point.label for part, point in self.points if part == 3), None)  # of the first stretch after landing
        for part, point in self.points:
            if part > 0 and (self.worst is None or point.margin < self.worst.margin):
                self.worst = point
            # A landing that is out and the stretches beside it are one fault, except where a stretch is further out.
            beside = point.label.startswith("on the way to ") and (point.label == "on the way to landing" or (part == 3 and point.label == after))
            if beside and landing < -self.slack and point.margin >= landing:
                continue
            if part not in least or point.margin < least[part].margin:
                least[part] = point
        self.least = least

    def broken(self, part):
        return part in self.least and self.least[part].margin < -self.slack

    def in_envelope(self, corner):
        if corner.weight <= 0:
            return False
        if corner.part == 0 or self.slack:
            height = corner.part == 0 or self.ring.floor - self.slack <= corner.weight <= self.ring.top + self.slack
            return height and margin(self.ring.section(corner.weight), corner.cg) >= -self.slack
        return self.ring.contains(corner.weight, corner.cg)

    # Warnings

    def judge(self):
        aircraft, scenario, category, limits = self.aircraft, self.scenario, self.category, self.limits

        def warn(level, code, regulation, order=0, about=None):
            found.append({"level": level, "code": code, "regulatoryRef": regulation, "order": order, "about": about})

        def limit(level, code, known, order=0, about=None):
            warn(level, code, BROKEN if known else DUTY, order, about)

        found = []
        for index, station in enumerate(aircraft.stations):
            weight, _ = self.stations[station.id]
            loads = scenario.loads.get(station.id, [])
            if weight < 0 or any(w < 0 for w, _ in loads):
                warn(DANGER, "NEGATIVE_WEIGHT", None, index, station.name)
            if weight > station.limit.value:
                if station.is_limit:
                    limit(DANGER, "STATION_OVERWEIGHT", station.limit.known, index, station.name)
                else:
                    warn(CAUTION, "STATION_IMPLAUSIBLE", None, index, station.name)
            if station.id in category.empty_stations and weight != 0:
                sure = category.empty_stations_known
                limit(DANGER if sure else CAUTION, "CATEGORY_STATION", sure, index, station.name)
            forward, aft = station.range or (station.arm.value, station.arm.value)
            for load, own in loads:  # once for each load
                if load != 0 and not forward <= (station.arm.value if own is None else own) <= aft:
                    warn(WARNING, "ARM_OUT_OF_RANGE", None, index, station.name)
        for index, (_, name, members, most) in enumerate(aircraft.combined):
            if sum(self.stations[m][0] for m in members) > most.value:
                limit(DANGER, "COMBINED_OVERWEIGHT", most.known, index, name)
        for index, tank in enumerate(aircraft.tanks):
            volume = self.tanks[tank.id][0]
            if volume < 0:
                warn(DANGER, "NEGATIVE_FUEL", None, index, tank.name)
            if volume > tank.capacity.value:
                warn(DANGER, "FUEL_OVERCAPACITY", None if tank.capacity.known else DUTY, index, tank.name)
        self.judge_fuel(warn)
        for phase, code, level in (("takeoff", "OVER_MAX_GROSS", DANGER), ("ramp", "OVER_MAX_RAMP", DANGER),
                                   ("zeroFuel", "OVER_MAX_ZERO_FUEL", DANGER), ("landing", "OVER_MAX_LANDING", WARNING)):
            if limits[phase].exceeded_by(self.phases()[phase].weight, self.slack):
                limit(level, code, limits[phase].known)
        self.judge_balance(warn, limit)
        dangerous = any(w["level"] == DANGER for w in found)
        most = limits["takeoff"].value
        if not dangerous and -self.slack <= most - self.takeoff.weight < most * Fraction(5, 100):
            warn(ADVISORY, "NEAR_MAX_GROSS", DUTY)
        if not dangerous and self.worst is not None and -self.slack <= self.worst.margin < 1:
            warn(CAUTION, "CG_NEAR_LIMIT", DUTY)
        if self.scenario.changed_elsewhere:
            warn(CAUTION, "CHANGED_ELSEWHERE", DUTY)
        self.judge_crew_and_fuel(warn)
        self.judge_weighing(warn)
        self.judge_guesses(warn)
        return found

    def judge_fuel(self, warn):
        flow = self.aircraft.flow
        remaining = self.burn.remaining()
        if self.burn.short > 0:
            warn(DANGER, "FUEL_SHORT", FUEL)
        elif self.trip > 0 and remaining == 0:
            warn(DANGER, "DRY_TANKS", FUEL)
        if self.trip > 0 and remaining > 0 and flow is not None:
            minutes = 20 if self.aircraft.kind == "helicopter" else 30
            if remaining < flow.value * Fraction(minutes, 60):
                warn(CAUTION, "LOW_RESERVE", FUEL)
        if self.no_fuel:
            warn(CAUTION, "NO_FUEL", DUTY)
        if self.scenario.trip is None and self.aircraft.tanks:
            warn(CAUTION, "NO_TRIP_FUEL", DUTY)

    def judge_crew_and_fuel(self, warn):
        grade, allowed = self.scenario.grade, self.aircraft.allowed_grades
        if grade is not None and allowed and grade not in allowed:
            warn(CAUTION, "WRONG_FUEL", DUTY)
        pilot = next((s for s in self.aircraft.stations if s.kind == "seat"), None)
        if pilot is not None and self.stations[pilot.id][0] == 0:
            warn(CAUTION, "NO_PILOT", DUTY, about=pilot.name)

    def judge_balance(self, warn, limit):
        category, ring = self.category, self.ring
        above = ring.top < self.limits["takeoff"].value and any(
            c.weight > ring.top + self.slack for c in self.flight if c.part == 1)
        if self.broken(1) or above:
            limit(DANGER, "CG_OUT_OF_ENVELOPE", category.ring_known)
        if self.broken(2):
            limit(DANGER, "LANDING_CG_OUT_OF_ENVELOPE", category.ring_known)
        if self.broken(3):
            limit(WARNING, "ZERO_FUEL_CG_OUT_OF_ENVELOPE", category.ring_known)
        if any(c.weight < ring.floor - self.slack for c in self.flight):
            if category.floor_is_limit:
                limit(DANGER, "BELOW_ENVELOPE_FLOOR", category.ring_known)
            else:
                warn(WARNING, "BELOW_ENVELOPE_FLOOR", None)
        if self.has_cg and self.least_at_ramp() < -self.slack:
            warn(CAUTION, "RAMP_CG", None)
        if self.has_cg and self.leaves_with_ranges():
            warn(CAUTION, "ARM_RANGE_CG", DUTY)

    def least_at_ramp(self):
        return margin(self.ring.section(self.ramp.weight), self.ramp.cg)

    def leaves_with_ranges(self):
        """Whether a point that is inside would be outside with every load of a range at one end of it."""
        for end in (0, 1):
            shift = Fraction(0)
            for station in self.aircraft.stations:
                if station.range:
                    for weight, own in self.scenario.loads.get(station.id, []):
                        if own is None:
                            shift += weight * (station.range[end] - station.arm.value)
            if shift != 0 and self.leaves(shift):
                return True
        return False

    def leaves(self, shift):
        ring = self.ring

        def changes(weight, cg):
            return ring.contains(weight, cg) and not ring.contains(weight, cg + shift / weight)

        if any(changes(c.weight, c.cg) for c in self.flight):
            return True
        for stretch in self.stretches:
            if stretch.part == 0 or stretch.low == stretch.high:
                continue
            if any(changes(weight, stretch.cg(weight)) for weight in cells(stretch, shift, ring)):
                return True
        return False

    def judge_weighing(self, warn):
        """36 months of the calendar, by the day: text against text. An empty weight is of a weighing only if a file gives its day, and
        it is not after that of the sheet. A copy of the values of the aircraft file has the day of that file."""
        aircraft, day = self.aircraft, self.scenario.date
        weighed = aircraft.weighed_on if self.scenario.empty_weight is None else self.scenario.weighed_on
        if weighed is None and (self.empty_weight, self.empty_moment) == (aircraft.type_weight, aircraft.type_moment):
            weighed = aircraft.type_weighed_on
        if weighed is None or (day is not None and weighed > day):
            warn(CAUTION, "UNVERIFIED_EMPTY", DUTY)
            return
        if day is not None:
            if day > f"{int(weighed[:4]) + 3:04}{weighed[4:]}":
                warn(CAUTION, "OLD_WEIGHING", DUTY)

    def judge_guesses(self, warn):
        aircraft, scenario, category = self.aircraft, self.scenario, self.category
        guesses = [category.ring_known, category.limit.known]
        guesses += [part.known for part in (aircraft.takeoff, aircraft.ramp, aircraft.landing, aircraft.zero_fuel,
                                            category.ramp, category.landing, category.zero_fuel) if part is not None]
        loaded = {ident for ident, (weight, _) in self.stations.items() if weight != 0}
        guesses += [s.limit.known for s in aircraft.stations if s.id in loaded and s.is_limit]
        guesses += [most.known for _, _, members, most in aircraft.combined if loaded & set(members)]
        for tank in aircraft.tanks:
            if self.tanks[tank.id][0] != 0:
                guesses.append(tank.capacity.known)
                if scenario.density is None and scenario.grade is None:
                    guesses.append(tank.density.known)
        for index, sure in enumerate(guesses):
            if not sure:
                warn(CAUTION, "UNVERIFIED_LIMIT", DUTY, index)
        arms = [s.arm.known for s in aircraft.stations if s.id in loaded
                and any(w != 0 and own is None for w, own in scenario.loads.get(s.id, []))]
        arms += [tank.arm.known for tank in aircraft.tanks if self.tanks[tank.id][0] != 0]
        if scenario.empty_weight is None:
            arms += aircraft.empty_known
        for index, sure in enumerate(arms):
            if not sure:
                warn(CAUTION, "UNVERIFIED_ARM", DUTY, index)

    # Figures

    def phases(self):
        return {"ramp": self.ramp, "takeoff": self.takeoff, "landing": self.landing, "zeroFuel": self.zero_fuel}

    def figures(self, metric=False):
        """The keys of the JSON sheet that are numbers, flags or words by rule; everything exact."""
        lb = POUND_IN_KILOGRAMS if metric else Fraction(1)
        inch = INCH_IN_MILLIMETRES if metric else Fraction(1)
        gal = GALLON_IN_LITRES if metric else Fraction(1)

        def times(value, unit):
            return None if value is None else value * unit

        phases = []
        for name, corner in self.phases().items():
            forward = aft = None
            if corner.weight > 0:
                forward, aft = self.limits_at(corner)
            phase = {"name": name, "weight": corner.weight * lb, "moment": corner.moment * lb * inch, "cg": times(corner.cg, inch),
                     "inEnvelope": self.in_envelope(corner), "forwardLimit": times(forward, inch), "aftLimit": times(aft, inch),
                     "maxWeight": times(self.limits[name].value, lb)}
            if self.aircraft.chord and corner.cg is not None:
                phase["percentMAC"] = 100 * (corner.cg - self.aircraft.chord[0]) / self.aircraft.chord[1]
            phases.append(phase)
        forward, aft = self.limits_at(self.takeoff) if self.takeoff.weight > 0 else (None, None)
        stations = []
        for station in self.aircraft.stations:
            weight, moment = self.stations[station.id]
            most = station.limit.value
            stations.append({
                "id": station.id, "weight": weight * lb, "arm": self.arm(station) * inch, "moment": moment * lb * inch,
                "maxWeight": most * lb, "margin": (most - weight) * lb,
                "isWithinLimit": weight >= 0 and (weight <= most or not station.is_limit)
                             and all(w >= 0 for w, _ in self.scenario.loads.get(station.id, [])),
                "maxIsLimit": station.is_limit})
        combined = []
        for ident, _, members, most in self.aircraft.combined:
            weight = sum(self.stations[m][0] for m in members)
            combined.append({"id": ident, "weight": weight * lb, "maxWeight": most.value * lb,
                             "margin": (most.value - weight) * lb, "isWithinLimit": weight <= most.value})
        fuel = []
        for tank in self.aircraft.tanks:
            volume, weight, moment = self.tanks[tank.id]
            taxi, trip = (self.burn.burned(part, tank.id) for part in (0, 1))
            fuel.append({"id": tank.id, "volume": volume * gal, "weight": weight * lb, "arm": tank.arm.value * inch,
                         "moment": moment * lb * inch, "density": self.densities[tank.id] * lb / gal,
                         "capacity": tank.capacity.value * gal, "margin": (tank.capacity.value - volume) * gal,
                         "taxiBurn": taxi * gal, "tripBurn": trip * gal, "remaining": (volume - taxi - trip) * gal,
                         "isWithinLimit": 0 <= volume <= tank.capacity.value})
        worst = None
        if self.worst is not None:
            point = self.worst
            by_forward = point.cg - point.forward <= point.aft - point.cg
            worst = {"weight": point.weight * lb, "cg": point.cg * inch, "limit": "forward" if by_forward else "aft",
                     "limitCG": (point.forward if by_forward else point.aft) * inch, "margin": point.margin * inch,
                     "point": point.label}
        codes = {w["code"]: w["level"] for w in self.warnings}
        out = {"CG_OUT_OF_ENVELOPE", "LANDING_CG_OUT_OF_ENVELOPE", "ZERO_FUEL_CG_OUT_OF_ENVELOPE"} & set(codes)
        return {
            "verdict": self.verdict, "verdictState": self.state, "phases": phases,
            "usefulLoad": (self.limits["takeoff"].value - self.empty_weight) * lb,
            "weightMargin": self.weight_margin() * lb,
            "cgForwardMargin": None if forward is None else (self.takeoff.cg - forward) * inch,
            "cgAftMargin": None if aft is None else (aft - self.takeoff.cg) * inch,
            "isWithinWeightLimit": not any(self.limits[n].exceeded_by(c.weight, self.slack) for n, c in self.phases().items()),
            "isWithinCGEnvelope": self.has_cg and not out and "BELOW_ENVELOPE_FLOOR" not in codes
                and all(c.weight <= self.ring.top + self.slack for c in self.flight),
            "isWithinAllStationLimits": all(s["isWithinLimit"] for s in stations) and all(c["isWithinLimit"] for c in combined)
                and all(f["isWithinLimit"] for f in fuel),
            "stationDetails": stations, "combinedDetails": combined, "fuelDetails": fuel,
            "burnPath": [{"label": c.label, "weight": c.weight * lb, "moment": c.moment * lb * inch, "cg": times(c.cg, inch),
                          "inEnvelope": self.in_envelope(c)} for c in self.corners],
            "worst": worst, "worksheet": self.worksheet(lb, inch),
            "warnings": self.warnings,
        }

    def weight_margin(self):
        left = self.limits["takeoff"].value - self.takeoff.weight
        return Fraction(0) if -self.slack <= left < 0 else left

    def worksheet(self, lb, inch):
        """Rule 30: every line with its weight and moment, and the sum at each phase."""
        aircraft = self.aircraft
        lines = [("empty", None, self.empty_weight, self.empty_moment)]
        lines += [("fixed", ident, w, m) for ident, (w, m) in zip(aircraft.fixed_ids, aircraft.fixed)]
        lines += [("station", s.id, *self.stations[s.id]) for s in aircraft.stations]
        lines += [("tank", tank, *self.tanks[tank][1:]) for tank in self.tanks]
        before = None
        for name, corner in self.phases().items():
            if before is not None and (before.weight, before.moment) != (corner.weight, corner.moment):
                lines.append(("burned", name, corner.weight - before.weight, corner.moment - before.moment))
            lines.append(("sum", name, corner.weight, corner.moment))
            before = corner
        return [{"key": f"{kind} {ident}", "weight": w * lb, "moment": m * lb * inch} for kind, ident, w, m in lines]

    def limits_at(self, corner):
        from ring import limits
        return limits(self.ring.section(corner.weight), corner.cg)


def cells(stretch, shift, ring):
    """Weights of a stretch such that inside and outside change only between neighbours, and one in each gap."""
    from way import quadratic
    marks = [stretch.low, stretch.high]
    marks += [w for w in ring.weights if stretch.low < w < stretch.high]
    for below, above, ranges in ring.regions():
        left = stretch.low if below is None else max(stretch.low, below)
        right = stretch.high if above is None else min(stretch.high, above)
        if left >= right:
            continue
        for pair in ranges:
            for p, q in pair:
                for moved in (Fraction(0), shift):
                    marks += [w for w in quadratic(q, p - stretch.arm, -stretch.constant - moved) if left < w < right]
    marks = sorted(set(marks))
    return marks + [(a + b) / 2 for a, b in zip(marks, marks[1:])]
