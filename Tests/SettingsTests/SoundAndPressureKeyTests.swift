import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

@Suite struct `The keys of sound and pressure` {
  private let written: WrittenConfiguration

  init() throws { written = try WrittenConfiguration() }

  private func read(_ text: String) throws -> Configuration { try written.read(text) }

  private func refusal(of text: String) -> String? { written.refusal(of: text)?.message }

  @Test func `take a word, or a time as words or as a key`() throws {
    let sounds = try read("alarms: {sound: {low: {every: 600 s}, medium: every 60}}").monitor.sounds
    #expect(sounds == SoundWays(low: .every(.seconds(600)), medium: .every(.seconds(60))))
    #expect(
      try read("alarms: {sound: {low: once, medium: never}}").monitor.sounds == SoundWays(low: .once, medium: .never))
  }

  @Test(arguments: ["sometimes", "every", "every 5 s", "every 3601 s", "{every: soon}", "[once]", "every 60 s 60"])
  func `refuse other words with what is allowed`(word: String) {
    let message = refusal(of: "alarms: {sound: {low: \(word)}}")
    #expect(message?.hasPrefix("FILE:1: alarms.sound.low is ") == true)
    #expect(message?.hasSuffix("allowed is one of never, once, repeat, every 30 s … every 3600 s") == true)
  }

  @Test func `switch the correction off for an address or a kind, or choose the gas law`() throws {
    let correction = try read(
      "sensors: {pressure-correction: {\"C2:DB:C0:DC:E4:55\": off, switchbot: gas}}"
    ).pressureCorrection
    #expect(correction.rule(for: .sampleAranet4, .aranet4) == .left(.none(.off)))
    #expect(correction.rule(for: .otherAranet4, .aranet4) == .law(.senseair))
    #expect(correction.rule(for: .otherAranet4, .switchBotMeterProCO2) == .law(.gas))
    #expect(correction.description == "C2:DB:C0:DC:E4:55: off, switchbot: gas")
    #expect(try read("sensors: {pressure-correction: automatic}").pressureCorrection == .automatic)
  }

  @Test func `refuse a sensor that does not exist and a word that is not known`() {
    #expect(
      refusal(of: "sensors: {pressure-correction: {nosuch: off}}")
        == "FILE:1: sensors.pressure-correction has \"nosuch\", which is neither an address nor the beginning of a name in "
        + "`lapwing sensors`")
    #expect(
      refusal(of: "sensors: {pressure-correction: {aranet4: perhaps}}")
        == "FILE:1: sensors.pressure-correction has an unknown value for aranet4; allowed is one of automatic, gas, off"
    )
  }
}
