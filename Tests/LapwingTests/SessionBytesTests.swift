import Foundation
import GRDB
import TestSupport
import Testing

/// The whole line of `sessions show --json`, which programs read: the same bytes from one version to the next, but for members that are added.
@Suite(.timeLimit(.minutes(20))) struct `A session as JSON` {
  /// 1 January 2026, 03:00 UTC.
  private static let start: Int64 = 1_767_236_400_000

  /// A flight with all that a session can hold.
  private func flight() throws -> Workbench {
    let bench = try Workbench()
    let heart = (0..<120).map {
      let time = "2026-01-01T03:\($0 < 60 ? "00" : "01"):\(String(format: "%02d", $0 % 60)).000+00:00"
      return "\(time),C0:FF:EE:00:00:02,Heart Rate Service,\($0 < 60 ? 60 : 160),"
    }
    let air = (0..<10).map {
      "2026-01-01T03:\(String(format: "%02d", $0)):30.000+00:00,C0:FF:EE:00:00:03,Aranet4,,\(700 + $0 * 111)"
    }
    let rows = ["time,address,model,heart rate (bpm),CO2 (ppm)"] + heart + air
    let file = try bench.folder.write(rows.joined(separator: "\n"), to: "readings.csv")
    #expect(try LapwingProcess.run(["sessions", "import", file] + bench.options).status == 0)
    let at = { Self.start + $0 * 1000 }
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).write {
      try $0.execute(
        sql: """
          UPDATE session SET profile = 'cabin', end_reason = 'interrupted', airline = '대한항공', flight_number = 'KE 17',
            seat = '23A', origin = 'ICN', destination = 'LAX', caffeine_at_ms = \(at(80)), placement_confirmed = 1,
            checklist_missing = 'sensor, signal';
          INSERT INTO phase (session_id, phase, since_ms, source, probability)
            VALUES (1, 'taxi', \(at(5)), 'command', NULL), (1, 'cruise', \(at(60)), 'detected', 0.9);
          INSERT INTO hydration (session_id, at_ms, amount_ml) VALUES (1, \(at(70)), 330), (1, \(at(90)), 200);
          INSERT INTO session_gap (session_id, from_ms, to_ms, reason)
            VALUES (1, \(at(130)), \(at(140)), 'the box was off'), (1, \(at(300)), \(at(420)), 'no "power"');
          INSERT INTO alarm
            (session_id, sequence, at_ms, condition, address, priority, technical, presence, activation, "limit", value)
            VALUES
            (1, 1, \(at(66)), 'heart-rate-high', 'C0:FF:EE:00:00:02', 'high', 0, 'on', 'on', 150, 160),
            (1, 2, \(at(70)), 'heart-rate-high', 'C0:FF:EE:00:00:02', 'high', 0, 'on', 'off', 150, 160),
            (1, 3, \(at(90)), 'heart-rate-high', 'C0:FF:EE:00:00:02', 'high', 0, 'off', 'off', 150, 160),
            (1, 4, \(at(100)), 'heart-rate-high', 'C0:FF:EE:00:00:02', 'high', 0, 'on', 'on', 150, 161.5),
            (1, 5, \(at(200)), 'storage-full', NULL, 'low', 1, 'on', 'on', NULL, NULL);
          """)
    }
    return bench
  }

  @Test func `has the same bytes in every version`() throws {
    let bench = try flight()
    let shown = try LapwingProcess.run(["sessions", "show", "1", "--json"] + bench.options)
    withExtendedLifetime(bench) { #expect(shown.output == Self.expected + "\n", "\(shown.error)") }
  }

  private static let expected = #"""
    {"id":1,"started":"2026-01-01T03:00:00.000+00:00","ended":"2026-01-01T03:09:30.000+00:00",\#
    "duration_s":570,"profile":"cabin","interrupted":true,"airline":"대한항공","flight":"KE 17",\#
    "seat":"23A","from":"ICN","to":"LAX","co2_ppm":{"min":700,"mean":1144,"max":1699},\#
    "heart_rate_bpm":{"min":60,"mean":111.61,"max":160},"grade":"B",\#
    "sensors":[{"address":"C0:FF:EE:00:00:02","model":"Heart Rate Service","readings":120,\#
    "heart_rate_bpm":{"count":120,"min":60,"mean":111.61,"max":160,"low_limit":60,"below_s":0,\#
    "within_s":60,"high_limit":100,"above_s":64,"no_data_s":446}},{"address":"C0:FF:EE:00:00:03",\#
    "model":"Aranet4","readings":10,"co2_ppm":{"count":10,"min":700,"mean":1144,"max":1699,\#
    "within_s":60,"high_limit":800,"above_s":480,"no_data_s":30}}],\#
    "alarms":[{"id":1,"began":"2026-01-01T03:01:06.000+00:00",\#
    "ended":"2026-01-01T03:01:30.000+00:00","condition":"heart-rate-high","priority":"high",\#
    "address":"C0:FF:EE:00:00:02","value":160,"limit":150,"worst":160,"duration_s":24,"beyond_s":24,\#
    "acknowledged":false},{"id":4,"began":"2026-01-01T03:01:40.000+00:00",\#
    "condition":"heart-rate-high","priority":"high","address":"C0:FF:EE:00:00:02","value":161.5,\#
    "limit":150,"worst":160,"duration_s":470,"beyond_s":24,"acknowledged":false},{"id":5,\#
    "began":"2026-01-01T03:03:20.000+00:00","condition":"storage-full","priority":"low",\#
    "duration_s":370,"acknowledged":false}],"episodes":[{"condition":"heart-rate-high",\#
    "address":"C0:FF:EE:00:00:02","count":2,"total_s":494,"beyond_s":48,"answered":0},\#
    {"condition":"storage-full","count":1,"total_s":370,"answered":0}],\#
    "phases":[{"phase":"unknown","since":"2026-01-01T03:00:00.000+00:00","duration_s":5,"readings":5,\#
    "alarms":0},{"phase":"taxi","since":"2026-01-01T03:00:05.000+00:00","duration_s":55,\#
    "source":"command","readings":56,"co2_mean_ppm":700,"co2_max_ppm":700,"co2_expected":[2500,3500],\#
    "co2_above_expected_s":0,"alarms":0},{"phase":"cruise","since":"2026-01-01T03:01:00.000+00:00",\#
    "duration_s":510,"source":"detected","probability":0.9,"readings":68,"co2_mean_ppm":1170.12,\#
    "co2_max_ppm":1588,"co2_expected":[1250,1680],"co2_above_expected_s":0,"alarms":3}],\#
    "reading_count":130,"alarms_by_priority":{"high":2,"medium":0,"low":1},"hydration_ml":530,\#
    "hydration_goal_ml":40,"drinks":[{"at":"2026-01-01T03:01:10.000+00:00","ml":330},\#
    {"at":"2026-01-01T03:01:30.000+00:00","ml":200}],"caffeine":"2026-01-01T03:01:20.000+00:00",\#
    "placement_confirmed":true,"checklist_missing":["sensor","signal"],\#
    "gaps":[{"from":"2026-01-01T03:02:10.000+00:00","to":"2026-01-01T03:02:20.000+00:00",\#
    "reason":"no data, the box was off"},{"from":"2026-01-01T03:05:00.000+00:00",\#
    "to":"2026-01-01T03:07:00.000+00:00","reason":"no \"power\", filled from what a sensor had kept"}]}
    """#
}
