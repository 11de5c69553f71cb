"""`make outside`: the real binary against real servers on loopback. Prints a line for each test; exits 1 if one fails.

    python3 Tests/outside/run.py [NAME …]"""
import concurrent.futures
import importlib
import sys
import time
import traceback

MODULES = ('test_pair', 'test_matrix', 'test_kills', 'test_circle', 'test_box', 'test_mail', 'test_odd_servers', 'test_names',
           'test_web', 'test_phones', 'test_calls', 'test_proof', 'test_people', 'test_single_points', 'test_updates', 'test_sync', 'test_mqtt', 'test_restarts', 'test_air')


def cases(wanted):
    for module in MODULES:
        for name, function in vars(importlib.import_module(module)).items():
            if name.startswith('test_') and callable(function) and (not wanted or any(word in name for word in wanted)):
                yield name, function


def one(name, function):
    began = time.monotonic()
    try:
        note, fault = function() or '', None
    except Exception:
        note, fault = '', traceback.format_exc()
    return name, note, fault, time.monotonic() - began


def main():
    began, failed = time.monotonic(), 0
    chosen = list(cases(sys.argv[1:]))
    if not chosen:
        sys.exit(f'no test has a name with {" or ".join(sys.argv[1:])}; a name is written with underscores')
    # Most of them wait most of the time.
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, *case) for case in chosen]):
            name, note, fault, seconds = done.result()
            print(f'{"FAIL" if fault else "ok  "} {name.removeprefix("test_").replace("_", " ")} ({seconds:.1f} s) {note}',
                  flush=True)
            if fault:
                failed += 1
                print(fault)
    print(f'{"failed: " + str(failed) if failed else "all good"}, {time.monotonic() - began:.0f} s')
    return 1 if failed else 0


sys.exit(main())
