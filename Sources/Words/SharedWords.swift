package enum SharedWords: LocalizedText {
  case now, history, sensors, balance, settings
  case skip, navigation, language, signOut, units, metric, imperial, colours, usualColours, blueOrange
  case asOf(String), seconds(String), minutes(String), hours(String)
  case secondsLeft(String), minutesLeft(String), hoursLeft(String, minutes: String)
  case lost(String), lostBox(String), checking, old
  case noBox(since: String), noBoxHelp
  case back, look, more

  /// How much time is left, in the steps of an age.
  package static func left(seconds: Int64) -> SharedWords {
    let minutes = (seconds + 59) / 60
    if seconds < 120 { return .secondsLeft("\(seconds)") }
    return seconds < 7200 ? .minutesLeft("\(minutes)") : .hoursLeft("\(minutes / 60)", minutes: "\(minutes % 60)")
  }

  package var both: (en: String, ko: String) {
    switch self {
    case .now: ("Now", "지금")
    case .history: ("History", "기록")
    case .sensors: ("Sensors", "센서")
    case .balance: ("Balance", "중량·균형")
    case .settings: ("Settings", "설정")
    case .skip: ("Skip to the content", "본문으로 건너뛰기")
    case .navigation: ("Pages", "페이지")
    case .language: ("Language", "언어")
    case .units: ("Units", "단위")
    case .metric: ("Metric (°C)", "미터법 (°C)")
    case .imperial: ("Imperial (°F)", "야드파운드법 (°F)")
    case .colours: ("Colours", "색상")
    case .usualColours: ("Green–red", "초록–빨강")
    case .blueOrange: ("Blue–orange", "파랑–주황")
    case .signOut: ("Sign out", "로그아웃")
    case .asOf(let time): ("as of \(time)", "\(time) 기준")
    case .seconds(let n): ("\(n) s ago", "\(n)초 전")
    case .minutes(let n): ("\(n) min ago", "\(n)분 전")
    case .hours(let n): ("\(n) h ago", "\(n)시간 전")
    case .secondsLeft(let n): ("\(n) s left", "\(n)초 남음")
    case .minutesLeft(let n): ("\(n) min left", "\(n)분 남음")
    case .hoursLeft(let n, let minutes): ("\(n) h \(minutes) min left", "\(n)시간 \(minutes)분 남음")
    case .lost(let time):
      (
        "Lost the box at \(time). Nothing below is current. Look at the box itself.",
        "\(time)에 본체와 연결이 끊어졌습니다. 아래 값은 현재 값이 아닙니다. 본체를 직접 확인하세요."
      )
    case .lostBox(let time):
      (
        "Lost the box at \(time). What this page says of alarms is not current. Look at the box itself.",
        "\(time)에 본체와 연결이 끊어졌습니다. 이 페이지의 경보 표시는 현재 상태가 아닙니다. 본체를 직접 확인하세요."
      )
    case .checking: ("Looking for the box …", "본체를 찾는 중 …")
    case .old:
      (
        "This page is not being refreshed. Load it again.", "이 페이지가 갱신되지 않고 있습니다. 다시 불러오세요."
      )
    case .noBox(let since): ("The box has not answered since \(since).", "본체가 \(since)부터 응답하지 않습니다.")
    case .noBoxHelp:
      (
        "Its alarms work without this page. Look at the box itself; on it, “systemctl status lapwing” says more.",
        "경보는 이 페이지 없이도 작동합니다. 본체를 직접 확인하세요. 본체에서 “systemctl status lapwing”으로 자세히 볼 수 있습니다."
      )
    case .more: ("Language, units, colours, more pages", "언어, 단위, 색상, 다른 페이지")
    case .back: ("Back", "뒤로")
    case .look:
      (
        "You may look at this page, but change nothing.", "이 페이지는 보기만 할 수 있고 변경할 수 없습니다."
      )
    }
  }
}
