import Documents
import Logbook
import Status
import Words

/// The alarms of one condition at one sensor, taken together: how often, how long, and how soon somebody answered.
package struct SessionEpisodes {
  package let condition: String
  package let address: String?
  package let alarms: [RecalledAlarm]

  /// The alarms of a session by condition and sensor, in the order in which they began first.
  package static func grouped(_ alarms: [RecalledAlarm]) -> [SessionEpisodes] {
    var places: [String: Int] = [:]
    var lists: [[RecalledAlarm]] = []
    for alarm in alarms {
      let key = "\(alarm.condition) \(alarm.address ?? "")"
      if let place = places[key] {
        lists[place].append(alarm)
      } else {
        places[key] = lists.count
        lists.append([alarm])
      }
    }
    return lists.compactMap { list in
      list.first.map { SessionEpisodes(condition: $0.condition, address: $0.address, alarms: list) }
    }
  }

  /// The time of those whose end is known, milliseconds.
  private var duration: Int64 { alarms.reduce(0) { $0 + max(0, ($1.endedAt ?? $1.beganAt) - $1.beganAt) } }

  /// Milliseconds until somebody answered, of those that were answered; the middle one of them.
  private var medianAnswer: Int64? {
    let answers = alarms.compactMap { alarm in alarm.acknowledgedAt.map { max(0, $0 - alarm.beganAt) } }.sorted()
    return answers.isEmpty ? nil : answers[answers.count / 2]
  }

  private var answered: Int { alarms.count(where: \.wasAcknowledged) }

  /// One line about more than one alarm.
  package var text: String {
    var text = "\(ThingWords.named(condition)): \(alarms.count) times, "
    text += "\(DurationText.text(milliseconds: duration)) in all, "
    text += answered == 0 ? "none answered" : "\(answered) answered"
    if let medianAnswer { text += " (half of them within \(DurationText.text(milliseconds: medianAnswer)))" }
    return text
  }

  package var json: JSONObject {
    [
      "condition": condition, "address": address, "count": alarms.count, "total_s": JSONText.seconds(duration),
      "answered": answered, "median_answer_s": JSONText.seconds(ifGiven: medianAnswer),
    ]
  }
}
