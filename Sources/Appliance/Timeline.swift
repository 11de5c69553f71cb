import Alarms
import Flight
import FoundationEssentials
import Monitor
import Readings

/// Reads a timeline: one JSON object a line, each with a time `t` in seconds that never falls.
///
/// Beside `t` a line has either sensor bytes with an `address` (as `lapwing decode` takes them), or `button` and
/// `press`, or `fault`, or `cleared`, or `phase`, or nothing: time passes.
struct Timeline: Sendable {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 0
  private var latest = Instant.start

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next entry, or `nil` at the end.
  mutating func next() throws(ApplianceError) -> (Instant, ReplayInput)? {
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = String(decoding: bytes[offset..<end], as: UTF8.self)
      offset = end + 1
      line += 1
      guard text.contains(where: { !$0.isWhitespace }) else { continue }
      do {
        return try entry(text)
      } catch {
        throw ApplianceError(.badData, code: error.code, "line \(line): \(error.message)")
      }
    }
    return nil
  }

  private mutating func entry(_ text: String) throws(InputError) -> (Instant, ReplayInput) {
    let entry: TimelineEntry = try SensorInput.decode(text)
    guard let instant = Instant(seconds: entry.t) else {
      throw InputError(code: "bad-time", message: "t must be between 0 and \(Int(Instant.limitSeconds)) seconds")
    }
    guard instant >= latest else {
      throw InputError(code: "time-falls", message: "t falls from \(latest.seconds) to \(entry.t); sort the lines by t")
    }
    latest = instant
    return (instant, try entry.input())
  }
}

/// One line of a timeline.
private struct TimelineEntry: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case t, button, press, fault, cleared, phase
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let t: Double
  private let button: String?
  private let press: String?
  private let fault: String?
  private let cleared: String?
  private let phase: String?
  private let sensor: SensorInput

  /// A field that nobody knows, the first by name.
  private let unknown: String?

  init(from decoder: any Decoder) throws {
    let known = Key.allCases.map(\.rawValue) + SensorInput.CodingKeys.allCases.map(\.rawValue)
    unknown = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter { !known.contains($0) }
      .min()
    let container = try decoder.container(keyedBy: Key.self)
    t = try container.decode(Double.self, forKey: .t)
    button = try container.decodeIfPresent(String.self, forKey: .button)
    press = try container.decodeIfPresent(String.self, forKey: .press)
    fault = try container.decodeIfPresent(String.self, forKey: .fault)
    cleared = try container.decodeIfPresent(String.self, forKey: .cleared)
    phase = try container.decodeIfPresent(String.self, forKey: .phase)
    sensor = try SensorInput(from: decoder)
  }

  func input() throws(InputError) -> ReplayInput {
    let isSensor = sensor.isAnything
    let kinds = [button != nil, fault != nil, cleared != nil, phase != nil, isSensor].filter { $0 }.count
    // A note beside an entry is a note; on a line that is nothing else it may be an entry with a slip in it.
    if kinds == 0, let unknown {
      throw InputError(code: "unknown-field", message: "\(unknown) is not a field of a timeline")
    }
    if press != nil, button == nil { throw InputError(code: "missing-field", message: "press needs a button") }
    guard kinds <= 1 else {
      throw InputError(
        code: "two-entries", message: "a line holds one of sensor bytes, button, fault, cleared and phase")
    }
    if let button { return .event(.button(try named(button, "button"), try named(press ?? "short", "press"))) }
    if let fault { return .event(.fault(try named(fault, "fault"))) }
    if let cleared { return .event(.cleared(try named(cleared, "cleared"))) }
    // A phase with a name of its own is unknown, and an unknown phase withholds nothing.
    if let phase { return .event(.phase(Phase(name: phase) ?? .unknown)) }
    return isSensor ? .radio(try sensor.report()) : .event(.tick)
  }

  private func named<Name: RawRepresentable & CaseIterable>(
    _ text: String, _ key: String
  ) throws(InputError) -> Name where Name.RawValue == String {
    guard let name = Name(rawValue: text) else {
      let allowed = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw InputError(code: "bad-\(key)", message: "\(key) \(text) is not one of \(allowed)")
    }
    return name
  }
}
