import Alarms
import Monitor
import Readings

/// An order may end alarms because it ends the watch over what they are about. That is no end by good values, so people
/// are told: in the log, and in the answer to the order.
extension Engine {
  /// Carries out such an order.
  /// - Returns: a line for each alarm that it has ended, also for a latched sound; `nil` if it has ended none.
  mutating func tellEndedAlarms<Fault: Error>(
    _ outputs: inout [TimedOutput], by order: (inout Engine, inout [TimedOutput]) throws(Fault) -> Void
  ) throws(Fault) -> String? {
    let places = registry.places.all, names = persons, first = outputs.count
    try order(&self, &outputs)
    var lines: [String] = []
    for output in outputs[first...] {
      guard case .action(.alarm(let alarm)) = output.record, alarm.presence == .off, !alarm.isTest else { continue }
      let address = places.first { $0.index == alarm.sensor }?.tenant.address
      guard !monitor.isEnabled(alarm.condition) || address.map({ !isWatched($0) }) == true else { continue }
      var whose = address.map { " at \($0)" } ?? ""
      if case .person(let person) = alarm.subject, names.indices.contains(Int(person.position)) {
        whose += ", \(names[Int(person.position)])"
      }
      lines.append("\(alarm.condition.name) (\(alarm.priority.name))\(whose) has ended: it is not watched any more")
    }
    for line in lines { outputs.append(TimedOutput(instant: instant, record: .note("alarm    \(line)"))) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func isWatched(_ address: DeviceAddress) -> Bool {
    registry.places.index(of: address).flatMap { registry.places[$0] }?.isOwn == true
  }
}
