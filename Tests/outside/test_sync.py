"""The same loadings on several devices: `lapwing account` and `lapwing sync` against doubles of a server."""
import json
import time

from accounts import Accounts
from box import Bench

LOADING = {'schemaVersion': 1, 'aircraftId': 'cessna-172m', 'name': 'Trip', 'stationLoads': {'front-seats': 340}, 'fuelLoads': {'main-fuel': 30},
           'tripFuel': 20}


class Device(Bench):
    """A box, a tablet or a PC with a folder of scenarios."""

    def __init__(self, server, email='anna@example.org', is_signed_in=True):
        scheme = 'https' if server.certificate else 'http'
        super().__init__(settings=f'  account: {{server: "{scheme}://127.0.0.1:{server.port}", file: %s}}\n' % '{folder}/account.json')
        self.scenarios = self.folder / 'scenarios'
        self.scenarios.mkdir()
        text = (self.folder / 'lapwing.yaml').read_text().replace('{folder}', str(self.folder))
        self.write('lapwing.yaml', text.replace('circle: 2026-11-26', 'circle: 2026-11-26, account: 2026-12-01'))
        self.server = server
        if is_signed_in:
            self.good('account', 'login', email)
            self.good('account', 'verify', server.mail[-1][1])

    def good(self, *words):
        run = self.command(*words)
        assert run.returncode == 0, f'{words}: {run.returncode} {run.stdout}{run.stderr}'
        return run.stdout

    def sync(self, *words):
        return json.loads(self.good('sync', 'now', '--json', '--scenarios', str(self.scenarios), *words))

    def put(self, file, /, **more):
        self.write(f'scenarios/{file}.json', json.dumps({**LOADING, **more}, indent=1))

    def change(self, name, **more):
        path = self.scenarios / f'{name}.json'
        path.write_text(json.dumps({**json.loads(path.read_text()), **more}, indent=1))

    def loadings(self):
        """By name: what is not deleted."""
        found = [json.loads(path.read_text()) for path in self.scenarios.glob('[!.]*.json')]
        return {loading['name']: loading for loading in found if not loading.get('deletedAt')}

    def records(self, *words):
        return [json.loads(line) for line in self.good('sync', 'list', '--scenarios', str(self.scenarios), *words).splitlines()]

    def compute(self, name):
        run = self.command_without_config('balance', 'compute', '--scenario', str(self.scenarios / f'{name}.json'), '--json')
        return json.loads(run.stdout)

    def command_without_config(self, *words):
        import subprocess
        from box import BINARY
        return subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60)


def weight(loading, station='front-seats'):
    load = loading['stationLoads'][station]
    return load['value'] if isinstance(load, dict) else load


def test_sign_in_by_mail_and_out():
    server = Accounts()
    with Device(server, is_signed_in=False) as box:
        assert 'guest' in box.good('account', 'me')
        box.good('account', 'login', ' Anna@Example.ORG ')
        assert server.mail[-1][0] == 'anna@example.org'
        wrong = box.command('account', 'verify', '000000' if server.mail[-1][1] != '000000' else '000001')
        assert wrong.returncode == 77 and 'wrong or too old' in wrong.stderr, wrong
        box.good('account', 'login', 'anna@example.org')
        box.good('account', 'verify', server.mail[-1][1])
        assert (box.folder / 'account.json').stat().st_mode & 0o777 == 0o600
        assert 'anna@example.org' in box.good('account', 'me')
        server.tokens.clear()
        out = box.command('account', 'me')
        assert out.returncode == 77 and 'signed out' in out.stderr, out
        assert 'guest' in box.good('account', 'me'), 'an expired token is forgotten'


def test_sign_in_with_a_token_of_google():
    server = Accounts(is_camel=True)
    with Device(server, is_signed_in=False) as box:
        path = box.write('google', 'good')
        box.good('account', 'login', '--google-token-file', str(path))
        assert 'g@example.org' in box.good('account', 'me')


def test_odd_addresses_and_codes_are_refused_before_the_network():
    server = Accounts()
    with Device(server, is_signed_in=False) as box:
        for email in ('', '@', 'a@', '@b.org', 'a b@c.org', 'a@b@c.org', 'a\n@b.org', 'x' * 300 + '@b.org'):
            run = box.command('account', 'login', email)
            assert run.returncode == 64, (email, run)
        assert not server.calls
        box.good('account', 'login', 'ünï@exämple.org')
        for code in ('12345', '1234567', 'abcdef', '１２３４５６'):
            assert box.command('account', 'verify', code).returncode == 64, code


def test_two_devices_and_a_hub_have_the_same():
    server = Accounts(is_hub=True)
    with Device(server) as one, Device(server) as two:
        one.put('trip', notes='fair weather')
        one.sync()
        assert two.sync()['written'] == ['trip.json']
        assert two.loadings()['Trip']['notes'] == 'fair weather' and weight(two.loadings()['Trip']) == 340
        # What came is yellow until somebody has looked at it.
        codes = [warning['code'] for warning in two.compute('trip')['warnings']]
        assert 'CHANGED_ELSEWHERE' in codes, codes
        two.good('sync', 'seen', 'trip', '--scenarios', str(two.scenarios))
        codes = [warning['code'] for warning in two.compute('trip')['warnings']]
        assert 'CHANGED_ELSEWHERE' not in codes, codes
        # Two fields at once.
        one.change('trip', tripFuel=15)
        two.change('trip', notes='rain')
        for device in (one, two, one):
            device.sync()
        for device in (one, two):
            assert device.loadings()['Trip']['notes'] == 'rain' and device.loadings()['Trip']['tripFuel'] in (15, {'unit': 'gal', 'value': 15}), device.loadings()
        assert json.loads((two.scenarios / 'trip.json').read_text())['changedElsewhere'] == ['tripFuel']
        # The same field at once: a copy.
        one.change('trip', notes='snow')
        two.change('trip', notes='hail')
        for device in (one, two, one, two):
            device.sync()
        assert {loading['notes'] for loading in one.loadings().values()} == {'snow', 'hail'}, one.loadings()
        assert set(one.loadings()) == set(two.loadings()) == {'Trip', 'Trip (other version)'}
        # A deletion.
        (two.scenarios / 'trip.json').unlink()
        two.sync()
        one.sync()
        assert 'Trip' not in one.loadings()
        assert one.sync() == {'sent': 0, 'received': 0, 'written': [], 'faults': []}
        assert not one.records('--dirty')


def test_kilograms_and_pounds_mean_the_same_elsewhere():
    server = Accounts(is_hub=True)
    with Device(server) as one, Device(server) as two:
        one.put('trip', units={'weight': 'kg', 'volume': 'l'}, stationLoads={'front-seats': 100}, fuelLoads={'main-fuel': 100}, tripFuel=50)
        one.sync()
        two.sync()
        first, second = one.compute('trip'), two.compute('trip')
        assert first['phases'] and first['phases'] == second['phases'], (first, second)
        assert two.loadings()['Trip']['stationLoads']['front-seats'] == {'unit': 'kg', 'value': 100}


def test_a_hub_that_was_restored_from_yesterday_loses_nothing():
    import copy
    server = Accounts(is_hub=True)
    with Device(server) as one, Device(server) as two:
        one.put('old')
        one.sync()
        yesterday = copy.deepcopy(server.hub)
        one.put('new', name='New')
        one.sync()
        server.hub = yesterday
        two.put('other', name='Other')
        two.sync()
        one.sync()
        two.sync()
        assert set(one.loadings()) == set(two.loadings()) == {'Trip', 'New', 'Other'}, (one.loadings(), two.loadings())


def test_a_server_of_the_specified_protocol_reverts_no_newer_field():
    for is_camel in (False, True):
        server = Accounts(is_camel=is_camel)
        with Device(server) as one, Device(server) as two:
            one.put('trip')
            one.sync()
            row = next(iter(server.rows.values()))
            assert row['stationLoads'] == [{'stationId': 'front-seats', 'weight': 340}], row
            assert row['fuelLoads'] == [{'tankId': 'main-fuel', 'gallons': 30}], row
            two.sync()
            assert weight(two.loadings()['Trip']) == 340
            one.change('trip', notes='rain')
            two.change('trip', stationLoads={'front-seats': 350})
            time.sleep(0.01)
            for device in (one, two, one):
                device.sync()
            for device in (one, two):
                assert device.loadings()['Trip']['notes'] == 'rain' and weight(device.loadings()['Trip']) == 350, device.loadings()
            # What the server does not know stays here.
            assert one.loadings()['Trip']['tripFuel'] == 20
            (one.scenarios / 'trip.json').unlink()
            one.sync()
            two.sync()
            assert not two.loadings()


def test_a_row_from_a_clock_that_is_years_ahead_keeps_back_no_later_edit():
    server = Accounts()
    with Device(server) as box:
        box.put('trip')
        box.sync()
        row = next(iter(server.rows.values()))
        row['updatedAt'] = '2099-01-01T00:00:00.000Z'
        box.change('trip', notes='rain')
        box.sync()
        assert next(iter(server.rows.values()))['notes'] == 'rain', server.rows
        box.sync()
        assert box.loadings()['Trip']['notes'] == 'rain'


def test_a_server_without_sync_is_reached_by_its_older_endpoints():
    server = Accounts(has_sync=False)
    with Device(server) as one, Device(server) as two:
        one.put('trip')
        one.sync()
        two.sync()
        two.change('trip', notes='rain')
        two.sync()
        one.sync()
        assert one.loadings()['Trip']['notes'] == 'rain'
        (one.scenarios / 'trip.json').unlink()
        one.sync()
        two.sync()
        assert not two.loadings()
        assert {call.method for call in server.calls} == {'GET', 'POST', 'PUT', 'DELETE'}


def test_a_station_that_is_another_place_is_refused_by_name():
    server = Accounts()
    with Device(server) as box:
        box.put('a36', aircraftId='bonanza-a36', name='Family', stationLoads={'front-seats': 340, 'rear-seats': 100}, fuelLoads={})
        run = box.command('sync', 'now', '--scenarios', str(box.scenarios))
        assert run.returncode == 75 and 'Family' in run.stdout and 'rear-seats' in run.stdout, run
        assert not server.rows


def test_bad_answers_change_nothing_and_say_so():
    server = Accounts(is_hub=True)
    with Device(server) as box:
        box.put('trip')
        box.sync()
        state = (box.scenarios / '.sync.json').read_bytes()
        page = b'<!DOCTYPE html><html>Welcome to the airport network</html>'
        bad = json.dumps({'server_changes': [], 'synced_at': 'x', 'lapwing': {
            'cursor': '1.1', 'is_full': False, 'accepted': {}, 'changes': [{'version': 9, 'item': {
                'id': '00000000-0000-4000-8000-000000000001', 'kind': 'loading', 'created': 0, 'vector': {},
                'fields': {'name': {'value': 'no JSON', 'at': 0, 'stamp': '1@00000000-0000-4000-8000-000000000001'}}}}]}}).encode()
        huge = b'{"server_changes": [' + b' ' * (17 << 20) + b']}'
        for body, word in ((page, 'page for people'), (b'', 'not understood'), (b'{}', 'not understood'), (b'[' * 100_000, 'not understood'),
                           (bad, 'no device writes'), (bad.replace(b'1@', b'99999999999999999999@'), 'not understood'), (huge, 'too long')):
            server.instead = [(200, {}, body)]
            run = box.command('sync', 'now', '--scenarios', str(box.scenarios))
            assert run.returncode == 69 and word in run.stderr, (word, run)
            assert (box.scenarios / '.sync.json').read_bytes() == state, word
        assert len(box.loadings()) == 1


def test_a_server_with_a_fault_is_tried_three_times_more():
    server = Accounts(is_hub=True)
    with Device(server) as box:
        box.put('trip')
        server.instead, before = [(503, {}, b''), (429, {}, b''), (500, {}, b'')], len(server.calls)
        began = time.monotonic()
        box.sync()
        assert len(server.calls) - before == 4 and time.monotonic() - began >= 6, (len(server.calls) - before)
        server.instead, before = [(503, {}, b'')] * 4, len(server.calls)
        run = box.command('sync', 'now', '--scenarios', str(box.scenarios))
        assert run.returncode == 69 and len(server.calls) - before == 4, run
        server.instead, before = [(400, {}, b'{"error": "no"}')], len(server.calls)
        run = box.command('sync', 'now', '--scenarios', str(box.scenarios))
        assert run.returncode == 69 and len(server.calls) - before == 1, run


def test_outside_exchanges_by_itself():
    server = Accounts(is_hub=True)
    with Device(server) as one, Device(server) as two:
        one.spawn('outside', 'run', '--scenarios', str(one.scenarios), name='outside')
        one.put('trip')
        Bench.wait(lambda: server.hub.stored, 120, one.log)
        two.sync()
        assert 'Trip' in two.loadings()
