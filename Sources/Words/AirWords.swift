import AirQuality

/// The air outdoors.
package enum AirWords: LocalizedText {
  case title, unknown, index(String, Int), band(low: Int, high: Int), probability(Int), age(hours: Double), old
  case rising, falling, steady
  case airClass(index: String, name: String)
  case level(Int, of: Int)
  case tier(Tier), weight, misfit, value, from, stations, station, distance, source, licence, notUsed
  case sources, gets, sent(AirTerms.Sent), answered, never, leftOut(Int), terms, off, noConsent, history, time
  case guide(String), guideSource
  case open(co2: Int, upper: Int), keepShut(Int), either(co2: Int, outside: Int)
  case noAnswer, lastData, lastKnown, fault(StationFault)

  package static let guideLink = "https://www.airnow.gov/publications/air-quality-guides/"

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Outside", "바깥 공기")
    case .unknown:
      ("No station within 500 km has a value, so the air outside is unknown.", "500km 안에 측정값이 없어 바깥 공기를 알 수 없습니다.")
    case .index(let name, let value): ("\(Self.indexName(name).en) \(value)", "\(Self.indexName(name).ko) \(value)")
    case .band(let low, let high): ("95 %: \(low) to \(high)", "95%: \(low) ~ \(high)")
    case .probability(let percent): ("this class is true with \(percent) %", "이 등급이 맞을 확률 \(percent)%")
    case .age(let hours):
      hours < 1.5
        ? ("\(Self.whole(hours * 60)) min", "\(Self.whole(hours * 60))분")
        : hours < 48
          ? ("\(Self.whole(hours)) h", "\(Self.whole(hours))시간")
          : ("\(Self.whole(hours / 24)) days", "\(Self.whole(hours / 24))일")
    case .old: ("Age", "지난 시간")
    case .rising: ("rising", "상승 중")
    case .falling: ("falling", "하강 중")
    case .steady: ("steady", "변화 없음")
    case .airClass(let index, let name): Self.className(index, name)
    case .level(let level, let count): ("step \(level) of \(count)", "\(count)단계 중 \(level)단계")
    case .tier(.station): ("Stations", "측정소")
    case .tier(.camera): ("Camera", "카메라")
    case .tier(.satellite): ("Model with satellite data", "위성 자료를 쓰는 모델")
    case .weight: ("Weight", "가중치")
    case .misfit: ("left out, since it does not fit the others", "다른 값과 맞지 않아 제외")
    case .value: ("PM2.5 (µg/m³)", "초미세먼지 (µg/m³)")
    case .from: ("What it comes from", "추정의 근거")
    case .stations: ("Stations around", "주변 측정소")
    case .station: ("Station", "측정소")
    case .distance: ("Distance", "거리")
    case .source: ("Source", "출처")
    case .licence: ("Licence", "이용 조건")
    case .notUsed: ("not used", "사용 안 함")
    case .sources: ("Sources", "출처")
    case .gets: ("Gets", "받는 것")
    case .sent(.nothing): ("nothing: it is on the box", "없음: 본체 안에 있음")
    case .sent(.request): ("a request without the place", "위치가 없는 요청")
    case .sent(.place): ("the place, to 0.01° (1 km)", "0.01°(1km)로 반올림한 위치")
    case .answered: ("Last answer", "마지막 응답")
    case .never: ("not yet", "아직 없음")
    case .leftOut(let count): ("\(count) values that cannot be true were left out", "사실일 수 없는 값 \(count)개 제외")
    case .terms: ("Terms", "약관")
    case .off: ("Nothing is configured for the air outside.", "바깥 공기가 설정되어 있지 않습니다.")
    case .noConsent: ("not asked, since there is no consent", "동의가 없어 요청하지 않음")
    case .history: ("The last 24 hours", "지난 24시간")
    case .time: ("Time", "시각")
    case .guide(let name): Self.guideText(name)
    case .guideSource: ("After the Air Quality Guide for Particle Pollution, US EPA", "미국 EPA 입자 오염 안내에 따름")
    case .open(let co2, let upper):
      (
        "Open the window: CO2 inside is \(co2) ppm, and particles outside are at most \(upper) µg/m³.",
        "창문을 여세요: 실내 CO2 \(co2)ppm, 바깥 초미세먼지는 많아도 \(upper)µg/m³입니다."
      )
    case .keepShut(let outside):
      ("Keep the window shut: particles outside are \(outside) µg/m³.", "창문을 닫아 두세요: 바깥 초미세먼지 \(outside)µg/m³.")
    case .either(let co2, let outside):
      (
        "Air for some minutes only, or filter: CO2 inside is \(co2) ppm, and particles outside are \(outside) µg/m³.",
        "몇 분만 환기하거나 공기청정기를 쓰세요: 실내 CO2 \(co2)ppm, 바깥 초미세먼지 \(outside)µg/m³."
      )
    case .fault(.outOfRange): ("left out: its values stand for a failure", "제외: 고장을 뜻하는 값")
    case .fault(.frozen): ("left out: its value has not changed for a day", "제외: 하루 동안 값이 변하지 않음")
    case .fault(.moved): ("left out: it has moved", "제외: 위치가 바뀜")
    case .fault(.scale): ("left out: far from its neighbours all week", "제외: 일주일 내내 주변과 크게 다름")
    case .fault(.clock): ("left out: its clock is a day off", "제외: 시각이 하루 어긋남")
    case .fault(.indoor): ("left out: it seems to be in a room", "제외: 실내에 있는 것으로 보임")
    case .noAnswer: ("No source has answered yet.", "아직 응답한 출처가 없습니다.")
    case .lastKnown: ("last known data", "마지막으로 받은 자료")
    case .lastData: ("Last known data: the interval grows with its age.", "마지막으로 받은 자료입니다. 시간이 지날수록 범위가 넓어집니다.")
    }
  }

  /// A whole number for people.
  package static func whole(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }

  package init(_ trend: AirPicture.Trend) {
    switch trend {
    case .rising: self = .rising
    case .falling: self = .falling
    case .steady: self = .steady
    }
  }

  /// - Parameter co2: inside, in ppm.
  package init(_ advice: WindowAdvice, co2: Double?, outside: AirEstimate) {
    let inside = Self.whole(co2 ?? 0), value = Self.whole(outside.value)
    switch advice {
    case .open: self = .open(co2: inside, upper: Self.whole(outside.upper.rounded(.up)))
    case .keepShut: self = .keepShut(value)
    case .either: self = .either(co2: inside, outside: value)
    }
  }

  static func indexName(_ name: String) -> (en: String, ko: String) {
    switch name {
    case "us": ("US AQI", "미국 AQI")
    case "korea": ("CAI (PM2.5 only)", "통합대기환경지수(초미세먼지만)")
    case "europe": ("European AQI", "유럽 AQI")
    case "uk": ("UK DAQI", "영국 DAQI")
    case "india": ("India AQI", "인도 AQI")
    default: (name, name)
    }
  }

  private static func className(_ index: String, _ name: String) -> (en: String, ko: String) {
    switch name {
    case "good": ("Good", "좋음")
    case "moderate": ("Moderate", "보통")
    case "sensitive": ("Unhealthy for sensitive groups", "민감한 사람에게 나쁨")
    case "unhealthy": index == "korea" ? ("Bad", "나쁨") : ("Unhealthy", "나쁨")
    case "very-unhealthy": index == "korea" ? ("Very bad", "매우 나쁨") : ("Very unhealthy", "매우 나쁨")
    case "hazardous": ("Hazardous", "위험")
    case "fair": ("Fair", "양호")
    case "poor": ("Poor", "나쁨")
    case "very-poor": ("Very poor", "매우 나쁨")
    case "extremely-poor": ("Extremely poor", "극히 나쁨")
    case "low": ("Low", "낮음")
    case "high": ("High", "높음")
    case "very-high": ("Very high", "매우 높음")
    case "satisfactory": ("Satisfactory", "만족")
    case "severe": ("Severe", "심각")
    default: (name, name)
    }
  }

  /// By the class of the US index.
  private static func guideText(_ name: String) -> (en: String, ko: String) {
    switch name {
    case "good": ("A good time to be active outdoors.", "바깥 활동을 하기 좋습니다.")
    case "moderate":
      (
        "People who are unusually sensitive: make activity outdoors shorter or lighter if you cough or are short of breath.",
        "매우 민감한 사람은 기침이 나거나 숨이 차면 바깥 활동을 줄이세요."
      )
    case "sensitive":
      (
        "People with asthma, heart or lung disease, children and older people: shorter and lighter activity outdoors, and the asthma medicine at hand.",
        "천식, 심장병, 폐질환이 있는 사람과 어린이, 노인은 바깥 활동을 줄이고 천식약을 가까이 두세요."
      )
    case "unhealthy":
      (
        "People with asthma, heart or lung disease, children and older people: no long or heavy activity outdoors. All others: less of it.",
        "천식, 심장병, 폐질환이 있는 사람과 어린이, 노인은 길거나 힘든 바깥 활동을 피하고, 다른 사람도 줄이세요."
      )
    case "very-unhealthy":
      (
        "People with asthma, heart or lung disease, children and older people: no activity outdoors. All others: no long or heavy activity outdoors.",
        "천식, 심장병, 폐질환이 있는 사람과 어린이, 노인은 바깥 활동을 하지 말고, 다른 사람도 길거나 힘든 활동을 피하세요."
      )
    default:
      (
        "Everybody: no activity outdoors. People with asthma, heart or lung disease, children and older people: stay inside, and keep particles low there.",
        "모두 바깥 활동을 하지 마세요. 천식, 심장병, 폐질환이 있는 사람과 어린이, 노인은 실내에 머물고 실내 먼지를 줄이세요."
      )
    }
  }
}

extension AirPicture {
  /// The air outdoors in one line.
  package func line(_ index: AirIndex, in language: Language) -> String {
    guard case .success(let estimate) = estimate else { return AirWords.unknown.text(language) }
    let shown = index.value(of: estimate.value)
    let band =
      "PM2.5 \(AirWords.whole(estimate.value)) µg/m³ (\(AirWords.band(low: AirWords.whole(estimate.lower), high: AirWords.whole(estimate.upper)).text(language)))"
    let parts: [AirWords?] = [
      .index(index.name, shown.index), .airClass(index: index.name, name: shown.airClass), trend.map { AirWords($0) },
      .age(hours: estimate.age), estimate.isOld ? .lastKnown : nil,
    ]
    return ([band] + parts.compactMap { $0?.text(language) }).joined(separator: ", ")
  }
}
