import Circle
import Foundation
import Readings

/// Plays timelines of the circle, a JSON object a line, and prints what it does: `send`, `cancel`, `countdown`, `stopped`.
struct Replay {
  private var circle: CareCircle?
  private var count = 0
  private let decoder = JSONDecoder()

  mutating func take(_ text: String, isLoud: Bool) throws {
    let line = try decoder.decode(TimelineLine.self, from: Data(text.utf8))
    if line.event == nil, let plan = line.plan {
      circle = CareCircle(try plan.plan())
      count += 1
      print("{\"timeline\":\(count)}")
      return
    }
    guard var circle else { throw TimelineLine.LineError.incomplete }
    // A caller that is in time asks whenever something is due.
    while line.late != true, line.event != "restart", circle.nextDue < line.time {
      let due = max(circle.nextDue, circle.state.now)
      var outputs: [CircleOutput] = []
      circle.handle(.tick, at: due, into: &outputs)
      show(outputs, at: due, isLoud: isLoud)
    }
    var outputs: [CircleOutput] = []
    if line.event == "restart" {
      let saved = try JSONEncoder().encode(circle.state)
      circle = CareCircle(
        resuming: try decoder.decode(CircleState.self, from: saved), plan: circle.plan, into: &outputs)
      circle.handle(.tick, at: line.time, into: &outputs)
    } else {
      circle.handle(try line.circleEvent(), at: line.time, into: &outputs)
    }
    show(outputs, at: circle.state.now, isLoud: isLoud)
    self.circle = circle
  }

  private func show(_ outputs: [CircleOutput], at time: Instant, isLoud: Bool) {
    let at = "{\"t\":\(time.nanoseconds / 1_000_000_000)"
    for output in outputs {
      switch output {
      case .send(let message):
        let by = message.by.map { "\"\($0)\"" } ?? "null"
        print(
          "\(at),\"send\":\"\(message.id)\",\"alarms\":\(message.alarms),\"by\":\(by),\"again\":\(message.isAgain)}")
      case .cancel(let id): print("\(at),\"cancel\":\"\(id)\"}")
      case .countdown(let number, _, let end):
        print("\(at),\"countdown\":\(number),\"ends\":\(end.nanoseconds / 1_000_000_000)}")
      case .countdownStopped(let number, let why): print("\(at),\"stopped\":\(number),\"why\":\"\(why.rawValue)\"}")
      case .entry(let entry):
        guard isLoud else { continue }
        let about = [entry.incident.map { "i\($0)" }, entry.person, entry.about, entry.message?.description].compactMap
        { $0 }.joined(
          separator: " ")
        print("\(at),\"entry\":\"\(entry.kind.rawValue) \(about)\"}")
      }
    }
  }
}
