import Alarms
import Readings
import Status
import System
import Web

/// What programs read of the box: `/metrics`, in the text format of Prometheus, or in OpenMetrics for who asks for it. A program
/// of the network shows the token of a reader (`lapwing panel reader`).
enum MetricsPage: PanelPage {
  static let routes = [
    Route.get("/metrics", .reader) { request in
      let isOpen = request.accepted.contains("application/openmetrics-text")
      let families = families(request.panel.feed.state.picture, at: request.now)
      let text = families.map { $0.text(isOpen: isOpen) }.joined() + (isOpen ? "# EOF\n" : "")
      let type = isOpen ? "application/openmetrics-text; version=1.0.0" : "text/plain; version=0.0.4"
      return Reply(
        .ok, [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store")], .bytes(Array(text.utf8)))
    }
  ]

  /// - Parameter picture: what the box says of itself; `nil` while it does not answer: then there is no value.
  static func families(_ picture: BoxPicture?, at now: Int64) -> [MetricFamily] {
    var build = MetricFamily("lapwing_build", "The version of the program.", .info)
    build.add(1, [("version", Version.text), ("profile", picture?.status.profile)])
    var up = MetricFamily("lapwing_box_up", "Whether the box answers. Without it there is no other value.")
    up.add(picture == nil ? 0 : 1)
    guard let picture else { return [build, up] }
    return [build, up] + ofBox(picture.status) + ofSensors(picture, at: now)
  }

  private static func ofBox(_ status: BoxStatus) -> [MetricFamily] {
    var counts = MetricFamily("lapwing_alarms", "How many alarms are present, by priority, without tests.")
    var alarms = MetricFamily("lapwing_alarm", "1 for each alarm that is present.")
    let present = status.alarms.filter { $0.isTest != true }
    for priority in Priority.allCases {
      counts.add(Double(present.count { $0.priority == priority.name }), [("priority", priority.name)])
    }
    for alarm in present {
      alarms.add(
        1,
        [
          ("condition", alarm.condition), ("priority", alarm.priority), ("presence", alarm.presence),
          ("activation", alarm.activation), ("sensor", alarm.address), ("person", alarm.person),
        ])
    }
    var changes = MetricFamily("lapwing_alarm_transitions", "Changes of alarms since the box started.", .counter)
    changes.add(Double(status.alarmTransitions))
    var unwatched = MetricFamily("lapwing_unwatched", "How many things the box does not watch, though it should.")
    unwatched.add(Double(status.notWatched.count))
    var session = MetricFamily("lapwing_session", "Whether a session is recorded.")
    session.add(status.hasSession ? 1 : 0)
    var logbook = MetricFamily("lapwing_logbook_up", "Whether the logbook can be written.")
    logbook.add(status.logbookFault == nil ? 1 : 0)
    return [counts, alarms, changes, unwatched, session, logbook]
  }

  /// A value that is too old says nothing of now, and is left out.
  private static func ofSensors(_ picture: BoxPicture, at now: Int64) -> [MetricFamily] {
    let adopted = picture.status.sensors.filter(\.identity.isAdopted)
    func labels(_ sensor: SensorReport) -> MetricFamily.Labels {
      let identity = sensor.identity
      return [
        ("sensor", identity.address), ("name", identity.name), ("person", identity.person),
        ("model", sensor.reading?.source.model),
      ]
    }
    var received = MetricFamily(
      "lapwing_sensor_received_timestamp_seconds", "When the box last received the sensor, as a Unix time.")
    for sensor in adopted {
      received.add((Double(now) / 1000 - picture.silence(of: sensor)).rounded(), labels(sensor))
    }
    let values = Quantity.allCases.compactMap { quantity -> MetricFamily? in
      guard let metric = quantity.metric else { return nil }
      var family = MetricFamily("lapwing_\(metric.name)", "The \(quantity.label) of a sensor.")
      for sensor in adopted where !picture.isOld(quantity, of: sensor) {
        guard let value = sensor.reading?.measurements[quantity] else { continue }
        family.add(value * metric.times / metric.over, labels(sensor))
      }
      return family
    }
    return [received] + values
  }
}

extension Quantity {
  /// Its name in base units (prometheus.io/docs/practices/naming), and by what its value is multiplied and divided for them;
  /// `nil` for what is only about another value.
  fileprivate var metric: (name: String, times: Double, over: Double)? {
    switch self {
    case .co2SentPartsPerMillion, .co2CorrectionHectopascals, .co2CorrectionPercentPerKilopascal: return nil
    default: break
    }
    let units: [(key: String, name: String, times: Double, over: Double)] = [
      ("_c", "_celsius", 1, 1), ("_pct", "_ratio", 1, 100), ("_hpa", "_pascals", 100, 1), ("_mv", "_volts", 1, 1000),
      ("_kj", "_joules", 1000, 1), ("_ugm3", "_grams_per_cubic_meter", 1, 1e6),
      ("_bqm3", "_becquerels_per_cubic_meter", 1, 1), ("_nsvh", "_sieverts_per_hour", 1, 1e9),
      ("_nsv", "_sieverts", 1, 1e9), ("_s", "_seconds", 1, 1),
    ]
    guard let unit = units.first(where: { key.hasSuffix($0.key) }) else { return (key, 1, 1) }
    return (key.dropLast(unit.key.count) + unit.name, unit.times, unit.over)
  }
}

/// Samples of one name in the text formats of Prometheus and OpenMetrics.
struct MetricFamily: Sendable {
  enum Kind: String, Sendable {
    case gauge, counter, info

    /// What OpenMetrics writes behind the name of a family in its samples.
    fileprivate var suffix: String {
      switch self {
      case .gauge: ""
      case .counter: "_total"
      case .info: "_info"
      }
    }
  }

  typealias Labels = [(name: String, value: String?)]

  /// In base units, without the suffix of its kind (prometheus.io/docs/practices/naming).
  let name: String
  let kind: Kind
  let help: String
  private var samples: [(labels: Labels, value: Double)] = []

  init(_ name: String, _ help: String, _ kind: Kind = .gauge) { (self.name, self.help, self.kind) = (name, help, kind) }

  /// - Parameter labels: those without a value are left out.
  mutating func add(_ value: Double, _ labels: Labels = []) { samples.append((labels, value)) }

  /// The lines of the family; no lines without a sample.
  /// - Parameter isOpen: as OpenMetrics, otherwise as Prometheus text of version 0.0.4, which has no kind `info`.
  func text(isOpen: Bool) -> String {
    guard !samples.isEmpty else { return "" }
    let full = name + kind.suffix, family = isOpen ? name : full
    let type = kind == .info && !isOpen ? Kind.gauge : kind
    let lines = samples.map { "\(full)\(Self.text($0.labels)) \(Self.text($0.value))\n" }
    return "# HELP \(family) \(help)\n# TYPE \(family) \(type.rawValue)\n\(lines.joined())"
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func text(_ labels: Labels) -> String {
    let pairs = labels.compactMap { label in label.value.map { "\(label.name)=\"\(escaped($0))\"" } }
    return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
