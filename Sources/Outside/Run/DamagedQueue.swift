import Alarms
import Circle
import Readings
import Settings
import System
import Words

/// A queue that was damaged is set aside, and with it what waited. That must not look as if all is well, so it is
/// reported by every channel, but not to people of the circle who have not consented.
struct DamagedQueue {
  private let queue: OutsideQueue
  private let configuration: Configuration

  init(_ queue: OutsideQueue, _ configuration: Configuration) {
    (self.queue, self.configuration) = (queue, configuration)
  }

  func tell(_ channels: [String], _ log: OutsideLog) throws(LapwingError) {
    guard queue.wasDamaged else { return }
    let now = Clock.now
    let what = MessageWords.wereLost.text(.english)
    log.say("\(queue.path): it was damaged and lies beside it as .damaged. \(what)")
    let rule = configuration.outsideRule()
    for channel in channels where !silent.contains(channel) {
      let wording = rule.wording(for: channel)
      let text = wording.text(
        wording(MessageWords.messagesLost), [wording(MessageWords.wereLost)], isTest: false, at: now)
      let message = OutsideMessage(
        id: "damaged-\(now)", alarmID: nil, kind: .information, priority: .medium, isTest: false, text, at: now)
      try queue.append(nil, [message], for: [channel], coolDown: .zero, at: now)
    }
  }

  /// The channels of people who have not consented.
  private var silent: Set<String> {
    let words = KeptWords(reading: StoredFile(path: OutsideQueue.people(of: queue.path)))?.words ?? []
    let willing = Set(words.filter(\.hasConsented).map(\.person))
    return Set(configuration[Keys.circlePeople].filter { !willing.contains($0.name) }.flatMap(\.channels))
  }
}
