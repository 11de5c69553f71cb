"""No single point: a bad secret, a bad certificate or a full disk leaves the rest working, and is said."""
import os
import shutil
import subprocess
import time

from box import Bench
from servers import Server
from test_circle import Circle


def test_a_missing_secret_and_a_bad_certificate_leave_the_other_channels_working_and_heal_by_themselves():
    good, mended = Server(), Server()
    with Bench([f'good: {{kind: webhook, url: "{good.url}/", plain: true}}',
                f'lost: {{kind: webhook, url-file: FOLDER/secret, plain: true}}',
                'foreign: {kind: webhook, url: "https://localhost:1/", ca-file: /nonexistent}']) as bench:
        text = (bench.folder / 'lapwing.yaml').read_text().replace('FOLDER', str(bench.folder))
        bench.write('lapwing.yaml', text)
        bench.outside()
        bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]))
        good.wait()
        bench.wait(lambda: 'nothing is sent by lost' in bench.log() and 'nothing is sent by foreign' in bench.log(), 10, bench.log)
        status = bench.command('outside', 'status').stdout
        assert 'lost: 1 waiting' in status and 'No such file' in status and 'no certificates can be read' in status, status
        bench.write('secret', f'{mended.url}/')
        mended.wait(timeout=70)
        bench.wait(lambda: 'lost can be used again' in bench.log(), 10, bench.log)
        bench.wait(lambda: 'No such file' not in bench.command('outside', 'status').stdout, 10, 'the fault stays')


class FullDisk:
    """A disk of its own for the queue, which is filled and emptied."""

    def __init__(self, folder):
        self.folder = folder / 'disk'
        self.folder.mkdir()
        subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', str(self.folder)], check=True)

    def fill(self):
        with open(self.folder / 'filler', 'ab', buffering=0) as file:
            for size in (65536, 4096, 1):
                try:
                    while True:
                        file.write(b'x' * size)
                except OSError:
                    pass

    def empty(self):
        (self.folder / 'filler').unlink()

    def close(self):
        subprocess.run(['umount', '-l', str(self.folder)])


def is_possible():
    return os.geteuid() == 0 and shutil.which('mount')


def test_a_full_disk_holds_back_no_message_of_the_circle_and_takes_them_again_later():
    if not is_possible():
        return 'left out: it needs root'
    with Circle() as bench:
        disk = FullDisk(bench.folder)
        try:
            text = (bench.folder / 'lapwing.yaml').read_text()
            bench.write('lapwing.yaml', text.replace(f'queue: {bench.folder}/', f'queue: {disk.folder}/'))
            outside = bench.start()
            bench.consent()
            disk.fill()
            began = time.monotonic()
            bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 60, 'cleared': 'adapter-gone'}, {'t': 600}]))
            bench.wait(lambda: bench.titles('ann') and bench.titles('ben'), 30, lambda: f'a full disk keeps it: {bench.log()}')
            told = time.monotonic() - began
            bench.wait(lambda: 'messages go out from memory' in bench.log(), 10, bench.log)
            bench.ntfy.press(bench.told('ben')[0])
            bench.wait(lambda: any(title.startswith('ben has') for title in bench.titles('ann')), 10,
                       lambda: f'{bench.titles("ann")}\n{bench.log()}')
            disk.empty()
            bench.wait(lambda: 'the disk takes messages again' in bench.log(), 30, bench.log)
            outside.kill()
            outside.wait()
            bench.start()
            assert 'ben has answered' in bench.say('status'), 'what happened meanwhile is lost'
            bench.wait(lambda: 'Back to normal' in bench.titles('ann'), 70, lambda: f'{bench.titles("ann")}\n{bench.log()}')
            assert bench.titles('ann').count('No Bluetooth adapter') == 1, bench.titles('ann')
            return f'reached after {told:.1f} s'
        finally:
            disk.close()


def test_a_disk_that_is_full_at_the_start_holds_back_no_message():
    if not is_possible():
        return 'left out: it needs root'
    with Circle() as bench:
        disk = FullDisk(bench.folder)
        try:
            text = (bench.folder / 'lapwing.yaml').read_text()
            bench.write('lapwing.yaml', text.replace(f'queue: {bench.folder}/', f'queue: {disk.folder}/'))
            outside = bench.start()
            bench.consent()
            outside.terminate()
            assert outside.wait(10) == 0
            for name in ('outside.db', 'outside.db-wal', 'outside.db-shm'):
                (disk.folder / name).unlink(missing_ok=True)
            disk.fill()
            outside = bench.start()
            bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]))
            bench.wait(lambda: bench.titles('ann') and bench.titles('ben'), 30, lambda: f'a full disk keeps it: {bench.log()}')
            disk.empty()
            bench.wait(lambda: outside.poll() is not None, 30, 'it does not begin again')
            assert outside.returncode == 74 and 'takes messages again' in bench.log(), (outside.returncode, bench.log())
        finally:
            disk.close()
