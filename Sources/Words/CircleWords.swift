import Circle
import Status

package enum CircleWords: LocalizedText {
  case circle, okay, help, emergency
  case toldIn(String, String), nobodyReady, helpIn(String), standing(String), isWell, notHeard, calm
  // The states of an alert
  case trying(String), accepted(String), unreached, has(String)
  // Why messages could not be sent
  case noConsent, channelsFail, noProof, noDrill, failing(String)
  // What a person has answered
  case says(String, CircleWord?, minutes: Int)
  // What became of "I'm okay"
  case sayAgain
  // In a few words
  case soon(String, String), helpSoon(String), stands, nobody, away, unreachedShort, acceptedShort(String), check

  package init(_ report: ShownCircle) {
    let seconds = "\(report.wholeSeconds ?? 0)", by = report.by ?? "?"
    self =
      switch report.stage {
      case .calm: .calm
      case .help: .helpIn(seconds)
      case .countdown: report.next.map { .toldIn($0, seconds) } ?? .nobodyReady
      case .standing: report.next.map { .standing($0) } ?? .nobodyReady
      case .trying: .trying(by)
      case .accepted: .accepted(by)
      case .unreached: .unreached
      case .held: .has(by)
      case .okay: .isWell
      case .silent: .notHeard
      }
  }

  /// Why messages could not be sent.
  package init(_ fault: ShownCircle.Fault) {
    self =
      switch fault {
      case .noConsent: .noConsent
      case .channelsFail: .channelsFail
      case .noProof: .noProof
      case .noDrill: .noDrill
      }
  }

  /// What a person has answered last, and when; `nil` for nothing.
  package static func said(in report: ShownCircle) -> CircleWords? {
    guard let says = report.says, report.stage != .calm else { return nil }
    return .says(
      says.by, says.word.flatMap(CircleWord.init(rawValue:)), minutes: Int(min(max(0, says.seconds), 86_400)) / 60)
  }

  /// The channels that do not work, if the fault does not say that it is all of them; `nil` for none.
  package static func failing(of report: ShownCircle) -> CircleWords? {
    guard let channels = report.failing, report.fault != .channelsFail else { return nil }
    return .failing(channels.joined(separator: ", "))
  }

  /// The same in a few words, for a screen of two hundred pixels.
  package var brief: CircleWords {
    switch self {
    case .toldIn(let name, let seconds): .soon(name, seconds)
    case .helpIn(let seconds): .helpSoon(seconds)
    case .standing: .stands
    case .nobodyReady: .nobody
    case .notHeard: .away
    case .unreached: .unreachedShort
    case .accepted(let name): .acceptedShort(name)
    case .noConsent, .channelsFail: .nobody
    case .noProof, .noDrill: .check
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
        "If you believe that someone is in danger, call 112, 911 or your local number.",
        "누군가 위험하다고 생각되면 119 또는 해당 지역의 긴급 전화로 연락하십시오."
      )
    case .toldIn(let name, let seconds):
      ("\(name) is alerted in \(seconds) s, unless someone answers", "응답이 없으면 \(seconds)초 뒤 \(name)에게 알립니다")
    case .nobodyReady: ("No one can be reached: no one of the circle has consented", "연락에 동의한 사람이 없어 아무에게도 알릴 수 없습니다")
    case .helpIn(let seconds):
      (
        "Help is called for: all are alerted in \(seconds) s. “I'm okay” takes it back.",
        "도움 요청: \(seconds)초 뒤 모두에게 알립니다. 취소하려면 ‘괜찮아요’를 누르십시오."
      )
    case .standing(let name):
      (
        "The countdown to \(name) stands still while the box is silenced",
        "소리 일시 정지 중. 그 뒤 \(name)에게 알리기까지의 시간이 다시 흐릅니다"
      )
    case .trying(let name): ("Trying to reach \(name)", "\(name) 님에게 연락을 시도하는 중")
    case .accepted(let name):
      (
        "\(name)'s provider has the message; \(name) has not answered yet",
        "\(name) 님의 메시지 서비스에 전달됨. 아직 응답이 없습니다"
      )
    case .unreached:
      (
        "No one can be reached. Call by phone: 112, 911 or your local number.",
        "아무에게도 연락이 닿지 않습니다. 직접 전화하십시오: 119 또는 해당 지역의 긴급 전화."
      )
    case .has(let name): ("\(name) has answered and looks after it", "\(name) 님이 응답했고 살펴봅니다")
    case .isWell: ("A person has said that all is well", "괜찮다는 응답이 있었습니다")
    case .notHeard:
      (
        "The care circle does not report, so no one outside can be reached. Look at lapwing-outside.service.",
        "돌봄 연락망이 응답하지 않아 밖의 누구에게도 연락할 수 없습니다. lapwing-outside.service를 확인하십시오."
      )
    case .noConsent:
      (
        "No one of the care circle has consented, so no message can be sent: lapwing circle consent NAME",
        "돌봄 연락망에서 동의한 사람이 없어 메시지를 보낼 수 없습니다: lapwing circle consent NAME"
      )
    case .channelsFail:
      (
        "All channels of the care circle fail: lapwing outside status has the reasons",
        "돌봄 연락망의 모든 채널이 실패합니다. 이유: lapwing outside status"
      )
    case .noProof:
      (
        "A channel of the care circle has not shown for a day that it works: lapwing outside status has the reason",
        "하루 동안 작동이 확인되지 않은 돌봄 연락망 채널이 있습니다. 이유: lapwing outside status"
      )
    case .says(let name, let word, let minutes):
      {
        let words = word.map { AnswerWords.says($0).both } ?? AnswerWords.haveIt.both
        return (
          minutes == 0
            ? "\(name) has just answered: \(words.en)" : "\(name) has answered \(minutes) min ago: \(words.en)",
          minutes == 0 ? "\(name) 님이 방금 응답: \(words.ko)" : "\(name) 님이 \(minutes)분 전 응답: \(words.ko)"
        )
      }()
    case .failing(let channels):
      (
        "Does not work at present: \(channels). The reason: lapwing outside status",
        "지금 작동하지 않는 채널: \(channels). 이유: lapwing outside status"
      )
    case .noDrill:
      (
        "No one of the care circle has answered for 30 days: try it with lapwing circle drill",
        "돌봄 연락망에서 30일 동안 응답한 사람이 없습니다. lapwing circle drill로 시험하십시오"
      )
    case .sayAgain:
      (
        "This alarm needs “I'm okay” a second time: say it again within 30 seconds.",
        "이 경보에는 ‘괜찮아요’가 두 번 필요합니다. 30초 안에 다시 누르십시오."
      )
    case .calm: ("Nothing is open", "진행 중인 알림 없음")
    case .soon(let name, let seconds): ("\(name) is alerted in \(seconds) s", "\(seconds)초 뒤 \(name)에게 알림")
    case .helpSoon(let seconds): ("Help: all are alerted in \(seconds) s", "도움 요청: \(seconds)초 뒤 모두에게 알림")
    case .stands: ("The countdown stands still", "알리기까지의 시간 멈춤")
    case .nobody: ("No one can be reached", "알릴 수 있는 사람 없음")
    case .away, .unreachedShort: ("No one can be reached", "연락이 닿지 않음")
    case .check: ("Try the care circle", "돌봄 연락망을 시험하십시오")
    case .acceptedShort(let name): ("\(name)'s provider has it", "\(name) 님의 서비스에 전달됨")
    }
  }
}
