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
