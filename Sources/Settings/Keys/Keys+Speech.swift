import Circle
import Speech

extension SpeechPlan.Use: SettingValue {}
extension SpokenLanguage: SettingValue {}

/// The keys of what the box speaks (docs/speech.md).
extension Keys {
  /// On request: no person has judged the voice yet, and a voice that an update brought would be a nuisance.
  package static let speechUse = SettingKey(
    "speech.use", SpeechPlan.Use.onRequest, .byReload,
    "What the box speaks by its sound card: nothing (off), what `lapwing say` requests (on-request), or alarms too "
      + "(alarms), between their bursts.")
  package static let speechLanguage = SettingKey(
    "speech.language", SpokenLanguage.english, .byReload, "The language of the voice.")
  package static let speechVolume = SettingKey(
    "speech.volume", .number(volumes, unit: "dB"), 0.0, .byReload, "How loud the voice is, relative to the alarms.")
  package static let speechNightVolume = SettingKey(
    "speech.night-volume", .number(volumes, unit: "dB"), 0.0, .byReload,
    "The same in the hours of `night`.")
  package static let speechNight = SettingKey<CircleHours?>(
    "speech.night", .hours, nil, .byReload, "The hours in which `night-volume` counts.")

  /// The alarms may be as quiet as -20 dB, and a voice that is 20 dB below them is hardly one.
  private static let volumes: ClosedRange<Double> = -20...0

  static let speech: [ConfigurationKey] = [
    speechUse.plain, speechLanguage.plain, speechVolume.plain, speechNightVolume.plain, speechNight.plain,
  ]
}

extension Configuration {
  package var speech: SpeechPlan {
    var plan = SpeechPlan()
    plan.use = self[Keys.speechUse]
    plan.language = self[Keys.speechLanguage]
    plan.volume = self[Keys.speechVolume]
    plan.nightVolume = self[Keys.speechNightVolume]
    plan.night = self[Keys.speechNight].map { ($0.from, $0.to) }
    plan.persons = personNames.count
    return plan
  }
}
