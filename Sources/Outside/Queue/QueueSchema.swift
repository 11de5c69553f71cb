import GRDB

/// The tables of the queue. A new step is added, none is changed.
enum QueueSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(
        sql: """
          CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
          CREATE TABLE message (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            channel TEXT NOT NULL,
            id TEXT NOT NULL,
            alarm_id TEXT,
            kind TEXT NOT NULL,
            -- What it is about, for the cool-down: condition, person and test.
            subject TEXT NOT NULL,
            priority INTEGER NOT NULL,
            technical INTEGER NOT NULL,
            content TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            -- Held back until then by the cool-down.
            not_before_ms INTEGER NOT NULL,
            expires_ms INTEGER,
            -- waiting, sent, confirmed, failed, expired, withdrawn (of no use any more) or dropped (the queue was full)
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try_ms INTEGER NOT NULL DEFAULT 0,
            -- Whether the service has asked for that time.
            asked_to_wait INTEGER NOT NULL DEFAULT 0,
            fault TEXT,
            done_ms INTEGER,
            -- By which the service knows it.
            receipt TEXT,
            UNIQUE (channel, id)
          );
          CREATE INDEX message_waiting ON message (channel, position) WHERE state = 'waiting';
          CREATE INDEX message_subject ON message (channel, subject, position);
          -- What became of messages, in the order in which it happened, for the rules that have sent them.
          CREATE TABLE report (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            channel TEXT NOT NULL,
            id TEXT NOT NULL,
            outcome TEXT NOT NULL,
            at_ms INTEGER
          );
          CREATE TRIGGER message_outcome AFTER UPDATE OF state ON message WHEN OLD.state <> NEW.state BEGIN
            INSERT INTO report (channel, id, outcome, at_ms) VALUES (NEW.channel, NEW.id, NEW.state, NEW.done_ms);
          END;
          """)
    }
    CircleTables.register(in: &migrator)
    migrator.registerMigration("behind") { db in
      // Whether the service does not take it though it takes others.
      try db.execute(sql: "ALTER TABLE message ADD COLUMN behind INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("proof") { db in
      try db.execute(
        sql: """
          -- When each channel was asked whether it works, and what the service has answered.
          CREATE TABLE channel_proof (
            channel TEXT NOT NULL PRIMARY KEY,
            since_ms INTEGER NOT NULL,
            asked_ms INTEGER NOT NULL,
            good_ms INTEGER,
            can_be_asked INTEGER NOT NULL,
            -- In a row.
            failures INTEGER NOT NULL,
            -- Whether the service refuses the secrets, and not only fails.
            refused INTEGER NOT NULL,
            fault TEXT
          ) WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("mqtt") { db in
      try db.execute(
        sql: """
          -- What the broker has not confirmed: alarm changes (rank 0) first, then the values of each minute (1).
          CREATE TABLE mqtt (sequence INTEGER PRIMARY KEY AUTOINCREMENT, rank INTEGER NOT NULL, content TEXT NOT NULL);
          CREATE INDEX mqtt_order ON mqtt (rank, sequence);
          """)
    }
    return migrator
  }
}
