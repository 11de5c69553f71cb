import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

/// Of a strap that never sent beats with skin contact it cannot be known that they stop. Beside a bed its adoption says so.
@Suite struct `A strap without beats` {
  private let strap = DeviceAddress.sampleStrap
  private let sentence =
    "\(DeviceAddress.sampleStrap) has sent no beats with skin contact so far; \(WithoutBeats.sentence)"

  private func street(
    _ profile: String = "bedside", contact: SkinContact = .detected, rrTicks: [UInt16] = []
  ) throws -> Street {
    let folder = try TemporaryFolder()
    let path = try folder.write("profile: \(profile)\n", to: "lapwing.yaml")
    var street = Street(Engine(try Configuration(path: path, profile: nil), scope: .adopted))
    for second in 0..<100 { street.strap(70, at: Double(second), from: strap, contact: contact, rrTicks: rrTicks) }
    return street
  }

  private func notes(_ street: Street) -> [String] {
    street.reported.compactMap { if case .note(let text) = $0.record, text.contains("beats") { text } else { nil } }
  }

  @Test func `is adopted beside a bed with a word about what cannot be known`() throws {
    func answer(_ street: Street) -> String {
      var street = street
      return street.adopts(AdoptionOrder(strap, wearer: .adult), at: 100).text
    }
    #expect(answer(try street()) == sentence)
    #expect(answer(try street(contact: .notSupported, rrTicks: [878])) == sentence)
    #expect(answer(try street(rrTicks: [878])) == "done")
    #expect(answer(try street("cabin")) == "done")
  }

  @Test func `is named in the log where buttons adopt it`() throws {
    var street = try street()
    street.takes(.button(ButtonOrder(.hold(.ab), .adopt)), at: 100)
    #expect(street.news.contains("100 adopted \(strap)"))
    #expect(notes(street) == ["adopted  \(sentence)"])
    var other = try self.street(rrTicks: [878])
    other.takes(.button(ButtonOrder(.hold(.ab), .adopt)), at: 100)
    #expect(notes(other).isEmpty)
  }

  @Test func `is known for what it sent before it takes the place of another one`() throws {
    for rrTicks: [UInt16] in [[], [878]] {
      var street = try street(rrTicks: [878])
      _ = street.adopts(AdoptionOrder(strap, wearer: .adult), at: 100)
      let new = DeviceAddress(value: 0xA09E_1A00_0002)
      for second in 101..<200 { street.strap(70, at: Double(second), from: new, rrTicks: rrTicks) }
      let answer = street.adopts(AdoptionOrder(new, replacing: strap), at: 200).text
      #expect(answer.contains("\(new) has sent no beats") == rrTicks.isEmpty, "\(answer)")
    }
  }
}
