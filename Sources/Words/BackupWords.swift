package enum BackupWords: LocalizedText {
  case title, save, saveHelp, download, restore, restoreHelp, file, look, refused, partly, restored
  case wouldChange, made(String, String), settings, sameSettings, setting, now, then
  case adopts(String, String), writesTail(String), nothing, doRestore, kept, keptOfFile(String)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Backup", "백업")
    case .save: ("Keep a copy", "사본 저장")
    case .saveHelp:
      (
        "One file with the settings, your sensors and your aeroplanes. Keys, passwords and addresses of messages are not in it, and no readings.",
        "설정, 등록된 센서, 항공기가 담긴 파일 하나입니다. 키, 비밀번호, 메시지 주소와 측정값은 포함되지 않습니다."
      )
    case .download: ("Save the file", "파일 저장")
    case .restore: ("Bring a copy back", "사본 복원")
    case .restoreHelp:
      (
        "You see first what would change. Sensors that are yours now stay yours, and keys and passwords stay as they are.",
        "먼저 무엇이 바뀌는지 보여 줍니다. 지금 등록된 센서와 키, 비밀번호는 그대로 유지됩니다."
      )
    case .file: ("File", "파일")
    case .look: ("Show what would change", "변경 내용 보기")
    case .refused: ("Nothing is changed.", "변경하지 않았습니다.")
    case .partly: ("Only a part was changed:", "일부만 변경되었습니다:")
    case .restored: ("The copy is back.", "복원되었습니다.")
    case .wouldChange: ("What would change", "변경 내용")
    case .made(let time, let version):
      ("Made at \(time) by Lapwing \(version).", "\(time)에 Lapwing \(version)(으)로 만든 사본입니다.")
    case .settings: ("Settings", "설정")
    case .sameSettings: ("The settings are the same.", "설정이 같습니다.")
    case .setting: ("Setting", "항목")
    case .now: ("now", "현재")
    case .then: ("then", "복원 후")
    case .adopts(let name, let address):
      ("The sensor \(name)\(address) becomes yours, with this name.", "센서 \(name)\(address) 등록")
    case .writesTail(let name):
      (
        "The aeroplane \(name) is written; a different one of this name is kept beside it.",
        "항공기 \(name) 저장 (이름이 같은 기존 파일은 따로 보관됩니다)"
      )
    case .nothing: ("Nothing: this box has all of it already.", "변경할 내용이 없습니다.")
    case .kept:
      (
        "Keys of sensors, places of files, access to this box and what it sends outside stay as they are.",
        "센서 키, 파일 위치, 이 본체의 접속 설정, 외부로 보내는 메시지 설정은 그대로 유지됩니다."
      )
    case .keptOfFile(let keys): ("The file has some of that: \(keys).", "파일에 있으나 적용하지 않는 항목: \(keys).")
    case .doRestore: ("Bring it back", "복원하기")
    }
  }
}
