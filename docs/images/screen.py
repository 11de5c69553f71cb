#!/usr/bin/env python3
"""Draws docs/images/screen.svg: what `lapwing run` shows of the demonstration recording, on a terminal of 128 columns.

usage: screen.py LAPWING
"""
import html
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS, WAIT = 128, 24, 6
# A character of 14 px monospace is 8.43 px wide.
WIDTH = round(8.43 * COLUMNS) + 40
COLOURS = {'31': '#ff6b6b', '32': '#69db7c', '33': '#ffd43b', '34': '#74c0fc', '2': '#909296', '90': '#909296'}


def frames(lapwing):
    """What the program writes within some seconds, as one text with its escape sequences."""
    folder = tempfile.TemporaryDirectory()
    with open(f'{folder.name}/lapwing.yaml', 'w') as file:
        file.write(f'logbook: {{path: {folder.name}/log.db}}\ncontrol: {{socket: {folder.name}/control}}\n')
    main, other = pty.openpty()
    subprocess.run(['stty', 'cols', str(COLUMNS), 'rows', str(ROWS)], stdin=other, check=True)
    process = subprocess.Popen(
        [lapwing, 'run', '--config', f'{folder.name}/lapwing.yaml', '--replay', 'data/recordings/demo.btsnoop',
         '--speed', '64'],
        stdin=subprocess.DEVNULL, stdout=other, stderr=subprocess.DEVNULL,
        env={**os.environ, 'TERM': 'xterm-256color', 'COLUMNS': str(COLUMNS), 'LINES': str(ROWS)})
    end, data = time.monotonic() + WAIT, b''
    while time.monotonic() < end:
        if select.select([main], [], [], 0.1)[0]:
            data += os.read(main, 65536)
    process.terminate()
    process.wait()
    return data.decode()


def last_frame(text):
    # Each frame begins at the top left.
    parts = [part for part in re.split(r'\x1b\[(?:1;1)?H', text) if 'sounder' in part and 'logbook' in part]
    return parts[-2 if len(parts) > 1 else -1].replace('\r', '').split('\n')


def spans(line):
    colour, out = None, []
    for part in re.split(r'(\x1b\[[0-9;?]*[A-Za-z])', line):
        if part.startswith('\x1b['):
            if part.endswith('m'):
                codes = part[2:-1].split(';')
                colour = next((COLOURS[code] for code in codes if code in COLOURS), None)
        elif part:
            fill = f' fill="{colour}"' if colour else ''
            out.append(f'<tspan{fill}>{html.escape(part)}</tspan>')
    return ''.join(out)


def main():
    lines = [line for line in last_frame(frames(sys.argv[1]))]
    while lines and not re.sub(r'\x1b\[[0-9;?]*[A-Za-z]', '', lines[-1]).strip():
        lines.pop()
    height = 20 * len(lines) + 30
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="monospace" font-size="14">')
    print(f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#1a1b1e"/>')
    for number, line in enumerate(lines):
        print(f'<text x="18" y="{30 + 20 * number}" fill="#e9ecef" xml:space="preserve">{spans(line)}</text>')
    print('</svg>')


main()
