import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Sessions
import Settings
import Status
import TestSupport
import Testing

@Suite struct `Timelines` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ text: String, profile: BoxProfile = .cabin) throws -> [String] {
    var source = try ReplaySource(path: try folder.write(text, to: "timeline.jsonl"))
    var events = BoxEvents()
    var lines: [String] = []
    let settings = try Configuration(path: "/dev/null", profile: profile).monitor
    try VirtualReplay.run(&source, through: Engine(settings: settings)) { record, instant in
      if let line = events.line(for: record, at: instant) { lines.append(line) }
    }
    return lines
  }

  private func refusal(of text: String) -> String? {
    do {
      _ = try self.lines(text)
      return nil
    } catch let error as LapwingError {
      #expect(error.status == .badData)
      return error.message.replacing(folder.file("timeline.jsonl"), with: "FILE")
    } catch {
      return nil
    }
  }

  private let strap = #""address": "C0:FF:EE:00:00:02", "characteristic": "0x2A37""#

  @Test func `readings, alarms, lamps, sound and the session become one object a line`() throws {
    let text = (0..<20).map { #"{"t": \#($0), \#(strap), "hex": "06ab"}"# }.joined(separator: "\n")
    let lines = try self.lines(text)
    #expect(lines.first == #"{"t":0,"kind":"session","state":"started"}"#)
    #expect(
      lines.contains(
        #"{"t":3,"kind":"reading","address":"C0:FF:EE:00:00:02","model":"Heart Rate Service","heart_rate_bpm":171,"#
          + #""contact":true,"contact_supported":true}"#))
    #expect(
      lines.contains(
        #"{"t":10,"kind":"alarm","condition":"heart-rate-high","priority":"high","presence":"on","activation":"on","#
          + #""technical":false,"limit":150,"value":171,"not_before_s":5,"must_by_s":10,"address":"C0:FF:EE:00:00:02","#
          + #""sequence":1}"#
      ))
    #expect(lines.contains(#"{"t":10,"kind":"lamp","lamp":"red","pattern":"flash","hertz":2,"duty":0.5}"#))
    #expect(lines.contains(#"{"t":10,"kind":"sound","signal":"high","family":"heart"}"#))
    #expect(
      lines.last
        == #"{"t":19,"kind":"session","state":"ended","duration_s":19,"readings":20,"#
        + #""heart_rate_bpm":{"min":171,"mean":171,"max":171},"alarms":{"high":1,"medium":0,"low":0}}"#)
  }

  @Test func `faults, buttons, phases and the passing of time are taken in`() throws {
    let lines = try self.lines(
      """
      {"t": 0, "fault": "adapter-gone"}
      {"t": 1.5, "button": "A", "press": "short"}
      {"t": 10, "phase": "climb"}
      {"t": 11, "phase": "Take-Off"}

      {"t": 200}
      {"t": 201, "cleared": "adapter-gone"}
      """)
    #expect(
      lines.filter { $0.contains(#""kind":"sound""#) } == [
        #"{"t":0,"kind":"sound","signal":"high","family":"technical"}"#,
        #"{"t":1.5,"kind":"sound","signal":"none","family":"technical"}"#,
        #"{"t":121.5,"kind":"sound","signal":"high","family":"technical"}"#,
        #"{"t":201,"kind":"sound","signal":"none","family":"technical"}"#,
      ])
  }

  @Test func `what the other box of a pair signals is taken in, in the words of the control socket`() throws {
    let text = """
      {"t": 1, "elsewhere": {"link": true, "high": "sounding heart 7"}}
      {"t": 2, "elsewhere": {"link": true, "high": "silent heart 7"}}
      {"t": 3, "elsewhere": {"link": false}}
      """
    let changes = try lines(text).filter { $0.contains(#""kind":"alarm""#) }
    let words = changes.map { $0.split(separator: ",")[2...5].joined(separator: " ").replacing("\"", with: "") }
    #expect(
      words == [
        "condition:elsewhere-high priority:high presence:on activation:on",
        "condition:elsewhere-high priority:high presence:on activation:paused",
        "condition:elsewhere-high priority:high presence:off activation:off",
        "condition:link-gone priority:high presence:on activation:on",
      ])
    #expect(
      refusal(of: #"{"t": 1, "elsewhere": {"link": true, "low": "loud heart 7"}}"#)
        == "FILE, line 1: a signal of the other box is sounding, silent or latched, then heart, air or technical, then the "
        + "number of its onset")
  }

  @Test func `a phase that nobody knows is refused with its line`() {
    #expect(
      refusal(of: "{\"t\": 0}\n{\"t\": 11, \"phase\": \"party\"}")
        == "FILE, line 2: phase party is not one of unknown, pre-flight, boarding, taxi, take-off, climb, "
        + "cruise, descent, landing, arrived")
  }

  @Test func `hex digits may have blanks, colons and 0x between them`() throws {
    let lines = try self.lines("{\"t\": 0, \(strap), \"hex\": \"0x06 48\"}\n{\"t\": 1, \(strap), \"hex\": \"06:49\"}")
    #expect(lines.contains { $0.contains("\"heart_rate_bpm\":72,") })
    #expect(lines.contains { $0.contains("\"heart_rate_bpm\":73,") })
  }

  @Test func `unknown advertisements give nothing`() throws {
    let lines = try self.lines(#"{"t": 0, "address": "C0:FF:EE:00:00:09", "adv_hex": "02010603ff4c00"}"#)
    #expect(lines.count == 2, "the session's start and end")
  }

  @Test(arguments: [
    ("{\"t\": 0}\n{\"t\": -1}", "FILE, line 2: t must be between 0 and 3162240000 seconds"),
    ("{\"t\": 1e300}", "FILE, line 1: t must be between 0 and 3162240000 seconds"),
    ("{\"t\": 5}\n\n{\"t\": 4}", "FILE, line 3: t falls from 5.0 to 4.0; sort the lines by t"),
    ("{\"t\": 0, \"buton\": \"A\"}", "FILE, line 1: buton is not a field of a timeline"),
    ("{\"t\": 0, \"button\": \"D\"}", "FILE, line 1: button D is not one of A, B, C"),
    (
      "{\"t\": 0, \"button\": \"A\", \"press\": \"hard\"}",
      "FILE, line 1: press hard is not one of short, long, double, hold"
    ),
    ("{\"t\": 0, \"button\": 1}", "FILE, line 1: button has a wrong type of value"),
    ("{\"button\": \"A\"}", "FILE, line 1: t is missing"),
    ("{\"t\": 0", "FILE, line 1: not a JSON object on one line"),
    ("{\"t\": 0}\n[1]", "FILE, line 2: not a JSON object"),
    (
      "{\"t\": 0, \"adv_hex\": \"0201\"}", "FILE, line 1: address is missing, such as C0:FF:EE:00:00:01"
    ),
    (
      "{\"t\": 0, \"address\": \"here\", \"adv_hex\": \"\"}",
      "FILE, line 1: address here is not of the form C0:FF:EE:00:00:01"
    ),
    (
      "{\"t\": 0, \"address\": \"C0:FF:EE:00:00:01\", \"adv_hex\": \"0g\"}",
      "FILE, line 1: adv_hex has something other than a hex digit at position 1"
    ),
    (
      "{\"t\": 0, \"button\": \"A\", \"address\": \"here\"}",
      "FILE, line 1: address here is not of the form C0:FF:EE:00:00:01"
    ),
    (
      "{\"t\": 0, \"address\": \"C0:FF:EE:00:00:01\", \"adv_hex\": \"\", \"rssi\": 1e30}",
      "FILE, line 1: rssi must be a whole number of dBm from -127 to 20, or 127 if it was not measured"
    ),
    (
      "{\"t\": 0, \"address\": \"C0:FF:EE:00:00:01\", \"adv_hex\": \"02 0\"}",
      "FILE, line 1: adv_hex has an odd number of hex digits from position 3 on"
    ),
    (
      "{\"t\": 0}\n{\"t\": 1, \"note\": \"\(String(repeating: "x", count: 70_000))\"}\n{\"t\": 2}",
      "FILE, line 2: the line is longer than 64 kB (65536 bytes); give one message of a sensor on each line"
    ),
    (
      "{\"t\": 0, \"phase\": \"taxi\", \"button\": \"A\"}",
      "FILE, line 1: a line holds one of sensor bytes, button, hold, fault, cleared, elsewhere, phase, time-of-day, standby, end-standby, "
        + "adopt, forget, drink, caffeine and undo"
    ),
  ])
  func `a bad line is named with what is wrong`(text: String, message: String) { #expect(refusal(of: text) == message) }

  @Test(arguments: [
    (
      "{\"t\": 1, \"address\": \"C0:FF:EE:00:00:01\", \"characteristic\": \"0x2A37\"}",
      "give adv_hex, or characteristic and hex"
    ),
    ("{\"t\": 1, \"press\": \"short\"}", "press needs a button"),
    ("{\"t\": 1, \"zz\": 1, \"aa\": 2, \"mm\": 3}", "aa is not a field of a timeline"),
  ])
  func `half an entry is not taken for the passing of time`(text: String, message: String) {
    #expect(refusal(of: text) == "FILE, line 1: " + message)
  }

  @Test(arguments: [
    #"{"t": 0, "note": "a comment beside an entry", "fault": "frozen"}"#,
    "\u{FEFF}{\"t\": 0, \"fault\": \"frozen\"}", "{\"t\": 1700000000, \"fault\": \"frozen\"}\r\n",
    #"{"t": 0, "address": "C0:FF:EE:00:00:02", "characteristic": "2A37", "hex": "0648", "rssi": -60, "service_uuid": 6157}"#,
  ])
  func `hints, notes, byte order marks and dates are no errors`(text: String) throws {
    #expect(try self.lines(text).count > 2)
  }

  @Test func `an unknown fault is refused with the ones there are`() throws {
    let refusal = try #require(self.refusal(of: "{\"t\": 0, \"fault\": \"tired\"}"))
    #expect(refusal.hasPrefix("FILE, line 1: fault tired is not one of co2-low, co2-medium"))
  }

  @Test func `what stands before a bad line is replayed, and the session closed`() throws {
    var source = try ReplaySource(path: try folder.write("{\"t\": 7, \"fault\": \"frozen\"}\n{", to: "timeline.jsonl"))
    var records: [String] = []
    var events = BoxEvents()
    #expect(throws: LapwingError.self) {
      try VirtualReplay.run(&source, through: Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true))) {
        record, instant in
        if let line = events.line(for: record, at: instant) { records.append(line) }
      }
    }
    #expect(records.contains { $0.contains("frozen") })
    #expect(records.last?.contains(#""state":"ended""#) == true)
  }

  @Test(arguments: ["", "hello", "\0\0\0\0", "btsnoop\0"])
  func `a file of another format is refused`(text: String) throws {
    let path = try folder.write(text, to: "other")
    #expect { try ReplaySource(path: path) } throws: { ($0 as? LapwingError)?.status == .badData }
  }

  @Test func `a file that is not there is no input, and a folder is none either`() {
    #expect { try ReplaySource(path: folder.file("none")) } throws: { ($0 as? LapwingError)?.status == .noInput }
    #expect { try ReplaySource(path: folder.path) } throws: { ($0 as? LapwingError)?.status == .noInput }
  }

  @Test func `a battery that is read before the first heart rate counts`() throws {
    let battery = #"{"t": 0, "address": "C0:FF:EE:00:00:02", "characteristic": "0x2A19", "hex": "04"}"#
    let beats = (1..<90).map { #"{"t": \#($0), \#(strap), "hex": "0648"}"# }.joined(separator: "\n")
    let lines = try self.lines(battery + "\n" + beats, profile: .bedside)
    #expect(lines.contains { $0.contains(#""condition":"sensor-battery-low""#) })
  }

  @Test func `years in which nothing happens are reported as a week of notices`() throws {
    let lines = try self.lines("{\"t\": 0, \(strap), \"hex\": \"0648\"}\n{\"t\": 1000000000}", profile: .bedside)
    let notices = lines.filter { $0.contains(#""kind":"notice""#) }
    #expect(10_000...10_100 ~= notices.count)
    #expect(lines.last?.hasPrefix(#"{"t":1000000000,"#) == true)
  }

  @Test func `a first line that is no object is named`() {
    #expect(refusal(of: "foo\n{\"t\": 0}")?.contains("line 1 is not a JSON object") == true)
  }
}
