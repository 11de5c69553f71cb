import Circle

/// Circles of two to five people with one to three channels each.
enum NightPlan {
  private static let names = ["ann", "ben", "cas", "dan", "eve"]
  private static let channels = ["push", "ntfy", "sms", "mail"]

  /// - Returns: `nil` only if the plan's own checks refuse it, which a test would show.
  static func make(_ random: inout SeededRandom) -> CirclePlan? {
    let people = names.prefix(2 + random.below(4)).map { name in
      let count = 1 + random.below(3)
      var own = channels.shuffled(using: &random).prefix(count)
      // A person with mail alone is in no proof of delivery, so most have a phone.
      if random.happens(0.8), !own.contains("push") { own[own.startIndex] = "push" }
      return CirclePerson(
        name, channels: Array(own), from: random.happens(0.3) ? .low : .high, weekly: random.happens(0.5))
    }
    let times = CircleTimes(
      countdown: .seconds(random.pick([30, 30, 60, 120])), step: .seconds(random.pick([30, 60, 120])),
      again: .seconds(random.pick([120, 300])), hold: .seconds(random.pick([600, 1800])))
    return try? CirclePlan(Array(people), times: times)
  }
}
