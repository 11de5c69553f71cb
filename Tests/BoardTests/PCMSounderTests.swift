import Alarms
import Board
import Foundation
import Readings
import Speech
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

@Suite struct `A sound card that speaks` {
  private let alarm = HeardAlarm(condition: .co2High, subject: .room, priority: .high, value: 2610, beganAt: .start)

  private func announcer() -> Announcer {
    var plan = SpeechPlan()
    plan.use = .alarms
    return Announcer(plan)
  }

  @Test func `begins in the pause of a signal, and ends when another one begins`() throws {
    let card = try PCMSounder(try #require(SoundDevice("null")), level: .standard)
    var announcer = announcer()
    try card.play(SoundSignal(priority: .high, family: .air))
    #expect(!card.mayBeginToSpeak)
    while !card.mayBeginToSpeak { try card.fill() }
    announcer.noteBurst()
    card.speak(by: &announcer, alarm, at: .start, decibels: 0)
    #expect(!card.mayBeginToSpeak, "it speaks")
    try card.play(SoundSignal(priority: .high, family: .heart))
    #expect(!card.mayBeginToSpeak)
    #expect(card.underruns == 0)
  }

  @Test func `is silent at once when it is told to`() throws {
    let card = try PCMSounder(try #require(SoundDevice("null")), level: .standard)
    var announcer = announcer()
    announcer.request([.phrase(.noAlarm)], at: .start)
    card.speak(by: &announcer, nil, at: .start, decibels: 0)
    #expect(!card.mayBeginToSpeak)
    card.stopSpeaking()
    #expect(card.mayBeginToSpeak)
    #expect(card.damagedClips == [])
  }
}
