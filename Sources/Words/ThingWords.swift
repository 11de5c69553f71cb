import Alarms
import Flight
import Readings

/// The names of what the box measures and watches: the only ones, for lamps, terminal, journal, page, messages and documents.
package enum ThingWords: LocalizedText {
  case quantity(Quantity)
  case condition(ConditionID)
  case phase(Phase)
  case priority(Priority)

  package var both: (en: String, ko: String) {
    switch self {
    case .quantity(let quantity): (Self.capitalized(quantity.label), quantity.korean)
    case .condition(let condition): condition.words
    case .phase(let phase): phase.words
    case .priority(.low): ("Low", "낮음")
    case .priority(.medium): ("Medium", "중간")
    case .priority(.high): ("High", "높음")
    }
  }

  /// The name of a condition by its id; the id itself for a condition that this version does not know.
  package static func condition(named id: String, in language: Language) -> String {
    ConditionID(name: id).map { ThingWords.condition($0).text(language) } ?? id
  }

  /// The name of a condition with its id, which commands need.
  package static func named(_ id: String) -> String {
    ConditionID(name: id).map { "\(ThingWords.condition($0).text(.english)) (\(id))" } ?? id
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension Phase {
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .unknown: ("Unknown", "알 수 없음")
    case .preFlight: ("Pre-Flight", "비행 전")
    case .boarding: ("Boarding", "탑승")
    case .taxi: ("Taxi", "지상 활주")
    case .takeOff: ("Take-off", "이륙")
    case .climb: ("Climb", "상승")
    case .cruise: ("Cruise", "순항")
    case .descent: ("Descent", "하강")
    case .landing: ("Landing", "착륙")
    case .arrived: ("Arrived", "도착")
    }
  }
}

extension ConditionID {
  fileprivate var words: (en: String, ko: String) {
    switch self {
    case .co2Low: ("CO2 above the first limit", "CO2 1단계 초과")
    case .co2Medium: ("CO2 elevated", "CO2 상승")
    case .co2High: ("CO2 high", "CO2 높음")
    case .coMedium: ("Carbon monoxide elevated", "일산화탄소 상승")
    case .coHigh: ("Carbon monoxide high", "일산화탄소 높음")
    case .vocHigh: ("VOCs high", "VOC 높음")
    case .pm25Low: ("PM2.5 above the first limit", "PM2.5 1단계 초과")
    case .pm25Medium: ("PM2.5 elevated", "PM2.5 상승")
    case .pm25High: ("PM2.5 high", "PM2.5 높음")
    case .temperatureLow: ("Too cold", "온도 낮음")
    case .temperatureHigh: ("Too warm", "온도 높음")
    case .humidityLow: ("Air too dry", "습도 낮음")
    case .humidityHigh: ("Air too humid", "습도 높음")
    case .heartRateLow: ("Heart rate low", "심박수 낮음")
    case .heartRateHigh: ("Heart rate high", "심박수 높음")
    case .noData: ("No data from a sensor", "센서 데이터 없음")
    case .frozen: ("A value does not change", "값이 변하지 않음")
    case .implausible: ("A value is not plausible", "믿을 수 없는 값")
    case .noContact: ("Strap without contact", "스트랩 접촉 없음")
    case .cabinAltitudeMedium: ("Cabin altitude elevated", "객실 고도 다소 높음")
    case .cabinAltitudeHigh: ("Cabin altitude high", "객실 고도 높음")
    case .adapterGone: ("No Bluetooth adapter", "블루투스 어댑터 없음")
    case .sounderFailed: ("The sounder does not work", "경보음 고장")
    case .sensorBatteryLow: ("Battery of a sensor low", "센서 배터리 부족")
    case .clockUnset: ("The clock is not set", "시계가 설정되지 않음")
    case .diskFull: ("The logbook cannot be written", "기록을 저장할 수 없음")
    case .lampFailed: ("A lamp does not work", "램프 고장")
    case .restarted: ("The box was restarted", "본체가 다시 시작됨")
    case .alarmOff: ("The settings leave something unwatched", "설정에서 감시하지 않는 것 있음")
    case .noPulse: ("No pulse is measured", "맥박이 측정되지 않음")
    case .spo2Medium: ("Oxygen low", "산소포화도 낮음")
    case .spo2High: ("Oxygen very low", "산소포화도 매우 낮음")
    case .notWatched: ("Something is not watched", "감시되지 않는 항목 있음")
    case .standby: ("Standby", "대기")
    case .settingsFault: ("Settings were damaged or are weaker", "설정이 손상되었거나 느슨해짐")
    case .underVoltage: ("The power supply is too weak", "전원 전압 낮음")
    case .tooHot: ("The box is too hot", "본체 과열")
    case .buttonStuck: ("A button is stuck", "버튼이 눌린 채 있음")
    case .linkGone: ("No contact with the other box", "다른 본체와 연결 끊김")
    case .nobodyTold: ("Messages may reach no person", "메시지가 아무에게도 닿지 않을 수 있음")
    case .elsewhereHigh: ("High alarm at the other box", "다른 본체의 높은 경보")
    case .elsewhereMedium: ("Medium alarm at the other box", "다른 본체의 중간 경보")
    case .elsewhereLow: ("Low alarm at the other box", "다른 본체의 낮은 경보")
    case .elsewhereBox: ("The other box or its sensors need care", "다른 본체 또는 센서 점검 필요")
    }
  }
}

extension Quantity {
  fileprivate var korean: String {
    switch self {
    case .co2PartsPerMillion: "이산화탄소"
    case .equivalentCO2PartsPerMillion: "eCO₂ (VOC 환산)"
    case .temperatureCelsius: "온도"
    case .relativeHumidityPercent: "습도"
    case .pressureHectopascals: "기압"
    case .pm1MicrogramsPerCubicMetre: "PM1"
    case .pm25MicrogramsPerCubicMetre: "초미세먼지 PM2.5"
    case .pm4MicrogramsPerCubicMetre: "PM4"
    case .pm10MicrogramsPerCubicMetre: "미세먼지 PM10"
    case .vocIndex: "VOC 지수"
    case .noxIndex: "NOx 지수"
    case .vocPartsPerBillion: "VOC"
    case .tvocMicrogramsPerCubicMetre: "tVOC"
    case .formaldehydePartsPerBillion, .formaldehydeMicrogramsPerCubicMetre: "폼알데하이드"
    case .carbonMonoxidePartsPerBillion: "일산화탄소"
    case .ozonePartsPerBillion: "오존"
    case .radonBecquerelsPerCubicMetre: "라돈"
    case .radonLongTermBecquerelsPerCubicMetre: "라돈 (장기)"
    case .radiationNanosievertsPerHour: "방사선"
    case .radiationTotalNanosieverts: "누적 선량"
    case .radiationDurationSeconds: "선량 측정 시간"
    case .illuminanceLux: "조도"
    case .soundDecibels: "소음"
    case .soilMoisturePercent: "수분"
    case .batteryPercent: "배터리"
    case .batteryMillivolts: "배터리 전압"
    case .heartRateBeatsPerMinute: "심박수"
    case .energyKilojoules: "에너지"
    case .oxygenSaturationPercent: "산소포화도"
    case .pulseBeatsPerMinute: "맥박"
    case .oxygenSaturationFastPercent: "산소포화도 (빠른 평균)"
    case .pulseFastBeatsPerMinute: "맥박 (빠른 평균)"
    case .oxygenSaturationSlowPercent: "산소포화도 (느린 평균)"
    case .pulseSlowBeatsPerMinute: "맥박 (느린 평균)"
    case .pulseAmplitudePercent: "맥박 진폭"
    case .co2SentPartsPerMillion: "보정 전 이산화탄소"
    case .co2CorrectionHectopascals: "보정에 쓴 기압"
    case .co2CorrectionPercentPerKilopascal: "보정 법칙"
    case .carbonMonoxideDetected: "일산화탄소 감지"
    }
  }
}
