"""air.py against published figures, and against sums made by hand from docs/outdoor-air.md."""
import math
import unittest

import air
import run
import worlds


def station(c, at=(0, 0), age=0, error=0):
    return {"at": at, "c": c, "age": age, "error": error}


class Published(unittest.TestCase):
    def test_us_breakpoints_of_2024(self):
        """EPA-454/B-24-002, table 6. 9.0999 is cut, not rounded (forum.airnowtech.org/t/453)."""
        vectors = {0: 0, 9.0: 50, 9.0999: 50, 9.1: 51, 35.4: 100, 35.5: 101, 55.4: 150, 55.5: 151, 125.4: 200, 125.5: 201, 225.4: 300,
                   225.5: 301, 325.4: 500}
        for c, aqi in vectors.items():
            self.assertEqual(air.index("us", c)[0], aqi, c)

    def test_us_values_of_2012(self):
        """31.4 is 92: spokanecleanair.org on wildfire smoke. 114.3 is 181: the example of github.com/wodny/aqi."""
        for c, aqi in {31.4: 92, 114.3: 181, 12.0: 50, 12.1: 51, 150.4: 200, 150.5: 201, 350.5: 401, 500.4: 500}.items():
            self.assertEqual(air.index("us2012", c)[0], aqi, c)

    def test_an_hour_of_71_gives_35_5(self):
        """The pulse of Wikipedia's "NowCast (air quality index)"; worked by hand: the weight is 1/2, so about half of it counts."""
        self.assertEqual([air.nowcast([0] * i + [71] + [0] * (11 - i)) for i in range(4)], [35.5, 17.7, 8.8, 4.4])

    def test_nowcast_needs_two_of_the_newest_three(self):
        """EPA's rule, forum.airnowtech.org/t/172."""
        self.assertEqual(air.nowcast([35.4, None, 35.4]), 35.4)
        self.assertIsNone(air.nowcast([35.4, None, None, 35.4] + [35.4] * 8))
        self.assertEqual(air.nowcast([-4] * 12), 0)

    def test_korea(self):
        """Table of the indices: air.jeju.go.kr/contents/atmospheric/cai/summary.htm, and AirKorea's bounds of 2018."""
        for c, cai in {0: 0, 15: 50, 16: 51, 35: 100, 36: 101, 75: 250, 76: 251, 500: 500, 900: 500}.items():
            self.assertEqual(air.index("korea", c)[0], cai, c)

    def test_c24e_each_branch(self):
        """The formula with M = 30: airkorea.or.kr/web/caiCalculator. It has no example; these are worked by hand."""
        self.assertAlmostEqual(air.c24e([40] * 12), (40 + 30) / 2)          # steady above M: × 0.75
        self.assertAlmostEqual(air.c24e([20] * 12), 20)                      # below M
        self.assertAlmostEqual(air.c24e([90] * 4 + [30] * 8), (50 + 90) / 2)  # 1.8 of the mean: rises too fast
        self.assertAlmostEqual(air.c24e([30] * 4 + [60] * 8), (50 + 30) / 2)  # 0.6 of the mean: falls
        self.assertIsNone(air.c24e([20] * 8))
        self.assertIsNone(air.c24e([20, None, None] + [20] * 9))

    def test_europe_uk_india(self):
        self.assertEqual([air.index("europe", c)[0] for c in (5, 5.01, 15, 50.1, 140, 140.1)], [1, 2, 2, 4, 5, 6])
        self.assertEqual([air.index("uk", c)[0] for c in (11.4, 11.5, 35.4, 35.5, 70.4, 70.5)], [1, 2, 3, 4, 9, 10])
        self.assertEqual([air.index("india", c)[0] for c in (30, 31, 60, 90, 120, 250, 380, 381)], [50, 51, 100, 200, 300, 400, 500, 500])

    def test_a_quarter_of_a_meridian(self):
        self.assertAlmostEqual(air.distance((0, 0), (90, 77)), math.pi / 2 * 6371.0088)
        self.assertAlmostEqual(air.distance((10, 180), (10, -180)), 0)

    def test_student_four_degrees(self):
        """Tables of t: 2.776 holds 95 %, 2.132 holds 90 %, of both sides."""
        self.assertAlmostEqual(air.student(2.7764451051977987), 0.975, 12)
        self.assertAlmostEqual(air.student(-2.131846786), 0.05, 9)

    def test_the_specified_fusion(self):
        fused = air.reference_fusion([(30, 0.70), (34, 0.85), (31, 0.75)])
        self.assertEqual((round(fused["pm"], 1), round(fused["sigma"], 1)), (31.8, 2.1))


class ByHand(unittest.TestCase):
    def test_an_index_back_to_a_concentration(self):
        for table, index, c in [("us", 50, 9.0), ("us", 51, 9.1), ("us", 100, 35.4), ("us", 500, 325.4), ("us2012", 500, 500.4)]:
            self.assertAlmostEqual(air.invert(table, index)[0], c)
        self.assertIsNone(air.invert("us", 500.1))
        self.assertEqual(air.invert(None, 150)[2], 0.05)

    def test_one_station(self):
        """w = 1, so k = 2·γ(d); at the place itself 0.4."""
        tier = air.station_tier((0, 0), [station(10)], "hour")
        self.assertAlmostEqual(tier["variance"], 0.18 * 0.4)
        self.assertAlmostEqual(tier["z"], math.log(15))

    def test_two_alike_stations_share(self):
        tier = air.station_tier((0, 0), [station(10, (0, 1)), station(30, (0, -1), age=2)], "day")
        self.assertAlmostEqual(tier["z"], (math.log(15) + math.log(35)) / 2)
        self.assertAlmostEqual(tier["age"], 1)
        self.assertIsNone(air.station_tier((0, 0), [station(10, (0, 5)), station(math.nan)], "day"))

    def test_three_hours_and_five_hundred_km(self):
        near = [station(1), station(1, age=3), station(1, age=3.01), station(1, (0, 4.4)), station(1, (0, 4.5))]
        self.assertEqual([near.index(o) for _, o in air.used((0, 0), near)], [0, 1, 3])

    def test_satellite_without_pairs(self):
        tier = air.satellite_tier((0, 0), 7, 0.9, 0, [])
        self.assertAlmostEqual(tier["z"], 4.4)
        self.assertAlmostEqual(tier["variance"], 1)

    def test_of_two_that_disagree_the_wider_is_left_out(self):
        fused = air.fuse([("station", 2.0, 0.01), ("camera", 5.0, 0.02)])
        self.assertEqual((fused["misfits"], fused["z"], fused["weights"]["camera"]), (["camera"], 2.0, 0.0))

    def test_two_that_agree(self):
        fused = air.fuse([("station", 2.0, 1.0), ("satellite", 3.0, 1.0)])
        self.assertAlmostEqual(fused["z"], 2.5)
        self.assertAlmostEqual(fused["sigma"] ** 2, 0.65)

    def test_classes_share_the_whole_probability(self):
        for table in air.TABLES.values():
            edges = [0.0] + [air.below(b, 3.0, 0.5, -2.0, 2.5) for b in table.edges] + [1.0]
            self.assertEqual((edges, len(edges)), (sorted(edges), len(table.names) + 1))
        self.assertAlmostEqual(air.below(air.c_of(3.0 + 0.5 * 2.5), 3.0, 0.5, -2.0, 2.5), 0.975)

    def test_faults(self):
        hours = [5 + t % 7 * 3 + (t * t) % 11 for t in range(168)]
        town = [{"at": (0, i / 10), "listed": [], "hours": [float(x + i) for x in hours]} for i in range(6)]
        town[1]["hours"] = [float(3 * x + 20) for x in hours]
        town[2]["hours"][40:64] = [7.0] * 24
        town[3]["listed"] = [(0.02, 0.3)]
        town[4]["hours"][:17] = [985.0] * 17
        self.assertEqual(air.faults(town), ["good", "scale", "frozen", "moved", "out of range", "good"])
        self.assertEqual(air.faults(town[:2]), ["unknown", "unknown"])


class Comparison(unittest.TestCase):
    def test_the_same_seed_asks_the_same(self):
        self.assertEqual(worlds.line(worlds.questions(7)), worlds.line(worlds.questions(7)))

    def test_a_difference_is_found(self):
        self.assertEqual(run.differences({"a": [1.0, None]}, {"a": [1.0 + 1e-12, None], "b": 1}), [])
        for theirs in ({"a": [1.0 + 1e-8, None]}, {"a": [1.0]}, {}, {"a": [1.0, 0]}, {"a": ["1.0", None]}):
            self.assertNotEqual(run.differences({"a": [1.0, None]}, theirs), [])


if __name__ == "__main__":
    unittest.main()
