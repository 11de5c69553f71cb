import Circle
import Readings

extension Configuration {
  package var circleNames: [String] { self[Keys.circlePeople].map(\.name) }

  /// Whether there is a circle: of people of the file, or of those who are added at the page.
  package var hasCircle: Bool { !self[Keys.circlePeople].isEmpty || self[Keys.circleInvite] }

  /// Where the links of messages lead; `nil` for messages without.
  package var linkAddress: WebAddress? { self[Keys.circleLink].flatMap(PageAddress.read) }

  /// The plan of the circle; `nil` if there is none.
  /// - Throws: a sentence about the value that is wrong.
  package func circlePlan() throws(LapwingError) -> CirclePlan? {
    guard hasCircle else { return nil }
    let times = CircleTimes(
      countdown: .seconds(self[Keys.circleCountdown]), unconfirmed: .seconds(self[Keys.circleUnconfirmed]),
      step: .seconds(self[Keys.circleStep]), again: .seconds(self[Keys.circleRepeat]),
      hold: .seconds(self[Keys.circleHold]), coolDown: .seconds(self[Keys.circleCoolDown]),
      noticeCoolDown: .seconds(self[Keys.circleNoticeCoolDown]))
    do {
      return try CirclePlan(
        self[Keys.circlePeople], times: times, quiet: self[Keys.circleQuiet], summary: self[Keys.circleSummary])
    } catch {
      throw error as? LapwingError ?? LapwingError(.configuration, code: "circle-plan", "\(error)")
    }
  }

  /// A person who cannot be reached must be found before the night in which it counts.
  package func refuseUnreachablePeople() throws(LapwingError) {
    guard let plan = try circlePlan() else { return }
    let channels = self[Keys.outsideChannels]
    for person in plan.people {
      for name in person.channels {
        let key = "\(Keys.circlePeople.path).\(person.name).channels"
        guard let channel = channels.first(where: { $0.name == name }) else {
          let known = channels.filter { $0.kind != .ping }.map(\.name).joined(separator: ", ")
          let has = known.isEmpty ? "names none" : "has \(known)"
          throw Self.refusal("\(key) has \(name); \(Keys.outsideChannels.path) \(has)")
        }
        guard channel.kind != .ping else {
          throw Self.refusal("\(key) has \(name), which carries no messages, since its kind is ping")
        }
      }
    }
  }

  private static func refusal(_ sentence: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-configuration", sentence)
  }
}
