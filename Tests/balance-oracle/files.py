"""Reads aircraft and scenario files into plain values in pounds, inches and gallons."""

from dataclasses import dataclass, field
from fractions import Fraction

from quantities import ARM, DENSITY, FLOW, MOMENT, VOLUME, WEIGHT, decimal, known, quantity
from ring import Ring


@dataclass
class Known:
    """A value and whether it is known; not known is a guess."""
    value: Fraction
    known: bool


def sourced(entry, units):
    return None if entry is None else Known(quantity(entry, units), known(entry))


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


class Aircraft:
    def __init__(self, data):
        self.kind = data.get("category", "single-engine")
        self.empty_weight = sourced(data.get("emptyWeight"), WEIGHT)
        self.empty_arm = sourced(data.get("emptyArm"), ARM)
        limits = data["limits"]
        self.takeoff, self.ramp, self.landing, self.zero_fuel = (
            sourced(limits.get(key), WEIGHT) for key in ("takeoff", "ramp", "landing", "zeroFuel"))
        self.categories = [self.category(entry) for entry in data["categories"]]
        self.stations = [self.station(entry) for entry in data["stations"]]
        self.combined = [(c["id"], c["name"], c["stations"], sourced(c["maxWeight"], WEIGHT)) for c in data.get("combinedLimits", [])]
        self.tanks = [Tank(t["id"], t["name"], sourced(t["arm"], ARM), sourced(t["capacity"], VOLUME),
                           sourced(t["density"], DENSITY)) for t in data.get("tanks", [])]
        self.taxi = quantity(data["taxiFuel"], VOLUME) if "taxiFuel" in data else Fraction(0)
        self.order = steps(data.get("burnOrder", []))
        self.fixed = [(quantity(f["weight"], WEIGHT), quantity(f["moment"], MOMENT)) for f in data.get("fixedItems", [])]
        self.flow = sourced(data.get("cruiseFlow"), FLOW)
        chord = data.get("meanChord")
        self.chord = chord and (quantity(chord["leadingEdge"], ARM), quantity(chord["length"], ARM))

    @staticmethod
    def category(entry):
        envelope = entry["envelope"]
        weight, arm = WEIGHT[envelope["weightUnit"]], ARM[envelope["armUnit"]]
        ring = Ring([(decimal(p["weight"]) * weight, decimal(p["arm"]) * arm) for p in envelope["points"]])
        empty = entry.get("emptyStations", {"value": []})
        return Category(entry["id"], sourced(entry["maxWeight"], WEIGHT), entry["floorIsLimit"], ring, known(envelope),
                        sourced(entry.get("maxRamp"), WEIGHT), sourced(entry.get("maxLanding"), WEIGHT),
                        sourced(entry.get("maxZeroFuel"), WEIGHT), empty["value"], known(empty))

    @staticmethod
    def station(entry):
        span = entry.get("armRange")
        span = span and (decimal(span["forward"]) * ARM[span["unit"]], decimal(span["aft"]) * ARM[span["unit"]])
        return Station(entry["id"], entry["name"], entry["kind"], sourced(entry["arm"], ARM), sourced(entry["maxWeight"], WEIGHT),
                       entry["maxWeight"].get("isLimit", True), span)


def steps(order):
    """The steps of an order of tanks: (tank, volume or None)."""
    return [(step["tankId"], quantity(step["volume"], VOLUME) if step.get("volume") else None) if isinstance(step, dict)
            else (step, None) for step in order]


class Scenario:
    def __init__(self, data):
        self.category = data.get("category")
        self.empty_weight = quantity(data["emptyWeight"], WEIGHT) if "emptyWeight" in data else None
        self.empty_arm = quantity(data["emptyArm"], ARM) if "emptyArm" in data else None
        self.loads = {}  # station id: [(weight, own arm or None)]
        for load in data.get("stationLoads", []):
            arm = quantity(load["arm"], ARM) if load.get("arm") else None
            self.loads.setdefault(load["stationId"], []).append((quantity(load["weight"], WEIGHT), arm))
        self.fuel = {}
        for load in data.get("fuelLoads", []):
            self.fuel[load["tankId"]] = self.fuel.get(load["tankId"], 0) + quantity(load["volume"], VOLUME)
        self.taxi = quantity(data["taxiFuel"], VOLUME) if data.get("taxiFuel") else None
        self.trip = quantity(data["tripFuel"], VOLUME) if data.get("tripFuel") else None
        self.order = steps(data["burnOrder"]) if data.get("burnOrder") is not None else None
        self.density = quantity(data["fuelDensity"], DENSITY) if data.get("fuelDensity") else None
        self.grade = data.get("fuelGrade")
        self.temperature = decimal(data["fuelTemperature"]["value"]) if data.get("fuelTemperature") else Fraction(15)
