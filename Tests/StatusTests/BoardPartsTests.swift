import Alarms
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing
import Words

@testable import Status

@Suite struct `Lamps and sounder in a status` {
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(_ parts: BoardParts?, alarms: Bool = true) -> BoxStatus {
    var status = ApplianceStatus()
    var records = parts.map { [LoopOutput.parts($0)] } ?? []
    if alarms {
      records += [
        .action(.lamp(.red, .highPriority)), .action(.lamp(.blue, .on)),
        .action(.sound(SoundSignal(priority: .high, family: .technical))),
      ]
    }
    for record in records { status.apply(TimedOutput(instant: .start, record: record)) }
    return BoxStatus(status, in: configuration)
  }

  private func lines(_ parts: BoardParts?, alarms: Bool = true) -> (lamps: String, sounder: String) {
    let lines = StatusText.lines(of: status(parts, alarms: alarms)).map(\.line)
    func rest(_ label: String) -> String {
      String((lines.first { $0.hasPrefix(label) } ?? "").dropFirst(10))
    }
    return (rest("lamps "), rest("sounder "))
  }

  private func parts(_ lamps: [Lamp], _ sounder: BoardParts.Sounder?, work: Bool = true) -> BoardParts {
    var parts = BoardParts()
    for lamp in lamps { parts[lamp] = true }
    (parts.doLampsWork, parts.sounder, parts.doesSounderWork) = (
      work && !lamps.isEmpty, sounder, work && sounder != nil
    )
    return parts
  }

  @Test func `do what they show, where they work`() {
    let all = lines(parts(Lamp.allCases, .card))
    #expect(all.lamps == "red flash, blue on")
    #expect(all.sounder.hasPrefix("high (technical): C4"))
    let quiet = lines(parts(Lamp.allCases, .card), alarms: false)
    #expect(quiet.lamps == "all dark")
    #expect(quiet.sounder == "silent")
  }

  @Test func `are none where there are none`() {
    let none = lines(parts([], nil))
    #expect(none.lamps == "none at this box, else red flash, blue on")
    #expect(none.sounder.hasPrefix("none at this box, else high (technical)"))
    let quiet = lines(parts([], nil), alarms: false)
    #expect(quiet.lamps == "none at this box")
    #expect(quiet.sounder == "none at this box")
  }

  @Test func `do not work where they fail`() {
    let broken = lines(parts(Lamp.allCases, .card, work: false))
    #expect(broken.lamps == "they do not work; they should show red flash, blue on")
    #expect(broken.sounder.hasPrefix("it does not work; it should play high (technical)"))
    let quiet = lines(parts([.red], .buzzer, work: false), alarms: false)
    #expect([quiet.lamps, quiet.sounder] == ["they do not work", "it does not work"])
  }

  @Test func `show nothing on a lamp that is missing, and no notes on a buzzer`() {
    let some = lines(parts([.red, .yellow], .buzzer))
    #expect(some.lamps == "red flash; no lamp for blue on")
    #expect(some.sounder == "high, by the buzzer")
    #expect(lines(parts([.green], .buzzer)).lamps == "all dark; no lamp for red flash, blue on")
    var standIn = parts([.red], .buzzer)
    standIn.lacksCard = true
    #expect(lines(standIn).sounder == "high, by the buzzer; the sound card does not work")
    #expect(lines(standIn, alarms: false).sounder == "silent; the sound card does not work")
  }

  @Test func `are words in JSON`() {
    let text = OrderedJSON.text(of: status(parts([.red], .buzzer)))
    #expect(text.contains(#""parts":{"lamps":["red"],"lamps_work":true,"sounder":"buzzer","sounder_works":true}"#))
    #expect(OrderedJSON.text(of: status(parts([], nil))).contains(#""sounder":"none","sounder_works":false"#))
    #expect(!OrderedJSON.text(of: status(nil)).contains("\"parts\""))
  }

  @Test func `are not asked for where there are no buttons`() {
    var none = BoardParts()
    #expect(status(none).notWatched.first?.hasPrefix("no sensor is adopted yet; lapwing sensors adopt") == true)
    none.hasButtons = true
    #expect(status(none).notWatched.first?.contains("buttons A and B") == true)
  }
}
