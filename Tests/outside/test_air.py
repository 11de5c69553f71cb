"""Outdoor air: what each source is asked and what is made of its answer, and what happens with answers that are wrong."""
import json
import time

from air_services import KEY, AirKorea, AirNow, OpenAQ, OpenMeteo, SensorCommunity, Service, WAQI, around
from box import Bench

PLACE = '52.516667,13.388889'
CONSENT = 'consent: 2026-12-01'


class Box(Bench):
    """`lapwing outside` with sources of air and nothing else."""

    def __init__(self, **sources):
        super().__init__()
        self.key = self.write('key', KEY)
        lines = ''.join(f'      {name}: {{{text}}}\n' for name, text in sources.items())
        self.write('lapwing.yaml', (self.folder / 'lapwing.yaml').read_text().replace('openaq-key', str(self.key))
                   + f'  air:\n    place: {PLACE}\n    record: {self.folder}/air.json\n    sources:\n{lines}'.replace('KEY', str(self.key)))

    def record(self):
        path = self.folder / 'air.json'
        return json.loads(path.read_text()) if path.exists() else None

    def change_record(self, change):
        record = self.record()
        change(record)
        self.write('air.json', json.dumps(record))

    def state(self, source):
        return next((state for state in (self.record() or {}).get('sources', []) if state['source'] == source), None)

    def ask(self, source, fault=False):
        """Starts it, and waits until the source has answered, or has not."""
        process = self.outside()
        self.wait(lambda: (self.state(source) or {}).get('fault' if fault else 'answered'), 20, lambda: f'{self.log()} {self.record()}')
        return process

    def air(self, *words):
        ran = self.command('air', *words, '--json')
        assert ran.returncode == 0, ran.stderr
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def stop(self, process):
        process.terminate()
        process.wait()


def at(service, more=''):
    return f'{CONSENT}, url: "{service.url}", plain: true{more}'


def test_air_of_sensors_around_becomes_an_estimate_with_its_inputs_and_licences():
    service = SensorCommunity()
    with Box(**{'sensor-community': at(service)}) as box:
        box.ask('sensor-community')
        (now,) = box.air('now')
        assert 11.5 < now['pm25_ugm3'] < 18 and now['lower_ugm3'] < now['pm25_ugm3'] < now['upper_ugm3'], now
        assert now['class'] == 'moderate' and 0 < now['class_probability'] < 1
        assert {entry['licence'] for entry in now['inputs']} == {'ODbL 1.0, DbCL 1.0'} and len(now['inputs']) == 3
        stations = box.air('stations')
        # The sensor in a room is not there, and the two values of each count once.
        assert sorted(station['id'] for station in stations) == [f'sensor-community/{number}' for number in (700, 701, 702)]
        assert [station['distance_km'] for station in stations] == sorted(station['distance_km'] for station in stations)
        assert box.state('sensor-community')['leftOut'] == 0
        assert (box.record()['latitude'], box.record()['longitude']) == (52.52, 13.39)
        assert service.calls[0].path == '/airrohr/v1/filter/area=52.52,13.39,50'
        assert len(box.air('history')) == 1


def test_air_without_consent_is_not_asked():
    service = SensorCommunity()
    with Box(**{'sensor-community': f'url: "{service.url}", plain: true', 'file': 'path: /nowhere.csv'}) as box:
        box.ask('file', fault=True)
        assert not service.calls and 'sensor-community is not asked' in box.log()
        assert '/nowhere.csv' in box.state('file')['fault']
        (source,) = [source for source in box.air('sources') if source['source'] == 'sensor-community']
        assert source['configured'] and not source['on']
        assert 'off without consent: sensor-community' in box.command('privacy').stdout


def test_air_of_openaq_has_the_licence_of_each_provider_and_the_places_are_asked_for_once():
    service = OpenAQ()
    with Box(openaq=at(service, ', key-file: KEY')) as box:
        first = box.ask('openaq')
        stations = {station['name']: station for station in box.air('stations')}
        assert stations['Wedding']['pm25_ugm3'] == 9 and stations['Neukölln']['pm25_ugm3'] == 12
        assert stations['Wedding']['licence'] == 'CC BY 4.0' and 'European Environment Agency' in stations['Wedding']['source']
        assert KEY not in box.log() and KEY not in json.dumps(box.record())
        # Ten minutes are kept over a restart.
        box.stop(first)
        asked = len(service.calls)
        box.outside()
        time.sleep(1.5)
        assert len(service.calls) == asked


def test_air_of_a_key_that_is_refused_is_asked_for_again_after_hours_and_the_values_stay():
    service = OpenAQ()
    with Box(openaq=at(service, ', key-file: KEY')) as box:
        box.stop(box.ask('openaq'))
        box.write('key', 'expired')
        box.change_record(lambda record: record['sources'][0].update(next=0))
        box.ask('openaq', fault=True)
        state = box.state('openaq')
        assert 'refuses the secret or token (401)' in state['fault'] and state['next'] - state['asked'] >= 6 * 3600
        assert len(box.air('stations')) == 2 and 'expired' not in json.dumps(box.record())


def test_air_in_another_unit_is_left_out():
    service = OpenAQ(units='ppm')
    with Box(openaq=at(service, ', key-file: KEY')) as box:
        box.ask('openaq')
        assert box.air('stations') == [] and box.state('openaq')['leftOut'] == 2
        assert box.air('now')[0]['unknown'] == 'nothing-in-reach'


def test_air_of_airnow_falls_back_to_the_hour_before_and_sends_no_place():
    service = AirNow()
    with Box(airnow=at(service)) as box:
        box.ask('airnow')
        (station,) = box.air('stations')
        assert station['name'] == 'FAIRHOPE' and station['pm25_ugm3'] == 10.6 and 'Alabama' in station['source']
        assert len(service.calls) == 2 and not any('52.' in call.path or '13.' in call.path for call in service.calls)


def test_air_of_airkorea_tells_stations_of_one_name_apart():
    service = AirKorea()
    with Box(airkorea=at(service, ', key-file: KEY')) as box:
        box.ask('airkorea')
        assert {station['id']: station['pm25_ugm3'] for station in box.air('stations')} == {'airkorea/서울-중구': 17, 'airkorea/인천-중구': 88}
        assert not any('52.' in call.path for call in service.calls)
        box.write('key', 'wrong')
    with Box(airkorea=at(service, ', key-file: KEY')) as box:
        box.write('key', 'wrong')
        box.ask('airkorea', fault=True)
        assert 'no JSON, and begins with “<OpenAPI_ServiceResponse>' in box.state('airkorea')['fault']
    service.raw = 200, {'Content-Type': 'application/json'}, b'{"response":{"header":{"resultCode":"30","resultMsg":"SERVICE_KEY_IS_NOT_REGISTERED"}}}'
    with Box(airkorea=at(service, ', key-file: KEY')) as box:
        box.ask('airkorea', fault=True)
        assert 'its answer has no station' in box.state('airkorea')['fault'] and box.state('airkorea').get('answered') is None


def test_air_of_waqi_is_turned_back_from_the_index_with_its_doubt_and_goes_when_it_is_old():
    service = WAQI()
    with Box(waqi=at(service, ', key-file: KEY')) as box:
        process = box.ask('waqi')
        stations = {station['name']: station for station in box.air('stations')}
        # 30 is 5.4 by the table of 2024 and 7.2 by the one before.
        assert 5.4 < stations['Karlshorst']['pm25_ugm3'] < 7.2 and 'Berlin' in stations['Karlshorst']['source']
        assert min(station['error'] for station in box.record()['stations']) >= 0.05
        assert KEY not in box.log()
        box.stop(process)

        def age(record):
            for station in record['stations']:
                station['at'] -= 3 * 3600
        box.change_record(age)
        assert box.air('stations') == [], 'a value of WAQI is kept for 3 hours'
        # A token that is not known: it says so with status 200.
        box.write('key', 'wrong')
        box.change_record(lambda record: record['sources'][0].update(next=0))
        box.ask('waqi', fault=True)
        assert 'refuses the token' in box.state('waqi')['fault'] and box.record()['stations'] == []
    # A token that was used too often is no wrong one, and is asked again after minutes.
    service.is_over_quota = True
    with Box(waqi=at(service, ', key-file: KEY')) as box:
        box.ask('waqi', fault=True)
        assert 'used too often' in box.state('waqi')['fault']
        assert box.state('waqi')['next'] - box.state('waqi')['asked'] == 600


def test_air_of_the_sky_is_a_tier_of_its_own_called_a_model():
    sky, stations = OpenMeteo(), OpenAQ(age=600)
    with Box(openaq=at(stations, ', key-file: KEY'), **{'open-meteo': at(sky)}) as box:
        box.ask('open-meteo')
        (now,) = box.air('now')
        tiers = {tier['tier']: tier for tier in now['tiers']}
        assert set(tiers) == {'station', 'satellite'} and tiers['satellite']['source'] == 'Open-Meteo (CAMS)'
        assert abs(sum(tier['weight'] for tier in tiers.values()) - 1) < 0.011
        assert box.record()['sky']['humidity'] == 81 and len(box.record()['pairs']) == 2
        assert 'Model with satellite data' in box.command('air', 'now').stdout
        # An hour is its pause, and no shorter.
        assert box.state('open-meteo')['next'] - box.state('open-meteo')['asked'] == 3600


def test_air_of_a_file_is_read_as_csv_and_as_json_and_a_wrong_line_is_named():
    with Box(file='path: FILE') as box:
        box.write('lapwing.yaml', (box.folder / 'lapwing.yaml').read_text().replace('FILE', f'{box.folder}/stations'))
        box.write('stations', 'station,latitude,longitude,pm25,licence\nroof,52.52,13.39,8,mine\n"Dach, alt",52.4,13.3,9,mine\n')
        box.stop(box.ask('file'))
        assert [(station['name'], station['licence']) for station in box.air('stations')] == [('roof', 'mine'), ('Dach, alt', 'mine')]
        now = {'next': 0, 'answered': None}
        box.change_record(lambda record: record['sources'][0].update(now))
        box.write('stations', json.dumps([{'station': 'roof', 'latitude': 52.52, 'longitude': '13.39', 'pm25': '18.5', 'licence': 'CC0'}]))
        box.stop(box.ask('file'))
        assert box.air('stations')[0]['pm25_ugm3'] == 18.5 and len(box.air('stations')) == 2
        box.change_record(lambda record: record['sources'][0].update(now))
        box.write('stations', 'station,latitude,longitude,pm25\nroof,52.52,13.39,viel\n')
        box.ask('file', fault=True)
        assert 'line 2: pm25 is “viel”' in box.state('file')['fault'] and len(box.air('stations')) == 2


def test_air_of_an_own_sensor_is_corrected_for_humidity_and_is_the_nearest():
    roof, service = 'C0:FF:EE:00:00:09', SensorCommunity()
    # BTHome v2 (bthome.io/format): 50.55 % of humidity, 20 µg/m³.
    line = {'address': roof, 'adv_hex': '0201060d16d2fc4002ca0903bf130d1400'}
    with Box(own=f'sensor: "{roof}"', **{'sensor-community': at(service)}) as box:
        box.box(box.timeline([{'t': t, **line} for t in range(1, 300, 2)]), speed='4')
        box.ask('own')
        own, *others = box.air('stations')
        # 0.524·20 − 0.0862·50.55 + 5.75
        assert own['id'] == f'own/{roof}' and abs(own['pm25_ugm3'] - 11.87) < 0.011 and own['distance_km'] == 0, own
        assert len(others) == 3 and own['weight'] > max(other['weight'] for other in others)
        assert 'outside   PM2.5' in box.command('status').stdout
    with Box(own=f'sensor: "{roof}"') as box:
        box.ask('own', fault=True)


def test_air_with_wrong_answers_keeps_what_it_had():
    service = SensorCommunity()
    html = (200, {'Content-Type': 'text/html'}, b'<!DOCTYPE html><html><body>Wartung</body></html>')
    wrong = {
        'no JSON, and begins with “<!DOCTYPE html>': html,
        'ended in the middle': (200, {}, b'[{"id": 1, "sensor": {"id": '),
        'none of its 2 parts': (200, {}, b'[{"a": 1}, {"b": [{"c": 2}]}]'),
        'longer than 32 MiB': (200, {}, b'[' + b' ' * (100 << 20) + b']'),
        'a part of it is too long': (200, {}, b'[{"a": "' + b'x' * 100_000 + b'"}]'),
        'a fault (503)': (503, {'Retry-After': '7200'}, b''),
        'refuses the secret or token (403)': (403, {}, b'{}'),
        'refuses the request (404)': (404, {}, b''),
    }
    with Box(**{'sensor-community': at(service)}) as box:
        box.stop(box.ask('sensor-community'))
        before = box.record()['stations']
        for sentence, answer in wrong.items():
            service.raw = answer
            box.change_record(lambda record: record['sources'][0].update(next=0, fault=None, failures=0))
            process = box.ask('sensor-community', fault=True)
            state = box.state('sensor-community')
            assert sentence in state['fault'], state
            assert box.record()['stations'] == before, sentence
            peak = next(int(line.split()[1]) for line in open(f'/proc/{process.pid}/status') if line.startswith('VmHWM'))
            assert peak < 128 << 10, (sentence, peak)
            if '503' in sentence:
                assert state['next'] - state['asked'] == 900, 'a service that asks for more is asked again all the same'
            box.stop(process)


def test_air_that_cannot_be_true_is_left_out_and_counted():
    base = SensorCommunity()

    def change(answer):
        first = answer[0]

        def other(number, **more):
            entry = json.loads(json.dumps(first))
            entry['sensor']['id'] = number
            for key, value in more.items():
                if key == 'value':
                    entry['sensordatavalues'][1]['value'] = value
                elif key == 'timestamp':
                    entry['timestamp'] = value
                else:
                    entry['location'][key] = value
            return entry
        return answer + [
            other(1, latitude='0.0', longitude='0.0'), other(2, latitude='95.0'), other(3, value='999.9'), other(4, value='-50'), other(5, value='NaN'),
            other(6, value='viel'), other(7, timestamp='2099-01-01 00:00:00'), other(8, timestamp='2020-01-01 00:00:00'), other(9, timestamp='gestern'),
            # The number of another sensor, elsewhere.
            other(700, latitude='52.6')]
    base.change = change
    with Box(**{'sensor-community': at(base)}) as box:
        box.ask('sensor-community')
        assert sorted(station['id'] for station in box.air('stations')) == [f'sensor-community/{number}' for number in (700, 701, 702)]
        assert box.state('sensor-community')['leftOut'] == 10, box.state('sensor-community')
        assert '10 values that cannot be true were left out' in box.command('air', 'sources').stdout


def test_air_of_a_month_without_a_network_is_shown_with_its_age_and_a_wider_interval():
    service = SensorCommunity()
    with Box(**{'sensor-community': at(service)}) as box:
        box.stop(box.ask('sensor-community'))
        widths, ages = [], []
        for hours in (0, 6, 24, 720):
            def age(record):
                for station in record['stations']:
                    station['at'] = int(time.time()) - 120 - hours * 3600
            box.change_record(age)
            (now,) = box.air('now')
            widths.append(now['upper_ugm3'] - now['lower_ugm3'])
            ages.append(now['age_h'])
        assert widths == sorted(widths) and widths[-1] > 2 * widths[0], widths
        assert [round(age) for age in ages] == [0, 6, 24, 720]
        service.stop()
        box.change_record(lambda record: record['sources'][0].update(next=0, answered=None))
        box.ask('sensor-community', fault=True)
        assert len(box.air('stations')) == 3 and '30 days' in box.command('air', 'now').stdout


def test_air_that_is_forgotten_is_gone_from_the_record():
    service = SensorCommunity()
    with Box(**{'sensor-community': at(service)}) as box:
        box.ask('sensor-community')
        ran = box.command('forget', '--all', '--yes')
        assert 'air.json: estimates and values of the air outdoors are deleted' in ran.stdout, ran
        assert not box.record()['stations'] and not box.record()['results']
        assert f'{box.folder}/air.json' in box.command('privacy').stdout


def test_air_of_30000_stations_takes_little_time_and_memory():
    service = SensorCommunity(stations=list(around(30_000)), is_plain=True)
    assert len(service.reply(None, '/airrohr/v1/filter/area=52.52,13.39,50', {})[2]) > 10 << 20
    with Box(**{'sensor-community': at(service)}) as box:
        process = box.ask('sensor-community')
        size = dict(line.split()[:2] for line in open(f'/proc/{process.pid}/status') if line.startswith(('VmHWM', 'RssFile')))
        # A program of a debug build is 50 MB by itself, which are pages of its file.
        peak = int(size['VmHWM:']) - int(size['RssFile:'])
        seconds = sum(map(int, open(f'/proc/{process.pid}/stat').read().split()[13:15])) / 100
        assert peak <= 30 << 10, size
        assert len(box.record()['stations']) == 60
        return f'{peak / 1024:.0f} MB beside the program, {seconds:.2f} s of a processor'


def test_air_service_double_refuses_a_place_that_is_too_fine():
    try:
        Service.handle(SensorCommunity(), None, type('Call', (), {'path': '/airrohr/v1/filter/area=52.5166,13.39,50'}))
    except AssertionError:
        return
    raise AssertionError('it was taken')
