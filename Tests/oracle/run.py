"""The oracle: random timelines through the program, its output against the model.

usage: python3 Tests/oracle/run.py BINARY [--seeds N] [--jobs J] [--seed N] [--kind K] [--short] [--show N] [--file F.jsonl --profile P]
Exit status 1 if a rule is broken, 0 if none, 2 if the program could not be run.
"""
import argparse, json, os, subprocess, sys, tempfile, time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
import series
from check import check


def play(binary, lines, profile, config=None, strangers=False, seconds=120):
    """Runs the program on a timeline. Returns (lines of output, None) or (None, why not)."""
    with tempfile.TemporaryDirectory(prefix='oracle') as folder:
        path = os.path.join(folder, 'timeline.jsonl')
        with open(path, 'w') as file:
            file.writelines(json.dumps(line) + '\n' for line in lines)
        command = [os.path.abspath(binary), 'replay', path, '--profile', profile, '--json'] + ['--strangers'] * bool(strangers)
        if config:
            name = os.path.join(folder, 'config.yaml')
            with open(name, 'w') as file:
                file.write(config)
            command += ['--config', name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, 'took too long'
    if done.returncode:
        return None, f'exit {done.returncode}: {done.stderr.strip()[:160]}'
    return [json.loads(x) for x in done.stdout.splitlines() if x.strip() and '"kind":"reading"' not in x], None


def one(binary, seed, kind):
    scene = series.make(seed, kind)
    output, why = play(binary, scene.lines, scene.profile, scene.config, scene.strangers)
    hours = (scene.lines[-1]['t'] - scene.lines[0]['t']) / 3600
    if output is None:
        return seed, kind, hours, {}, [(0, 'not run', why)]
    broken = check(scene, output)
    onsets, last = Counter(), {}
    for x in output:
        if x['kind'] == 'alarm':
            key = (x['condition'], x.get('address'))
            if x['presence'] in ('on', 'ack') and last.get(key) not in ('on', 'ack'):
                onsets[x['condition']] += 1
            last[key] = x['presence']
    return seed, kind, hours, onsets, broken


def work(job):
    return one(*job)


def knows(binary):
    """Whether the program's timelines can hold a restart and a reload."""
    for name in ('restart', 'reload'):
        lines = [series.strap(0, series.HEART, 70), {'t': 1, name: True}, {'t': 2}]
        if play(binary, lines, 'cabin')[1] is None:
            series.EXTRA.add(name)


def jobs_of(arguments):
    if arguments.seed is not None:
        return [(arguments.binary, arguments.seed, arguments.kind or series.kind_of(arguments.seed))]
    return [(arguments.binary, seed, arguments.kind or series.kind_of(seed))
            for seed in range(arguments.first, arguments.first + arguments.seeds)]


def told(results):
    """All results; on the way every 500th seed and every broken one are printed."""
    all_of_them = []
    for result in results:
        all_of_them.append(result)
        seed, kind, _, _, faults = result
        if faults:
            t, rule, text = faults[0]
            print(f'--seed {seed} --kind {kind}   t={t}: {rule}: {text}', file=sys.stderr, flush=True)
        if len(all_of_them) % 500 == 0:
            print(f'{len(all_of_them)} seeds', file=sys.stderr, flush=True)
    return all_of_them


def table(results):
    rows, broken = defaultdict(lambda: [0, 0.0, Counter(), 0]), defaultdict(list)
    for seed, kind, hours, onsets, faults in results:
        row = rows[kind]
        row[0] += 1
        row[1] += hours
        row[2] += onsets
        row[3] += bool(faults)
        for t, rule, text in faults:
            broken[rule].append((seed, kind, t, text))
    print(f'{"kind":14} {"seeds":>6} {"hours":>9} {"onsets":>7} {"broken":>7}  onsets by condition')
    empty = []
    for kind in series.KINDS:
        if kind in rows:
            seeds, hours, onsets, bad = rows[kind]
            print(f'{kind:14} {seeds:6} {hours:9.1f} {sum(onsets.values()):7} {bad:7}  '
                  + ', '.join(f'{n} {k}' for n, k in onsets.most_common()))
            empty += [kind] * (not onsets)
    seeds = sum(r[0] for r in rows.values())
    print(f'{"all":14} {seeds:6} {sum(r[1] for r in rows.values()):9.1f} {sum(sum(r[2].values()) for r in rows.values()):7} '
          f'{sum(r[3] for r in rows.values()):7}')
    for rule, cases in sorted(broken.items(), key=lambda x: -len(x[1])):
        seeds = len({(c[0], c[1]) for c in cases})
        print(f'\nbroken: {rule}: {len(cases)} times in {seeds} seeds')
        seen = set()
        for seed, kind, t, text in cases:
            if kind not in seen and len(seen) < 4:
                seen.add(kind)
                print(f'   --seed {seed} --kind {kind}   t={t}: {text}')
    if empty:
        print('\nkinds without an onset:', ', '.join(empty))
    return bool(broken or empty)


def show_one(arguments):
    """One seed in full: the timeline and the output kept in files, every fault printed."""
    _, seed, kind = jobs_of(arguments)[0]
    scene = series.make(seed, kind)
    output, why = play(arguments.binary, scene.lines, scene.profile, scene.config, scene.strangers)
    stem = os.path.join(tempfile.gettempdir(), f'oracle-{kind}-{seed}')
    with open(stem + '.jsonl', 'w') as file:
        file.writelines(json.dumps(line) + '\n' for line in scene.lines)
    if scene.config:
        with open(stem + '.yaml', 'w') as file:
            file.write(scene.config)
    extra = f' --config {stem}.yaml' * bool(scene.config) + ' --strangers' * scene.strangers
    print(f'{arguments.binary} replay {stem}.jsonl --profile {scene.profile} --json{extra}')
    broken = [(0, 'not run', why)] if output is None else check(scene, output)
    for t, rule, text in broken:
        print(f'{t:10.2f}  {rule}: {text}')
    print(f'{len(broken)} broken rules')
    return 1 if broken else 0


def check_file(arguments):
    lines = [json.loads(x) for x in open(arguments.file) if x.strip()]
    config = open(arguments.config).read() if arguments.config else None
    output, why = play(arguments.binary, lines, arguments.profile, config)
    scene = series.Scene(0, 'file', arguments.profile)
    scene.lines, scene.off = lines, ['co2-low'] if config and 'co2-low:\n    enabled: false' in config else []
    broken = [(0, 'not run', why)] if output is None else check(scene, output)
    for t, rule, text in broken:
        print(f'{t:10.2f}  {rule}: {text}')
    print(f'{len(broken)} broken rules in {arguments.file}')
    return 1 if broken else 0


def main():
    p = argparse.ArgumentParser(description='The oracle of the alarm rules.')
    p.add_argument('binary')
    p.add_argument('--seeds', type=int, default=1000)
    p.add_argument('--jobs', type=int, default=1)
    p.add_argument('--first', type=int, default=0, help='the first of the seeds')
    p.add_argument('--seed', type=int)
    p.add_argument('--kind', choices=sorted(series.KINDS))
    p.add_argument('--short', action='store_true', help='400 seeds, for CI')
    p.add_argument('--file')
    p.add_argument('--profile', default='bedside')
    p.add_argument('--config')
    arguments = p.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        print('no such program:', arguments.binary)
        return 2
    knows(arguments.binary)
    if arguments.file:
        return check_file(arguments)
    if arguments.seed is not None:
        return show_one(arguments)
    if arguments.short:
        arguments.seeds = 400
    begin = time.time()
    if arguments.jobs > 1:
        with ProcessPoolExecutor(arguments.jobs) as pool:
            results = told(pool.map(work, jobs_of(arguments), chunksize=8))
    else:
        results = told(map(work, jobs_of(arguments)))
    bad = table(results)
    print(f'\n{len(results)} seeds in {time.time() - begin:.0f} s')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
