package enum NowWords: LocalizedText, Equatable {
  case alarms, noAlarms, allWell, allWatched, unwell(Unwell), began
  case rising, falling, steady
  case acknowledge, silence, latchedReset
  case acknowledged, paused, withheld, shownOnly, latched, latchedPaused, test, at(String), of(String)
  case lastValue, limit(String), action, why, but, call
  case co2Label(value: String, status: String), heartLabel(value: String, status: String), phaseLabel(String)
  case good, advisory, warning, critical, low, high, old, alarm, unjudged, unwatched
  case phase
  case forMinutes(String)
  case session, noSession
  case notWatched
  case gap(String)
  case untold(String)
  case sensors, noSensors
  case strangers(String)
  case noReading, battery
  case lastHalfHour(low: String, high: String)
  case drinks(String)
  case drinksGoal(String, String)
  case answersAll(String)
  case answersAllOf(String, String)
  case lastDay, sound, soundOn, notify, notifyHelp
  case logbook, logbookFault, logbookNotice
  case flightMode, hotSpot
  case noSignals, noSounder, noLamps

  /// Why a box without an alarm is not one of which all is well.
  package enum Unwell: Sendable {
    case noSensor, unwatched, valueBeyond, unsignalled, circle, logbook
  }

  package var both: (en: String, ko: String) {
    switch self {
    case .alarms: ("Alarms", "경보")
    case .noAlarms: ("No alarm", "경보 없음")
    case .allWell: ("All is well", "모두 정상입니다")
    case .allWatched: ("No alarm, and everything is watched", "경보 없음 · 모두 감시 중")
    case .unwell(.noSensor): ("No sensor measures yet", "아직 측정하는 센서가 없음")
    case .unwell(.unwatched): ("Not everything is watched: see below", "감시하지 않는 것이 있음: 아래 참조")
    case .unwell(.valueBeyond): ("A value is old, or outside its limits", "오래되었거나 한계를 벗어난 값이 있음")
    case .unwell(.unsignalled): ("An alarm would be on this page alone", "경보는 이 페이지에만 나타남")
    case .unwell(.circle): ("The care circle needs a look", "돌봄 연락망 확인 필요")
    case .unwell(.logbook): ("The logbook cannot be written", "기록을 저장할 수 없음")
    case .rising: ("rising", "상승 중")
    case .falling: ("falling", "하강 중")
    case .steady: ("steady", "변화 없음")
    case .began: ("began", "시작")
    case .acknowledge: ("Acknowledge", "확인")
    case .silence: ("Silence what sounds", "소리 끄기")
    case .latchedReset: ("Reset", "해제")
    case .acknowledged: ("acknowledged", "확인됨")
    case .paused: ("sound paused", "소리 일시 정지")
    case .withheld: ("withheld in this phase of flight", "이 비행 단계에서는 알리지 않음")
    case .shownOnly: ("shown only, makes no sound now", "표시만 하고 지금은 울리지 않음")
    case .latched: ("over; sounds until it is reset", "끝남. 해제할 때까지 울림")
    case .latchedPaused: ("over; sound paused", "끝남. 소리 일시 정지")
    case .test: ("test", "시험")
    case .at(let address): ("at \(address)", "\(address)")
    case .of(let person): ("of \(person)", "\(person)")
    case .lastValue: ("last value", "마지막 값")
    case .limit(let limit): ("limit \(limit)", "한계 \(limit)")
    case .action: ("Do", "할 일")
    case .why: ("Why", "근거")
    case .but: ("But", "단")
    case .call: ("Call", "연락할 사람")
    case .co2Label(let value, let status):
      ("Carbon dioxide level: \(value) parts per million, \(status)", "이산화탄소 농도: \(value) ppm, \(status)")
    case .heartLabel(let value, let status):
      ("Heart rate: \(value) beats per minute, \(status)", "심박수: 분당 \(value)회, \(status)")
    case .phaseLabel(let phase): ("Flight phase: \(phase)", "비행 단계: \(phase)")
    case .good: ("Good", "좋음")
    case .advisory: ("Advisory", "주의")
    case .warning: ("Warning", "경고")
    case .critical: ("Critical", "위험")
    case .low: ("Too low", "너무 낮음")
    case .high: ("Too high", "너무 높음")
    case .old: ("Old value", "오래된 값")
    case .alarm: ("Alarm", "경보")
    case .unjudged: ("No limit", "한계 없음")
    case .unwatched: ("Not watched", "감시 안 함")
    case .phase: ("Phase of flight", "비행 단계")
    case .forMinutes(let n): ("for \(n) min", "\(n)분째")
    case .session: ("A session is running", "기록 중")
    case .noSession: ("No session", "기록 중 아님")
    case .notWatched: ("Not watched", "감시되지 않음")
    case .sensors: ("Sensors", "센서")
    case .noSensors: ("No sensor is adopted yet.", "아직 등록된 센서가 없습니다.")
    case .strangers(let n):
      (n == "1" ? "1 other sensor is received" : "\(n) other sensors are received", "다른 센서 \(n)개가 수신됨")
    case .gap(let sentence): (sentence, "감시하지 않는 것이 있습니다.")
    case .untold(let sentence): (sentence, "경보 메시지가 본체 밖으로 나가지 않습니다.")
    case .noReading: ("No reading yet", "아직 측정값 없음")
    case .battery: ("Battery", "배터리")
    case .lastHalfHour(let low, let high):
      ("The last 30 minutes: from \(low) to \(high)", "최근 30분: \(low) ~ \(high)")
    case .drinks(let ml): ("Drunk: \(ml) ml", "마신 양: \(ml) ml")
    case .drinksGoal(let ml, let goal): ("Drunk: \(ml) of \(goal) ml", "마신 양: \(ml) / \(goal) ml")
    case .answersAll(let n): ("This answers all \(n) alarms of this kind.", "같은 경보 \(n)개에 모두 적용됩니다.")
    case .answersAllOf(let n, let persons):
      ("This answers all \(n) alarms of this kind: \(persons).", "같은 경보 \(n)개에 모두 적용됩니다: \(persons)")
    case .sound: ("Sound on this page", "이 페이지에서 소리 내기")
    case .lastDay: ("The last 24 hours", "지난 24시간")
    case .notify: ("Notify me on this device", "이 기기에서 알림 받기")
    case .notifyHelp:
      ("(a high alarm, while this tab is open; people who must wake are in People)", "(이 탭이 열려 있는 동안 높은 경보)")
    case .soundOn: ("(a high alarm, and a box that is lost)", "(높은 경보와 연결 끊김)")
    case .logbook: ("Logbook", "기록 장치")
    case .logbookFault: ("The logbook cannot be written.", "기록을 저장할 수 없습니다. 전원이 꺼지면 저장되지 않은 기록은 사라집니다.")
    case .logbookNotice: ("The logbook had a fault, and the box has acted on it.", "기록 파일에 문제가 있어 본체가 조치했습니다.")
    case .flightMode:
      (
        "Flight mode is on: Wi-Fi is off, and Bluetooth connects to the sensors of this box only",
        "비행 모드 켜짐: Wi-Fi는 꺼져 있고, 블루투스는 등록된 센서에만 연결됨"
      )
    case .noSignals:
      (
        "No lamp and no sounder works at this box: alarms are on this page, and in messages if there are any",
        "이 본체에는 작동하는 램프도 경보음도 없음: 경보는 이 페이지와 설정된 메시지에만 나타남"
      )
    case .noSounder:
      ("No sounder works at this box: only its lamps show an alarm there", "이 본체에는 작동하는 경보음이 없음: 램프만 경보를 알림")
    case .noLamps:
      ("No lamp works at this box: only its sounder signals an alarm there", "이 본체에는 작동하는 램프가 없음: 소리로만 경보를 알림")
    case .hotSpot: ("The hot spot of this box is open", "본체의 핫스팟이 열려 있음")
    }
  }
}
