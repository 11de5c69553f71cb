"""Nothing that leaves can harm: a box does the same whether `outside` is absent, well, or stopped with a full socket."""
import concurrent.futures
import signal
import struct
import time

from box import Bench, Follower
from servers import Server

READINGS = 10_000
KINDS = ('alarm', 'lamp', 'sound', 'loudness', 'notice')


def beats(count, rate=400):
    """Heart rates, `rate` a second, too fast now and then, and a lamp that fails in between."""
    lines = []
    for number in range(count):
        t = 1 + number / rate
        bpm = 131 if int(t) % 14 >= 7 else 72
        lines.append({'t': round(t, 4), 'address': 'C0:FF:EE:00:00:02', 'characteristic': '0x2A37',
                      'hex': struct.pack('BB', 6, bpm).hex()})
    last = 1 + count / rate
    for t in range(2, int(last), 2):
        lines.append({'t': t, 'fault' if t % 4 else 'cleared': 'adapter-gone'})
    return lines + [{'t': last + 8}, {'t': last + 900}]


def what_the_box_does(state):
    server = Server()
    with Bench([f'hook: {{kind: webhook, url: "{server.url}/", plain: true}}'], '  cool-down: 0\n') as bench:
        outside = bench.outside() if state != 'absent' else None
        timeline = bench.timeline(beats(READINGS))
        bench.box(timeline)
        follower = Follower(bench)
        if state == 'stopped':
            bench.wait(lambda: 'the box answers' in bench.log(), 10, 'outside does not follow')
            outside.send_signal(signal.SIGSTOP)
        bench.wait(lambda: sum(line['kind'] == 'reading' for line in follower.lines) >= READINGS - 400, 90,
                   'the readings do not come')
        answers = []
        for _ in range(20):
            began = time.monotonic()
            assert bench.command('status', '--json').returncode == 0
            answers.append(time.monotonic() - began)
        time.sleep(1)
        done = [{key: value for key, value in line.items() if key not in ('sequence',)}
                for line in list(follower.lines) if line['kind'] in KINDS and 4 < line['t'] < READINGS / 400]
        if state == 'stopped':
            outside.send_signal(signal.SIGCONT)
            bench.wait(lambda: set(follower.expected()) <= {call.headers['webhook-id'] for call in list(server.calls)},
                       30, f'it does not catch up: {bench.log()[-500:]}')
            # So many lines do not fit into the socket: the box has cut it off, and it has come back.
            assert 'was not read fast enough' in bench.log() and bench.log().count('the box answers') == 2, bench.log()[-500:]
        return done, max(answers), bench.log()


def test_a_stopped_outside_with_10000_events_changes_nothing_in_the_box():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        (absent, _, _), (stopped, slowest, _) = pool.map(what_the_box_does, ('absent', 'stopped'))
    assert absent and absent == stopped, [pair for pair in zip(absent, stopped) if pair[0] != pair[1]][:3]
    return f'{len(absent)} alarms, lamps and sounds are the same; slowest status {slowest * 1000:.0f} ms'


def test_sigterm_ends_it_with_0_and_what_waits_goes_later():
    server = Server(answer=lambda call: (503, {}, b''))
    with Bench([f'hook: {{kind: webhook, url: "{server.url}/", plain: true}}']) as bench:
        bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]))
        outside = bench.outside()
        server.wait(1)
        outside.terminate()
        assert outside.wait(10) == 0
        second = bench.outside()
        bench.wait(lambda: bench.log().count('the box answers') == 2, 10, bench.log())
        third = bench.command('outside', 'run')
        assert third.returncode == 69 and 'another lapwing outside is running' in third.stderr, third
        del server.answer
        server.calls.clear()
        server.wait(1)
        bench.wait(lambda: '0 waiting, 1 sent' in bench.command('outside', 'status').stdout, 10, 'not sent')
        second.terminate()
        assert second.wait(10) == 0
