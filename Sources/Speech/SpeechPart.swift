import Alarms
import Flight
import Readings

/// A part of an announcement: what is never cut. Between two parts the alarm may sound.
package enum SpeechPart: Sendable, Equatable {
  /// A person by their number in the list of persons, from 1. Names have no clips.
  case person(Int)
  case condition(ConditionID)
  case value(Double, SpokenUnit)
  /// How long the alarm has lasted.
  case since(Duration)
  case advice(SpokenAdvice)
  case phrase(Phrase)
  case phase(Phase)
  case minuteOfDay(Int)
  /// A quantity with its value and its word, such as "carbon dioxide, 820 parts per million, advisory".
  case quantity(Phrase, Double, SpokenUnit, Phrase?)

  /// The shortest time that is worth saying.
  private static let leastTime = Duration.seconds(10)
  private static let stepsOfSeconds: Int64 = 5

  /// Whether it says what the parts after it are about.
  var isSubject: Bool {
    switch self {
    case .person, .condition: true
    default: false
    }
  }

  /// Appends its clips; nothing if it cannot be spoken.
  /// - Parameter isShort: without the unit, in a pause that is too short for it.
  package func append(to clips: inout [Clip], in language: SpokenLanguage, isShort: Bool = false) {
    switch self {
    case .person(let number):
      if language == .english { clips.append(.phrase(.person)) }
      SpokenNumber.append(number, in: language, to: &clips)
      if language == .korean { clips.append(.phrase(.person)) }
    case .condition(let id): clips.append(.condition(id))
    case .value(let value, let unit): unit.append(value, in: language, isShort: isShort, to: &clips)
    case .since(let time): Self.append(time, in: language, to: &clips)
    case .advice(let advice): clips.append(.advice(advice))
    case .phrase(let phrase): clips.append(.phrase(phrase))
    case .phase(let phase):
      clips.append(.phrase(.phase))
      clips.append(.phase(phase))
    case .minuteOfDay(let minute): SpokenNumber.append(minuteOfDay: minute, in: language, to: &clips)
    case .quantity(let name, let value, let unit, let word):
      guard SpokenNumber.isSpeakable(value) else { return }
      clips.append(.phrase(name))
      unit.append(value, in: language, isShort: isShort, to: &clips)
      if let word { clips.append(.phrase(word)) }
    }
  }

  /// "For twenty seconds", 20초째: in steps of 5 s, and whole minutes and hours. Korean hours are counted by native numbers.
  private static func append(_ time: Duration, in language: SpokenLanguage, to clips: inout [Clip]) {
    guard time >= leastTime else { return }
    let seconds = time.components.seconds
    let hours = Int(clamping: seconds / 3600)
    if language == .english { clips.append(.phrase(.forTime)) }
    switch seconds {
    case ..<60:
      SpokenNumber.append(Int(seconds / stepsOfSeconds * stepsOfSeconds), in: language, to: &clips)
      clips.append(.unit(.seconds))
    case ..<3600:
      SpokenNumber.append(Int(seconds / 60), in: language, to: &clips)
      clips.append(.unit(language == .english && seconds < 120 ? .minute : .minutes))
    default:
      if language == .korean, hours < 24 {
        SpokenNumber.native(hours, to: &clips)
      } else {
        SpokenNumber.append(hours, in: language, to: &clips)
      }
      clips.append(.unit(language == .english && hours == 1 ? .hour : .hours))
    }
  }
}

/// A unit, and how exactly a value in it is spoken.
package enum SpokenUnit: Sendable, Equatable {
  case partsPerMillion, partsPerBillion, micrograms, percent, degrees, feet, metres, beats, hectopascals

  /// - Parameter unit: as the table of conditions writes it.
  package init?(_ unit: String) {
    switch unit {
    case "ppm": self = .partsPerMillion
    case "ppb": self = .partsPerBillion
    case "µg/m³": self = .micrograms
    case "%": self = .percent
    case "°C": self = .degrees
    case "ft": self = .feet
    case "m": self = .metres
    case "bpm": self = .beats
    case "hPa": self = .hectopascals
    default: return nil
    }
  }

  private var word: UnitWord {
    switch self {
    case .partsPerMillion: .partsPerMillion
    case .partsPerBillion: .partsPerBillion
    case .micrograms: .micrograms
    case .percent: .percent
    case .degrees: .degrees
    case .feet: .feet
    case .metres: .metres
    case .beats: .beats
    case .hectopascals: .hectopascals
    }
  }

  /// Half a degree matters to a person; half a ppm does not.
  private var decimals: Int { self == .degrees ? 1 : 0 }

  func append(_ value: Double, in language: SpokenLanguage, isShort: Bool, to clips: inout [Clip]) {
    guard SpokenNumber.isSpeakable(value) else { return }
    let hasUnit = !isShort
    if hasUnit, self == .beats, language == .korean { clips.append(.unit(.beforeBeats)) }
    var value = value
    // People say 영하 of temperatures only.
    if self == .degrees, language == .korean, value <= -0.05 {
      clips.append(.number(.belowZero))
      value = -value
    }
    SpokenNumber.append(value, decimals: decimals, in: language, to: &clips)
    guard hasUnit else { return }
    let isOne = self == .degrees && language == .english && abs((value * 10).rounded()) == 10
    clips.append(.unit(isOne ? .degree : word))
  }
}
