import Alarms
import Readings
import Settings

/// A queue that was damaged is set aside, and with it the consent of the people of the circle. A circle that tells nobody must not
/// look like one in which all is well, so every channel is told, also those of people: they are asked to consent again.
struct DamagedQueue {
  private let queue: OutsideQueue
  private let configuration: Configuration

  init(_ queue: OutsideQueue, _ configuration: Configuration) {
    (self.queue, self.configuration) = (queue, configuration)
  }

  func tell(_ channels: [String], _ log: OutsideLog) throws(LapwingError) {
    guard queue.wasDamaged else { return }
    let now = Clock.now
    let hasCircle = !configuration[Keys.circlePeople].isEmpty
    let consent = hasCircle ? " Nobody of the care circle is told of alarms until each has consented again." : ""
    let what = "The file with the messages was damaged and is replaced; what waited in it is lost.\(consent)"
    log.say("\(queue.path): it was damaged and lies beside it as .damaged. \(what)")
    let text = configuration.outsideRule().wording.text("Messages were lost", [what], false, at: now)
    let message = OutsideMessage(
      id: "damaged-\(now)", alarmID: nil, kind: .information, priority: .medium, isTest: false, title: text.title,
      body: text.body, at: now)
    try queue.take(nil, [message], for: channels, coolDown: .zero, at: now)
  }
}
