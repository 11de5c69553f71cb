"""Tests of the model itself: its sums against sums taken step by step, and 'must implies may' at every instant.

usage: python3 Tests/oracle/test_model.py [SERIES]
"""
import random, sys
import model
import series as kinds
from model import Track, Bound, End


def random_spans(rng):
    """Fresh spans with the bits 'beyond' (1) and 'inside' (2), with holes."""
    spans, t = [], 0.0
    beat = rng.choice([0.05, 1, 1, 5, 30, 120])
    for _ in range(rng.randint(5, 80)):
        if rng.random() < 0.1:
            t += rng.choice([0.5, 3, 30, 119, 130, 5000])
        length = beat * rng.uniform(0.5, 1.5)
        spans.append((t, t + length, rng.choice([1, 1, 2, 0]), 1))
        t += length
    return spans


def slow_share(spans, bit, t, length, origin):
    """The share as the text says it, span by span from the last one backwards."""
    left, found, later = length, 0.0, None
    for t0, t1, bits, _ in reversed(spans):
        if t0 > t:
            continue
        if later is not None and later - t1 > model.LONG_HOLE:
            break
        low, high = max(t0, origin or 0.0), min(t1, t)
        later = t0
        if high <= low:
            continue
        take = min(left, high - low)
        found += take if bits & bit else 0.0
        left -= take
        if left <= 1e-12:
            break
    return found


def main(series):
    worst, implied, ends = 0.0, 0, 0
    for seed in range(series):
        rng = random.Random(seed)
        spans = random_spans(rng)
        track = Track(spans)
        n = rng.choice([5, 10, 30, 60, 120])
        m = n * rng.choice([1, 2, 3])
        bound, end = Bound(track, 1, 1, n, m, 1), End(track, 2, 2, n, n)
        origin = rng.choice([None, rng.uniform(0, spans[-1][1])])
        for _ in range(60):
            t = rng.uniform(0, spans[-1][1] + 10)
            length = rng.choice([7.5, 15, 90, 900])
            if not any(t0 <= t for t0, _, _, _ in spans) or (origin is not None and origin > t):
                continue
            a, b = track.share(1, t, length, origin), slow_share(spans, 1, t, length, origin)
            worst = max(worst, abs(a - b))
            assert abs(a - b) < 1e-6, (seed, t, length, origin, a, b)
            i = track.at(t)
            if i is not None and bound.must_in(i, t, origin):
                implied += 1
                assert bound.may_in(i, t, origin, 0.0) and bound.may(t, origin), (seed, t)
        # Whatever first_must finds is also found step by step, and not earlier.
        first = bound.first_must(0, spans[-1][1], origin)
        for i in range(len(track.t0)):
            if first is not None and track.t1[i] <= first:
                assert not bound.must_in(i, track.t1[i] - 1e-6, origin), (seed, i)
        due = end.first_must(0, spans[-1][1], origin)
        if due is not None:
            ends += 1
            assert end.may(due, origin), (seed, due)
    worlds = 0
    for seed in range(min(series, 6 * len(kinds.KINDS))):
        scene = kinds.make(seed)
        world = model.World(scene.lines, scene.settings(), scene.adopted, scene.others, scene.groups)
        rng = random.Random(seed)
        for sensor in world.sensors.values():
            for rule in list(sensor.rules.values()) + [sensor.heart] * bool(sensor.heart):
                origin, t = None, world.begin
                for _ in range(20):
                    t = rule.first_must(t, world.end, origin)
                    if t is None:
                        break
                    worlds += 1
                    assert rule.may(t, origin), (seed, rule.name, t)
                    assert rule.beyond_near(t, 0.02) and rule.fresh_near(t, 0.02), (seed, rule.name, t)
                    t += rng.uniform(1, 100)
                    origin = rng.choice([None, origin, t])
    print(f'{worlds} instants of must in the random timelines, each may, fresh and beyond')
    print(f'{series} series: sums agree within {worst:.1e}; {implied} instants of must, each may; {ends} ends')


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1050)
