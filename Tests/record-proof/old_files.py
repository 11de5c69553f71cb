"""Makes logbooks of older schemas, by stopping the migration of an empty one after each step, and fills them."""

import random
import sqlite3

import disk

START = 1_700_006_400_000
READINGS, ALARMS = 1_500, 40


def replay(happened, before, folder):
    """Writes the files as they are after all that happened, to a folder."""
    model = disk.Disk(str(before))
    for event in happened:
        if event[0] != "mark":
            model.take(event)
    write(model, folder)


def write(model, folder):
    left, _, _ = model.after_cut(random.Random(1), 1)
    for name, content in left.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(content)


def make(program, record, empty, full, top):
    """One folder for each schema but the present one: (name of its latest migration, folder, what must be there after a
    migration: readings, alarms, migrations)."""
    # The first version let SQLite choose the size of pages.
    base = top / "base"
    base.mkdir()
    database = sqlite3.connect(base / "lapwing.db")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE filler(a)")
    database.execute("DROP TABLE filler")
    database.close()
    happened = record(program, base, "open", "lapwing.db")
    model, found = disk.Disk(str(base)), {}
    for event in happened:
        if event[0] == "mark":
            continue
        model.take(event)
        # Each commit ends with a synchronisation.
        if event[0] == "sync":
            folder = top / "schema"
            folder.mkdir()
            write(model, folder)
            names = migrations(folder / "lapwing.db")
            if names and names[-1] not in found:
                found[names[-1]] = folder.rename(top / f"schema-{len(names)}")
            else:
                for path in folder.iterdir():
                    path.unlink()
                folder.rmdir()
    *old, present = found
    count = len(migrations(found[present] / "lapwing.db"))
    return [(name, found[name], (fill(found[name] / "lapwing.db", full / "lapwing.db"), ALARMS, count)) for name in old]


def migrations(path):
    database = sqlite3.connect(path)
    try:
        return [name for (name,) in database.execute("SELECT identifier FROM grdb_migrations ORDER BY rowid")]
    except sqlite3.OperationalError:
        return []
    finally:
        database.close()


def fill(path, full):
    """Adds a session that goes on, readings, alarms, and blocks if there is a table of them. Returns the number of
    readings."""
    database = sqlite3.connect(path)
    database.execute("INSERT INTO session (started_at_ms, profile) VALUES (?, 'bedside')", [START])
    # Since v15, `reading` is a view.
    table = "wide_reading" if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'wide_reading'").fetchone() else "reading"
    database.executemany(
        f"INSERT INTO {table} (session_id, at_ms, address, model, heart_rate_bpm, rr_ms) VALUES (1, ?, ?, 'Polar H10', ?, ?)",
        [(START + 1000 * place, "C0:FF:EE:00:00:02", 60 + place % 40, "[1000]") for place in range(READINGS)],
    )
    database.executemany(
        """INSERT INTO alarm (session_id, sequence, at_ms, condition, priority, technical, presence, activation)
        VALUES (1, ?, ?, 'co2-high', 'high', 0, 'on', 'on')""",
        [(place + 1, START + 1000 * place) for place in range(ALARMS)],
    )
    blocks = 0
    if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'block'").fetchone():
        database.execute("ATTACH ? AS full", [str(full)])
        database.execute("INSERT INTO sensor SELECT * FROM full.sensor")
        columns = "sensor_id, first_ms, last_ms, count, first_reading_id, last_reading_id, data"
        database.execute(f"INSERT INTO block ({columns}) SELECT {columns} FROM full.block")
        ((blocks,),) = database.execute("SELECT coalesce(sum(count), 0) FROM block").fetchall()
    database.commit()
    database.close()
    return READINGS + blocks
