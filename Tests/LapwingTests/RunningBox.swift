import Alarms
import Control
import Foundation
import Readings
import Status
import TestSupport

/// A built `lapwing run` that is followed over its control socket. A test waits for decoded values, never for a message
/// text; it sends orders by the command line.
package final class RunningBox {
  /// Why a test did not get what it waited for.
  package enum Missing: Error {
    /// The box stopped, or sent nothing at all.
    case end
    /// It refused to be followed.
    case status
  }

  package let bench: Workbench
  package let process: LapwingProcess
  /// Its first status.
  package let opening: BoxStatus
  /// The alarms of ``opening`` that no call has waited for yet.
  private var openingAlarms: [AlarmReport]
  private var client: ControlClient

  /// Starts it and returns when it answers requests.
  /// - Parameters:
  ///   - arguments: those of ``Workbench/run(_:speed:)``.
  ///   - wrapper: a command that starts it.
  package init(_ arguments: [String], on bench: Workbench, wrapper: [String] = []) throws {
    self.bench = bench
    process = try LapwingProcess(arguments, wrapper: wrapper)
    first = process.nextLine()
    // Its socket exists before it sends anything.
    guard first != nil else { throw Missing.end }
    client = try ControlClient(path: bench.folder.file("control"))
    let line = try client.line(answering: .follow())
    guard case .accepted(let status) = try Self.read(line, as: ControlAnswer<BoxStatus>.self) else {
      throw Missing.status
    }
    opening = status
    openingAlarms = status.alarms
  }

  /// The first line of its output.
  private let first: String?

  /// Runs a command with the configuration of this box.
  package func command(_ arguments: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + bench.options)
  }

  /// Its present status.
  package func status() throws -> BoxStatus {
    var client = try ControlClient(path: bench.folder.file("control"))
    return try client.status()
  }

  /// Requests its status until a condition is true.
  @discardableResult package func status(where isSo: (BoxStatus) -> Bool) throws -> BoxStatus {
    var client = try ControlClient(path: bench.folder.file("control"))
    while true {
      let status = try client.status()
      if isSo(status) { return status }
    }
  }

  /// Waits for an event; events before it are skipped.
  @discardableResult package func event(where isWanted: (BoxEvent.Content) -> Bool) throws -> BoxEvent {
    while let event = try nextEvent() { if isWanted(event.content) { return event } }
    throw Missing.end
  }

  /// Waits for an alarm to be in a state, which it may already be in at the start.
  @discardableResult package func alarm(
    _ condition: ConditionID, _ presence: Presence = .on, _ activation: Activation? = nil
  ) throws -> AlarmReport {
    func isWanted(_ alarm: AlarmReport) -> Bool {
      alarm.condition == condition.name && alarm.presence == presence.name
        && (activation == nil || alarm.activation == activation?.name)
    }
    let there = openingAlarms.first(where: isWanted)
    openingAlarms = []
    if let there { return there }
    while let event = try nextEvent() {
      if case .alarm(let alarm) = event.content, isWanted(alarm) { return alarm }
    }
    throw Missing.end
  }

  /// Waits for a reading of a sensor that contains a measurement.
  package func reading(of address: String) throws {
    if opening.sensors.contains(where: { $0.identity.address == address && $0.reading?.measurements.isEmpty == false })
    {
      return
    }
    try event {
      if case .reading(let reading) = $0 { reading.sensor.address == address } else { false }
    }
  }

  /// All changes of alarms from the beginning to the end of the run.
  package func alarmsToTheEnd() throws -> [AlarmReport] {
    var alarms = opening.alarms
    while let event = try nextEvent() {
      if case .alarm(let alarm) = event.content { alarms.append(alarm) }
    }
    return alarms
  }

  /// Ends it with a signal and returns all its output.
  @discardableResult package func end(_ signal: Int32 = SIGTERM) -> LapwingProcess.Outcome {
    process.send(signal)
    return finish()
  }

  /// Waits until it ends and returns all its output.
  package func finish() -> LapwingProcess.Outcome {
    let outcome = process.finish()
    return LapwingProcess.Outcome(
      status: outcome.status, output: (first.map { $0 + "\n" } ?? "") + outcome.output, error: outcome.error)
  }

  private func nextEvent() throws -> BoxEvent? {
    try client.next().map { try Self.read($0, as: BoxEvent.self) }
  }

  private static func read<Value: Decodable>(_ line: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line.utf8))
  }
}
