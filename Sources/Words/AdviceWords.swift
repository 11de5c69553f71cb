import Alarms
import Flight

/// What a person should do about an alarm. The box says it in English; the Korean words stand here. A condition or a
/// sentence without Korean does not compile.
package enum AdviceWords: LocalizedText {
  case condition(ConditionID)
  /// With an alarm in a cabin.
  case passenger(PassengerSentence)

  package var both: (en: String, ko: String) {
    switch self {
    case .condition(let id): (ConditionTable.standard[id].rationale.advice, Self.korean(id))
    case .passenger(let sentence): (sentence.rawValue, Self.korean(sentence))
    }
  }

  private static func korean(_ id: ConditionID) -> String {
    switch id {
    case .co2Low: "신선한 공기를 들이세요."
    case .co2Medium: "지금 창문을 열거나 환기량을 늘리세요. 방 안 인원을 줄이는 것도 도움이 됩니다."
    case .co2High: "즉시 환기하거나 밖으로 나가세요. 항공기에서는 외기를 최대로 열고 히터를 끄고 일산화탄소를 의심하세요."
    case .coMedium: "지금 신선한 공기를 들이고 히터, 난로, 엔진을 끄세요. 항공기에서는 외기를 최대로 열고 히터를 끄고 곧 착륙하세요."
    case .coHigh: "독성 가스입니다. 모두 밖으로 나가세요. 비행 중이면 외기를 최대로 열고 히터를 끄고 산소를 사용하며 착륙하세요. 도움을 요청하세요."
    case .vocHigh: "환기하고 원인(세제, 페인트, 유출, 엔진 오일, 히터)을 찾으세요. 비행 중에는 유해 가스일 수 있으니 산소나 마스크를 사용하세요."
    case .pm25Low: "밖에 연기가 있으면 창문을 닫고, 아니면 실내 원인을 찾으세요. 공기청정기를 켜세요."
    case .pm25Medium: "공기청정기를 켜고 마스크(FFP2)를 쓰세요. 천식 환자는 들이지 마세요."
    case .pm25High: "연기입니다. 먼저 불이 났는지 확인하세요. 밖으로 나가거나 마스크(FFP2)를 쓰세요."
    case .temperatureLow: "난방을 하거나 따뜻하게 입으세요."
    case .temperatureHigh: "방을 식히고 물을 마시고 어린이와 노인을 확인하세요."
    case .humidityLow: "물을 마시세요. 눈과 목이 마릅니다."
    case .humidityHigh: "환기하거나 난방하세요. 물이 맺히고 곰팡이가 생깁니다."
    case .heartRateLow: "사람을 확인하세요. 깨어나고 숨 쉬고 대답합니까? 아니면 도움을 요청하세요."
    case .heartRateHigh: "사람을 확인하세요. 통증, 열, 두려움, 운동 때문입니까? 상태가 나쁘거나 계속되면 도움을 요청하세요."
    case .noData: "센서를 확인하세요: 거리, 배터리, 스트랩. 그때까지 이 센서의 경보는 작동하지 않습니다."
    case .frozen: "센서를 다시 시작하세요. 이 값을 믿지 마세요."
    case .implausible: "센서를 믿지 마세요. 다시 시작하거나 교체하세요."
    case .noContact: "스트랩의 전극을 적시고 단단히 조이세요."
    case .cabinAltitudeMedium: "기내 압력과 산소를 확인하세요."
    case .cabinAltitudeHigh: "지금 산소를 사용하고 강하하세요."
    case .adapterGone: "블루투스 어댑터를 다시 꽂거나 본체를 다시 시작하세요."
    case .sounderFailed: "경보기의 케이블을 확인하세요. 그때까지 램프를 보세요."
    case .sensorBatteryLow: "센서의 배터리를 교체하거나 충전하세요."
    case .clockUnset: "시계를 맞추거나 네트워크에 연결하세요. 기록의 시각이 틀릴 수 있습니다."
    case .diskFull: "디스크 공간을 비우거나 교체하세요. 경보는 계속되며 메모리에 보관됩니다."
    case .lampFailed: "램프 배선을 확인하세요. 그때까지 소리에 귀를 기울이세요."
    case .restarted: "그동안 무슨 일이 있었는지 확인하고 경보를 확인하세요."
    case .alarmOff: "상태에서 감시하지 않는 것을 보고, 경보를 켜거나 사람에게 센서를 정하거나 확인하세요."
    case .noPulse: "즉시 사람을 확인하세요. 숨 쉬고 대답합니까? 아니면 도움을 요청하고 심폐소생술을 시작하세요."
    case .spo2Medium: "사람을 확인하세요: 자세, 기도, 손가락의 센서."
    case .spo2High: "즉시 사람을 확인하세요. 깨우고, 숨 쉬는지 확인하고, 처방이 있으면 산소를 주세요."
    case .notWatched: "센서를 착용하거나 등록하거나(센서 페이지) 대기로 바꾸세요."
    case .standby: "돌아오면 끝내세요. 저절로 끝나기도 합니다."
    case .linkGone: "다른 본체를 확인하세요: 전원, 네트워크, 저널. 그때까지 그곳에 가서 직접 지켜보세요."
    case .nobodyTold: "직접 전화로 도움을 요청하세요. 메시지가 닿지 않을 수 있습니다. 그다음 `lapwing outside status`를 보세요."
    case .elsewhereHigh, .elsewhereMedium, .elsewhereLow, .elsewhereBox:
      "다른 본체로 가세요. 이 본체는 그 대신 울립니다. 여기서 확인하면 그곳에서도 확인됩니다."
    case .settingsFault: "한계값을 보고(lapwing doctor) 설정을 고치거나 다시 저장한 뒤 확인하세요."
    case .underVoltage: "정품 전원 어댑터와 짧고 굵은 케이블을 쓰고, 전류를 많이 쓰는 장치를 빼세요."
    case .tooHot: "본체에 바람이 통하게 하고, 햇볕을 피하고, 필요하면 방열판을 다세요."
    case .buttonStuck: "버튼을 풀어 주세요. 그때까지 다른 버튼이나 이 페이지를 사용하세요."
    }
  }

  private static func korean(_ sentence: PassengerSentence) -> String {
    switch sentence {
    case .openVent: "머리 위 송풍구가 열려 있는지 확인하세요."
    case .openVentAndCaffeine: "머리 위 송풍구가 열려 있는지 확인하세요. 아직 마시지 않았다면 카페인도 고려하세요."
    case .openVentFully: "머리 위 송풍구를 최대로 열고 바람을 얼굴 쪽으로 향하게 하세요. 천천히 깊게 숨 쉬세요. 물 200 ml를 마시세요."
    case .prepareToOpenVent: "좌석벨트 표시등이 꺼지면 송풍구를 열 준비를 하세요."
    case .prepareToOpenVentAfterTakeOff: "좌석벨트 표시등이 꺼지면 송풍구를 열 준비를 하세요. 보통 이륙 후에 나아집니다."
    case .alertCrew: "기름 냄새가 나거나 눈이나 목이 따가우면 즉시 승무원에게 알리세요."
    case .armyTrial: "미 육군 시험: 미리 섭취한 카페인이 최대 80,000 ppm의 공기에서 고탄산혈증과 두통을 줄였습니다."
    case .harvardStudy: "하버드 연구, 2018: 조종사가 비행 기동을 통과할 승산은 2,500 ppm보다 700 ppm에서 1.69배 높았습니다."
    case .fumeEvents: "LA 타임스 조사, 2020: 2년 동안 승무원이 362건의 유해 가스를 보고했고 약 400명이 진료를 받았습니다."
    case .limitsOfTrial: "시험에서는 400 mg을 주었고 두통은 40,000 ppm에서 시작되었습니다. 객실 수준의 농도에 대한 연구는 찾지 못했습니다."
    case .cannotChangeVentilation: "객실 환기를 크게 바꿀 수는 없습니다."
    case .limitsOfMasks: "이산화탄소는 기체라서 마스크로 걸러지지 않습니다. VOC에는 일반 마스크의 효과가 제한적입니다."
    }
  }
}
