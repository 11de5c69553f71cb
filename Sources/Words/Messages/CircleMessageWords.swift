/// The texts of messages to the people of the care circle.
package enum CircleMessageWords: LocalizedText {
  case help, stillOn(String), somebodyCalled, nobody, stillNobody, call(String), somebodyAtBox
  case looksAfter(String, alarms: String), over(String), anotherIsOn
  case normal, allEnded, allIsWell, saysAllIsWell(String), flood, returns(String), alarmHasEnded
  case drill, pleaseAnswer, summary, toStop(String)
  case anAlarm, boxLost, boxLostBecause(String?), callForHelp, seen

  package var both: (en: String, ko: String) {
    switch self {
    case .help: ("URGENT: help is called for", "긴급: 도움 요청")
    case .stillOn(let title): ("Still on: \(title)", "계속됨: \(title)")
    case .somebodyCalled: ("Help is called for.", "누군가 도움을 요청했습니다.")
    case .nobody: ("Nobody has answered. Please look.", "아직 응답이 없습니다. 확인해 주세요.")
    case .stillNobody: ("Still nobody has answered. Please look.", "여전히 응답이 없습니다. 확인해 주세요.")
    case .call(let phone): ("Call: \(phone)", "전화: \(phone)")
    case .somebodyAtBox: ("A person at the box", "본체 옆의 누군가")
    case .looksAfter(let name, let alarms):
      ("\(name) looks after it: \(alarms). You need not.", "\(name) 님이 살펴봅니다: \(alarms). 가지 않으셔도 됩니다.")
    case .over(let alarms): ("Over: \(alarms)", "끝남: \(alarms)")
    case .anotherIsOn: ("Another alarm is still on.", "다른 경보가 아직 울립니다.")
    case .normal: ("Back to normal", "정상으로 돌아옴")
    case .allEnded: ("All alarms in your messages have ended.", "받으신 경보가 모두 끝났습니다.")
    case .allIsWell: ("All is well", "괜찮습니다")
    case .saysAllIsWell(let name):
      ("\(name) says that all is well. You need not do anything.", "\(name) 님이 괜찮다고 했습니다. 하실 일이 없습니다.")
    case .flood: ("Repeated alarms are paused", "반복되는 경보 알림을 잠시 멈춤")
    case .returns(let alarms):
      (
        "\(alarms) begins and ends often. The next message about it waits; a new alarm is sent at once.",
        "자주 시작되고 끝납니다: \(alarms). 다음 알림은 나중에 보냅니다. 새 경보는 바로 알립니다."
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
