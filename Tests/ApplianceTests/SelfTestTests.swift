import Alarms
import Board
import Foundation
import TestSupport
import Testing

@testable import Appliance

@Suite struct `The self-test` {
  /// Whether it found the card good, and whether the microphone received the card.
  private func testCard(isBrief: Bool) throws -> (findings: [SelfTest.Finding], isHeard: Bool) {
    let folder = try TemporaryFolder()
    let path = folder.file("samples")
    var findings: [SelfTest.Finding] = []
    do {
      let card = try PCMSounder(try #require(SoundDevice("file:\(path)")), level: .standard)
      findings = SelfTest.card(card, heardBy: nil, isBrief: { isBrief })
    }
    return (findings, try Data(contentsOf: URL(fileURLWithPath: path)).contains { $0 != 0 })
  }

  @Test func `plays a signal that a person hears`() throws {
    let (findings, isHeard) = try testCard(isBrief: false)
    #expect(findings.map(\.sentence) == ["sound card: passed"])
    #expect(isHeard)
  }

  @Test func `is silent and still reports the card where an alarm comes first`() throws {
    let (findings, isHeard) = try testCard(isBrief: true)
    #expect(findings.map(\.sentence) == ["sound card: passed, in brief: an alarm comes first"])
    #expect(!isHeard)
  }

  @Test func `listens with a microphone even where an alarm comes first`() throws {
    let card = try PCMSounder(try #require(SoundDevice("null")), level: .standard)
    let findings = SelfTest.card(card, heardBy: SoundDevice("hw:CARD=NoSuchCard"), isBrief: { true })
    #expect(findings.map(\.sentence) == ["sound card: passed", "tone at the microphone: FAILED"])
  }
}
