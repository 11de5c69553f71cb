import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import Status
import TestSupport
import Testing

@Suite struct `A strap that replaces another one` {
  private let folder: TemporaryFolder
  private let old = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let new = DeviceAddress(value: 0xC0FF_EE00_0003)

  init() throws { folder = try TemporaryFolder() }

  private func street(_ text: String) throws -> Street {
    let configuration = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: .bedside)
    return Street(Engine(configuration, scope: .adopted))
  }

  /// A heart at 150 bpm, whose strap falls silent after 40 s and is replaced at 60 s.
  private func night(_ street: inout Street) -> OrderAnswer {
    street.begins(isAwaiting: false)
    for second in 0..<40 { street.strap(150, at: Double(second), from: old) }
    let answer = street.adopts(AdoptionOrder(new, replacing: old), at: 60)
    for second in 65..<80 { street.strap(150, at: Double(second), from: new) }
    return answer
  }

  /// Whose each alarm transition is, and what.
  private func alarms(of street: Street) -> [String] {
    street.reported.compactMap { at, record in
      guard case .action(.alarm(let alarm)) = record else { return nil }
      return "\(Int(at)) \(alarm.condition.name) \(alarm.presence.name) \(alarm.priority.name) \(alarm.subject)"
    }
  }

  @Test func `goes on with the episode of the person whom the configuration names`() throws {
    var street = try street("persons: {Anna: {sensors: [\"\(old)\"]}}")
    let note = night(&street).text
    #expect(note.contains("the configuration still lists \(old) for Anna; write \(new) there"))
    #expect(street.engine.role(of: new).person == PersonIndex(0))
    #expect(street.engine.role(of: old) == .stranger)
    let found = alarms(of: street)
    #expect(found.last.map { $0.hasPrefix("65 no-data off high") } == true)
    #expect(Set(found.map { $0.split(separator: " ", maxSplits: 4).last }).count == 1, "all are Anna's")
  }

  @Test func `goes on with the episode of a person whom nobody names`() throws {
    var street = try street("profile: bedside")
    _ = street.adopts(AdoptionOrder(old), at: 0)
    _ = night(&street)
    let found = alarms(of: street)
    #expect(found.count == 5)
    #expect(Set(found.map { $0.split(separator: " ", maxSplits: 4).last }).count == 1)
  }

  @Test func `is refused where the configuration says more of the old one`() throws {
    for text in [
      "sensors: {use: {\"\(old)\": automatic, any: automatic}}", "sensors: {own: {\"\(old)\": {heart-rate-low: 35}}}",
    ] {
      var street = try street(text)
      street.begins()
      #expect(street.adopts(AdoptionOrder(new, replacing: old), at: 1).text == "named")
    }
  }

  @Test func `must be a strap`() throws {
    var street = try street("persons: {Anna: {sensors: [\"\(old)\"]}}")
    street.strap(70, at: 0, from: old)
    street.aranet(600, at: 1, from: .sampleAranet4)
    #expect(street.adopts(AdoptionOrder(.sampleAranet4, replacing: old), at: 2).text == "other-kind")
  }

  @Test func `is no person's any more where the configuration names another one's sensor`() throws {
    var street = try street("persons: {Anna: {sensors: [\"\(old)\"]}}")
    street.begins()
    let other = try Configuration(
      path: try folder.write("persons: {Bert: {sensors: [\"\(new)\"]}}", to: "lapwing.yaml"), profile: .bedside)
    street.engine.adopt(
      other.monitor, roles: other.roles, sensors: other.sensors, to: { _, _ in })
    #expect(street.engine.role(of: old) == .stranger)
    #expect(street.engine.role(of: new) == SensorRole(isAdopted: true, person: PersonIndex(0)))
  }

  @Test func `is watched also where the one that it replaces was never received`() throws {
    var street = try street("profile: bedside")
    street.begins(isAwaiting: false)
    for second in 0..<20 { street.strap(70, at: Double(second), from: new, rrTicks: [878]) }
    _ = street.adopts(AdoptionOrder(old), at: 20)
    #expect(street.adopts(AdoptionOrder(new, replacing: old), at: 21).text == "done")
    for second in 22..<60 { street.strap(30, at: Double(second), from: new) }
    #expect(street.alarms.contains { $0.hasSuffix("heart-rate-low on high") })
  }

  @Test func `of one's own is no replacement while an alarm or its sound would be lost`() throws {
    var street = try street("profile: bedside")
    street.begins(isAwaiting: false)
    _ = street.adopts(AdoptionOrder(old), at: 0)
    _ = street.adopts(AdoptionOrder(new), at: 0)
    for second in 1..<60 {
      street.strap(70, at: Double(second), from: old)
      street.strap(150, at: Double(second), from: new)
    }
    let before = street.alarms
    #expect(before.last?.hasSuffix("heart-rate-high on high") == true)
    #expect(street.adopts(AdoptionOrder(new, replacing: old), at: 60).text == "alarm-there")
    for second in 61..<120 {
      for strap in [old, new] { street.strap(70, at: Double(second), from: strap, rrTicks: [878]) }
    }
    #expect(street.alarms.last?.hasSuffix("heart-rate-high latched high") == true)
    #expect(street.adopts(AdoptionOrder(new, replacing: old), at: 120).text == "alarm-there")
    #expect(street.status.sensors.map(\.isOwn) == [true, true])
    street.takes(.event(.reset(nil)), at: 121)
    #expect(street.adopts(AdoptionOrder(new, replacing: old), at: 122).text == "done")
  }
}
