import Alarms
import Foundation
import Monitor
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite struct `Persons that are set in the configuration file` {
  private static let block = """
    # mine
    persons:
      # the older one
      Anna:
        sensors: ["C0:FF:EE:00:00:02"]
        heart-rate-low: 40  # as the doctor said
        night: {from: "22:00", to: "07:00", heart-rate-high: 110}
      Ben: {heart-rate-high: 150}

    # about alarms
    alarms:
      latch-sound: true

    """

  /// The text of the file after a change.
  private func changed(_ text: String, _ change: (inout [ConfiguredPerson]) -> Void) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "lapwing.yaml")
    let former = try Configuration(path: path, profile: nil).namedPersons
    var persons = former
    change(&persons)
    let configuration = try ConfigurationEditor(path: path).set(persons: persons, instead: former)
    #expect(configuration.namedPersons.map(\.settings) == persons.map(\.settings))
    #expect(configuration.namedPersons.map(\.sensors) == persons.map(\.sensors))
    if text == Self.block {
      #expect(configuration.settings.contains { "\($0.key.path): \($0.value)" == "alarms.latch-sound: true" })
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `keep all comments where only a limit changes that has a line of its own`() throws {
    let text = try changed(Self.block) { $0[0].settings.limits[.heartRateLow] = 45 }
    #expect(text == Self.block.replacing("heart-rate-low: 40 ", with: "heart-rate-low: 45 "))
  }

  @Test func `may lose a limit, get one, and be written in braces; what stands outside stays`() throws {
    let changes: [@Sendable (inout [ConfiguredPerson]) -> Void] = [
      { $0[0].settings.limits[.heartRateLow] = nil }, { $0[1].settings.limits[.heartRateHigh] = 140 },
      { $0[0].settings.sound = .loud }, { $0.removeFirst() },
      { $0.append(ConfiguredPerson(settings: PersonSettings(name: "Kim \"J.\" #1: 한"), line: 0)) },
    ]
    for change in changes {
      let text = try changed(Self.block, change)
      #expect(
        text.hasPrefix("# mine\npersons:\n") && text.hasSuffix("\n\n# about alarms\nalarms:\n  latch-sound: true\n"))
    }
  }

  @Test(arguments: ["", "profile: bedside\n", "persons: none\n", "persons: {Anna: {heart-rate-low: 40}}\n"])
  func `are added to a file without them`(text: String) throws {
    let after = try changed(text) { $0.append(ConfiguredPerson(settings: PersonSettings(name: "Ben"), line: 0)) }
    #expect(after.contains("persons:\n") && after.contains("Ben: {}"))
  }

  @Test func `leave the word none when the last one goes`() throws {
    #expect(try changed("persons:\n  Ben: {}\n") { $0 = [] } == "persons: none\n")
  }

  @Test func `are added below the example of the shipped file`() throws {
    let shipped = try ProjectFile("image/lapwing.yaml").text
    let after = try changed(shipped) { $0.append(ConfiguredPerson(settings: PersonSettings(name: "Ben"), line: 0)) }
    #expect(after.contains("#persons: none\npersons:\n  Ben: {}\n"))
  }
}
