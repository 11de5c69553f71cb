import Foundation
import TestSupport

/// A small aeroplane with a given name everywhere, and one loading of it, to see how a sheet shows them.
struct SheetScene {
  /// Quotes, XML's own characters, emoji, texts from right to left, wide characters, 200 characters in all and more.
  static let worstName =
    "\"<&>' O'Brien & <b>Söhne</b> ]]> 👩‍✈️🛩 שלום עולם مرحبا بالعالم 漢字漢字 \u{FFFE}" + String(repeating: "W", count: 130)

  var name = "Test"
  var envelope = "[[1500, 35], [1950, 35], [2300, 38.5], [2300, 47.3], [1500, 47.3]]"
  var isKnown = true
  /// The day of the weighing; `nil` for a typical empty weight.
  var weighedOn: String? = "2026-01-01"
  var front = "340", baggage = "0", trip = "20"
  var tanks = 1
  var fuel = "30"

  static func run(_ arguments: String...) throws -> LapwingProcess.Outcome { try LapwingProcess.run(arguments) }

  /// The output of `lapwing balance compute` with these options.
  func compute(_ options: String...) throws -> LapwingProcess.Outcome {
    let folder = try TemporaryFolder()
    let points = try JSONSerialization.jsonObject(with: Data(envelope.utf8)) as? [[Double]] ?? []
    let source = [
      "document": "D", "section": "S", "publisher": "P", "datePublished": "2020", "confidence": "high",
      "lastVerified": "2026-11-22",
    ]
    let ids = (0..<tanks).map { "tank-\($0)" }
    var aircraft: [String: Any] = [
      "id": "test", "name": name, "model": "M", "tcdsNumber": "3A12", "datum": "firewall", "notes": [name],
      "source": source, "emptyWeight": 1454, "emptyArm": 39, "limits": ["takeoff": 2300],
      "categories": [
        [
          "id": "normal", "name": name,
          "envelope": [
            "weightUnit": "lb", "armUnit": "in", "known": isKnown,
            "points": points.map { ["weight": $0[0], "arm": $0[1]] },
          ],
        ]
      ],
      "stations": [
        ["id": "front", "name": name, "kind": "seat", "arm": 37, "maxWeight": 400],
        ["id": "baggage", "name": name, "kind": "baggage", "arm": 95, "maxWeight": 120],
      ],
      "tanks": ids.enumerated().map { ["id": $1, "name": name, "arm": 44 + $0 * 2, "capacity": 42] },
      "taxiFuel": 1.1,
    ]
    aircraft["weighedOn"] = weighedOn
    let scenario: [String: Any] = [
      "id": "s", "aircraftId": "test", "name": name, "notes": name,
      "stationLoads": ["front": try number(front), "baggage": try number(baggage)],
      "fuelLoads": Dictionary(uniqueKeysWithValues: try ids.map { ($0, try number(fuel)) }),
      "tripFuel": try number(trip),
    ]
    let paths = try [("aircraft", aircraft), ("scenario", scenario)].map { name, object in
      let path = folder.file(name + ".json")
      try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
      return path
    }
    return try LapwingProcess.run(
      ["balance", "compute", "--aircraft", paths[0], "--scenario", paths[1], "--date", "2026-11-25"] + options)
  }

  private struct NoNumber: Error {}

  private func number(_ text: String) throws -> Double {
    guard let number = Double(text) else { throw NoNumber() }
    return number
  }
}
