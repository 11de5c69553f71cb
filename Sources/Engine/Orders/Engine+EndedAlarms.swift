import Alarms
import Monitor
import Readings

/// An order may end alarms because it ends the watch over what they are about. That is no end by good values, so people
/// are reported: in the log, and in the answer to the order.
extension Engine {
  /// Carries out such an order.
  /// - Returns: each alarm that it has ended, also one of which only the latched sound was left.
  mutating func reportEndedAlarms<Fault: Error>(
    _ outputs: inout [TimedOutput], by order: (inout Engine, inout [TimedOutput]) throws(Fault) -> Void
  ) throws(Fault) -> [OrderNotice] {
    let places = registry.places.all, names = persons, first = outputs.count
    try order(&self, &outputs)
    var notices: [OrderNotice] = []
    for output in outputs[first...] {
      guard case .action(.alarm(let alarm)) = output.record, alarm.presence == .off, !alarm.isTest else { continue }
      let address = places.first { $0.index == alarm.sensor }?.tenant.address
      guard !monitor.isEnabled(alarm.condition) || address.map({ !isWatched($0) }) == true else { continue }
      var name: String?
      if case .person(let person) = alarm.subject, names.indices.contains(Int(person.position)) {
        name = names[Int(person.position)]
      }
      notices.append(.alarmEnded(alarm.condition, alarm.priority, address, person: name))
    }
    for notice in notices {
      outputs.append(TimedOutput(instant: instant, record: .note("alarm    \(notice.sentence)")))
    }
    return notices
  }

  private func isWatched(_ address: DeviceAddress) -> Bool {
    registry.places.index(of: address).flatMap { registry.places[$0] }?.isOwn == true
  }
}
