import Monitor
import Sessions
import Settings

package enum PersonsWords: LocalizedText {
  case title, explain, nobody, sound, standard, loud, night(String), straps(String), noSensor
  case newPerson, name, strap, noStrap
  case kindOf, notSaid, kind(PersonKind.Word), kindNumber, doctor, ofKind, withoutBeats
  case oxygenDelay, oxygenDelayHelp
  case offer(NightOffer, String), offerDoctor
  case save, remove, general, changedMeanwhile, badName, twice(String), crossed(Configuration.CrossedLimits)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Who is watched", "지켜볼 사람")
    case .explain:
      (
        "Each person may have their own limits. An empty field means the limit that holds for everybody, under Alarms.",
        "사람마다 한계를 따로 정할 수 있습니다. 비워 두면 ‘경보’에 있는 공통 한계가 적용됩니다."
      )
    case .nobody: ("No person is named yet: the limits under Alarms hold for everybody.", "아직 등록된 사람이 없어 공통 한계가 적용됩니다.")
    case .sound: ("Sound", "소리")
    case .standard: ("as for everybody", "공통")
    case .loud: ("one step louder", "한 단계 크게")
    case .night(let times):
      ("Other limits by night (\(times)): change these with an editor.", "야간(\(times)) 한계는 편집기로 바꾸세요.")
    case .straps(let list): ("Sensors: \(list)", "센서: \(list)")
    case .noSensor: ("No sensor of this person is adopted yet.", "이 사람의 센서가 아직 등록되지 않았습니다.")
    case .newPerson: ("Another person", "새로운 사람")
    case .name: ("Name", "이름")
    case .strap: ("Sensor on the body", "몸에 착용한 센서")
    case .noStrap: ("none yet", "아직 없음")
    case .kindOf: ("Whose heart it is", "누구의 심장인가요")
    case .notSaid: ("not said: as an adult", "선택 안 함: 성인으로 봄")
    case .kind(let word): Self.words(of: word)
    case .kindNumber: ("Age in years, or the lowest rate of the pacemaker", "나이(세) 또는 심박조율기의 최저 박동수")
    case .doctor:
      ("Only for a child or a pacemaker. A doctor decides which limits are right.", "어린이나 심박조율기일 때만. 알맞은 한계는 의사가 정합니다.")
    case .withoutBeats:
      (
        """
        A sensor that sends no beats (RR intervals) with skin contact cannot be distinguished from a heart that stops if it \
        repeats its last number: this shows after 5 minutes (frozen), and no-data is high half a minute later.
        """,
        """
        피부 접촉과 함께 박동 간격(RR)을 보내지 않는 센서가 마지막 수치를 되풀이하면 멈춘 심장과 구별할 수 없습니다. 5분 뒤에야 알 수 있고(frozen), \
        그 30초 뒤에 ‘no-data’가 높은 경보가 됩니다.
        """
      )
    case .ofKind: ("for this kind", "이 종류의 한계")
    case .oxygenDelay: ("Seconds below the medium limit of oxygen until it sounds", "산소 중간 한계 미만이 몇 초 이어지면 울릴지")
    case .oxygenDelayHelp:
      ("5 to 30; empty: 10. The high alarm does not wait longer.", "5~30초, 비워 두면 10초. 높은 경보는 더 기다리지 않습니다.")
    case .offer(let offer, let whose): Self.words(of: offer, whose)
    case .offerDoctor:
      (
        "The kind of the person may fit better. A doctor decides which limits are right.",
        "사람의 종류를 정하는 것이 더 알맞을 수 있습니다. 알맞은 한계는 의사가 정합니다."
      )
    case .save: ("Save persons", "사람 저장")
    case .remove: ("Remove from the list", "목록에서 제거")
    case .general: ("for everybody", "공통")
    case .changedMeanwhile:
      (
        "Someone has changed the persons since the page was loaded; look at them again, and then change them.",
        "페이지를 불러온 뒤 다른 사람이 변경했습니다. 다시 확인한 후 변경하세요."
      )
    case .badName: ("A name has up to 40 characters, and is neither * nor end.", "이름은 40자까지이며 * 또는 end는 쓸 수 없습니다.")
    case .twice(let name): ("There is \(name) already.", "\(name)은(는) 이미 있습니다.")
    case .crossed(let crossed): Self.words(of: crossed)
    }
  }

  private static func words(of crossed: Configuration.CrossedLimits) -> (en: String, ko: String) {
    let (lower, higher) = (ThingWords.condition(crossed.lower).both, ThingWords.condition(crossed.higher).both)
    let (low, high) = (ConfigurationValue.number(crossed.low), ConfigurationValue.number(crossed.high))
    return (
      "“\(lower.en)” is \(low) and “\(higher.en)” is \(high)\(crossed.isNight ? " by night" : ""); the first must be below the second.",
      "\(crossed.isNight ? "야간에 " : "")“\(lower.ko)”은(는) \(low), “\(higher.ko)”은(는) \(high)입니다. 앞의 값이 더 낮아야 합니다."
    )
  }

  private static func words(of word: PersonKind.Word) -> (en: String, ko: String) {
    switch word {
    case .adult: ("adult", "성인")
    case .child: ("child, 1 to 17 years", "어린이·청소년(1~17세)")
    case .infant: ("infant, in the first year", "영아(첫돌 전)")
    case .athlete: ("athlete", "운동선수")
    case .paced: ("with a pacemaker", "심박조율기 사용")
    case .atrialFibrillation: ("with atrial fibrillation", "심방세동")
    }
  }

  private static func words(of offer: NightOffer, _ whose: String) -> (en: String, ko: String) {
    let minutes = offer.beyond / 60_000, limit = ConfigurationValue.number(offer.limit)
    let isLow = offer.side == .low
    guard let offered = offer.offered.map({ ConfigurationValue.number($0) }) else {
      return (
        "\(whose) was \(isLow ? "below" : "above") \(limit) bpm for \(minutes) minutes of the night. No other limit is offered.",
        "\(whose): 지난밤 \(minutes)분 동안 \(limit) bpm \(isLow ? "미만" : "초과")이었습니다. 제안할 다른 한계가 없습니다."
      )
    }
    return (
      "\(whose) was \(isLow ? "below" : "above") \(limit) bpm for \(minutes) minutes of the night. \(offered) bpm would fit that night.",
      "\(whose): 지난밤 \(minutes)분 동안 \(limit) bpm \(isLow ? "미만" : "초과")이었습니다. 지난밤에는 \(offered) bpm이 맞습니다."
    )
  }
}
