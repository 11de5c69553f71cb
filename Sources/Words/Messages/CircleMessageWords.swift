package enum CircleMessageWords: LocalizedText {
  case help, stillOn(String), somebodyCalled, nobody, stillNobody, call(String), somebodyAtBox
  case looksAfter(String, alarms: String), over(String), anotherIsOn
  case normal, allEnded, wasOn(String), missed, fromTo(String, String, String)
  case allIsWell, saysAllIsWell(String), okayButOn(String), saysOkayButOn(String), alarmHasEnded
  case drill, pleaseAnswer, summary, toStop(String)
  case says(String, String), pleaseCall(String), about(String)
  case anAlarm, boxLost, boxLostBecause(String?), callForHelp, seen

  package var both: (en: String, ko: String) {
    switch self {
    case .help: ("URGENT: help is called for", "긴급: 도움 요청")
    case .stillOn(let title): ("Still on: \(title)", "계속됨: \(title)")
    case .somebodyCalled: ("Help is called for.", "누군가 도움을 요청했습니다.")
    case .nobody: ("No one has answered. Please look.", "아직 응답이 없습니다. 확인해 주세요.")
    case .stillNobody: ("Still no one has answered. Please look.", "여전히 응답이 없습니다. 확인해 주세요.")
    case .call(let phone): ("Call: \(phone)", "전화: \(phone)")
    case .somebodyAtBox: ("A person at the box", "본체 옆의 누군가")
    case .looksAfter(let name, let alarms):
      ("\(name) looks after it: \(alarms). You need not.", "\(name) 님이 살펴봅니다: \(alarms). 가지 않으셔도 됩니다.")
    case .says(let name, let words): ("\(name): \(words)", "\(name): \(words)")
    case .pleaseCall(let name): ("Please call \(name) now.", "\(name) 님에게 지금 전화해 주세요.")
    case .about(let alarms): ("About: \(alarms)", "관련 경보: \(alarms)")
    case .over(let alarms): ("Over: \(alarms)", "끝남: \(alarms)")
    case .anotherIsOn: ("Another alarm is still on.", "다른 경보가 아직 울립니다.")
    case .normal: ("Back to normal", "정상으로 돌아옴")
    case .allEnded: ("All alarms in your messages have ended.", "받으신 경보가 모두 끝났습니다.")
    case .wasOn(let alarms): ("Was on and is over: \(alarms)", "있었다가 끝남: \(alarms)")
    case .missed: ("No message about it reached you while it was on.", "그동안 이에 대한 알림이 전달되지 않았습니다.")
    case .fromTo(let alarm, let from, let to): ("\(alarm), from \(from) to \(to)", "\(alarm), \(from)부터 \(to)까지")
    case .allIsWell: ("All is well", "괜찮습니다")
    case .saysAllIsWell(let name):
      ("\(name) says that all is well. You need not do anything.", "\(name) 님이 괜찮다고 했습니다. 하실 일이 없습니다.")
    case .okayButOn(let alarms): ("“I'm okay” was said, still on: \(alarms)", "‘괜찮아요’ 응답이 있었지만 계속됨: \(alarms)")
    case .saysOkayButOn(let name):
      (
        "\(name) says that all is well, but the alarm is still on. Alerts go on in two minutes. Please look.",
        "\(name) 님이 괜찮다고 했지만 경보는 계속됩니다. 2분 뒤 다시 알립니다. 확인해 주세요."
      )
    case .alarmHasEnded: ("The alarm has ended.", "경보가 끝났습니다.")
    case .drill: ("Drill of the care circle", "돌봄 연락망 훈련")
    case .pleaseAnswer:
      ("Please answer, so that we know that you can be reached.", "연락이 닿는지 알 수 있도록 응답해 주세요.")
    case .summary: ("Weekly summary", "주간 요약")
    case .toStop(let person):
      (
        "To stop these messages, ask for `lapwing circle stop \(person)` at the box.",
        "이 메시지를 그만 받으려면 본체에서 `lapwing circle stop \(person)`을 요청하세요."
      )
    case .anAlarm: ("alarm", "경보")
    case .boxLost: ("No contact with the box", "본체와 연결 끊김")
    case .boxLostBecause(let reason):
      (
        "No contact with the box, so no alarm can be forwarded: \(reason ?? "reason unknown").",
        "본체와 연결이 끊겨 경보를 전달할 수 없습니다: \(reason ?? "이유를 알 수 없음")."
      )
    case .callForHelp: ("Call for help", "도움 요청")
    case .seen: ("Seen", "확인했습니다")
    }
  }
}
