"""air.py against published figures, and against sums made by hand from docs/outdoor-air.md."""
import math
import unittest

import air
import run
import worlds

# EPA-454/B-24-002, table 6; 9.0999 is cut, not rounded (forum.airnowtech.org/t/453). us2012: 31.4 is of spokanecleanair.org, 114.3 the
# example of github.com/wodny/aqi. korea: air.jeju.go.kr/contents/atmospheric/cai/summary.htm, and AirKorea's bounds of 2018.
INDICES = {
    "us": {0: 0, 9.0: 50, 9.0999: 50, 9.1: 51, 35.4: 100, 35.5: 101, 55.4: 150, 55.5: 151, 125.4: 200, 125.5: 201, 225.4: 300, 225.5: 301,
           325.4: 500, 1e30: 10 ** 9},
    "us2012": {31.4: 92, 114.3: 181, 12.0: 50, 12.1: 51, 150.4: 200, 150.5: 201, 350.5: 401, 500.4: 500},
    "korea": {0: 0, 15: 50, 16: 51, 35: 100, 36: 101, 75: 250, 76: 251, 500: 500, 900: 500},
    "europe": {5: 1, 5.01: 2, 15: 2, 50.1: 4, 140: 5, 140.1: 6},
    "uk": {11.4: 1, 11.5: 2, 35.4: 3, 35.5: 4, 70.4: 9, 70.5: 10},
    "india": {30: 50, 31: 51, 60: 100, 90: 200, 120: 300, 250: 400, 380: 500, 381: 500},
}


class Published(unittest.TestCase):
    def test_the_indices_have_their_published_values(self):
        for table, values in INDICES.items():
            self.assertEqual({c: air.index(table, c)[0] for c in values}, values)

    def test_an_hour_of_71_gives_a_nowcast_of_35_5(self):
        """The pulse of Wikipedia's "NowCast (air quality index)"; worked by hand: the weight is 1/2, so about half of it counts."""
        self.assertEqual([air.nowcast([0] * i + [71] + [0] * (11 - i)) for i in range(4)], [35.5, 17.7, 8.8, 4.4])

    def test_nowcast_needs_two_of_the_newest_three(self):
        """EPA's rule, forum.airnowtech.org/t/172."""
        self.assertEqual(air.nowcast([35.4, None, 35.4]), 35.4)
        self.assertIsNone(air.nowcast([35.4, None, None, 35.4] + [35.4] * 8))

    def test_c24e_takes_each_of_its_branches(self):
        """The formula with M = 30: airkorea.or.kr/web/caiCalculator. It has no example; these are worked by hand."""
        self.assertAlmostEqual(air.c24e([40] * 12), (40 + 30) / 2)          # steady above M: × 0.75
        self.assertAlmostEqual(air.c24e([20] * 12), 20)                      # below M
        self.assertAlmostEqual(air.c24e([90] * 4 + [30] * 8), (50 + 90) / 2)  # 1.8 of the mean: rises too fast
        self.assertAlmostEqual(air.c24e([30] * 4 + [60] * 8), (50 + 30) / 2)  # 0.6 of the mean: falls
        self.assertIsNone(air.c24e([20] * 8))

    def test_student_of_four_degrees_is_that_of_the_tables(self):
        """2.776 holds 95 %, 2.132 holds 90 %, of both sides."""
        self.assertAlmostEqual(air.student(2.7764451051977987), 0.975, 12)
        self.assertAlmostEqual(air.student(-2.131846786), 0.05, 9)

    def test_the_specified_fusion_gives_31_8(self):
        fused = air.reference_fusion([(30, 0.70), (34, 0.85), (31, 0.75)])
        self.assertEqual((round(fused["pm"], 1), round(fused["sigma"], 1)), (31.8, 2.1))


class ByHand(unittest.TestCase):
    def test_two_alike_stations_share(self):
        two = [{"at": (0, 1), "c": 10, "age": -1, "error": 0}, {"at": (0, -1), "c": 30, "age": 2, "error": 0}]
        tier = air.station_tier((0, 0), two, "day")
        self.assertAlmostEqual(tier["z"], (math.log(15) + math.log(35)) / 2)
        self.assertAlmostEqual(tier["age"], 1)

    def test_two_tiers_that_agree_share_and_of_two_that_disagree_the_wider_is_left_out(self):
        fused = air.fuse([("station", 2.0, 1.0), ("satellite", 3.0, 1.0)])
        self.assertAlmostEqual(fused["z"], 2.5)
        self.assertAlmostEqual(fused["sigma"] ** 2, 0.65)
        self.assertEqual(air.fuse([("station", 2.0, 0.01), ("camera", 5.0, 0.02)])["misfits"], ["camera"])

    def test_each_fault_that_shows_alone_is_found(self):
        hours = [5 + t % 7 * 3 + (t * t) % 11 for t in range(168)]
        town = [{"at": (0, i / 10), "listed": [], "hours": [float(x + i) for x in hours]} for i in range(6)]
        town[1]["hours"] = [float(3 * x + 20) for x in hours]
        town[2]["hours"][40:64] = [7.0] * 24
        town[3]["listed"] = [(0.02, 0.3)]
        town[4]["hours"][:17] = [1e300] * 17
        self.assertEqual(air.faults(town), ["good", "scale", "frozen", "moved", "out-of-range", "good"])
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
