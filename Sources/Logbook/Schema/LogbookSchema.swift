import GRDB

/// The schema of the logbook, as a list of migrations. A released migration is never changed; a change of the schema is
/// a new migration. Times are in milliseconds since 1970 (`_ms`); columns of readings have the keys of ``Quantity``.
///
/// **Which program may write which file.** `PRAGMA user_version` of a file is the number of the oldest schema whose programs
/// may write it. A migration that only adds tables, or columns that may be left out of an INSERT, leaves it as it is: an
/// older program reads and writes such a file, and knows nothing of what was added. Any other migration sets it to its own
/// number. A program sets a file with a higher number than ``number`` aside, and begins its own
/// (``Logbook/setAsideNewer(_:stamp:)``); a newer program takes both up again.
enum LogbookSchema {
  /// The schema of this program: the number of its latest migration.
  static let number = 20

  static func mayWrite(_ db: Database) throws -> Bool {
    try (Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0) <= number
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.create(table: "session") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("started_at_ms", .integer).notNull()
        table.column("ended_at_ms", .integer)
        // "ended" if a person has ended it, "stopped" if the box was stopped, "interrupted" if the next start found it
        // open. The last two may be continued (SessionContinuation).
        table.column("end_reason", .text)
        table.column("profile", .text).notNull()
        table.column("readings", .integer)
        for quantity in ["co2_ppm", "heart_rate_bpm"] {
          table.column("\(quantity)_min", .double)
          table.column("\(quantity)_mean", .double)
          table.column("\(quantity)_max", .double)
        }
        table.column("alarms_high", .integer)
        table.column("alarms_medium", .integer)
        table.column("alarms_low", .integer)
        table.column("grade", .text)
      }
      try db.create(table: "reading") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session_id", .integer).indexed().references("session", onDelete: .cascade)
        table.column("at_ms", .integer).notNull()
        table.column("address", .text).notNull()
        table.column("model", .text).notNull()
        for quantity in [
          "co2_ppm", "temperature_c", "humidity_pct", "pressure_hpa", "battery_pct", "heart_rate_bpm", "energy_kj",
        ] {
          table.column(quantity, .double)
        }
        table.column("contact", .boolean)
        table.column("rr_ms", .text)  // A JSON array.
        table.column("age_s", .integer)
        table.column("counter", .integer)
      }
      // Append-only: the limit is the one that was in force at the time.
      try db.create(table: "alarm") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session_id", .integer).indexed().references("session", onDelete: .cascade)
        table.column("sequence", .integer).notNull()
        table.column("at_ms", .integer).notNull()
        table.column("condition", .text).notNull()
        table.column("address", .text)
        table.column("priority", .text).notNull()
        table.column("technical", .boolean).notNull()
        table.column("presence", .text).notNull()
        table.column("activation", .text).notNull()
        table.column("limit", .double)
        table.column("value", .double)
      }
    }
    // The quantities of more sensors than the Aranet4 and heart-rate straps. A migration must not use names of present
    // code.
    migrator.registerMigration("v2") { db in
      try db.alter(table: "reading") { table in
        for quantity in [
          "eco2_ppm", "pm1_ugm3", "pm25_ugm3", "pm4_ugm3", "pm10_ugm3", "voc_index", "nox_index", "voc_ppb",
          "tvoc_ugm3", "hcho_ppb", "hcho_ugm3", "co_ppb", "o3_ppb", "radon_bqm3", "radon_long_bqm3",
          "radiation_rate_nsvh", "radiation_total_nsv", "radiation_duration_s", "illuminance_lux", "sound_dba",
          "moisture_pct", "battery_mv", "spo2_pct", "pulse_bpm",
        ] {
          table.add(column: quantity, .double)
        }
      }
    }
    // Data for a restart: the runs and how they ended, which alarms were tests, and when a pause or acknowledgement
    // ends.
    migrator.registerMigration("v3 runs") { db in
      try db.create(table: "run") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("started_at_ms", .integer).notNull()
        table.column("ended_at_ms", .integer)
        // "finished" after the end of a recording, "stopped" by a person, NULL after an end without a shutdown.
        table.column("end_reason", .text)
        // The alarms of the run have greater ids.
        table.column("after_alarm_id", .integer).notNull()
      }
      try db.alter(table: "alarm") { table in
        table.add(column: "test", .boolean).notNull().defaults(to: false)
        table.add(column: "silent_until_ms", .integer)
      }
    }
    // The loadings that were shown, with their verdict. The text contains the file name.
    migrator.registerMigration("v4 scenarios") { db in
      try db.create(table: "scenario") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session_id", .integer).indexed().references("session", onDelete: .cascade)
        table.column("at_ms", .integer).notNull()
        table.column("number", .integer).notNull()
        table.column("count", .integer).notNull()
        table.column("verdict", .text).notNull()
        table.column("text", .text)
      }
    }
    // Whether the date was known in a run, and where its rows begin, so that their times can be corrected later.
    migrator.registerMigration("v5 clock") { db in
      try db.alter(table: "run") { table in
        // "set"; "unset" if the date was never known; "corrected" if times were moved by clock_shift_ms.
        table.add(column: "clock", .text).notNull().defaults(to: "set")
        table.add(column: "clock_shift_ms", .integer)
        for kind in ["session", "reading", "scenario"] {
          table.add(column: "after_\(kind)_id", .integer).notNull().defaults(to: 0)
        }
      }
    }
    // Measurements from the history of a sensor, and the gaps for which it must still be fetched.
    migrator.registerMigration("v6 history") { db in
      try db.alter(table: "reading") { table in
        table.add(column: "history", .boolean).notNull().defaults(to: false)
      }
      try db.create(table: "hole") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("address", .text).notNull()
        table.column("model", .text).notNull()
        table.column("from_ms", .integer).notNull()
        table.column("to_ms", .integer).notNull()
      }
    }
    // The person of an alarm, its bounds, and its escalation when the run ended.
    migrator.registerMigration("v7 episodes") { db in
      try db.alter(table: "alarm") { table in
        table.add(column: "person", .text)
        table.add(column: "family", .text)
        table.add(column: "not_before_s", .double)
        table.add(column: "must_by_s", .double)
        table.add(column: "last_value", .boolean).notNull().defaults(to: false)
        table.add(column: "unanswered_s", .double)
      }
    }
    // The mark of a run, to which the file of open alarms refers, and the salvage of damaged logbooks.
    migrator.registerMigration("v8 salvage") { db in
      try db.alter(table: "run") { $0.add(column: "mark", .text) }
      try db.create(table: "damage") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("at_ms", .integer).notNull()
        // The name of the damaged file after it was set aside, in the same folder.
        table.column("file", .text).notNull()
        // What was lost, in words; NULL while the salvage is going on.
        table.column("report", .text)
      }
    }
    // When the machine was booted, by the clock of the run: it shows to a later run of the same boot whether the clock
    // was changed. And the alarm after which times are corrected, if a person has changed a clock that was set.
    migrator.registerMigration("v9 steps") { db in
      try db.alter(table: "run") { table in
        table.add(column: "booted_at_ms", .integer)
        table.add(column: "step_after_alarm_id", .integer)
        table.add(column: "clock_step_ms", .integer)
      }
    }
    // The columns of a reading with a value that the sensor cannot measure, separated by commas. It is NULL in earlier
    // rows, since updating a long logbook at the start would take minutes.
    migrator.registerMigration("v10 implausible") { db in
      try db.alter(table: "reading") { $0.add(column: "implausible", .text) }
    }
    // The fast and slow means and the pulse amplitude of an oximeter. Without its column a reading could not be written.
    migrator.registerMigration("v11 oximeters") { db in
      try db.alter(table: "reading") { table in
        for quantity in ["spo2_fast_pct", "pulse_fast_bpm", "spo2_slow_pct", "pulse_slow_bpm", "pai_pct"] {
          table.add(column: quantity, .double)
        }
      }
    }
    // Sealed blocks: the readings of a sensor in an hour that is over, in place of their rows.
    migrator.registerMigration("v12 blocks") { db in
      try db.create(table: "sensor") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("address", .text).notNull()
        table.column("model", .text).notNull()
        table.uniqueKey(["address", "model"])
      }
      try db.create(table: "block") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session_id", .integer).indexed().references("session", onDelete: .cascade)
        table.column("sensor_id", .integer).notNull().references("sensor", onDelete: .cascade)
        table.column("first_ms", .integer).notNull()
        table.column("last_ms", .integer).notNull()
        table.column("count", .integer).notNull()
        // The ids of the first and last row that it replaces, so that the run that has written them is known.
        table.column("first_reading_id", .integer).notNull()
        table.column("last_reading_id", .integer).notNull()
        table.column("data", .blob).notNull()
      }
      try db.create(index: "block_of_sensor", on: "block", columns: ["sensor_id", "first_ms"])
    }
    // By how much the times in a block were corrected after it was sealed. A block is written once.
    migrator.registerMigration("v13 shift") { db in
      try db.alter(table: "block") { $0.add(column: "shift_ms", .integer).notNull().defaults(to: 0) }
    }
    // Figures of sealed readings by sensor and day of UTC, for each hour and each minute, and the hours whose figures
    // are still to be computed.
    migrator.registerMigration("v14 rollups") { db in
      for level in ["hours", "minutes"] {
        try db.execute(
          sql: """
            CREATE TABLE rollup_\(level) (
              sensor_id INTEGER NOT NULL REFERENCES sensor(id) ON DELETE CASCADE, day INTEGER NOT NULL,
              data BLOB NOT NULL, PRIMARY KEY (sensor_id, day)) WITHOUT ROWID
            """)
      }
      try db.execute(
        sql: """
          CREATE TABLE unrolled (
            sensor_id INTEGER NOT NULL REFERENCES sensor(id) ON DELETE CASCADE, hour INTEGER NOT NULL,
            PRIMARY KEY (sensor_id, hour)) WITHOUT ROWID
          """)
      // The last value of a block holds for 90 minutes at most.
      for time in ["first_ms", "last_ms", "(last_ms + 3600000)", "(last_ms + 5400000)"] {
        try db.execute(
          sql: "INSERT OR IGNORE INTO unrolled SELECT sensor_id, \(time) / 3600000 FROM block")
      }
    }
    // A row of a strap in 30 bytes in place of 100, since most of what a box writes is such rows. `reading` was a table
    // and is now a view of both. RR intervals are in 1/1024 s, as they are sent, separated by commas.
    // Without a look at all foreign keys, which takes minutes on a long logbook and fails if a person has deleted a
    // session by hand. A view that a person has made goes on reading `reading`.
    migrator.registerMigration("v15 quick readings", foreignKeyChecks: .immediate) { db in
      try db.execute(
        sql: """
          PRAGMA legacy_alter_table=ON;
          ALTER TABLE reading RENAME TO wide_reading;
          PRAGMA legacy_alter_table=OFF;
          CREATE TABLE quick_reading (
            id INTEGER PRIMARY KEY, session_id INTEGER REFERENCES session(id) ON DELETE CASCADE,
            sensor_id INTEGER NOT NULL REFERENCES sensor(id) ON DELETE CASCADE, at_ms INTEGER NOT NULL,
            heart_rate_bpm DOUBLE, contact BOOLEAN, rr_ticks TEXT, spo2_pct DOUBLE, pulse_bpm DOUBLE);
          """)
      try ReadingView.create(db)
      try ReadingView.noteLastID(db)
    }
    // What a person says about a session, the phases of its flight, what was drunk, and the times in which the box was
    // not running.
    migrator.registerMigration("v16 flights", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "session") { table in
        for name in ["airline", "flight_number", "seat", "origin", "destination"] { table.add(column: name, .text) }
        table.add(column: "caffeine_at_ms", .integer)
        table.add(column: "placement_confirmed", .boolean)
      }
      func createPart(_ name: String, _ columns: (TableDefinition) -> Void) throws {
        try db.create(table: name) { table in
          table.autoIncrementedPrimaryKey("id")
          table.column("session_id", .integer).indexed().references("session", onDelete: .cascade)
          columns(table)
        }
      }
      // A phase lasts until the next one. Its source is a word such as "button" or "detected", the latter with its
      // probability from 0 to 1.
      try createPart("phase") { table in
        table.column("phase", .text).notNull()
        table.column("since_ms", .integer).notNull()
        table.column("source", .text).notNull()
        table.column("probability", .double)
      }
      try createPart("hydration") { table in
        table.column("at_ms", .integer).notNull()
        table.column("amount_ml", .integer).notNull()
      }
      // The run that has continued the session, and the time before it without a box.
      try createPart("session_gap") { table in
        table.column("run_id", .integer)
        table.column("from_ms", .integer).notNull()
        table.column("to_ms", .integer).notNull()
        table.column("reason", .text).notNull()
      }
      try db.alter(table: "run") { table in
        for kind in ["phase", "hydration"] {
          table.add(column: "after_\(kind)_id", .integer).notNull().defaults(to: 0)
        }
      }
      // By how much the ids of each table were raised when the rows of another file were added, such as
      // "session=12 run=3"; NULL if they kept their ids.
      try db.alter(table: "damage") { $0.add(column: "shifts", .text) }
      try db.execute(sql: "PRAGMA user_version = 16")
    }
    // CO2 as it was sent, and the pressure and the law by which it was corrected: NULL if it was not corrected. And
    // whether a detector reports carbon monoxide.
    migrator.registerMigration("v17 pressure", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "wide_reading") { table in
        for quantity in ["co2_raw_ppm", "co2_pressure_hpa", "co2_law_pct_kpa", "co_detected"] {
          table.add(column: quantity, .double)
        }
      }
      try ReadingView.create(db)
    }
    // The identity of a drink, so that it is written once; and what was missing when a person began the session: NULL if
    // no one was asked, empty if nothing was missing. Older programs leave them out.
    migrator.registerMigration("v18 drinks", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "hydration") { $0.add(column: "uuid", .text) }
      try db.alter(table: "session") { $0.add(column: "checklist_missing", .text) }
    }
    // What the owner writes for a doctor. Older programs leave it out.
    migrator.registerMigration("v19 notes for a doctor", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "session") { table in
        for name in ["person", "born", "question", "medication", "identifier", "note"] {
          table.add(column: "about_\(name)", .text)
        }
      }
    }
    // A checksum in each row.
    migrator.registerMigration("v20 checksums", foreignKeyChecks: .immediate) { db in
      try RowSums.create(db)
      try ReadingView.create(db)
    }
    return migrator
  }
}
