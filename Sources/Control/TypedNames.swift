import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions

/// What the texts of a request name. Each throws a usage error that says which names there are.
enum TypedNames {
  static func condition(_ text: String) throws(LapwingError) -> ConditionID {
    if let condition = ConditionID(name: text) { return condition }
    let known = ConditionID.allCases.map(\.name).joined(separator: ", ")
    throw LapwingError(.usage, code: "unknown-condition", "\(text) is no condition; there are \(known)")
  }

  /// How long the test of an alarm lasts.
  static func testSeconds(_ seconds: Int?) throws(LapwingError) -> UInt8 {
    guard let seconds else { return AlarmSystem.testSeconds }
    let range = AlarmSystem.testRange
    if let seconds = UInt8(exactly: seconds), range.contains(seconds) { return seconds }
    throw LapwingError(
      .usage, code: "bad-test-time", "a test lasts \(range.lowerBound) to \(range.upperBound) s, not \(seconds)")
  }

  static func phase(_ name: String) throws(LapwingError) -> Phase {
    if let phase = Phase(name: name) { return phase }
    let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
    throw LapwingError(.usage, code: "unknown-phase", "there is no such phase; there are \(known)")
  }

  /// - Parameter name: `nil` for all people.
  static func person(_ name: String?, among names: [String]) throws(LapwingError) -> PersonIndex? {
    guard let name else { return nil }
    if let person = Standby.person(name, among: names) { return person }
    throw LapwingError(.usage, code: "unknown-person", Standby.unknown(name, among: names))
  }

  static func adoption(
    _ address: String, label: String?, replaces: String?, wearer: String?, among known: [DeviceAddress]
  ) throws(LapwingError) -> AdoptionOrder {
    let kind = wearer.flatMap { PersonKind(words: $0) }
    if let wearer, kind == nil {
      throw LapwingError(.usage, code: "unknown-kind", "\(wearer) is no kind of a person; it is \(PersonKind.allowed)")
    }
    return AdoptionOrder(
      try Self.address(address, among: known), name: label, wearer: kind,
      replacing: try replaces.map { (text) throws(LapwingError) in try Self.address(text, among: known) })
  }

  /// The number that a device shows.
  static func passkey(_ number: Int) throws(LapwingError) -> UInt32 {
    guard let number = UInt32(exactly: number), DeviceOrder.passkeys.contains(number) else {
      throw LapwingError(
        .usage, code: "bad-passkey", "the number that a device shows has at most six digits: 0 to 999999")
    }
    return number
  }

  /// A whole address, or the beginning or end of that of a known sensor.
  static func address(_ text: String, among known: [DeviceAddress]) throws(LapwingError) -> DeviceAddress {
    if let address = DeviceAddress(text) { return address }
    let part = text.uppercased().replacing("-", with: ":")
    let fitting =
      part.isEmpty ? [] : known.filter { $0.description.hasPrefix(part) || $0.description.hasSuffix(part) }
    guard let only = fitting.first else {
      throw LapwingError(
        .usage, code: "not-heard",
        "no sensor is received whose address begins or ends with \(text); write the whole address (lapwing status)")
    }
    guard fitting.count == 1 else {
      throw LapwingError(
        .usage, code: "ambiguous",
        "\(text) may be \(fitting.map(\.description).joined(separator: " or ")); write the whole address")
    }
    return only
  }
}
