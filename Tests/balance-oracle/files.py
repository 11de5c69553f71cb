"""Reads aircraft, tail and scenario files, in their long and short forms, into plain values in pounds, inches and gallons."""

from dataclasses import dataclass
from fractions import Fraction

import fuel
from quantities import ARM, DENSITY, FLOW, MOMENT, VOLUME, WEIGHT, Units, decimal, known
from ring import Ring


@dataclass
class Known:
    """A value and whether it is known; not known is a guess."""
    value: Fraction
    known: bool


@dataclass
class Station:
    id: str
    name: str
    kind: str
    arm: Known
    limit: Known
    is_limit: bool
    range: tuple  # (forward, aft) or None


@dataclass
class Tank:
    id: str
    name: str
    arm: Known
    capacity: Known
    density: Known


@dataclass
class Category:
    id: str
    limit: Known
    floor_is_limit: bool
    ring: Ring
    ring_known: bool
    ramp: Known
    landing: Known
    zero_fuel: Known
    empty_stations: list
    empty_stations_known: bool


class Reader:
    """What aircraft and tail files have in common."""

    def __init__(self, data):
        self.units = Units(data)

    def sourced(self, entry, table):
        return None if entry is None else Known(self.units.quantity(entry, table), known(entry))

    def station(self, entry):
        span = entry.get("armRange")
        if isinstance(span, list):
            span = {"forward": span[0], "aft": span[1]}
        if span:
            unit = ARM[span.get("unit", self.units.arm)]
            span = (decimal(span["forward"]) * unit, decimal(span["aft"]) * unit)
        most = entry["maxWeight"]
        return Station(entry["id"], entry.get("name", entry["id"]), entry["kind"], self.sourced(entry["arm"], ARM),
                       self.sourced(most, WEIGHT), most.get("isLimit", True) if isinstance(most, dict) else True, span)

    def tank(self, entry, grade):
        density = self.sourced(entry.get("density"), DENSITY) or Known(fuel.density(grade, 15), True)
        return Tank(entry["id"], entry.get("name", entry["id"]), self.sourced(entry["arm"], ARM),
                    self.sourced(entry["capacity"], VOLUME), density)


class Aircraft(Reader):
    """A type, or with a tail file an aeroplane of it."""

    def __init__(self, data, tail=None, day=None):
        """`day` is the day of the sheet: weighings and equipment after it do not count."""
        super().__init__(data)
        self.kind = data.get("category", "single-engine")
        self.grade = data.get("fuelGrade", "100LL")
        alike = [grades for grades in (["100LL", "Mogas"], ["Jet A", "Jet B"]) if self.grade in grades]
        self.allowed_grades = data.get("fuelGrades") or (alike[0] if alike else [])
        empty = self.sourced(data["emptyWeight"], WEIGHT), self.sourced(data["emptyArm"], ARM)
        self.empty_weight, self.empty_moment = empty[0].value, empty[0].value * empty[1].value
        self.empty_known = [part.known for part in empty]
        self.type_weight, self.type_moment, self.type_weighed_on = self.empty_weight, self.empty_moment, data.get("weighedOn")
        self.weighed_on, self.has_tail = self.type_weighed_on, tail is not None
        limits = data["limits"]
        self.takeoff, self.ramp, self.landing, self.zero_fuel = (
            self.sourced(limits.get(key), WEIGHT) for key in ("takeoff", "ramp", "landing", "zeroFuel"))
        self.categories = [self.category(entry) for entry in data["categories"]]
        self.stations = [self.station(entry) for entry in data["stations"]]
        self.combined = [(c["id"], c.get("name", c["id"]), c["stations"], self.sourced(c["maxWeight"], WEIGHT))
                         for c in data.get("combinedLimits", [])]
        self.tanks = [self.tank(entry, self.grade) for entry in data.get("tanks", [])]
        self.taxi, self.taxi_rounded = Fraction(0), False
        if "taxiFuel" in data:
            self.taxi, self.taxi_rounded = amount(data["taxiFuel"], self.units, [t.density.value for t in self.tanks])
        self.order = steps(data.get("burnOrder", []), self.units)
        self.fixed_ids = [f.get("id") for f in data.get("fixedItems", [])]
        self.fixed = [(self.units.quantity(f["weight"], WEIGHT), self.units.quantity(f["moment"], MOMENT))
                      for f in data.get("fixedItems", [])]
        self.flow = self.sourced(data.get("cruiseFlow"), FLOW)
        chord = data.get("meanChord")
        self.chord = chord and (self.units.quantity(chord["leadingEdge"], ARM), self.units.quantity(chord["length"], ARM))
        if tail is not None:
            self.add(tail, day or "9999")

    def category(self, entry):
        envelope = entry["envelope"]
        if isinstance(envelope, list):
            envelope = {"points": envelope}
        weight = WEIGHT[envelope.get("weightUnit", self.units.weight)]
        arm = ARM[envelope.get("armUnit", self.units.arm)]
        corners = [p if isinstance(p, list) else (p["weight"], p["arm"]) for p in envelope["points"]]
        empty = entry.get("emptyStations", {"value": []})
        return Category(entry["id"], self.sourced(entry.get("maxWeight"), WEIGHT) or self.takeoff, entry.get("floorIsLimit", False),
                        Ring([(decimal(w) * weight, decimal(a) * arm) for w, a in corners]), known(envelope),
                        self.sourced(entry.get("maxRamp"), WEIGHT), self.sourced(entry.get("maxLanding"), WEIGHT),
                        self.sourced(entry.get("maxZeroFuel"), WEIGHT), empty["value"], known(empty))

    def add(self, data, day):
        """Stations and tanks replace those with the same id or are appended; the newest weighing and what came after it count."""
        tail = Reader(data)
        for own, entries in ((self.stations, [tail.station(e) for e in data.get("stations", [])]),
                             (self.tanks, [tail.tank(e, self.grade) for e in data.get("tanks", [])])):
            for entry in entries:
                index = next((i for i, old in enumerate(own) if old.id == entry.id), None)
                if index is None:
                    own.append(entry)
                    if own is self.stations:
                        self.share(entry, next(e for e in data["stations"] if e["id"] == entry.id))
                else:
                    own[index] = entry
        newest = max((w for w in data["weighings"] if w["date"] <= day), key=lambda weighing: weighing["date"])
        self.weighed_on = newest["date"]
        self.empty_weight = tail.units.quantity(newest["weight"], WEIGHT)
        self.empty_moment = self.empty_weight * tail.units.quantity(newest["arm"], ARM)
        for change in data.get("equipment", []):
            if self.weighed_on < change["date"] <= day:
                weight = tail.units.quantity(change["weight"], WEIGHT)
                self.empty_weight += weight
                self.empty_moment += weight * tail.units.quantity(change["arm"], ARM)
        self.empty_known = []


    def share(self, station, entry):
        """The rules of the type for a station that only the tail has: see "Your own aeroplane"."""
        for category in self.categories:
            if category.empty_stations and category.id in entry.get("emptyIn", [c.id for c in self.categories]):
                category.empty_stations.append(station.id)
        kinds = {s.id: s.kind for s in self.stations}
        alike = [ident for ident, _, members, _ in self.combined if all(kinds[m] == station.kind for m in members)]
        self.combined = [(ident, name, members + [station.id] if ident in entry.get("combinedLimits", alike) else members, most)
                         for ident, name, members, most in self.combined]


def steps(order, units):
    """The steps of an order of tanks: (tank, volume or None)."""
    return [(step["tankId"], units.quantity(step["volume"], VOLUME) if step.get("volume") else None) if isinstance(step, dict)
            else (step, None) for step in order]


def amount(entry, units, densities):
    """(volume, whether it was rounded) of an amount of fuel; a weight has the volume of its density."""
    if isinstance(entry, dict) and entry.get("unit") in WEIGHT:
        assert len(set(densities)) == 1
        return decimal(entry["value"]) * WEIGHT[entry["unit"]] / densities[0], True
    value = entry["value"] if isinstance(entry, dict) else entry
    return units.quantity(entry, VOLUME), (Fraction(str(value)) * 10 ** 8).denominator > 1


class Scenario:
    """`tanks` are those of the aeroplane: the weight of fuel has the volume of their density."""

    def __init__(self, data, tanks=()):
        units = Units(data)
        self.category, self.date = data.get("category"), data.get("date")
        self.empty_weight = units.quantity(data["emptyWeight"], WEIGHT) if "emptyWeight" in data else None
        self.empty_arm = units.quantity(data["emptyArm"], ARM) if "emptyArm" in data else None
        self.weighed_on, self.changed_elsewhere = data.get("weighedOn"), data.get("changedElsewhere", [])
        self.loads = {}  # station id: [(weight, own arm or None)]
        for ident, load in entries(data.get("stationLoads", []), "stationId"):
            weight = load["weight"] if isinstance(load, dict) and "weight" in load else load
            arm = units.quantity(load["arm"], ARM) if isinstance(load, dict) and "arm" in load else None
            self.loads.setdefault(ident, []).append((units.quantity(weight, WEIGHT), arm))
        self.density = units.quantity(data["fuelDensity"], DENSITY) if "fuelDensity" in data else None
        self.grade = data.get("fuelGrade")
        temperature = data.get("fuelTemperature", 15)
        self.temperature = decimal(temperature["value"] if isinstance(temperature, dict) else temperature)
        wanted = self.density if self.density is not None else self.grade and fuel.density(self.grade, self.temperature)
        self.rounded = False

        def volume_of(entry, ids):
            volume, rounded = amount(entry, units, [wanted or t.density.value for t in tanks if t.id in ids])
            self.rounded = self.rounded or rounded
            return volume

        every = [t.id for t in tanks]
        self.fuel = {}
        for ident, load in entries(data.get("fuelLoads", []), "tankId"):
            volume = load["volume"] if isinstance(load, dict) and "volume" in load else load
            self.fuel[ident] = self.fuel.get(ident, 0) + volume_of(volume, [ident])
        self.taxi = volume_of(data["taxiFuel"], every) if "taxiFuel" in data else None
        self.trip = volume_of(data["tripFuel"], every) if "tripFuel" in data else None
        self.order = steps(data["burnOrder"], units) if "burnOrder" in data else None


def entries(loads, key):
    """(id, load) of the list form, and of the form by id with one load or a list of them."""
    if isinstance(loads, list):
        return [(load[key], load) for load in loads]
    return [(ident, load) for ident, some in loads.items() for load in (some if isinstance(some, list) else [some])]
