import Documents
import Logbook
import Status
import Words

/// The alarms of one condition at one sensor, taken together: how often, how long, and how soon a person answered.
package struct SessionEpisodes {
  package let condition: String
  package let address: String?
  package let alarms: [AlarmFigures]

  /// The alarms of a session by condition and sensor, in the order in which they began first.
  package static func grouped(_ alarms: [AlarmFigures]) -> [SessionEpisodes] {
    var places: [String: Int] = [:]
    var lists: [[AlarmFigures]] = []
    for alarm in alarms {
      let key = "\(alarm.alarm.condition) \(alarm.alarm.address ?? "")"
      if let place = places[key] {
        lists[place].append(alarm)
      } else {
        places[key] = lists.count
        lists.append([alarm])
      }
    }
    return lists.compactMap { list in
      list.first.map {
        SessionEpisodes(condition: $0.alarm.condition, address: $0.alarm.address, alarms: list)
      }
    }
  }

  /// How long they were on, milliseconds.
  private var duration: Int64 { alarms.reduce(0) { $0 + $1.duration } }

  /// How long values were beyond the limit meanwhile, milliseconds; `nil` for a condition without a limit.
  private var beyond: Int64? {
    let times = alarms.compactMap(\.beyond)
    return times.isEmpty ? nil : times.reduce(0, +)
  }

  /// Milliseconds until a person answered, of those that were answered; the middle one of them.
  private var medianAnswer: Int64? {
    let answers = alarms.compactMap(\.answeredAfter).sorted()
    return answers.isEmpty ? nil : answers[answers.count / 2]
  }

  private var answered: Int { alarms.count(where: \.alarm.wasAcknowledged) }

  /// One line about more than one alarm.
  package var text: String {
    var text = "\(ThingWords.named(condition)): \(alarms.count) times, "
    text += "\(DurationText.text(milliseconds: duration)) in all, "
    if let beyond { text += "\(DurationText.text(milliseconds: beyond)) of it beyond the limit, " }
    text += answered == 0 ? "none answered" : "\(answered) answered"
    if let medianAnswer { text += " (half of them within \(DurationText.text(milliseconds: medianAnswer)))" }
    return text
  }

  package var json: JSONObject {
    [
      "condition": condition, "address": address, "count": alarms.count, "total_s": JSONText.seconds(duration),
      "beyond_s": JSONText.seconds(ifGiven: beyond), "answered": answered,
      "median_answer_s": JSONText.seconds(ifGiven: medianAnswer),
    ]
  }
}
