/// The fixed words of the report for a doctor. What is put into them is text already. Korean stands in the room Words.
package enum HeartTerm: Sendable {
  case title(String), period(from: String, to: String, zone: String)
  case name, born, question, medication, device
  case worn, resting, range, below(String), above(String), gaps
  case wornText(days: String, of: String, time: String, share: String)
  case restingText(middle: String, low: String, high: String)
  case restingTrend(first: String, last: String)
  case hours(String)
  case rangeText(low: String, mean: String, high: String)
  case share(time: String, share: String)
  case noneAtAll, belowOnePercent, aboveNinetyNinePercent
  /// The distances from UTC: one, or that at the beginning and that at the end.
  case localTime([String])
  case gapsText(count: String, time: String, list: String), more(String)
  case byDay, byHour, byHourHelp, byDayHelp(hasResting: Bool)
  case episodes, noEpisodes, begin, what, worst, limit, beyond, lasted, answered, notAnswered, goesOn
  case technical(String), moreEpisodes(String)
  case notes, emptyDays(count: String, list: String)
  case nights, nightsHelp, moreNights(String)
  case method, disclaimer, printed(box: String, at: String), page(String, of: String), damaged(String)

  package var english: String {
    switch self {
    case .title(let quantity): "\(quantity): report for a doctor"
    case .period(let from, let to, let zone): "\(from) to \(to), \(zone)"
    case .name: "Name"
    case .born: "Born"
    case .question: "Question"
    case .medication: "Medication"
    case .device: "Measured by"
    case .worn: "Worn"
    case .resting: "Resting rate"
    case .range: "All values"
    case .below(let limit): "Below \(limit)"
    case .above(let limit): "Above \(limit)"
    case .gaps: "Gaps while worn"
    case .wornText(let days, let all, let time, let share):
      "on \(days) of \(all) days, \(time) in all; values for \(share) of that time"
    case .restingText(let middle, let low, let high): "\(middle) (middle of the days; \(low) to \(high))"
    case .hours(let hours): "\(hours) h"
    case .restingTrend(let first, let last): "first week \(first), last week \(last)"
    case .rangeText(let low, let mean, let high): "lowest \(low), mean \(mean), highest \(high)"
    case .share(let time, let share): "\(time) (\(share) of the time with values)"
    case .noneAtAll: "none"
    case .belowOnePercent: "below 1 %"
    case .aboveNinetyNinePercent: "above 99 %"
    case .localTime(let names): "local time (\(names.joined(separator: ", then ")))"
    case .gapsText(let count, let time, let list): "\(count), \(time) in all. The longest: \(list)"
    case .more(let count): "and \(count) more"
    case .byDay: "Day by day"
    case .byDayHelp(let hasResting):
      "Bar: lowest to highest value. Line: mean."
        + (hasResting ? " Dot: resting rate (lowest mean of half an hour)." : "")
    case .byHour: "By hour of the day, all days together"
    case .byHourHelp:
      "Thin line: lowest to highest value. Bar: nine tenths of the minutes (means). Line and number: the middle one."
    case .episodes: "Episodes with an alarm"
    case .noEpisodes: "No value raised an alarm."
    case .begin: "Begin"
    case .what: "What"
    case .worst: "Worst"
    case .limit: "Limit"
    case .beyond: "Beyond limit"
    case .lasted: "Alarm lasted"
    case .answered: "Answered after"
    case .notAnswered: "not answered"
    case .goesOn: "goes on"
    case .technical(let count): "Besides, \(count) alarms about the sensor (no data, battery and the like)."
    case .moreEpisodes(let count): "These are the longest beyond their limit; \(count) more are not shown."
    case .notes: "Notes"
    case .emptyDays(let count, let list): "Not worn on \(count) days: \(list)."
    case .nights: "Nights and days, each from when it was put on"
    case .nightsHelp:
      "All have the same scale. Band: lowest to highest of five minutes. Line: mean. Dashes: limits. Numbers: lowest, mean, highest."
    case .moreNights(let count): "\(count) earlier ones are not shown."
    case .method:
      "Means are by time. A value holds until the next one, at most 5 s. A gap of 30 minutes or more counts as not worn, a shorter "
        + "one from a minute on is a gap while worn. Limits are those set for the alarms now."
    case .disclaimer:
      "Lapwing is not a medical device. Values come from a consumer sensor: a loose strap gives wrong ones, low and high. It records a rate and no "
        + "ECG, so it cannot tell a rhythm."
    case .printed(let box, let time): "\(box), printed \(time)"
    case .page(let page, let all): "page \(page) of \(all)"
    case .damaged(let count): "\(count) blocks or rows of the logbook are damaged; their values are missing here."
    }
  }
}
