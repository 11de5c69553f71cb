import Peer

/// Why the other box of a pair counts as lost.
package struct LinkLossWords: LocalizedText {
  private let loss: LinkLoss
  /// Its name.
  private let box: String

  package init(_ loss: LinkLoss, of box: String) { (self.loss, self.box) = (loss, box) }

  package var both: (en: String, ko: String) { (loss.sentence(box), korean) }

  private var korean: String {
    switch loss {
    case .silent: "\(box)에서 아무것도 수신되지 않습니다. 전원이 꺼졌거나 둘 사이의 네트워크가 끊겼습니다."
    case .neverHeard: "\(box)에서 아직 아무것도 수신되지 않았습니다. 켜져 있고 같은 네트워크에 있으며 연결(lapwing peer join)했습니까?"
    case .oneWay: "\(box)의 신호는 수신되지만 \(box)은(는) 이 본체의 신호를 받지 못합니다."
    case .noNetwork: "이 본체가 네트워크에 연결되어 있지 않아 \(box)의 신호를 받을 수 없습니다."
    case .goodbye: "\(box)의 lapwing outside를 일부러 껐습니다."
    case .stopped: "\(box)을(를) 일부러 껐습니다."
    case .hangs: "\(box)이(가) 응답하지 않습니다. 그 본체의 경보가 작동하지 않으니 다시 시작하세요."
    case .missing: "\(box)이(가) 실행되지 않지만 lapwing outside는 실행 중입니다. 저널을 확인하세요."
    }
  }
}
