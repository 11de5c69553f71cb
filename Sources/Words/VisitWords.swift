/// The texts about a sensor that is paired with or read out on demand.
package enum VisitWords: LocalizedText {
  case read, pair, pairHelp, fixedNumber, fixedHelp, unpair, stop
  case awaited(String), pairing(String), number(String), numberField, send, paired(String), wasRead(String)
  case failed, look, receives(Int), receivesNone, near, inRoom, far, more

  package var both: (en: String, ko: String) {
    switch self {
    case .read: ("Read it now", "지금 읽기")
    case .pair: ("Pair …", "페어링 …")
    case .pairHelp:
      (
        "For a sensor that gives its values to paired receivers only. Bring it near and switch it to pairing. The box goes on watching the others.",
        "페어링한 수신기에만 값을 보내는 센서를 위한 기능입니다. 가까이 두고 페어링 모드로 바꾸세요. 본체는 다른 센서를 계속 감시합니다."
      )
    case .fixedNumber: ("Number, if it is always the same", "항상 같은 번호라면 그 번호")
    case .fixedHelp:
      ("Leave it empty for a sensor that shows a number.", "번호를 표시하는 센서라면 비워 두세요.")
    case .unpair: ("Delete its keys", "페어링 키 삭제")
    case .stop: ("Stop", "중지")
    case .awaited(let device): ("Waiting for \(device) …", "\(device) 기다리는 중 …")
    case .pairing(let device): ("Pairing with \(device) …", "\(device)와(과) 페어링하는 중 …")
    case .number(let device): ("\(device) shows a number now.", "\(device)에 번호가 표시되었습니다.")
    case .numberField: ("The number that it shows", "표시된 번호")
    case .send: ("Send", "보내기")
    case .paired(let device): ("\(device) is paired.", "\(device)와(과) 페어링되었습니다.")
    case .wasRead(let device): ("\(device) was read; its values are below.", "\(device)을(를) 읽었습니다. 값은 아래에 있습니다.")
    case .failed: ("That did not work.", "실패했습니다.")
    case .look: ("Look for sensors", "센서 찾기")
    case .receives(let n):
      (
        n == 1 ? "Received in the last minute: 1 sensor" : "Received in the last minute: \(n) sensors",
        "최근 1분간 수신된 센서: \(n)개"
      )
    case .receivesNone: ("No sensor was received in the last minute.", "최근 1분간 수신된 센서가 없습니다.")
    case .near: ("very near", "아주 가까움")
    case .inRoom: ("near", "가까움")
    case .far: ("far", "멂")
    case .more: ("Pairing", "페어링")
    }
  }
}
