import Alarms
import Board
import Foundation
import TestSupport
import Testing

@Suite struct `A sound card` {
  private func samples(_ path: String) throws -> [Int16] {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test func `plays silence until an alarm, and then the signal`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("samples")
    do {
      let card = try PCMSounder(try #require(SoundDevice("file:\(path)")), level: .standard)
      try card.fill()
      try card.play(SoundSignal(priority: .high, family: .air))
      for _ in 0..<50 { try card.fill() }
    }
    let played = try samples(path)
    #expect(played.prefix(PCMSounder.period).allSatisfy { $0 == 0 })
    #expect(played.contains { abs(Int($0)) > 10_000 })
  }

  @Test func `that is not there is refused with its name`() throws {
    let device = try #require(SoundDevice("hw:CARD=NoSuchCard"))
    #expect {
      _ = try PCMSounder(device, level: .standard)
    } throws: {
      ($0 as? PCMSounder.Failure)?.message.contains("hw:CARD=NoSuchCard") == true
    }
  }

  @Test func `takes a whole burst in time`() throws {
    let card = try PCMSounder(try #require(SoundDevice("null")), level: .floor)
    for _ in 0..<100 { try card.fill() }
    #expect(card.played > 48_000)
  }
}
