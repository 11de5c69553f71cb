import Engine
import Foundation
import Readings
import Settings
import TestSupport
import Testing
import Words
@testable import Status

@Suite struct `The line of an event` {
  private let events: [BoxEvent]

  init() throws {
    let configuration = try ShownScene.configuration(in: try TemporaryFolder())
    var events = BoxEvents(persons: configuration.personNames)
    self.events = ShownScene().outputs.compactMap { events.event(for: $0.record, at: $0.instant) }
  }

  private var lines: [String] { events.map { EventText.line(of: $0) } }

  @Test func `has its time and one wording for each thing that happens`() {
    let wordings = [
      "00:00.0  sensor   C2:DB:C0:DC:E4:55 Aranet4 received for the first time",
      "00:00.2  stranger 00:00:00:00:00:01 Aranet4 received, and not adopted",
      "00:01.0  sensor   00:00:00:00:00:02 awaited: it is named and not received yet",
      "00:01.0  adopted  E7:A1:3C:58:0B:42 (strap)",
      "00:01.0  adopted  E7:A1:3C:58:0B:42 (strap) by itself; confirm it: lapwing sensors adopt E7:A1:3C:58:0B:42, or "
        + "hold buttons A and B for 5 s; if it is not yours: lapwing sensors forget E7:A1:3C:58:0B:42",
      "00:01.1  forgot   00:00:00:00:00:03",
      "00:02.0  not shown as JSON",
      "00:02.0  logbook  alarm transitions committed up to 1",
      "01:02.5  reading  00:00:00:00:00:01: heart rate 71 bpm, no skin contact",
      "01:04.0  alarm    Heart rate high (heart-rate-high) of Anna high on, sound paused (131, limit 100.5) at E7:A1:3C:58:0B:42",
      "01:05.0  alarm    CO2 high (co2-high) high latched (last value 2600, limit 2500) at C2:DB:C0:DC:E4:55",
      "01:05.0  alarm    No Bluetooth adapter (adapter-gone) high on, test",
      "01:06.0  alarm    No data from a sensor (no-data) medium on, withheld",
      "01:07.0  refused  Standby (standby): a heart rate is received, or there is no heart sensor",
      "01:08.0  notice   Heart rate high (heart-rate-high) of B \"x\" ü high, unanswered for 120.1 s at E7:A1:3C:58:0B:42",
      "01:09.0  lamp     red flash 2 Hz, 50 % lit",
      "01:09.0  lamp     yellow on",
      "01:10.0  sound    none",
      "01:10.1  sound    2 short beeps",
      "01:11.0  sound    loudest",
      "01:12.0  scenario 1 of 4: inside",
      "01:13.5  phase    cruise",
      "01:15.0  session  ended",
      "01:16.5  session  started",
    ]
    for wording in wordings { #expect(lines.contains(wording)) }
    #expect(lines.contains { $0.hasPrefix("01:10.4  sound    high (heart): ") })
  }

  @Test func `is the same for the receiver of its JSON line`() throws {
    for event in events {
      let line = OrderedJSON.text(of: event)
      let received = try JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8))
      #expect(EventText.line(of: received) == EventText.line(of: event))
    }
  }

  @Test func `has the message of a logbook that cannot be written, and its recovery`() {
    let fault = LogbookReport.Fault(code: "logbook-disk-full", message: "the disk is full")
    #expect(
      EventText.line(of: BoxEvent(.logbook(LogbookReport(fault)), at: .at(61))) == "01:01.0  logbook  the disk is full")
    #expect(
      EventText.line(of: BoxEvent(.logbook(LogbookReport(nil)), at: .at(61)))
        == "01:01.0  logbook  can be written again")
  }

  @Test func `is written for names that this version does not know`() throws {
    for (line, text) in [
      (#"{"t":1,"kind":"sunrise"}"#, "00:01.0  event    sunrise"),
      (#"{"t":1,"kind":"sound","signal":"deafening","family":"air"}"#, "00:01.0  sound    deafening"),
      (
        #"{"t":1,"kind":"refusal","condition":"tiredness"}"#,
        "00:01.0  refused  tiredness: a heart rate is received, or there is no heart sensor"
      ),
      (#"{"t":1,"kind":"adoption","state":"lent","address":"x"}"#, "00:01.0  adoption lent x"),
      (#"{"t":1e300,"kind":"phase","phase":"orbit"}"#, "00:00.0  phase    orbit"),
      (#"{"t":1,"kind":"reading","model":"Aranet9"}"#, "00:01.0  reading  unknown sensor: no measurement"),
    ] {
      let event = try JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8))
      #expect(EventText.line(of: event) == text)
    }
  }

  @Test func `that people alone see has no JSON line`() {
    var events = BoxEvents()
    #expect(events.line(for: .note("a"), at: .start) == nil)
    #expect(events.line(for: .committed(1), at: .start) == nil)
    #expect(events.line(for: .button(.init(.press(.a, .short), .silence)), at: .start) == nil)
    #expect(events.event(for: .note("a"), at: .start) == BoxEvent(.note(NoteReport("a")), at: .start))
  }
}
