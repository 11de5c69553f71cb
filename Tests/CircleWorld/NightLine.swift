import Circle

/// What can be seen of a night from outside, in its order: for people who look into a seed, and for a judge in another language.
package enum NightLine {
  /// The circle received this.
  case event(CircleEvent)
  /// The circle wants this.
  case output(CircleOutput)
  /// A phone that confirms has the message.
  case arrived(CircleMessage)
}

/// What is true in a night and that the circle cannot know. Times are seconds of the night.
package struct NightTruth: Encodable {
  /// By the names of people: when their phone was off, when it dozed, and the channels with a wrong address.
  package let off: [String: [[Double]]]
  package let dozing: [String: [[Double]]]
  package let wrong: [String: [String]]
  /// By channel: when its provider failed for minutes or hours. Shorter failures are left to the queue's retries.
  package let outages: [String: [[Double]]]
  /// Whether the line to the internet fails half of the time.
  package let isFlapping: Bool
  /// When the process did not run, and the minute before it, which it may have forgotten.
  package let down: [[Double]]
}
