import Engine
import Status

package struct SensorTroubleWords: LocalizedText {
  private let trouble: SensorTrouble

  /// `nil` for a sensor whose messages count.
  package init?(_ identity: SensorReport.Identity) {
    guard let trouble = identity.trouble.flatMap(SensorTrouble.init(rawValue:)) else { return nil }
    self.trouble = trouble
  }

  package var both: (en: String, ko: String) {
    switch trouble {
    case .counterWentBack:
      (
        "Not used: \(trouble.sentence).",
        "사용하지 않습니다. 카운터가 되돌아갔습니다. 배터리를 새로 넣었거나, 누군가 녹음한 메시지를 보내고 있습니다. 숫자가 커지는 메시지를 세 번 받으면 다시 사용합니다."
      )
    case .lacksKey:
      (
        "Not used: \(trouble.sentence).",
        "사용하지 않습니다. 메시지가 암호화되어 있는데 바인드 키(sensors.keys)가 없거나 맞지 않습니다."
      )
    case .unsigned:
      (
        "Not used: \(trouble.sentence).",
        "사용하지 않습니다. 서명하는 센서의 주소에서 서명 없는 메시지가 왔습니다. 서명된 메시지가 10분 동안 없으면 사용합니다."
      )
    }
  }
}
