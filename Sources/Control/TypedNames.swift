import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions

/// What the texts of a request name. Each throws a usage error that says which names there are.
extension ControlRequest {
  func condition() throws(LapwingError) -> ConditionID {
    let text = name ?? ""
    if let condition = ConditionID(name: text) { return condition }
    let known = ConditionID.allCases.map(\.name).joined(separator: ", ")
    throw LapwingError(.usage, code: "unknown-condition", "\(text) is no condition; there are \(known)")
  }

  /// How long the test of an alarm lasts.
  func testSeconds() throws(LapwingError) -> UInt8 {
    guard let seconds else { return AlarmSystem.testSeconds }
    let range = AlarmSystem.testRange
    if let seconds = UInt8(exactly: seconds), range.contains(seconds) { return seconds }
    throw LapwingError(
      .usage, code: "bad-test-time", "a test lasts \(range.lowerBound) to \(range.upperBound) s, not \(seconds)")
  }

  func phase() throws(LapwingError) -> Phase {
    if let name, let phase = Phase(name: name) { return phase }
    let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
    throw LapwingError(.usage, code: "unknown-phase", "there is no such phase; there are \(known)")
  }

  func drink() throws(LapwingError) -> Event {
    if undo == true { return .undoDrink }
    guard let amount else { return .drink(Refreshments.usual) }
    return .drink(try Refreshments.amount("\(amount)"))
  }

  /// The person in ``name``; `nil` for everybody.
  func person(among names: [String]) throws(LapwingError) -> PersonIndex? {
    guard let name else { return nil }
    if let person = Standby.person(name, among: names) { return person }
    throw LapwingError(.usage, code: "unknown-person", Standby.unknown(name, among: names))
  }

  /// The sensor to adopt, with its label and the sensor that it replaces.
  func adoption(among known: [DeviceAddress]) throws(LapwingError) -> AdoptionOrder {
    let kind = wearer.flatMap { PersonKind(words: $0) }
    if let wearer, kind == nil {
      throw LapwingError(.usage, code: "unknown-kind", "\(wearer) is no kind of a person; it is \(PersonKind.allowed)")
    }
    return AdoptionOrder(
      try address(among: known), name: label, wearer: kind,
      replacing: try replaces.map { (text) throws(LapwingError) in try Self.address(text, among: known) })
  }

  /// What is asked of one device: its address, or the number that it shows.
  func deviceOrder(among known: [DeviceAddress]) throws(LapwingError) -> DeviceOrder {
    switch verb {
    case .pair:
      let passkey = try amount.map { (_) throws(LapwingError) in try number() }
      return .pair(try address(among: known), passkey: passkey)
    case .passkey: return .passkey(try number())
    case .unpair: return .unpair(try address(among: known))
    case .read: return .read(try address(among: known))
    default: return .stop
    }
  }

  /// The number that a device shows, in ``amount``.
  private func number() throws(LapwingError) -> UInt32 {
    guard let amount, let number = UInt32(exactly: amount), DeviceOrder.passkeys.contains(number) else {
      throw LapwingError(
        .usage, code: "bad-passkey", "the number that a device shows has at most six digits: 0 to 999999")
    }
    return number
  }

  func address(among known: [DeviceAddress]) throws(LapwingError) -> DeviceAddress {
    try Self.address(name ?? "", among: known)
  }

  /// A whole address, or the beginning or end of that of a known sensor.
  private static func address(_ text: String, among known: [DeviceAddress]) throws(LapwingError) -> DeviceAddress {
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
