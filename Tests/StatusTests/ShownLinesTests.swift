import Alarms
import Engine
import Foundation
import Readings
import Settings
import TestSupport
import Testing
@testable import Control
@testable import Status

/// The lines of `Lines/` were written by the code of before, which wrote each key by hand.
@Suite struct `What a box shows` {
  private let scene = ShownScene()
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(after outputs: [TimedOutput], fault: String? = nil, notice: String? = nil) -> BoxStatus {
    var status = ApplianceStatus()
    for output in outputs { status.apply(output) }
    return BoxStatus(status, in: configuration, logbookFault: fault, logbookNotice: notice)
  }

  /// The picture after each fifth output of the scene, of beginnings, and of its end with all that a logbook says.
  private var statuses: [BoxStatus] {
    stride(from: 0, to: scene.outputs.count, by: 5).map { status(after: Array(scene.outputs[...$0])) }
      + [[], Array(scene.outputs.prefix(4))].map { status(after: $0) }
      + [status(after: scene.outputs, fault: "the disk is full", notice: "it was \"damaged\"")]
  }

  private var events: [BoxEvent] {
    var events = BoxEvents(persons: configuration.personNames)
    return scene.outputs.compactMap { events.event(for: $0.record, at: $0.instant) }
  }

  private func lines(of name: String) throws -> [String] {
    let file = try #require(Bundle.module.url(forResource: "Lines/\(name)", withExtension: "jsonl"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func read<Value: Decodable>(_ line: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line.utf8))
  }

  @Test func `has in a status the bytes that it always had`() throws {
    #expect(statuses.map { OrderedJSON.text(of: ControlAnswer.accepted($0)) } == (try lines(of: "status")))
  }

  @Test func `has in its events the bytes that they always had`() throws {
    var events = BoxEvents(persons: configuration.personNames)
    let written = scene.outputs.compactMap { events.line(for: $0.record, at: $0.instant) }
    #expect(written == (try lines(of: "events")))
  }

  @Test func `is read back as it was`() throws {
    for status in statuses { #expect(try read(OrderedJSON.text(of: status)) == status) }
    for event in events { #expect(try read(OrderedJSON.text(of: event)) == event) }
    for line in try lines(of: "status") {
      guard case .accepted(let status) = try read(line, as: ControlAnswer<BoxStatus>.self) else {
        Issue.record("refused: \(line)")
        continue
      }
      #expect(OrderedJSON.text(of: ControlAnswer.accepted(status)) == line)
    }
    for line in try lines(of: "events") { #expect(OrderedJSON.text(of: try read(line, as: BoxEvent.self)) == line) }
  }

  @Test func `has every key at least once in those lines`() throws {
    let status = try lines(of: "status").joined(), events = try lines(of: "events").joined()
    for quantity in Quantity.allCases { #expect(events.contains("\"\(quantity.key)\":")) }
    for key in ["session_t", "sound_level", "phase", "logbook_fault", "silent_for_s", "sensor_kind", "rssi", "hertz"] {
      #expect(status.contains("\"\(key)\":"))
    }
  }

  /// A line as a box of tomorrow writes it: each object has unknown keys.
  private func ofTomorrow(_ line: String) -> String {
    line.replacing("{", with: #"{"new":{"a":[1,null]},"#).replacing(#","}"#, with: #""}"#)
  }

  @Test func `is read where it has keys that are not known yet`() throws {
    let now = try #require(statuses.last)
    #expect(try read(ofTomorrow(OrderedJSON.text(of: now))) == now)
    for event in events { #expect(try read(ofTomorrow(OrderedJSON.text(of: event))) == event) }
    #expect(try read(#"{"t":1.5,"kind":"sunrise","hue":3}"#) == BoxEvent(.other(kind: "sunrise"), at: .at(1.5)))
  }

  @Test func `is not read where a key is missing that is always there`() throws {
    let line = OrderedJSON.text(of: try #require(statuses.last))
    for key in ["profile", "sensors", "silent_s", "alarms", "presence", "lamps", "not_watched"] {
      #expect(throws: DecodingError.self) {
        try read(line.replacing("\"\(key)\":", with: "\"other\":"), as: BoxStatus.self)
      }
    }
  }

  @Test func `answers to orders are read back, also refusals`() throws {
    let done = OrderedJSON.text(of: ControlAnswer.accepted(OrderReport()))
    #expect(done == #"{"ok":true}"#)
    let stored = OrderReport(notices: [.notStored(reason: "the disk is full")])
    let line = OrderedJSON.text(of: ControlAnswer.accepted(stored))
    let sentence = "the disk is full: the order holds only until the next start"
    #expect(
      line
        == #"{"ok":true,"notices":[{"code":"not-stored","sentence":"\#(sentence)"}],"note":"\#(sentence)"}"#,
      "clients of before read the note")
    let refused = #"{"ok":false,"error":{"code":"not-heard","message":"no sensor"}}"#
    guard case .refused(let refusal) = try read(refused, as: ControlAnswer<OrderReport>.self) else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.code == .notHeard && refusal.message == "no sensor")
    #expect(OrderedJSON.text(of: ControlAnswer<OrderReport>.refused(refusal)) == refused)
    let ended =
      #"{"ok":true,"note":"a\nb","session":{"duration_s":1.5,"readings":0,"alarms":{"high":0,"medium":0,"low":0}}}"#
    guard case .accepted(let report) = try read(ended, as: ControlAnswer<OrderReport>.self) else {
      Issue.record("refused")
      return
    }
    #expect(report.note == "a\nb" && report.session?.seconds == 1.5)
    #expect(OrderedJSON.text(of: ControlAnswer.accepted(report)) == ended)
  }
}
