import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `A line of a timeline about persons and the time of day` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func event(_ line: String) throws -> String {
    var source = try ReplaySource(path: try folder.write(line, to: "timeline.jsonl"), persons: ["Anna", "Bert"])
    let input = try #require(try source.next()).1
    guard case .event(let event) = input else { return "no event" }
    switch event {
    case .timeOfDay(let minute): return "time of day \(minute.map(\.description) ?? "unknown")"
    case .standby(let person, let time): return "standby \(name(person)) \(time.inSeconds / 3600) h"
    case .endStandby(let person): return "end of standby \(name(person))"
    case .tick: return "tick"
    default: return "another event"
    }
  }

  private func name(_ person: PersonIndex?) -> String { person.map { "\($0.position)" } ?? "all" }

  @Test(arguments: [
    (#"{"t": 0, "time-of-day": "22:30"}"#, "time of day 1350"),
    (#"{"t": 0, "time-of-day": null}"#, "time of day unknown"),
    (#"{"t": 0, "standby": "Bert"}"#, "standby 1 8.0 h"),
    (#"{"t": 0, "standby": "*", "hours": 0.5}"#, "standby all 0.5 h"),
    (#"{"t": 0, "end-standby": "Anna"}"#, "end of standby 0"),
    (#"{"t": 0, "end-standby": "*"}"#, "end of standby all"),
    (#"{"t": 0, "button": null}"#, "tick"),
  ])
  func `is taken in`(line: String, event: String) throws { #expect(try self.event(line) == event) }

  @Test(arguments: [
    (#"{"t": 0, "time-of-day": "25:00"}"#, "time-of-day 25:00 is not a time such as 22:30"),
    (#"{"t": 0, "time-of-day": 1320}"#, "time-of-day has a wrong type of value"),
    (#"{"t": 0, "standby": "Carl"}"#, "Carl is not a person of the configuration; known persons: Anna, Bert"),
    (#"{"t": 0, "standby": "Anna", "hours": 13}"#, "hours 13.0 is not a number from 1/60 (one minute) to 12"),
    (#"{"t": 0, "standby": "Anna", "hours": 0}"#, "hours 0.0 is not a number from 1/60 (one minute) to 12"),
    (#"{"t": 0, "hours": 8}"#, "hours needs a standby"),
    (
      #"{"t": 0, "time-of-day": null, "phase": "taxi"}"#,
      "a line holds one of sensor bytes, button, hold, fault, cleared, elsewhere, phase, time-of-day, standby, end-standby, adopt, forget, drink, caffeine and undo"
    ),
  ])
  func `is refused where it is wrong`(line: String, message: String) {
    let path = folder.file("timeline.jsonl")
    #expect { try event(line) } throws: { ($0 as? LapwingError)?.message == "\(path), line 1: \(message)" }
  }

  @Test func `counts on until another one comes`() throws {
    let path = try folder.write(#"{"t": 0, "time-of-day": "23:59"}"# + "\n" + #"{"t": 301}"#, to: "timeline.jsonl")
    var source = try ReplaySource(path: path)
    var engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true))
    while let (instant, input) = try source.next() { engine.handle(input, at: instant) { _, _ in } }
    #expect(engine.nextDeadline == .at(360))
  }
}
