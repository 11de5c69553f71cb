package enum SettingsWords: LocalizedText {
  case explain, save, saved, savedOnly, notSaved
  case closed(String), on, off
  case atNextStart, restart, restarts
  case search, find, noneFits, changes, back, others
  case task(SettingsTask)

  package var both: (en: String, ko: String) {
    switch self {
    case .explain:
      (
        "The box checks all before it goes by it. What is written in lists is changed with an editor.",
        "본체가 모두 확인한 뒤 적용합니다. 목록으로 된 항목은 편집기로 바꾸세요."
      )
    case .save: ("Save", "저장")
    case .saved: ("Saved, and taken over by the box.", "저장되어 본체에 적용되었습니다.")
    case .savedOnly:
      (
        "It is in the file, but the running box does not go by all of it yet. It said:",
        "파일에 저장되었지만 실행 중인 본체에는 아직 모두 적용되지 않았습니다. 본체의 응답:"
      )
    case .notSaved: ("Nothing is saved yet: see below.", "아직 저장되지 않았습니다. 아래를 확인하세요.")
    case .closed(let path):
      (
        "The page may write neither \(path) nor the settings of its own, so these can only be read. On the box: sudo lapwing config set KEY VALUE",
        "\(path) 파일에 쓸 수 없어 보기만 가능합니다. 본체에서: sudo lapwing config set KEY VALUE"
      )
    case .on: ("on", "켜짐")
    case .off: ("off", "꺼짐")
    case .atNextStart: ("counts from the next start", "다음 시작부터 적용")
    case .restart: ("Start the box again: for some seconds nothing is watched", "본체 다시 시작: 몇 초 동안 감시하지 않습니다")
    case .restarts: ("The box starts again.", "본체가 다시 시작됩니다.")
    case .search: ("Search the settings", "설정 검색")
    case .find: ("Find", "찾기")
    case .noneFits: ("No setting fits", "맞는 설정이 없습니다")
    case .changes: ("This will change:", "바뀌는 내용:")
    case .back: ("Back without saving", "저장하지 않고 돌아가기")
    case .others: ("Alarms of other purposes", "다른 용도의 경보")
    case .task(let task): task.both
    }
  }
}

/// What a person wants to do in the settings. The order is that of the page.
package enum SettingsTask: String, Sendable, CaseIterable {
  case alarms, people, sensors, sound, page, messages, card, advanced

  fileprivate var both: (en: String, ko: String) {
    switch self {
    case .alarms: ("Alarms", "경보")
    case .people: ("People", "사람")
    case .sensors: ("Sensors and sessions", "센서와 기록")
    case .sound: ("Sound and night", "소리와 밤")
    case .page: ("This page", "이 페이지")
    case .messages: ("Messages", "메시지")
    case .card: ("Box and card", "본체와 카드")
    case .advanced: ("Advanced", "고급")
    }
  }

  /// The task that a key of the page of settings belongs to.
  package init(_ key: KeyWords) {
    switch key {
    case .profile, .limit, .enabled, .sustainedLimit, .sustainedMinutes, .bounds, .unproved: self = .alarms
    case .invite, .countdown: self = .people
    case .history, .gradeAir, .detect, .remindDrink, .hydrationGoal: self = .sensors
    case .latchSound, .snooze, .soundLevel, .speechUse, .speechLanguage, .speechVolume, .speechNightVolume:
      self = .sound
    case .tells, .tellsTechnical, .coolDown, .names, .language: self = .messages
    case .boxName: self = .page
    case .keepDays, .keepMegabytes, .updatesByThemselves: self = .card
    case .writeEvery, .heartSource, .oneLamp, .debounce, .press, .watchdog, .priority, .lockMemory, .peerPort,
      .mqttPort, .mqttTLS, .mqttDiscovery, .mqttCommands, .airIndex, .unconfirmed, .step, .repeatAll, .hold,
      .circleCoolDown,
      .noticeCoolDown:
      self = .advanced
    }
  }
}
