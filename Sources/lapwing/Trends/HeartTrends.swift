import ArgumentParser
import Sessions

/// `lapwing heart trends`
struct HeartTrends: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Shows each day's heart rate: range, mean, time within the limits, resting rate.",
    discussion: """
      The resting rate is the lowest mean of any half hour with data for four fifths of it. A value holds until the next \
      one, at most 5 s; what is longer is no data. The limits of past hours are those that were in force when the hour \
      was logged.
      """)

  @OptionGroup var options: TrendOptions

  func run() throws {
    try options.run(.heart, nothing: "No heart rate was logged on these days.")
  }
}
