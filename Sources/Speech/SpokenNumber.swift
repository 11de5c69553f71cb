/// Numbers and times as lists of clips, by the rules of each language.
package enum SpokenNumber {
  /// Sensors measure nothing above it that would be worth a sentence.
  package static let largest = 99_999
  private static let minutesInDay = 24 * 60

  /// Whether a value can be spoken.
  package static func isSpeakable(_ value: Double) -> Bool { abs(value.rounded()) <= Double(largest) }

  /// A value with at most some digits after the point. A zero at the end of them is left out: 37.0 is "thirty seven".
  /// - Returns: `false`, without a clip, if the value is too large or no number.
  @discardableResult package static func append(
    _ value: Double, decimals: Int, in language: SpokenLanguage, to clips: inout [Clip]
  ) -> Bool {
    let places = min(max(decimals, 0), 2)
    let scale = places == 0 ? 1 : places == 1 ? 10 : 100
    guard isSpeakable(value) else { return false }
    let scaled = Int((value * Double(scale)).rounded())
    if scaled < 0 { clips.append(.number(.minus)) }
    let whole = abs(scaled) / scale
    var rest = abs(scaled) % scale
    append(whole, in: language, to: &clips)
    guard rest > 0 else { return true }
    clips.append(.number(.point))
    var place = scale / 10
    while rest > 0 {
      clips.append(digit(rest / place))
      rest %= place
      place /= 10
    }
    return true
  }

  /// A number from 0 to ``largest``.
  package static func append(_ number: Int, in language: SpokenLanguage, to clips: inout [Clip]) {
    let number = min(max(number, 0), largest)
    switch language {
    case .english: english(number, &clips)
    case .korean: sinoKorean(number, &clips)
    }
  }

  /// "Twelve thousand three hundred forty five".
  private static func english(_ number: Int, _ clips: inout [Clip]) {
    if number >= 1000 {
      english(number / 1000, &clips)
      clips.append(.number(.thousand))
      if number % 1000 == 0 { return }
    }
    let number = number % 1000
    if number >= 100 {
      clips.append(digit(number / 100))
      clips.append(.number(.hundred))
      if number % 100 == 0 { return }
    }
    let small = number % 100
    guard small >= 20 else { return clips.append(.number(word(small, from: .zero))) }
    clips.append(.number(word(small / 10 - 2, from: .twenty)))
    if small % 10 > 0 { clips.append(digit(small % 10)) }
  }

  /// Sino-Korean: 만이천삼백사십오. A one is not said before 십, 백 and 천, nor before the 만 at the beginning.
  private static func sinoKorean(_ number: Int, _ clips: inout [Clip]) {
    guard number > 0 else { return clips.append(.number(.zero)) }
    var rest = number, place = 10_000
    while place > 0 {
      let count = rest / place
      rest %= place
      if count > 1 || (count == 1 && place == 1) { clips.append(digit(count)) }
      if count > 0, place > 1 { clips.append(.number(power(place))) }
      place /= 10
    }
  }

  private static func power(_ place: Int) -> NumberWord {
    switch place {
    case 10: .ten
    case 100: .hundred
    case 1000: .thousand
    default: .tenThousand
    }
  }

  /// The native Korean numbers before 시 and 시간, from 1 to 29: 한, 열두, 스무, 스물세.
  static func native(_ number: Int, to clips: inout [Clip]) {
    let number = min(max(number, 1), 29)
    if number == 20 { return clips.append(.number(.nativeTwenty)) }
    if number > 20 { clips.append(.number(.nativeTwenties)) } else if number >= 10 { clips.append(.number(.nativeTen)) }
    if number % 10 > 0 { clips.append(.number(word(number % 10 - 1, from: .nativeOne))) }
  }

  /// A time of the day, with twelve hours: "three oh five p m", 오후 세 시 오 분.
  package static func append(minuteOfDay: Int, in language: SpokenLanguage, to clips: inout [Clip]) {
    let day = (minuteOfDay % minutesInDay + minutesInDay) % minutesInDay
    let hour = (day / 60 + 11) % 12 + 1, minute = day % 60
    let half = Clip.number(day / 60 < 12 ? .beforeNoon : .afterNoon)
    switch language {
    case .english:
      english(hour, &clips)
      if (1..<10).contains(minute) { clips.append(.number(.oh)) }
      if minute > 0 { english(minute, &clips) }
      clips.append(half)
    case .korean:
      clips.append(half)
      native(hour, to: &clips)
      clips.append(.number(.clockHour))
      guard minute > 0 else { return }
      sinoKorean(minute, &clips)
      clips.append(.number(.clockMinute))
    }
  }

  private static func digit(_ digit: Int) -> Clip { .number(word(digit, from: .zero)) }

  private static func word(_ steps: Int, from first: NumberWord) -> NumberWord {
    NumberWord(rawValue: first.rawValue + UInt8(clamping: steps)) ?? first
  }
}
