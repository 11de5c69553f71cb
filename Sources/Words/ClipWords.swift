import Alarms
import Speech

/// The words of a clip, as the voice reads them: without symbols and abbreviations. Empty for a word that the language does not
/// have. `tools/speech-clips` renders these texts.
package struct ClipWords: LocalizedText {
  private let clip: Clip

  package init(_ clip: Clip) { self.clip = clip }

  package var both: (en: String, ko: String) {
    switch clip {
    case .number(let word): word.words
    case .unit(let word): word.words
    case .phrase(let phrase): phrase.words
    case .advice(let advice): advice.words
    case .condition(let id): Self.spoken(ThingWords.condition(id))
    case .phase(let phase): Self.spoken(ThingWords.phase(phase))
    }
  }

  /// The name of a thing without what a voice cannot read.
  private static func spoken(_ words: ThingWords) -> (en: String, ko: String) {
    let (english, korean) = words.both
    return (
      readable(english, [("CO2", "C O two"), ("VOCs", "V O C"), ("PM2.5", "P M two point five")]),
      readable(korean, [("CO2", "씨오투"), ("VOC", "브이오씨"), ("PM2.5", "피엠 이 점 오"), ("1단계", "일단계")])
    )
  }

  private static func readable(_ text: String, _ replacements: [(String, String)]) -> String {
    replacements.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

extension NumberWord {
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .zero: ("zero", "영")
    case .one: ("one", "일")
    case .two: ("two", "이")
    case .three: ("three", "삼")
    case .four: ("four", "사")
    case .five: ("five", "오")
    case .six: ("six", "육")
    case .seven: ("seven", "칠")
    case .eight: ("eight", "팔")
    case .nine: ("nine", "구")
    case .ten: ("ten", "십")
    case .eleven: ("eleven", "")
    case .twelve: ("twelve", "")
    case .thirteen: ("thirteen", "")
    case .fourteen: ("fourteen", "")
    case .fifteen: ("fifteen", "")
    case .sixteen: ("sixteen", "")
    case .seventeen: ("seventeen", "")
    case .eighteen: ("eighteen", "")
    case .nineteen: ("nineteen", "")
    case .twenty: ("twenty", "")
    case .thirty: ("thirty", "")
    case .forty: ("forty", "")
    case .fifty: ("fifty", "")
    case .sixty: ("sixty", "")
    case .seventy: ("seventy", "")
    case .eighty: ("eighty", "")
    case .ninety: ("ninety", "")
    case .hundred: ("hundred", "백")
    case .thousand: ("thousand", "천")
    case .tenThousand: ("", "만")
    case .point: ("point", "점")
    case .minus: ("minus", "마이너스")
    case .belowZero: ("", "영하")
    case .oh: ("oh", "")
    case .beforeNoon: ("A M", "오전")
    case .afterNoon: ("P M", "오후")
    case .nativeOne: ("", "한")
    case .nativeTwo: ("", "두")
    case .nativeThree: ("", "세")
    case .nativeFour: ("", "네")
    case .nativeFive: ("", "다섯")
    case .nativeSix: ("", "여섯")
    case .nativeSeven: ("", "일곱")
    case .nativeEight: ("", "여덟")
    case .nativeNine: ("", "아홉")
    case .nativeTen: ("", "열")
    case .nativeTwenties: ("", "스물")
    case .nativeTwenty: ("", "스무")
    case .clockHour: ("", "시")
    case .clockMinute: ("", "분")
    }
  }
}

extension UnitWord {
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .partsPerMillion: ("parts per million", "피피엠")
    case .partsPerBillion: ("parts per billion", "피피비")
    case .micrograms: ("micrograms per cubic metre", "마이크로그램")
    case .percent: ("percent", "퍼센트")
    case .degrees: ("degrees", "도")
    case .feet: ("feet", "피트")
    case .metres: ("metres", "미터")
    case .beats: ("beats per minute", "회")
    case .hectopascals: ("hectopascals", "헥토파스칼")
    case .beforeBeats: ("", "분당")
    case .degree: ("degree", "")
    case .seconds: ("seconds", "초째")
    case .minute: ("minute", "")
    case .minutes: ("minutes", "분째")
    case .hour: ("hour", "")
    case .hours: ("hours", "시간째")
    }
  }
}

extension Phrase {
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .person: ("person", "번 사람")
    case .forTime: ("for", "")
    case .test: ("test", "시험")
    case .noAlarm: NowWords.noAlarms.both
    case .noOneWatched: ("no one is watched", "감시하는 사람이 없습니다")
    case .noSensor: NowWords.unwell(.noSensor).both
    case .notEverythingWatched: ("not everything is watched", "감시하지 않는 것이 있음")
    case .carbonDioxide: ("carbon dioxide level", "이산화탄소 농도")
    case .heartRate: ("heart rate", "심박수")
    case .oxygen: ("oxygen", "산소포화도")
    case .phase: ("flight phase", "비행 단계")
    case .good: NowWords.good.both
    case .advisory: NowWords.advisory.both
    case .warning: NowWords.warning.both
    case .critical: NowWords.critical.both
    case .tooLow: NowWords.low.both
    case .tooHigh: NowWords.high.both
    case .oldValue: NowWords.old.both
    }
  }
}

extension SpokenAdvice {
  /// Shorter than ``AdviceWords``: it must fit into a pause.
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .checkPerson: ("check the person", "사람을 확인하세요")
    case .checkPersonNow: ("check the person at once", "즉시 사람을 확인하세요")
    case .freshAir: ("let in fresh air", "신선한 공기를 들이세요")
    case .ventilate: ("ventilate at once", "즉시 환기하세요")
    case .poison: ("poison, fresh air at once", "독성 가스, 즉시 환기하세요")
    case .fire: ("look for a fire first", "불이 났는지 확인하세요")
    case .filter: ("run a filter", "공기청정기를 켜세요")
    case .checkSensor: ("check the sensor", "센서를 확인하세요")
    case .wetStrap: ("wet the strap", "스트랩을 적시세요")
    case .oxygen: ("check pressure and oxygen", "기압과 산소를 확인하세요")
    case .oxygenDescend: ("use oxygen, and descend", "산소를 사용하고 강하하세요")
    case .otherBox: ("go to the other box", "다른 본체로 가세요")
    case .callYourself: ("call for help yourself", "직접 도움을 요청하세요")
    case .checkBox: ("look at the box", "본체를 확인하세요")
    case .heat: ("heat the room", "난방을 하세요")
    case .cool: ("cool the room", "방을 식히세요")
    }
  }
}
