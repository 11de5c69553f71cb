"""A name server that hangs. It needs root and a name space of mounts, so that only this one process has it."""
import os
import shutil
import socket
import subprocess
import threading
import time

import box
from box import Bench, Follower, faults
from servers import Server


def test_a_name_server_that_never_answers_delays_its_own_channel_only():
    if os.geteuid() != 0 or not shutil.which('unshare'):
        return 'left out: it needs root'
    silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    silent.bind(('127.0.0.99', 53))
    asked = []
    threading.Thread(target=lambda: [asked.append(silent.recv(500)) for _ in range(1000)], daemon=True).start()
    server = Server()
    with Bench(['lost: {kind: webhook, url: "https://hooks.example.com/"}',
                f'hook: {{kind: webhook, url: "http://127.0.0.1:{server.port}/", plain: true}}'],
               '  cool-down: 0\n') as bench:
        names = bench.write('resolv.conf', 'nameserver 127.0.0.99\n')
        bench.box(bench.timeline(faults(12, 5)))
        follower = Follower(bench)
        log = open(bench.folder / 'outside.log', 'ab')
        command = f'mount --bind {names} /etc/resolv.conf && exec {box.BINARY} outside run --config {bench.folder}/lapwing.yaml'
        process = subprocess.Popen(['unshare', '--mount', 'sh', '-c', command], stdout=log, stderr=log)
        bench.processes.append(process)
        time.sleep(13)
        bench.wait(lambda: set(follower.expected()) <= {call.headers['webhook-id'] for call in server.calls}, 5,
                   f'the other channel waits too: {bench.log()}')
        assert len(server.calls) >= 5 and asked, (len(server.calls), len(asked))
        bench.wait(lambda: 'no connection within 10 s' in bench.log(), 15, bench.log())
        process.terminate()
        assert process.wait(10) == 0
        return f'{len(server.calls)} messages of the other channel meanwhile'
