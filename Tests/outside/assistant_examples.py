"""The dashboard and the automations of docs/home-assistant.md at the real Home Assistant.

    python3 Tests/outside/assistant_examples.py [FOLDER] [--screenshots]

FOLDER is that of home_assistant.py. With --screenshots (it needs Playwright and Chromium), those of the page are taken too."""
import json
import re
import sys
import textwrap
from pathlib import Path

from box import Bench
from broker import Broker
from home_assistant import HOME, NAME, Assistant, install, logins
from test_mqtt import STRAP, beats, settings

ROOT = Path(__file__).resolve().parents[2]
ABOUT = 'lapwing|mqtt|automation|template|lovelace|bedroom'
AIR = 'A4:C1:38:00:00:12'
# What stands for the owner's phone and lamp.
HOUSE = '''
frontend:
config:
history:
input_boolean: {hall: }
light:
  - platform: template
    lights:
      hall:
        value_template: "{{ is_state('input_boolean.hall', 'on') }}"
        turn_on: {action: input_boolean.turn_on, target: {entity_id: input_boolean.hall}}
        turn_off: {action: input_boolean.turn_off, target: {entity_id: input_boolean.hall}}
lovelace: {mode: yaml}
automation: !include automations.yaml
'''


def examples():
    """The dashboard, and the automations."""
    blocks = re.findall(r'(?:^    .*\n)+', (ROOT / 'docs/home-assistant.md').read_text(), re.M)
    return [textwrap.dedent(block) for block in blocks if re.match('    (views|alias):', block)]


def air(seconds, co2):
    """A BTHome sensor: temperature, humidity, CO2."""
    return [{'t': t, 'address': AIR, 'adv_hex': '0201060d16d2fc4002ca0903bf1312' + co2.to_bytes(2, 'little').hex()} for t in range(1, seconds, 2)]


def prepare(folder, phone):
    dashboard, *automations = examples()
    # Ten minutes are too long for a test.
    text = ''.join('- ' + block.replace('\n', '\n  ').rstrip() + '\n' for block in automations)
    (folder / 'automations.yaml').write_text(re.sub(r'for: "[0-9:]+"', 'for: "00:00:01"', text))
    (folder / 'ui-lovelace.yaml').write_text(dashboard)
    return HOUSE + f'command_line:\n  - notify: {{name: mobile_app_phone, command: "cat >> {phone}; echo >> {phone}"}}\n'


def play(program, screenshots=None):
    with Bench(profile='bedside') as bench:
        line, login = logins(bench)
        with Broker(bench.folder, line, anonymous=False) as broker:
            bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + f'  box-name: {NAME}\n' + settings(broker.port, 'tls: false', *login)
                        + f'sensors: {{adopted-file: {bench.folder}/adopted.json}}\n')
            phone = bench.folder / 'phone'
            phone.write_text('')
            assistant = Assistant(program, bench.folder / 'assistant', lambda folder: prepare(folder, phone))
            try:
                steps(bench, broker, assistant, phone, screenshots)
            finally:
                assistant.process.kill()


def steps(bench, broker, assistant, phone, screenshots):
    def step(name, condition, seconds=60):
        Bench.wait(condition, seconds, lambda: '\n'.join([
            name, json.dumps(assistant.states()), phone.read_text(), bench.log()[-2000:], *assistant.complaints(ABOUT)]))
        print(f'ok   {name}', flush=True)

    assistant.join(broker, *HOME)
    loaded = {state['entity_id']: state['state'] for state in assistant.request('/api/states') if state['entity_id'].startswith('automation.')}
    assert len(loaded) == 3 and set(loaded.values()) == {'on'}, loaded
    names = [{'t': 0.1, 'adopt': STRAP, 'name': 'Strap'}, {'t': 0.1, 'adopt': AIR, 'name': 'Air'}]
    # The strap is silent then.
    silent = 120 if screenshots else 45
    bench.box(bench.timeline(names + beats(silent) + air(600, 1650) + [{'t': 20, 'fault': 'adapter-gone'}]))
    bench.outside()
    ids = lambda: {state['entity_id'] for state in assistant.states().values()}
    named = set(re.findall(r'(?:binary_sensor|sensor|event|switch|button)\.bedroom_\w+', (ROOT / 'docs/home-assistant.md').read_text()))
    # Not beside a bed; not both.
    named -= {'sensor.bedroom_phase_of_flight', 'binary_sensor.bedroom_session'}
    step('each entity of the page is there', lambda: named <= ids())
    said = lambda word: word in phone.read_text()
    step('a hint to open a window', lambda: said('CO2 is 1650 ppm: open a window.'))
    step('a message of the alarm', lambda: said('adapter-gone (high)'))
    light = lambda: assistant.request('/api/states/light.hall')['state']
    step('and the light', lambda: light() == 'on')
    if screenshots:
        screenshots(assistant)
    step('a message that the bed is not watched', lambda: said('Nothing watches the bed now.'), 120)
    # They were there before the device.
    complaints = [line for line in assistant.complaints(ABOUT) if 'unknown entity' not in line]
    assert not complaints, complaints
    print('ok   no warning in its log')


def screenshots(assistant):
    """Of the dashboard in the alarm, and of the device."""
    from playwright.sync_api import sync_playwright
    address = f'http://127.0.0.1:{assistant.port}'
    # Otherwise it asks for its place first.
    for part in ('core_config', 'analytics', 'integration'):
        assistant.request(f'/api/onboarding/{part}', {'client_id': f'{address}/', 'redirect_uri': f'{address}/'})
    tokens = json.dumps({'access_token': assistant.token, 'token_type': 'Bearer', 'expires_in': 1800, 'hassUrl': address, 'clientId': f'{address}/',
                         'expires': 4102444800000, 'refresh_token': ''})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path='/usr/bin/chromium')
        page = browser.new_page(viewport={'width': 900, 'height': 620}, locale='en-GB')
        page.add_init_script(f'localStorage.setItem("hassTokens", {json.dumps(tokens)}); localStorage.setItem("dockedSidebar", "\\"always_hidden\\"")')
        page.goto(f'{address}/lovelace/0')
        page.get_by_text('adapter-gone').first.wait_for(timeout=30_000)
        page.wait_for_timeout(4000)
        assert not page.locator('hui-error-card').count(), 'a card has an error'
        page.screenshot(path=ROOT / 'docs/images/home-assistant.png')
        device = assistant.request('/api/template', {'template': "{{ device_id('binary_sensor.bedroom_alarm') | tojson }}"})
        page.goto(f'{address}/config/devices/device/{device}')
        page.get_by_text('Acknowledge').first.wait_for(timeout=30_000)
        page.wait_for_timeout(3000)
        page.screenshot(path=ROOT / 'docs/images/home-assistant-device.png')
        browser.close()


if __name__ == '__main__':
    words = [word for word in sys.argv[1:] if word != '--screenshots']
    play(install(*words), screenshots if '--screenshots' in sys.argv else None)
