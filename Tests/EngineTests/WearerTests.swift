import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing

/// Beside a bed the order that adopts a heart sensor says whose heart it is.
@Suite struct `The kind of the wearer of an adopted sensor` {
  private let strap = DeviceAddress.sampleStrap

  private func street(_ profile: String = "bedside", persons: String = "none") throws -> Street {
    let folder = try TemporaryFolder()
    let text = "profile: \(profile)\npersons: \(persons)\n"
    let configuration = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
    return Street(Engine(configuration, scope: .adopted))
  }

  /// The strap is received, adopted at 100 s, and gives this rate from then on.
  private func alarms(_ kind: PersonKind?, rate: Double, persons: String = "none") throws -> [String] {
    var street = try street(persons: persons)
    for second in 0..<100 { street.strap(70, at: Double(second), from: strap) }
    _ = street.adopts(AdoptionOrder(strap, wearer: kind), at: 100)
    for second in 101..<150 { street.strap(rate, at: Double(second), from: strap) }
    return street.alarms.filter { $0.contains("heart-rate") }
  }

  @Test func `sets the limits of a strap that nobody is named for`() throws {
    #expect(try alarms(nil, rate: 140).count == 1)
    #expect(try alarms(.infant, rate: 140).isEmpty)
    #expect(try alarms(.infant, rate: 75).count == 1)
  }

  @Test func `comes after the kind that the configuration says of the person`() throws {
    #expect(try alarms(.infant, rate: 75, persons: "{Anna: {sensors: [\(strap)], kind: adult}}").isEmpty)
    #expect(try alarms(.infant, rate: 75, persons: "{Anna: {sensors: [\(strap)]}}").count == 1)
  }

  @Test func `is asked for beside a bed until somebody has said it`() throws {
    func answer(_ kind: PersonKind?, _ profile: String, _ persons: String = "none") throws -> String {
      var street = try street(profile, persons: persons)
      for second in 0..<100 { street.strap(70, at: Double(second), from: strap, rrTicks: [878]) }
      return street.adopts(AdoptionOrder(strap, wearer: kind), at: 100).text
    }
    #expect(
      try answer(nil, "bedside")
        == "\(strap) has the limits of an adult; for a child, an infant, an athlete, a pacemaker or "
        + "atrial fibrillation say --kind, or set the person's kind")
    #expect(try answer(.adult, "bedside") == "done")
    #expect(try answer(nil, "bedside", "{Anna: {sensors: [\(strap)], kind: athlete}}") == "done")
    #expect(try answer(nil, "cabin") == "done")
  }

  @Test func `stays with the sensor that replaces it, and in the file`() throws {
    var street = try street()
    for second in 0..<100 { street.strap(70, at: Double(second), from: strap) }
    _ = street.adopts(AdoptionOrder(strap, wearer: .child(age: 7)), at: 100)
    let other = DeviceAddress(value: 0xA09E_1A00_0002)
    for second in 101..<200 { street.strap(70, at: Double(second), from: other) }
    _ = street.adopts(AdoptionOrder(other, replacing: strap), at: 200)
    let list = street.engine.registry.adoption.list
    #expect(list.sensors.map(\.wearer) == [.child(age: 7)])
    let folder = try TemporaryFolder()
    let file = AdoptionFile(path: folder.file("adopted.json"))
    try file.write(list)
    #expect(try file.read() == list)
  }
}
