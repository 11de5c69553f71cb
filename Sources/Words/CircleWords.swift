/// The texts about the care circle.
package enum CircleWords: LocalizedText {
  case circle, okay, help, emergency
  case toldIn(String, String), nobodyReady, helpIn(String), standing(String), telling, has(String), isWell, notHeard
  case calm
  // In a few words
  case soon(String, String), helpSoon(String), stands, nobody, away

  /// The same in a few words, for a screen of two hundred pixels.
  package var brief: CircleWords {
    switch self {
    case .toldIn(let name, let seconds): .soon(name, seconds)
    case .helpIn(let seconds): .helpSoon(seconds)
    case .standing: .stands
    case .nobodyReady: .nobody
    case .notHeard: .away
    default: self
    }
  }

  package var both: (en: String, ko: String) {
    switch self {
    case .circle: ("Care circle", "돌봄 연락망")
    case .okay: ("I'm okay", "괜찮아요")
    case .help: ("Need help", "도움이 필요해요")
    case .emergency:
      (
        "If you believe that somebody is in danger, call 112, 911 or your local number.",
        "누군가 위험하다고 생각되면 119 또는 해당 지역의 긴급 전화로 연락하십시오."
      )
    case .toldIn(let name, let seconds):
      ("\(name) is told in \(seconds) s, unless somebody answers", "응답이 없으면 \(seconds)초 뒤 \(name)에게 알립니다")
    case .nobodyReady: ("Nobody can be told: nobody of the circle has consented", "연락에 동의한 사람이 없어 아무에게도 알릴 수 없습니다")
    case .helpIn(let seconds):
      (
        "Help is called for: all are told in \(seconds) s. “I'm okay” takes it back.",
        "도움 요청: \(seconds)초 뒤 모두에게 알립니다. 취소하려면 ‘괜찮아요’를 누르십시오."
      )
    case .standing(let name):
      (
        "The countdown to \(name) stands still while the box is silenced",
        "소리 일시 정지 중. 그 뒤 \(name)에게 알리기까지의 시간이 다시 흐릅니다"
      )
    case .telling: ("People are being told", "사람들에게 알리는 중")
    case .has(let name): ("\(name) has it", "\(name) 님이 맡았습니다")
    case .isWell: ("Somebody has said that all is well", "괜찮다는 응답이 있었습니다")
    case .notHeard:
      (
        "The care circle is not heard: nobody outside is told. Look at lapwing-outside.service.",
        "돌봄 연락망이 응답하지 않아 밖으로 아무에게도 알리지 못합니다. lapwing-outside.service를 확인하십시오."
      )
    case .calm: ("Nothing is open", "진행 중인 알림 없음")
    case .soon(let name, let seconds): ("\(name) is told in \(seconds) s", "\(seconds)초 뒤 \(name)에게 알림")
    case .helpSoon(let seconds): ("Help: all are told in \(seconds) s", "도움 요청: \(seconds)초 뒤 모두에게 알림")
    case .stands: ("The countdown stands still", "알리기까지의 시간 멈춤")
    case .nobody: ("Nobody can be told", "알릴 수 있는 사람 없음")
    case .away: ("Nobody outside is told", "밖으로 알리지 못함")
    }
  }
}
