/// What the box speaks, and how, as the configuration says.
package struct SpeechPlan: Sendable, Equatable {
  package enum Use: String, CaseIterable, Sendable {
    case off
    case onRequest = "on-request"
    case alarms
  }

  package var use = Use.off
  package var language = SpokenLanguage.english
  /// In dB relative to the alarms.
  package var volume = 0.0
  package var nightVolume = 0.0
  /// From and to, in minutes of the day; `nil` for no night.
  package var night: (from: Int, to: Int)?
  /// The number of persons that the configuration names. One alone needs no number.
  package var persons = 0

  package init() {}

  /// - Parameter minute: of the local day; `nil` if it is unknown.
  package func decibels(at minute: Int?) -> Double {
    guard let night, let minute else { return volume }
    let isNight =
      night.from < night.to ? (night.from..<night.to).contains(minute) : minute >= night.from || minute < night.to
    return isNight ? nightVolume : volume
  }

  package static func == (one: SpeechPlan, other: SpeechPlan) -> Bool {
    one.use == other.use && one.language == other.language && one.volume == other.volume
      && one.nightVolume == other.nightVolume && one.night?.from == other.night?.from
      && one.night?.to == other.night?.to && one.persons == other.persons
  }
}
