import Testing
import WeightBalance

/// An aircraft that exists only on paper, with numbers that make a rule visible. Weights in pounds, arms in inches,
/// volumes in gallons of 6 lb.
struct PaperAircraft {
  var ring = "[1000, 80], [3000, 80], [3000, 100], [1000, 100]"
  var takeoff = "3000"
  /// More limits of the type, such as `"ramp": 3020`.
  var limits: [(name: String, value: String)] = []
  /// More keys of the only category, as JSON.
  var category = ""
  var categoryMax = "3000"
  var isEnvelopeKnown = true
  var floorIsLimit = false
  var kind = "single-engine"
  var seatLimit = "1000"
  var seatKeys = ""
  var seatKnown = true
  var tailArmKnown = true
  /// The range of the seat, as two arms.
  var seatRange: (String, String)?
  var tanks = [("main", "90", "100")]
  /// More keys of the aircraft, as JSON.
  var more = ""
  var taxi = "0"
  /// The day of its weighing; `nil` for a typical empty weight.
  var weighedOn: String? = "2026-01-01"

  static let source = """
    {"document": "d", "section": "s", "publisher": "p", "datePublished": "unknown", "tcdsNumber": null, "url": null, \
    "confidence": "low", "lastVerified": "2026-11-25", "notes": ""}
    """

  static func value(_ value: String, _ unit: String, known: Bool = true, _ keys: String = "") -> String {
    """
    {"value": \(value), "unit": "\(unit)", "known": \(known)\(keys), "source": \(source)}
    """
  }

  func aircraft() throws -> Aircraft {
    let limits = ([("takeoff", takeoff)] + self.limits).map { "\"\($0.0)\": \(Self.value($0.1, "lb"))" }
    let points = ring.split(separator: "]").map { corner in
      let numbers = corner.filter { !"[ ".contains($0) }.split(separator: ",")
      return "{\"weight\": \(numbers[0]), \"arm\": \(numbers[1])}"
    }
    let range =
      seatRange.map {
        ", \"armRange\": {\"forward\": \($0.0), \"aft\": \($0.1), \"unit\": \"in\", \"source\": \(Self.source)}"
      } ?? ""
    let tanks = self.tanks.map {
      """
      {"id": "\($0.0)", "name": "\($0.0)", "arm": \(Self.value($0.1, "in")), "capacity": \(Self.value($0.2, "gal")), \
      "density": \(Self.value("6", "lb/gal"))}
      """
    }
    let text = """
      {"schemaVersion": 1, "id": "paper", "name": "Paper", "model": "P", "manufacturer": "M", "years": "1", \
      "serials": "1", "category": "\(kind)", "tcdsNumber": "none", "certificationBasis": "none", \
      "datum": {"value": "nose", "source": \(Self.source)}, "notes": [], \
      "emptyWeight": \(Self.value("1000", "lb")), "emptyArm": \(Self.value("90", "in")), \
      \(weighedOn.map { "\"weighedOn\": \"\($0)\"," } ?? "") \
      "limits": {\(limits.joined(separator: ", "))}, \
      "categories": [{"id": "normal", "name": "Normal", "maxWeight": \(Self.value(categoryMax, "lb")), \
      "floorIsLimit": \(floorIsLimit)\(category), \
      "envelope": {"weightUnit": "lb", "armUnit": "in", "known": \(isEnvelopeKnown), \
      "points": [\(points.joined(separator: ", "))], "source": \(Self.source)}}], \
      "stations": [{"id": "seat", "name": "Seat", "kind": "seat", "arm": \(Self.value("90", "in")), \
      "maxWeight": \(Self.value(seatLimit, "lb", known: seatKnown, seatKeys))\(range)}, \
      {"id": "tail", "name": "Tail", "kind": "baggage", "arm": \(Self.value("150", "in", known: tailArmKnown)), \
      "maxWeight": \(Self.value("1000", "lb"))}, \
      {"id": "nose", "name": "Nose", "kind": "baggage", "arm": \(Self.value("20", "in")), \
      "maxWeight": \(Self.value("1000", "lb"))}], "combinedLimits": [], \
      "tanks": [\(tanks.joined(separator: ", "))], "fuelGrade": "100LL", "taxiFuel": \(Self.value(taxi, "gal"))\(more), \
      "burnOrder": [\(self.tanks.map { "\"\($0.0)\"" }.joined(separator: ", "))]}
      """
    return try Aircraft(bytes: Array(text.utf8), file: "paper.json")
  }

  func sheet(
    _ loads: [String: String] = [:], fuel: [String: String] = ["main": "50"], taxi: String? = "0", trip: String = "20",
    change: (inout Loading) throws -> Void = { _ in }
  ) throws -> LoadSheet {
    var scenario = Loading(
      id: "paper", aircraft: "paper", name: "Paper",
      stationLoads: try loads.sorted { $0.key < $1.key }.map {
        .init(station: $0.key, weight: try Weight($0.value, .pounds))
      },
      fuelLoads: try fuel.sorted { $0.key < $1.key }.map {
        .init(tank: $0.key, volume: try Volume($0.value, .usGallons))
      },
      taxiFuel: try taxi.map { try Volume($0, .usGallons) }, tripFuel: try Volume(trip, .usGallons))
    try change(&scenario)
    return try LoadSheet(aircraft: try aircraft(), scenario: scenario)
  }
}

extension LoadSheet {
  /// The first warning with a code.
  func warning(_ code: Warning.Code) -> Warning? { warnings.first { $0.code == code } }

  /// The limit of a phase in pounds.
  func limit(_ name: LoadPhase.Name) -> String? {
    phases.first { $0.name == name }?.maxWeight?.text(in: .pounds, places: 4)
  }

  /// The worst point: margin and limit in inches, weight in pounds.
  var worstText: String? {
    worst.map {
      "\($0.label): \($0.margin.weight.text(in: .pounds, places: 2)) lb, "
        + "\($0.margin.margin.text(in: .inches, places: 3)) in \($0.margin.side.rawValue)"
    }
  }
}
