import Alarms
import Flight
import FoundationEssentials
import Monitor
import Readings

/// Reads a timeline: one JSON object per line, each with a time `t` in seconds that never decreases.
///
/// Beside `t` a line holds one of: sensor bytes with an `address` (as `lapwing decode` accepts them); `button` and
/// `press`; `hold` (two buttons); `fault`; `cleared`; `elsewhere`, as ``ElsewhereReport``; `phase`; `time-of-day`; `standby` and `hours`;
/// `end-standby`; `adopt` with `name` and `replaces`; `forget`; `drink` (ml); `caffeine` (true); `undo` (drink or
/// caffeine). A line with `t` alone lets time pass.
package struct Timeline: Sendable {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 0
  private var latest = Instant.start
  private let persons: [String]
  private let isFollowing: Bool
  private var buttons: TimelineButtons
  /// Inputs to return before the next line is read, in order.
  private var waiting: [(Instant, EngineInput)] = []

  /// - Parameters:
  ///   - persons: the names of the persons in the configuration, in its order.
  ///   - buttons: the meanings of presses.
  ///   - isFollowing: whether the box sounds for the other one of a pair.
  package init(
    bytes: [UInt8], persons: [String] = [], buttons: ButtonTable = .standard, isFollowing: Bool = false
  ) {
    self.bytes = bytes
    self.persons = persons
    self.isFollowing = isFollowing
    self.buttons = TimelineButtons(buttons)
  }

  /// Returns the next input, or `nil` at the end: an entry, or that a button became stuck or free.
  package mutating func next() throws(LapwingError) -> (Instant, EngineInput)? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    guard let (instant, input) = try nextEntry() else {
      return buttons.advance(to: latest).map { (latest, $0) }
    }
    // What is due at the same instant follows the entry.
    while let deadline = buttons.nextDeadline, deadline < instant { noteButtons(at: deadline) }
    if case .button(let order) = input, case .press(let button, _) = order.gesture {
      let counts = buttons.takes(button, at: instant)
      if counts { waiting.append((instant, input)) }
      noteButtons(at: instant)
      if !counts, waiting.last?.0 != instant { waiting.append((instant, .event(.tick))) }
    } else {
      waiting.append((instant, input))
    }
    return waiting.removeFirst()
  }

  private mutating func noteButtons(at instant: Instant) {
    if let news = buttons.advance(to: instant) { waiting.append((instant, news)) }
  }

  private mutating func nextEntry() throws(LapwingError) -> (Instant, EngineInput)? {
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let range = offset..<end
      offset = end + 1
      line += 1
      do throws(InputError) {
        guard range.count <= SensorInput.longestLine else { throw InputError.tooLong }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard text.contains(where: { !$0.isWhitespace }) else { continue }
        return try entry(text)
      } catch {
        throw LapwingError(.badData, code: error.code, "line \(line): \(error.message)")
      }
    }
    return nil
  }

  private mutating func entry(_ text: String) throws(InputError) -> (Instant, EngineInput) {
    let entry: TimelineEntry = try SensorInput.decode(text)
    guard let instant = Instant(seconds: entry.t) else {
      throw InputError(code: "bad-time", message: "t must be between 0 and \(Int(Instant.limitSeconds)) seconds")
    }
    guard instant >= latest else {
      throw InputError(code: "time-falls", message: "t falls from \(latest.seconds) to \(entry.t); sort the lines by t")
    }
    latest = instant
    return (instant, try entry.input(naming: persons, by: buttons.table, isFollowing: isFollowing))
  }
}

private struct TimelineEntry: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case t, button, press, hold, fault, cleared, elsewhere, phase, hours, standby, adopt, name, replaces, forget, drink,
      caffeine,
      undo
    case endStandby = "end-standby"
    case timeOfDay = "time-of-day"
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
  private let hold: String?
  private let fault: String?
  private let cleared: String?
  private let elsewhere: ElsewhereReport?
  private let phase: String?
  private let standby: String?
  private let hours: Double?
  private let endStandby: String?
  /// The time of day. It may be given as unknown (`null`).
  private let timeOfDay: String??
  private let adopt: String?
  private let name: String?
  private let hasStrayName: Bool
  private let replaces: String?
  private let forget: String?
  private let refreshments: TimelineRefreshments
  private let sensor: SensorInput

  private let unknown: String?

  init(from decoder: any Decoder) throws {
    let known = Key.allCases.map(\.rawValue) + SensorInput.CodingKeys.allCases.map(\.rawValue)
    unknown = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter { !known.contains($0) }
      .min()
    let container = try decoder.container(keyedBy: Key.self)
    t = try container.decode(Double.self, forKey: .t)
    button = try container.decodeIfPresent(String.self, forKey: .button)
    press = try container.decodeIfPresent(String.self, forKey: .press)
    hold = try container.decodeIfPresent(String.self, forKey: .hold)
    fault = try container.decodeIfPresent(String.self, forKey: .fault)
    cleared = try container.decodeIfPresent(String.self, forKey: .cleared)
    elsewhere = try container.decodeIfPresent(ElsewhereReport.self, forKey: .elsewhere)
    phase = try container.decodeIfPresent(String.self, forKey: .phase)
    standby = try container.decodeIfPresent(String.self, forKey: .standby)
    hours = try container.decodeIfPresent(Double.self, forKey: .hours)
    endStandby = try container.decodeIfPresent(String.self, forKey: .endStandby)
    timeOfDay =
      container.contains(.timeOfDay)
      ? .some(try container.decodeIfPresent(String.self, forKey: .timeOfDay)) : .none
    adopt = try container.decodeIfPresent(String.self, forKey: .adopt)
    // A name without `adopt` is a comment.
    name = adopt == nil ? nil : try container.decodeIfPresent(String.self, forKey: .name)
    hasStrayName = adopt == nil && container.contains(.name)
    replaces = try container.decodeIfPresent(String.self, forKey: .replaces)
    forget = try container.decodeIfPresent(String.self, forKey: .forget)
    refreshments = try TimelineRefreshments(from: decoder)
    sensor = try SensorInput(from: decoder)
  }

  func input(
    naming persons: [String], by table: ButtonTable, isFollowing: Bool
  ) throws(InputError) -> EngineInput {
    let isSensor = sensor.isAnything
    let kinds =
      [
        button != nil, hold != nil, fault != nil, cleared != nil, elsewhere != nil, phase != nil, standby != nil,
        endStandby != nil,
        timeOfDay != nil,
        adopt != nil, forget != nil, isSensor,
      ].filter { $0 }.count + refreshments.count
    // An unknown field beside an entry is a comment. On a line without an entry it may be a misspelt entry.
    if kinds == 0, let unknown {
      throw InputError(code: "unknown-field", message: "\(unknown) is not a field of a timeline")
    }
    if press != nil, button == nil { throw InputError(code: "missing-field", message: "press needs a button") }
    if hours != nil, standby == nil { throw InputError(code: "missing-field", message: "hours needs a standby") }
    if kinds == 0, hasStrayName {
      throw InputError(code: "missing-field", message: "name needs the sensor to adopt")
    }
    if replaces != nil, adopt == nil {
      throw InputError(code: "missing-field", message: "replaces needs the sensor to adopt")
    }
    guard kinds <= 1 else {
      throw InputError(
        code: "two-entries",
        message:
          "a line holds one of sensor bytes, button, hold, fault, cleared, elsewhere, phase, time-of-day, standby, end-standby, "
          + "adopt, forget, drink, caffeine and undo")
    }
    if let button {
      let button: Button = try named(button, "button")
      let press: Press = try named(press ?? "short", "press")
      return .button(ButtonOrder(.press(button, press), table[button, press]))
    }
    if let hold {
      let pair: ButtonPair = try named(hold, "hold")
      return .button(ButtonOrder(.hold(pair), table[.hold(pair)]))
    }
    if let fault { return .event(.fault(try condition(fault, "fault"))) }
    if let cleared { return .event(.cleared(try condition(cleared, "cleared"))) }
    if let elsewhere {
      do throws(LapwingError) {
        return .event(.elsewhere(try elsewhere.elsewhere(isFollowed: isFollowing)))
      } catch {
        throw InputError(code: error.code, message: error.message)
      }
    }
    if let phase {
      guard let known = Phase(name: phase) else {
        let allowed = Phase.allCases.map(\.rawValue).joined(separator: ", ")
        throw InputError(code: "bad-phase", message: "phase \(phase) is not one of \(allowed)")
      }
      return .event(.phase(known, by: .timeline))
    }
    if let standby {
      let person = try person(standby, among: persons)
      guard let time = Standby.time(hours: hours) else {
        throw InputError(code: "bad-hours", message: "hours \(hours ?? 0) is not \(Standby.allowedHours)")
      }
      return .event(.standby(person, time))
    }
    if let endStandby { return .event(.endStandby(try person(endStandby, among: persons))) }
    if let timeOfDay { return .event(.timeOfDay(try minute(timeOfDay))) }
    if adopt == Self.nearest { return .button(ButtonOrder(.hold(.ab), table[.hold(.ab)])) }
    if let adopt {
      let replaced = try replaces.map { (text) throws(InputError) in try address(text, "replaces") }
      return .adopt(AdoptionOrder(try address(adopt, "adopt"), name: name, replacing: replaced))
    }
    if let forget { return .forget(try address(forget, "forget")) }
    if let event = try refreshments.event() { return .event(event) }
    return isSensor ? .radio(try sensor.report()) : .event(.tick)
  }

  /// Instead of an address: buttons A and B are held together.
  private static let nearest = "nearest"

  private func address(_ text: String, _ key: String) throws(InputError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else {
      throw InputError(code: "bad-address", message: "\(key) \(text) is not of the form C0:FF:EE:00:00:01")
    }
    return address
  }

  private func person(_ name: String, among persons: [String]) throws(InputError) -> PersonIndex? {
    if name == "*" { return nil }
    guard let person = Standby.person(name, among: persons) else {
      throw InputError(code: "unknown-person", message: Standby.unknown(name, among: persons))
    }
    return person
  }

  private func minute(_ text: String?) throws(InputError) -> Int16? {
    guard let text else { return nil }
    guard let minute = DayTime.minutes(text) else {
      throw InputError(code: "bad-time", message: "time-of-day \(text) is not a time such as 22:30")
    }
    return Int16(clamping: minute)
  }

  private func named<Name: RawRepresentable & CaseIterable>(
    _ text: String, _ key: String
  ) throws(InputError) -> Name where Name.RawValue == String {
    guard let name = Name(rawValue: text) else { throw unknown(text, key, Name.allCases.map(\.rawValue)) }
    return name
  }

  private func condition(_ text: String, _ key: String) throws(InputError) -> ConditionID {
    guard let id = ConditionID(name: text) else { throw unknown(text, key, ConditionID.allCases.map(\.name)) }
    return id
  }

  private func unknown(_ text: String, _ key: String, _ allowed: [String]) -> InputError {
    InputError(code: "bad-\(key)", message: "\(key) \(text) is not one of \(allowed.joined(separator: ", "))")
  }
}
