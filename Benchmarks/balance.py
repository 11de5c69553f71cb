"""Compares exact inclusive envelope verdicts with Shapely and numpy on the same points, in one run, one core each.

usage: balance.py, in the Python environment that `make bench` makes, after building balance-benchmark
"""

import subprocess
import tempfile
import time

import numpy
import shapely

BENCHMARK = ".build/release/balance-benchmark"
POINTS = 4_000_000
CALLS = 200_000
ROUNDS = 5
# The Cessna 172M, normal category (TCDS 3A12): centre of gravity in inches, weight in pounds.
RING = [(35.0, 1500), (35.0, 1950), (38.5, 2300), (47.3, 2300), (47.3, 1500)]


def per_second(amount, work):
    """The best of several rounds, per second of processor time, because these machines are shared."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return amount / best


def even_odd(x, y):
    """The usual vectorised even-odd rule, without the edges."""
    inside = numpy.zeros(len(x), dtype=bool)
    for (x1, y1), (x2, y2) in zip(RING, RING[1:] + RING[:1]):
        if y1 != y2:
            inside ^= ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return inside


def main():
    random = numpy.random.default_rng(8)
    weights = random.integers(140_000, 240_000, POINTS, dtype=numpy.int32)
    arms = random.integers(33_000, 49_000, POINTS, dtype=numpy.int32)
    with tempfile.NamedTemporaryFile() as file:
        numpy.column_stack([weights, arms]).astype("<i4").tofile(file.name)
        output = subprocess.run([BENCHMARK, file.name], check=True, stdout=subprocess.PIPE, text=True).stdout
    ours = {line.split()[0]: line.split()[1:] for line in output.splitlines()}
    x, y = arms / 1000, weights / 100
    polygon = shapely.Polygon(RING)
    shapely.prepare(polygon)
    points = [shapely.Point(*pair) for pair in zip(x[:CALLS].tolist(), y[:CALLS].tolist())]
    pairs = list(zip(x[:CALLS].tolist(), y[:CALLS].tolist()))
    covers, intersects, Point = polygon.covers, shapely.intersects_xy, shapely.Point
    rows = [
        ("our verdict, all points at once", float(ours["grid_batch_per_second"][0])),
        ("our verdict, per call", float(ours["grid_call_per_second"][0])),
        ("our verdict, any decimals, per call", float(ours["envelope_call_per_second"][0])),
        ("Shapely, covers(point), points made before, per call", per_second(CALLS, lambda: [covers(p) for p in points])),
        ("Shapely, covers(Point(x, y)), per call", per_second(CALLS, lambda: [covers(Point(a, b)) for a, b in pairs])),
        ("Shapely, intersects_xy(x, y), per call", per_second(CALLS, lambda: [intersects(polygon, *p) for p in pairs])),
        ("Shapely, intersects_xy of all points at once", per_second(POINTS, lambda: intersects(polygon, x, y))),
        ("numpy, even-odd of all points at once", per_second(POINTS, lambda: even_odd(x, y))),
    ]
    print("| envelope verdicts, 5 corners | million/s |\n| --- | --- |")
    for name, rate in rows:
        print(f"| {name} | {rate / 1e6:.2f} |")
    print(f"| full load sheets | {float(ours['sheets_per_second'][0]) / 1e6:.3f} |")
    print(f"| Monte Carlo flights | {float(ours['samples_per_second'][0]) / 1e6:.2f} |")
    print(
        f"\nInside of {POINTS} points: ours {ours['inside'][0]}, Shapely {int(intersects(polygon, x, y).sum())}, "
        f"numpy {int(even_odd(x, y).sum())}; they are wrong on some edges."
    )


main()
