"""ntfy, Pushover, text messages, Telegram and the dead-man's ping."""
import base64
import time
import urllib.parse

from box import Bench, Follower
from doubles import Ntfy, Pushover
from servers import Server

HIGH = [{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]


def silenced(follower):
    """Whether a person has answered: a high alarm is then silent for 120 s, and stays present."""
    return any(alarm['activation'] == 'paused' for _, alarm in list(follower.alarms.values()))


def form(call):
    return {key: values[0] for key, values in urllib.parse.parse_qs(call.body.decode()).items()}


def test_the_button_of_ntfy_acknowledges_at_the_box_and_a_forged_answer_does_not():
    server = Ntfy(token='tk_secret')
    with Bench() as bench:
        for name, text in (('topic', 'alarms-x'), ('reply', 'reply-x'), ('token', 'tk_secret')):
            bench.write(name, text)
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                    f'    phone: {{kind: ntfy, url: "{server.url}", plain: true, topic-file: {bench.folder}/topic, '
                    f'reply-topic-file: {bench.folder}/reply, token-file: {bench.folder}/token}}\n')
        bench.outside()
        bench.box(bench.timeline(HIGH))
        follower = Follower(bench)
        bench.wait(lambda: server.messages, 20, 'no message')
        message = server.messages[0]
        assert message['topic'] == 'alarms-x' and message['priority'] == 5 and message['sequence_id'], message
        assert message['title'].startswith('No Bluetooth adapter')
        acknowledged = lambda: silenced(follower)
        server.publish('reply-x', f'ack {message["sequence_id"]} 00000000000000000000')
        server.publish('reply-x', 'ack')
        time.sleep(1)
        assert not acknowledged(), 'a forged answer counts'
        server.press(message)
        bench.wait(acknowledged, 10, f'the answer does not reach the box: {bench.log()}')
        bench.wait(lambda: len([m for m in server.messages if m['topic'] == 'alarms-x']) >= 2, 10, 'no one gets a message')
        told = [m for m in server.messages if m['topic'] == 'alarms-x'][1]
        assert told['title'].startswith('Acknowledged') and told['priority'] == 3 and 'actions' not in told
        server.press(message)
        bench.wait(lambda: 'was answered before' in bench.log(), 5, 'a repeated answer counts')
        assert 'tk_secret' not in bench.log() and 'alarms-x' not in bench.log()


def test_an_emergency_of_pushover_is_polled_and_acknowledges_and_is_cancelled_at_its_end():
    server = Pushover()
    timeline = HIGH[:1] + [{'t': 12, 'cleared': 'adapter-gone'}, {'t': 14, 'fault': 'adapter-gone'},
                           {'t': 17, 'cleared': 'adapter-gone'}, {'t': 600}]
    with Bench() as bench:
        bench.write('token', server.token)
        bench.write('user', server.user)
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                    f'    push: {{kind: pushover, url: "{server.url}", plain: true, token-file: {bench.folder}/token, '
                    f'user-file: {bench.folder}/user}}\n')
        bench.outside()
        bench.box(bench.timeline(timeline))
        follower = Follower(bench)
        bench.wait(lambda: server.receipts, 20, 'no emergency')
        first = next(iter(server.receipts))
        server.acknowledge(first)
        bench.wait(lambda: silenced(follower), 15,
                   f'the receipt does not reach the box: {bench.log()}')
        assert '1 confirmed by a person' in bench.command('outside', 'status').stdout
        bench.wait(lambda: len(server.receipts) >= 2, 20, 'no second emergency')
        second = list(server.receipts)[1]
        bench.wait(lambda: server.receipts[second]['cancelled'], 10, 'its repetitions go on after its end')
        polls = [at for receipt, at in server.polls if receipt == first]
        assert all(later - earlier >= 4.9 for earlier, later in zip(polls, polls[1:])), 'polled too often'
        assert server.token not in bench.log()


def test_text_messages_and_telegram_get_their_forms():
    messages, bot = Server(), Server()
    with Bench() as bench:
        bench.write('token', '123:secret')
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                    f'    text: {{kind: sms, url: "{messages.url}/2010-04-01/Accounts/AC1/Messages.json", plain: true, '
                    f'account: AC1, token-file: {bench.folder}/token, from: "+15550100", to: "+15550199"}}\n'
                    f'    bot: {{kind: telegram, url: "{bot.url}", plain: true, token-file: {bench.folder}/token, '
                    'chat: "-100200"}\n')
        bench.outside()
        bench.box(bench.timeline(HIGH))
        sends = lambda call: call.method == 'POST'  # the daily check of a channel is a GET
        call = messages.wait(where=sends)[0]
        assert form(call)['From'] == '+15550100' and form(call)['To'] == '+15550199', form(call)
        assert 'No Bluetooth adapter' in form(call)['Body'] and len(form(call)['Body']) <= 306
        assert base64.b64decode(call.headers['Authorization'].split()[1]) == b'AC1:123:secret'
        call = bot.wait(where=sends)[0]
        assert call.path == '/bot123:secret/sendMessage' and call.json()['chat_id'] == '-100200', call.path
        assert call.json()['disable_notification'] is False
        assert 'secret' not in bench.log()


def test_the_dead_mans_ping_lives_with_the_box_and_says_why_it_fails():
    alive, dead = Server(), Server()
    with Bench() as bench, Bench() as lonely:
        for one, server in ((bench, alive), (lonely, dead)):
            one.write('ping', f'{server.url}/uuid-secret')
            one.write('lapwing.yaml', (one.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                      f'    watch: {{kind: ping, url-file: {one.folder}/ping, plain: true}}\n')
        bench.box(bench.timeline([{'t': 0}, {'t': 600}]))
        bench.outside()
        lonely.outside()
        paths = [call.path for call in alive.wait(2)]
        assert paths == ['/uuid-secret/start', '/uuid-secret'], [(call.path, call.body) for call in alive.calls]
        calls = dead.wait(2)
        assert [call.path for call in calls] == ['/uuid-secret/start', '/uuid-secret/fail']
        assert b'No contact with the box' in calls[1].body
        lonely.wait(lambda: 'watch: last try at' in lonely.command('outside', 'status').stdout, 5, 'not shown')
        assert 'sign of life' not in lonely.command('outside', 'status').stdout
        assert 'uuid-secret' not in bench.log() + lonely.log()
        return calls[1].body.decode()[:60]


def test_a_ping_service_that_knows_no_start_gets_signs_of_life_all_the_same():
    server = Server(answer=lambda call: (404 if call.path.endswith('/start') else 200, {}, b''))
    with Bench([f'watch: {{kind: ping, url: "{server.url}/check", plain: true}}']) as bench:
        bench.box(bench.timeline([{'t': 0}, {'t': 600}]))
        bench.outside()
        assert [call.path for call in server.wait(2)] == ['/check/start', '/check']
        bench.wait(lambda: 'watch: last sign of life at' in bench.command('outside', 'status').stdout, 5, 'not shown')
        status = bench.command('outside', 'status').stdout
        assert 'lapwing outside runs.' in status, status
    return status.splitlines()[-1]
