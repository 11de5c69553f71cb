"""Each channel is asked once a day whether it works, without a message to anybody."""
import json
import time

from box import Bench
from certificates import Authority
from doubles import Ntfy, Pushover, Twilio
from mailserver import Exim
from servers import Server
from test_circle import Circle


class Telegram(Server):
    """core.telegram.org/bots/api: getMe alone."""

    def answer(self, call):
        good = call.path == '/bot7:good/getMe' and call.method == 'GET'
        body = {'ok': True, 'result': {'id': 7, 'is_bot': True}} if good else {'ok': False, 'error_code': 401, 'description': 'Unauthorized'}
        return 200 if good else 401, {'Content-Type': 'application/json'}, json.dumps(body).encode()


def states(bench):
    """What is known of each channel; nothing before the queue is there."""
    run = bench.command('outside', 'status', '--json')
    return {channel['name']: channel for channel in json.loads(run.stdout)['channels']} if run.returncode == 0 else {}


def test_each_kind_is_asked_at_the_start_and_no_message_goes_out():
    ntfy, push, phone, bot, hook, silent = Ntfy(token='tk_secret'), Pushover(), Twilio(), Telegram(), Server(), Server()
    with Bench() as bench:
        authority = Authority(bench.folder)
        mail = Exim(authority.leaf('good'))
        try:
            for name, text in (('topic', 'alarms-x'), ('ntfy-token', 'tk_secret'), ('old-token', 'tk_old'), ('push-token', push.token), ('user', push.user),
                               ('stranger', 'x' * 30), ('phone-token', phone.token), ('bot', '7:good'), ('bad-bot', '7:bad'),
                               ('password', 'open-sesame'), ('wrong', 'open-barley')):
                bench.write(name, text)
            at, place = bench.folder, f'url: "{{}}", plain: true'
            form = f'account: {phone.account}, token-file: {at}/phone-token, from: "+15550100", to: "+15550199"'
            post = f'kind: mail, host: localhost, port: {mail.starttls}, user: lapwing, from: box@example.org, to: a@example.org, ca-file: {authority.file}'
            lines = {
                'ntfy': f'kind: ntfy, {place.format(ntfy.url)}, topic-file: {at}/topic, token-file: {at}/ntfy-token',
                'ntfy-old': f'kind: ntfy, {place.format(ntfy.url)}, topic-file: {at}/topic, token-file: {at}/old-token',
                'push': f'kind: pushover, {place.format(push.url)}, token-file: {at}/push-token, user-file: {at}/user',
                'push-stranger': f'kind: pushover, {place.format(push.url)}, token-file: {at}/push-token, user-file: {at}/stranger',
                'text': f'kind: sms, {place.format(phone.folder + "/Messages.json")}, {form}',
                'call': f'kind: call, {place.format(phone.folder + "/Calls.json")}, {form}',
                'other-text': f'kind: sms, {place.format(silent.url + "/send")}, {form}',
                'bot': f'kind: telegram, {place.format(bot.url)}, token-file: {at}/bot, chat: "1"',
                'bot-bad': f'kind: telegram, {place.format(bot.url)}, token-file: {at}/bad-bot, chat: "1"',
                'hook': f'kind: webhook, {place.format(hook.url)}, probe: true',
                'hook-closed': f'kind: webhook, {place.format(silent.url)}',
                'hook-gone': f'kind: webhook, {place.format("http://localhost:1")}, probe: true',
                'mail': f'{post}, password-file: {at}/password',
                'mail-wrong': f'{post}, password-file: {at}/wrong',
            }
            bench.write('lapwing.yaml', (at / 'lapwing.yaml').read_text() + '  channels:\n'
                        + ''.join(f'    {name}: {{{line}}}\n' for name, line in lines.items()))
            bench.outside()
            bench.wait(lambda: states(bench) and all(state.get('asked') for state in states(bench).values()), 20, lambda: f'{states(bench)}\n{bench.log()}')
            seen = {name: state.get('works') for name, state in states(bench).items()}
            bad = {'ntfy-old', 'push-stranger', 'bot-bad', 'hook-gone', 'mail-wrong'}
            assert seen == {name: None if name in ('other-text', 'hook-closed') else name not in bad for name in lines}, seen
            text = bench.command('outside', 'status').stdout
            assert 'hook-closed: 0 waiting, 0 sent, cannot be asked whether it works' in text, text
            for words in ('it refuses the secret or token (401): Unauthorized', 'user key is invalid', 'it refuses user or password', 'Connection refused'):
                assert words in text, text
            assert not silent.calls, silent.calls[0].path
            assert not ntfy.messages and not push.messages and not phone.texts and not phone.phones and not list((mail.folder / 'mail').glob('new/*'))
            assert all(call.method == 'HEAD' and not call.body for call in hook.calls), hook.calls
            doctor = bench.command('doctor').stdout
            assert 'bot-bad: does not work (asked at' in doctor and 'BAD   messages' in doctor, doctor
            for secret in ('tk_old', 'x' * 30, '7:bad', 'open-barley'):
                assert secret not in text + bench.log() + doctor, secret
        finally:
            mail.close()


def answers(bench):
    """Whether the box answers and shows what its circle does."""
    run = bench.command('status', '--json')
    return run.returncode == 0 and bool(json.loads(run.stdout).get('circle'))


def test_channels_of_the_circle_that_do_not_work_are_said_in_the_room_before_any_alarm():
    with Circle() as bench:
        bench.start()
        bench.consent()
        bench.box(bench.timeline([{'t': 0}, {'t': 600}]))
        bench.wait(lambda: answers(bench) and bench.shown()['stage'] == 'calm', 20, bench.log)
        assert 'fault' not in bench.shown() and 'failing' not in bench.shown(), bench.shown()
    with Circle() as bench:
        bench.ntfy.is_well = False
        began = time.monotonic()
        bench.start()
        bench.consent()
        bench.box(bench.timeline([{'t': 0}, {'t': 600}]))
        bench.wait(lambda: answers(bench) and bench.shown().get('fault') == 'channels-fail', 60, lambda: f'{bench.shown()}\n{bench.log()}')
        said = time.monotonic() - began
        assert bench.shown()['failing'] == ['anns-phone', 'bens-phone'], bench.shown()
        bench.wait(lambda: 'nobody-told' in bench.command('status').stdout, 20, lambda: bench.command('status').stdout)
        return f'said after {said:.0f} s'
