import Engine
import Foundation
import Readings
import Sessions
import Settings
import Testing

@testable import Control

@Suite struct `A request on the wire` {
  /// As clients of the versions before have sent them, with all that a box has to understand.
  private static let lines = [
    #"{"verb":"status"}"#, #"{"proved":true,"verb":"status"}"#, #"{"run":"r","since":7,"verb":"follow"}"#,
    #"{"verb":"ack"}"#, #"{"name":"co2-high","verb":"ack"}"#, #"{"verb":"pause"}"#,
    #"{"name":"cruise","verb":"phase"}"#,
    #"{"details":{"flight":"KE 17"},"name":"start","unready":"refused","verb":"session"}"#,
    #"{"name":"start","verb":"session"}"#, #"{"name":"end","verb":"session"}"#,
    #"{"placed":true,"signal":true,"verb":"check"}"#, #"{"verb":"check"}"#, #"{"verb":"drink"}"#,
    #"{"amount":250,"verb":"drink"}"#, #"{"undo":true,"verb":"drink"}"#, #"{"verb":"caffeine"}"#,
    #"{"undo":true,"verb":"caffeine"}"#, #"{"verb":"reload"}"#, #"{"verb":"reset"}"#,
    #"{"name":"frozen","verb":"reset"}"#, #"{"verb":"standby"}"#, #"{"hours":2.5,"name":"Anna","verb":"standby"}"#,
    #"{"name":"Anna","verb":"end-standby"}"#, #"{"name":"co2-high","seconds":5,"verb":"test"}"#,
    #"{"label":"left","name":"C0:FF","replaces":"C1","verb":"adopt","wearer":"child 7"}"#,
    #"{"name":"C0:FF","verb":"forget"}"#, #"{"name":"install a.raucb quietly","verb":"update"}"#,
    #"{"name":"status","verb":"network"}"#, #"{"name":"hot-spot","verb":"network"}"#, #"{"name":"help","verb":"call"}"#,
    #"{"link":"abc","name":"have-it","verb":"call"}"#, #"{"amount":123456,"name":"C0","verb":"pair"}"#,
    #"{"amount":123456,"verb":"passkey"}"#, #"{"name":"C0","verb":"unpair"}"#, #"{"name":"C0","verb":"read"}"#,
    #"{"verb":"stop"}"#, #"{"verb":"doctor"}"#, #"{"verb":"restart"}"#,
    #"{"circle":{"state":{"stage":"calm"}},"verb":"circle"}"#,
  ]

  private func read(_ line: String) throws -> ControlRequest {
    try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
  }

  @Test(arguments: lines) func `is that of the versions before`(line: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(try read(line)), as: UTF8.self) == line)
  }

  @Test func `says until when it holds, beside what it says`() throws {
    let sent = try JSONEncoder().encode(ControlRequest.Sent(request: .read(sensor: "C0"), until: 5))
    let head = try JSONDecoder().decode(ControlRequest.Head.self, from: sent)
    #expect(head.verb == .read && head.until == 5)
    guard case .read("C0") = try JSONDecoder().decode(ControlRequest.self, from: sent) else {
      Issue.record("another request")
      return
    }
  }

  @Test(arguments: [
    (#"{"verb":"session"}"#, ErrorCode.badSession), (#"{"verb":"session","name":"pause"}"#, .badSession),
    (#"{"verb":"update"}"#, .badUpdate), (#"{"verb":"network","name":"on"}"#, .badNetwork),
    (#"{"verb":"peer"}"#, .badSignal), (#"{"verb":"circle"}"#, .badCircle), (#"{"verb":"change"}"#, .badRequest),
    (#"{"verb":"call","name":"help","link":"x"}"#, .badCall), (#"{"verb":"call","name":"look"}"#, .badCall),
  ]) func `that lacks something is refused by the code of its verb`(line: String, code: ErrorCode) {
    let error = #expect(throws: LapwingError.self) { try read(line) }
    #expect(error?.code == code)
  }

  @Test(arguments: ["", "{}", "[]", #"{"verb":"dance"}"#, #"{"verb":"standby","hours":"two"}"#])
  func `that is none is refused`(line: String) {
    #expect(throws: (any Error).self) { try read(line) }
  }
}
