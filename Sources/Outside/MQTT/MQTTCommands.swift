import Characters
import Control
import Dispatch
import Readings
import Status
import Synchronization
import System

/// The orders that the box accepts at `PREFIX/BOX/command/NAME`, if `outside.mqtt.commands` is true. They are carried out one after the
/// other, with the rights of `lapwing outside`.
final class MQTTCommands: Sendable {
  static let names = ["ack", "pause", "session", "standby", "end-standby"]
  /// What a button of Home Assistant sends.
  static let press = "PRESS"
  private static let longest = 64
  private static let mostWaiting = 8
  /// How many orders for silence the box gets a minute. It counts them together with the answers of people, and refuses more than ten
  /// of both.
  private static let mostSilences = 4

  private struct State {
    var waiting: [(name: String, payload: [UInt8])] = []
    var answers: [String] = []
    /// When the last orders for silence came, in ms.
    var silences: [Int64] = []
  }

  private let state = Mutex(State())
  /// One for each order that waits.
  private let arrivals = DispatchSemaphore(value: 0)
  private let order: @Sendable (ControlRequest) throws(LapwingError) -> Void
  private let onAnswer: @Sendable () -> Void

  /// - Parameter order: hands a request to the box and waits for its answer.
  init(
    onAnswer: @escaping @Sendable () -> Void,
    order: @escaping @Sendable (ControlRequest) throws(LapwingError) -> Void
  ) {
    (self.onAnswer, self.order) = (onAnswer, order)
  }

  /// - Throws: `usage` if these are no words of an order.
  static func request(_ name: String, _ payload: [UInt8]) throws(LapwingError) -> ControlRequest {
    func refuse(_ allowed: String) -> LapwingError {
      LapwingError(.usage, code: "bad-command", "\(name) takes \(allowed)")
    }
    let text = payload.count <= longest ? String(validating: payload, as: UTF8.self) ?? "?" : "?"
    switch name {
    case "ack":
      guard
        text == press || !text.isEmpty && text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { throw refuse("\(press), or the name of a condition") }
      return .acknowledge(text == press ? nil : text)
    case "pause":
      guard text == press else { throw refuse(press) }
      return .pause
    case "session":
      guard text == "start" || text == "end" else { throw refuse("start or end") }
      return text == "start" ? .startSession() : .endSession
    case "standby":
      guard text != press else { return .standby() }
      guard let hours = Double(text), hours.isFinite, hours > 0 else { throw refuse("\(press), or hours as a number") }
      return .standby(hours: hours)
    case "end-standby":
      guard text == press else { throw refuse(press) }
      return .endStandby()
    default:
      throw LapwingError(
        .usage, code: "bad-command", "there is no such command; there are \(names.joined(separator: ", "))")
    }
  }

  /// One that finds the queue full is dropped: a person does not send that many.
  func receive(_ name: String, _ payload: [UInt8]) {
    let isKept = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return false }
      state.waiting.append((name, payload))
      return true
    }
    if isKept { arrivals.signal() }
  }

  func removeAnswers(_ most: Int) -> [String] {
    state.withLock { state in
      defer { state.answers.removeFirst(min(most, state.answers.count)) }
      return Array(state.answers.prefix(most))
    }
  }

  /// Runs until the process ends, on a thread of its own: the box may take seconds to answer.
  func run() {
    while true {
      arrivals.wait()
      let (name, payload) = state.withLock { $0.waiting.removeFirst() }
      let answer = carryOut(name, payload, at: MonotonicClock.kernelMicroseconds() / 1000)
      state.withLock { $0.answers = ($0.answers + [answer]).suffix(Self.mostWaiting) }
      onAnswer()
    }
  }

  func carryOut(_ name: String, _ payload: [UInt8], at now: Int64) -> String {
    let shown = Self.names.contains(name) ? name : "?"
    do throws(LapwingError) {
      let request = try Self.request(shown, payload)
      if name == "ack" || name == "pause" { try limitSilence(at: now) }
      try order(request)
      return (["command": shown, "ok": true] as JSONObject).text
    } catch {
      return (["command": shown, "ok": false, "code": error.code, "message": error.message.plainWords] as JSONObject)
        .text
    }
  }

  private func limitSilence(at now: Int64) throws(LapwingError) {
    let isAllowed = state.withLock { state in
      state.silences.removeAll { now - $0 >= 60_000 }
      guard state.silences.count < Self.mostSilences else { return false }
      state.silences.append(now)
      return true
    }
    guard !isAllowed else { return }
    throw LapwingError(
      .usage, code: "too-soon",
      "at most \(Self.mostSilences) orders for silence a minute are carried out by MQTT; wait, or answer at the box")
  }
}
