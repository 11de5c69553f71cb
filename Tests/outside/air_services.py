"""Doubles of the services of outdoor air, written from their documentation and the shapes of their answers (docs.openaq.org,
github.com/opendata-stuttgart/meta/wiki, docs.airnowapi.org, AirKorea's 기술문서, aqicn.org/json-api, open-meteo.com/en/docs), not from Lapwing's
code. The values are of our own making.

What they leave out: pages after the first, rate limits, every field that no client here reads."""
import datetime
import json
import math
import re
import urllib.parse

from servers import Server

KEY = 'k3y-of-the-owner'


def utc(age=0):
    return datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=age)


class Service(Server):
    """`change` gets each JSON answer before it is sent; `raw` is sent instead of any."""
    raw = None
    change = staticmethod(lambda answer: answer)

    def __init__(self, answer=None, **more):
        vars(self).update(more)
        super().__init__(answer=answer)

    def json(self, answer):
        return 200, {'Content-Type': 'application/json'}, json.dumps(self.change(answer)).encode()

    def handle(self, handler, call):
        # The place of a box leaves it no finer than 0.01°.
        for number in re.findall(r'-?\d+\.\d+', urllib.parse.unquote(call.path)):
            assert len(number.split('.')[1]) <= 2, call.path
        super().handle(handler, call)

    def answer(self, call):
        if self.raw is not None:
            return self.raw
        return self.reply(call, urllib.parse.urlparse(call.path).path, dict(urllib.parse.parse_qsl(urllib.parse.urlparse(call.path).query)))


class SensorCommunity(Service):
    stations = [(52.53, 13.40, 14.0), (52.50, 13.35, 18.0), (52.48, 13.45, 11.5)]
    age = 120
    # A sensor of the network has two values of the last five minutes, and most have a thermometer.
    is_plain = False

    def reply(self, call, path, query):
        latitude, longitude, radius = re.fullmatch(r'/airrohr/v1/filter/area=([-\d.]+),([-\d.]+),(\d+)', path).groups()
        assert float(radius) <= 100
        time = utc(self.age).strftime('%Y-%m-%d %H:%M:%S')
        answer = []
        for number, (at, along, value) in enumerate(self.stations, 700):
            entry = {'id': number * 1000, 'sampling_rate': None, 'timestamp': time,
                     'location': {'id': number, 'latitude': f'{at:.3f}', 'longitude': f'{along:.3f}', 'altitude': '34.0', 'country': 'DE',
                                  'exact_location': 0, 'indoor': 0},
                     'sensor': {'id': number, 'pin': '1', 'sensor_type': {'id': 14, 'name': 'SDS011', 'manufacturer': 'Nova Fitness'}},
                     'sensordatavalues': [{'id': 1, 'value': f'{value * 2}', 'value_type': 'P1'}, {'id': 2, 'value': f'{value}', 'value_type': 'P2'}]}
            if self.is_plain:
                answer.append(entry)
                continue
            answer += [entry, {**entry, 'id': number * 1000 + 1}]
            answer.append({**entry, 'sensor': {'id': number + 500, 'pin': '7', 'sensor_type': {'id': 9, 'name': 'DHT22', 'manufacturer': 'various'}},
                           'sensordatavalues': [{'id': 3, 'value': '4.5', 'value_type': 'temperature'}]})
        # A sensor in a room is in the list too.
        answer.append({**answer[0], 'location': {**answer[0]['location'], 'indoor': 1}, 'sensor': {**answer[0]['sensor'], 'id': 999},
                       'sensordatavalues': [{'id': 4, 'value': '300', 'value_type': 'P2'}]})
        return self.json(answer)


class OpenAQ(Service):
    units = 'µg/m³'
    age = 1800
    stations = [(2162, 'Wedding', 52.543, 13.349, 9.0), (2163, 'Neukölln', 52.489, 13.431, 12.0)]

    def reply(self, call, path, query):
        headers = {name.lower(): value for name, value in call.headers.items()}
        if headers.get('x-api-key') != KEY:
            return 401, {'Content-Type': 'application/json'}, b'{"message":"Unauthorized. A valid API key must be provided in the X-API-Key header."}'
        meta = {'name': 'openaq-api', 'website': '/', 'page': 1, 'limit': 100, 'found': len(self.stations)}
        if path == '/v3/locations':
            assert query['parameters_id'] == '2' and ('bbox' in query) != ('coordinates' in query)
            assert int(query.get('radius', 0)) <= 25000 and int(query['limit']) <= 1000
            if 'bbox' in query:
                west, south, east, north = map(float, query['bbox'].split(','))
                assert -180 <= west < east <= 180 and -90 <= south < north <= 90
            return self.json({'meta': meta, 'results': [self.location(*station[:4]) for station in self.stations]})
        number = int(re.fullmatch(r'/v3/locations/(\d+)/latest', path).group(1))
        station = next(station for station in self.stations if station[0] == number)
        time = {'utc': utc(self.age).strftime('%Y-%m-%dT%H:%M:%SZ'), 'local': '2026-12-01T09:00:00+01:00'}
        place = {'latitude': station[2], 'longitude': station[3]}
        return self.json({'meta': meta, 'results': [
            {'datetime': time, 'value': 41.0, 'coordinates': place, 'sensorsId': number + 1000, 'locationsId': number},
            {'datetime': time, 'value': station[4], 'coordinates': place, 'sensorsId': number + 2000, 'locationsId': number}]})

    def location(self, number, name, latitude, longitude):
        sensor = {'name': 'pm25', 'displayName': 'PM2.5'}
        return {'id': number, 'name': name, 'locality': None, 'timezone': 'Europe/Berlin', 'country': {'id': 50, 'code': 'DE', 'name': 'Germany'},
                'owner': {'id': 4, 'name': 'Unknown'}, 'provider': {'id': 70, 'name': 'EEA'}, 'isMobile': False, 'isMonitor': True,
                'instruments': [{'id': 2, 'name': 'Government Monitor'}],
                'sensors': [{'id': number + 1000, 'name': 'no2 µg/m³', 'parameter': {'id': 5, 'name': 'no2', 'units': 'µg/m³'}},
                            {'id': number + 2000, 'name': 'pm25', 'parameter': {'id': 2, **sensor, 'units': self.units}}],
                'coordinates': {'latitude': latitude, 'longitude': longitude},
                'licenses': [{'id': 41, 'name': 'CC BY 4.0', 'attribution': {'name': 'European Environment Agency', 'url': None},
                              'dateFrom': '2016-01-30', 'dateTo': None}],
                'bounds': [], 'distance': None, 'datetimeFirst': None, 'datetimeLast': None}


class AirNow(Service):
    columns = ['AQSID', 'SiteName', 'Status', 'EPARegion', 'Latitude', 'Longitude', 'Elevation', 'GMTOffset', 'CountryCode', 'StateName', 'ValidDate',
               'ValidTime', 'DataSource', 'ReportingArea_PipeDelimited', 'OZONE_AQI', 'PM10_AQI', 'PM25_AQI', 'NO2_AQI', 'OZONE_Measured',
               'PM10_Measured', 'PM25_Measured', 'NO2_Measured', 'PM25', 'PM25_Unit', 'OZONE', 'OZONE_Unit']
    stations = [('010030010', 'FAIRHOPE', 52.4, 13.2, '10.6', 'UG/M3'), ('010030011', 'OZONE ONLY', 52.41, 13.2, '', '')]
    is_late = True

    def reply(self, call, path, query):
        year, day, hour = re.fullmatch(r'/airnow/(\d{4})/(\d{8})/HourlyAQObs_(\d{10}).dat', path).groups()
        assert day[:4] == year and hour[:8] == day
        at = datetime.datetime.strptime(hour, '%Y%m%d%H').replace(tzinfo=datetime.timezone.utc)
        # The store says 403 of a file that is not there yet.
        if self.is_late and utc() - at < datetime.timedelta(hours=2):
            return 403, {'Content-Type': 'application/xml'}, b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
        lines = [self.columns]
        for number, name, latitude, longitude, value, unit in self.stations:
            row = dict.fromkeys(self.columns, '') | {
                'AQSID': number, 'SiteName': name, 'Status': 'Active', 'Latitude': str(latitude), 'Longitude': str(longitude),
                'ValidDate': at.strftime('%m/%d/%Y'), 'ValidTime': at.strftime('%H:00'), 'DataSource': 'Alabama Department of Environmental Management',
                'PM25': value, 'PM25_Unit': unit}
            lines.append([row[column] for column in self.columns])
        return 200, {'Content-Type': 'binary/octet-stream'}, ''.join(','.join(f'"{field}"' for field in line) + '\r\n' for line in lines).encode()


class AirKorea(Service):
    # Two stations of one name, and one that has failed.
    stations = [('서울', '중구', 52.51, 13.42, '17', None), ('인천', '중구', 53.4, 14.6, '88', None), ('서울', '종로구', 52.57, 13.3, '-', '통신장애')]

    def reply(self, call, path, query):
        assert query['returnType'] == 'json'
        if query['serviceKey'] != KEY:
            return 200, {'Content-Type': 'text/xml'}, b'<OpenAPI_ServiceResponse><cmmMsgHeader><returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>'
        if path == '/MsrstnInfoInqireSvc/getMsrstnList':
            items = [{'dmX': f'{latitude}', 'dmY': f'{longitude}', 'item': 'SO2, CO, O3, NO2, PM10, PM2.5', 'mangName': '도시대기', 'year': '1995',
                      'addr': f'{province} {name} 덕수궁길 15', 'stationName': name} for province, name, latitude, longitude, _, _ in self.stations]
        else:
            assert path == '/ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty' and query['sidoName'] == '전국'
            # Of the last full hour in Korea, where the day ends with 24:00.
            hour = (utc() + datetime.timedelta(hours=9)).replace(minute=0)
            text = hour.strftime('%Y-%m-%d %H:00') if hour.hour else (hour - datetime.timedelta(days=1)).strftime('%Y-%m-%d 24:00')
            items = [{'sidoName': province, 'stationName': name, 'dataTime': text, 'pm25Value': value, 'pm25Flag': flag, 'pm10Value': '40', 'khaiValue': '70'}
                     for province, name, _, _, value, flag in self.stations]
        return self.json({'response': {'body': {'totalCount': len(items), 'items': items, 'pageNo': 1, 'numOfRows': 2000},
                                       'header': {'resultMsg': 'NORMAL_CODE', 'resultCode': '00'}}})


class WAQI(Service):
    stations = {6132: ('Berlin Mitte', 52.514, 13.419, 52), 6133: ('Karlshorst', 52.485, 13.53, 30)}
    age = 1200
    is_over_quota = False

    def reply(self, call, path, query):
        if query.get('token') != KEY:
            return self.json({'status': 'error', 'data': 'Invalid key'})
        if self.is_over_quota:
            return self.json({'status': 'error', 'data': 'Over quota'})
        time = utc(self.age).strftime('%Y-%m-%dT%H:%M:%S+00:00')
        if path == '/map/bounds/':
            south, west, north, east = map(float, query['latlng'].split(','))
            assert south < north and west < east
            return self.json({'status': 'ok', 'data': [
                {'lat': latitude, 'lon': longitude, 'uid': uid, 'aqi': str(index), 'station': {'name': name, 'time': time}}
                for uid, (name, latitude, longitude, index) in self.stations.items()]})
        uid = int(path.removeprefix('/feed/@').rstrip('/'))
        name, latitude, longitude, index = self.stations[uid]
        return self.json({'status': 'ok', 'data': {
            'aqi': index + 9, 'idx': uid, 'attributions': [{'url': 'https://www.berlin.de/', 'name': 'Berlin'}, {'url': 'https://waqi.info/', 'name': 'World Air Quality Index Project'}],
            'city': {'geo': [latitude, longitude], 'name': name, 'url': f'https://aqicn.org/city/{uid}'}, 'dominentpol': 'pm10',
            'iaqi': {'pm25': {'v': index}, 'pm10': {'v': index + 9}, 't': {'v': 4.5}}, 'time': {'s': time[:19], 'tz': '+00:00', 'iso': time}, 'forecast': {}}})


class OpenMeteo(Service):
    depth = 0.12

    def reply(self, call, path, query):
        assert query['timezone'] == 'GMT'
        latitudes, longitudes = query['latitude'].split(','), query['longitude'].split(',')
        assert len(latitudes) == len(longitudes)
        time = utc().strftime('%Y-%m-%dT%H:00')
        if path == '/v1/forecast':
            assert query['wind_speed_unit'] == 'ms'
            return self.json({'latitude': float(latitudes[0]), 'current_units': {}, 'current': {
                'time': time, 'interval': 900, 'relative_humidity_2m': 81, 'wind_speed_10m': 3.4, 'wind_direction_10m': 250}})
        assert path == '/v1/air-quality' and query['current'] == 'aerosol_optical_depth'
        answers = [{'latitude': float(at), 'current_units': {'aerosol_optical_depth': ''}, 'current': {
            'time': time, 'interval': 3600, 'aerosol_optical_depth': self.depth}} for at in latitudes]
        return self.json(answers[0] if len(answers) == 1 else answers)


def around(count, latitude=52.52, longitude=13.39, kilometres=45):
    """Stations on a spiral around a place."""
    for number in range(count):
        distance, angle = kilometres * math.sqrt((number + 1) / count), number * 2.399963
        yield (round(latitude + distance * math.cos(angle) / 111.2, 4), round(longitude + distance * math.sin(angle) / 67.7, 4), 10 + number % 7)
