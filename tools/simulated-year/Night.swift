import Simulation

/// The results of all nights of one scenario with one number of artefacts of one length: a row of a table, or a line of
/// the file that stores it.
struct Night: Sendable {
  /// The scenario, number of artefacts and length of a row.
  struct Key: Hashable, Sendable {
    let scenario: String
    let artefacts: Int
    let length: ArtefactLength
  }

  let key: Key
  var nights = 0
  var nuisance = 0
  var missed = 0
  var unreported = 0
  var strangers = 0
  var broken = 0
  var onsets = 0
  /// How often technical alarms would have woken the person. It is not stored.
  var wakeUps = 0
  /// Latencies by heart event, s.
  var latencies: [HeartEvent: [Double]] = [:]

  init(_ key: Key) { self.key = key }

  mutating func add(_ report: WorldReport) {
    nights += 1
    nuisance += report.nuisanceOnPerson
    missed += report.missed
    unreported += report.unreported
    strangers += report.strangersAlarms
    broken += report.violations.isEmpty ? 0 : 1
    wakeUps += report.technicalWakeUps
    onsets += report.tallies.reduce(0) { $0 + $1.onsets }
    latencies.merge(report.latencies) { $0 + $1 }
  }

  var nuisancePerNight: Double { Double(nuisance) / Double(max(1, nights)) }

  /// The row as text with tabs; latencies are numbers of seconds with the count of each.
  var line: String {
    let counts = [nights, nuisance, missed, unreported, strangers, broken, onsets].map { "\($0)" }
    let times = HeartEvent.allCases.filter(\.isMeasured).map { event in
      var histogram: [Int: Int] = [:]
      for seconds in latencies[event] ?? [] { histogram[Int(seconds.rounded(.up)), default: 0] += 1 }
      return histogram.sorted { $0.key < $1.key }.map { "\($0.key)x\($0.value)" }.joined(separator: " ")
    }
    return ([key.scenario, "\(key.artefacts)", key.length.rawValue] + counts + times).joined(separator: "\t")
  }

  /// Returns `nil` if the line is invalid.
  init?(line: some StringProtocol) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let events = HeartEvent.allCases.filter(\.isMeasured)
    guard fields.count == 10 + events.count, let artefacts = Int(fields[1]),
      let length = ArtefactLength(rawValue: String(fields[2]))
    else { return nil }
    let counts = fields[3..<10].compactMap { Int($0) }
    guard counts.count == 7 else { return nil }
    key = Key(scenario: String(fields[0]), artefacts: artefacts, length: length)
    (nights, nuisance, missed, unreported) = (counts[0], counts[1], counts[2], counts[3])
    (strangers, broken, onsets) = (counts[4], counts[5], counts[6])
    for (event, field) in zip(events, fields[10...]) {
      for entry in field.split(separator: " ") {
        let parts = entry.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, parts[1] >= 0 else { return nil }
        latencies[event, default: []] += Array(repeating: Double(parts[0]), count: parts[1])
      }
    }
  }
}

extension HeartEvent {
  /// Whether the time to its alarm is measured.
  var isMeasured: Bool { self == .bradycardia || self == .tachycardia || self == .asystole }
}
