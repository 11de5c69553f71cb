"""The short form of the restarts in `make proof-home-assistant`: a subscriber stands in the place of Home Assistant."""
import concurrent.futures

import restarts
from box import Bench
from world import is_possible


def play(cases):
    times = {}
    with Bench() as bench, restarts.Cable() as cable:
        scene = restarts.Scene(bench, cable, restarts.Home, second_out=1)
        try:
            scene.settle()
            for case in cases:
                times[restarts.name(*case)] = scene.play(*case)[0]
        finally:
            scene.close()
    return times


def test_mqtt_state_is_right_after_each_order_of_restarts():
    if not is_possible():
        return 'left out: it needs root and name spaces of the network'
    cases = [(*order, loses) for order in restarts.ORDERS for loses in (False, True)]
    # The cable takes the longest: each part gets its share of it.
    cases.sort(key=lambda case: 'network' in case)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        times = {name: seconds for part in pool.map(play, [cases[place::8] for place in range(8)]) for name, seconds in part.items()}
    said, late = restarts.judge(times)
    assert len(times) == 32
    return said + (f', late: {late}' if late else '')
