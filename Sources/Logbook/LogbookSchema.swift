import GRDB

/// The tables, step by step. A step that has been released is never changed; a new one is added.
enum LogbookSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.create(table: "session") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("started_at_ms", .integer).notNull()
        table.column("ended_at_ms", .integer)
        // "ended" when it was closed, "interrupted" when the next start found it open.
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
    // What sensors beyond the Aranet4 and the straps measure. The names are those of the time, not of the code of today.
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
    // What a restart needs: which runs there were and how they ended, tests told apart, and until when a silence counts.
    migrator.registerMigration("v3 runs") { db in
      try db.create(table: "run") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("started_at_ms", .integer).notNull()
        table.column("ended_at_ms", .integer)
        // "finished" where a recording was played to its end, "stopped" by a person; nothing where the run just ended.
        table.column("end_reason", .text)
        // The alarms of the run come after this one.
        table.column("after_alarm_id", .integer).notNull()
      }
      try db.alter(table: "alarm") { table in
        table.add(column: "test", .boolean).notNull().defaults(to: false)
        table.add(column: "silent_until_ms", .integer)
      }
    }
    // Which weight-and-balance scenario was shown when, with its verdict. The file's name stands in the text.
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
    // Whether a run knew the date, and where its rows begin, so that their stamps can be corrected when it learns it.
    migrator.registerMigration("v5 clock") { db in
      try db.alter(table: "run") { table in
        // "set"; "unset" where the date was never known; "corrected" where stamps were moved by clock_shift_ms.
        table.add(column: "clock", .text).notNull().defaults(to: "set")
        table.add(column: "clock_shift_ms", .integer)
        for kind in ["session", "reading", "scenario"] {
          table.add(column: "after_\(kind)_id", .integer).notNull().defaults(to: 0)
        }
      }
    }
    // What a sensor kept while nobody heard it, and for which times it is still to be fetched.
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
    // Whom an alarm is about, by which bounds it was told, and how far it had grown when the run ended.
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
    // By what the file of open alarms knows a run, and what was saved of logbooks that were damaged.
    migrator.registerMigration("v8 salvage") { db in
      try db.alter(table: "run") { $0.add(column: "mark", .text) }
      try db.create(table: "damage") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("at_ms", .integer).notNull()
        // Where the damaged file was set aside, in the same folder.
        table.column("file", .text).notNull()
        // What was lost, in words; nothing while rows are still being read out of it.
        table.column("report", .text)
      }
    }
    // When the machine was booted, by the run's clock: a later run of the same boot knows by it that nobody has touched the
    // clock. And from which alarm on stamps are moved, where somebody has set a clock that was right before.
    migrator.registerMigration("v9 steps") { db in
      try db.alter(table: "run") { table in
        table.add(column: "booted_at_ms", .integer)
        table.add(column: "step_after_alarm_id", .integer)
        table.add(column: "clock_step_ms", .integer)
      }
    }
    // Which columns of a reading hold what the sensor cannot measure, with commas between. Of earlier rows nobody knows: to
    // go through a long log at the start would take minutes.
    migrator.registerMigration("v10 implausible") { db in
      try db.alter(table: "reading") { $0.add(column: "implausible", .text) }
    }
    return migrator
  }
}
