import Alarms
import Engine
import FoundationEssentials
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A large value` {
  @Test func `is there for each person, and judged by the limits of each`() async throws {
    let bed = try Bedside()
    bed.beats(100, of: 0)
    bed.beats(100, of: 1)
    let cards = try await bed.cards()
    #expect(cards.count == 2)
    #expect(cards.first?.contains("Anna") == true && cards.first?.contains("Too high") == true)
    #expect(cards.last?.contains("Bert") == true && cards.last?.contains("Good") == true)
  }

  @Test(arguments: [
    (ConditionID.heartRateHigh, Presence.on), (.heartRateHigh, .ack), (.heartRateHigh, .latched), (.noPulse, .on),
  ]) func `is never good beside an alarm that stands`(condition: ConditionID, presence: Presence) async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.beats(72, of: 1)
    bed.alarm(condition, of: 0, presence)
    let cards = try await bed.cards()
    #expect(cards.first?.hasPrefix("worst high\"") == true)
    #expect(!cards.contains { $0.contains("Anna") && $0.contains("Good") })
    #expect(cards.last?.contains("Good") == true, "the other person has no alarm")
  }

  @Test func `is not good where the limit that it would be beyond is switched off`() async throws {
    let bed = try Bedside("alarms: {heart-rate-high: {enabled: false}}")
    bed.beats(190, of: 0)
    bed.beats(72, of: 1)
    let cards = try await bed.cards()
    #expect(cards.first?.contains("Not watched") == true && cards.first?.contains("Good") == false)
    #expect(cards.last?.contains("Good") == true)
  }

  @Test func `is judged by the running box and not by the file`() async throws {
    let bed = try Bedside()
    bed.beats(100, of: 0)
    let before = try await bed.cards()
    _ = try bed.bench.folder.write("profile: bedside\n", to: "lapwing.yaml")
    bed.bench.panel.forgetConfiguration()
    #expect(try await bed.cards() == before)
    #expect(before.first?.contains("Too high") == true)
  }

  @Test func `is not judged where the box tells no limits`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    let cards = try await bed.cards(tellsLimits: false)
    #expect(cards.first?.contains("Good") == false && cards.first?.contains("No limit") == true)
  }

  @Test func `has beside the button that it answers for others too`() async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0)
    _ = try await bed.cards()
    #expect(try await !bed.bench.ask("GET", "/").body.contains("This answers all"))
    bed.alarm(.heartRateHigh, of: 1)
    _ = try await bed.cards()
    #expect(try await bed.bench.ask("GET", "/").body.contains("This answers all 2 alarms of this kind"))
  }
}
