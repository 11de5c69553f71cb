import Alarms
import Flight

/// A recorded word or phrase, by its meaning. What it sounds like depends on the language.
package enum Clip: Hashable, Sendable {
  case number(NumberWord)
  case unit(UnitWord)
  case phrase(Phrase)
  case advice(SpokenAdvice)
  case condition(ConditionID)
  case phase(Phase)

  package static let all: [Clip] =
    NumberWord.allCases.map(Clip.number) + UnitWord.allCases.map(Clip.unit) + Phrase.allCases.map(Clip.phrase)
    + SpokenAdvice.allCases.map(Clip.advice) + ConditionID.allCases.map(Clip.condition) + Phase.allCases.map(Clip.phase)

  private static let numbers = NumberWord.allCases.count
  private static let units = UnitWord.allCases.count
  private static let phrases = Phrase.allCases.count
  private static let advices = SpokenAdvice.allCases.count
  private static let conditions = ConditionID.allCases.count

  /// Its index in ``all``, from 0.
  var place: Int {
    switch self {
    case .number(let word): Int(word.rawValue)
    case .unit(let word): Self.numbers + Int(word.rawValue)
    case .phrase(let phrase): Self.numbers + Self.units + Int(phrase.rawValue)
    case .advice(let advice): Self.numbers + Self.units + Self.phrases + Int(advice.rawValue)
    case .condition(let id): Self.numbers + Self.units + Self.phrases + Self.advices + Int(id.rawValue)
    case .phase(let phase):
      Self.numbers + Self.units + Self.phrases + Self.advices + Self.conditions + phase.position
    }
  }

  /// Its name in the files of `data/speech`, which never changes.
  package var name: String {
    switch self {
    case .number(let word): "number.\(word)"
    case .unit(let word): "unit.\(word)"
    case .phrase(let phrase): "phrase.\(phrase)"
    case .advice(let advice): "advice.\(advice)"
    case .condition(let id): "condition.\(id.name)"
    case .phase(let phase): "phase.\(phase.rawValue)"
    }
  }
}

/// The parts of numbers and times. Some are words of one language only.
package enum NumberWord: UInt8, CaseIterable, Sendable {
  case zero, one, two, three, four, five, six, seven, eight, nine
  case ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen
  case twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety
  case hundred, thousand, tenThousand
  case point, minus
  /// Of a temperature, in Korean.
  case belowZero
  /// Before the minutes of a time that are less than ten.
  case oh
  case beforeNoon, afterNoon
  /// Native Korean numbers, which count hours: 한, 두, … 열, 스물; 스무 is exactly twenty.
  case nativeOne, nativeTwo, nativeThree, nativeFour, nativeFive, nativeSix, nativeSeven, nativeEight, nativeNine
  case nativeTen, nativeTwenties, nativeTwenty
  /// The hour and the minute of a Korean time.
  case clockHour, clockMinute
}

/// Units, and the words around a number that depend on its unit.
package enum UnitWord: UInt8, CaseIterable, Sendable {
  case partsPerMillion, partsPerBillion, micrograms, percent, degrees, feet, metres, beats, hectopascals
  /// Before a number of beats in Korean: 분당.
  case beforeBeats
  /// How long something has lasted. The singulars are English only.
  case degree, seconds, minute, minutes, hour, hours
}

package enum Phrase: UInt8, CaseIterable, Sendable {
  /// With the number of a person.
  case person
  /// Before how long an alarm has lasted, in English.
  case forTime
  /// An alarm that a person tries.
  case test
  /// What the box sends on request.
  case noAlarm, noOneWatched, noSensor, notEverythingWatched
  case carbonDioxide, heartRate, oxygen, phase
  case good, advisory, warning, critical, tooLow, tooHigh, oldValue
}

/// What to do, short enough for the pause between two bursts, and right at home and in the air.
package enum SpokenAdvice: UInt8, CaseIterable, Sendable {
  case checkPerson, checkPersonNow, freshAir, ventilate, poison, fire, filter, checkSensor, wetStrap, oxygen,
    oxygenDescend
  case otherBox, callYourself, checkBox, heat, cool

  /// - Returns: `nil` if there is nothing that a person must do soon.
  package init?(_ condition: ConditionID) {
    switch condition {
    case .heartRateLow, .heartRateHigh, .spo2Medium: self = .checkPerson
    case .noPulse, .spo2High: self = .checkPersonNow
    case .co2Low, .co2Medium, .vocHigh, .coMedium: self = .freshAir
    case .co2High: self = .ventilate
    case .coHigh: self = .poison
    case .pm25High: self = .fire
    case .pm25Low, .pm25Medium: self = .filter
    case .noData, .frozen, .implausible, .sensorBatteryLow, .notWatched: self = .checkSensor
    case .noContact: self = .wetStrap
    case .cabinAltitudeMedium: self = .oxygen
    case .cabinAltitudeHigh: self = .oxygenDescend
    case .linkGone, .elsewhereHigh, .elsewhereMedium, .elsewhereLow, .elsewhereBox: self = .otherBox
    case .nobodyTold: self = .callYourself
    case .temperatureLow: self = .heat
    case .temperatureHigh: self = .cool
    case .adapterGone, .sounderFailed, .clockUnset, .diskFull, .lampFailed, .restarted, .alarmOff, .settingsFault,
      .underVoltage, .tooHot, .buttonStuck:
      self = .checkBox
    case .humidityLow, .humidityHigh, .standby: return nil
    }
  }
}
