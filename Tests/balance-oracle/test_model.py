#!/usr/bin/env python3
"""Cases worked by hand, so that the judge is judged; and the closed forms against walking step by step."""

import os
import sys
import unittest
from fractions import Fraction as F

import mutants
from burn import Burn, draws
from files import Aircraft, Scenario
from model import Sheet
from quantities import WEIGHT, decimal, read_json, rounded
from ring import Ring
from room import first_failure_by_walking, is_clean, room, room_of
from worlds import reread, world

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")


def q(value, unit="lb", known=True, **more):
    return {"value": value, "unit": unit, "known": known, **more}


def aircraft(empty=(1000, 40), points=((800, 30), (5000, 30), (5000, 60), (800, 60)), takeoff=5000, tanks=((50, 100, 6),),
             stations=(("front", 40, 400),), limits=None, category=None, **more):
    """A small aeroplane: `tanks` are (arm, capacity, density), `stations` (id, arm, limit)."""
    return {
        "category": "single-engine", "emptyWeight": q(empty[0]), "emptyArm": q(empty[1], "in"),
        "limits": {"takeoff": q(takeoff), **(limits or {})},
        "categories": [{"id": "normal", "maxWeight": q(takeoff), "floorIsLimit": False, "envelope": {
            "weightUnit": "lb", "armUnit": "in", "known": True, "points": [{"weight": w, "arm": a} for w, a in points]},
            **(category or {})}],
        "stations": [{"id": i, "name": i, "kind": "seat", "arm": q(a, "in"), "maxWeight": q(m)} for i, a, m in stations],
        "combinedLimits": [], "taxiFuel": q(0, "gal"), "burnOrder": [],
        "tanks": [{"id": f"t{n}", "name": f"T{n}", "arm": q(a, "in"), "capacity": q(c, "gal"), "density": q(d, "lb/gal")}
                  for n, (a, c, d) in enumerate(tanks)], **more}


def scenario(loads=None, fuel=(), trip=0, taxi=None, **more):
    data = {"stationLoads": [{"stationId": i, "weight": q(w)} for i, w in (loads or {}).items()],
            "fuelLoads": [{"tankId": f"t{n}", "volume": q(v, "gal")} for n, v in enumerate(fuel)], **more}
    if trip is not None:
        data["tripFuel"] = q(trip, "gal")
    if taxi is not None:
        data["taxiFuel"] = q(taxi, "gal")
    return data


def sheet(plane, loading):
    return Sheet(Aircraft(reread(plane)), Scenario(reread(loading)))


def shipped(name):
    loading = read_json(os.path.join(DATA, "loadings", name + ".json"))
    plane = read_json(os.path.join(DATA, "aircraft", loading["aircraftId"] + ".json"))
    return Sheet(Aircraft(plane), Scenario(loading))


def warnings(found):
    """Without the cautions about an empty pilot's seat and a typical empty weight: most cases are about something else."""
    return [w for w in found.warnings if w["code"] not in ("NO_PILOT", "UNVERIFIED_EMPTY")]


def codes(found):
    return [w["code"] for w in warnings(found)]


class Handbook(unittest.TestCase):
    """Shifting, adding and removing weight: FAA-H-8083-25C, chapter 10."""

    def test_shift(self):
        # 8000 lb at 81.5 in; 100 lb from station 150 to station 30: 100 * 120 / 8000 = 1.5 in forward, 80.0 in.
        stations = (("aft", 150, 900), ("nose", 30, 900))
        # Empty is what is left: 7900 lb with the moment 8000 * 81.5 - 100 * 150 = 637000, so 80.632911... in.
        plane = aircraft(empty=(7900, 0), takeoff=9000, points=((800, 30), (9000, 30), (9000, 99), (800, 99)), stations=stations,
                         fixedItems=[{"weight": q(0), "moment": q(637000, "lb·in")}], tanks=())
        self.assertEqual(sheet(plane, scenario({"aft": 100})).takeoff.cg, F("81.5"))
        self.assertEqual(sheet(plane, scenario({"nose": 100})).takeoff.cg, 80)

    def test_add(self):
        # 6680 lb at 80.0 in and 140 lb at station 150: 140 * 70 / 6820 = 1.437 in aft, 81.4 in.
        plane = aircraft(empty=(6680, 80), takeoff=9000, points=((800, 30), (9000, 30), (9000, 99), (800, 99)),
                         stations=(("aft", 150, 900),), tanks=())
        self.assertEqual(rounded(sheet(plane, scenario({"aft": 140})).takeoff.cg, 1), F("81.4"))

    def test_remove(self):
        # 6100 lb at 78.0 in; 100 lb from station 150: (475800 - 15000) / 6000 = 76.8 in.
        plane = aircraft(empty=(6000, F(4608, 60)), takeoff=9000, tanks=(), stations=(("aft", 150, 900),),
                         points=((800, 30), (9000, 30), (9000, 99), (800, 99)))
        plane["emptyArm"] = q(76.8, "in")
        self.assertEqual(sheet(plane, scenario({"aft": 100})).takeoff.cg, 78)
        self.assertEqual(sheet(plane, scenario()).takeoff.cg, F("76.8"))

    def test_sample_of_the_172m(self):
        # 1353 * 38.8 = 52496.4; 340 * 37 = 12580; 340 * 73 = 24820; 45 * 95 = 4275; 38 gal * 6 = 228 lb * 48 = 10944.
        # 2306 lb and 105115.4; less 1 gal: 2300 lb and 104827.4, 45.5771 in. Ramp limit 2307, limits at 2300: 38.5 to 47.3.
        found = shipped("172m-poh-sample")
        self.assertEqual((found.ramp.weight, found.ramp.moment), (2306, F("105115.4")))
        self.assertEqual((found.takeoff.weight, found.takeoff.moment), (2300, F("104827.4")))
        figures = found.figures()
        self.assertTrue(all(p["inEnvelope"] for p in figures["phases"]))  # the ramp above the ring is judged by rule 9
        self.assertEqual(figures["weightMargin"], 0)
        # Landing: 25 gal less, 150 lb: 2150 lb; the forward limit there is 35 + 200 / 100 = 37 in.
        self.assertEqual(figures["phases"][2]["forwardLimit"], 37)
        self.assertEqual(codes(found), ["NEAR_MAX_GROSS"])

    def test_both_ends_in_and_the_middle_out(self):
        # 4319 * 132 = 570108 and the loads 340 * (95 + 131 + 164) + 180 * 190 + 40 * 255 = 177000: 5559 lb, 747108.
        # 80 gal * 6 = 480 lb * 126.8 = 60864; 76 gal * 6 = 456 lb * 148 = 67488: ramp 6495 lb, 875460.
        # Less 7.5 gal inboard (45 lb, 5706): take-off 6450 lb, 869754, 134.8456 in. Less the 72.5 gal that inboard still has
        # (435 lb, 55158): 6015 lb, 814596, 135.4274 in: 0.4274 in aft of 135. Less 67.5 gal outboard (405 lb, 59940): 5610 lb,
        # 754656, 134.5198 in.
        found = shipped("pa31-middle-out")
        self.assertEqual([(c.label, c.weight, c.moment) for c in found.corners[1:4]], [
            ("take-off", 6450, 869754), ("Inboard (2 x 56) changed over", 6015, 814596), ("landing", 5610, 754656)])
        self.assertEqual(found.worst.label, "Inboard (2 x 56) changed over")
        self.assertEqual(found.worst.margin, 135 - F(814596, 6015))
        # The envelope is a guess: the duty to look is quoted.
        self.assertEqual([(w["code"], w["regulatoryRef"]) for w in found.warnings][0], ("CG_OUT_OF_ENVELOPE", "14 CFR 91.103"))
        self.assertNotIn("LANDING_CG_OUT_OF_ENVELOPE", codes(found))


class WorstPoint(unittest.TestCase):
    # The aft limit is b + W / 100. 1000 lb at 35.6 in, 500 lb of fuel at 50 in: M = 50 W - 14400, CG = 50 - 14400 / W.
    # Margin = b + W / 100 - 50 + 14400 / W: least where W^2 = 1440000, W = 1200: CG 38 in, limit b + 12.
    # With b = 30: 4.4 in at 1000 lb, 4 in at 1200 lb, 4.6 in at 1500 lb.
    def plane(self, b):
        return aircraft(empty=(1000, 35.6), points=((900, 20), (1600, 20), (1600, b + 16), (900, b + 9)), takeoff=1600,
                        tanks=((50, 100, 5),))

    def test_inside_a_stretch(self):
        found = sheet(self.plane(30), scenario(fuel=(100,), trip=90))
        self.assertEqual(found.worst.label, "on the way to landing")
        self.assertEqual((rounded(found.worst.weight), rounded(found.worst.cg), rounded(found.worst.margin)), (1200, 38, 4))
        # 40 gal left: landing at 1200 lb itself. It is a corner now, and the first of equals.
        found = sheet(self.plane(30), scenario(fuel=(100,), trip=60))
        self.assertEqual((found.worst.label, found.worst.margin), ("landing", 4))

    def test_touching_is_inside(self):
        self.assertEqual(codes(sheet(self.plane(26), scenario(fuel=(100,), trip=90))), ["CG_NEAR_LIMIT"])
        found = sheet(self.plane(25.99), scenario(fuel=(100,), trip=90))
        self.assertEqual(codes(found), ["CG_OUT_OF_ENVELOPE"])
        self.assertTrue(all(found.in_envelope(c) for c in found.corners))  # no corner is outside

    def test_step(self):
        # The forward limit jumps from 38 to 41 above 1200 lb. CG 40 everywhere: outside only above 1200 lb.
        plane = aircraft(points=((900, 38), (1200, 38), (1200, 41), (1600, 41), (1600, 60), (900, 60)), takeoff=1600,
                         tanks=((40, 100, 5),))
        found = sheet(plane, scenario(fuel=(100,), trip=70))
        self.assertEqual(codes(found), ["CG_OUT_OF_ENVELOPE", "RAMP_CG"])
        self.assertEqual((found.worst.label, found.worst.margin), ("take-off", -1))
        found = sheet(plane, scenario(fuel=(40,), trip=20))  # at the step itself the wide limits count
        self.assertEqual(codes(found), [])
        self.assertEqual(found.worst.margin, 2)
        # A trip that begins above the step and ends at it: landing is inside, every point before it is outside.
        found = sheet(plane, scenario(fuel=(60,), trip=20))
        self.assertEqual(codes(found), ["CG_OUT_OF_ENVELOPE", "RAMP_CG"])
        # 0.01 gal more than at the step, and take-off is outside.
        self.assertEqual(codes(sheet(plane, scenario(fuel=(40.01,), trip=20))), ["CG_OUT_OF_ENVELOPE", "RAMP_CG"])
        self.assertEqual(Ring(((900, 38), (1200, 38), (1200, 41), (1600, 41), (1600, 60), (900, 60))).section(1200), [(38, 60)])

    def test_first_of_equals(self):
        found = sheet(aircraft(tanks=((40, 100, 6),)), scenario(fuel=(50,), trip=20))  # the CG does not move
        self.assertEqual((found.worst.label, found.worst.margin), ("take-off", 10))

    def test_no_sample_of_the_way_is_worse(self):
        for seed in range(60):
            made = world(seed)
            found = Sheet(Aircraft(reread(made.aircraft)), Scenario(reread(made.scenario)))
            if found.worst is None:
                continue
            for stretch in found.stretches:
                if stretch.part and stretch.low < stretch.high:
                    for n in range(41):
                        weight = stretch.low + (stretch.high - stretch.low) * F(n, 40)
                        forward = min(f for f, _ in found.ring.section(weight))
                        aft = max(a for _, a in found.ring.section(weight))
                        cg = stretch.cg(weight)
                        self.assertGreaterEqual(min(cg - forward, aft - cg), found.worst.margin, seed)


class Envelope(unittest.TestCase):
    def test_edges_and_corners_are_inside(self):
        ring = Ring(((1500, 35), (1950, 35), (2300, F("38.5")), (2300, F("47.3")), (1500, F("47.3"))))
        for weight, arm in ((1500, 35), (1500, 40), (2300, F("38.5")), (2300, F("47.3")), (2000, F("35.5")), (1800, F("47.3"))):
            self.assertTrue(ring.contains(F(weight), F(arm)))
        for weight, arm in ((F("1499.99"), 40), (F("2300.01"), 40), (2000, F("35.49")), (1800, F("47.31"))):
            self.assertFalse(ring.contains(F(weight), F(arm)))

    def test_notch(self):
        # Between 1100 and 2000 lb a wedge is cut out of the top: at 1550 lb from 39 to 41 in.
        ring = Ring(((900, 30), (2000, 30), (2000, 38), (1100, 40), (2000, 42), (2000, 50), (900, 50)))
        self.assertEqual(ring.section(F(1550)), [(30, 39), (41, 50)])
        self.assertTrue(ring.contains(F(1550), F(39)))
        self.assertFalse(ring.contains(F(1550), F(40)))

    def test_straight_in_cg(self):
        # Half-way in weight is half-way in CG: 79.75 at (3100 + 3650) / 2 between 74 and 81 is 77.5.
        ring = Ring(((2200, 74), (3100, 74), (3650, 81), (3650, F("87.7")), (2200, F("87.7"))))
        self.assertEqual(ring.section(F(3375)), [(F("77.5"), F("87.7"))])


class Fuel(unittest.TestCase):
    def test_order_that_returns(self):
        # Inboard 20, outboard until dry, inboard again.
        tanks = {"in": F(50), "out": F(30), "aux": F(5)}
        self.assertEqual(draws(tanks, [("in", F(20)), ("out", None), ("in", None)]),
                         [("in", 20), ("out", 30), ("in", 30), ("aux", 5)])
        # A tank that is not named is a step of its own at the end; what amounts leave is last.
        self.assertEqual(draws(tanks, [("in", F(20))]), [("in", 20), ("out", 30), ("aux", 5), ("in", 30)])
        self.assertEqual(draws(tanks, [("aux", F(2)), ("in", F(1)), ("out", None)]),
                         [("aux", 2), ("in", 1), ("out", 30), ("aux", 3), ("in", 49)])
        self.assertEqual(draws(tanks, []), [("in", 50), ("out", 30), ("aux", 5)])

    def test_taxi_and_trip(self):
        burn = Burn([("a", F(5)), ("b", F(10))], F(1), F(8))
        self.assertEqual(burn.parts, [[("a", 1)], [("a", 4), ("b", 4)], [("b", 6)]])
        self.assertEqual((burn.short, burn.remaining()), (0, 6))
        burn = Burn([("a", F(5))], F(2), F(8))
        self.assertEqual((burn.short, burn.parts), (5, [[("a", 2)], [("a", 3)], []]))

    def test_reserve(self):
        # 30 min at 8 gal/h are 4 gal.
        plane = aircraft(cruiseFlow=q(8, "gal/h"))
        self.assertEqual(codes(sheet(plane, scenario(fuel=(20,), trip=16))), [])
        self.assertEqual(codes(sheet(plane, scenario(fuel=(20,), trip=16.01))), ["LOW_RESERVE"])
        self.assertEqual(codes(sheet(plane, scenario(fuel=(20,), trip=20))), ["DRY_TANKS"])
        self.assertEqual(codes(sheet(plane, scenario(fuel=(20,), trip=20.01))), ["FUEL_SHORT"])
        self.assertEqual(codes(sheet(plane, scenario(fuel=(20,), trip=None))), ["NO_TRIP_FUEL"])
        self.assertEqual(codes(sheet(plane, scenario())), ["NO_FUEL"])
        self.assertEqual(codes(sheet(plane, scenario(trip=None))), ["NO_FUEL", "NO_TRIP_FUEL"])
        self.assertEqual(codes(sheet(plane, scenario(taxi=0))), [])


class Limits(unittest.TestCase):
    def limits(self, of_type, of_category, most=2000):
        plane = aircraft(takeoff=2300, limits={k: q(v) for k, v in of_type.items()},
                         category={"maxWeight": q(most), **{k: q(v) for k, v in of_category.items()}})
        found = sheet(plane, scenario())
        return {name: limit.value for name, limit in found.limits.items()}

    def test_rule_8(self):
        # The category is 300 lb below the type: so is the ramp limit; landing is the category's maximum.
        self.assertEqual(self.limits({"ramp": 2307, "landing": 2300}, {}),
                         {"ramp": 2007, "takeoff": 2000, "landing": 2000, "zeroFuel": None})
        self.assertEqual(self.limits({}, {}), {"ramp": None, "takeoff": 2000, "landing": 2000, "zeroFuel": None})
        self.assertEqual(self.limits({}, {}, 2300), {"ramp": None, "takeoff": 2300, "landing": None, "zeroFuel": None})
        self.assertEqual(self.limits({}, {"maxLanding": 1950}, 2300)["landing"], 1950)
        self.assertEqual(self.limits({"landing": 1900}, {"maxLanding": 1950, "maxRamp": 2010, "maxZeroFuel": 1800}),
                         {"ramp": 2010, "takeoff": 2000, "landing": 1900, "zeroFuel": 1800})

    def test_inclusive(self):
        plane = aircraft(takeoff=1400, stations=(("front", 40, 400),))
        self.assertEqual(codes(sheet(plane, scenario({"front": 400}, taxi=0))), ["NEAR_MAX_GROSS"])
        found = sheet(plane, scenario({"front": 400.01}, taxi=0))
        self.assertEqual(codes(found), ["OVER_MAX_GROSS", "STATION_OVERWEIGHT"])
        # Exactly 5 % below is not near: 1400 * 0.95 = 1330.
        self.assertEqual(codes(sheet(plane, scenario({"front": 330}, taxi=0))), [])
        self.assertEqual(codes(sheet(plane, scenario({"front": 330.01}, taxi=0))), ["NEAR_MAX_GROSS"])

    def test_plausible_load(self):
        plane = aircraft(stations=(("front", 40, 400),))
        plane["stations"][0]["maxWeight"]["isLimit"] = False
        found = sheet(plane, scenario({"front": 420}, taxi=0))
        self.assertEqual([(w["level"], w["code"], w["regulatoryRef"]) for w in warnings(found)],
                         [("caution", "STATION_IMPLAUSIBLE", None)])
        self.assertTrue(found.figures()["isWithinAllStationLimits"])

    def test_guess(self):
        plane = aircraft(takeoff=1400)
        plane["limits"]["takeoff"]["known"] = plane["categories"][0]["maxWeight"]["known"] = False
        found = sheet(plane, scenario({"front": 401}, taxi=0))
        self.assertEqual([(w["level"], w["code"], w["regulatoryRef"]) for w in found.warnings[:2]],
                         [("danger", "OVER_MAX_GROSS", "14 CFR 91.103"), ("danger", "STATION_OVERWEIGHT", "14 CFR 91.9(a)")])

    def test_floor(self):
        found = sheet(aircraft(empty=(790, 40)), scenario(taxi=0))
        self.assertEqual([(w["level"], w["code"], w["regulatoryRef"]) for w in warnings(found)],
                         [("warning", "BELOW_ENVELOPE_FLOOR", None)])
        self.assertFalse(found.figures()["isWithinCGEnvelope"])
        found = sheet(aircraft(empty=(790, 40), category={"floorIsLimit": True}), scenario(taxi=0))
        self.assertEqual([(w["level"], w["regulatoryRef"]) for w in warnings(found)], [("danger", "14 CFR 91.9(a)")])

    def test_arm_ranges(self):
        # 400 lb from 34 to 46 in, usually at 40: 1400 lb at 40 in; 400 * 6 / 1400 = 1.714 in to either side.
        span = {"forward": 34, "aft": 46, "unit": "in"}
        for forward, want in ((38.2, []), (38.3, ["ARM_RANGE_CG"])):
            plane = aircraft(points=((800, forward), (5000, forward), (5000, 60), (800, 60)))
            plane["stations"][0]["armRange"] = span
            self.assertEqual(codes(sheet(plane, scenario({"front": 400}, taxi=0))), want)
            own = scenario({"front": 400}, taxi=0)
            own["stationLoads"][0]["arm"] = q(40, "in")
            self.assertEqual(codes(sheet(plane, own)), [])

    def test_empty_stations(self):
        plane = aircraft(category={"emptyStations": {"value": ["front"], "known": True}})
        self.assertEqual([(w["level"], w["code"]) for w in warnings(sheet(plane, scenario({"front": 1}, taxi=0)))],
                         [("danger", "CATEGORY_STATION")])
        self.assertEqual(codes(sheet(plane, scenario(taxi=0))), [])

    def test_pilot_and_fuel(self):
        found = sheet(aircraft(), scenario(taxi=0)).warnings
        self.assertEqual([(w["level"], w["code"], w["about"]) for w in found],
                         [("caution", "UNVERIFIED_EMPTY", None), ("caution", "NO_PILOT", "front")])
        for grade, want in (("Mogas", []), ("100LL", []), ("Jet A", ["WRONG_FUEL"])):
            loading = scenario({"front": 100}, taxi=0)
            loading["fuelGrade"] = grade
            self.assertEqual(codes(sheet(aircraft(), loading)), want)


class Verdict(unittest.TestCase):
    """Rule 20: one word for the whole sheet, and no plain one for what is not certain."""

    def state(self, plane=None, more=None, loads=None, **keys):
        loading = scenario({"front": 100} if loads is None else loads, taxi=0, **keys)
        return sheet(plane or aircraft(), {**loading, **(more or {})}).state

    UNDATED = {"emptyWeight": q(1001), "emptyArm": q(40, "in")}
    OWN = {**UNDATED, "weighedOn": "2026-01-01"}

    def test_empty_weight(self):
        self.assertEqual(self.state(), "inside-unverified-empty")
        self.assertEqual(self.state(more=self.OWN), "inside")
        # Without the day of its weighing, or before it, an empty weight can be anyone's.
        self.assertEqual(self.state(more=self.UNDATED), "inside-unverified-empty")
        self.assertEqual(self.state(more={**self.OWN, "date": "2025-12-31"}), "inside-unverified-empty")
        # A copy of the typical values is no weighing.
        self.assertEqual(self.state(more={"emptyWeight": q(1000), "emptyArm": q(40, "in")}), "inside-unverified-empty")

    def test_weighing_in_the_aircraft_file(self):
        plane = aircraft(weighedOn="2025-06-01")
        self.assertEqual(self.state(plane, {"date": "2026-11-22"}), "inside")
        # After the day of the sheet it is none, and after 36 months it is old.
        self.assertEqual(self.state(plane, {"date": "2025-05-31"}), "inside-unverified-empty")
        self.assertEqual(self.state(plane, {"date": "2028-06-02"}), "inside-with-cautions")

    def test_guesses(self):
        plane = aircraft()
        plane["categories"][0]["envelope"]["known"] = False
        self.assertEqual(self.state(plane), "inside-known-limits-unverified-empty")
        self.assertEqual(self.state(plane, self.OWN), "inside-known-limits")
        plane = aircraft()
        plane["limits"]["takeoff"]["known"] = False
        self.assertEqual(self.state(plane, self.OWN), "inside-known-limits")

    def test_below_and_outside(self):
        plane = aircraft(empty=(790, 40))
        self.assertEqual(self.state(plane, {"emptyWeight": q(791), "emptyArm": q(40, "in")}, {}), "below-envelope")
        self.assertEqual(self.state(plane, {"emptyWeight": q(791), "emptyArm": q(10, "in")}, {}), "outside")
        self.assertEqual(self.state(loads={"front": 401}), "outside")

    def test_near_the_limit_is_still_inside(self):
        plane = aircraft(takeoff=1400)
        found = sheet(plane, {**scenario({"front": 390}, taxi=0), **self.OWN})
        self.assertEqual([(w["level"], w["code"]) for w in found.warnings], [("advisory", "NEAR_MAX_GROSS")])
        self.assertEqual((found.verdict, found.state), ("inside", "inside"))


class FuelByWeight(unittest.TestCase):
    def test_a_handbook_example(self):
        # Archer II: taxi 8 lb. 1000 + 100 lb and 50 gal of 6 lb are 1400 lb on the ramp, and 1392 lb at take-off.
        plane = aircraft(takeoff=1392)
        for taxi in ({"value": 8, "unit": "lb"}, q(1.3333333333, "gal"), q(1.333333333, "gal")):
            loading = {**scenario({"front": 100}, fuel=(50,)), "taxiFuel": taxi}
            found = Sheet(Aircraft(reread(plane)), Scenario(reread(loading), Aircraft(reread(plane)).tanks))
            self.assertNotIn("OVER_MAX_GROSS", codes(found))
            self.assertEqual(found.figures()["weightMargin"], 0)
        loading["taxiFuel"] = q(1.3333333, "gal")
        self.assertIn("OVER_MAX_GROSS", codes(sheet(plane, loading)))


class Landing(unittest.TestCase):
    def test_the_stretch_after_a_landing_that_is_out_says_nothing_new(self):
        # 1000 lb at 41 in and fuel at 50 in move aft with fuel. The aft limit is 42: landing with 200 lb of fuel is at
        # (41000 + 10000) / 1200 = 42.5 in, and dry tanks at 41. A corner of the ring at 1150 lb changes nothing.
        for points in (((800, 30), (5000, 30), (5000, 42), (800, 42)),
                       ((800, 30), (5000, 30), (5000, 42), (1150, 42), (800, F(419, 10)))):
            found = sheet(aircraft(empty=(1000, 41), points=[(w, float(a)) for w, a in points], tanks=((50, 100, 5),)),
                          scenario(fuel=(60,), trip=20))
            self.assertNotIn("ZERO_FUEL_CG_OUT_OF_ENVELOPE", codes(found))
            self.assertIn("LANDING_CG_OUT_OF_ENVELOPE", codes(found))


class Room(unittest.TestCase):
    def test_172m(self):
        # Two up: take-off 2036 lb. The rear seats can take 264 lb (take-off 2300, ramp 2306 of 2307); 265 are too much.
        # At 2300 lb: (81842 + 264 * 73) / 2300 = 43.96 in.
        found = shipped("172m-two-up")
        self.assertEqual(room(found), {"weight": 264, "station": "rear-seats", "limit": "OVER_MAX_GROSS"})
        # 264 lb are 119.7 kg.
        self.assertEqual(room(found, metric=True)["weight"], 119)

    def test_balance_stops(self):
        # 1000 lb at 40 in, aft limit 42: (40000 + 60 n) / (1000 + n) <= 42 gives 18 n <= 2000, n = 111.
        plane = aircraft(points=((800, 30), (5000, 30), (5000, 42), (800, 42)), stations=(("aft", 60, 400),))
        self.assertEqual(room(sheet(plane, scenario(taxi=0))), {"weight": 111, "station": "aft", "limit": "CG_OUT_OF_ENVELOPE"})

    def test_reserve_stops(self):
        # 500 lb of fuel at 20 in: it is the zero-fuel point that leaves first, at the same 111 lb.
        plane = aircraft(points=((800, 20), (5000, 20), (5000, 42), (800, 42)), stations=(("aft", 60, 400),), tanks=((20, 100, 5),))
        self.assertEqual(room(sheet(plane, scenario(fuel=(100,), trip=10)))["limit"], "ZERO_FUEL_CG_OUT_OF_ENVELOPE")

    def test_closed_form_is_walking(self):
        compared = 0
        for seed in range(80):
            made = world(seed)
            found = Sheet(Aircraft(reread(made.aircraft)), Scenario(reread(made.scenario)))
            if not is_clean(found):
                continue
            for station in found.aircraft.stations:
                n = room_of(found, station, WEIGHT["lb"])
                if station.kind != "oil" and 0 < n < 150:
                    compared += 1
                    self.assertEqual(first_failure_by_walking(found, station, WEIGHT["lb"], n + 1), n + 1, seed)
        self.assertGreater(compared, 40)


class Damage(unittest.TestCase):
    def test_every_damage_changes_a_warning(self):
        for kind, before, after in mutants.compared_with_itself():
            self.assertNotEqual(before, after, kind)


class Numbers(unittest.TestCase):
    def test_rounding(self):
        self.assertEqual([rounded(F(x)) for x in ("0.0000005", "-0.0000005", "0.00000049")], [F("0.000001"), F("-0.000001"), 0])
        self.assertEqual(decimal("1000.0000004996"), F("1000.0000005") - F(0))
        self.assertEqual(decimal("0.1234567891"), F("0.123456789"))

    def test_units(self):
        self.assertEqual(WEIGHT["kg"] * F("0.45359237"), 1)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    unittest.main()
