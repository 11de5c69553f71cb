"""Calls and text messages by a double of Twilio."""
import re
import socket
import time
import urllib.request

from box import Bench
from doubles import Ntfy, Twilio
from servers import Server
from test_circle import Circle

HIGH = [{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]


def channel(bench, server, kind, name='phone'):
    bench.write('token', server.token)
    place = 'Calls' if kind == 'call' else 'Messages'
    return (f'    {name}: {{kind: {kind}, url: "{server.folder}/{place}.json", plain: true, account: {server.account}, '
            f'token-file: {bench.folder}/token, from: "+15550100", to: "+15550199"}}\n')


def with_channel(bench, line):
    bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n' + line)


def free_port():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        return free.getsockname()[1]


def test_a_call_speaks_the_alarm_and_a_key_of_the_phone_is_the_answer():
    server, port = Twilio(), free_port()
    page = f'http://127.0.0.1:{port}'
    with Circle(people=('ann', 'ben'), circle=f'    link: {page}\n', settings='panel: {place: "Hauptstr. 5, 3rd floor", emergency-number: "144", '
                f'port: {port}, access-file: ACCESS}}\n') as bench:
        text = (bench.folder / 'lapwing.yaml').read_text().replace('ACCESS', str(bench.folder / 'panel.json'))
        text = text.replace('channels: [bens-phone]', 'channels: [bens-phone, bens-call]')
        text = text.replace('  circle:\n', channel(bench, server, 'call', 'bens-call') + '  circle:\n')
        bench.write('lapwing.yaml', text)
        bench.start()
        bench.consent()
        bench.spawn('panel', name='panel')
        bench.box(bench.timeline(HIGH))
        bench.wait(lambda: server.phones, 40, lambda: f'no phone is called: {bench.log()}')
        sid, said = next(iter(server.phones)), server.said(next(iter(server.phones)))
        form = server.phones[sid]['form']
        assert form['From'] == '+15550100' and form['To'] == '+15550199', form
        assert 'No Bluetooth adapter' in said and 'call 144' in said and 'Hauptstr. 5, 3rd floor' in said, said
        assert 'Press any key' in said and '`' not in said, said

        def listens():
            try:
                with urllib.request.urlopen(f'{page}/enter', timeout=5):
                    return True
            except OSError:
                return False
        bench.wait(listens, 20, lambda: bench.log('panel'))
        assert 'ben has answered' not in bench.say('status')
        spoken = server.pick_up(sid, key='1')
        assert 'You have it' in spoken, spoken
        assert 'ben has answered' in bench.say('status')
        bench.wait(lambda: any(title.startswith('ben has') for title in bench.titles('ann')), 10, bench.log)
        # A second press of the same call changes nothing.
        assert 'used already' in server.pick_up(sid, key='1')
        assert server.token not in bench.log() + bench.log('panel') + bench.log('box')
        return said[:70]


def test_a_service_that_takes_a_call_and_never_makes_it_is_a_fault_and_is_asked_again():
    server = Twilio(lies=True)
    silent = Server(answer=lambda call: (200, {}, b'ok'))
    with Bench() as bench:
        bench.write('token', server.token)
        with_channel(bench, channel(bench, server, 'call', 'liar')
                     + f'    mute: {{kind: call, url: "{silent.url}/Calls.json", plain: true, account: a, token-file: '
                     f'{bench.folder}/token, from: "+15550100", to: "+15550199"}}\n')
        run = bench.command('outside', 'test', 'mute')
        assert run.returncode == 69 and 'without an identifier' in run.stderr, run
        run = bench.command('outside', 'test', 'liar')
        assert run.returncode == 69 and 'does not ring' in run.stderr, run
        assert [phone['status'] for phone in server.phones.values()] == ['canceled'], server.phones
        bench.outside()
        bench.box(bench.timeline(HIGH))
        bench.wait(lambda: len(server.phones) >= 3, 60, lambda: f'it is not asked again: {bench.log()}')
        assert 'liar: 1 waiting' in bench.command('outside', 'status').stdout
        assert server.token not in bench.log()


def test_only_a_high_alarm_calls():
    server = Twilio()
    with Bench() as bench:
        with_channel(bench, channel(bench, server, 'call'))
        bench.outside()
        bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 8, 'cleared': 'adapter-gone'}, {'t': 600}]))
        bench.wait(lambda: 'sent ended' in bench.log(), 30, bench.log)
        assert len(server.phones) == 1, server.phones


def test_a_text_message_begins_with_box_and_person_and_keeps_what_helps():
    server = Twilio()
    with Circle(people=('ann',), circle='    link: https://box.example.org:8437\n    phone: +49 30 1234567\n',
                more='  box-name: Grandma\n', settings='panel: {place: "Hauptstr. 5, 8001 Zürich, 3rd floor left"}\n') as bench:
        text = (bench.folder / 'lapwing.yaml').read_text().replace('channels: [anns-phone]', 'channels: [text, anns-phone]')
        bench.write('lapwing.yaml', text.replace('  circle:\n', channel(bench, server, 'sms', 'text') + '  circle:\n'))
        bench.start()
        bench.consent()
        bench.box(bench.timeline(HIGH))
        bench.wait(lambda: server.texts, 30, bench.log)
        sid, entry = next(iter(server.texts.items()))
        body = entry['form']['Body']
        assert re.match(r'Grandma, \d\d:\d\d: No Bluetooth adapter', body), body
        assert 'call 112, 911 or your local number.' in body and 'Hauptstr. 5, 8001 Zürich, 3rd floor left' in body, body
        assert '+49 30 1234567' in body and re.search(r'I have it: https://box\.example\.org:8437/answer\?t=\S+$', body), body
        # What the phone has not got goes by the next way.
        entry['status'] = 'undelivered'
        bench.wait(lambda: bench.titles('ann'), 60, lambda: f'the other way is not used: {bench.log()}')
        bench.wait(lambda: 'has not reached the phone (undelivered)' in bench.command('outside', 'status').stdout, 20, bench.log)
        return f'{len(body)} characters'


def test_a_number_that_a_service_refuses_is_said_without_the_number():
    server = Twilio()
    with Bench() as bench:
        with_channel(bench, channel(bench, server, 'sms').replace('to: "+15550199"', 'to: "5550199"'))
        run = bench.command('outside', 'test', 'phone')
        assert run.returncode == 69 and "The 'To' number … is not a valid phone number" in run.stderr, run


def test_the_new_id_of_a_group_of_telegram_is_followed_and_kept():
    asked = []

    def answer(call):
        asked.append(call.json()['chat_id'])
        if asked[-1] == '-100':
            return 400, {'Content-Type': 'application/json'}, (
                b'{"ok": false, "error_code": 400, "description": "Bad Request: group chat was upgraded to a supergroup chat",'
                b' "parameters": {"migrate_to_chat_id": -1001234567890}}')
        return 200, {}, b'{"ok": true}'

    server = Server(answer=answer)
    with Bench() as bench:
        bench.write('token', '1:secret')
        with_channel(bench, f'    bot: {{kind: telegram, url: "{server.url}", plain: true, token-file: {bench.folder}/token, '
                     'chat: "-100"}\n')
        bench.outside()
        bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 5, 'cleared': 'adapter-gone'}, {'t': 600}]))
        bench.wait(lambda: len(asked) >= 3, 30, lambda: f'{asked}\n{bench.log()}')
        assert asked == ['-100', '-1001234567890', '-1001234567890'], asked


def test_a_topic_that_everybody_can_read_is_said_to_be_one_and_a_trial_rings():
    with Bench() as bench:
        bench.write('topic', 'alarms-x')
        bench.write('token', 'tk_secret')
        servers = {'open': Ntfy(token='tk_secret', is_open=True), 'closed': Ntfy(token='tk_secret')}
        with_channel(bench, ''.join(
            f'    {name}: {{kind: ntfy, url: "{server.url}", plain: true, topic-file: {bench.folder}/topic, '
            f'token-file: {bench.folder}/token}}\n' for name, server in servers.items()))
        for name, server in servers.items():
            run = bench.command('outside', 'test', name)
            assert run.returncode == 0 and ('everybody who knows the name' in run.stdout) == (name == 'open'), run
            assert server.messages[0]['priority'] == 5, server.messages
