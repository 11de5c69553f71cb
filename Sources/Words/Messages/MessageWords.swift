import Alarms

package enum MessageWords: LocalizedText {
  // Titles
  case alarm(String, Priority), heart(String), noAnswer(String), again(String), acknowledged(String), ended(String)
  case trial(String), messagesLost
  case test(String)
  // Lines
  case isTest, person(String), silentFor(seconds: Int64), goesOn(String), isAcknowledged, isPaused
  case hasEnded(began: String)
  case isTrial, wereLost
  case noFreshValue(String), since(String, time: String), at(String, time: String)
  case heartTooLow(String, limit: String?), heartTooHigh(String, limit: String?)
  case above(String), below(String), limit(String)
  case atBox(time: String), address(String), emergency(number: String?)

  package var both: (en: String, ko: String) {
    switch self {
    case .alarm(let name, .high): ("\(name): high alarm", "\(name): 높은 경보")
    case .alarm(let name, .medium): ("\(name): medium alarm", "\(name): 중간 경보")
    case .alarm(let name, .low): ("\(name): low alarm", "\(name): 낮은 경보")
    case .heart(let name): ("Heart Rate Alert! \(name)", "심박수 경보! \(name)")
    case .noAnswer(let name): ("No answer: \(name)", "응답 없음: \(name)")
    case .again(let name): ("Again: \(name)", "다시 울림: \(name)")
    case .acknowledged(let name): ("Acknowledged: \(name)", "확인됨: \(name)")
    case .ended(let name): ("Ended: \(name)", "종료: \(name)")
    case .trial(let channel): ("Test of \(channel)", "\(channel) 시험")
    case .messagesLost: ("Messages were lost", "메시지를 잃었습니다")
    case .test(let title): ("TEST: \(title)", "시험: \(title)")
    case .isTest: ("TEST: nothing is wrong.", "시험입니다. 아무 문제 없습니다.")
    case .person(let name): ("Person: \(name)", "사람: \(name)")
    case .silentFor(let seconds): ("No one has answered for \(seconds) s.", "\(seconds)초 동안 응답이 없습니다.")
    case .goesOn(let alarm): ("It was silenced and is still present: \(alarm)", "소리를 껐지만 계속되고 있습니다: \(alarm)")
    case .isAcknowledged: ("The alarm is acknowledged.", "누군가 경보를 확인했습니다.")
    case .isPaused:
      (
        "The alarm is silenced for 120 s. It is still present.",
        "누군가 경보음을 120초 동안 껐습니다. 경보는 계속됩니다."
      )
    case .hasEnded(let began): ("The alarm that began at \(began) has ended.", "\(began)에 시작된 경보가 끝났습니다.")
    case .isTrial: ("This is a test of messages. There is no alarm.", "메시지 시험입니다. 경보가 아닙니다.")
    case .wereLost:
      (
        "The file with the messages was damaged and is replaced; what waited in it is lost.",
        "메시지 파일이 손상되어 새로 만들었습니다. 기다리던 메시지는 잃었습니다."
      )
    case .noFreshValue(let name): ("\(name), but no fresh value is received.", "\(name). 새 값이 수신되지 않습니다.")
    case .since(let alarm, let time): ("\(alarm), since \(time)", "\(alarm), \(time)부터")
    case .at(let alarm, let time): ("\(alarm), at \(time)", "\(alarm), \(time) 기준")
    case .heartTooLow(let rate, let limit):
      (
        "Heart rate is too low: \(rate) BPM" + (limit.map { " (minimum: \($0) BPM)" } ?? ""),
        "심박수가 너무 낮음: \(rate) bpm" + (limit.map { " (하한: \($0) bpm)" } ?? "")
      )
    case .heartTooHigh(let rate, let limit):
      (
        "Heart rate is too high: \(rate) BPM" + (limit.map { " (maximum: \($0) BPM)" } ?? ""),
        "심박수가 너무 높음: \(rate) bpm" + (limit.map { " (상한: \($0) bpm)" } ?? "")
      )
    case .above(let limit): ("above \(limit)", "\(limit) 초과")
    case .below(let limit): ("below \(limit)", "\(limit) 미만")
    case .limit(let limit): ("limit: \(limit)", "한계: \(limit)")
    case .address(let address): ("Address for an ambulance: \(address)", "구급차에 알릴 주소: \(address)")
    case .emergency(let number?):
      (
        "If you believe that someone is in danger, call \(number), the emergency number there.",
        "누군가 위험하다고 생각되면 그 지역의 긴급 전화 \(number)(으)로 연락하십시오."
      )
    case .emergency(nil): CircleWords.emergency.both
    case .atBox(let time): ("\(time) at the box", "본체 시각 \(time)")
    }
  }
}
