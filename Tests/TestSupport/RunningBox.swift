import Alarms
import Control
import Foundation
import Readings
import Status

/// A built `lapwing run`, followed over its control socket. A test waits for what the box tells there, as decoded values and
/// never for a sentence; it orders by the command line.
package final class RunningBox {
  /// What a test waited for did not come.
  package enum Missing: Error {
    /// The box stopped, or said nothing at all.
    case end
    /// It refused to be followed.
    case status
  }

  package let bench: Workbench
  package let process: LapwingProcess
  /// What it showed when it was asked first.
  package let opening: BoxStatus
  /// The alarms of ``opening`` that no call has waited for.
  private var openingAlarms: [AlarmReport]
  private var client: ControlClient

  /// Starts it, and returns once it can be asked.
  /// - Parameter arguments: as ``Workbench/run(_:speed:)`` gives them.
  package init(_ arguments: [String], on bench: Workbench) throws {
    self.bench = bench
    process = try LapwingProcess(arguments)
    first = process.nextLine()
    // Its socket is there before it says anything.
    guard first != nil else { throw Missing.end }
    client = try ControlClient(path: bench.folder.file("control"))
    let line = try client.line(answering: ControlRequest(.follow))
    guard case .accepted(let status) = try Self.read(line, as: ControlAnswer<BoxStatus>.self) else {
      throw Missing.status
    }
    opening = status
    openingAlarms = status.alarms
  }

  /// The first line that it said.
  private let first: String?

  /// Orders something by the command line, or asks for it.
  package func command(_ arguments: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + bench.options)
  }

  /// How it is now.
  package func status() throws -> BoxStatus {
    var client = try ControlClient(path: bench.folder.file("control"))
    return try client.status()
  }

  /// Asks how it is until that is so.
  @discardableResult package func status(where isSo: (BoxStatus) -> Bool) throws -> BoxStatus {
    var client = try ControlClient(path: bench.folder.file("control"))
    while true {
      let status = try client.status()
      if isSo(status) { return status }
    }
  }

  /// Waits for something to happen; what comes before it is passed over.
  @discardableResult package func event(where isWanted: (BoxEvent.Content) -> Bool) throws -> BoxEvent {
    while let event = try nextEvent() { if isWanted(event.content) { return event } }
    throw Missing.end
  }

  /// Waits for an alarm to be in a state, which it may be in from the beginning.
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

  /// Waits for a reading of a sensor that measured something.
  package func reading(of address: String) throws {
    if opening.sensors.contains(where: { $0.identity.address == address && $0.reading?.measurements.isEmpty == false })
    {
      return
    }
    try event {
      if case .reading(let reading) = $0 { reading.sensor.address == address } else { false }
    }
  }

  /// All alarms from the beginning to its end, as they changed.
  package func alarmsToTheEnd() throws -> [AlarmReport] {
    var alarms = opening.alarms
    while let event = try nextEvent() {
      if case .alarm(let alarm) = event.content { alarms.append(alarm) }
    }
    return alarms
  }

  /// Ends it by a signal, and gives all that it said.
  @discardableResult package func end(_ signal: Int32 = SIGTERM) -> LapwingProcess.Outcome {
    process.send(signal)
    return finish()
  }

  /// Waits for its end, and gives all that it said.
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
