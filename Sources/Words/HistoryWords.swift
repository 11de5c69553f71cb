package enum HistoryWords: LocalizedText {
  case sessions, search, searchHelp, find, peak, from, to, none, noneFits, more
  case started, about, duration, peakCO2, heart, grade, goesOn, interrupted
  case session(String), files, chart, figures, sensor, quantity, least, mean, most, above, below, within, noData
  case alarmLog, noAlarms, began, alarm, worst, lasted, beyondLimit, answered, after(String), yes, no
  case phases, phase, detected, readings, meanCO2, aboveExpected, alarms
  case badDate, badPeak, seat(String), profile(String)
  /// A phase and its time, where the air showed another one.
  case setByHand(String, at: String)
  case damagedParts(String), damagedSession

  package var both: (en: String, ko: String) {
    switch self {
    case .sessions: ("Sessions", "기록 목록")
    case .search: ("Search", "검색")
    case .searchHelp: ("A flight, a place, a seat, a day …", "항공편, 장소, 좌석, 날짜 …")
    case .find: ("Find", "찾기")
    case .peak: ("CO₂ of at least (ppm)", "최고 CO₂ 이상 (ppm)")
    case .from: ("From", "시작일")
    case .to: ("To", "종료일")
    case .none: ("No sessions logged yet", "아직 기록이 없습니다")
    case .noneFits: ("No session fits", "맞는 기록이 없습니다")
    case .more: ("Older sessions", "이전 기록")
    case .started: ("Started", "시작")
    case .about: ("About", "내용")
    case .duration: ("Duration", "시간")
    case .peakCO2: ("Highest CO₂", "최고 CO₂")
    case .heart: ("Heart rate", "심박수")
    case .grade: ("Grade", "등급")
    case .goesOn: ("goes on", "진행 중")
    case .interrupted: ("interrupted", "중단됨")
    case .session(let number): ("Session \(number)", "기록 \(number)")
    case .files: ("Files", "내보내기")
    case .chart: ("Chart", "그래프")
    case .figures: ("Figures", "수치")
    case .sensor: ("Sensor", "센서")
    case .quantity: ("Quantity", "항목")
    case .least: ("Lowest", "최소")
    case .mean: ("Mean", "평균")
    case .most: ("Highest", "최대")
    case .above: ("Above the limit", "한계 초과 시간")
    case .below: ("Below the limit", "한계 미만 시간")
    case .within: ("Within", "정상 시간")
    case .noData: ("No data", "데이터 없음")
    case .alarmLog: ("Log of alarms", "경보 기록")
    case .noAlarms: ("No alarms", "경보 없음")
    case .began: ("Began", "시작")
    case .alarm: ("Alarm", "경보")
    case .worst: ("Worst value", "최악의 값")
    case .lasted: ("Lasted", "지속 시간")
    case .beyondLimit: ("Beyond the limit", "한계를 벗어난 시간")
    case .answered: ("Acknowledged", "확인")
    case .after(let time): ("after \(time)", "\(time) 후")
    case .yes: ("yes", "예")
    case .no: ("no", "아니요")
    case .phases: ("Phases of flight", "비행 단계")
    case .phase: ("Phase", "단계")
    case .detected: ("found by the box", "본체가 찾음")
    case .readings: ("Readings", "측정 횟수")
    case .meanCO2: ("Mean CO₂ (ppm)", "평균 CO₂ (ppm)")
    case .aboveExpected: ("CO₂ above what is expected", "예상 CO₂ 초과 시간")
    case .alarms: ("Alarms", "경보")
    case .seat(let seat): ("seat \(seat)", "좌석 \(seat)")
    // What the box was set to, by the word of its configuration.
    case .profile("cabin"): ("cabin", "객실")
    case .profile("cockpit"): ("cockpit", "조종실")
    case .profile("bedside"): ("bedside", "침대 옆")
    // From a file of another box or application.
    case .profile("imported"): ("imported", "가져온 기록")
    case .profile(let name): (name, name)
    case .setByHand(let phase, let time):
      (
        "\(time): \(phase) was set by hand, and the air showed another phase",
        "\(time): \(phase)을(를) 직접 정했으나 공기는 다른 단계를 보임"
      )
    case .damagedParts(let count):
      (
        "\(count) blocks or rows of the logbook are damaged; their values are missing here.",
        "기록의 블록이나 행 \(count)개가 손상되어 그 값이 빠졌습니다."
      )
    case .damagedSession:
      (
        "The row of this session is damaged: its times and figures cannot be relied on.",
        "이 기록의 행이 손상되어 시각과 수치를 믿을 수 없습니다."
      )
    case .badDate: ("Write a day as 2026-11-30.", "날짜는 2026-11-30 형식으로 쓰세요.")
    case .badPeak: ("Write a number of ppm, such as 1500.", "1500과 같은 ppm 숫자를 쓰세요.")
    }
  }
}
