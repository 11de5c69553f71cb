"""Puts faults into the rules of synchronisation, one at a time, and plays random histories: each must be found.

    python3 Tests/sync-oracle/mutants.py [HISTORIES]

It compiles the rooms by themselves, in a folder of its own."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The file, what stands there, what it becomes, what is wrong then.
MUTANTS = [
    ('Sync/SyncItem+Merge', 'losers[name] = isTheirs ? mine : theirs', '_ = isTheirs', 'a conflict makes no copy'),
    ('Sync/SyncItem+Merge', 'copies.append(result.copy(losers: [:], words.kept))', '_ = words.kept', 'a deletion wins over an edit'),
    ('Sync/SyncItem+Merge', 'return theirs.stamp > mine.stamp', 'return true', 'the last to come wins'),
    ('Sync/SyncItem+Merge', 'return theirs.stamp > mine.stamp', 'return theirs.at > mine.at', 'the wall clock decides'),
    ('Sync/SyncItem+Merge', 'vector.contains(theirs.stamp), !other.vector.contains(mine.stamp)', 'theirs.stamp < mine.stamp', 'a lower number counts as known'),
    ('Sync/SyncItem+Merge', 'result.vector.join(other.vector)', '', 'a merged state forgets what it contains'),
    ('Sync/SyncItem+Merge', 'if theirs.value != nil { changed.insert(name) }', 'continue', None),
    ('Sync/SyncRecord', 'hub?.vector != item.vector', 'hub == nil', 'only new records are sent'),
    ('Sync/SyncRecord', 'values[$0] != before[$0] && values[$0] != item[$0]', 'values[$0] != item[$0]', 'what was not yet written counts as an edit'),
    ('Sync/SyncRecord', 'if isUnknown || isDeleted && hasPending', 'if isDeleted && hasPending', 'an edit overwrites what was not yet in the file'),
    ('Sync/SyncRecord', 'if isUnknown || isDeleted && hasPending', 'if isUnknown', 'a deletion takes what was not yet in the file'),
    ('Sync/SyncRecord', 'let copy = isUnknown && !item.isDeleted', 'let copy = false && isUnknown', 'a removed file takes what was not yet in it'),
    ('Sync/SyncRecord', 'if !item.isDeleted { item.set(', 'if item.isDeleted { item.set(', 'a removed file is no deletion'),
    ('Sync/SyncReplica', 'HubState(version: version, vector: change.item.vector)', 'HubState(version: version, vector: records[change.item.id]?.item.vector ?? change.item.vector)', 'an edit during a sync counts as sent'),
    ('Sync/SyncReplica', 'records[id]?.hub = nil }', '_ = id }', 'a hub that was set back is believed'),
    ('Sync/SyncReplica', 'count = item.vector.counts.values.reduce(count) { max($0, $1) }', '', None),
    ('SyncWorld/SyncHub', 'before?.version == change.version || before?.item == change.item', 'true', 'the hub stores over what the device did not know'),
    ('SyncWorld/SyncHub', 'marks[parts[0]] == parts[1]', 'parts[0] <= sequence', 'a cursor of another history is believed'),
    ('SyncWorld/SyncHub', ' || refused.contains($0.item.id)', '', None),
]
FLAGS = ['-swift-version', '6', '-package-name', 'lapwing', '-O', '-wmo', '-suppress-warnings', '-parse-as-library']


def module(folder, name, source):
    files = [str(file) for file in sorted(source.rglob('*.swift'))]
    subprocess.run(['swiftc', *FLAGS, '-I', folder, '-emit-module', '-emit-module-path', f'{folder}/{name}.swiftmodule', '-module-name', name,
                    '-c', *files, '-o', f'{folder}/{name}.o'], check=True)


def build(folder, sources):
    for name in ('Sync', 'SyncWorld'):
        module(folder, name, sources / name)
    flags = [flag for flag in FLAGS if flag != '-parse-as-library']
    subprocess.run(['swiftc', *flags, '-I', folder, '-module-name', 'replay', *map(str, sorted((ROOT / 'tools/sync-replay').glob('*.swift'))),
                    *(f'{folder}/{name}.o' for name in ('Sync', 'SyncWorld', 'WeightBalance', 'Characters')), '-o', f'{folder}/replay'], check=True)
    return f'{folder}/replay'


def main():
    histories = sys.argv[1] if len(sys.argv) > 1 else '20000'
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = pathlib.Path(folder) / 'sources'
        for name in ('Characters', 'WeightBalance'):
            module(folder, name, ROOT / 'Sources' / name)
        for file, old, new, fault in [(None, '', '', None), *MUTANTS]:
            shutil.rmtree(sources, ignore_errors=True)
            shutil.copytree(ROOT / 'Sources/Sync', sources / 'Sync')
            shutil.copytree(ROOT / 'Tests/SyncWorld', sources / 'SyncWorld')
            if file:
                path = sources / f'{file}.swift'
                text = path.read_text()
                assert old in text, f'{file}: this is no longer there: {old}'
                path.write_text(text.replace(old, new, 1))
            run = subprocess.run([build(folder, sources), 'play', '0', histories], capture_output=True, text=True)
            # A fault that has no consequence in the model is listed, so that its reason is looked for.
            is_right = (run.returncode == 0) == (fault is None)
            missed += not is_right
            print(f'{"ok  " if is_right else "FAIL"} {fault or (old if file else "as it is")}: {run.stdout.strip().splitlines()[-1] if run.stdout else run.stderr[-200:]}', flush=True)
    print(f'{missed} of {len(MUTANTS)} are not as expected')
    return 1 if missed else 0


sys.exit(main())
