import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions

/// What the texts of a request name. Each function throws a usage error that says which names there are.
struct RequestedNames {
  /// The persons of the configuration.
  var persons: [String] = []
  /// The sensors that are received or adopted.
  var sensors: [DeviceAddress] = []

  func condition(_ text: String) throws(LapwingError) -> ConditionID {
    if let condition = ConditionID(name: text) { return condition }
    let known = ConditionID.allCases.map(\.name).joined(separator: ", ")
    throw LapwingError(.usage, code: .unknownCondition, "\(text) is no condition; there are \(known)")
  }

  /// How long the test of an alarm lasts.
  func testSeconds(_ seconds: Int?) throws(LapwingError) -> UInt8 {
    guard let seconds else { return AlarmSystem.testSeconds }
    let range = AlarmSystem.testRange
    if let seconds = UInt8(exactly: seconds), range.contains(seconds) { return seconds }
    throw LapwingError(
      .usage, code: .badTestTime, "a test lasts \(range.lowerBound) to \(range.upperBound) s, not \(seconds)")
  }

  func phase(_ text: String) throws(LapwingError) -> Phase {
    if let phase = Phase(name: text) { return phase }
    let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
    throw LapwingError(.usage, code: .unknownPhase, "there is no such phase; there are \(known)")
  }

  /// - Parameter name: `nil` for everybody.
  func person(_ name: String?) throws(LapwingError) -> PersonIndex? {
    guard let name else { return nil }
    if let person = Standby.person(name, among: persons) { return person }
    throw LapwingError(.usage, code: .unknownPerson, Standby.unknown(name, among: persons))
  }

  func adoption(_ adoptee: ControlRequest.Adoptee) throws(LapwingError) -> AdoptionOrder {
    let kind = adoptee.wearer.flatMap { PersonKind(words: $0) }
    if let wearer = adoptee.wearer, kind == nil {
      throw LapwingError(.usage, code: .unknownKind, "\(wearer) is no kind of a person; it is \(PersonKind.allowed)")
    }
    return AdoptionOrder(
      try sensor(adoptee.sensor), name: adoptee.label, wearer: kind,
      replacing: try adoptee.replaces.map { (text) throws(LapwingError) in try sensor(text) })
  }

  /// The number that a device shows.
  func passkey(_ typed: Int) throws(LapwingError) -> UInt32 {
    guard let number = UInt32(exactly: typed), DeviceOrder.passkeys.contains(number) else {
      throw LapwingError(
        .usage, code: .badPasskey, "the number that a device shows has at most six digits: 0 to 999999")
    }
    return number
  }

  /// A whole address, or the beginning or end of that of a known sensor.
  func sensor(_ text: String) throws(LapwingError) -> DeviceAddress {
    if let address = DeviceAddress(text) { return address }
    let part = text.uppercased().replacing("-", with: ":")
    let fitting =
      part.isEmpty ? [] : sensors.filter { $0.description.hasPrefix(part) || $0.description.hasSuffix(part) }
    guard let only = fitting.first else {
      throw LapwingError(
        .usage, code: .notHeard,
        "no sensor is heard whose address begins or ends with \(text); write the whole address (lapwing status)")
    }
    guard fitting.count == 1 else {
      throw LapwingError(
        .usage, code: .ambiguous,
        "\(text) may be \(fitting.map(\.description).joined(separator: " or ")); write the whole address")
    }
    return only
  }
}
