/// The names of the entities of the box at Home Assistant.
package enum HomeAssistantWords: LocalizedText {
  case alarm, priority, change, notWatched, phase, session, acknowledge, pause, standby, endStandby

  package var both: (en: String, ko: String) {
    switch self {
    case .alarm: ("Alarm", "경보")
    case .priority: ("Priority of the alarm", "경보의 우선순위")
    case .change: ("Alarm change", "경보 변화")
    case .notWatched: ("Not watched", "감시되지 않음")
    case .phase: ("Phase of flight", "비행 단계")
    case .session: ("Session", "기록 구간")
    case .acknowledge: ("Acknowledge", "확인")
    case .pause: ("Pause the sound", "소리 멈춤")
    case .standby: ("Standby", "대기")
    case .endStandby: ("End standby", "대기 끝")
    }
  }
}
