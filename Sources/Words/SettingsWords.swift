import Readings

/// The texts of the page of settings.
package enum SettingsWords: LocalizedText {
  case explain, save, saved, savedOnly, notSaved
  case closed(String), others, group(String), limits, on, off, language
  /// Parts of a condition.
  case limit, enabled, sustainedLimit, sustainedMinutes
  case choice, byReload, atNextStart, fault, restart, restarts

  package var both: (en: String, ko: String) {
    switch self {
    case .explain:
      (
        "These are the keys of the configuration file. Its comments stay. What is written in lists is changed with an editor.",
        "설정 파일의 항목입니다. 주석은 그대로 유지됩니다. 목록으로 된 항목은 편집기로 바꾸세요."
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
    case .others: ("Others", "기타")
    case .group(let name):
      (name == "outside" ? "Messages" : name.prefix(1).uppercased() + name.dropFirst(), Self.korean(name))
    case .limits: ("Limits of alarms", "경보 한계")
    case .limit: ("limit", "한계")
    case .enabled: ("on or off", "켜기와 끄기")
    case .sustainedLimit: ("limit over some time", "지속될 때의 한계")
    case .sustainedMinutes: ("that time", "지속 시간")
    case .on: ("on", "켜짐")
    case .off: ("off", "꺼짐")
    case .language: ("Language", "언어")
    case .choice: ("One of", "선택")
    case .byReload: ("at once", "즉시")
    case .atNextStart: ("counts from the next start", "다음 시작부터 적용")
    case .restart: ("Start the box again: for some seconds nothing is watched", "본체 다시 시작: 몇 초 동안 감시하지 않습니다")
    case .restarts: ("The box starts again.", "본체가 다시 시작됩니다.")
    case .fault: ("The box said", "본체의 응답")
    }
  }

  private static func korean(_ group: String) -> String {
    switch group {
    case "profile": "용도"
    case "logbook": "기록"
    case "bluetooth": "블루투스"
    case "session": "기록 구간"
    case "flight": "비행"
    case "sensors": "센서"
    case "alarms": "경보"
    case "board": "하드웨어"
    case "panel": "페이지"
    case "outside": "외부 알림"
    default: group
    }
  }
}
