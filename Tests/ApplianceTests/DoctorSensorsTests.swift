import Board
import Engine
import Foundation
import Settings
import Status
import Testing
@testable import Appliance

@Suite struct `The doctor of the sensors` {
  private func report(_ trouble: SensorTrouble?, _ name: String, isAdopted: Bool = true) throws -> SensorReport {
    let word = trouble.map { ", \"trouble\": \"\($0.rawValue)\"" } ?? ""
    let identity = "\"address\": \"C0:FF:EE:00:31:01\", \"adopted\": \(isAdopted), \"name\": \"\(name)\""
    let line = "{\(identity), \"silent_s\": 0\(word)}"
    return try JSONDecoder().decode(SensorReport.self, from: Data(line.utf8))
  }

  @Test func `names each sensor whose messages do not count, and why`() throws {
    let finding = Doctor.sensors([try report(nil, "cabin"), try report(.counterWentBack, "galley")])
    #expect(!finding.isGood)
    #expect(finding.sentence.hasPrefix("galley C0:FF:EE:00:31:01: its counter went back"))
  }

  @Test func `finds no fault with the others`() throws {
    #expect(Doctor.sensors([try report(nil, "cabin")]).isGood)
    #expect(Doctor.sensors([try report(.lacksKey, "next door", isAdopted: false)]).isGood)
    #expect(!Doctor.sensors([try report(.lacksKey, "cabin")]).isGood)
    #expect(Doctor.sensors([]).sentence == "no sensor is received")
    #expect(Doctor.sensors(nil).sentence == "no box is running that could report on them")
  }

  @Test func `names the chip of the header and the sound cards also if none is configured`() {
    #expect(
      Doctor.noLines("/dev/gpiochip0").sentence.hasSuffix("; the GPIO chip of the header, /dev/gpiochip0, is there"))
    #expect(Doctor.noLines(nil).sentence.hasSuffix("; there is no GPIO chip of a Raspberry Pi's header"))
    #expect(Doctor.noSoundCard(["Device", "HAT"]).sentence.hasSuffix("board.sound.device names one: Device, HAT"))
    #expect(Doctor.noSoundCard([]).isGood && Doctor.noLines(nil).isGood)
  }

  @Test func `finds a fault without a working lamp or sounder, as the start of a session does`() {
    var parts = BoardParts()
    #expect(!Doctor.signals(.terminal, running: PartsReport(parts).canSignal).isGood)
    parts.sounder = .buzzer
    #expect(!Doctor.signals(.terminal, running: PartsReport(parts).canSignal).isGood)
    parts.doesSounderWork = true
    #expect(Doctor.signals(.terminal, running: PartsReport(parts).canSignal).isGood)
    // Without a box the plan counts. A replay has no board and asks for none.
    #expect(!Doctor.signals(.terminal, running: nil).isGood && Doctor.signals(.terminal, running: true).isGood)
  }

  @Test func `names what hangs on the lines, and which lamp is missing`() throws {
    let line = try #require(BoardLine("4"))
    func words(_ outputs: [BoardOutput], isOneLamp: Bool = false, buttons: [BoardLine?] = [nil, nil, nil]) -> String {
      Doctor.parts(
        of: LinePlan(
          chip: nil, outputs: Dictionary(uniqueKeysWithValues: outputs.map { ($0, line) }), isOneLamp: isOneLamp,
          buttons: buttons, debounceMilliseconds: 5))
    }
    #expect(
      words([.red, .yellow, .green, .blue, .buzzer], buttons: [line, nil, line])
        == "lamps (red, yellow, green, blue), buzzer, buttons (A, C)")
    #expect(words([.red, .yellow]) == "lamps (red, yellow), but no lamp that is green, blue, no button")
    #expect(words([.red, .green, .blue], isOneLamp: true) == "lamps (red, yellow, green, blue), no button")
    #expect(words([.vibration]) == "no lamp, vibration, no button")
  }
}
