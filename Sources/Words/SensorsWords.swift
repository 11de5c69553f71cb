package enum SensorsWords: LocalizedText {
  case yours, heard, nothingHeard, explainHeard
  case address, model, signal(String), silent, adoptedBy
  case spotCheck(String), spotCheckOfNoTime
  case connecting, connected, disconnected, triesAgain
  case name, nameHelp, adopt, rename, forget, forgetSure, replaces, replacesNone
  case standby, standbyHelp, person, everybody, hours, begin, end

  package var both: (en: String, ko: String) {
    switch self {
    case .yours: ("Your sensors", "내 센서")
    case .heard: ("Received, and not yours", "수신되지만 등록되지 않음")
    case .nothingHeard: ("No other sensor is received.", "다른 센서가 수신되지 않습니다.")
    case .explainHeard:
      (
        "Only your sensors raise alarms. The nearest comes first.",
        "등록된 센서만 경보를 울립니다. 가까운 센서가 먼저 표시됩니다."
      )
    case .address: ("Address", "주소")
    case .model: ("Kind", "종류")
    case .signal(let dBm): ("Signal \(dBm) dBm", "신호 \(dBm) dBm")
    case .spotCheck(let time):
      (
        "Not live: a spot-check of \(time) by the sensor's own clock",
        "실시간 값이 아님: 센서 시계로 \(time)에 잰 값"
      )
    case .spotCheckOfNoTime:
      ("Not live: a spot-check of a time that the sensor does not send", "실시간 값이 아님: 잰 시각을 알 수 없는 값")
    case .connecting: ("Connecting …", "연결 중 …")
    case .connected: ("Connected", "연결됨")
    case .disconnected: ("Not connected", "연결 안 됨")
    case .triesAgain: ("Not connected; the box tries again", "연결 안 됨. 본체가 다시 시도합니다")
    case .silent: ("Last received", "마지막 수신")
    case .adoptedBy: ("Adopted", "등록 방법")
    case .name: ("Name", "이름")
    case .nameHelp: ("such as “left strap”", "예: “왼쪽 스트랩”")
    case .adopt: ("Make it yours", "등록하기")
    case .rename: ("Rename", "이름 바꾸기")
    case .forget: ("Forget this sensor …", "센서 등록 해제 …")
    case .forgetSure: ("Forget it: its alarms end", "등록 해제: 이 센서의 경보가 끝납니다")
    case .replaces: ("In place of", "교체할 센서")
    case .replacesNone: ("none", "없음")
    case .standby: ("Standby", "대기")
    case .standbyHelp:
      (
        "For a person who has taken the strap off on purpose. It ends by itself when the heart is received again. At a box beside a bed: hold button A for 5 s; after seven beeps, press it once within 10 s.",
        "일부러 스트랩을 뺀 사람을 위한 기능입니다. 심박이 다시 수신되면 저절로 끝납니다. 침대 옆 박스에서는 A 버튼을 5초 동안 누르고 있다가, 신호음이 일곱 번 난 뒤 10초 안에 한 번 누르세요."
      )
    case .person: ("Person", "사람")
    case .everybody: ("everybody whose heart is not received", "심박이 수신되지 않는 모든 사람")
    case .hours: ("Hours, at most 12", "시간 (최대 12)")
    case .begin: ("Begin", "시작")
    case .end: ("End", "끝내기")
    }
  }
}
