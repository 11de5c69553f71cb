import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing

/// An alarm that ends because nothing watches over it any more ends by no good value, so it is reported.
@Suite struct `An alarm whose watch an order ends` {
  private let strap = DeviceAddress.sampleStrap
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(path: try folder.write("profile: bedside\n\(text)\n", to: "lapwing.yaml"), profile: nil)
  }

  /// A box with Anna, whose heart races for a minute.
  private func street() throws -> Street {
    var street = Street(Engine(try configuration("persons: {Anna: {sensors: [\(strap)]}}"), scope: .adopted))
    street.begins()
    for second in 0..<60 { street.strap(170, at: Double(second), from: strap, rrTicks: [361]) }
    return street
  }

  private func notes(_ street: Street) -> [String] {
    street.reported.compactMap { if case .note(let text) = $0.record, text.hasPrefix("alarm") { text } else { nil } }
  }

  @Test func `is named by a reload that drops the person, and in the log`() throws {
    var street = try street()
    #expect(street.alarms.last == "5 heart-rate-high on high")
    let note = street.reloads(try configuration(""))
    #expect(note == "heart-rate-high (high) at \(strap), Anna has ended: it is not watched any more")
    #expect(street.alarms.last == "59 heart-rate-high off high")
    #expect(notes(street) == ["alarm    \(try #require(note))"])
  }

  @Test func `is named by a reload that switches the sensor or the condition off`() throws {
    let persons = "persons: {Anna: {sensors: [\(strap)]}}\n"
    for text in [
      "sensors: {use: {any: automatic, \"\(strap)\": off}}", "alarms: {heart-rate-high: {enabled: false}}",
    ] {
      var street = try street()
      #expect(street.reloads(try configuration(persons + text))?.contains("heart-rate-high (high)") == true, "\(text)")
    }
  }

  @Test func `is named by a reload also where only its sound was left`() throws {
    var street = try street()
    for second in 60..<90 { street.strap(70, at: Double(second), from: strap, rrTicks: [878]) }
    #expect(street.alarms.last?.contains("latched") == true)
    #expect(street.reloads(try configuration(""))?.contains("heart-rate-high (high)") == true)
  }

  @Test func `is named by the order that forgets the sensor`() throws {
    var street = Street(Engine(try configuration(""), scope: .adopted))
    for second in 0..<10 { street.strap(70, at: Double(second), from: strap) }
    _ = street.adopts(AdoptionOrder(strap, wearer: .adult), at: 10)
    for second in 11..<60 { street.strap(170, at: Double(second), from: strap) }
    #expect(
      street.forgets(strap, at: 60).text
        == "heart-rate-high (high) at \(strap) has ended: it is not watched any more")
    #expect(notes(street).count == 1)
  }

  @Test func `is all that is named`() throws {
    var street = try street()
    let persons = "persons: {Anna: {sensors: [\(strap)]}}\n"
    #expect(street.reloads(try configuration(persons)) == nil)
    #expect(street.reloads(try configuration(persons + "alarms: {no-data: {enabled: false}}")) == nil)
    street.waits(until: 70)
    // The alarm that says what is switched off ends by itself.
    #expect(street.reloads(try configuration(persons)) == nil)
    #expect(notes(street).isEmpty)
  }
}
